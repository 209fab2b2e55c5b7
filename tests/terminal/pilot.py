"""The app without a terminal, for what does not depend on one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Select

from screens.app import ThorgamesApp
from screens.setup import Field
from screens.start import Home, Start
from screens.storage import Storage

W = TypeVar("W")


class Shown:
    """An app that is being tried: what it shows, and what is done to it."""

    def __init__(self, app: ThorgamesApp, pilot: Pilot[int | None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def lines(self) -> list[str]:
        """What is to be seen."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        """What is to be seen, as one text."""
        return "\n".join(self.lines)

    @property
    def name(self) -> str:
        """Which screen it is."""
        return type(self.app.screen).__name__

    def get(self, which: str, kind: type[W]) -> W:
        """A widget of the screen."""
        return self.app.screen.query_one(which, kind)  # type: ignore[type-var, return-value]

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text into what has the focus."""
        for character in text:
            await self.pilot.press("space" if character == " " else character)
        await self.pilot.pause()

    async def click(self, words: str, occurrence: int = 0) -> None:
        """Click on words that are to be seen."""
        found = [(x, y) for y, line in enumerate(self.lines) if (x := line.find(words)) >= 0]
        assert len(found) > occurrence, f"{words!r} is not to be seen:\n{self.text}"
        await self.pilot.click(offset=found[occurrence])
        await self.pilot.pause()

    async def size(self, width: int, height: int) -> None:
        """Change the size of the window."""
        await self.pilot.resize_terminal(width, height)
        await self.settle()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until something is so."""
        for _ in range(500):
            if condition():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"it did not come:\n{self.text}")

    async def settle(self) -> None:
        """Wait until nothing changes any more."""
        before = None
        while before != (before := (self.text, self.app.focused)):
            await self.pilot.pause(0.02)

    # --- the set-up --------------------------------------------------------------------------------------------

    async def names(self, *names: str) -> None:
        """Put names into the fields of the set-up, from the first on; the others are emptied."""
        for row, field in enumerate(self.app.screen.query("Field .seat Input").results(Input)):
            field.value = names[row] if row < len(names) else ""
        await self.pilot.pause()

    async def choose(self, which: str, value: str) -> None:
        """Choose a value of a setting by hand."""
        select: Select[Any] = self.get(f"#{which}", Select)
        select.focus()
        select.value = value
        await self.pilot.pause()

    def value(self, which: str) -> str:
        """What is chosen."""
        select: Select[Any] = self.get(f"#{which}", Select)
        return str(select.value)

    def labels(self, which: str) -> list[str]:
        """What may be chosen."""
        select: Select[Any] = self.get(f"#{which}", Select)
        return [str(label) for label, _ in select._options]

    def remark(self, field: str) -> str:
        """What is said beside a field, as far as it is to be seen."""
        return self.remarks()[field]

    def remarks(self) -> dict[str, str]:
        """What is said beside every field."""
        lines = self.app.screen._compositor.render_strips()
        found = {}
        for field in self.app.screen.query(Field):
            region = field.query_one(".remark").content_region
            found[field.id or ""] = lines[region.y].crop(region.x, region.right).text.strip()
        return found

    def name_remarks(self) -> list[str]:
        """What is said beside the names."""
        found = self.remarks()
        return [found[f"seat-{row}"] for row in range(6)]


@asynccontextmanager
async def shown(
    storage: Storage | None = None, start: Start | None = None, size: tuple[int, int] = (80, 24), ascii: bool = False
) -> AsyncIterator[Shown]:
    """The app, at Home or where it is started."""
    app = ThorgamesApp(storage or Storage.in_memory(), start or Home(), ascii, bot_delay=0.0)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield Shown(app, pilot)


@asynccontextmanager
async def set_up(storage: Storage | None = None, game: str = "thor", **more: Any) -> AsyncIterator[Shown]:
    """The set-up of a game, chosen at Home."""
    async with shown(storage, **more) as at:
        listed = at.get("#list", OptionList)
        for _ in range(40):
            if listed.highlighted_option is not None and listed.highlighted_option.id == f"new:{game}":
                break
            await at.press("down")
        await at.press("enter")
        assert at.name == "SetupScreen"
        yield at
