"""What the tests of every game say positions, answers and events with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from tests.suite import AnyGame, look, speaker_for
from thorgames.core.ask import CHANCE, Ask
from thorgames.core.chance import Dealer
from thorgames.core.effects import Op
from thorgames.core.errors import Refusal

Said = tuple[str, ...]
Player = Callable[[Any, Ask, random.Random], Said]


def cards(text: str) -> tuple[str, ...]:
    """Card ids; ``villager*3`` stands for three."""
    out: list[str] = []
    for word in text.split():
        name, _, times = word.partition("*")
        out += [name] * int(times or 1)
    return tuple(out)


def pile(text: str) -> tuple[str, ...]:
    """The same, sorted as a hand is."""
    return tuple(sorted(cards(text)))


def kinds(events: list[Any]) -> list[str]:
    """The kinds of events."""
    return [event.kind for event in events]


def told(events: list[Any], *wanted: str) -> list[tuple[Any, ...]]:
    """The open arguments of the events of some kinds, in order."""
    return [event.args for event in events if event.kind in wanted]


def winners(state: Any) -> list[int]:
    """Who has won."""
    return [seat for seat, rank in enumerate(state.outcome.ranks) if rank == 1]


def verbs(op: Op) -> Iterator[str]:
    """The verb of a call, and those of the calls inside it."""
    yield str(op.__struct_config__.tag)
    for field in op.__struct_fields__:
        value = getattr(op, field)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Op):
                yield from verbs(part)


def lies(state: Any, ask: Ask, wanted: str) -> Said:
    """What chance answers: what is wanted, or a pile as it lies."""
    return (wanted,) if wanted else tuple(str(n) for n in range(ask.lo))


def hear(
    game: AnyGame,
    state: Any,
    said: Sequence[str],
    answer: Callable[[Ask, str], Said],
    chance: Callable[[Any, Ask, str], Said] = lies,
    picks: Callable[[Ask], bool] = lambda ask: ask.kind != "shuffle",
    silent: Callable[[Ask], bool] = lambda ask: False,
) -> tuple[Any, list[Any]]:
    """The state after some answers, each given by whoever is asked first, and the events on the way.

    Args:
        game, state: where it begins.
        said: the answers in words; ``!word`` is what chance draws.
        answer: words as an answer of a seat.
        chance: words as an answer of chance, "" for none.
        picks: whether chance may be told what to draw.
        silent: whether a question is answered by nothing without any word.
    """
    events: list[Any] = []
    words = list(said)
    while True:
        pending = game.pending(state)
        ask = pending.asks[0] if pending is not None else None
        if pending is not None and ask is not None and pending.mode == "chance":
            wanted = words.pop(0)[1:] if picks(ask) and words and words[0].startswith("!") else ""
            given = chance(state, ask, wanted)
        elif ask is not None and silent(ask):
            given = ()
        elif words:
            assert ask is not None, "the game is over"
            given = answer(ask, words.pop(0))
        else:
            return state, events
        assert ask is not None
        result = game.apply(state, ask.seat, given)
        events += result.events
        state = result.state
        assert game.faults(state) == (), game.faults(state)


def refused(game: AnyGame, state: Any, seat: int, answer: Said) -> Refusal:
    """Why an answer is refused; that it changes nothing is checked."""
    before, question = game.pack(state), game.pending(state)
    with pytest.raises(Refusal) as caught:
        game.apply(state, seat, answer)
    assert game.pack(state) == before
    assert game.pending(state) == question
    return caught.value


def steps(game: AnyGame, state: Any, seed: int, player: Player) -> Iterator[tuple[Any, Ask, Said, Any]]:
    """Play a game to its end: (state before, question, answer, result), one after the other."""
    dealer, rng = Dealer(seed), random.Random(seed)
    while (pending := game.pending(state)) is not None:
        ask = pending.asks[0]
        said = dealer.answer(ask) if ask.seat == CHANCE else player(state, ask, rng)
        result = game.apply(state, ask.seat, said)
        yield state, ask, said, result
        state = result.state


def alike(game: AnyGame, one: Any, other: Any, *seen_by: int | None) -> None:
    """These viewers cannot tell the states apart: not by what they see, not by what is asked."""
    speaker = speaker_for(game, one.seats)
    assert one != other
    for viewer in seen_by:
        assert look(game, speaker, one, viewer) == look(game, speaker, other, viewer), viewer


def unlike(game: AnyGame, one: Any, other: Any, *seen_by: int | None) -> None:
    """These viewers see the difference."""
    for viewer in seen_by:
        assert game.view(one, viewer) != game.view(other, viewer), viewer
