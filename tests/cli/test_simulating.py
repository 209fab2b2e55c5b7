"""Whole games without a screen: the same seed gives the same games, figures are right, faults are found."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from screens import figures as figures_module
from screens import simulate as module
from screens.figures import Span, Speed, as_text, histogram, span, summary, wilson
from screens.simulate import Plan, Played, Run, play, simulate
from thorgames import library
from thorgames.core.ask import Answer, Ask
from thorgames.core.cards import Box
from thorgames.core.errors import RulesError
from thorgames.core.game import Game, Result
from thorgames.core.state import Outcome
from thorgames.games import registry
from thorgames.games.thor.game import Thor

from .conftest import Call

ROOT = Path(__file__).resolve().parents[2]
THREE = ("simulate", "thor", "--mode", "basic", "--players", "3", "--seed", "7", "--option", "rounds=1")


def plan(games: int = 3, **changes: Any) -> Plan:
    setup = registry.load("thor").setup("basic", 3, {"rounds": "1"})
    return Plan(**{"setup": setup, "levels": ("easy",) * 3, "seed": 7, "games": games, **changes})


def same(games: dict[int, Played]) -> list[tuple[object, ...]]:
    """Games without the time they took, in order."""
    return [(g.number, g.decisions, g.covers, g.turns, g.outcome, g.faults, g.cards) for _, g in sorted(games.items())]


def without_time(text: str) -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(text)
    del figures["speed"], figures["jobs"]
    return figures


# --- the same games again ------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_games() -> None:
    assert same(simulate(plan()).played) == same(simulate(plan()).played)
    assert same(simulate(plan()).played) != same(simulate(plan(seed=8)).played)


def test_a_game_depends_on_its_number_alone() -> None:
    some = simulate(plan(4)).played
    assert same(simulate(plan(1, first=3)).played) == same({3: some[3]})
    assert len({(game.decisions, game.outcome) for game in some.values()}) > 1


def test_two_processes_play_the_same_games_as_one(call: Call) -> None:
    one = call(*THREE, "--games", "50", "--json")
    two = call(*THREE, "--games", "50", "--json", "--jobs", "2")
    assert one.status == two.status == 0
    assert without_time(one.out) == without_time(two.out)
    assert json.loads(two.out)["jobs"] == 2


def test_without_a_seed_one_is_drawn_and_printed(call: Call) -> None:
    argv = ("simulate", "thor", "--players", "2", "--games", "1", "--json")
    first = call(*argv).out
    again = call(*argv, "--seed", str(json.loads(first)["seed"])).out
    assert without_time(first) == without_time(again)


# --- figures -------------------------------------------------------------------------------------------------------


def test_the_figures_are_printed(call: Call) -> None:
    done = call(*THREE, "--games", "20")
    assert (done.status, done.err) == (0, "")
    for words in ("Thor, Basic Game, 3 players", "rounds=1", "seed 7", "faults found        none", "A sixth offering"):
        assert words in done.out
    for name in ("games", "decisions", "decisions a second", "turns a game", "covers a game", "seat", "ended"):
        assert re.search(rf"^{name}\b", done.out, re.MULTILINE), name
    assert max(len(line) for line in done.out.splitlines()) < 110


def test_json_is_one_object_with_the_same_figures(call: Call) -> None:
    done = call(*THREE, "--games", "20", "--json")
    assert (done.status, done.err, done.out.count("\n")) == (0, "", 1)
    figures = json.loads(done.out)
    assert (figures["games"], figures["finished"], figures["faults"], figures["interrupted"]) == (20, 20, [], False)
    assert sum(seat["wins"] for seat in figures["seats"]) == pytest.approx(20, abs=0.01)
    assert sum(figures["turns_histogram"].values()) == sum(figures["ended"].values()) == 20
    assert figures["turns"]["min"] == min(map(int, figures["turns_histogram"]))
    assert figures["speed"]["per_process"] > figures["speed"]["overall"] > 0
    # A turn of the Basic Game has two answers of one player, behind one cover; the last may have one only.
    assert figures["decisions"] <= 2 * figures["turns"]["mean"] * 20
    assert figures["covers"] == figures["turns"]


def test_wins_that_are_shared_count_in_part() -> None:
    ends = [Outcome("reason.sixth", (1, 1, 3), (9, 9, 5)), Outcome("reason.sixth", (2, 1, 3), (4, 7, -1))]
    run = Run(plan(2), 1, {n: Played(n, 10, 0.1, 5, 6, end) for n, end in enumerate(ends, 1)}, 1.0)
    figures = summary(run)
    assert [seat.wins for seat in figures.seats] == [0.5, 1.5, 0]
    assert [seat.share for seat in figures.seats] == [0.25, 0.75, 0]
    assert figures.scores == Span(-1, 5.5, 6.0, 9)
    assert figures.speed == Speed(0.2, 1.0, 100.0, 20.0, {})
    assert "-1" in as_text(figures)


def test_a_game_without_scores_and_one_without_winners() -> None:
    run = Run(plan(1), 1, {1: Played(1, 10, 0.1, 5, 6, Outcome("lost", (2, 2, 2)))}, 1.0)
    figures = summary(run)
    assert figures.scores is None
    assert [seat.wins for seat in figures.seats] == [0, 0, 0]
    assert "lost" in as_text(figures)
    assert "points" not in as_text(figures)


def test_levels_move_on_by_a_seat_from_game_to_game(call: Call) -> None:
    rotated = plan(4, levels=("normal", "easy", "hard"), rotate=True)
    sat = [rotated.sitting(n) for n in (1, 2, 3, 4)]
    assert sat[0] == sat[3] == ("normal", "easy", "hard")
    assert sat[1] == ("easy", "hard", "normal")
    assert [sorted({one[seat] for one in sat}) for seat in range(3)] == [["easy", "hard", "normal"]] * 3
    assert plan(4, levels=("normal", "easy", "hard")).sitting(2) == ("normal", "easy", "hard")
    assert "--rotate" in rotated.command(2)


def test_a_level_has_its_wins_wherever_it_sat() -> None:
    first, second = Outcome("reason.sixth", (1, 2, 3)), Outcome("reason.sixth", (3, 1, 1))
    games = {n: Played(n, 10, 0.1, 5, 6, end) for n, end in ((1, first), (2, second))}
    run = Run(plan(2, levels=("normal", "easy", "easy"), rotate=True), 1, games, 1.0)
    # In the second game the normal level has moved to the last seat, and shares the win with an easy one.
    normal, easy = summary(run).levels
    assert (normal.level, normal.games, normal.wins, normal.share, normal.fair) == ("normal", 2, 1.5, 0.75, 2.25)
    assert (easy.level, easy.games, easy.wins, easy.share, easy.fair) == ("easy", 4, 0.5, 0.125, 0.38)
    assert (normal.low, normal.high) == tuple(round(bound, 4) for bound in wilson(1.5, 2))
    text = as_text(summary(run))
    assert re.search(r"^normal +2 +1\.5 +75\.0% .* x 2\.25", text, re.MULTILINE)


def test_whoever_plays_a_card_is_counted_once_a_game() -> None:
    game = registry.load("thor")
    wills = plan(12, setup=game.setup("basic", 3, {"thors-will": "yes", "rounds": "1"}))
    run = simulate(wills)
    played = {card: 0 for one in run.played.values() for _, card in one.cards}
    for one in run.played.values():
        assert len(set(one.cards)) == len(one.cards)
        for _, card in one.cards:
            played[card] += 1
    figures = summary(run)
    assert len(played) > 3
    assert {one.card: one.played for one in figures.cards} == played
    assert all(one.low <= one.share <= one.high and one.fair == round(1 / 3, 4) for one in figures.cards)
    text = as_text(figures, cards=True)
    assert all(game.box.name(card) in text for card in played)
    assert max(len(line) for line in text.splitlines()) < 110


def test_jobs_without_a_number_are_as_many_as_processors(call: Call) -> None:
    done = call(*THREE, "--games", "50", "--json", "--jobs")
    assert json.loads(done.out)["jobs"] == min(os.cpu_count() or 1, 50)


def test_the_hard_level_plays_the_same_however_many_processes(call: Call) -> None:
    argv = ("simulate", "thor", "--mode", "basic", "--players", "2", "--seed", "7", "--option", "rounds=1")
    argv = (*argv, "--games", "2", "--bots", "hard,normal", "--rotate", "--json")
    one, two = call(*argv), call(*argv, "--jobs", "2")
    assert without_time(one.out) == without_time(two.out)
    assert sorted(json.loads(one.out)["speed"]["think"]) == ["hard", "normal"]


def test_wilson_has_the_known_values() -> None:
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_histograms_have_few_rows_and_lose_nothing() -> None:
    assert len(histogram({7: 3})) == 1
    rows = histogram({n: 2 for n in range(10, 133)})
    assert len(rows) <= 10
    assert sum(int(row.split()[-1]) for row in rows) == 2 * 123
    assert histogram({1: 1, 3: 2}) == [
        f"{'1':>18}  {'#' * 20:<40} {1:>7}",
        f"{'2':>18}  {'':<40} {0:>7}",
        f"{'3':>18}  {'#' * 40:<40} {2:>7}",
    ]


def test_spans() -> None:
    assert span([]) is None
    assert span([1, 2, 6]) == Span(1, 3.0, 2, 6)


def test_a_card_file_of_ones_own_is_played_with(call: Call, tmp_path: Path) -> None:
    cards = tmp_path / "my cards.toml"
    cards.write_text(library.read("cards", "thor.toml").replace("value = 1\n", "value = 90\n"), encoding="utf-8")
    own = call(*THREE, "--games", "10", "--json", "--cards", str(cards), "--jobs", "2")
    assert own.status == 0
    assert json.loads(own.out)["scores"]["max"] > 200


def test_the_whole_house_can_be_simulated(call: Call) -> None:
    for game_id in registry.GAMES:
        for mode in registry.info(game_id).modes:
            for seats in {mode.seats[0], mode.seats[-1]}:
                done = call("simulate", game_id, "--mode", mode.id, "--players", str(seats), "--games", "2")
                assert done.status == 0, done.out


# --- faults --------------------------------------------------------------------------------------------------------


class Planted(Thor):
    """Thor with an invariant that breaks in the fifth turn."""

    def wrong(self, state: Any) -> Sequence[str]:
        return ["a planted fault"] if state.turn == 5 else ()


class Crashing(Thor):
    """Thor with a rule that fails."""

    def apply(self, state: Any, seat: int, answer: Answer) -> Result[Any]:
        if state.turn == 3:
            raise RulesError("a planted error")
        return super().apply(state, seat, answer)


class Refused:
    """A computer opponent that answers nonsense."""

    def choose(self, ask: Ask, look: Callable[[], Any], rng: object) -> Answer:
        return ("nonsense",)


class Looking(Refused):
    """A computer opponent that fails after a look at its hand."""

    def choose(self, ask: Ask, look: Callable[[], Any], rng: object) -> Answer:
        raise ZeroDivisionError(look().viewer)


def plant(monkeypatch: pytest.MonkeyPatch, kind: type[Game[Any, Any, Any]]) -> None:
    def load(game_id: str, cards: Box[Any] | None = None) -> Game[Any, Any, Any]:
        return kind(registry.box(game_id))

    monkeypatch.setattr(registry, "load", load)


def test_a_fault_is_found_and_tells_how_to_play_it_again(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, Planted)
    done = call(*THREE, "--games", "3")
    assert (done.status, done.err) == (1, "")
    assert "faults found        3, in games that were left unfinished" in done.out
    assert "game 2, at answer 9: a planted fault" in done.out
    again = next(line for line in done.out.splitlines() if "again" in line and "--first 2" in line)
    repeated = call(*again.split()[2:])
    assert repeated.status == 1
    assert "game 2, at answer 9: a planted fault" in repeated.out
    assert "game 1," not in repeated.out


def test_faults_are_in_the_json(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, Planted)
    done = call(*THREE, "--games", "30", "--json")
    assert done.status == 1
    figures = json.loads(done.out)
    assert len(figures["faults"]) == 30
    assert {"game", "seed", "says", "again"} == set(figures["faults"][0])
    assert (figures["finished"], figures["turns"], figures["scores"]) == (0, None, None)


def test_no_more_than_some_faults_are_printed(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, Planted)
    done = call(*THREE, "--games", "25")
    assert done.out.count("a planted fault") == figures_module.SHOWN
    assert "and 5 more" in done.out


def test_an_error_in_the_rules_is_a_fault(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, Crashing)
    done = call(*THREE, "--games", "1")
    assert (done.status, done.err) == (1, "")
    assert re.search(r"game 1, at answer \d+: RulesError in test_simulating.py, line \d+: a planted error", done.out)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (Refused(), "the answer to 'play' was refused: That is not among the choices."),
        (Looking(), "ZeroDivisionError in test_simulating.py"),
    ],
)
def test_a_bad_answer_of_a_computer_opponent_is_a_fault(
    call: Call, monkeypatch: pytest.MonkeyPatch, bot: object, says: str
) -> None:
    monkeypatch.setattr(module, "LEVELS", {"easy": bot})
    done = call(*THREE, "--games", "1")
    assert done.status == 1
    assert f"game 1, at answer 1: {says}" in done.out


def test_an_endless_game_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STEPS", 10)
    game = play(registry.load("thor"), plan(), 1)
    assert (game.outcome, game.faults) == (None, ("at answer 8: no end after 10 steps",))


# --- interrupted ---------------------------------------------------------------------------------------------------


def test_an_interrupted_run_prints_what_it_has(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = module.play

    def interrupted(game: Any, plan: Plan, number: int) -> Played:
        if number == 4:
            raise KeyboardInterrupt
        return whole(game, plan, number)

    monkeypatch.setattr(module, "play", interrupted)
    done = call(*THREE, "--games", "1000")
    assert (done.status, done.err) == (130, "")
    assert "3 of 1,000, then interrupted" in done.out
    assert "faults found        none" in done.out


def test_the_cards_of_the_owner_are_played_with(call: Call, own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the app does; a file that is named comes before them."""
    own = own_home / "cards" / "thor.toml"
    own.parent.mkdir(parents=True)
    own.write_text("game = 'thor'\n", encoding="utf-8")
    assert "thor.toml" in call(*THREE, "--games", "1").sentence
    text = library.read("cards", "thor.toml")
    own.write_text(text, encoding="utf-8")
    plans: list[Plan] = []

    def noted(plan: Plan, jobs: int, json: bool, cards: bool) -> int:
        plans.append(plan)
        return 0

    monkeypatch.setattr(module, "main", noted)
    named = own_home / "named.toml"
    named.write_text(text, encoding="utf-8")
    assert call(*THREE).status == call(*THREE, "--cards", str(named)).status == 0
    own.unlink()
    assert call(*THREE).status == 0
    assert [plan.file for plan in plans] == [own, named, None]
    assert f"--cards {own}" in plans[0].command(1)


def test_a_run_that_is_interrupted_at_once_prints_that(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: Any, plan: Plan, number: int) -> Played:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "play", interrupted)
    done = call(*THREE, "--games", "10")
    assert (done.status, done.err) == (130, "")
    assert "0 of 10, then interrupted" in done.out
    assert json.loads(call(*THREE, "--games", "10", "--json").out)["games"] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are otherwise there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_at_a_terminal_stops_every_process(jobs: str) -> None:
    """The bar on stderr says when games are being played; then all processes get the signal, as from a keyboard."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "screens.cli", *THREE, "--games", "100000", "--jobs", jobs]
    program = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
        encoding="utf-8",
    )
    os.close(theirs)
    try:
        seen = b""
        while not re.search(rb"[1-9]\d*/100000", seen):
            seen += os.read(ours, 4096)
        os.killpg(program.pid, signal.SIGINT)
        out, _ = program.communicate(timeout=30)
    finally:
        if program.poll() is None:
            os.killpg(program.pid, signal.SIGKILL)
            program.wait()
        os.close(ours)
    assert program.returncode == 130
    assert re.search(r"^games +[1-9][\d,]* of 100,000, then interrupted$", out, re.MULTILINE)
    assert b"Traceback" not in seen
