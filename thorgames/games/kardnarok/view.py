"""What a seat at Kardnarök sees, and what can be read off it; screens and bots know no other module of the game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask
from thorgames.core.game import View
from thorgames.core.piles import named, put
from thorgames.core.text import Msg
from thorgames.games.kardnarok.cards import GODS, KINGDOMS, RUNES, Cancel, Exchange, KardnarokBox, Slay, Wild
from thorgames.games.kardnarok.force import (
    Item,
    Sheet,
    coin,
    count,
    counter,
    cube,
    hero_impeded,
    losing,
    losing_by,
    omen,
    settled,
    slain,
    totals,
    usable_gods,
)
from thorgames.games.kardnarok.hands import owned
from thorgames.games.kardnarok.norns import last_of
from thorgames.games.kardnarok.rules import riches, silver, to_discard
from thorgames.games.kardnarok.state import ATTACKER, DEFENDER, Fight, KardnarokState, Use

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "GODS",
    "KINGDOMS",
    "RUNES",
    "Fight",
    "Item",
    "KardnarokBox",
    "KardnarokView",
    "Use",
    "counter",
    "preview",
]


class KardnarokView(View[KardnarokState[Any]], frozen=True):
    """Kardnarök through the eyes of one seat, or of the table."""

    box: KardnarokBox

    def hand(self) -> tuple[str, ...]:
        """The viewer's Warriors and Norns in the order of the card file; empty for the table."""
        if self.viewer is None:
            return ()
        cards = (*self.seen.hand_w[self.viewer], *self.seen.hand_n[self.viewer])
        return tuple(sorted(cards, key=self.box.rank.__getitem__))

    def kingdom(self, seat: int) -> str:
        """The name of a seat's kingdom; "" before it has one."""
        number = self.seen.kingdoms[seat] if self.seen.kingdoms else -1
        return KINGDOMS[number] if number >= 0 else ""

    def omen(self) -> str:
        """The Ragnarök card of this round; "" before the first."""
        return omen(self.seen)

    def in_force(self) -> tuple[str, ...]:
        """All Ragnarök cards whose fixed rules are in force."""
        return tuple(card for pile in self.seen.revealed for card in pile)

    def coin(self, seat: int) -> int:
        """The value of the coin on a Kingdom card; 0 without one."""
        return coin(self.seen, self.box, seat)

    def silver(self, seat: int) -> int:
        """The value of the silver won."""
        return silver(self.seen, self.box, seat)

    def riches(self, seat: int) -> int:
        """Silver won and bronze held."""
        return riches(self.seen, self.box, seat)

    def cube(self, seat: int) -> int:
        """What a seat's defence cube adds when it defends next."""
        return cube(self.seen, self.box, seat)

    def owned(self, seat: int) -> int:
        """Warriors and Norns of a seat, in hand and army."""
        return owned(self.seen, seat)

    def rituals(self, seat: int) -> tuple[str, ...]:
        """The rituals that a seat could choose now."""
        return usable_gods(self.seen, self.box, seat)

    def counted(self) -> bool:
        """Whether the armies of a combat under way are revealed."""
        return self.seen.fight is not None and self.seen.fight.counted

    def sheet(self) -> Sheet:
        """Both totals, part by part; only once the armies are revealed."""
        return count(self.seen, self.box)

    def totals(self) -> tuple[int, int]:
        """Both totals; only once the armies are revealed."""
        return totals(self.seen, self.box)

    def losing(self) -> int:
        """The side that has the initiative; only once the armies are revealed."""
        return losing(self.seen, self.box)

    def losing_by(self, sums: tuple[int, int]) -> str:
        """What makes that side lose: force, coin or role."""
        return losing_by(self.seen, self.box, sums)

    def impeded(self, seat: int) -> bool:
        """Whether the bonus of a combatant's Hero does not count; only once the armies are revealed."""
        s = self.seen
        assert s.fight is not None
        return hero_impeded(s, self.box, s.fight.side(seat))

    def slain(self, place: int) -> bool:
        """Whether a Warrior of an army is slain."""
        return slain(self.seen, self.box, place)

    def ranking(self) -> tuple[int, ...]:
        """Seats by riches, the richest first."""
        s = self.seen
        return tuple(sorted(range(s.seats), key=lambda seat: (-self.riches(seat), -self.silver(seat), seat)))

    def casualties(self, side: int, wins: bool) -> int:
        """How many Warriors a side would discard if the combat ended now, those slain included (KRD-R-47)."""
        s = self.seen
        assert s.fight is not None
        seat = s.fight.seats[side]
        places = [place for place in (2 * seat, 2 * seat + 1) if s.army[place]]
        return sum(self.slain(place) for place in places) + to_discard(s, self.box, side, wins)[0]

    def army_total(self, seat: int, cards: tuple[str, ...], hero: str, attacks: bool) -> int:
        """What an army would come to by itself, in a role, against an army of which nothing is known."""
        s = self.seen
        other = next(seat_ for seat_ in range(s.seats) if seat_ != seat)
        army, leaders = s.army, s.leaders
        for place in (2 * seat, 2 * seat + 1):
            army = put(army, place, (cards[place % 2],) if place % 2 < len(cards) else ())
        for place in (2 * other, 2 * other + 1):
            army = put(army, place, ())
        leaders = put(put(leaders, seat, (hero,) if hero else ()), other, ())
        fight = Fight((seat, other) if attacks else (other, seat), counted=True)
        none: tuple[tuple[str, ...], ...] = ((),) * s.seats
        bronze = put(s.bronze, other, s.bronze[seat])
        alone = s.but(army=army, leaders=leaders, fight=fight, villagers=none, thors=none, bronze=bronze)
        return totals(alone, self.box)[ATTACKER if attacks else DEFENDER]


def before_army(answer: Answer) -> bool:
    """Whether something is among these choices that is done before an army is formed, and chosen alone (KRD-R-04)."""
    return any(choice.startswith(("norn:", "swap:")) for choice in answer)


def preview(view: KardnarokView, ask: Ask, answer: Answer) -> tuple[Msg, ...]:
    """What a choice would do."""
    s = view.seen
    if ask.kind == "army" and answer:
        if before_army(answer):
            return ()
        cards = named(tuple(choice for choice in answer if not choice.startswith("hero:")))
        hero = next((choice.partition(":")[2] for choice in answer if choice.startswith("hero:")), "")
        attack, defence = (view.army_total(ask.seat, cards, hero, attacks) for attacks in (True, False))
        return (Msg("will.army", (attack, defence)),)
    if not answer:
        if ask.kind == "act" and s.fight is not None:
            side = s.fight.side(ask.seat)
            return (Msg("will.concede", (view.casualties(side, False),)),)
        return ()
    choice = answer[0]
    if ask.kind in ("act", "help") and s.fight is not None and view.counted():
        n = gains(view, ask, choice)
        if n is not None:
            side = view.losing()
            return (would_stand(view, side, view.totals()[side] + n[0], view.totals()[1 - side] + n[1]),)
        if choice in ("hire", "buy"):
            return (Msg("will.close"),)
    if ask.kind == "wild" and s.fight is not None and s.fight.counted:
        slot, _, rune = choice.partition(":")
        use = replace(s.fight.uses[-1], slot=int(slot), stamp=s.stamps[int(slot)], rune=rune)
        after = totals(s.but(fight=replace(s.fight, uses=(*s.fight.uses[:-1], use))), view.box)
        return (would_stand(view, use.side, after[use.side], after[1 - use.side]),)
    return ()


def would_stand(view: KardnarokView, side: int, mine: int, theirs: int) -> Msg:
    """How a combat would stand for a side; at a tie the coins, then the roles, say who is losing (KRD-R-25)."""
    ahead = losing(view.seen, view.box, (mine, theirs) if side == ATTACKER else (theirs, mine)) != side
    key = "will.level" if mine == theirs else "will"
    return Msg(f"{key}.lead" if ahead else f"{key}.behind", (mine, theirs))


def gains(view: KardnarokView, ask: Ask, choice: str) -> tuple[int, int] | None:
    """What an action adds to the own and to the opposing total, where that can be told beforehand.

    It cannot where something is still to be chosen, or an exchange would be reversed or made anew.
    """
    s, box = view.seen, view.box
    fight = s.fight
    assert fight is not None
    side = view.losing()
    seat = fight.seats[side]
    verb, _, what = choice.partition(":")
    before = view.totals()
    if not what and verb not in ("hire", "buy"):
        after = s.but(villagers=put(s.villagers, seat, (*s.villagers[seat], choice)))
    elif verb == "thor":
        after = s.but(thors=put(s.thors, seat, (*s.thors[seat], what)))
    elif verb in ("norn", "help", "bought"):
        card, _, option = what.partition(":")
        if verb == "norn" and ask.kind == "help":
            return None
        ops = box.choices[card][int(option)][1]
        target = last_of(fight, 1 - side) if any(isinstance(op, Cancel) for op in ops) else -1
        use = Use(card, int(option), ask.seat, side, verb == "help", target=target)
        uses = settled((*fight.uses, use))
        turned = [old for old, new in zip(fight.uses, uses, strict=False) if old.active != new.active]
        again = [op for old in turned for op in box.choices[old.card][old.option][1]]
        if any(isinstance(op, (Exchange, Slay, Wild)) for op in ops) or any(isinstance(op, Exchange) for op in again):
            return None
        after = s.but(fight=replace(fight, uses=uses))
    else:
        return None
    now = totals(after, box)
    return now[side] - before[side], now[1 - side] - before[1 - side]
