"""The program in a browser: over the connection a page opens, and (a long test) in Chromium itself, a whole game."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from screens.keymap import CHOICE_KEYS
from screens.storage import Storage
from screens.table.selection import Selection
from tests.terminal.conftest import names_in, put_games, saved
from tests.terminal.screen import Screen
from thorgames.core.ask import Answer, Ask, legal
from thorgames.session import Session

PATIENCE = 30.0
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with one saved game for two, at its first cover."""
    put_games(tmp_path)
    return tmp_path


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Served:
    """`thorgames serve` in a process of its own."""

    def __init__(self, home: Path, *more: str) -> None:
        self.port = free_port()
        argv = [sys.executable, "-c", "import sys; from screens.cli import main; sys.exit(main())", "serve"]
        env = {name: value for name, value in os.environ.items() if name != "TEXTUAL_DRIVER"}
        self.process = subprocess.Popen(
            [*argv, "--port", str(self.port), *more],
            env={**env, "THORGAMES_HOME": str(home / "data")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        if more:
            self.said += self.process.stdout.readline()
        self.url = f"http://localhost:{self.port}"

    def end(self) -> str:
        self.process.terminate()
        said, _ = self.process.communicate(timeout=20)
        return said


@pytest.fixture
def served(home: Path) -> Iterator[Served]:
    one = Served(home)
    try:
        yield one
    finally:
        one.end()


# --- playing by what is seen ---------------------------------------------------------------------------------------


class Player:
    """Looks at a screen and presses keys.

    Args:
        home: where the game is saved, to know which keys mean what.
        screen: what is seen.
        send: presses keys.
        wait: waits until something more has been shown, or for a while.
    """

    def __init__(
        self, home: Path, screen: Screen, send: Callable[[str], Awaitable[None]], wait: Callable[[], Awaitable[None]]
    ) -> None:
        self.home, self.screen, self.send, self.wait = home, screen, send, wait
        self.covers = self.answers = 0
        self.steps = 0
        self.quiet = 3  # so often nothing more must have come before it counts as shown
        self.rng = random.Random(1)

    async def see(self, *words: str) -> str:
        """Wait for one of these words on the screen; which."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for word in words:
                if word in self.screen.text:
                    return word
            await self.wait()
        raise AssertionError(f"none of {words} is to be seen in\n{self.screen.text}")

    async def step(self) -> bool:
        """Do the next thing; whether the game goes on."""
        self.steps += 1
        assert self.steps < 500, f"the game does not end; to be seen is\n{self.screen.text}"
        shown, quiet = "", 0
        while quiet < self.quiet:
            await self.wait()
            quiet = quiet + 1 if self.screen.text == shown else 0
            shown = self.screen.text
        there = await self.see(
            "goes on to your cards", "show my cards", "Enter: pass it on", "Enter: confirm", "Play again"
        )
        before = self.screen.text
        if there == "show my cards":
            self.covers += 1
            assert not names_in(self.screen.text), "no card under a cover"
            while self.screen.text == before:  # keys from before it was painted are dropped
                await self.send("r")
                for _ in range(5):
                    await self.wait()
        elif there == "goes on to your cards":
            await self.send(" ")
        elif there == "Enter: pass it on":
            await self.send("\r")
        elif there == "Enter: confirm":
            session = saved(self.home)
            pending = session.pending()
            assert pending is not None
            ask = pending.asks[0]
            await self.send("".join(keys_for(session, ask, legal(ask, self.rng))))
            await self.wait()
            await self.send("\r")
            if not await self.came(lambda: answers(self.home) != len(session.steps)):
                return True  # the picture was older than the game: look again
            self.answers += 1
        else:
            return False
        await self.came(lambda: self.screen.text != before)
        return True

    async def came(self, what: Callable[[], bool]) -> bool:
        """Wait for something, for some seconds; whether it came."""
        end = time.monotonic() + 4
        while not what() and time.monotonic() < end:
            await self.wait()
        return what()


def answers(home: Path) -> int:
    """How many answers of the game are saved; -1 when it has ended."""
    with Storage(home / "data") as storage:
        newest = storage.newest()
        return len(storage.load(newest.id).steps) if newest is not None else -1


def keys_for(session: Session, ask: Ask, answer: Answer) -> Iterator[str]:
    """The keys that choose an answer."""
    selection = Selection(ask, session.game.barred(session.view(ask.seat), ask))
    for id in answer:
        while id not in selection.chosen:
            items = selection.items()
            option = next(one for one in ask.options if one.id == id)
            at = next(
                n
                for n, item in enumerate(items)
                if (item.option is not None and item.option.id == id) or (item.group and item.group == option.group)
            )
            yield CHOICE_KEYS[at]
            selection.pick(at)


# --- the page ------------------------------------------------------------------------------------------------------


async def test_the_page_loads_nothing_from_elsewhere(served: Served) -> None:
    assert served.said == f"thorgames can be played in a browser at {served.url} (Ctrl+C ends it).\n"
    async with aiohttp.ClientSession() as web, web.get(served.url) as answer:
        page = await answer.text()
    assert answer.status == 200
    assert f"ws://localhost:{served.port}/ws" in page
    links = [part for part in page.split('"') if part.startswith(("http:", "https:", "//"))]
    assert links
    assert all(link.startswith(f"{served.url}/static/") for link in links)


async def test_pages_from_elsewhere_cannot_connect(served: Served) -> None:
    async with aiohttp.ClientSession() as web:
        for headers in ({"Origin": "http://evil.example"}, {"Host": f"evil.example:{served.port}"}):
            async with web.get(f"{served.url}/ws", headers=headers) as answer:
                assert answer.status == 403
        async with web.get(served.url, headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403
        own = {"Origin": served.url}
        async with web.ws_connect(f"{served.url}/ws?width=80&height=24", headers=own) as socket:
            assert (await socket.receive(timeout=PATIENCE)).type == aiohttp.WSMsgType.BINARY


async def test_turns_are_played_over_the_connection(served: Served, home: Path) -> None:
    screen = Screen(80, 24)
    async with aiohttp.ClientSession() as web, web.ws_connect(f"{served.url}/ws?width=80&height=24") as socket:

        async def send(keys: str) -> None:
            await socket.send_json(["stdin", keys])

        async def wait() -> None:
            try:
                message = await socket.receive(timeout=0.08)
            except TimeoutError:
                return
            assert message.type == aiohttp.WSMsgType.BINARY, "the connection is not closed"
            screen.feed(message.data.decode())

        player = Player(home, screen, send, wait)
        await player.see("Continue")
        await send("\r")
        while player.answers < 5:
            assert await player.step()
        assert player.covers >= 2
    assert len([step for step in saved(home).steps if step.seat >= 0]) == 5


def test_other_devices_reach_it_only_if_told_so_and_with_a_warning(home: Path) -> None:
    one = Served(home, "--host", "0.0.0.0")
    try:
        assert "without a password" in one.said
    finally:
        one.end()


def test_a_port_that_is_taken_is_told(served: Served, home: Path) -> None:
    argv = [sys.executable, "-c", "import sys; from screens.cli import main; sys.exit(main())", "serve"]
    done = subprocess.run([*argv, "--port", str(served.port)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == f"thorgames: cannot serve at localhost, port {served.port}: it is in use\n"


@pytest.mark.long
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium on this machine")
async def test_a_whole_game_in_chromium(served: Served, home: Path) -> None:
    """With what the browser shows taken from its connection, and the keys pressed in its window."""
    from playwright.async_api import async_playwright

    screen = Screen(80, 24)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        page = await browser.new_page(viewport={"width": 1000, "height": 620})
        failed: list[str] = []
        page.on("requestfailed", lambda request: failed.append(request.url))

        def connected(connection: Any) -> None:
            width, height = (int(part.split("=")[1]) for part in connection.url.split("?")[1].split("&")[:2])
            screen.resize(width, height)
            connection.on("framereceived", lambda data: screen.feed(data.decode() if isinstance(data, bytes) else ""))

        page.on("websocket", connected)
        await page.goto(served.url)

        async def send(keys: str) -> None:
            for key in keys:
                await page.keyboard.press("Enter" if key == "\r" else key)

        async def wait() -> None:
            await page.wait_for_timeout(60)

        player = Player(home, screen, send, wait)
        player.quiet = 10
        await player.see("Continue")
        await page.wait_for_timeout(300)
        await send("\r")
        while await player.step():
            pass
        assert player.covers > 10
        assert failed == []
        await browser.close()
    with Storage(home / "data") as storage:
        assert storage.newest() is None
        (played,) = storage.finished()
        assert played.names == ("Ann", "Brun")
