"""A computer opponent that takes its time thinks beside the screen, which goes on answering keys."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Any

from textual.worker import get_current_worker

from thorgames.bots import Bot
from thorgames.core.ask import Answer, Ask

BEAT = 0.5
"""Seconds: an answer that was thought about is shown at the next full beat, so that its time tells less still."""

PATIENCE = 1.0
"""Seconds after which the screen says how far the thinking has come."""


class Thinking:
    """One decision being thought about in a thread of its own, from the seat's view alone.

    Args:
        app: whose thread is the one that draws.
        bot: who thinks.
        ask: about what.
        view: of the seat that is asked.
        rng: the source of chance.
        done: called in the app's own thread once the answer is there, at a full beat.

    Attributes:
        share: how much of the thinking is done, 0 to 1.
        answer: what came out; None as long as it goes on.
    """

    def __init__(
        self, app: Any, bot: Bot, ask: Ask, view: Any, rng: random.Random, done: Callable[[Thinking], None]
    ) -> None:
        self.app, self.done = app, done
        self.share = 0.0
        self.answer: Answer | None = None
        self.since = monotonic()
        self._stopped = False

        def think() -> None:
            worker = get_current_worker()

            def watch(share: float) -> bool:
                self.share = share
                return not (self._stopped or worker.is_cancelled)

            answer = bot.choose(ask, lambda: view, rng, watch)
            if not worker.is_cancelled:
                app.call_from_thread(self._thought, answer)

        app.run_worker(think, thread=True, exclusive=False)

    def _thought(self, answer: Answer) -> None:
        """The answer is there; it is told at the next full beat, or at once if somebody was in a hurry."""
        took = monotonic() - self.since
        wait = 0.0 if self._stopped else ceil(took / BEAT) * BEAT - took

        def tell() -> None:
            self.answer = answer
            self.done(self)

        self.app.set_timer(max(0.001, wait), tell)

    def long(self) -> bool:
        """Whether it has taken so long that those who wait should be told."""
        return self.answer is None and monotonic() - self.since >= PATIENCE

    def stop(self) -> None:
        """Decide now, by what has been found so far."""
        self._stopped = True
