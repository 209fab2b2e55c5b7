"""What can be opened over any screen and closed with one key: rules, cards, log, keys, settings."""
