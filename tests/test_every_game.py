"""The shared checks of `tests.suite`, run on every game of the registry and on the toy, in every set-up."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Collection, Container, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests import toy
from tests.suite import (
    NAMES,
    ROOT,
    at_an_end,
    check_canary,
    check_no_repeats,
    check_refusals,
    check_repr,
    check_reprs,
    check_state,
    check_tracebacks,
    check_twin,
    check_uniform,
    check_views,
    check_words,
    clauses,
    dealt,
    games,
    last,
    marked,
    name_of,
    play,
    setups,
    speaker_for,
    viewers,
)
from thorgames.bots import heuristics
from thorgames.core.chance import Dealer
from thorgames.core.errors import CardFileError
from thorgames.core.game import Setup
from thorgames.core.zones import owner
from thorgames.games import registry
from thorgames.session import Session

ALL = [setup for game in games().values() for setup in setups(game)]
every_setup = pytest.mark.parametrize(
    "setup",
    [pytest.param(s, marks=() if at_an_end(games()[s.game], s) else pytest.mark.long) for s in ALL],
    ids=name_of,
)
"""Settings that are neither all at their first value nor all at their last are left to the long runs."""
every_game = pytest.mark.parametrize("game_id", games())


def longest(game_id: str) -> Setup:
    """The set-up with the most seats."""
    return max((setup for setup in ALL if setup.game == game_id), key=lambda setup: setup.seats)


def chosen_first(game_id: str) -> bool:
    """Whether players choose something before any card is shuffled."""
    game = games()[game_id]
    return not game.all_cards(dealt(game, longest(game_id), 0))


@every_setup
def test_a_random_game_is_right_at_every_step(setup: Setup) -> None:
    game, rng = games()[setup.game], random.Random(1)
    check_state(game, game.new(setup))
    for step in play(game, setup, 1):
        check_state(game, step.result.state)
        check_views(game, step.result.state, rng)


@every_setup
def test_everything_said_has_words_for_everybody(setup: Setup) -> None:
    game = games()[setup.game]
    speaker = speaker_for(game, setup.seats)
    for step in play(game, setup, 10):
        check_words(game, speaker, step)


@every_setup
def test_nobody_can_tell_twin_states_apart(setup: Setup) -> None:
    game = games()[setup.game]
    speaker = speaker_for(game, setup.seats)
    rng = random.Random(20)
    compared = 0
    for number, step in enumerate(play(game, setup, 20)):
        seen_by = viewers(step.before)
        for viewer in {step.seat if step.seat >= 0 else None, seen_by[number % len(seen_by)]}:
            compared += check_twin(game, speaker, step, viewer, rng)
    assert compared > 0


@every_setup
def test_a_refused_answer_changes_nothing(setup: Setup) -> None:
    game = games()[setup.game]
    speaker = speaker_for(game, setup.seats)
    state = game.new(setup)
    for number, step in enumerate(play(game, setup, 30)):
        if number % 7 == 0 or len(step.before.sealed):
            check_refusals(game, speaker, step.before)
        state = step.result.state
    check_refusals(game, speaker, state)


@every_game
def test_nothing_that_is_printed_shows_a_card(game_id: str) -> None:
    game = marked(games()[game_id])
    setup = longest(game_id)
    errors = 0
    speaker = speaker_for(game, setup.seats)
    for number, step in enumerate(play(game, setup, 40)):
        if number > 60 and number % 5:  # of a long game not every step
            continue
        check_reprs(game, step)
        check_canary(game, speaker, step)
        errors += check_tracebacks(game, step)
    assert errors > 0
    session = Session(game, setup, NAMES[: setup.seats], dealer=Dealer(40))
    check_repr(game, session, session.dealer, session.snapshot(), session.steps, session.pending(), session.view(0))


@every_setup
def test_the_same_seed_replays_the_same_game(setup: Setup) -> None:
    game = games()[setup.game]
    steps = list(play(game, setup, 50))
    assert steps == list(play(game, setup, 50))
    state = game.new(setup)
    for step in steps:  # no dealer: chance has answered already
        state = game.apply(state, step.seat, step.answer).state
    assert state == steps[-1].result.state
    assert [s.answer for s in steps] != [s.answer for s in play(game, setup, 51)]


@every_game
def test_every_card_is_dealt_everywhere_alike(game_id: str) -> None:
    if chosen_first(game_id):
        pytest.skip("what is shuffled depends on what the players choose before; the game's own tests look at it")
    assert check_uniform(games()[game_id], longest(game_id), 1_000) > 0


@every_game
def test_new_games_do_not_repeat_first_hands(game_id: str) -> None:
    if chosen_first(game_id):
        pytest.skip("nothing is dealt before the players have chosen; the game's own tests look at it")
    game, setup = games()[game_id], longest(game_id)
    names = [f"player {n}" for n in range(setup.seats)]
    states = [Session(game, setup, names).state for _ in range(1_000)]
    zones = [zone for zone in game.layout.zones if zone.sees is owner and zone.piles(states[0])[0]]
    for zone in zones:
        check_no_repeats(game.all_cards(states[0])[zone.back_of(0)], [zone.piles(state)[0] for state in states])
    assert len({game.pack(state) for state in states}) > 990


def test_repeated_hands_would_be_found() -> None:
    game, setup = games()["toy"], longest("toy")
    hands = [dealt(game, setup, seed % 20).hands[0] for seed in range(1_000)]
    with pytest.raises(AssertionError, match="pairs of equal first hands"):
        check_no_repeats(game.box.count("good", "trick"), hands)


@every_game
def test_games_end_in_more_than_one_ranking(game_id: str) -> None:
    game = games()[game_id]
    setup = min((s for s in ALL if s.game == game_id and s.seats > 1), key=lambda s: s.seats)
    ends = Counter(last(play(game, setup, seed)).outcome.ranks for seed in range(20))
    assert len(ends) > 1


@pytest.mark.long
@every_setup
def test_many_random_games_are_right_at_every_step(setup: Setup) -> None:
    game = games()[setup.game]
    speaker = speaker_for(game, setup.seats)
    for seed in range(100, 200):
        rng = random.Random(seed)
        for step in play(game, setup, seed):
            check_state(game, step.result.state)
            check_views(game, step.result.state, rng)
            check_words(game, speaker, step)
            check_twin(game, speaker, step, rng.choice(viewers(step.before)), rng)


@pytest.mark.long
@pytest.mark.parametrize("game_id", registry.GAMES)
def test_cards_under_other_ids_are_refused_or_played_like_any_others(game_id: str) -> None:
    """Whatever the rules know a card by, the card file is asked for it."""
    toml = games()[game_id].box.toml

    def renamed(cards: Container[str]) -> str:
        return re.sub(r'^id = "(.*)"', lambda m: m[0] if m[1] not in cards else f'id = "{m[1]}-x"', toml, flags=re.M)

    taken = []
    for card in games()[game_id].box.cards:
        with suppress(CardFileError):
            registry.box(game_id, renamed({card}), "mine.toml")
            taken.append(card)
    assert taken
    game = registry.load(game_id, registry.box(game_id, renamed(set(taken)), "mine.toml"))
    for setup in setups(game):
        for step in play(game, setup, 1):
            check_words(game, speaker_for(game, setup.seats), step)


# --- what a game of the registry must have -------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_the_rules_named_on_cards_exist(game_id: str) -> None:
    known = set(clauses(game_id))
    for card in games()[game_id].box.cards.values():
        assert card.rules
        assert set(card.rules) <= known
        assert len(set(card.rules)) == len(card.rules)


def missing(game_id: str, root: Path) -> list[str]:
    """What a game lacks, one sentence each."""
    needed = {
        f"assets/cards/{game_id}.toml": "its card file",
        f"assets/rules/{game_id}.md": "its rules page",
        f"thorgames/games/{game_id}/info.py": "what lists of games tell of it",
        f"thorgames/games/{game_id}/words.py": "its words",
        f"thorgames/games/{game_id}/heuristics.py": "its heuristics, by which computer opponents play",
        f"tests/games/{game_id}/test_*.py": "its tests",
        f"tests/golden/{game_id}*": "a golden transcript",
        f"screens/table/{game_id}.py": "its table layout",
        f"screens/plain/tables/{game_id}.py": "its table in plain words",
    }
    return [f"The game {game_id} lacks {what}: {path}." for path, what in needed.items() if not any(root.glob(path))]


KEY = {"tell": 0, "and_told": 0, "Msg": 0, "pick": 0, "Outcome": 0, "Ask": 1, "Option": 2, "Barred": 5}
"""Which argument of these calls is a key of the words."""


def keys(source: str) -> Iterator[tuple[int, str]]:
    """(line, key) of every message in a module that is written out as a text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            args = node.args[KEY.get(name, 99) :][:1] + [word.value for word in node.keywords if word.arg == "says"]
            for arg in args:
                for part in (arg.body, arg.orelse) if isinstance(arg, ast.IfExp) else (arg,):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value:
                        yield part.lineno, part.value


def wordless(folder: Path, words: Collection[str]) -> list[str]:
    """The messages of a game's modules that have no words, one sentence each."""
    return [
        f"{path.name}, line {line}: there are no words for {key!r}."
        for path in sorted(folder.glob("*.py"))
        for line, key in keys(path.read_text(encoding="utf-8"))
        if key not in words
    ]


@pytest.mark.parametrize("game_id", registry.GAMES)
def test_a_game_of_the_registry_lacks_nothing(game_id: str) -> None:
    assert not missing(game_id, ROOT), "\n".join(missing(game_id, ROOT))
    info = registry.info(game_id)
    assert (info.id, info.name) == (game_id, registry.GAMES[game_id])


@every_game
def test_every_message_in_the_code_has_words(game_id: str) -> None:
    folder = toy.HERE if game_id == "toy" else ROOT / "thorgames" / "games" / game_id
    assert list(keys((folder / "rules.py").read_text(encoding="utf-8")))
    reasons = {} if game_id == "toy" else heuristics(game_id).WORDS
    assert not wordless(folder, {**games()[game_id].all_words, **reasons})


def test_a_message_without_words_is_named(tmp_path: Path) -> None:
    lines = ["s.tell('a', 1)", "Ask(0, 'b')", "Option('x', (), says='c')", "Msg('d' if x else 'e')", "pick(kind, 3)"]
    (tmp_path / "rules.py").write_text("\n".join(lines), encoding="utf-8")
    assert wordless(tmp_path, {"a"}) == [
        f"rules.py, line {line}: there are no words for {key!r}."
        for line, key in [(2, "b"), (3, "c"), (4, "d"), (4, "e")]
    ]


def test_what_a_game_lacks_is_named(tmp_path: Path) -> None:
    (tmp_path / "assets" / "rules").mkdir(parents=True)
    (tmp_path / "assets" / "rules" / "chess.md").touch()
    sentences = missing("chess", tmp_path)
    assert len(sentences) == 8
    assert "The game chess lacks its card file: assets/cards/chess.toml." in sentences
    assert not any("rules page" in sentence for sentence in sentences)
