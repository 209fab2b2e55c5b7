"""What only Thorgal shows: the journey with strength and difficulty, four parties, and why something cannot be done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from screens.handover import AnnounceScreen, CoverScreen
from screens.look import ROWS
from screens.table.base import TableScreen
from screens.table.thorgal import PEOPLES, ThorgalTable, short_names
from tests.games.thorgal.table import BOX, GAME, asked, begun, do, kind, position
from tests.ui.driver import NAMES, Desk, board_rows, desk, new_game

SIZES = [(80, 24), (120, 36)]

SHORT = short_names(frozenset(card.name for card in BOX.cards.values()))

FACTIONS = ("outlaws", "visitors", "lords", "vikings")


def at_table(folder: Path, seats: int = 2) -> Desk:
    """A game whose position is put in later."""
    return desk(folder, new_game("thorgal", "standard", seats, first="1"))


def rows(state: Any, viewer: int | None, width: int = 78, ascii: bool = False) -> list[str]:
    """What the board shows to a seat, or to the table, in rows."""
    return board_rows(GAME, ThorgalTable(), state, viewer, width, ascii)


def flat(state: Any, viewer: int | None) -> str:
    """The board in one line."""
    return " ".join(" ".join(rows(state, viewer)).split())


def crowd(seats: int = 4, hand: int = 6, step: str = "actions") -> Any:
    """Four or five companions and supports in every party, and a companion that opposes."""
    party = {}
    for seat in range(seats):
        deck = dict.fromkeys(BOX.of(FACTIONS[seat], "destiny"))
        companions = [card for card in deck if BOX.cards[card].kind == "companion"]
        supports = [card for card in deck if BOX.cards[card].kind == "support"]
        party[seat] = " ".join([*companions[seat == 1 : 4], *supports[: 1 if seat else 3]])
    held = [card for card in dict.fromkeys(BOX.of("outlaws", "destiny")) if card not in party[0].split()][::-1][:hand]
    opposed = {"target": "slave-market", "oppose": (1, BOX.of("visitors", "destiny")[0])} if step == "actions" else {}
    return position(step, seats, party=party, hand={0: " ".join([*held, "+"])}, pool={0: 4}, **opposed)


# --- the journey ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_a_journey_shows_strength_against_difficulty_in_all_three_attributes(
    size: tuple[int, int], folder: Path
) -> None:
    party = {0: "sigwald-the-burnt kriss-de-valnor", 1: "aricia"}
    start = position("actions", party=party, target="fortified-port", oppose=(1, "thorgal-vikings"), hand={0: "+"})
    here = at_table(folder)
    async with here.sit(size):
        await here.put(start)
        shown = here.words("#board")
        assert "Fails now: Bravery 4 of 5 (1 short) Cunning 1 of 1 Power 0 of 1 (1 short)" in shown
        assert "Against it: opposing Thorgal Aegirsson 1/1/1" in shown
        assert "▸Fortified Port 4/0/0 Vk,Ou" in shown


def test_strength_is_of_the_same_moment_as_the_markers_and_attached_cards() -> None:
    start = position(
        "actions",
        party={0: "sigwald-the-burnt improvised-weapon"},
        target="fortified-port",
        hand={0: "unknown-powers +"},
    )
    assert "Fails now: Bravery 3 of 4 (1 short) Cunning 0 of 0 Power 0 of 0" in flat(start, 0)
    played = do(start, "unknown-powers")
    while not kind(played).startswith("act"):
        played = do(played, "-" if asked(played).lo == 0 else asked(played).options[0].id)
    assert "Power 3 of 0" in flat(played, 1)
    assert "For the party: Unknown Powers 0/0/3" in flat(played, 1)


@pytest.mark.parametrize("width", [78, 81])
def test_a_verdict_is_never_cut_off(width: int) -> None:
    for text in ("Fails now:", "Succeeds now:"):
        party = {0: "sigwald-the-burnt kriss-de-valnor archers"} if text[0] == "S" else {0: "archers"}
        state = position("actions", party=party, target="fortified-port", hand={0: "+"})
        found = [row for row in rows(state, 0, width) if row.startswith(text)]
        assert found
        assert "…" not in found[0]
        assert "Power" in found[0]


async def test_before_a_land_is_chosen_it_is_said_how_it_would_stand_and_what_it_gives(folder: Path) -> None:
    start = position("journey", party={0: "sigwald-the-burnt"}, lands="fortified-port", hand={0: "+"})
    assert kind(start) == "undertake 0"
    here = at_table(folder)
    async with here.sit():
        await here.put(start, look=False)
        at = next(o.id for o in asked(start).options if o.refs[0] == "fortified-port")
        await here.pick(at)
        shown = here.words("#preview")
        assert "strength now 3/0/0 against 4/0/0" in shown
        assert BOX.text("fortified-port").split(". ")[0] in shown


def test_peoples_on_a_land_are_told_apart() -> None:
    assert len(set(PEOPLES.values())) == len(PEOPLES)
    shown = flat(position(lands="the-invisible-fortress"), 0)
    assert "The Invisible Fortress 1/3/3 Ou,Vs" in shown
    assert "free opponents: Outlaw, Lord, Viking (Vk), Visitor (Vs)" in shown


# --- why not -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_why_a_card_cannot_be_played_is_said_when_it_is_pointed_at(size: tuple[int, int], folder: Path) -> None:
    party = {0: "kriss-de-valnor sigwald-the-burnt improvised-weapon'"}
    start = position(party=party, hand={0: "archers unknown-powers kriss-de-valnor"}, pool={0: 1})
    wanted = {
        "play Archers": f"Your pool is too small: Archers costs {BOX.cards['archers'].cost}. TRG-320",
        "play Unknown": "Unknown Powers can be played in Journey only. TRG-330",
        "play Kriss": "You hold a unique Kriss De Valnor already. TRG-350",
        "use Sigwald": "Sigwald the Burnt can be used in Journey only. TRG-360",
        "use Improvised": "Improvised Weapon is exhausted. TRG-365",
    }
    here = at_table(folder)
    async with here.sit(size):
        await here.put(start)
        found = {}
        for _ in here.screen.selection.items():
            await here.press("right")
            item = here.screen.selection.items()[here.screen.selection.cursor]
            found[here.screen.label(item)[0]] = here.words("#preview")
        for label, why in wanted.items():
            assert [why] == [said for name, said in found.items() if name.startswith(label)], label


async def test_why_a_fenris_effect_cannot_be_used_is_said(folder: Path) -> None:
    start = position(
        "dawn", party={0: "archers"}, won={"fortified-port": 0}, hand={0: "+", 1: "+"}, factions="outlaws vikings"
    )
    state = do(start, "pass")
    assert kind(state) == "act 1"
    here = at_table(folder)
    async with here.sit():
        await here.put(state)
        await here.press("right", "right", "right")
        labels = [here.screen.label(item)[0] for item in here.screen.selection.items()]
        assert "Fenris effect of Fortified Port" in labels
        seen = set()
        for _ in labels:
            await here.press("right")
            seen.add(here.words("#preview"))
        assert "Fortified Port can be used in Journey only. TRG-490" in seen


async def test_who_can_only_pass_passes_by_enter_alone(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        await here.put(position(hand={0: "unknown-powers"}))
        assert "Ada: act, or pass." in here.line
        await here.press("enter")
        assert [event.kind for event in here.session.steps[-1].events] == ["passed"]


# --- room ----------------------------------------------------------------------------------------------------------


def test_short_names_are_clear() -> None:
    assert len(set(SHORT.values())) == len(SHORT)
    assert SHORT["Kriss De Valnor"] == "Kriss"
    assert SHORT["Thorgal Aegirsson"] == "Thorgal"
    assert SHORT["Star Metal Sword"] != SHORT["Sun Sword"]


@pytest.mark.parametrize("hand", [0, 3, 6])
@pytest.mark.parametrize("step", ["dawn", "actions"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_fits_on_the_smallest_screen(seats: int, step: str, hand: int) -> None:
    state = crowd(seats, hand, step)
    for viewer in (0, 1, None):
        found = rows(state, viewer)
        assert len([row for row in found if row.strip()]) <= ROWS + 1
        assert all(len(row) <= 78 for row in found)


@pytest.mark.parametrize("size", SIZES)
async def test_four_parties_are_all_to_be_read(size: tuple[int, int], folder: Path) -> None:
    state = crowd(hand=3)
    here = at_table(folder, 4)
    async with here.sit(size):
        await here.put(state)
        shown = here.words("#board")
        painted = here.line
        assert "Fails now: Bravery " in shown
        for seat in range(4):
            assert f"{NAMES[seat]} {'destiny' if seat == 0 else 'bane'}" in shown
            for card in state.party[seat]:
                if BOX.cards[card].kind == "companion" or seat == 0:
                    assert any(name in painted for name in (BOX.name(card), SHORT[BOX.name(card)])), card
        for land in state.lands:
            assert BOX.name(land.card) in painted
        for card in state.hand_d[0]:
            assert any(name in painted for name in (BOX.name(card), SHORT[BOX.name(card)])), card
        assert "pass" in painted


def test_of_many_equal_cards_one_is_shown_with_their_number() -> None:
    state = position(hand={0: "archers archers unknown-powers"}, pool={0: 4})
    assert (
        f"Your hand: Archers 2/1/1 ({BOX.cards['archers'].cost} companion) ×2, Unknown Powers 0/0/3 (0 Journey)"
        in flat(state, 0)
    )
    assert "x2" in " ".join(rows(state, 0, ascii=True))


def test_in_ascii_only_ascii_is_drawn() -> None:
    for state in (crowd(), crowd(step="dawn"), begun(4)):
        text = "".join(rows(state, 0, ascii=True))
        assert all(sign.isascii() or sign in "".join(card.name for card in BOX.cards.values()) for sign in text)


# --- what is hidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_the_board_shows_no_hand_but_the_viewers(viewer: int | None) -> None:
    hands = {0: "archers unknown-powers", 1: "+", 2: "+"}
    state = position("dawn", 4, hand=hands, pool={0: 3})
    shown = flat(state, viewer)
    for card in ("Archers", "Unknown Powers"):
        assert (card in shown) == (viewer == 0)
    assert ("Your hand:" in shown) == (viewer is not None)


async def test_questions_on_the_open_table_show_no_hand(folder: Path) -> None:
    hands = {0: "archers unknown-powers", 1: "stun"}
    party = {0: "sigwald-the-burnt kriss-de-valnor", 1: "thorgal-vikings aricia"}
    where = position("journey", party=party, hand=hands, lands="fortified-port", pool={1: 3})
    at = next(o.id for o in asked(where).options if o.refs[0] == "fortified-port")
    here = at_table(folder)
    async with here.sit():
        for state in (where, do(where, at)):
            await here.put(state, look=False)
            screen = here.screen
            assert isinstance(screen, TableScreen)
            assert screen.viewer is None
            groups = dict(screen.card_groups())
            assert not groups["Your cards"]
            for card in ("archers", "unknown-powers", "stun"):
                assert BOX.name(card) not in here.line
                assert card not in {*groups["In this question"], *groups["On the table"]}
            await here.press("l")
            assert not any(BOX.name(card) in here.line for card in ("archers", "unknown-powers", "stun"))
            await here.press("escape")


async def test_who_holds_no_card_is_asked_on_the_open_table_and_who_holds_one_behind_a_cover(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        party = {0: "volsung-of-nichor"}
        for hand, open_to_all in (("", True), ("+", False)):
            state = position(party=party, hand={0: hand} if hand else {0: 0})
            assert kind(state) == "act 0"
            await here.put(state, look=False)
            assert isinstance(here.screen, TableScreen) == open_to_all


# --- set-up and a whole turn ---------------------------------------------------------------------------------------


async def test_during_set_up_it_is_said_so_and_what_a_faction_and_a_companion_are(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        assert "set-up" in here.text.splitlines()[0]
        assert "Gods Fate" not in here.text
        await here.press("1")
        assert "all their points together: Bravery " in here.words("#preview")
        await here.press("enter", "1", "enter")
        await here.lift()
        await here.press("1")
        assert "companions 1 of 2, cost 1 of 3, lands 0 of 2" in here.words("#preview")
        assert "Kriss De Valnor 1/1/0: " in here.words("#preview")
        assert "Ada: Outlaws" in here.line


async def test_an_unmet_upkeep_says_what_it_asks_for(folder: Path) -> None:
    state = position("upkeep", party={0: "varth"}, pool={0: 0}, hand={0: "+"})
    assert kind(state) == "upkeep.unmet 0"
    here = at_table(folder)
    async with here.sit():
        await here.put(state)
        assert "upkeep: discard all cards of your pool" in here.words("#preview")


async def test_a_whole_turn_is_played_by_keys(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        await here.put(begun())
        for _ in range(60):
            if here.session.state.target >= 0:
                break
            if isinstance(here.screen, (CoverScreen, AnnounceScreen)):
                await here.lift()
            ask = here.screen.ask
            if ask is None:
                await here.press("enter")
                continue
            await here.press("1" if ask.kind != "act" else "123456789abc"[[o.id for o in ask.options].index("pass")])
            await here.press("enter")
        assert here.session.state.target == 0
        assert "now: Bravery" in here.line
