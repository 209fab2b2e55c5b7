"""What lies between the program and its terminal: signals, suspension, a missing colour, and our own mistakes.

However the program ends, the terminal is left as it was found, and nothing of a hand is printed: a traceback with
values in it would be a leak.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import unicodedata
from asyncio import AbstractEventLoop
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, ClassVar

from rich.segment import Segment
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.css.query import DOMQuery, NoMatches
from textual.dom import DOMNode, NoScreen
from textual.filter import LineFilter, NoColor

from screens.cli import in_browser
from screens.signals import ENDING

if sys.platform != "win32":
    import termios

STDERR = 2
"""What Textual draws on."""

PATIENCE = 4.0
"""Seconds in which the program must have ended in good order, before it ends in any way."""

USUAL = "".join(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1006, 1015, 1016, 1004, 2004, 2048)) + (
    "\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"
)
"""What brings a terminal back: no mouse, no pasting marks, wrapped lines, plain keys, first page, cursor."""


KEY_WORDS = {"⏎": "enter", "⌫": "backspace", "↑": "up", "↓": "down", "←": "<", "→": ">"}
"""A key as Textual shows it -> its name, or a sign like it where the line of keys has no room for the name."""


def _signs() -> dict[int, str]:
    """Lines, blocks, arrows and other signs that are drawn -> an ASCII sign as wide."""
    signs = dict(zip("▲▼▶◀▸◂●○•·…✓×−’⏎⌫↑↓←→", "^v><><*o*..+x-'<<^v<>", strict=True))
    for number in range(0x2500, 0x2580):
        name = unicodedata.name(chr(number))
        across = "HORIZONTAL" in name or "LEFT" in name or "RIGHT" in name
        down = "VERTICAL" in name or "DOWN" in name or "UP" in name
        signs[chr(number)] = "+" if across and down else "|" if down else "-"
    signs |= {chr(number): " " for number in range(0x2580, 0x25A0)}
    return {ord(sign): plain for sign, plain in signs.items()}


class Ascii(LineFilter):
    """Draws with ASCII signs alone; letters of names stay as they are."""

    SIGNS = _signs()

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Put other signs in their place."""
        signs = self.SIGNS
        return [
            one if one.control or one.text.isascii() else Segment(one.text.translate(signs), one.style)
            for one in segments
        ]


class TerminalApp(App[int]):
    """An app that ends well.

    Attributes:
        failed: type and place of our mistake, if we made one.
        ended_by: the signal that ended it, if one did.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+z", "suspend_process", show=False, priority=True)]

    def __init__(self) -> None:
        super().__init__()
        self.failed = ""
        self.ended_by = 0
        self._suspended = False
        self._torn = False
        self._line = line_settings()

    # --- to be said by the app ---------------------------------------------------------------------------------

    def put_away(self) -> None:
        """The program is suspended: whoever comes back need not be the one who is there now."""

    def apology(self) -> str:
        """What is said when we have made a mistake."""
        return sorry(self.failed)

    # --- what the terminal can show ----------------------------------------------------------------------------

    @property
    def ascii(self) -> bool:
        """Whether only ASCII signs are used."""
        return False

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is drawn goes through these: no colours where `NO_COLOR` says so (not even grey), ASCII where wanted."""
        filters = [NoColor()] if self.no_color else super().get_line_filters()
        return [*filters, Ascii()] if self.ascii else filters

    def get_key_display(self, binding: Binding) -> str:
        """A key in the footer."""
        shown = super().get_key_display(binding)
        return KEY_WORDS.get(shown, shown) if self.ascii else shown

    # --- running -----------------------------------------------------------------------------------------------

    def run_to_the_end(self) -> int:
        """Run, and leave the terminal as it was found.

        Returns:
            The exit status.
        """
        if not in_browser():  # a terminal knows its size by itself, and tells when it changes
            for name in ("COLUMNS", "LINES"):
                os.environ.pop(name, None)
        threading.excepthook = self._on_thread_error
        try:
            self.run()
        except KeyboardInterrupt:
            self.ended_by = self.ended_by or signal.SIGINT
        except BaseException as error:
            self.failed = self.failed or describe(error)
        finally:
            threading.excepthook = threading.__excepthook__
            if hasattr(signal, "setitimer"):
                signal.setitimer(signal.ITIMER_REAL, 0)
        if getattr(self._driver, "_mouse_pixels", False):  # which Textual forgets
            say("\x1b[?1016l")
        if self._torn or self._line != line_settings():
            restore(self._line)
        return self._status()

    def _status(self) -> int:
        if self.ended_by:
            return 128 + self.ended_by
        if self.failed:
            say(self.apology())
            return 1
        return 0

    def _hurry(self) -> None:
        """From now on there are a few seconds left."""
        if hasattr(signal, "setitimer") and not self.is_headless:
            signal.setitimer(signal.ITIMER_REAL, PATIENCE)

    def _end_in_any_way(self, number: int, frame: FrameType | None) -> None:
        """The program does not end by itself (it hangs, or its terminal takes nothing more)."""
        if not self._suspended:
            restore(self._line)
        os._exit(self._status())

    # --- signals -----------------------------------------------------------------------------------------------

    def on_load(self) -> None:
        """Listen to signals before the terminal is touched, and to tasks that nobody waits for."""
        if self.is_headless or self._loop is None:
            return
        self._loop.set_exception_handler(self._on_loop_error)
        if hasattr(signal, "SIGALRM"):
            signal.signal(signal.SIGALRM, self._end_in_any_way)
        for number in ENDING:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._on_end)

    def on_mount(self) -> None:
        """Listen to suspension, in the place of Textual's driver, which does it from within whatever is being done."""
        if not self.is_headless and hasattr(signal, "SIGTSTP"):
            signal.signal(signal.SIGTSTP, lambda *_: self._later(self._suspend))
            signal.signal(signal.SIGCONT, lambda *_: self._later(self._go_on))

    def _later(self, what: Any) -> None:
        """Do something between two messages, however it was called for."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.call_later, what)

    def _on_end(self, number: int, frame: FrameType | None) -> None:
        self.ended_by = self.ended_by or number
        if self._suspended:  # the terminal is the shell's now
            os._exit(128 + self.ended_by)
        self._hurry()
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.exit)

    def action_suspend_process(self) -> None:
        """Suspend all of this job, if there is a shell that can bring it back."""
        if not self.is_headless and has_job_control():
            os.kill(0, signal.SIGTSTP)

    def _suspend(self) -> None:
        """Give the terminal back, and stop."""
        if self._driver is None or self._suspended or self._exit:
            return
        self.put_away()
        self._suspended = True
        self._driver.suspend_application_mode()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _go_on(self) -> None:
        """Take the terminal again; also after SIGSTOP, which comes without a warning."""
        if self._driver is None or self._exit:
            return
        if not in_foreground():
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        if not self._suspended:
            self.put_away()
            self._driver.suspend_application_mode()
        self._suspended = False
        self._driver.resume_application_mode()
        self.screen.refresh(layout=True)

    # --- our own mistakes --------------------------------------------------------------------------------------

    def _handle_exception(self, error: Exception) -> None:
        """An error ends the program, unless it is ending, or a screen that was left looked for what is gone with it."""
        gone = isinstance(error, (NoMatches, NoScreen)) and self._is_left(error)
        if not self._exit and not gone:
            super()._handle_exception(error)

    def _is_left(self, error: Exception) -> bool:
        """Whether what was searched belongs to a screen that is shown no more."""
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        node = trace.tb_frame.f_locals.get("self") if trace is not None else None
        node = node.node if isinstance(node, DOMQuery) else node
        try:
            screen = node.screen if isinstance(node, DOMNode) else None
        except NoScreen:
            return True
        return screen is not None and not any(screen in stack for stack in self._screen_stacks.values())

    def _fatal_error(self) -> None:
        """Note where it happened, without a single value."""
        self._failed(sys.exc_info()[1])

    def panic(self, *renderables: Any) -> None:
        """The same for errors that would render themselves."""
        error = next((one for one in renderables if isinstance(one, BaseException)), sys.exc_info()[1])
        self._failed(error)

    def _failed(self, error: BaseException | None) -> None:
        self.failed = self.failed or describe(error)
        self._hurry()
        self._close_messages_no_wait()

    def _on_loop_error(self, loop: AbstractEventLoop, context: dict[str, Any]) -> None:
        """A task or callback failed that nobody waits for; asyncio would print the error with its text."""
        error = context.get("exception")
        if error is not None:
            self._failed(error)

    def _on_thread_error(self, args: threading.ExceptHookArgs) -> None:
        """A thread failed; Python would print the error with its text."""
        self.failed = self.failed or describe(args.exc_value)
        if args.thread is not None and args.thread.name == "textual-output":
            self._torn = True  # what brings the terminal back cannot be written any more
        self._hurry()
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._close_messages_no_wait)


def describe(error: BaseException | None) -> str:
    """Type and place of an error: file names and line numbers, no values."""
    if error is None:
        return "an unknown error"
    places = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{os.path.basename(code.co_filename)}:{trace.tb_lineno}")
        trace = trace.tb_next
    return f"{type(error).__name__} at {' > '.join(places[-6:])}" if places else type(error).__name__


def sorry(place: str, more: str = "") -> str:
    """What is said when we have made a mistake."""
    return f"thorgames has made a mistake and had to stop; it was not yours. {more}".rstrip() + f"\n({place})\n"


def say(text: str) -> None:
    """Write to the terminal, if there is one that takes it."""
    with suppress(OSError, ValueError):
        if sys.platform == "win32" or select.select([], [STDERR], [], 0.5)[1]:
            os.write(STDERR, text.encode(errors="replace"))


# --- the line ------------------------------------------------------------------------------------------------------


def line_settings() -> list[Any] | None:
    """How the terminal treats what is typed; None where that cannot be asked."""
    if sys.platform != "win32":
        with suppress(termios.error, OSError, ValueError, AttributeError):
            return termios.tcgetattr(sys.__stdin__.fileno())  # type: ignore[union-attr]
    return None


def restore(settings: list[Any] | None) -> None:
    """Bring the terminal back by force."""
    say(USUAL)
    if sys.platform != "win32" and settings is not None:
        with suppress(termios.error, OSError, ValueError, AttributeError):
            termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, settings)  # type: ignore[union-attr]


def has_job_control() -> bool:
    """Whether a shell has put us into a job of our own, which it can continue."""
    if sys.platform == "win32" or in_browser():
        return False
    try:
        return os.getpgrp() != os.getpgid(os.getsid(0))
    except OSError:
        return False


def in_foreground() -> bool:
    """Whether the terminal is ours at present."""
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(sys.__stdin__.fileno()) == os.getpgrp()  # type: ignore[union-attr]
    except (OSError, ValueError, AttributeError):
        return True
