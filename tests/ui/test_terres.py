"""What only Terres de Destinées shows: the auction, Destinies with progress, what is hidden, room for six players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from screens.handover import CoverScreen
from screens.look import Look
from screens.table.base import ChoiceBox, TableScreen
from screens.table.choices import Choices
from screens.table.terres import NO_LEGEND, TerresTable, abbreviated
from tests.games.terres.table import BOX, GAME, asked, cards, do, kind, position
from tests.ui.driver import NAMES, Desk, board_rows, desk, new_game
from thorgames.session import NAME_LENGTH

SIZES = [(80, 24), (120, 36)]

PLAY = {
    0: "king queen judge knight",
    1: "accountant ring market caravan mercenary",
    2: "vampire immortal skeletons ghoul spirit",
    3: "archmage seer fire-mage arcane-tower healer",
    4: "village herald banker usurer",
    5: "golem spring scrolls druid",
}
"""Half of all cards in play, by seat."""


def at_table(folder: Path, seats: int = 4, mode: str = "normal") -> Desk:
    """A game whose position is put in later."""
    return desk(folder, new_game("terres", mode, seats, first="1", starburst="yes"))


def board(state: Any, viewer: int | None, width: int = 78, ascii: bool = False) -> list[str]:
    """What the board shows to a seat, or to the table, in rows."""
    return board_rows(GAME, TerresTable(), state, viewer, width, ascii)


def named(text: str, *ids: str) -> set[str]:
    """Those of some cards whose names stand in a text, in full or abbreviated."""
    names = {card: (BOX.name(card), abbreviated(BOX.name(card), 6), abbreviated(BOX.name(card), 3)) for card in ids}
    return {card for card, said in names.items() if any(name in text for name in said)}


# --- the auction ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_open_screen_tells_who_sells_what_the_standing_bid_and_who_has_passed(
    size: tuple[int, int], folder: Path
) -> None:
    here = at_table(folder)
    async with here.sit(size):
        state = do(position("auction", hands={0: "judge king"}), "judge")
        await here.put(state, look=False)
        assert here.screen.viewer is None
        assert f"For sale: Juge K (Ada) {BOX.text('judge')}" in here.words("#board")
        assert "No bid yet." in here.line
        assert "Bo: make the first bid, or pass." in here.line
        await here.put(do(state, "pass", "2"), look=False)
        assert here.screen.viewer is None
        assert "Standing bid: Cleo 2 cards passed: Bo" not in here.line, "a bid gives everybody another chance"
        assert "Standing bid: Cleo 2 cards" in here.line
        assert "Dag: Cleo bids 2. Bid more, or pass." in here.line
        await here.put(do(state, "pass", "2", "pass"), look=False)
        assert "Standing bid: Cleo 2 cards passed: Dag" in here.line
        assert "bid 4, keep 1" in here.line


@pytest.mark.parametrize("size", SIZES)
async def test_in_the_duel_it_is_said_of_both_cards_what_they_do(size: tuple[int, int], folder: Path) -> None:
    state = do(position("auction", 2, hands={0: "judge king", 1: "golem vampire spirit"}), "judge", "golem")
    here = at_table(folder, 2, "duel")
    async with here.sit(size):
        await here.put(state, look=False)
        shown = here.words("#board")
        assert f"For sale: Juge K (Ada) {BOX.text('judge')} Golem Mf (Bo) {BOX.text('golem')}" in shown


def test_a_card_put_up_face_down_is_seen_by_its_seller_alone_and_marked_for_him() -> None:
    state = do(position("auction", play={0: "druid"}, hands={0: "judge king"}), "judge", "hidden")
    for viewer in (0, 1, 2, 3, None):
        text = " ".join(" ".join(board(state, viewer)).split())
        assert ("For sale: Juge K (Ada, face-down)" in text) == (viewer == 0)
        assert ("For sale: face-down (Ada)" in text) == (viewer != 0)
        assert named(text, "judge") == ({"judge"} if viewer == 0 else set())


async def test_paying_many_cards_says_how_many_are_chosen(folder: Path) -> None:
    state = do(position("auction", hands={0: "judge king", 1: "golem vampire spirit seer"}), "judge", "3")
    while kind(state).startswith("bid"):
        state = do(state, "pass")
    assert kind(state) == "pay 1"
    here = at_table(folder)
    async with here.sit():
        await here.put(state)
        await here.press("1", "3")
        assert "2 of 3 chosen" in here.line


async def test_a_hand_is_chosen_from_in_the_order_in_which_it_is_shown(folder: Path) -> None:
    here = at_table(folder)
    async with here.sit():
        state = position("auction", hands={0: "archmage village king vampire caravan"})
        await here.put(state)
        order = [BOX.name(option.id) for option in asked(state).options]
        assert order == ["Le Roi", "Village", "Caravane", "Vampire", "Archimage"]
        shown = here.words("#board").partition("Your hand: ")[2]
        assert sorted(order, key=shown.index) == order


# --- what a choice would do ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "choice", "says"),
    [
        ("golem", "act:golem", "Collect Token 4. Token 4: When a power activated by another player"),
        ("banshee", "act:banshee", "Token 1: At the start of your turn, before your draw, discard 1 card."),
        ("judge", "act:judge", "Choose another player with more cards in hand than you."),
    ],
)
async def test_before_a_card_is_used_it_is_said_what_it_does_and_its_token_too(
    play: str, choice: str, says: str, folder: Path
) -> None:
    here = at_table(folder)
    async with here.sit():
        await here.put(position(play={0: play}, hands={0: 2}), look=False)
        assert "Ada: use your cards, or end the turn." in here.line
        await here.pick(choice)
        assert says in here.words("#preview")


async def test_a_choice_too_long_for_a_line_takes_several_and_is_picked_on_any_of_them(folder: Path) -> None:
    state = do(position(play={0: "knight"}, hands={0: 2, 1: 3}), "knight")
    assert kind(state) == "power.choose 0"
    here = at_table(folder)
    async with here.sit():
        await here.put(state, look=False)
        choices = here.screen.query_one(Choices)
        first = choices.place(0)
        assert (choices.lines, first.height, choices.place(1).y) == (3, 2, 2)
        shown = here.words("#choices")
        assert "with at least as many cards in hand as you. That player discards 1 card of their choice." in shown
        for y, cursor in ((1, 0), (2, 1), (0, 0)):
            await here.click_at(choices.region.x + 5, choices.region.y + y)
            assert here.screen.selection.cursor == cursor


async def test_what_a_hint_names_is_scrolled_into_sight(folder: Path) -> None:
    """A hint takes lines from the choices, and may name one that is out of sight."""
    hand = "king queen judge knight castle charter master-merchant market caravan ledger usurer bills vampire immortal"
    here = at_table(folder)
    async with here.sit():
        await here.put(position("auction", hands={0: f"{hand} spirit crypt apprentice golem"}))
        choices = here.screen.query_one(Choices)
        box = choices.parent
        assert isinstance(box, ChoiceBox)
        await here.press("h")
        at = here.screen.hinted
        named = here.screen.selection.items()[at].option.id
        assert f"Hint: {BOX.name(named)}" in here.line
        row = choices.place(at).y
        assert row >= box.size.height, "it was out of sight"
        assert box.scroll_offset.y <= row < box.scroll_offset.y + box.size.height
        await here.press("escape")
        assert box.scroll_offset.y == 0


async def test_of_a_card_in_play_that_is_chosen_it_is_said_what_it_does(folder: Path) -> None:
    state = do(position(play={0: "ice-mage", 1: "vampire judge"}), "ice-mage")
    assert kind(state) == "power.card 0"
    here = at_table(folder)
    async with here.sit():
        await here.put(state, look=False)
        await here.pick("vampire")
        assert here.words("#preview") == BOX.text("vampire")


# --- Destinies -----------------------------------------------------------------------------------------------------


def test_where_room_is_short_a_destiny_takes_one_row_however_long_the_names_are() -> None:
    play = {0: "king queen", 1: "judge ring", 2: "castle village captain", 3: "charter"}
    state = position("auction", play=play, secret={0: "surveyor"}, hands={0: "harbour seer"})
    names = tuple(f"{letter}" * NAME_LENGTH for letter in "WXYZ")
    look = Look(71)
    for line in TerresTable()._destinies(GAME.view(state, 0), names, look, NO_LEGEND):
        assert line.cell_len <= look.width
    common = TerresTable()._destinies(GAME.view(state, 0), names, look, NO_LEGEND)[: len(state.common)]
    assert [line.plain.startswith(BOX.name(one)) for line, one in zip(common, state.common, strict=True)] == [True] * 2
    assert all("You: " in line.plain for line in common)


@pytest.mark.parametrize("size", SIZES)
async def test_destinies_show_the_progress_of_the_viewer_and_on_the_open_screen_who_is_ahead(
    size: tuple[int, int], folder: Path
) -> None:
    play = {0: "king queen", 1: "judge ring", 2: "castle village captain"}
    start = position("auction", play=play, secret={0: "surveyor"}, hands={0: "harbour seer"})
    here = at_table(folder)
    async with here.sit(size):
        await here.put(start)
        assert here.screen.viewer == 0
        shown = here.words("#board")
        assert "Couronnement: 4 acquired Kingdom cards. You: 2 of 4. Cleo: 3, Bo: 1" in shown
        assert "Monopole: 4 acquired Commerce cards. You: 0 of 4. Bo: 1" in shown
        assert f"Your Secret Destiny: Arpenteur 0 of 4: {BOX.text('surveyor')}" in shown
        await here.put(do(start, "seer"), look=False)
        assert here.screen.viewer is None
        shown = here.words("#board")
        assert "Couronnement: 4 acquired Kingdom cards. Cleo: 3, Ada: 2, Bo: 1" in shown
        assert "You" not in shown


async def test_ones_own_secret_destiny_is_a_key_away_behind_a_cover(folder: Path) -> None:
    state = do(position("auction", hands={0: "judge king"}, secret={1: "rentier"}), "judge")
    here = at_table(folder)
    async with here.sit():
        await here.put(state, look=False)
        assert here.screen.viewer is None
        assert "Rentier" not in here.line
        await here.press("o")
        assert isinstance(here.screen, CoverScreen)
        assert "Rentier" not in here.line
        await here.lift()
        table: Any = here.screen
        assert table.viewer == 1
        assert "Your Secret Destiny: Rentier 0 of 4" in here.line


def test_a_secret_destiny_is_shown_to_its_owner_and_to_who_has_seen_it() -> None:
    secrets = {0: "scholar", 1: "warlord", 2: "collector", 3: "conqueror"}
    state = position("auction", secret=secrets, spied=((), (2,), (), ()))
    for viewer in (0, 1, 2, 3, None):
        text = " ".join(" ".join(board(state, viewer)).split())
        seen = {secrets[viewer]} if viewer is not None else set()
        assert named(text, *secrets.values()) == seen | ({"warlord"} if viewer == 2 else set())
    assert f"You have seen Bo's: Chef de guerre 0 of 4: {BOX.text('warlord')}" in " ".join(board(state, 2))


@pytest.mark.parametrize(
    ("seats", "destiny", "says"),
    [
        (2, "rentier", "In your own turn 6 or more cards come into your hand"),
        (3, "rentier", "In your own turn 5 or more cards come into your hand"),
        (4, "rentier", "In your own turn 4 or more cards come into your hand"),
        (2, "conqueror", "Conquérant 0 of 6: 6 acquired cards."),
        (4, "angel", "(6 players: and you hold 4 or more cards)"),
    ],
)
def test_of_a_destiny_the_number_is_said_that_holds_in_this_game(seats: int, destiny: str, says: str) -> None:
    text = " ".join(" ".join(board(position("auction", seats, secret={0: destiny}), 0)).split())
    assert says in text


# --- what is hidden ------------------------------------------------------------------------------------------------


async def test_questions_on_the_open_table_show_no_hand_and_no_secret_destiny(folder: Path) -> None:
    hands = {0: "judge king", 1: "golem vampire spirit", 2: "seer caravan bills", 3: "crypt castle"}
    secrets = {0: "scholar", 1: "warlord", 2: "collector", 3: "conqueror"}
    start = position("auction", hands=hands, secret=secrets, play={0: "druid", 1: "healer"})
    hidden = {*cards(" ".join(hands.values())), *secrets.values()}
    face = do(start, "judge")
    first = do(face, "open")
    unsold = do(first, "pass", "pass", "pass")
    asked_ = {"face": face, "bid.first": first, "bid": do(first, "1"), "place": unsold}
    here = at_table(folder)
    async with here.sit():
        for what, state in asked_.items():
            assert asked(state).kind == what
            await here.put(state, look=False)
            screen = here.screen
            assert isinstance(screen, TableScreen), what
            assert screen.viewer is None
            secret = hidden - ({"judge"} if what != "face" else set())
            assert not named(here.line, *secret), what
            assert "Your hand" not in here.text
            groups = dict(screen.card_groups())
            assert not groups["Your cards"]
            assert not secret & {*groups["In this question"], *groups["On the table"]}
            await here.press("l")
            assert not named(here.line, *secret), what
            await here.press("escape")


@pytest.mark.parametrize("viewer", [0, 1, 2, 3, None])
def test_the_board_shows_no_hand_but_the_viewers(viewer: int | None) -> None:
    hands = {0: "judge king", 1: "golem vampire spirit", 2: "seer caravan", 3: "crypt bills"}
    text = " ".join(" ".join(board(position("auction", hands=hands), viewer)).split())
    own = set(cards(hands[viewer])) if viewer is not None else set()
    assert named(text, *cards(" ".join(hands.values()))) == own


# --- room on a small screen ----------------------------------------------------------------------------------------


def crowd(hand: int = 14, **more: Any) -> Any:
    """Six players with half of all cards in play, the first one with many in hand."""
    hands = {0: hand, 1: 3, 2: 3, 3: 1, 4: 1, 5: 1}
    return position("auction", 6, play=PLAY, hands=hands, exhausted="king judge", tokens={0: (1, 2, 5)}, **more)


def test_abbreviated_names_are_clear() -> None:
    names = [BOX.name(card) for card in BOX.deck(True)]
    for letters in (3, 6):
        short = [abbreviated(name, letters) for name in names]
        assert len(set(short)) == len(names)
        assert max(map(len, short)) <= letters + 3
    assert abbreviated("Mage de Feu", 6) == "M.Feu"
    assert abbreviated("Collecteur d'impôts", 6) == "C.impôts"
    assert abbreviated("Le Roi", 3) == "Roi"
    assert abbreviated("Banquier", 3) == "Banqu."


@pytest.mark.parametrize("hand", [2, 8, 14])
async def test_six_players_fit_and_every_choice_is_reached(hand: int, folder: Path) -> None:
    state = crowd(hand)
    last = asked(state).options[-1].id
    here = at_table(folder, 6)
    async with here.sit():
        for now in (state, do(state, last)):
            await here.put(now)
            if here.screen.viewer is None:  # the question who bids: to the own hand
                await here.press("o")
                await here.lift()
            shown = here.words("#board")
            viewer = here.screen.viewer
            assert all(name in shown for name in NAMES)
            assert "Your Secret Destiny: " in shown
            assert named(shown, *now.hands[viewer]) == set(now.hands[viewer]), "the hand is cut off"
            assert named(shown, *cards(" ".join(PLAY.values()))) == set(cards(" ".join(PLAY.values())))
            assert "-Roi K" in shown or "-Le Roi K" in shown
            for at in range(len(here.screen.selection.items())):
                x, y = await here.place_of(at)
                assert here.screen.label(here.screen.selection.items()[at])[0][:10] in here.text.splitlines()[y]
                assert x < 80


async def test_each_card_of_six_players_is_read_by_one_key(folder: Path) -> None:
    here = at_table(folder, 6)
    async with here.sit():
        await here.put(crowd())
        await here.press("i")
        panel = here.screen
        listed = set(panel.order)
        assert set(cards(" ".join(PLAY.values()))) <= listed
        groups = dict(panel.groups)
        assert set(cards(" ".join(PLAY.values()))) <= set(groups["On the table"])


@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_where_there_is_room_nothing_is_abbreviated(viewer: int | None, ascii: bool) -> None:
    state = do(position("auction", 6, play={0: "king", 3: "fire-mage"}, hands={0: "judge harbour spy"}), "judge")
    rows = board(state, viewer, ascii=ascii)
    text = " ".join(rows)
    assert "Le Roi K" in text
    assert "Mage de Feu Mf" in text
    assert ("Kingdom Commerce" in text) == (viewer is None)
    assert len(rows) <= 15
    if ascii:
        assert not set("─·▸…") & set(text)


def test_tokens_are_named_and_one_card_is_a_card() -> None:
    text = " ".join(board(position("auction", tokens={1: (1, 4)}, hands={1: 1}), 0))
    assert "Bo 1 card · Tokens 1 Malédiction, 4 Égide" in text
    assert "1 cards" not in text


def test_a_long_row_of_the_discard_pile_ends_with_a_sign() -> None:
    rows = board(position("auction", discard="elemental-grimoire scrolls forbidden-grimoire"), None)
    row = next(row for row in rows if "draw pile" in row)
    assert row.rstrip().endswith("…")
    assert len(row.rstrip()) <= 78
