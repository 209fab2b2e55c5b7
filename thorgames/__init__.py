"""The rules of five card games: pure, deterministic, without a terminal, a clock or a file written."""

__version__ = "0.1.0"
