"""Figures of the machine it runs on; nothing here is a test with a time limit. See `python -m tests.bench --help`."""
