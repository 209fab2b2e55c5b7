"""Cards with marker words for names: after every painted frame nothing of them is anywhere it should not be.

What a viewer may know is worked out here from the true state and the rules (`KNOWS`), not asked of the code that hides
cards. Whoever sits before the screen is known from the keys pressed (`tests.ui.driver`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text as RichText
from textual.content import Content
from textual.widget import Widget

from screens.handover import Blank
from screens.table.althing import AlthingTable
from screens.table.base import TableScreen
from tests.ui.driver import NAMES, Desk, Frame, desk, forward, hasty, new_game, sixth
from thorgames.core.ask import legal
from thorgames.core.chance import Dealer
from thorgames.core.errors import CardFileError
from thorgames.core.game import Game
from thorgames.core.text import plain
from thorgames.games import registry
from thorgames.session import Session

# --- marked cards -----------------------------------------------------------------------------------------------------


def marked(game: Game[Any, Any, Any], hidden: Iterable[str]) -> str:
    """The game's card file with marker words for names; cards that can be hidden become cards with one copy each."""
    number = count(100)

    def words(block: str, suffix: str) -> str:
        block = re.sub(r"^(name|original|short|note|copies) = .*\n", "", block, flags=re.M)
        block = re.sub(r'^id = "(.*)"', lambda m: f'id = "{m[1]}{suffix}"', block, flags=re.M)
        fresh = [f'{key} = "Qx{next(number)}"' for key in ("name", "original", "short", "note")]
        return block.rstrip() + "\n" + "\n".join(fresh) + "\n"

    head, *blocks = game.box.toml.split("[[card]]\n")
    out = [head]
    for block, card in zip(blocks, game.box.cards.values(), strict=True):
        if card.id in hidden and card.copies > 1:
            out += [words(block, f"-{n}") + "copies = 1\n" for n in range(card.copies)]
        else:
            out.append(words(block, "") + f"copies = {card.copies}\n")
    return "[[card]]\n".join(out)


# --- what may be known ------------------------------------------------------------------------------------------------


def thor_knows(s: Any, viewer: int | None) -> set[str]:
    """Offerings beneath the gods, action cards above them and out of the game; and one's own hand."""
    piles = [*s.columns, *s.slots, s.out]
    if viewer is not None:
        piles += [s.offerings[viewer], s.actions[viewer]]
    return {card for pile in piles for card in pile}


def toy_knows(s: Any, viewer: int | None) -> set[str]:
    """Ships, market, discards and the ferry; one's own hand, and at the end all hands."""
    piles = [*s.ships, s.market, s.discards, s.ferry]
    if s.outcome is not None:
        piles += s.hands
    elif viewer is not None:
        piles += [s.hands[viewer]]
    return {card for pile in piles for card in pile}


def althing_knows(s: Any, viewer: int | None) -> set[str]:
    """What lies open, and one's own cards but for the draw pile. In whose deck each Viking is may be known by all, but
    no screen tells it again: so a hand that is shown to others is noticed, though its cards have been seen before."""
    piles = [*s.row, s.under, s.rival_hand, s.rival_taken, s.rival_discards, *s.tops, *s.laid, s.plan_used, s.plan_now]
    if s.outcome is not None:
        piles += s.owned
    elif viewer is not None:
        piles += [s.hands[viewer], s.discards[viewer], s.reserves[viewer]]
        piles += s.taken if viewer == s.active else [s.taken[viewer]]
    return {card for pile in (*piles, s.track) for card in pile}


def kardnarok_knows(s: Any, viewer: int | None) -> set[str]:
    """What lies open, armies as far as they are face-up, and one's own hand, army and cards looked at."""
    piles = [*s.revealed, *s.coins, *s.won, s.bag, s.used, s.out_w, s.out_n, *s.villagers, *s.thors, *s.ties]
    piles += [pile for pile, up in zip(s.army, s.shown, strict=True) if up]
    piles += [pile for pile, up in zip(s.leaders, s.heroes_up, strict=True) if up]
    if s.outcome is not None:
        piles += [*s.hand_w, *s.hand_n, *s.reserve, *s.army, *s.leaders]
    elif viewer is not None:
        mine = (s.hand_w, s.hand_n, s.reserve, s.leaders, s.peek_w, s.peek_n, s.bought)
        piles += [*(zone[viewer] for zone in mine), *s.army[2 * viewer : 2 * viewer + 2]]
        if s.fight is not None and viewer in s.fight.seats:
            piles += [pile for pile, seen in zip(s.army, s.looked, strict=True) if seen]
    return {card for pile in piles for card in pile} | {"ritual-odin", "ritual-thor", "ritual-frey"}


def terres_knows(s: Any, viewer: int | None) -> set[str]:
    """What lies in play, on the discard pile and up for auction; one's own hand, Destiny and cards looked at."""
    piles = [s.discard, s.common, *s.play, *s.support]
    auction = s.auction
    if auction is not None:
        piles += [s.offers[seat] for seat in auction.sellers if seat not in auction.face_down]
    if s.outcome is not None:
        piles += [*s.hands, *s.secret, *s.offers]
    elif viewer is not None:
        piles += [s.hands[viewer], s.peeked[viewer], s.offers[viewer], s.secret[viewer]]
        piles += [pile for pile, seen in zip(s.secret, s.spied, strict=True) if viewer in seen]
    tokens = {"curse", "breath", "windfall", "aegis", "momentum", "augury"}
    return {card for pile in piles for card in pile} | tokens


def thorgal_knows(s: Any, viewer: int | None) -> set[str]:
    """What is in play or destroyed, all lands; one's own hand and the cards one looks at."""
    piles = [*s.valhalla, *s.niflheim, *s.party, *s.opposing, *s.attached_d, *s.attached_b, *s.playing_d, *s.playing_b]
    piles += [*s.aside, tuple(land.card for land in s.lands)]
    if s.outcome is not None:
        piles += [*s.hand_d, *s.hand_b]
    elif viewer is not None:
        piles += [s.hand_d[viewer], s.hand_b[viewer], s.chosen[viewer]] if s.hand_d else []
        if s.peeking == viewer:
            piles += [*s.peek_d, *s.peek_b]
        if s.searching == viewer or not s.round:  # before the game all cards of one's faction are to be chosen from
            piles += [s.deck_d[viewer], s.deck_b[viewer]] if s.deck_d else []
    return {card for pile in piles for card in pile}


KNOWS: dict[str, Callable[[Any, int | None], set[str]]] = {
    "thor": thor_knows,
    "althing": althing_knows,
    "kardnarok": kardnarok_knows,
    "terres": terres_knows,
    "thorgal": thorgal_knows,
    "toy": toy_knows,
}


LAID_OPEN = (
    *("laid.recruit", "laid.stage", "used", "dodged", "rival.dodged"),  # Althing, Kardnarök
    *("found", "destroyed.pay", "returned.hand", "returned.deck", "played", "spied"),  # Thorgal
    *("discarded", "scry.discarded", "put.up.done", "turned.up", "placed", "declined"),  # Terres de Destinées
)
"""What is told when cards of a hand are laid open for all, to lie in a closed pile before the next question."""


def hidden_of(game: Game[Any, Any, Any], state: Any) -> set[str]:
    """The cards that can be hidden; where players choose first what is played with, every card of the box."""
    return {card for cards in game.all_cards(state).values() for card in cards} or set(game.box.cards)


class Canary:
    """Looks at everything the app shows, keeps or writes, and notes every card word that should not be there.

    Attributes:
        leaks: what was found, one sentence each.
        looked: how many frames.
    """

    def __init__(self, desk: Desk, folder: Path) -> None:
        self.desk, self.folder = desk, folder
        self.leaks: list[str] = []
        self.looked = 0
        self.covers = 0
        self.copied: list[str] = []
        self._session: Session | None = None
        desk.on_paint.append(self.look)
        app: Any = desk.app
        app.copy_to_clipboard = self.copied.append

    # --- what is true ------------------------------------------------------------------------------------------

    def follow(self) -> bool:
        """Know the state, and everything each viewer ever knew; whether there is a game."""
        if self.desk.lead is not None and self.desk.session is not self._session:
            self._session = session = self.desk.session
            self.knows = KNOWS[session.setup.game]
            self.game = session.game
            self.done: list[Any] = []
            self.hidden = hidden_of(self.game, session.state)
            self.words = {}
            for card_id in self.hidden:
                card = self.game.box.cards[card_id]
                for word in (card.id, card.name, card.original, card.short, card.note):
                    if re.search(r"[-\d]", word):  # some ids are words like any other
                        self.words[word] = card_id
            words = "|".join(sorted(map(re.escape, self.words), key=len, reverse=True))
            self.finds = re.compile(rf"(?:{words})(?!\d)")  # not the beginning of the word of another card
            self.finds_bytes = re.compile(self.finds.pattern.encode())
        if self._session is None:
            return False
        session = self._session
        steps = session.steps
        if self.done != steps[: len(self.done)] or not self.done:
            self.done, self.logged, self.state = [], 0, self.game.new(session.setup)
            self.before = self.state
            self.viewers = [None, *range(self.state.seats)]
            self.ever: dict[int | None, set[str]] = {viewer: set() for viewer in self.viewers}
        if len(steps) > len(self.done):
            self.before = self.state
        for step in steps[len(self.done) :]:
            self.state = self.game.apply(self.state, step.seat, step.answer).state
            self.done.append(step)
            for viewer in self.viewers:
                self.ever[viewer] |= self.knows(self.state, viewer)
            for event in step.events:  # what was seen in passing, and is elsewhere already
                for viewer in event.to:
                    self.ever[viewer] |= {card for arg in event.secret for card in str(arg).split()} & self.hidden
                if event.kind in LAID_OPEN:
                    for viewer in self.viewers:
                        self.ever[viewer] |= {card for arg in event.args for card in str(arg).split()} & self.hidden
        assert self.state == session.state
        return True

    def found(self, text: str, may: set[str]) -> set[str]:
        """Card words in a text that a viewer may not know who may know these cards."""
        return {word for word in self.finds.findall(text) if self.words[word] not in may}

    def note(self, text: str, may: set[str], where: str) -> None:
        """Look through a text."""
        for word in self.found(text, may):
            self.leaks.append(f"{word} ({self.words[word]}) in {where}")

    # --- looking -----------------------------------------------------------------------------------------------

    def look(self, frame: Frame) -> None:
        """A frame has been painted."""
        if not self.follow():
            return
        self.looked += 1
        viewer = frame.viewer
        may = self.knows(self.state, viewer) | self.knows(
            self.before, viewer
        )  # a part of it may not be painted anew yet
        where = f"frame {frame.number}, {frame.kind} for {viewer}"
        if frame.kind in ("LogPanel", "SincePanel"):
            may = self.ever[viewer]
        if isinstance(frame.screen, TableScreen):
            told = ("#recent", "#side", *(("#prompt",) if frame.screen.done else ()))  # done: what one has just seen
            logs = [frame.screen.query_one(one).region for one in told if frame.screen.query(one)]
            self.note("\n".join(self.desk.glass.lines(logs)), may, where)
            may = self.ever[viewer]
            where += ", log"
        self.note(frame.text, may, where)

    def look_round(self) -> None:
        """Everything besides the frames."""
        if not self.follow():
            return
        app: Any = self.desk.app
        public = self.knows(self.state, None)
        for toast in app._notifications:
            self.note(f"{toast.title} {toast.message}", public, "a toast")
        for thing in (app, *(screen for stack in app._screen_stacks.values() for screen in stack)):
            self.note(f"{thing.title} {thing.sub_title}", public, "a title")
        for text in (*self.copied, app.clipboard):
            self.note(text, public, "the clipboard")
        assert self._session is not None
        for step in self.done[self.logged :]:
            for viewer in self.viewers:
                for event in step.events:
                    line = plain(self._session.speaker.tell(event, viewer))
                    self.note(line, self.ever[viewer], f"the log of {viewer}")
        self.logged = len(self.done)
        if isinstance(app.screen, Blank):
            self.covers += 1
            hand = self.hidden - public
            for widget in self.desk.widgets():
                for text in held(widget):
                    self.note(text, self.hidden - hand, f"{widget!r} while a cover is up")

    def look_at_files(self) -> None:
        """Every file written, and its name."""
        for path in self.folder.rglob("*"):
            self.note(path.name, set(), "the name of a file")
            if path.is_file() and (found := self.finds_bytes.search(path.read_bytes())):
                self.leaks.append(f"{found[0]!r} in {path.name}")

    def check(self) -> None:
        """Nothing was found."""
        assert not self.leaks, self.leaks[:5]


def held(widget: Widget) -> Iterator[str]:
    """Every text that a widget holds: what it shows, its id and classes, and whatever lies in its attributes."""
    with widget.app._context():
        yield str(widget.tooltip)
        visual = widget.render()
    yield from texts(visual, 6)
    yield from texts({k: v for k, v in vars(widget).items() if k not in ("play", "_parent", "_nodes")}, 6)


def texts(thing: Any, depth: int) -> Iterator[str]:
    """The strings in a thing made of plain containers, texts and our own small structures."""
    if depth < 0:
        return
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, bytes):
        yield thing.decode(errors="replace")
    elif isinstance(thing, (RichText, Content)):
        yield thing.plain
    elif isinstance(thing, dict):
        for key, value in list(thing.items()):
            yield from texts(key, depth - 1)
            yield from texts(value, depth - 1)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for one in thing:
            yield from texts(one, depth - 1)
    elif hasattr(thing, "__struct_fields__") and not isinstance(thing, Session):
        for name in thing.__struct_fields__:
            yield from texts(getattr(thing, name), depth - 1)
    elif type(thing).__module__.startswith("screens.table"):
        if not isinstance(thing, Widget):
            yield from texts(getattr(thing, "__dict__", {}), depth - 1)
    elif type(thing).__name__ in ("Group", "Table", "RichVisual", "Strip", "Segment"):
        yield from texts(getattr(thing, "__dict__", {}), depth - 1)


# --- games ------------------------------------------------------------------------------------------------------------

LONG = pytest.mark.long
"""The default tests take the other games; whole games of every mode are gone through in tests/ui/test_secrecy.py."""

GAMES: list[Any] = [
    pytest.param("thor", {"mode": "basic", "seats": 2, "rounds": "2"}, id="thor-basic-2-two-rounds", marks=LONG),
    pytest.param("thor", {"mode": "basic", "seats": 3, "rounds": "1", "thors_will": "yes"}, id="thor-basic-3-will"),
    pytest.param(
        "thor", {"mode": "big", "seats": 6, "rounds": "1", "thors_will": "yes"}, id="thor-big-6-will", marks=LONG
    ),
    pytest.param(
        "thor",
        {"mode": "basic", "seats": 4, "bots": (1, 3), "rounds": "2", "thors_will": "yes"},
        id="thor-basic-4-will-two-bots",
        marks=LONG,
    ),
    pytest.param("toy", {"mode": "short", "seats": 3}, id="toy-short-3"),
    pytest.param("althing", {"mode": "standard", "seats": 2}, id="althing-standard-2"),
    pytest.param("althing", {"mode": "alternative", "seats": 3}, id="althing-alternative-3", marks=LONG),
    pytest.param("althing", {"mode": "new", "seats": 2, "reserve": "yes"}, id="althing-new-2-reserve", marks=LONG),
    pytest.param("althing", {"mode": "solo", "seats": 1}, id="althing-solo"),
    pytest.param("kardnarok", {"mode": "basic", "seats": 3}, id="kardnarok-basic-3", marks=LONG),
    pytest.param("kardnarok", {"mode": "duel", "seats": 2}, id="kardnarok-duel", marks=LONG),
    pytest.param("terres", {"mode": "normal", "seats": 3, "starburst": "yes"}, id="terres-normal-3", marks=LONG),
    pytest.param("terres", {"mode": "duel", "seats": 2}, id="terres-duel", marks=LONG),
    pytest.param("thorgal", {"mode": "standard", "seats": 2, "factions": "lot"}, id="thorgal-2", marks=LONG),
    pytest.param("thorgal", {"mode": "standard", "seats": 3}, id="thorgal-3", marks=LONG),
    pytest.param("toy", {"mode": "long", "seats": 3, "bots": (1,)}, id="toy-long-3-one-bot", marks=LONG),
]


GAMES = [game for game in GAMES if game.values[0] in (*registry.GAMES, "toy")]


def test_every_game_says_what_a_viewer_may_know() -> None:
    assert set(registry.GAMES) <= set(KNOWS)


def seated(folder: Path, game_id: str, options: dict[str, Any], seed: int, **more: Any) -> tuple[Desk, Canary]:
    """A desk with marked cards and a canary on it."""
    game = registry.load(game_id)
    wanted = {k.replace("_", "-"): v for k, v in options.items() if k not in ("mode", "seats", "bots")}
    setup = game.setup(options["mode"], options["seats"], wanted)
    first = Session(game, setup, NAMES[: options["seats"]], dealer=Dealer(seed))
    hidden = hidden_of(game, first.state)
    cards = folder.parent / "marked.toml"
    if not fits(game, hidden):  # a game may want a card to have several copies
        hidden = {card for card in hidden if fits(game, (card,))}
    cards.write_text(marked(game, hidden), encoding="utf-8")
    here = desk(folder, new_game(game_id, cards=cards, seed=seed, **options), seed=seed, **more)
    here.holder = alone(options)
    return here, Canary(here, folder)


def fits(game: Game[Any, Any, Any], split: Collection[str]) -> bool:
    """Whether the game can be played with single copies of some cards."""
    with suppress(CardFileError):
        registry.box(game.info.id, marked(game, split), "marked.toml")
        return True
    return False


def alone(options: dict[str, Any]) -> int | None:
    """Who has the device from the first moment: a lone player."""
    return 0 if options["seats"] == 1 else None


PANELS = ("l", "s", "question_mark")
"""Keys of what can be opened over a table and shows nothing but what the table's viewer has seen."""


async def play_with_canary(
    here: Desk,
    canary: Canary,
    by: Any = "keys",
    choose: Any = hasty,
    enough: Callable[[Any], bool] = lambda s: False,
    most: int = 3_000,
) -> None:
    """Play on, looking round after every step; now and then a panel is opened, or an answer taken back."""
    for steps in range(most):
        canary.look_round()
        if steps % 25 == 0:
            canary.look_at_files()
        canary.check()
        screen = here.screen
        if isinstance(screen, TableScreen) and screen.viewer is not None and here.rng.random() < 0.1:
            await here.press(here.rng.choice(PANELS))
            canary.look_round()
            await here.press("escape")
        if isinstance(screen, TableScreen) and screen.done and here.rng.random() < 0.1:
            await here.press("u")
        if enough(here.session.state) or not await here.step(by, choose):
            break
    canary.look_round()
    canary.look_at_files()
    canary.check()


@pytest.mark.parametrize(("game_id", "options"), GAMES)
async def test_no_frame_shows_what_its_viewer_may_not_know(
    game_id: str, options: dict[str, Any], folder: Path, toy_too: None
) -> None:
    here, canary = seated(folder, game_id, options, seed=5, since=options["mode"] == "short")
    async with here.sit(size=(120, 30) if options["seats"] == 3 else (80, 24)):
        if game_id == "althing":  # a part of its middle
            forward(here, lambda s: s.turn == 4)
            here.holder = alone(options)
            await here.settle()
        elif options.get("rounds") == "1":  # the first turns of a round, then its last ones
            await play_with_canary(here, canary, enough=lambda s: s.turn >= 7)
        if "rounds" in options:
            forward(here, lambda s: max(map(len, s.columns)) == 5)
            await here.settle()

        def enough(s: Any) -> bool:
            return getattr(s, "round", 0) == 2 and getattr(s, "turn", 0) > 3

        choose = sixth(here) if game_id == "thor" else hasty
        await play_with_canary(here, canary, "keys", choose, enough, most=40 if game_id == "althing" else 60)
    print(f"{canary.looked} frames and {canary.covers} covers looked at")
    assert canary.looked > 60
    if options["seats"] == 1:
        assert canary.covers == 0
    else:
        assert canary.covers >= 4


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game_id", "options"), GAMES)
async def test_no_frame_of_many_games_shows_what_its_viewer_may_not_know(
    game_id: str, options: dict[str, Any], seed: int, folder: Path, toy_too: None
) -> None:
    here, canary = seated(folder, game_id, options, seed=seed, since=seed % 2 == 0, ascii=seed == 3)
    async with here.sit(size=((80, 24), (140, 45))[seed % 2]):
        most = 1_000 if game_id == "althing" else 3_000  # a random game of it takes minutes
        await play_with_canary(here, canary, "mouse" if seed == 2 else "keys", legal, most=most)
    print(f"{canary.looked} frames and {canary.covers} covers looked at")


async def test_errors_say_nothing_of_the_cards(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    here, canary = seated(folder, "thor", {"mode": "basic", "seats": 2}, seed=1)

    def broken(self: TableScreen) -> None:
        hand = [self.play.session.game.box.name(card) for card in self.play.session.state.offerings[0]]
        raise ValueError(f"this hand cannot be drawn: {hand}")

    with pytest.raises(ValueError, match="this hand"):
        async with here.sit():
            canary.follow()
            monkeypatch.setattr(TableScreen, "show_all", broken)
            await here.lift()
    printed = capfd.readouterr()
    app: Any = here.app
    for text in (printed.out, printed.err, app.failed, *map(str, app._exit_renderables)):
        canary.note(text, set(), "what is printed after an error")
    canary.check()
    assert "ValueError" in app.failed
    assert "broken" in app.failed or "test_canary.py" in app.failed


# --- the canary itself ------------------------------------------------------------------------------------------------


async def test_the_canary_finds_the_wrong_hand(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were every table drawn through the eyes of the first seat, it would be noticed."""
    here, canary = seated(folder, "thor", {"mode": "basic", "seats": 2, "first": "2"}, seed=1)
    monkeypatch.setattr(Session, "view", lambda self, viewer: self.game.view(self.state, 0))
    async with here.sit():
        await here.lift()
        await here.press("i")
        assert here.holder == 1
        canary.note(str(here.screen.groups[1]), canary.knows(canary.state, 1), "the cards at hand")
    assert canary.leaks


async def test_the_canary_finds_another_deck(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor may another's hand be shown at Althing, though it is open to all who has recruited what."""
    here, canary = seated(folder, "althing", {"mode": "standard", "seats": 2, "first": "2"}, seed=3)

    def of_others(self: AlthingTable, view: Any, look: Any) -> list[RichText]:
        return [RichText(" ".join(map(view.box.name, here.session.state.hands[0])))]

    monkeypatch.setattr(AlthingTable, "_own", of_others)
    async with here.sit():
        await here.lift()
        assert here.holder == 1
    assert any("TableScreen for 1" in leak for leak in canary.leaks)


async def test_the_canary_finds_a_hand_beneath_a_cover(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were covers pushed over the table, the hand in it would be noticed."""
    here, canary = seated(folder, "thor", {"mode": "basic", "seats": 2}, seed=1)
    async with here.sit():
        await here.lift()
        monkeypatch.setattr(type(here.app), "show", type(here.app).push_screen)
        here.lead.cover_for(0)
        await here.settle()
        assert isinstance(here.screen, Blank)
        canary.look_round()
    assert any("while a cover is up" in leak for leak in canary.leaks)
