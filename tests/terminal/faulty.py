"""The program with one mistake put into it: `python -m tests.terminal.faulty MISTAKE [arguments of the program]`.

Every mistake has the secret word in its text and, with the cards of a hand, among the local variables around it.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

SECRET = "QZXJ"
"""What must never be printed: the beginning of every card's name in the tests, and in every text of an error."""

FAULTS: dict[str, Callable[[], object]] = {}


def fault(put: Callable[[], object]) -> Callable[[], object]:
    """Make a function known that puts a mistake into the program."""
    FAULTS[put.__name__] = put
    return put


class Mistake(Exception):
    """An error whose text tells what must not be told."""


class Rich(Exception):
    """An error that would draw itself."""

    def __rich__(self) -> str:
        return f"[bold]{SECRET} drawn[/]"


def err(kind: type[BaseException] = Mistake, about: Any = None) -> NoReturn:
    """Make the mistake."""
    hand = f"{SECRET} in a local variable {about!r}"
    raise kind(f"{SECRET} in the text of an error: {hand}")


def patch(owner: Any, name: str, instead: Any) -> None:
    """Put something else in the place of a function."""
    setattr(owner, name, instead)


# --- in the rules ----------------------------------------------------------------------------------------------------


@fault
def rules_answer() -> None:
    """The rules fail when an answer is given."""
    from thorgames.games.thor import rules

    step = rules.PlayStep.step

    def broken(self: Any, s: Any, box: Any, answer: Any = None) -> Any:
        if answer is not None:
            err(about=s.offerings)
        return step(self, s, box, answer)

    patch(rules.PlayStep, "step", broken)


@fault
def rules_ask() -> None:
    """The rules fail when they are to ask for what comes after the first answer."""
    from thorgames.games.thor import rules

    patch(rules.TakeStep, "step", lambda self, s, box, answer=None: err(about=s.offerings))


@fault
def rules_begin() -> None:
    """The rules fail before there is a first question: while the app starts."""
    from thorgames.games.thor import rules

    patch(rules.PlayStep, "step", lambda self, s, box, answer=None: err(about=s.offerings))


@fault
def rules_loop() -> None:
    """The rules do not come to an end."""
    from screens import terminal

    patch(terminal, "PATIENCE", 0.5)
    from thorgames.games.thor import rules

    step = rules.PlayStep.step

    def endless(self: Any, s: Any, box: Any, answer: Any = None) -> Any:
        while answer is not None:
            pass
        return step(self, s, box, answer)

    patch(rules.PlayStep, "step", endless)


# --- in what is drawn ------------------------------------------------------------------------------------------------


@fault
def board() -> None:
    """The layout of the table fails."""
    from screens.table.thor import ThorTable

    patch(ThorTable, "board", lambda self, view, names, look: err(about=view.seen))


@fault
def render() -> None:
    """A widget fails while it is drawn."""
    from screens.table.choices import Choices

    patch(Choices, "render", lambda self: err(about=self._labels))


@fault
def markup() -> None:
    """A text is taken for markup."""
    from textual.content import Content

    from screens.table.base import TableScreen

    patch(TableScreen, "show_choice", lambda self: Content.from_markup(f"[/{SECRET}]"))


@fault
def rich() -> None:
    """An error that would draw itself is raised."""
    from screens.table.base import TableScreen

    patch(TableScreen, "show_choice", lambda self: err(Rich))


@fault
def cover() -> None:
    """The very first screen fails while it is composed."""
    from screens.handover import CoverScreen

    patch(CoverScreen, "compose", lambda self: err(about=self.play.session.state))


@fault
def home() -> None:
    """The Home screen fails while it is composed."""
    from screens.home import HomeScreen

    patch(HomeScreen, "compose", lambda self: err())


@fault
def style_sheet() -> None:
    """The style sheet cannot be read."""
    from screens.app import ThorgamesApp

    patch(ThorgamesApp, "CSS", f"#title {{ {SECRET}: no such style; }}")


@fault
def no_style_sheet() -> None:
    """The style sheet is not there."""
    from screens.app import ThorgamesApp

    patch(ThorgamesApp, "CSS_PATH", f"/nowhere/{SECRET}.tcss")


@fault
def app() -> None:
    """The app cannot be made."""
    from screens import app

    patch(app.ThorgamesApp, "_wanted_theme", lambda self: err())


@fault
def loading() -> None:
    """The app fails before the terminal is touched."""
    from screens import app

    patch(app.ThorgamesApp, "on_ready", lambda self: None)
    patch(app.ThorgamesApp, "_on_load", lambda self: err())


@fault
def leaving() -> None:
    """Something fails while the app is taken down."""
    from screens.table.base import TableScreen

    patch(TableScreen, "on_unmount", lambda self: err(about=self.play.session.state))


# --- in what is done -------------------------------------------------------------------------------------------------


def in_action(kind: type[BaseException]) -> None:
    """What Enter does fails."""
    from screens.table.base import TableScreen

    patch(TableScreen, "action_confirm", lambda self: err(kind, self.selection))


@fault
def action() -> None:
    """What a key does fails."""
    in_action(Mistake)


@fault
def interrupted() -> None:
    """Python is interrupted within what a key does."""
    in_action(KeyboardInterrupt)


@fault
def left() -> None:
    """Something within what a key does wants to leave Python."""
    in_action(SystemExit)


@fault
def beyond() -> None:
    """What a key does fails with an error that no `except Exception` catches."""

    class Beyond(BaseException):
        pass

    in_action(Beyond)


@fault
def resize() -> None:
    """A change of the window's size fails."""
    from screens.table.base import TableScreen

    patch(TableScreen, "_measure", lambda self: self.app.size.width > 100 and err(about=self.selection))


@fault
def bot() -> None:
    """A computer opponent fails, called by a timer."""
    from thorgames.bots import LEVELS

    patch(type(LEVELS["easy"]), "choose", lambda self, ask, view, rng: err(about=(ask.options, view().seen)))


@fault
def save() -> None:
    """Saving fails with an error that was not foreseen."""
    from screens.storage import Storage

    def save(self: Any, *args: Any, **more: Any) -> None:
        err(about=args)

    patch(Storage, "save", save)


# --- beside the app --------------------------------------------------------------------------------------------------


def on_choice(do: Callable[[Any], object]) -> None:
    """Do something when a choice is made."""
    from screens.table.base import TableScreen

    picked = TableScreen._picked

    def also(self: Any, barred: Any) -> None:
        picked(self, barred)
        do(self)

    patch(TableScreen, "_picked", also)


async def later(about: Any) -> None:
    """Fail a little later."""
    await asyncio.sleep(0.05)
    err(about=about)


@fault
def worker() -> None:
    """A worker fails."""
    on_choice(lambda screen: screen.run_worker(later(screen.selection)))


@fault
def task() -> None:
    """A task that nobody waits for fails."""
    on_choice(lambda screen: asyncio.create_task(later(screen.selection)) and None)


@fault
def callback() -> None:
    """A callback of the loop fails."""
    on_choice(lambda screen: asyncio.get_running_loop().call_later(0.05, lambda: err(about=screen.selection)))


@fault
def timer() -> None:
    """A timer's callback fails."""
    on_choice(lambda screen: screen.set_timer(0.05, lambda: err(about=screen.selection)))


@fault
def after_refresh() -> None:
    """A callback after the next drawing fails."""
    on_choice(lambda screen: screen.call_after_refresh(lambda: err(about=screen.selection)))


@fault
def thread() -> None:
    """A thread fails."""
    on_choice(lambda screen: threading.Thread(target=lambda: err(about=screen.selection)).start())


@fault
def reading() -> None:
    """The thread that reads the keys fails."""
    from textual.drivers.linux_driver import LinuxDriver

    process = LinuxDriver.process_message

    def broken(self: Any, message: Any) -> None:
        if getattr(message, "key", "") == "enter":
            err(about=self._app)
        process(self, message)

    patch(LinuxDriver, "process_message", broken)


@fault
def writing() -> None:
    """The thread that writes to the terminal fails."""
    from textual.drivers._writer_thread import WriterThread

    write = WriterThread.write

    def broken(self: Any, text: str) -> None:
        if SECRET in text:
            text = 5  # type: ignore[assignment]
        write(self, text)

    patch(WriterThread, "write", broken)


if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    from screens import cli

    sys.argv[0] = str(Path(cli.__file__))
    sys.exit(cli.main())
