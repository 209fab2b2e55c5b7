"""One package a game, and the registry of all."""
