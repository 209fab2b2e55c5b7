"""The rules of Kardnarök: rounds, attack turns, and the combat from the announcement to the aftermath."""

from __future__ import annotations

from msgspec.structs import replace

from thorgames.core.ask import Answer, Ask, Option, Pending
from thorgames.core.chance import Shuffle
from thorgames.core.piles import put
from thorgames.core.state import Frame, Outcome, ranks
from thorgames.games.kardnarok.cards import (
    VILLAGER,
    BestCoin,
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
    live,
    losing,
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
    return tuple((start + step * at) % s.seats for at in range(s.seats))


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
        swaps = event(s, box, HeroSwap)
        return s.then(
            *(SwapByEvent(seat, op.how == "must") for op in swaps for seat in s.order),
            *(DrawCoins(seat, max([1, *(op.n for op in event(s, box, BestCoin))])) for seat in s.order),
            *(Adjust(seat) for seat in s.order),
            AfterEffective(),
            *(FormArmy(seat) for seat in s.order),
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
            return s.but(turn=self.turn, tired=()).tell("turn", seat).then(self)
        if answer is None:
            options = [Option(f"attack:{other}", (other,), "attack.target") for other in clockwise(s, seat)]
            if not self.changed and not event(s, box, NoArmyChange):
                options.append(Option("army", (), "attack.army"))
            norns = norn_options(s, box, seat, "any")
            options += [o for o in norns if o.refs[0] not in s.tired]
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
        s = s.but(fight=Fight((seat, target)), fetched=((),) * s.seats).tell("announced", seat, target)
        return s.then(Ritual())


# --- Rituals -------------------------------------------------------------------------------------------------------


class Ritual(Frame, frozen=True, tag="Ritual"):
    """Both choose a ritual in secret; the two are revealed together (KRD-200 to KRD-203, KRD-R-21)."""

    def step(self, s: S, box: KardnarokBox, answer: dict[int, Answer] | None = None) -> Pending | S:
        """Ask those who have a choice, then carry out (KRD-205, KRD-R-22)."""
        fight = s.fight
        assert fight is not None
        asks = tuple(
            Ask(seat, "ritual", tuple(_ritual_option(s, box, god) for god in gods), rule="KRD-203")
            for seat in fight.seats
            if len(gods := usable_gods(s, box, seat)) > 1
        )
        if answer is None and asks:
            return Pending("sealed", asks)
        given = answer or {}
        chosen = [given[seat][0] if seat in given else usable_gods(s, box, seat)[0] for seat in fight.seats]
        s = s.but(fight=replace(fight, rituals=(chosen[0], chosen[1])))
        for side, seat in enumerate(fight.seats):
            s = s.tell("ritual.done", seat, f"ritual-{chosen[side]}")
        for side, seat in enumerate(fight.seats):
            if chosen[side] == "odin":
                s = draw(s, seat, "norn", strength(s, box, "odin"))[1]
        return s.then(PreCombat(ATTACKER))


def _ritual_option(s: S, box: KardnarokBox, god: God) -> Option:
    """A ritual with what it gives now: fixed rules may have made it weaker."""
    return Option(god, (f"ritual-{god}", strength(s, box, god)), f"ritual.{god}")


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
            s = s.tell("pre.passed", seat)
            return s.then(Reveal() if self.passes else PreCombat(1 - self.side, 1))
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
        places = [place for seat in fight.seats for place in (2 * seat, 2 * seat + 1) if s.army[place]]
        shown = tuple(up or place in places for place, up in enumerate(s.shown))
        for seat in fight.seats:
            cards = " ".join(s.army[place][0] for place in (2 * seat, 2 * seat + 1) if s.army[place])
            s = s.tell("revealed", seat, cards)
        s = s.but(shown=shown, fight=replace(fight, counted=True))
        return told_totals(s, box)


def told_totals(s: S, box: KardnarokBox) -> S:
    """Say how it stands; whoever is losing acts next."""
    fight = s.fight
    assert fight is not None
    sums = totals(s, box)
    loser = losing(s, box, sums)
    kind = "stands.tie" if sums[0] == sums[1] else "stands"
    return s.tell(kind, fight.seats[0], sums[0], fight.seats[1], sums[1], fight.seats[loser]).then(Act(sums=sums))


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
            args = (seat, sums[side], fight.seats[1 - side], sums[1 - side])
            return Pending("reaction", (Ask(seat, "act", self._options(s, box, side), args, lo=0, rule="KRD-231"),))
        if not answer:
            return s.tell("conceded", seat).then(Aftermath(1 - side, sums))
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
            limit = villager_limit(s, box)
            if len(s.villagers[seat]) < limit and not no_villagers(fight, box, side):
                out += [Option(card, (card,), "act.reinforce") for card in villagers_in(s, box, seat)]
            if ritual(fight, box, side) == "thor" and len(s.thors[seat]) < strength(s, box, "thor"):
                humans = [card for card in dict.fromkeys(s.hand_w[seat]) if may_reinforce(s, box, card)]
                out += [Option(f"thor:{card}", (card, box.force[card]), "act.thor") for card in humans]
            out += norns
            if may_hire(s, box, side):
                out.append(Option("hire", (), "act.hire"))
            if may_buy(s, box, side):
                out.append(Option("buy", (price(s, box),), "act.buy"))
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


class Check(Frame, frozen=True, tag="Check"):
    """After each action the totals are compared, and the initiative may pass over (KRD-232, KRD-R-26)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Tell how it stands, and go on."""
        return told_totals(s, box)


def villagers_in(s: S, box: KardnarokBox, seat: int) -> list[str]:
    """The Villagers in a hand (KRD-238, KRD-R-30)."""
    return [card for card in dict.fromkeys(s.hand_w[seat]) if box.sort[card] == VILLAGER]


def joined(s: S, seat: int, card: str) -> S:
    """Keep in which order reinforcements were played (KRD-R-46)."""
    assert s.fight is not None
    return s.but(fight=replace(s.fight, joined=(*s.fight.joined, (seat, card))))


def cancels(box: KardnarokBox, card: str) -> bool:
    """Whether a Norn cancels others: Magic of Freya."""
    return any(op.__struct_config__.tag == "cancel" for _, ops in box.choices[card] for op in ops)


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
        s = s.but(fight=replace(fight, winner=self.winner, final=sums))
        s = s.tell("won", won, sums[self.winner], lost, sums[1 - self.winner])
        for card in s.coins[lost]:
            s = s.tell("coin.won", won, lost, card)
        s = s.but(won=put(s.won, won, tuple(sorted((*s.won[won], *s.coins[lost])))), coins=put(s.coins, lost, ()))
        contract = fight.contracts[self.winner]
        if contract is not None:
            s = pay(s, won, contract.kingdom, contract.fee, "fee.paid")
        takes = sum(op.n for op in lasting(s, box, self.winner) if isinstance(op, WinBronze)) + winner_bronze(s, box)
        if takes:
            s = pay(s, lost, won, takes, "bronze.taken")
        return s.then(Casualties(self.winner, True), Casualties(1 - self.winner, False), ClearUp(self.winner))


def pay(s: S, giver: int, taker: int, n: int, kind: str) -> S:
    """Bronze changes hands, no more than there is."""
    n = min(n, s.bronze[giver])
    if not n:
        return s
    bronze = put(put(s.bronze, giver, s.bronze[giver] - n), taker, s.bronze[taker] + n)
    return s.but(bronze=bronze).tell(kind, giver, taker, n)


def to_discard(s: S, box: KardnarokBox, side: int, wins: bool) -> tuple[int, list[int]]:
    """How many live Warriors of an army are discarded, and from which places (KRD-402, KRD-405, KRD-R-47)."""
    fight = s.fight
    assert fight is not None
    seat = fight.seats[side]
    alive = live(s, box, seat)
    places = [place for place in (2 * seat, 2 * seat + 1) if s.army[place]]
    base = winner_discards(s, box) if wins else 2
    spare = [op.n for op in lasting(s, box, side) if isinstance(op, Spare) and applies(op, wins)]
    spares = sum(1 if n == "itself" else 2 if n == "all" else n for n in spare)
    safe = [
        place
        for place in alive
        for op in box.ops[s.army[place][0]]
        if isinstance(op, Spare) and op.n == "itself" and applies(op, wins)
    ]
    able = [place for place in alive if place not in safe]
    slain = len(places) - len(alive)
    return min(len(able), max(0, base - slain - spares)), able


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
        n, able = to_discard(s, box, self.side, self.wins)
        if answer is None and 0 < n < len(able):
            options = tuple(Option(str(place), (s.army[place][0],), "card") for place in able)
            kind = "casualty.winner" if self.wins else "casualty.loser"
            return Pending("deal", (Ask(seat, kind, options, (seat, n), lo=n, hi=n, rule="KRD-402"),))
        chosen = [int(choice) for choice in answer] if answer is not None else able[:n]
        alive = live(s, box, seat)
        for place in (2 * seat, 2 * seat + 1):
            if s.army[place] and (place in chosen or place not in alive):
                card = s.army[place][0]
                s = under(s, "warrior", card).but(army=put(s.army, place, ()))
                s = s.tell("fell", seat, card)
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
        for seat in fight.seats:
            s = disband(s, seat)
            s = under(s, "warrior", *(card for other, card in fight.joined if other == seat))
        s = under(s, "warrior", *s.out_w)
        unplayed = tuple(card for seat in fight.seats for card in s.bought[seat])
        none: tuple[tuple[str, ...], ...] = ((),) * s.seats
        s = s.but(
            villagers=none,
            thors=none,
            out_w=(),
            used=(),
            away=(*s.used, *s.out_n, *unplayed),
            out_n=(),
            bought=none,
            fetched=none,
            blocked=tuple(
                fight.rituals[fight.side(seat)] if seat in fight.seats else god for seat, god in enumerate(s.blocked)
            ),
        )
        defender = fight.seats[DEFENDER]
        goes_on = s.turn + 1 < s.seats
        if s.seats > 2:
            s = s.but(defences=put(s.defences, defender, s.defences[defender] + 1))
        last = not goes_on and s.round == s.rounds
        from_attacker = s.order[s.turn :] + s.order[: s.turn]
        others = tuple(seat for seat in from_attacker if seat not in fight.seats)
        todo: list[Frame] = [Shuffle("away"), PutUnder()]
        if goes_on:
            todo.append(DrawCoins(lost))
        if not last:
            todo += [Adjust(seat) for seat in (won, lost, *others)]
        if goes_on:
            todo += [FormArmy(won), FormArmy(lost), ShowHeroes((won, lost)), AttackTurn(s.turn + 1)]
        else:
            todo.append(RoundEnd())
        return s.then(*todo)


class PutUnder(Frame, frozen=True, tag="PutUnder"):
    """The Norns of the combat, shuffled, go under their deck, and the combat is over (KRD-237)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Put them away."""
        return under(s.but(away=(), fight=None, fought=s.fought + 1), "norn", *s.away)


# --- The end of a round, and of the game ---------------------------------------------------------------------------


class RoundEnd(Frame, frozen=True, tag="RoundEnd"):
    """All kingdoms have attacked: coins, armies, cubes and tokens go back (KRD-500 to KRD-504, KRD-064, KRD-520)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Clear up; then the next round, or the final count (KRD-070, KRD-900, KRD-910, KRD-914)."""
        s = s.but(bag=tuple(sorted((*s.bag, *(card for pile in s.coins for card in pile)))), coins=((),) * s.seats)
        for seat in range(s.seats):
            s = disband(s, seat)
        s = s.but(defences=(0,) * s.seats, blocked=("",) * s.seats)
        s = s.tell("round.over", s.round)
        return s.then(RoundStart(s.round + 1) if s.round < s.rounds else GameEnd())


def silver(s: S, box: KardnarokBox, seat: int) -> int:
    """The value of the silver a kingdom has won."""
    return sum(box.value[card] for card in s.won[seat])


def riches(s: S, box: KardnarokBox, seat: int) -> int:
    """Silver won and bronze held (KRD-020, KRD-521)."""
    return silver(s, box, seat) + s.bronze[seat]


class GameEnd(Frame, frozen=True, tag="GameEnd"):
    """Most riches wins; a tie is broken by silver, then by new Warriors (KRD-520 to KRD-523, KRD-914)."""

    def step(self, s: S, box: KardnarokBox, answer: None = None) -> S:
        """Count."""
        best = max((riches(s, box, seat), silver(s, box, seat)) for seat in range(s.seats))
        top = tuple(seat for seat in range(s.seats) if (riches(s, box, seat), silver(s, box, seat)) == best)
        for seat in range(s.seats):
            s = s.tell("riches", seat, riches(s, box, seat), silver(s, box, seat), s.bronze[seat])
        if len(top) > 1:
            return s.then(TieBreak(top))
        equal = sum(riches(s, box, seat) == best[0] for seat in range(s.seats))
        return ended(s, box, top, "end.silver" if equal > 1 else "end.riches")


def ended(s: S, box: KardnarokBox, winners: tuple[int, ...], reason: str) -> S:
    """The game is over; behind the winners kingdoms rank by riches, then silver."""
    keys = [(seat in winners, riches(s, box, seat), silver(s, box, seat)) for seat in range(s.seats)]
    places = sorted(set(keys))
    scores = tuple(riches(s, box, seat) for seat in range(s.seats))
    return s.but(outcome=Outcome(reason, ranks(tuple(places.index(key) for key in keys)), scores))


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
