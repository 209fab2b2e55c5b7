"""The program in a browser, on the same machine or on a tablet on the table; textual-serve does the work.

Every window of a browser gets a program of its own, on the same saves. Whoever reaches the address can play from any
seat, so it is bound to this machine unless told otherwise, and pages from elsewhere cannot open it behind one's back.
"""

from __future__ import annotations

import errno
import sys
from ipaddress import ip_address
from pathlib import Path
from shlex import quote
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

PAGES = Path(__file__).parent / "browser"
"""Where our own page lies; what it loads comes with textual-serve, and nothing from elsewhere."""

COMMAND = "import sys; from screens.cli import main; sys.exit(main())"

HERE = ("localhost", "127.0.0.1", "::1")
"""Names of this machine that it alone can reach."""


def is_here(host: str) -> bool:
    """Whether an address is this machine's own, which no other machine can reach."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Browser(Server):
    """Serves the program to browsers.

    Args:
        host, port: what it is bound to.
    """

    def __init__(self, host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        command = f"{quote(sys.executable)} -c {quote(COMMAND)}"
        super().__init__(command, host, port, "thorgames", f"http://{shown}:{port}", templates_path=str(PAGES))

    def serve(self, debug: bool = False) -> None:
        """Serve until Ctrl+C. Nothing is logged: a record of what passes would be a record of hands."""
        web.run_app(self._make_app(), host=self.host, port=self.port, access_log=None, print=self.say_where)

    async def on_startup(self, app: web.Application) -> None:
        """Nothing is said before it can be reached."""

    def say_where(self, *words: str) -> None:
        """Say where it can be reached, and by whom."""
        print(f"thorgames can be played in a browser at {self.public_url} (Ctrl+C ends it).", flush=True)
        if not is_here(self.host):
            print(
                "Take care: every device that reaches this address can open it without a password, look into the "
                "saved games and play for any seat; and what is sent can be read on the way.",
                flush=True,
            )

    def allowed(self, request: web.Request) -> bool:
        """Whether a page that this program gave is asking, and not one from elsewhere that uses the browser."""
        name = urlsplit(f"//{request.host}").hostname or ""
        if is_here(self.host) and name not in HERE:
            return False
        origin = request.headers.get("Origin")
        return origin is None or urlsplit(origin).netloc == request.host

    async def handle_index(self, request: web.Request) -> Any:
        """The page, which then opens its connection to the name by which it was called."""
        if not self.allowed(request):
            raise web.HTTPForbidden(text="This page cannot be opened under that name.")
        self.public_url = f"{request.scheme}://{request.host}"
        return await super().handle_index(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """The connection, for our own page alone."""
        if not self.allowed(request):
            raise web.HTTPForbidden(text="Only a page of this program may connect.")
        return await super().handle_websocket(request)


def serve(host: str, port: int) -> None:
    """Serve until Ctrl+C.

    Raises:
        OSError: the address cannot be had; its text says why.
    """
    try:
        Browser(host, port).serve()
    except OSError as error:
        why = "it is in use" if error.errno == errno.EADDRINUSE else (error.strerror or str(error))
        raise OSError(f"{host}, port {port}: {why}") from None
