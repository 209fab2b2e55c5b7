"""The rules of Kardnarök: rounds, attack turns, and the combat from the announcement to the aftermath."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import Shuffle
from thorgames.core.piles import put
from thorgames.core.state import Frame, Outcome, ranks
from thorgames.games.kardnarok.cards import (
    VILLAGER,
    BestCoin,
    Cancel,
    God,
    HeroSwap,
    KardnarokBox,
    NoArmyChange,
    Spare,
    WinBronze,
)
from thorgames.games.kardnarok.force import (
    event,
    lasting,
    laws,
    live,
    losing,
    losing_by,
    may_reinforce,
    no_villagers,
    price,
    ritual,
    strength,
    totals,
    usable_gods,
    villager_limit,
    winner_bronze,
    winner_discards,
)
from thorgames.games.kardnarok.hands import S, clockwise, draw, lose, take, under
from thorgames.games.kardnarok.hiring import Hire, may_hire
from thorgames.games.kardnarok.norns import UseNorn, bought_options, help_options, norn_options
from thorgames.games.kardnarok.rounds import (
    Adjust,
    AfterEffective,
    DrawCoins,
    FormArmy,
    ShowHeroes,
    SwapByEvent,
    disband,
    hero_options,
    show_heroes,
    swap_of_round,
)
from thorgames.games.kardnarok.state import ATTACKER, DEFENDER, Contract, Fight, Two

# --- The start of a round ------------------------------------------------------------------------------------------


def order_of(s: S) -> tuple[int, ...]:
    """Who attacks when in the round that begins (KRD-121, KRD-510, KRD-513, KRD-912, KRD-913, KRD-R-62).

    The first is the kingdom with the PR card. Rounds 1 and 3 run clockwise, 2 and 4 the other way.
    """
    step = 1 if s.round % 2 else -1
    if s.round == 1:
        start = s.first
    elif s.mode == "basic":
        start = s.order[-1]
    else:
        start = (s.first + s.round - 1) % s.seats
    return tuple([(start + step * at) % s.seats for at in range(s.seats)])


class RoundStart(Frame, frozen=True, tag="RoundStart"):
    """A round begins: Ragnarök card, coins, Effective, armies, attack turns (KRD-100, KRD-101, KRD-R-66)."""

    round: int

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Reveal the Ragnarök card; its fixed rule is in force from now on (KRD-033, KRD-072, KRD-511)."""
        at = self.round - 1
        card = s.omens[at][0]
        s = s.but(
            round=self.round,
            turn=-1,
            omens=put(s.omens, at, s.omens[at][1:]),
            revealed=put(s.revealed, at, (card,)),
            swapped=(False,) * s.seats,
            effective=box.cards[card].effective,
        )
        s = s.but(order=order_of(s))
        s = s.tell("round", self.round, s.order[0]).tell("omen", card, s.effective)
        coins = max([1, *[op.n for op in event(s, box, BestCoin)]])
        return s.then(
            *[SwapByEvent(seat, op.how == "must") for op in event(s, box, HeroSwap) for seat in s.order],
            *[DrawCoins(seat, coins) for seat in s.order],
            *[Adjust(seat) for seat in s.order],
            AfterEffective(),
            *[FormArmy(seat) for seat in s.order],
            ShowHeroes(s.order),
            AttackTurn(0),
        )


# --- Attack turns --------------------------------------------------------------------------------------------------


class AttackTurn(Frame, frozen=True, tag="AttackTurn"):
    """A kingdom may change its army, and announces whom it attacks (KRD-112, KRD-120 to KRD-123, KRD-R-08, KRD-R-19).

    Before it announces it may use Norns for any moment and swap a Hero, each card once (KRD-R-04, KRD-R-65). The army
    is changed once, and again only when the hand has changed.

    Attributes:
        turn: place in the order of the round.
        changed: whether the army has been changed since the hand last changed.
    """

    turn: int
    changed: bool = False

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Ask | S:
        """Ask for the target, or something to do before."""
        seat = s.order[self.turn]
        if s.turn != self.turn:
            return s.but(told=s.and_told("turn", seat), agenda=s.and_then(self), turn=self.turn, tired=())
        if answer is None:
            options = [*_targets(clockwise(s, seat))]
            if not self.changed and not event(s, box, NoArmyChange):
                options.append(CHANGE_ARMY)
            options += [o for o in norn_options(s, box, seat, "any") if o.refs[0] not in s.tired]
            options += hero_options(s, seat)
            return Ask(seat, "attack", tuple(options), rule="KRD-121")
        verb, _, what = answer[0].partition(":")
        match verb:
            case "army":
                s = disband(s, seat).tell("army.changes", seat)
                return s.then(FormArmy(seat, begun=True), ShowHeroes((seat,)), AttackTurn(self.turn, True))
            case "norn":
                card, _, option = what.partition(":")
                return s.then(UseNorn(seat, -1, card, int(option)), AttackTurn(self.turn))
            case "swap":
                return swap_of_round(s, seat, what).then(AttackTurn(self.turn))
        target = int(what)
        fight = Fight((seat, target))
        return s.but(
            told=s.and_told("announced", seat, target),
            agenda=s.and_then(Ritual()),
            fight=fight,
            fetched=((),) * s.seats,
        )


CHANGE_ARMY = Option("army", (), "attack.army")


@lru_cache(maxsize=16)
def _targets(others: tuple[int, ...]) -> tuple[Option, ...]:
    return tuple(Option(f"attack:{other}", (other,), "attack.target") for other in others)


# --- Rituals -------------------------------------------------------------------------------------------------------


class Ritual(Frame, frozen=True, tag="Ritual"):
    """Both choose a ritual in secret; the two are revealed together (KRD-200 to KRD-203, KRD-R-21)."""

    def step(self, s: S, box: KardnarokBox, answer: dict[int, Answer] | None = None) -> Pending | S:
        """Ask those who have a choice, then carry out (KRD-205, KRD-R-22)."""
        fight = s.fight
        assert fight is not None
        able = [usable_gods(s, box, seat) for seat in fight.seats]
        if answer is None:
            strong = laws(s, box).strength
            asks = [
                Ask(seat, "ritual", _ritual_options(gods, tuple([strong[god] for god in gods])), rule="KRD-203")
                for seat, gods in zip(fight.seats, able, strict=True)
                if len(gods) > 1
            ]
            if asks:
                return Pending("sealed", tuple(asks))
        given = answer or {}
        chosen = [given[seat][0] if seat in given else able[side][0] for side, seat in enumerate(fight.seats)]
        s = s.but(agenda=s.and_then(PreCombat(ATTACKER)), fight=replace(fight, rituals=(chosen[0], chosen[1])))
        for side, seat in enumerate(fight.seats):
            s = s.tell("ritual.done", seat, f"ritual-{chosen[side]}")
        for side, seat in enumerate(fight.seats):
            if chosen[side] == "odin":
                s = draw(s, seat, "norn", strength(s, box, "odin"))[1]
        return s


@lru_cache(maxsize=64)
def _ritual_options(gods: tuple[God, ...], strengths: tuple[int, ...]) -> tuple[Option, ...]:
    """Rituals with what they give now: fixed rules may have made them weaker."""
    return tuple(Option(god, (f"ritual-{god}", n), f"ritual.{god}") for god, n in zip(gods, strengths, strict=True))


# --- Before the armies are revealed --------------------------------------------------------------------------------


class PreCombat(Frame, frozen=True, tag="PreCombat"):
    """Before the reveal both may use Norns, one at a time in turn, till both pass in a row (KRD-210, KRD-R-23).

    Everyone is asked who holds a Norn or could swap a Hero, whether or not one of them could be used now.
    """

    side: int
    passes: int = 0

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask; then it is the other's turn, or the reveal."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[self.side]
        if answer is None:
            if s.hand_n[seat] or not s.swapped[seat]:
                options = (*norn_options(s, box, seat, "pre", "any", side=self.side), *hero_options(s, seat))
                return Pending("reaction", (Ask(seat, "pre", options, (seat,), lo=0, rule="KRD-210"),))
            answer = ()
        if not answer:
            then = Reveal() if self.passes else PreCombat(1 - self.side, 1)
            return s.but(told=s.and_told("pre.passed", seat), agenda=(*s.agenda, then))
        verb, _, what = answer[0].partition(":")
        if verb == "swap":
            return swap_of_round(s, seat, what).then(self)
        card, _, option = what.partition(":")
        return s.then(UseNorn(seat, self.side, card, int(option)), PreCombat(1 - self.side))


class Reveal(Frame, frozen=True, tag="Reveal"):
    """Both reveal their armies, and the Force is counted (KRD-211, KRD-073, KRD-220, KRD-222)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Turn up Warriors and hidden Heroes."""
        fight = s.fight
        assert fight is not None
        s = show_heroes(s, *fight.seats)
        shown = list(s.shown)
        for seat in fight.seats:
            places = [place for place in (2 * seat, 2 * seat + 1) if s.army[place]]
            for place in places:
                shown[place] = True
            s = s.tell("revealed", seat, " ".join([s.army[place][0] for place in places]))
        return told_totals(s.but(shown=tuple(shown), fight=replace(fight, counted=True)), box)


def told_totals(s: S, box: KardnarokBox) -> S:
    """Say how it stands; whoever is losing acts next."""
    fight = s.fight
    assert fight is not None
    sums = totals(s, box)
    loser = losing(s, box, sums)
    kind = "stands.tie" if sums[0] == sums[1] else "stands"
    one, other = fight.seats
    told = s.and_told(kind, one, sums[0], other, sums[1], fight.seats[loser])
    return s.but(told=told, agenda=(*s.agenda, Act(sums=sums)))


# --- Actions in combat ---------------------------------------------------------------------------------------------


class Act(Frame, frozen=True, tag="Act"):
    """Who is losing has the initiative, and acts or concedes (KRD-230 to KRD-234, KRD-R-25 to KRD-R-28).

    A mercenary it has hired goes first, as long as it can help (KRD-305, KRD-307, KRD-R-41).

    Attributes:
        helper_passed: whether the mercenary has passed since the last action.
        sums: both totals, if they have been counted already.
    """

    helper_passed: bool = False
    sums: Two | None = None

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask whoever has the initiative."""
        fight = s.fight
        assert fight is not None
        sums = self.sums if self.sums is not None else totals(s, box)
        side = losing(s, box, sums)
        contract = fight.contracts[side]
        helps = contract is not None and contract.serves and contract.helps < 2 and not self.helper_passed
        if helps and contract is not None and s.hand_n[contract.kingdom]:
            return self._help(s, box, side, sums, contract, answer)
        seat = fight.seats[side]
        if answer is None:
            if self._has_nothing(s, box, side):
                return s.then(Aftermath(1 - side, sums))
            why = f"act.{losing_by(s, box, sums)}"
            args = (seat, sums[side], fight.seats[1 - side], sums[1 - side], why)
            return Pending("reaction", (Ask(seat, "act", self._options(s, box, side), args, lo=0, rule="KRD-231"),))
        if not answer:
            return s.but(told=s.and_told("conceded", seat), agenda=(*s.agenda, Aftermath(1 - side, sums)))
        return self._act(s, box, side, answer[0])

    @staticmethod
    def _has_nothing(s: S, box: KardnarokBox, side: int) -> bool:
        """Whether everybody can see that a side can do nothing."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[side]
        if s.hand_n[seat] or s.bought[seat] or not s.swapped[seat]:
            return False
        return fight.closed[side] or not (s.hand_w[seat] or may_hire(s, box, side) or may_buy(s, box, side))

    @staticmethod
    def _options(s: S, box: KardnarokBox, side: int) -> tuple[Option, ...]:
        """What a losing kingdom can do; once closed, only Magic of Freya and what it has bought (KRD-309, KRD-R-33)."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[side]
        out: list[Option] = []
        norns = norn_options(s, box, seat, "combat", "any", side=side)
        if fight.closed[side]:
            out += [o for o in norns if cancels(box, str(o.refs[0]))]
            out += bought_options(s, box, seat, side)
        else:
            villagers = villagers_in(s, box, seat)
            if villagers and len(s.villagers[seat]) < villager_limit(s, box) and not no_villagers(fight, box, side):
                out += [_reinforce(card) for card in villagers]
            if ritual(fight, box, side) == "thor" and len(s.thors[seat]) < strength(s, box, "thor"):
                humans = [card for card in dict.fromkeys(s.hand_w[seat]) if may_reinforce(s, box, card)]
                out += [_by_ritual(card, box.force[card]) for card in humans]
            out += norns
            if may_hire(s, box, side):
                out.append(HIRE)
            if may_buy(s, box, side):
                out.append(_buy(price(s, box)))
        return (*out, *hero_options(s, seat))

    def _act(self, s: S, box: KardnarokBox, side: int, choice: str) -> S:
        fight = s.fight
        assert fight is not None
        seat = fight.seats[side]
        verb, _, what = choice.partition(":")
        match verb:
            case "swap":  # a Hero in reserve is no action: the same kingdom goes on
                return swap_of_round(s, seat, what).then(self)
            case "thor":
                s = lose(s, seat, "warrior", what)
                s = joined(s.but(thors=put(s.thors, seat, (*s.thors[seat], what))), seat, what)
                return s.tell("reinforced.ritual", seat, what, box.force[what]).then(Check())
            case "hire":
                return s.then(Hire(side), Check())
            case "buy":
                return s.then(Buy(side), Check())
        if not what:  # a Villager
            s = lose(s, seat, "warrior", choice)
            s = joined(s.but(villagers=put(s.villagers, seat, (*s.villagers[seat], choice))), seat, choice)
            return s.tell("reinforced", seat, choice).then(Check())
        card, _, option = what.partition(":")
        return s.then(UseNorn(seat, side, card, int(option), verb), Check())

    def _help(
        self, s: S, box: KardnarokBox, side: int, sums: Two, contract: Contract, answer: Answer | None
    ) -> Pending | S:
        """The mercenary plays a Norn for its hirer, or for any moment for itself, or passes (KRD-305 to KRD-307)."""
        fight = s.fight
        assert fight is not None
        seat = contract.kingdom
        if answer is None:
            options = (*help_options(s, box, seat, side), *norn_options(s, box, seat, "any"), *hero_options(s, seat))
            args = (seat, fight.seats[side], sums[side], fight.seats[1 - side], sums[1 - side])
            return Pending("reaction", (Ask(seat, "help", options, args, lo=0, rule="KRD-305"),))
        if not answer:
            return s.tell("help.passed", seat).then(Act(True, sums))
        verb, _, what = answer[0].partition(":")
        if verb == "swap":
            return swap_of_round(s, seat, what).then(self)
        card, _, option = what.partition(":")
        if verb == "norn":
            return s.then(UseNorn(seat, -1, card, int(option)), Check())
        helped = replace(contract, helps=contract.helps + 1)
        s = s.but(fight=replace(fight, contracts=put(fight.contracts, side, helped)))
        return s.then(UseNorn(seat, side, card, int(option), "help"), Check())


HIRE = Option("hire", (), "act.hire")


@lru_cache(maxsize=64)
def _reinforce(card: str) -> Option:
    return Option(card, (card,), "act.reinforce")


@lru_cache(maxsize=64)
def _by_ritual(card: str, force: int) -> Option:
    return Option(f"thor:{card}", (card, force), "act.thor")


@lru_cache(maxsize=64)
def _buy(cost: int) -> Option:
    return Option("buy", (cost,), "act.buy")


class Check(Frame, frozen=True, tag="Check"):
    """After each action the totals are compared, and the initiative may pass over (KRD-232, KRD-R-26)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Tell how it stands, and go on."""
        return told_totals(s, box)


def villagers_in(s: S, box: KardnarokBox, seat: int) -> list[str]:
    """The Villagers in a hand (KRD-238, KRD-R-30)."""
    sort = box.sort
    return [card for card in dict.fromkeys(s.hand_w[seat]) if sort[card] == VILLAGER]


def joined(s: S, seat: int, card: str) -> S:
    """Keep in which order reinforcements were played (KRD-R-46)."""
    assert s.fight is not None
    return s.but(fight=replace(s.fight, joined=(*s.fight.joined, (seat, card))))


def cancels(box: KardnarokBox, card: str) -> bool:
    """Whether a Norn cancels others: Magic of Freya."""
    return any([type(op) is Cancel for _, ops in box.choices[card] for op in ops])


def may_buy(s: S, box: KardnarokBox, side: int) -> bool:
    """Whether a side may buy two Norns now, with two kingdoms only (KRD-904 to KRD-907, KRD-R-63)."""
    fight = s.fight
    assert fight is not None
    if s.seats != 2 or fight.bought[side] or fight.closed[side] or len(s.norns) < 2:
        return False
    return s.bronze[fight.seats[side]] >= price(s, box)


class Buy(Frame, frozen=True, tag="Buy"):
    """Buy two Norns for this combat; the bronze leaves the game, win or lose (KRD-904 to KRD-907, KRD-R-33)."""

    side: int

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Pay, and take them."""
        fight = s.fight
        assert fight is not None
        seat, cost = fight.seats[self.side], price(s, box)
        cards, s = take(s, "norn", 2)
        s = s.but(
            bronze=put(s.bronze, seat, s.bronze[seat] - cost),
            spent=s.spent + cost,
            bought=put(s.bought, seat, tuple(sorted(cards))),
            fight=replace(fight, closed=put(fight.closed, self.side, True), bought=put(fight.bought, self.side, True)),
        )
        return s.tell("bought", seat, cost, to=(seat,), secret=(" ".join(cards),))


# --- Aftermath -----------------------------------------------------------------------------------------------------


class Aftermath(Frame, frozen=True, tag="Aftermath"):
    """The combat is over: coin, fee, bronze change hands (KRD-308, KRD-400, KRD-401, KRD-403, KRD-R-46, KRD-R-49)."""

    winner: int
    sums: Two | None = None

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Settle what is owed; then the armies."""
        fight = s.fight
        assert fight is not None
        won, lost = fight.seats[self.winner], fight.seats[1 - self.winner]
        sums = self.sums if self.sums is not None else totals(s, box)
        ended = replace(fight, winner=self.winner, final=sums)
        then = (Casualties(self.winner, True), Casualties(1 - self.winner, False), ClearUp(self.winner))
        s = s.but(
            told=s.and_told("won", won, sums[self.winner], lost, sums[1 - self.winner]),
            agenda=s.and_then(*then),
            fight=ended,
        )
        for card in s.coins[lost]:
            s = s.tell("coin.won", won, lost, card)
        s = s.but(won=put(s.won, won, tuple(sorted(s.won[won] + s.coins[lost]))), coins=put(s.coins, lost, ()))
        contract = fight.contracts[self.winner]
        if contract is not None:
            s = pay(s, won, contract.kingdom, contract.fee, "fee.paid")
        takes = sum([op.n for op in lasting(s, box, self.winner, WinBronze)]) + winner_bronze(s, box)
        if takes:
            s = pay(s, lost, won, takes, "bronze.taken")
        return s


def pay(s: S, giver: int, taker: int, n: int, kind: str) -> S:
    """Bronze changes hands, no more than there is."""
    n = min(n, s.bronze[giver])
    if not n:
        return s
    bronze = put(put(s.bronze, giver, s.bronze[giver] - n), taker, s.bronze[taker] + n)
    return s.but(told=s.and_told(kind, giver, taker, n), bronze=bronze)


def to_discard(s: S, box: KardnarokBox, side: int, wins: bool) -> tuple[int, list[int]]:
    """How many live Warriors of an army are discarded, and from which places (KRD-402, KRD-405, KRD-R-47)."""
    fight = s.fight
    assert fight is not None
    seat = fight.seats[side]
    alive = live(s, box, seat)
    base = (winner_discards(s, box) if wins else 2) - (len(s.army[2 * seat]) + len(s.army[2 * seat + 1]) - len(alive))
    spare = [op.n for op in lasting(s, box, side, Spare) if applies(op, wins)]
    if not spare:
        return min(len(alive), max(0, base)), alive
    spares = sum([1 if n == "itself" else 2 if n == "all" else n for n in spare])
    sparing = box.having(Spare)
    able = []
    for place in alive:
        own = sparing.get(s.army[place][0], ())
        if not any([op.n == "itself" and applies(op, wins) for op in own]):
            able.append(place)
    return min(len(able), max(0, base - spares)), able


def applies(op: Spare, wins: bool) -> bool:
    """Whether a Warrior is spared by this outcome (KRD-054)."""
    return op.when == "any" or op.when == ("win" if wins else "loss")


class Casualties(Frame, frozen=True, tag="Casualties"):
    """Warriors of an army are discarded: one of the winner's choice, both of the loser's (KRD-402, KRD-405, KRD-R-47).

    Those slain go first; cards may spare others.
    """

    side: int
    wins: bool

    def step(self, s: S, box: KardnarokBox, answer: Answer | None = None) -> Pending | S:
        """Ask where there is a choice."""
        fight = s.fight
        assert fight is not None
        seat = fight.seats[self.side]
        if answer is None:
            n, able = to_discard(s, box, self.side, self.wins)
            if 0 < n < len(able):
                options = tuple([Option(str(place), (s.army[place][0],), "card") for place in able])
                kind = "casualty.winner" if self.wins else "casualty.loser"
                return Pending("deal", (Ask(seat, kind, options, (seat, n), lo=n, hi=n, rule="KRD-402"),))
            chosen = able[:n]
        else:
            chosen = [int(choice) for choice in answer]
        alive = live(s, box, seat)
        for place in (2 * seat, 2 * seat + 1):
            if s.army[place] and (place in chosen or place not in alive):
                (card,) = s.army[place]
                s = s.but(
                    told=s.and_told("fell", seat, card), warriors=(*s.warriors, card), army=put(s.army, place, ())
                )
        return s


class ClearUp(Frame, frozen=True, tag="ClearUp"):
    """The table is cleared, in the order of the rulebook, and every kingdom replenished (KRD-R-46, KRD-R-48, KRD-R-52).

    Norns used go under their deck, shuffled (KRD-237); reinforcements under theirs (KRD-243); the ritual just used is
    blocked (KRD-204); the loser has a new coin if the round goes on (KRD-404, KRD-063, KRD-R-50); the defender's cube
    moves (KRD-407).
    """

    winner: int

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Do all of it; what shuffles and draws comes next."""
        fight = s.fight
        assert fight is not None
        won, lost = fight.seats[self.winner], fight.seats[1 - self.winner]
        attacker, defender = fight.seats
        s = disband(s, attacker, defender)
        reinforcements = [card for seat in fight.seats for other, card in fight.joined if other == seat]
        none: tuple[tuple[str, ...], ...] = ((),) * s.seats
        goes_on = s.turn + 1 < s.seats
        last = not goes_on and s.round == s.rounds
        from_attacker = s.order[s.turn :] + s.order[: s.turn]
        others = [seat for seat in from_attacker if seat not in fight.seats]
        todo: list[Frame] = [Shuffle("away"), PutUnder()]
        if goes_on:
            todo.append(DrawCoins(lost))
        if not last:
            todo += [Adjust(seat) for seat in (won, lost, *others)]
        if goes_on:
            todo += [FormArmy(won), FormArmy(lost), ShowHeroes((won, lost)), AttackTurn(s.turn + 1)]
        else:
            todo.append(RoundEnd())
        return s.but(
            agenda=s.and_then(*todo),
            warriors=(*s.warriors, *reinforcements, *s.out_w),
            villagers=none,
            thors=none,
            out_w=(),
            used=(),
            away=(*s.used, *s.out_n, *s.bought[attacker], *s.bought[defender]),
            out_n=(),
            bought=none,
            fetched=none,
            blocked=put(put(s.blocked, attacker, fight.rituals[ATTACKER]), defender, fight.rituals[DEFENDER]),
            defences=put(s.defences, defender, s.defences[defender] + 1) if s.seats > 2 else s.defences,
        )


class PutUnder(Frame, frozen=True, tag="PutUnder"):
    """The Norns of the combat, shuffled, go under their deck, and the combat is over (KRD-237)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Put them away."""
        return s.but(norns=s.norns + s.away, away=(), fight=None, fought=s.fought + 1)


# --- The end of a round, and of the game ---------------------------------------------------------------------------


class RoundEnd(Frame, frozen=True, tag="RoundEnd"):
    """All kingdoms have attacked: coins, armies, cubes and tokens go back (KRD-500 to KRD-504, KRD-064, KRD-520)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Clear up; then the next round, or the final count (KRD-070, KRD-900, KRD-910, KRD-914)."""
        s = disband(s, *range(s.seats))
        coins = [card for pile in s.coins for card in pile]
        s = s.but(
            told=s.and_told("round.over", s.round),
            agenda=s.and_then(RoundStart(s.round + 1) if s.round < s.rounds else GameEnd()),
            bag=tuple(sorted((*s.bag, *coins))),
            coins=((),) * s.seats,
            defences=(0,) * s.seats,
            blocked=("",) * s.seats,
        )
        return s


def silver(s: S, box: KardnarokBox, seat: int) -> int:
    """The value of the silver a kingdom has won."""
    return sum([box.value[card] for card in s.won[seat]])


def riches(s: S, box: KardnarokBox, seat: int) -> int:
    """Silver won and bronze held (KRD-020, KRD-521)."""
    return silver(s, box, seat) + s.bronze[seat]


class GameEnd(Frame, frozen=True, tag="GameEnd"):
    """Most riches wins; a tie is broken by silver, then by new Warriors (KRD-520 to KRD-523, KRD-914)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Count."""
        held = [silver(s, box, seat) for seat in range(s.seats)]
        wealth = [(coins + s.bronze[seat], coins) for seat, coins in enumerate(held)]
        best = max(wealth)
        top = tuple([seat for seat in range(s.seats) if wealth[seat] == best])
        for seat, (all_of_it, coins) in enumerate(wealth):
            s = s.tell("riches", seat, all_of_it, coins, s.bronze[seat])
        if len(top) > 1:
            return s.then(TieBreak(top))
        equal = sum([all_of_it == best[0] for all_of_it, _ in wealth])
        return ended(s, box, top, "end.silver" if equal > 1 else "end.riches")


def ended(s: S, box: KardnarokBox, winners: tuple[int, ...], reason: str) -> S:
    """The game is over; behind the winners kingdoms rank by riches, then silver."""
    coins = [silver(s, box, seat) for seat in range(s.seats)]
    scores = tuple([coins[seat] + s.bronze[seat] for seat in range(s.seats)])
    keys = [(seat in winners, scores[seat], coins[seat]) for seat in range(s.seats)]
    places = sorted(set(keys))
    return s.but(outcome=Outcome(reason, ranks(tuple([places.index(key) for key in keys])), scores))


TRIES = 5
"""How often tied kingdoms draw before they share the victory (KRD-R-64)."""


class TieBreak(Frame, frozen=True, tag="TieBreak"):
    """Each tied kingdom draws three Warriors; the highest sum of printed Forces wins (KRD-523, KRD-R-64)."""

    seats: tuple[int, ...]
    tried: int = 0

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Draw in seat order from the PR; those still tied draw again."""
        s = under(s, "warrior", *(card for pile in s.ties for card in pile)).but(ties=((),) * s.seats)
        each = min(3, len(s.warriors) // len(self.seats))
        if self.tried == TRIES or not each:
            return ended(s, box, self.seats, "end.shared")
        sums: dict[int, int] = {}
        for seat in sorted(self.seats, key=lambda seat: (seat - s.order[0]) % s.seats):
            cards, s = take(s, "warrior", each)
            s = s.but(ties=put(s.ties, seat, cards))
            sums[seat] = sum(box.force[card] for card in cards)
            s = s.tell("tie.drawn", seat, " ".join(cards), sums[seat])
        top = tuple(seat for seat in self.seats if sums[seat] == max(sums.values()))
        return s.then(TieBreak(top, self.tried + 1)) if len(top) > 1 else ended(s, box, top, "end.tie")
