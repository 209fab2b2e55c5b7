"""What only Kardnarök shows: totals and initiative, the Force Counter, face-down armies, open questions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from screens.handover import AnnounceScreen
from screens.table.base import TableScreen
from screens.table.kardnarok import KardnarokTable
from screens.table.linked import Linked
from tests.games.kardnarok import table
from tests.games.kardnarok.combat import BOX, GAME, do, position
from tests.ui.driver import Desk, board_rows, desk, new_game
from thorgames.core.text import Speaker
from thorgames.games.kardnarok.rules import AttackTurn

SIZES = [(80, 24), (120, 36)]


def at_table(folder: Path, mode: str = "basic", seats: int = 3) -> Desk:
    """A game whose position is put in later."""
    return desk(folder, new_game("kardnarok", mode, seats, first="1"))


def marks(here: Desk) -> dict[int, str]:
    """What stands beneath the spaces of the Force Counter: space -> letters."""
    lines = here.text.splitlines()
    at = next(i for i, text in enumerate(lines) if re.match(r" +0 +1 +2 .* 18 19", text))
    start = lines[at].index("  0")
    found = {space: lines[at + 1][start + 3 * space : start + 3 * space + 3].strip() for space in range(20)}
    return {space: letters for space, letters in found.items() if letters}


def board(state: Any, viewer: int | None, width: int = 78) -> str:
    """What the board shows to a seat, or to the table."""
    return " ".join(" ".join(board_rows(GAME, KardnarokTable(), state, viewer, width)).split())


def named(text: str, *cards: str) -> set[str]:
    """Those of some cards whose names stand in a text."""
    return {card for card in cards if BOX.name(card) in text}


# --- totals, initiative, counter ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("hero", "coins", "says"),
    [
        ("freydis", {}, "Ada 4 Bo 6 Ada has the initiative: has less Force."),
        ("erik", {0: 3, 1: 5}, "Ada 6 Bo 6 Ada has the initiative: has the lower coin at a tie."),
        ("erik", {0: 5, 1: 3}, "Ada 6 Bo 6 Bo has the initiative: has the lower coin at a tie."),
        ("erik", {}, "Ada 6 Bo 6 Ada has the initiative: ties go to the defender."),
    ],
)
async def test_both_totals_are_shown_and_who_has_the_initiative_and_why(
    size: tuple[int, int], hero: str, coins: dict[int, int], says: str, folder: Path
) -> None:
    here = at_table(folder)
    async with here.sit(size):
        await here.put(position(heroes={0: hero, 1: "harald"}, coins=coins, hands={0: "tyr", 1: "tyr"}))
        shown = " ".join(here.words("#board").split())
        assert says in shown
        assert "+1 Villager · +1 Villager" in shown, "what the totals are made of"


async def test_the_marks_stand_where_the_totals_are_and_go_round_above_19(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        await here.put(position(heroes={1: "harald"}, hands={0: "tyr"}))
        assert marks(here) == {4: "A", 6: "D"}
        await here.put(position(heroes={0: "erik", 1: "harald"}, hands={0: "tyr"}))
        assert marks(here) == {6: "AD"}
        strong = position(heroes={1: "harald"}, armies={1: "jarl huskarl"}, hands={0: "tyr"}, rituals="odin frey")
        strong = strong.but(thors=((), ("jotunn", "jotunn"), ()))
        assert GAME.view(strong, None).totals() == (4, 23), "3 + 2 and 2 for defending, 4, 3 of Frey, 8, and 1"
        await here.put(strong)
        assert marks(here) == {3: "D", 4: "A"}
        assert "Ada 4 Bo 23 Ada has the initiative: has less Force." in here.line


def test_the_lines_of_two_armies_stand_apart() -> None:
    """At any width, so that some line of the left army is as long as can be."""
    state = position(heroes={0: "erik", 1: "harald"}, armies={0: "jotunn berserker", 1: "jarl huskarl"})
    for width in range(78, 99):
        rows = board_rows(GAME, KardnarokTable(), state, None, width)
        first = next(at for at, row in enumerate(rows) if "Ada attacks" in row)
        last = next(at for at, row in enumerate(rows) if re.match(r" +0 +1 +2 ", row))
        right = rows[first].index("D Bo")
        assert all(row[right - 3 : right] == "   " for row in rows[first:last]), rows[first:last]


@pytest.mark.parametrize(
    ("hero", "coins", "says"),
    [
        ("freydis", {}, "Ada is losing, 4 to 6: act, or let Bo win."),
        ("erik", {0: 3, 1: 5}, "Ada is losing, 6 to 6, with the lower coin: act, or let Bo win."),
        ("erik", {0: 5, 1: 3}, "Bo is losing, 6 to 6, with the lower coin: act, or let Ada win."),
        ("erik", {}, "Ada is losing, 6 to 6, and a tie goes to the defender: act, or let Bo win."),
    ],
)
def test_the_question_says_which_rule_makes_one_lose_a_tie(hero: str, coins: dict[int, int], says: str) -> None:
    pending = GAME.pending(position(heroes={0: hero, 1: "harald"}, coins=coins, hands={0: "tyr", 1: "tyr"}))
    assert pending is not None
    assert Speaker(GAME.all_words, ("Ada", "Bo", "Cleo"), BOX.name).plain(pending.asks[0].prompt()) == says


async def test_equal_reinforcements_are_one_part_of_a_total(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        await here.put(do(position(heroes={1: "harald"}, hands={0: "villager*3 tyr"}), "villager"))
        assert "+1 Villager reinforcement" in here.line
        state = do(
            position(heroes={1: "harald"}, armies={1: "jarl jarl"}, hands={0: "villager*3 tyr"}), *["villager"] * 3
        )
        await here.put(state)
        assert "+3 Villager reinforcements" in here.line


async def test_a_hero_whose_bonus_does_not_count_is_marked(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        await here.put(position(heroes={0: "erik", 1: "harald"}, armies={0: "jotunn villager", 1: "jarl jarl"}))
        assert "Erik the Red 3 impeded · Jötunn 4" in here.line


async def test_when_a_combat_is_won_nobody_has_the_initiative_and_the_totals_stay(folder: Path) -> None:
    """Bronze that the winner pays may end the bonus of a Varangian; the combat was won with it."""
    before = position(heroes={1: "harald"}, armies={1: "varangian jarl"}, bronze={0: 4, 1: 5}, hands={0: "tyr ran"})
    state = do(before, "")
    assert state.fight is not None
    state = state.but(bronze=(5, 4, 6))
    here = at_table(folder)
    async with here.sit():
        await here.put(state)
        assert "Ada 4 Bo 11 The combat is over: Bo has won." in here.line
        assert marks(here) == {4: "A", 11: "D"}
        assert "has the initiative" not in here.words("#board")
        assert "no coin" in here.line
        assert "+3 Jarl" not in here.line, "parts that do not make up the totals"


async def test_a_tie_that_an_action_would_bring_about_says_whose_it_is() -> None:
    for coins, key in (({0: 5, 1: 3}, "will.level.lead"), ({0: 3, 1: 5}, "will.level.behind")):
        heroes, armies = {0: "erik", 1: "harald"}, {1: "villager berserker"}
        state = position(heroes=heroes, armies=armies, coins=coins, hands={0: "villager"})
        assert GAME.view(state, 0).totals() == (6, 7)
        pending = GAME.pending(state)
        assert pending is not None
        (told,) = GAME.preview(GAME.view(state, 0), pending.asks[0], ("villager",))
        assert told.key == key


def test_the_choice_of_a_rune_says_what_the_totals_would_be() -> None:
    armies = {0: "champion villager", 1: "jarl villager"}
    state = do(position(armies=armies, heroes={0: "freydis", 1: "harald"}, hands={0: "runestone"}), "runestone")
    pending = GAME.pending(state)
    assert pending is not None
    (ask,) = pending.asks
    told = [GAME.preview(GAME.view(state, 0), ask, (choice,))[0] for choice in ("0:Z", "1:Z")]
    assert [(msg.key, msg.args) for msg in told] == [("will.behind", (5, 8)), ("will.level.behind", (8, 8))]


# --- what is hidden ------------------------------------------------------------------------------------------------

ARMIES = {0: "champion seidkona", 1: "jarl draugr", 2: "jotunn varangian"}
HEROES = {0: "freydis", 1: "lagertha", 2: "rollo"}
LED = {seat: f"{army} {HEROES[seat]}" for seat, army in ARMIES.items()}


def test_a_face_down_army_is_shown_to_its_owner_alone() -> None:
    before = table.position(armies=LED, hands=dict.fromkeys(range(3), "villager"))
    fights = [position(at, armies=ARMIES, heroes=HEROES) for at in ("ritual", "pre")]
    for state in (before, *fights):
        assert not any(state.shown)
        for viewer in (0, 1, 2, None):
            text = board(state, viewer)
            for seat in range(3):
                army = ARMIES[seat].split()
                own = seat == viewer and (state.fight is None or seat in state.fight.seats)
                assert named(text, *army) == (set(army) if own else set()), (viewer, seat)


def test_hidden_heroes_are_shown_to_their_owners_alone() -> None:
    state = table.position("story", 3, before="balder", omen="wolves", armies=LED).but(heroes_up=(False,) * 3)
    for viewer in (0, 1, 2, None):
        assert named(board(state, viewer), *HEROES.values()) == ({HEROES[viewer]} if viewer is not None else set())


@pytest.mark.parametrize("size", SIZES)
async def test_before_the_reveal_the_screen_of_one_side_does_not_show_the_army_of_the_other(
    size: tuple[int, int], folder: Path
) -> None:
    here = at_table(folder)
    async with here.sit(size):
        await here.put(position("ritual", armies=ARMIES, heroes=HEROES))
        assert isinstance(here.screen, TableScreen)
        assert here.screen.viewer == 0
        assert named(here.line, "champion", "seidkona", "jarl", "draugr") == {"champion", "seidkona"}
        assert "Lagertha 2 · ? · ?" in here.line


HANDS = {0: "heimdall fenrir villager*2", 1: "bragi idun tyr sleipnir", 2: "longships ran urd"}


async def test_questions_on_the_open_table_show_no_hand(folder: Path) -> None:
    """Offers and bids, the Warrior that a winner discards, and how many of each kind are drawn."""
    secret = {card for hand in HANDS.values() for card in hand.split() if not card.startswith("villager")}
    start = position(armies={0: "villager jarl", 1: "villager draugr"}, heroes={1: "harald"}, hands=HANDS)
    offer = do(start, "hire")
    asked = {"offer.one": offer, "bid.aside": do(offer, "2:2"), "bid.raise": do(offer, "2:2", "3")}
    asked["casualty.winner"] = do(start, "")
    asked["adjust"] = do(asked["casualty.winner"], "2")
    here = at_table(folder)
    async with here.sit():
        for kind, state in asked.items():
            await here.put(state, look=False)
            screen = here.screen
            assert isinstance(screen, TableScreen), kind
            assert screen.viewer is None
            assert screen.ask is not None
            assert screen.ask.kind == kind
            assert not named(here.line, *secret), kind
            assert "Your hand" not in here.text
            groups = dict(screen.card_groups())
            assert not groups["Your cards"]
            assert not secret & {*groups["In this question"], *groups["On the table"]}
            for key in ("l", "i"):  # the log; the card at hand, with the list of all cards
                await here.press(key)
                assert "Your cards" not in here.text
                if key == "l":
                    assert not named(here.line, *secret)
                await here.press("escape")


@pytest.mark.parametrize("at", ["pre", "act"])
async def test_an_announcement_is_the_same_whatever_is_held(at: str, folder: Path) -> None:
    texts = set()
    here = at_table(folder)
    async with here.sit():
        for hand in ("assassin freya", "heimdall tyr"):
            await here.put(position(at, heroes={1: "harald"}, hands={0: hand, 1: "loki"}), look=False)
            assert isinstance(here.screen, AnnounceScreen)
            texts.add(here.text)
    assert len(texts) == 1


async def test_an_outsider_who_cannot_help_is_asked_like_one_who_can_and_is_told_why(folder: Path) -> None:
    texts = set()
    here = at_table(folder)
    async with here.sit():
        for hand, able in (("thor longships", True), ("tyr shieldwall", False)):
            hands = {0: "loki", 1: "loki", 2: hand}
            state = do(position(heroes={1: "harald"}, hands=hands), "hire", "2:2", "3", "stop")
            await here.put(state, look=False)
            assert isinstance(here.screen, AnnounceScreen)
            texts.add(here.text)
            await here.lift()
            assert "do nothing, for 3 bronze from Bo" in here.line
            assert ("help Ada, for 2 bronze" in here.line) == able
            if not able:
                table_screen: Any = here.screen
                choices = table_screen.selection
                at = next(i for i, item in enumerate(choices.items()) if item.barred is not None)
                while choices.cursor != at:
                    await here.press("right")
                await here.press("space")
                assert "You hold no Norn that could help." in here.line
    assert len(texts) == 1


# --- room on a small screen ----------------------------------------------------------------------------------------


async def test_in_a_combat_of_four_with_a_long_hand_the_totals_are_seen_and_every_choice_is_reached(
    folder: Path,
) -> None:
    hand = (
        "villager seidkona varangian berserker jotunn tyr skadi heimdall shieldwall jormungandr sleipnir ran freya odin"
    )
    state = position(
        seats=4,
        mode="story",
        armies={0: "jotunn varangian", 1: "huskarl berserker"},
        heroes={0: "shieldmaiden", 1: "erik"},
        hands={1: hand, 0: "loki", 2: "urd", 3: "bragi"},
        rituals="frey thor",
        omens="balder wolves",
        rounds=2,
        coins={0: 5, 1: 3},
        defences={1: 2},
    ).but(thors=(("jotunn", "jotunn"), (), (), ()))
    assert GAME.view(state, None).losing() == 1
    here = at_table(folder, "story", 4)
    async with here.sit():
        await here.put(state)
        assert isinstance(here.screen, TableScreen)
        sums = GAME.view(state, None).totals()
        assert f"Ada {sums[0]} Bo {sums[1]} Bo has the initiative" in here.line
        assert len(marks(here)) == len({n % 20 for n in sums})
        assert all(BOX.name(card) in here.line for card in hand.split()), "the hand is cut off"
        seen = set()
        assert here.screen.selection is not None
        for at, item in enumerate(here.screen.selection.items()):
            x, y = await here.place_of(at)
            seen.add(here.screen.label(item)[0])
            assert here.screen.label(item)[0][:10] in here.text.splitlines()[y]
            assert x < 80
        assert "last of all: look for a mercenary" in seen


async def test_in_the_last_round_the_own_hand_is_on_a_small_screen_beside_four_fixed_rules(folder: Path) -> None:
    hands = {seat: "villager" for seat in range(4)} | {0: "villager heimdall fenrir"}
    state = table.position("story", 4, omen="world", before="rag-loki wolves vigrid", hands=hands)
    here = at_table(folder, "story", 4)
    async with here.sit():
        await here.put(state)
        assert isinstance(state.agenda[-1], AttackTurn)
        shown = here.screen.query_one("#board", Linked)
        middle = here.screen.query_one("#middle").region
        assert shown.region.bottom <= middle.bottom
        text = here.words("#board")
        assert named(text, "heimdall", "fenrir") == {"heimdall", "fenrir"}
        for card in ("rag-loki", "wolves", "vigrid"):
            assert " ".join(op.text() for op in BOX.rules[card]) in text


async def test_no_column_of_the_kingdoms_is_cut_off_by_long_names_in_ones_own_army(folder: Path) -> None:
    armies = {0: "varangian berserker shieldmaiden", 1: "huskarl champion erik"}
    state = table.position(armies=armies, defences=(1, 0, 0))
    here = at_table(folder)
    async with here.sit():
        await here.put(state)
        head = next(text for text in here.text.splitlines() if "bronze" in text and "army" in text)
        assert head.rstrip().endswith("rituals")
        assert "Shieldmaiden 2 ? ?" in here.line
        assert "Your army: Shieldmaiden 2 · Varangian 2D · Berserker 2I" in here.line


async def test_what_a_closed_kingdom_and_its_mercenary_are_doing_is_seen(folder: Path) -> None:
    state = do(
        position(heroes={1: "harald"}, hands={0: "loki freya", 1: "loki", 2: "thor longships"}), "hire", "2:2", "stop"
    )
    here = at_table(folder)
    async with here.sit():
        await here.put(do(state, "accept"))
        assert "A Ada attacks · Odin · closed" in here.line
        assert "Cleo 5 bronze 0W 2N helps Ada for 2, 0 of 2 Norns used" in here.line
