"""How a sensible person plays Kardnarök, read off a seat's view alone.

Cards are measured in points of Force, combats in riches: what both coins on the Kingdom cards are worth. After every
combat all kingdoms draw up again, so a card that is spent costs only what it is better than the next one drawn. In a
combat the cheapest cards that take the lead are played, as long as the combat is worth more than they are.

Here is what is decided between combats; `tactics` fights them, `mercenaries` bargains, `reckoning` and `prospects` tell
what cards are worth and what lies ahead.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from thorgames.core.advice import Judged
from thorgames.core.ask import Ask, Option, legal
from thorgames.core.piles import named
from thorgames.core.text import Arg
from thorgames.core.zones import BACK
from thorgames.games.kardnarok import mercenaries, tactics
from thorgames.games.kardnarok.cards import Recycle
from thorgames.games.kardnarok.prospects import (
    HERO,
    attacks_next,
    held,
    held_warriors,
    hero_worth,
    judged,
    leaning,
    normal,
    standing,
    swaps,
)
from thorgames.games.kardnarok.reckoning import (
    Army,
    Cards,
    armies_for,
    best_armies,
    norn_book,
    one_more,
    rules_of,
)
from thorgames.games.kardnarok.view import KardnarokView

__all__ = ["HORIZON", "PLAYOUTS", "WORDS", "judge", "standing"]

HORIZON = 26
"""Answers after which a game that is played on in thought is judged: a combat and most of the next one, in which a card
spent now may be missed."""

PLAYOUTS = 200
"""Games that are played on in thought for a decision."""

IDEAS = 5
"""Answers that are thought about, at most."""

MARGIN = {"act": 2.0, "army": 0.8, "ritual": 0.9, "pre": 1.2, "adjust": 0.6, "recycle.split": 0.6, "offer": 9.0}
"""Kind of question -> how much worse than the best an answer may look to be thought about, if it is not 1."""

MORE = 1.2
"""What a third Warrior adds to two that are not known yet."""

LESS = 0.7
"""How much of that is left for each further one."""

SPARE = 0.3
"""What a Norn adds that is held beyond those that can be used in a combat."""


def judge(view: KardnarokView, ask: Ask, rng: random.Random) -> Sequence[Judged]:
    """The answers worth thinking about, the best first: those that are clearly worse are left out."""
    found = JUDGES[ask.kind](view, ask, rng)
    if len(found) == 1:
        return found
    least = max([one.worth for one in found]) - MARGIN.get(ask.kind, 1.0)
    return sorted([one for one in found if one.worth >= least], key=lambda one: -one.worth)[:IDEAS]


# --- before the game, and at the start of a round ------------------------------------------------------------------


def kingdom(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Kingdoms differ in name and colour only."""
    return [judged(legal(ask, rng), 0.0, "kingdom")]


def hero_swap(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """By a Ragnarök card: the lesser Hero goes, unless both are good."""
    found = []
    for option in ask.options:
        hero = str(option.refs[0])
        worth = hero_worth(view, ask.seat, hero)
        found.append(judged(option.id, HERO - worth, "hero.swap", hero))
    if ask.lo == 0:
        found.append(judged((), 0.0, "hero.keep"))
    return found


def split(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Warriors as long as another one is likely to make a better army, the rest Norns."""
    s, seat = view.seen, ask.seat
    cards = tuple(sorted(s.hand_w[seat] + s.army[2 * seat] + s.army[2 * seat + 1]))
    more = MORE
    if len(cards) > 1:
        attacks = leaning(view, seat) >= 0.5
        heroes = tuple(sorted((*s.reserve[seat], *s.leaders[seat])))
        more = one_more(armies_for(view, seat, attacks), cards, heroes, view.rituals(seat) or ("frey",))
    norn, most = norn_book(view.box).mean, rules_of(view).norns
    found = []
    for option in ask.options:
        warriors, norns = int(str(option.refs[0])), int(str(option.refs[1]))
        extra = max(0, warriors - max(0, 2 - len(cards)))
        worth = sum(more * LESS**at for at in range(extra))
        held = len(s.hand_n[seat])
        worth += sum(norn if held + at < most + 1 else SPARE for at in range(norns))
        found.append(judged(option.id, worth, "split", len(cards) + warriors, held + norns))
    return sorted(found, key=lambda one: -one.worth)[:3]


def discard(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The cards that are worth least go, as far as Warriors may."""
    worth = held(view, ask.seat)
    picked = cheapest_of(ask, worth, ask.lo)
    if not picked:
        return [judged((), 0.0, "recycle.none")]
    cards = named(tuple(o.id for o in picked))
    return [judged(tuple(o.id for o in picked), 0.0, "discard", " ".join(cards))]


def cheapest_of(ask: Ask, worth: dict[str, float], n: int) -> list[Option]:
    """The n options that are worth least, within the budget, in the order of the ask where that counts."""
    left = ask.budget[0] if ask.budget else len(ask.options)
    picked: list[Option] = []
    for option in sorted(ask.options, key=lambda o: worth[str(o.refs[0])]):
        amount = option.amount[0] if option.amount else 0
        if len(picked) < n and amount <= left:
            picked.append(option)
            left -= amount if ask.budget else 0
    return picked if ask.ordered else sorted(picked, key=ask.options.index)


def recycle(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Cards that are worse than what one may hope to draw are discarded for new ones."""
    worth = held(view, ask.seat)
    average = norn_book(view.box).mean
    poor = [o for o in cheapest_of(ask, worth, ask.hi) if worth[str(o.refs[0])] < average - 0.1]
    if len(poor) < ask.lo:
        poor = cheapest_of(ask, worth, ask.lo)
    if not poor:
        return [judged((), 0.0, "recycle.none")]
    answer = tuple(o.id for o in (poor if ask.ordered else sorted(poor, key=ask.options.index)))
    return [judged(answer, 0.0, "recycle", " ".join(named(answer)))]


def pass_on(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """A neighbour gets what is worth least, to oneself and to him."""
    picked = cheapest_of(ask, held(view, ask.seat), ask.lo)
    answer = tuple(o.id for o in picked)
    return [judged(answer, 0.0, "pass", *(str(o.refs[0]) for o in picked[:1]))]


def pay(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The price is paid with what is worth least."""
    picked = cheapest_of(ask, held(view, ask.seat), ask.lo)
    return [judged(tuple(o.id for o in picked), 0.0, "cost", " ".join(str(o.refs[0]) for o in picked))]


# --- armies and attack turns ---------------------------------------------------------------------------------------


def beforehand(view: KardnarokView, ask: Ask) -> list[Judged]:
    """What is done before an army is formed or an attack announced, if the kingdom is about to fight.

    What is drawn beyond the Effective is lost after the next combat of anybody.
    """
    found = []
    about = len(view.seen.order) == 2 or attacks_next(view, ask.seat)
    for option in ask.options:
        if option.id.startswith("norn:") and about:
            card, at = option.id.split(":")[1:]
            effect = norn_book(view.box).effects[card, int(at)]
            worth = effect.worth
            for op in view.box.choices[card][int(at)][1]:
                if isinstance(op, Recycle):  # as far as there is something to be got rid of
                    poor = [n for n in held(view, ask.seat).values() if n < norn_book(view.box).mean - 0.3]
                    worth = 0.5 * min(op.max, len(poor))
            found.append(judged(option.id, worth, "draw", card))
    return [one for one in found if one.worth > 0.5] or swaps(view, ask)


def army(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The Warriors and the Hero that make most of the coming combat, what stays in hand counted with them."""
    first = beforehand(view, ask)
    armies = choice_of_armies(view, ask.seat, view.seen.hand_w[ask.seat], view.seen.reserve[ask.seat])
    top = armies[0].value
    found = []
    for one in armies[:8]:
        if one.value < top - 1.5:
            break
        ids = named_ids(ask, one.warriors)
        if rng.random() < 0.5:  # nobody shall know in which place the better one stands
            ids = ids[::-1]
        noise = 0.3 * rng.random()
        args: tuple[Arg, ...] = (round(one.force), " ".join(one.warriors), one.hero)
        found.append(judged((*ids, f"hero:{one.hero}"), one.value - top + noise, "army", *args))
    found = sorted(found, key=lambda one: -one.worth)[:4]
    lift = found[0].worth
    return [*(Judged(one.answer, lift + one.worth, one.why) for one in first), *found]


def choice_of_armies(view: KardnarokView, seat: int, cards: Cards, heroes: Cards) -> tuple[Army, ...]:
    """The armies worth thinking about for the combat to come."""
    return best_armies(view, seat, cards, tuple(dict.fromkeys(heroes)), attacks_next(view, seat))


def named_ids(ask: Ask, cards: Iterable[str]) -> tuple[str, ...]:
    """Ids of options for some Warriors, a second copy by its own id."""
    out: list[str] = []
    for card in cards:
        out.append(f"{card}#2" if card in out else card)
    return tuple(out)


def attack(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """Draw or swap first, then see to the army, then attack where most is to be won."""
    s, seat = view.seen, ask.seat
    first = beforehand(view, ask)
    found = [target(view, ask, option) for option in ask.options if option.id.startswith("attack:")]
    top = max(one.worth for one in found)
    if first:
        return [*(Judged(one.answer, top + one.worth, one.why) for one in first), *found]
    if any(option.id == "army" for option in ask.options):
        cards = s.hand_w[seat] + s.army[2 * seat] + s.army[2 * seat + 1]
        best = choice_of_armies(view, seat, cards, (*s.reserve[seat], *s.leaders[seat]))[0]
        stands = tuple(sorted(s.army[2 * seat] + s.army[2 * seat + 1]))
        now = best_armies(view, seat, cards, s.leaders[seat], True)
        value = next((one.value for one in now if one.warriors == stands), 0.0)
        if best.value > value + 0.4:
            found.append(judged("army", top + best.value - value, "army.change", round(best.force), best.hero))
    return found


def target(view: KardnarokView, ask: Ask, option: Option) -> Judged:
    """How much there is to be won against a kingdom: its coin, how weak it looks, and how rich it is."""
    other = int(str(option.refs[0]))
    s, n = view.seen, view.seen.seats
    if n == 2:
        return judged(option.id, 0.0, "attack.only", other, view.coin(other))
    armies = armies_for(view, ask.seat, True)
    mine = armies.force(tuple(sorted(s.army[2 * ask.seat] + s.army[2 * ask.seat + 1])), s.leaders[ask.seat][0])
    hero = s.leaders[other][0] if s.heroes_up[other] else BACK
    theirs = 5.0 + view.cube(other) + (HERO if hero == BACK else view.box.force[hero] + 0.5)
    cards = len(s.hand_n[other]) - len(s.hand_n[ask.seat])
    p = normal((mine - theirs - 0.7 * cards) / 4)
    lead = view.riches(other) - max(view.riches(one) for one in range(n) if one not in (other, ask.seat))
    worth = p * view.coin(other) - (1 - p) * view.coin(ask.seat) / (n - 1) + 0.15 * max(-4, min(4, lead)) * p
    key = "attack.leader" if lead > 2 else "attack.coin"
    return judged(option.id, worth, key, other, view.coin(other))


# --- the aftermath -------------------------------------------------------------------------------------------------


def casualty(view: KardnarokView, ask: Ask, rng: random.Random) -> list[Judged]:
    """The Warrior that would be missed least."""
    seat = ask.seat
    cards = view.seen.hand_w[seat] + view.seen.army[2 * seat] + view.seen.army[2 * seat + 1]
    worth = held_warriors(view, seat, cards)
    picked = sorted(ask.options, key=lambda o: (worth[str(o.refs[0])], view.box.force[str(o.refs[0])]))[: ask.lo]
    answer = tuple(o.id for o in ask.options if o in picked)
    return [judged(answer, 0.0, "casualty", " ".join(str(o.refs[0]) for o in picked))]


JUDGES: dict[str, Callable[[KardnarokView, Ask, random.Random], list[Judged]]] = {
    "kingdom": kingdom,
    "event.swap": hero_swap,
    "event.may": hero_swap,
    "adjust": split,
    "recycle.split": split,
    "surplus": discard,
    "surplus.norns": discard,
    "event.trade": discard,
    "recycle": recycle,
    "event.recycle": recycle,
    "event.pass": pass_on,
    "army": army,
    "attack": attack,
    "ritual": tactics.ritual,
    "pre": tactics.pre,
    "cost": pay,
    "slay": tactics.slay,
    "wild": tactics.wild,
    "peek": tactics.peek,
    "swap": tactics.exchange,
    "act": tactics.act,
    "help": mercenaries.helping,
    "offer": mercenaries.offer,
    "offer.one": mercenaries.offer,
    "amount": mercenaries.offer,
    "amount.all": mercenaries.offer,
    "answer.attack": mercenaries.answering,
    "answer.defence": mercenaries.answering,
    "agree": mercenaries.agree,
    "bid.raise": mercenaries.bid,
    "bid.aside": mercenaries.bid,
    "choose": mercenaries.choosing,
    "casualty.winner": casualty,
    "casualty.loser": casualty,
}
"""Kind of question -> who judges its answers."""


WORDS: dict[str, str] = {
    "why.so.kingdom": "Kingdoms differ in name and colour only.",
    "why.so.hero.swap": "{0:card} fits your Warriors less than most Heroes would.",
    "why.so.hero.keep": "Both your Heroes are better than what you may hope to draw.",
    "why.so.swap": "A new Hero is likely to lead your Warriors better than {0:card}.",
    "why.so.split": "{0:n Warrior Warriors} and {1:n Norn Norns} promise most for the next combat.",
    "why.so.discard": "{0:cards}: of your cards you would miss this least.",
    "why.so.recycle": "{0:cards}: what you draw instead is likely to be better.",
    "why.so.recycle.none": "Your cards are better than what you may hope to draw.",
    "why.so.pass": "You would miss {0:card} least.",
    "why.so.cost": "You would miss {0:cards} least.",
    "why.so.draw": "{0:card} now gives you more to choose from in the combat to come.",
    "why.so.army": "{1:cards}, led by {2:card}, have Force {0:n}, and what helps them stays in your hand.",
    "why.so.army.change": "Your cards can form a stronger army to attack with: Force {0:n}, led by {1:card}.",
    "why.so.attack.only": "There is no other kingdom to attack; {0:seat} stands to lose {1:n} silver.",
    "why.so.attack.coin": "{1:n} silver of {0:seat} can be won at good odds.",
    "why.so.attack.leader": "{0:seat} is rich, and {1:n} silver can be won.",
    "why.so.ritual.odin": "{0:card} gives you {1:n Norn Norns} to choose from.",
    "why.so.ritual.thor": "By {0:card} you could add Force {1:n} from your hand.",
    "why.so.ritual.frey": "{0:card} adds {1:n} for certain.",
    "why.so.pre": "{0:card} helps in this combat, and you draw another card after it.",
    "why.so.pre.pass": "Nothing you hold is worth using before the reveal.",
    "why.so.slay": "{0:card} is the one that counts more.",
    "why.so.slay.blind": "Both lie face-down, so that one is as good as the other.",
    "why.so.wild": "With {0:text} the bonus of {1:card} counts.",
    "why.so.wild.none": "No rune brings the bonus of your Hero now.",
    "why.so.peek": "{0:card} is the most useful of these to you.",
    "why.so.swap.warrior": "{0:card} makes your army stronger than {1:card}.",
    "why.so.swap.least": "You must swap, and {0:card} for {1:card} costs you least.",
    "why.so.swap.no": "No Warrior of your hand makes your army stronger.",
    "why.so.lead": "{0:card} takes the lead, {1:n} to {2:n}, at the least cost.",
    "why.so.lead.tie": "{0:card} makes it {1:n} to {2:n}, and a tie is yours.",
    "why.so.lead.with": "{0:card} and {1:n card cards} more can take the lead.",
    "why.so.concede": "You lack {0:n} and cannot make it up; your cards are better kept for the next combat.",
    "why.so.concede.dear": "You could make up the {0:n} you lack, but it would hardly last, and cost good cards.",
    "why.so.buy": "Two Norns for {0:n} bronze may make up the {1:n} you lack, and the silver is worth more.",
    "why.so.before.buy": "With {0:card} and the rest of your hand two bought Norns need to make up {1:n} only.",
    "why.so.hire": "You lack {0:n}; a mercenary is paid only if you win.",
    "why.so.before.hire": "With {0:card} and the rest of your hand a mercenary needs to make up {1:n} only.",
    "why.so.bring": "{0:card} may bring what you lack.",
    "why.so.help": "{0:card} takes the lead for your side; you are paid {1:n} bronze if it wins.",
    "why.so.help.with": "{0:card} and another Norn take the lead; you are paid {1:n} bronze if your side wins.",
    "why.so.help.self": "{0:card} brings you cards.",
    "why.so.help.pass": "Your side lacks {0:n}, which your help would not make up for long; keep your cards.",
    "why.so.offer": "{0:n} bronze is less than winning this combat is worth.",
    "why.so.offer.all": "If all may accept, somebody able to help is more likely to do so.",
    "why.so.offer.to": "{0:seat} may have the Norns that help you.",
    "why.so.offer.withdraw": "What you would have to offer is more than winning this combat is worth.",
    "why.so.accept": "Your Norns can turn the combat, and {0:n} bronze of {1:seat} are worth more than they.",
    "why.so.ask": "Your Norns can turn the combat, so {1:seat} may well pay {0:n} bronze.",
    "why.so.refuse": "Your Norns are worth more than what you are likely to be paid.",
    "why.so.refuse.unable": "You hold no Norn that could help.",
    "why.so.agree": "The help of {0:seat} is worth {1:n} bronze to you.",
    "why.so.decline": "That is more than winning this combat is worth.",
    "why.so.bid.raise": "{0:n} bronze is still less than winning this combat is worth.",
    "why.so.bid.aside": "{0:n} bronze is less than you would lose with this combat.",
    "why.so.bid.stop": "More is not worth it.",
    "why.so.aside": "{0:seat} is likely to win without you, and pays {1:n} bronze.",
    "why.so.serve": "With your Norns {0:seat} is likely to win, and pays {1:n} bronze.",
    "why.so.casualty": "You would miss {0:cards} least.",
}
