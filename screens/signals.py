"""Signals that the program takes care of, whatever it shows."""

from __future__ import annotations

import signal


def there(*names: str) -> tuple[int, ...]:
    """Those of some signals that this system knows."""
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


ENDING = there("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
"""What ends the program, with the exit status 128 + n."""

SUSPENDING = there("SIGTSTP", "SIGCONT")
"""What puts it away, and lets it go on."""
