"""The state of a game of Kardnarök, and who may know what of it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from thorgames.core.state import State
from thorgames.core.zones import Layout, Pile, Zone, everybody, nobody, owner

F = TypeVar("F")

ATTACKER, DEFENDER = 0, 1
"""The two sides of a combat, as places in tuples."""

Two = tuple[int, int]


class Use(Struct, frozen=True, gc=False):
    """A Norn used in a combat (KRD-235).

    Attributes:
        card, option: what was used.
        user: the kingdom that played it.
        side: the side it belongs to; -1 for what a mercenary uses for itself (KRD-R-42).
        helps: whether a mercenary played it for the kingdom that hired it.
        active: whether it is not cancelled (KRD-R-36).
        target: the use that it cancels, -1 for none.
        slot, stamp: the place of an army that it is about, and the Warrior that stood there then.
        rune: the rune that it gives to that Warrior.
        split: Warriors and Norns drawn for what it made its user discard.
    """

    card: str
    option: int
    user: int
    side: int
    helps: bool = False
    active: bool = True
    target: int = -1
    slot: int = -1
    stamp: int = -1
    rune: str = ""
    split: Two = (0, 0)


class Contract(Struct, frozen=True, gc=False):
    """What a kingdom outside the combat has agreed to (KRD-308, KRD-R-44).

    Attributes:
        kingdom: its seat.
        fee: bronze it gets if the side that pays wins.
        serves: whether it helps; otherwise it is paid for doing nothing.
        helps: how many Norns it has used for its side.
    """

    kingdom: int
    fee: int
    serves: bool = True
    helps: int = 0


class Fight(Struct, frozen=True, gc=False):
    """A combat under way. Pairs hold the attacker's first, then the defender's.

    Attributes:
        seats: attacker and defender.
        rituals: gods, once both are open.
        counted: whether the armies are revealed.
        closed: who has declared the own actions finished (KRD-R-33).
        bought: who has bought Norns (KRD-907).
        contracts: with kingdoms outside.
        uses: the Norns used, in order.
        joined: the reinforcements, in order: whose, and which card.
        winner: the side that has won, -1 while nobody has.
        final: both totals when it was won; what is paid or discarded afterwards changes nothing of them.
    """

    seats: Two
    rituals: tuple[str, str] = ("", "")
    counted: bool = False
    closed: tuple[bool, bool] = (False, False)
    bought: tuple[bool, bool] = (False, False)
    contracts: tuple[Contract | None, Contract | None] = (None, None)
    uses: tuple[Use, ...] = ()
    joined: tuple[tuple[int, str], ...] = ()
    winner: int = -1
    final: Two | None = None

    def side(self, seat: int) -> int:
        """The side of a seat; -1 for kingdoms outside."""
        return self.seats.index(seat) if seat in self.seats else -1


class Fetch(Struct, frozen=True, gc=False):
    """Cards that a Norn brought its user in this combat; known to the user, and given back if it is cancelled.

    Attributes:
        use: which of the uses.
        deck: "warrior", "norn", or "exchange".
        cards: what was brought; of an exchange the card taken out of the army, then the one put in.
        origin: the seat it was taken from, -1 for a deck.
        slot, stamp: of an exchange, the place of the army, and the mark of what stood there.
    """

    use: int
    deck: str
    cards: tuple[str, ...]
    origin: int = -1
    slot: int = -1
    stamp: int = -1

    def __repr__(self) -> str:
        return "<Fetch>"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        """No card in it."""
        return []


class KardnarokState(State[F], Generic[F], frozen=True, kw_only=True):
    """A game of Kardnarök. Army places are numbered: seat n has the places 2n and 2n+1.

    Attributes:
        mode: id of the mode.
        rounds: how many there are.
        kingdoms: by seat, which Kingdom card (a number).
        first: who has the PR card first; -1 until it is known.
        round: from 1; 0 before.
        order: seats in the order of the attack turns of this round; the first has the PR card.
        turn: whose attack turn it is, as a place in the order.
        effective: Warriors and Norns that each kingdom owns.
        bronze: by seat. spent: bronze that has left the game.
        defences: by seat, how often it has defended in this round.
        blocked: by seat, the god it cannot choose next.
        swapped: by seat, whether its Hero swap of the round is used.
        tired: Norns used at this decision point outside a combat; each once (KRD-R-65).
        fight: the combat under way.
        fought: combats finished.

        shown: by army place, whether the Warrior is face-up. heroes_up: by seat, whether the army's Hero is.
        looked: by army place, whether the opponent has looked at it.
        stamps: by army place, a mark that changes with the Warrior that stands there.

        warriors, norns, heroes: the decks, the next card first.
        hand_w, hand_n, reserve: Warriors, Norns and Heroes in hand, by seat.
        army: by place, a Warrior. leaders: by seat, the Hero of the army.
        peek_w, peek_n: by seat, cards looked at, of which one is taken.
        bought: by seat, Norns bought in a Duel.
        used: Norns used in the combat. away: Norns on their way under the deck.
        out_w, out_n: cards discarded as a price, till the end of the combat.
        villagers, thors: by seat, reinforcements.
        ties: by seat, Warriors drawn to break a tie.
        omens, revealed: by pile, Ragnarök cards face-down and face-up.
        bag, coins, won: silver in the bag, on Kingdom cards, won.

        fetched: by seat, what Norns have brought in this combat.
    """

    mode: str
    rounds: int
    kingdoms: tuple[int, ...] = ()
    first: int = -1
    round: int = 0
    order: tuple[int, ...] = ()
    turn: int = -1
    effective: int = 0
    bronze: tuple[int, ...] = ()
    spent: int = 0
    defences: tuple[int, ...] = ()
    blocked: tuple[str, ...] = ()
    swapped: tuple[bool, ...] = ()
    tired: Pile = ()
    fight: Fight | None = None
    fought: int = 0

    shown: tuple[bool, ...] = ()
    heroes_up: tuple[bool, ...] = ()
    looked: tuple[bool, ...] = ()
    stamps: tuple[int, ...] = ()

    warriors: Pile = ()
    norns: Pile = ()
    heroes: Pile = ()
    hand_w: tuple[Pile, ...] = ()
    hand_n: tuple[Pile, ...] = ()
    reserve: tuple[Pile, ...] = ()
    army: tuple[Pile, ...] = ()
    leaders: tuple[Pile, ...] = ()
    peek_w: tuple[Pile, ...] = ()
    peek_n: tuple[Pile, ...] = ()
    bought: tuple[Pile, ...] = ()
    used: Pile = ()
    away: Pile = ()
    out_w: Pile = ()
    out_n: Pile = ()
    villagers: tuple[Pile, ...] = ()
    thors: tuple[Pile, ...] = ()
    ties: tuple[Pile, ...] = ()
    omens: tuple[Pile, ...] = ()
    revealed: tuple[Pile, ...] = ()
    bag: Pile = ()
    coins: tuple[Pile, ...] = ()
    won: tuple[Pile, ...] = ()

    fetched: tuple[tuple[Fetch, ...], ...] = ()


def of_army(state: KardnarokState[Any], index: int, viewer: int | None) -> bool:
    """A Warrior in an army is seen by its owner, by an opponent who has looked, and by all once it is face-up."""
    if state.shown[index] or viewer == index // 2:
        return True
    return viewer is not None and state.looked[index] and state.fight is not None and viewer in state.fight.seats


def of_leader(state: KardnarokState[Any], index: int, viewer: int | None) -> bool:
    """The Hero of an army is seen by its owner, and by all once it is face-up."""
    return viewer == index or state.heroes_up[index]


LAYOUT = Layout(
    KardnarokState,
    public=(
        *("mode", "rounds", "kingdoms", "first", "round", "order", "turn", "effective", "bronze", "spent", "defences"),
        *("blocked", "swapped", "tired", "fight", "fought", "shown", "heroes_up", "looked", "stamps"),
    ),
    private={"fetched": ()},
    zones=(
        Zone("warriors", "warrior", nobody),
        Zone("norns", "norn", nobody),
        Zone("heroes", "hero", nobody),
        Zone("hand_w", "warrior", owner, many=True, after=everybody),
        Zone("hand_n", "norn", owner, many=True, after=everybody),
        Zone("reserve", "hero", owner, many=True, after=everybody),
        Zone("army", "warrior", of_army, many=True, after=everybody),
        Zone("leaders", "hero", of_leader, many=True, after=everybody),
        Zone("peek_w", "warrior", owner, many=True),
        Zone("peek_n", "norn", owner, many=True),
        Zone("bought", "norn", owner, many=True),
        Zone("used", "norn", everybody),
        Zone("away", "norn", nobody),
        Zone("out_w", "warrior", everybody),
        Zone("out_n", "norn", everybody),
        Zone("villagers", "warrior", everybody, many=True),
        Zone("thors", "warrior", everybody, many=True),
        Zone("ties", "warrior", everybody, many=True),
        Zone("omens", "omen", nobody, many=True, own=True),
        Zone("revealed", "omen", everybody, many=True, own=True),
        Zone("bag", "silver", everybody),
        Zone("coins", "silver", everybody, many=True),
        Zone("won", "silver", everybody, many=True),
    ),
)
