"""Decisions a second of whole random games of every mode, against those of RLCard's uno with its random agents.

A decision is one answer of one seat: a call of `env.step` there, an answer applied here. What chance answers is not
counted, but the time for it is. The time is that of the processor, so that other programs matter little.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time
from typing import Any

from tests.bench.figures import median, per_second
from thorgames.bots import LEVELS
from thorgames.core.ask import CHANCE
from thorgames.core.chance import Dealer
from thorgames.games import registry

ROUNDS = 9
SECONDS = 0.5
"""Of each round, at least."""

UNO = "RLCard's uno, two random agents"


def ours(game_id: str, mode: str, seats: int, looking: bool = False) -> Callable[[int], int]:
    """What plays a game with easy seats and tells the number of decisions.

    Args:
        game_id, mode, seats: which game.
        looking: whether every decision is made with the seat's view at hand; the easy level does not look by itself.
    """
    game = registry.load(game_id)
    setup = game.setup(mode, seats)
    bot = LEVELS["easy"]

    def play(number: int) -> int:
        dealer, rng = Dealer(number), random.Random(number)
        state = game.new(setup)
        decisions = 0
        while (pending := game.pending(state)) is not None:
            ask = pending.asks[0]
            if ask.seat == CHANCE:
                answer = dealer.answer(ask)
            else:
                decisions += 1
                if looking:
                    game.view(state, ask.seat)
                answer = bot.choose(ask, lambda: None, rng)
            state = game.apply(state, ask.seat, answer).state
        return decisions

    return play


def every_mode() -> dict[str, Callable[[int], int]]:
    """What plays each mode of each game, with four seats or as many as there can be; the first one with views, too."""
    players: dict[str, Callable[[int], int]] = {}
    for game_id in registry.GAMES:
        for number, mode in enumerate(registry.info(game_id).modes):
            seats = min(4, mode.seats[-1])
            name = f"{game_id} {mode.id}, {seats}"
            players[name] = ours(game_id, mode.id, seats)
            if not number:
                players[f"{name}, with a view each time"] = ours(game_id, mode.id, seats, looking=True)
    return players


def uno() -> Callable[[int], int]:
    """The same for RLCard's uno."""
    import rlcard  # type: ignore[import, unused-ignore]
    from rlcard.agents import RandomAgent  # type: ignore[import, unused-ignore]

    env: Any = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(number: int) -> int:
        before = env.timestep  # goes up by one with every call of env.step
        env.run(is_training=False)
        return int(env.timestep - before)

    return play


def rate(play: Callable[[int], int], start: int) -> float:
    """Decisions a second of a round."""
    decisions, number = 0, start
    since = process_time()
    while (spent := process_time() - since) < SECONDS:
        decisions += play(number)
        number += 1
    return decisions / spent


def main() -> None:
    """Print the figures."""
    players = every_mode()
    try:
        theirs = uno()
    except ImportError:
        print("  rlcard is not there to compare with; pip install -e '.[bench]' brings it.")
    else:
        players[UNO] = theirs
    rates: dict[str, list[float]] = {name: [] for name in players}
    for play in players.values():
        play(0)
    for turn in range(ROUNDS):
        for name, play in players.items():
            rates[name].append(rate(play, turn * 100_000))
    for name, values in rates.items():
        per_second(name, values)
    for name, values in rates.items():
        if UNO in rates and name != UNO:
            ratio = median([a / b for a, b in zip(values, rates[UNO], strict=True)])
            print(f"  {name:<44} : uno = {ratio:.2f}")
