"""What cards do: every primitive with its exact meaning, and every card played or used at least once.

`CASES` has for each card a position, the answers and all that has changed besides what playing or using it always does:
cost, exhaustion, where the card goes, what its attributes add. Whatever is not named there must be as it was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.games.common import cards, kinds, told
from thorgames.games.thorgal.cards import (
    All,
    AttachedBanes,
    AttachedEvents,
    Bank,
    Cards,
    Check,
    Count,
    Damage,
    DestinyParty,
    Destroy,
    Discard,
    Draw,
    Exhaust,
    HandEmpty,
    Has,
    Intrigue,
    Keep,
    Marker,
    Mine,
    Mod,
    Most,
    No,
    Peek,
    Pick,
    Protect,
    PutIn,
    Ready,
    Recover,
    Search,
    SendBack,
    Spy,
    Upto,
)
from thorgames.games.thorgal.effects import Apply
from thorgames.games.thorgal.piles import plus

from .table import (
    BOX,
    GAME,
    Zones,
    asked,
    can,
    changed,
    do,
    hear,
    ids,
    kind,
    passes,
    position,
    ran,
    refused,
    run,
    size,
    spot,
    sums,
    worth,
)

LAND = {"outlaws": "pirates-cove", "visitors": "land-of-qa", "lords": "brek-zarith", "vikings": "northland-village"}
"""Where journeys go in these tests: to a land of the destiny player."""


class Case(NamedTuple):
    """One card at work.

    Attributes:
        card: which.
        step: of the round; the first letter of a phase.
        said: the answers after the card itself, "" for none; " / " between two.
        does: what changes besides what always does.
        zones: of the position.
        more: other arguments of the position.
    """

    card: str
    step: str
    said: str
    does: dict[str, Any]
    zones: dict[str, Zones]
    more: dict[str, Any]


def case(card: str, step: str, said: str = "", does: dict[str, Any] | None = None, **given: Any) -> Case:
    zones = {
        k: v for k, v in given.items() if k in ("party", "hand", "pool", "spent", "attached_d", "attached_b", "deck")
    }
    more = {k: v for k, v in given.items() if k not in zones}
    return Case(card, step, said, does or {}, zones, more)


STEPS = {"d": "dawn", "j": "actions", "k": "dusk"}
D1 = {"deck 0": -1, "valhalla 0": 1}
D2 = {"deck 0": -2, "valhalla 0": 2}


def less(n: int) -> dict[str, int]:
    """So much less difficulty."""
    return {"difficulty": -n}


def loses(seat: int, n: int) -> dict[str, int]:
    """Cards of a pool are discarded."""
    return {f"pool {seat}": -n, f"spent {seat}": n}


def gains(seat: int, n: int) -> dict[str, int]:
    """Cards of the deck go to the pool."""
    return {f"pool {seat}": n, f"deck {seat}": -n}


def draws(n: int) -> dict[str, int]:
    """The destiny player draws."""
    return {"hand 0": n, "deck 0": -n}


def marked(card: str, n: int) -> dict[str, int]:
    """Markers on a card of the destiny player's party."""
    return {f"marks {card}": n, f"worth {card}": n, "strength": n}


def put_in(card: str) -> dict[str, int]:
    """A card comes into the party at Dawn."""
    return {f"in {card}": 1}


# --- activated effects ---------------------------------------------------------------------------------------------

JOLAN = {"oppose": (1, "thorgal-vikings")}
OPPOSED = {"oppose": (1, "berserker")}
OPPOSER_2 = {"worth berserker": -2, "difficulty": -2}

USED = [
    # Outlaws
    case("kriss-de-valnor", "j", "- / B", {**D1, **marked("kriss-de-valnor", 1)}),
    case(
        "sigwald-the-burnt",
        "j",
        "yes / galley-mutineer / B",
        {"hand 0": -1, "spent 0": 1, **less(1)},
        hand={0: "galley-mutineer archers"},
    ),
    case("shaigan-the-merciless", "j", "B", OPPOSER_2, **OPPOSED),
    case(
        "tjall-the-fiery",
        "d",
        "yes / desperate-shot",
        {"spent 0": 1, "deck 0": -1},
        hand={0: "desperate-shot unknown-powers"},
    ),
    case("shaniah", "d", "cutpurse archers tjall-the-fiery", {}, deck={0: "archers tjall-the-fiery cutpurse"}),
    case("shaniah", "k", "cutpurse archers tjall-the-fiery", {}, deck={0: "archers tjall-the-fiery cutpurse"}),
    case("volsung-of-nichor", "d", "", loses(1, 1)),
    case("volsung-of-nichor", "j", "", loses(1, 1)),
    case(
        "archers",
        "j",
        "runes-of-ill-omen",
        {"niflheim 1": 1, "attached 1": -1, **less(2)},
        attached_b={1: "wolf-pack runes-of-ill-omen draugr"},
    ),
    case("improvised-weapon", "j", "B / P / P", marked("improvised-weapon", 3)),
    case("poisoned-blade", "j", "P / P", OPPOSER_2, **OPPOSED),
    case("stolen-longboat", "j", "", less(1)),
    case("rope-and-grapnel", "j", "C", less(1)),
    case("loaded-dice", "d", "- / one", {**D1, "hand 0": 1, "deck 0": -2}),
    case("loaded-dice", "d", "- / other", {**D1, "pool 0": 2, "deck 0": -3}),
    # Visitors
    case("varth", "j", "B", less(1)),
    case("thorgal-visitors", "j", "P", marked("thorgal-visitors", 1)),
    case(
        "xargos",
        "d",
        "mind-shield / varth slivia telekinesis",
        draws(1) | {"deck 0": -1},
        deck={0: "mind-shield telekinesis varth slivia"},
    ),
    case("haynee", "d", "", {"shield 0": 2}),
    case("haynee", "j", "", {"shield 0": 2}),
    case("haynee", "k", "", {"shield 0": 2}),
    case("slivia", "j", "P", less(1)),
    case("jolan", "j", "-", {**D1, "niflheim 1": 1, "attached 1": -1, **less(2)}, attached_b={1: "runes-of-ill-omen"}),
    case("aniel", "d", "yes", {**loses(0, 1), **draws(1)}),
    case("aniel", "d", "no", {}),
    case("star-castaway", "k", "", {"pool 0": 1, "spent 0": -1}, spent={0: 2}),
    case("ogotais-crown", "j", "P", less(1)),
    case("star-metal-sword", "j", "", {"worth star-metal-sword": 1, "strength": 1}),
    case("flying-ship-of-qa", "j", "varth", {"tired varth": -1}, party={0: "varth'' slivia flying-ship-of-qa"}),
    case("eyes-of-tanatloc", "d", ""),
    case("eyes-of-tanatloc", "j", ""),
    case("healing-casket", "d", "", {"shield 0": 2}),
    case("healing-casket", "j", "", {"shield 0": 2}),
    case("healing-casket", "k", "", {"shield 0": 2}),
    case("star-beacon", "d", "varth", {"pool 0": 1, "deck 0": -1}, deck={0: "varth slivia"}),
    case("star-beacon", "d", "varth slivia", {"pool 0": 2, "deck 0": -2}, deck={0: "varth slivia"}),
    case("star-beacon", "d", "- / slivia varth", {}, deck={0: "varth slivia"}),
    # Lords
    case("galathorn", "d", "", gains(0, 1)),
    case("veronar", "d", "", loses(1, 1)),
    case("veronar", "j", "", loses(1, 1)),
    case("shardar-the-powerful", "d", "", gains(0, 2)),
    case("saxegaard", "j", "yes / B / P", {**loses(0, 1), **marked("saxegaard", 2)}),
    case("saxegaard", "j", "no"),
    case("court-spy", "d", ""),
    case("court-spy", "j", ""),
    case("court-astrologer", "d", "feint levy bribery", {}, deck={0: "levy bribery feint"}),
    case("tax-collector", "d", "", gains(0, 1)),
    case("war-galley", "j", "", less(1)),
    case("hunting-falcon", "j", "one", {"worth hunting-falcon": 1, "strength": 1}),
    case("hunting-falcon", "j", "other"),
    case("chest-of-gold", "d", "", {"pool 0": 2, "spent 0": -2}, spent={0: 3}),
    case("chest-of-gold", "j", "", {"pool 0": 1, "spent 0": -1}, spent={0: 1}),
    case("chest-of-gold", "k", "", {}),
    case("executioners-axe", "j", "P / B", OPPOSER_2, **OPPOSED),
    # Vikings
    case("thorgal-vikings", "j", "B", marked("thorgal-vikings", 1)),
    case("gandalf-the-mad", "j", "- / B / P", {**D1, "strength": 2}),
    case("hierulf-the-thinker", "d", "muff / drakkar solveig", draws(1), deck={0: "muff drakkar solveig"}),
    case("solveig", "k", "", {"pool 0": 1, "spent 0": -1}, spent={0: 1}),
    case("berserker", "j", "- / P / P", {**D1, **marked("berserker", 2)}),
    case("round-shield", "j", "", {"shield 0": 2, "safe solveig": "all"}, party={0: "round-shield solveig"}),
    case(
        "round-shield",
        "d",
        "solveig",
        {"shield 0": 2, "safe solveig": "all"},
        party={0: "round-shield solveig berserker"},
    ),
    case("battle-axe", "j", "", {"worth battle-axe": 1, "strength": 1}),
    case("muff", "j", "", {"shield 0": 1}),
    case("sun-sword", "j", "B", less(1)),
    case(
        "mead-horn",
        "j",
        "solveig / P",
        {"tired solveig": -1, "worth solveig": 1, "strength": 1},
        party={0: "mead-horn solveig'' berserker"},
    ),
    case("mead-horn", "d", "C", {"worth solveig": 1}, party={0: "mead-horn solveig"}),
]

# --- destiny cards that are played ---------------------------------------------------------------------------------

PLAYED = [
    # Outlaws
    case("unknown-powers", "j", "-", D2),
    case("desperate-shot", "j", "-", D1),
    case("cutpurse", "d", "", {"pool 1": -1, "spent 1": 1, **gains(0, 1)}),
    case("cutpurse", "k", "", {"pool 1": -1, "spent 1": 1, **gains(0, 1)}),
    case("ambush-at-the-ford", "j", "B", less(1), **OPPOSED),
    case("ambush-at-the-ford", "j", "", {}),
    case(
        "honour-among-thieves", "d", "archers", {"hand 0": 1, "deck 0": -2, "spent 0": 1}, deck={0: "archers cutpurse"}
    ),
    case("bold-escape", "d", "archers", {"tired archers": -1, "shield 0": 1}, party={0: "archers'"}),
    case("bold-escape", "j", "no", {"shield 0": 1}, party={0: "archers'"}),
    case(
        "silence-for-gold",
        "j",
        "",
        {"niflheim 1": 1, "attached 1": -1, **less(2)},
        attached_b={1: "avalanche frost-giant"},
    ),
    case("the-last-wager", "j", "- / archers", {**D1, "tired archers": -1}, party={0: "archers'"}),
    # Visitors
    case("telekinesis", "d", "varth", {"tired varth": -1}, party={0: "varth'"}),
    case("telekinesis", "j", "varth", {"tired varth": -1}, party={0: "varth''"}),
    case(
        "forgotten-knowledge",
        "d",
        "varth slivia / haynee jolan aniel",
        draws(2),
        deck={0: "varth slivia haynee jolan aniel"},
    ),
    case("mind-shield", "d", "", {"shield 0": 3}),
    case("mind-shield", "j", "", {"shield 0": 3}),
    case(
        "disintegration",
        "j",
        "frost-giant",
        {"niflheim 1": 1, "attached 1": -1, **less(6)},
        attached_b={1: "avalanche frost-giant"},
    ),
    case("call-of-the-stars", "d", "ogotais-crown", {"deck 0": -1, **put_in("ogotais-crown")}),
    case("borrowed-strength", "j", "varth", {"tired varth": 1}, party={0: "varth' slivia"}),
    case(
        "blood-of-two-worlds",
        "j",
        "borrowed-strength",
        {"hand 0": -1, "attached 0": 1, "strength": 3},
        hand={0: "blood-of-two-worlds borrowed-strength"},
        party={0: "varth"},
    ),
    case("blood-of-two-worlds", "j", "-", {}, hand={0: "blood-of-two-worlds borrowed-strength"}, party={0: "varth"}),
    # Lords
    case("bribery", "j", "", loses(1, 1)),
    case("levy", "d", "", gains(0, 2)),
    case("marriage-of-state", "d", "shardar-the-powerful", {"deck 0": -1, **put_in("shardar-the-powerful")}),
    case("siege-engines", "j"),
    case("royal-pardon", "d", "galathorn / galathorn", {"tired galathorn": -2}, party={0: "galathorn''"}),
    case("royal-pardon", "j", "galathorn / no", {"tired galathorn": -1}, party={0: "galathorn''"}),
    case(
        "oath-of-fealty",
        "k",
        "galathorn veronar",
        {"kept galathorn": 1, "kept veronar": 1},
        party={0: "galathorn veronar saxegaard"},
    ),
    case("feint", "j", "C", less(1), **OPPOSED),
    case("purse-of-silver", "j", "yes / B / C / C", {**loses(0, 2), "strength": 3}),
    case("purse-of-silver", "j", "no"),
    # Vikings
    case("shield-wall", "j", "", {"shield 0": 2}),
    case(
        "oath-of-brothers",
        "d",
        "shieldmaiden",
        {"deck 0": -1, **put_in("shieldmaiden")},
        hand={0: "oath-of-brothers shieldmaiden berserker"},
    ),
    case("oath-of-brothers", "d", "-", draws(1), hand={0: "oath-of-brothers shieldmaiden"}),
    case("wrath-of-thor", "j", "drakkar", {"tired drakkar": -1}, party={0: "drakkar'"}),
    case("song-of-the-skald", "d", "drakkar", {"tired drakkar": -1}, party={0: "drakkar'"}),
    case("song-of-the-skald", "j", "drakkar", {"tired drakkar": -1}, party={0: "drakkar'"}),
    case("raiding-season", "j", "", {"strength": 2}, party={0: "berserker solveig drakkar"}),
    case("raiding-season", "j", "", {"strength": 3}, party={0: "berserker solveig leif-haraldson shieldmaiden"}),
    case("thing-of-the-elders", "d", "muff / drakkar solveig", draws(1), deck={0: "muff drakkar solveig"}),
    case(
        "feast-in-the-great-hall",
        "k",
        "berserker",
        {"kept berserker": 1, "pool 0": 1, "spent 0": -1},
        party={0: "berserker solveig"},
    ),
]

COMPANIONS = [
    card.id for card in BOX.cards.values() if card.kind in ("companion", "support") and not BOX.steps(card.id, "enter")
]

# --- bane cards ----------------------------------------------------------------------------------------------------

ONE = {"party": {0: "galathorn"}}
TWO = {"party": {0: "galathorn veronar"}}


def minus(card: str, n: int = 1) -> dict[str, int]:
    """Minus markers on a card on a journey."""
    return {f"marks {card}": -n, f"worth {card}": -n, "strength": -n}


BANES = [
    # Outlaws
    case("ambush", "j", "-", D1),
    case("poisoned-arrow", "d", "- / galathorn / P", D1 | {"marks galathorn": -1, "worth galathorn": -1}, **TWO),
    case("poisoned-arrow", "j", "- / galathorn / B", D1 | minus("galathorn"), **TWO),
    case("thieves-in-the-camp", "d", "", loses(0, 2)),
    case("pirate-boarding", "j", "-", D1),
    case("cut-moorings", "j", "", {"tired royal-seal": 1}, party={0: "galathorn royal-seal"}),
    case("bounty-on-their-heads", "k", "-", D2, party={0: "galathorn veronar castle-guard"}),
    case(
        "bounty-on-their-heads",
        "k",
        "-",
        {"deck 0": -3, "valhalla 0": 3},
        party={0: "galathorn veronar saxegaard ewing"},
    ),
    case("bounty-on-their-heads", "k", "", {}, party={0: "castle-guard"}),
    case("snare", "j", "galathorn", {"tired galathorn": 1}, **ONE),
    case("treacherous-guide", "j", "", {"difficulty": 1}, oppose=(1, "archers")),
    case("treacherous-guide", "j", ""),
    case("burning-arrows", "j", "-", D2),
    case(
        "betrayal",
        "d",
        "galathorn",
        {"hand 0": 1, "in galathorn": -1},
        party={0: "galathorn ewing shardar-the-powerful"},
    ),
    case(
        "betrayal",
        "j",
        "",
        {"hand 0": 1, "in galathorn": -1, "strength": -5},
        party={0: "galathorn shardar-the-powerful"},
    ),
    case("desperados-duel", "j"),
    case("sabotage", "d", "", {"valhalla 0": 1, "in royal-seal": -1}, party={0: "galathorn royal-seal"}),
    case(
        "sabotage",
        "j",
        "war-galley",
        {"valhalla 0": 1, "in war-galley": -1, "strength": -3},
        party={0: "war-galley royal-seal"},
    ),
    case("night-raid", "j", "-", D1),
    # Visitors
    case("illusion", "j", "galathorn", {"tired galathorn": 1}, party={0: "galathorn'"}),
    case("loss-of-memory", "d", "levy", {"hand 0": -1, "spent 0": 1}, hand={0: "levy bribery"}),
    case("loss-of-memory", "j", "", {"hand 0": -1, "spent 0": 1}, hand={0: "levy"}),
    case("alinoe", "j", "-", D1),
    case("storm-over-qa", "j"),
    case(
        "mind-domination",
        "d",
        "",
        {"tired galathorn": 2, "marks galathorn": -1, "worth galathorn": -1, "said": "B"},
        **ONE,
    ),
    case("mind-domination", "j", "galathorn / B", {"tired galathorn": 2} | minus("galathorn"), **TWO),
    case("temple-guardians", "j", "", {"difficulty": 1}, party={0: "sun-sword"}),
    case("temple-guardians", "j", "", {}, party={0: "battle-axe"}),
    case("blinding-light", "j", "- / galathorn", D1 | {"tired galathorn": 1}, **ONE),
    case("deadly-ray", "j", "veronar", {"valhalla 0": 1, "in veronar": -1, "strength": -3}, **TWO),
    case("weight-of-ages", "d", "", {"forbidden": 1}),
    case("weight-of-ages", "j", "", {"forbidden": 1}),
    case("blue-plague", "k", "- / veronar", D1 | {"tired veronar": 2}, **TWO),
    case("false-vision", "j"),
    case("cold-of-the-void", "j", "-", D1),
    case(
        "ripple-in-time", "j", "feint", {"hand 0": 1, "attached 0": -1, "strength": -1}, attached_d={0: "feint bribery"}
    ),
    case("sleepers-song", "j", "no", {}, **ONE),
    # Lords
    case("palace-guard", "j", "", {"difficulty": 1}, oppose=(1, "castle-guard")),
    case("palace-guard", "j", ""),
    case("heavy-taxes", "d", "", loses(0, 1)),
    case(
        "dungeon",
        "d",
        "kriss-de-valnor / B",
        {"tired kriss-de-valnor": 1, "marks kriss-de-valnor": -2, "worth kriss-de-valnor": -2},
        party={0: "kriss-de-valnor archers"},
    ),
    case("dungeon", "j", "B / B", {"tired archers": 1} | minus("archers", 2), party={0: "archers"}),
    case("kings-decree", "d", "", {"prices": 1}),
    case("court-intrigue", "d", "archers / no", {"tired archers": 1}, party={0: "archers"}),
    case("court-intrigue", "j", "archers / archers", {"tired archers": 2}, party={0: "archers"}),
    case("fortified-walls", "j"),
    case("poisoned-cup", "j", "-", D2),
    case("hostage", "d", "", {"in galley-mutineer": -1, "deck 0": 1}, party={0: "archers galley-mutineer"}),
    case(
        "hostage",
        "j",
        "",
        {"in galley-mutineer": -1, "deck 0": 1, "strength": -2},
        party={0: "archers galley-mutineer"},
    ),
    case("trial-by-combat", "j", "", {"difficulty": 1}, party={0: "archers*2 hunting-bow"}),
    case("trial-by-combat", "j", "", {}, party={0: "archers*2 galley-mutineer"}),
    case("labyrinth-of-brek-zarith", "j"),
    case("royal-hounds", "j", "-", D1),
    case("banquet-of-lies", "j", "", gains(1, 1)),
    case("executioner", "d", "", {"valhalla 0": 1, "in archers": -1}, party={0: "archers' galley-mutineer"}),
    case("executioner", "k", "", {}, party={0: "archers galley-mutineer"}),
    # Vikings
    case("stun", "j", "-", D2),
    case("frost-giant", "j"),
    case("nidhogg", "j", "-", D1),
    case(
        "wolf-pack",
        "j",
        "- / wolf-pack",
        D1 | {"hand 1": -1, "attached 1": 1, "difficulty": 2},
        hand={1: "wolf-pack wolf-pack +"},
    ),
    case("wolf-pack", "j", "- / -", D1, hand={1: "wolf-pack +"}),
    case("blizzard", "d", "royal-seal", {"tired royal-seal": 1}, party={0: "royal-seal war-galley"}),
    case(
        "blizzard",
        "j",
        "royal-seal war-galley",
        {"tired royal-seal": 1, "tired war-galley": 1},
        party={0: "royal-seal war-galley"},
    ),
    case("raging-sea", "j", "", {"difficulty": 1}),
    case("raging-sea", "j", "", {}, party={0: "war-galley"}),
    case("holmgang", "j", "", {"difficulty": 1}, oppose=(1, "berserker")),
    case("holmgang", "j", ""),
    case("avalanche", "j", "- / galathorn", D1 | {"tired galathorn": 1}, **ONE),
    case("draugr", "j"),
    case("runes-of-ill-omen", "j"),
    case("lokis-jest", "j", "galathorn / veronar / P", {"tired galathorn": 1} | minus("veronar"), **TWO),
    case("famine", "k", "", loses(0, 2)),
    case("call-of-hel", "d", "", {"valhalla 0": 1, "in veronar": -1}, **TWO),
    case("call-of-hel", "k", "", {"valhalla 0": 1, "in veronar": -1}, **TWO),
]

# --- lands ---------------------------------------------------------------------------------------------------------

FENRIS = [
    case("pirates-cove", "d", "", loses(0, 1)),
    case("marsh-of-the-banished", "j", "", {"difficulty": 1}),
    case("the-invisible-fortress", "d", "", {"tired hunting-bow": 1}, party={0: "archers hunting-bow"}),
    case("the-invisible-fortress", "j", "", {"tired hunting-bow": 1}, party={0: "archers hunting-bow"}),
    case("tournament-meadow", "j", "", {"difficulty": 1}),
    case("slave-market", "k", "-", D1),
    case(
        "land-of-qa", "d", "ambush / snare night-raid", {"hand 1": 1, "deck 1": -1}, deck={1: "ambush snare night-raid"}
    ),
    case("city-of-the-lost-god", "j", "", {"difficulty": 1}),
    case("wreck-of-the-star-ship", "d", "varth", {"tired varth": 1}, party={0: "varth slivia"}),
    case("wreck-of-the-star-ship", "j", "", {"tired varth": 1}, party={0: "varth"}),
    case("palace-of-aran", "j", "varth / B", minus("varth"), party={0: "varth slivia"}),
    case("the-world-between", "d", "", gains(1, 1)),
    case("brek-zarith", "d", "", {"prices": 1}),
    case("shardars-dungeons", "d", "", {"tired galathorn": 1}, **ONE),
    case("shardars-dungeons", "j", "veronar", {"tired veronar": 1}, **TWO),
    case("palace-of-zarkaj", "j", "", {"difficulty": 1}),
    case("mountain-stronghold", "j", "", {"difficulty": 1}),
    case("kingdom-beneath-the-sand", "d", "", gains(1, 1)),
    case("fortified-port", "j", "C", {"difficulty": 1}),
    case("northland-village", "d", "", gains(1, 1)),
    case("island-of-the-frozen-seas", "j", "-", D1),
    case("realm-of-the-giants", "j", "", {"difficulty": 1}),
    case("hermitage-of-skellingar", "k", "-", D1),
]

HORNS = [
    case("pirates-cove", "", "", gains(0, 2)),
    case("marsh-of-the-banished", "", "", loses(1, 2)),
    case(
        "the-invisible-fortress",
        "",
        "",
        {"tired archers": -1, "tired hunting-bow": -1},
        party={0: "archers'' hunting-bow'"},
    ),
    case("tournament-meadow", "", "improvised-weapon", {"deck 0": -1, **put_in("improvised-weapon")}),
    case(
        "slave-market",
        "",
        "galley-mutineer",
        {"hand 0": -1, **put_in("galley-mutineer")},
        hand={0: "galley-mutineer archers"},
    ),
    case("land-of-qa", "", "varth jolan / slivia haynee aniel", draws(2), deck={0: "varth slivia haynee jolan aniel"}),
    case("city-of-the-lost-god", "", "", {"life 1": -2, "valhalla 1": 2}),
    case("wreck-of-the-star-ship", "", "star-beacon", {"deck 0": -1, **put_in("star-beacon")}),
    case("palace-of-aran", "", "", {"pool 0": 3, "spent 0": -3}, spent={0: 4}),
    case("the-world-between", "", "", draws(2)),
    case("brek-zarith", "", "", gains(0, 3)),
    case("shardars-dungeons", "", "", {"life 1": -1, "valhalla 1": 1, **loses(1, 1)}),
    case("palace-of-zarkaj", "", "levy / bribery feint galathorn", draws(1), deck={0: "levy bribery feint galathorn"}),
    case("mountain-stronghold", "", "", {"tired galathorn": -1}, party={0: "galathorn' royal-seal"}),
    case("kingdom-beneath-the-sand", "", "", draws(2)),
    case("fortified-port", "", "", gains(0, 1)),
    case("northland-village", "", "shieldmaiden", {"deck 0": -1, **put_in("shieldmaiden")}),
    case("island-of-the-frozen-seas", "", "", draws(2)),
    case("realm-of-the-giants", "", "", loses(1, 2)),
    case(
        "hermitage-of-skellingar",
        "",
        "",
        {"tired solveig": -1, "pool 0": 2, "spent 0": -2},
        party={0: "solveig'"},
        spent={0: 2},
    ),
]


# --- running them --------------------------------------------------------------------------------------------------


def number_of(cases: list[Case]) -> list[str]:
    """Names for tests."""
    return [f"{one.card}-{one.step}{at}" for at, one in enumerate(cases)]


def added(*parts: dict[str, Any]) -> dict[str, Any]:
    """The sum of changes."""
    out: dict[str, Any] = {}
    for part in parts:
        for key, n in part.items():
            out[key] = out.get(key, 0) + n if isinstance(n, int) and not isinstance(n, bool) else n
    return {key: n for key, n in out.items() if n not in (0, "")}


def begin(one: Case, seat: int, **usual: Any) -> Any:
    """The position of a case, at the question to a seat."""
    faction = BOX.cards[one.card].faction
    given: dict[str, Any] = {**usual, **one.zones, **one.more}
    if one.step == "j":
        given.setdefault("target", LAND[faction if seat == 0 else _other(one, faction)])
    state = position(STEPS[one.step], **given)
    while kind(state) == "act 0" and seat == 1:
        state = do(state, "pass")
    assert kind(state) == f"act {seat}"
    return state


def _other(one: Case, faction: str) -> str:
    """The faction of the destiny player in a case of a bane card."""
    named = [card for zone in one.zones.values() for card in cards(str(zone.get(0, "")).replace("'", ""))]
    found = [BOX.cards[card].faction for card in named if card in BOX.cards]
    return found[0] if found else next(f for f in ("lords", "outlaws") if f != faction)


def answered(one: Case) -> list[str]:
    """The answers of a case."""
    return one.said.split(" / ") if one.said else []


@pytest.mark.rule("TRG-360", "TRG-305", "TRG-500", "TRG-R-05")
@pytest.mark.parametrize("one", USED, ids=number_of(USED))
def test_activated_effects(one):
    party = one.zones.get("party", {0: one.card})
    given = one._replace(
        zones={**one.zones, "party": party if one.card in str(party) else {0: f"{one.card} {party[0]}"}}
    )
    state = begin(given, 0)
    after = do(state, one.card, *answered(one))
    assert kind(after) in ("act 1", "clean.pool 0", "upkeep.unmet 0", "upkeep 0")
    assert changed(state, after) == added(one.does, {f"tired {one.card}": 1})


@pytest.mark.rule("TRG-335", "TRG-340", "TRG-445", "TRG-447", "TRG-320")
@pytest.mark.parametrize("one", PLAYED, ids=number_of(PLAYED))
def test_events(one):
    state = begin(one, 0, hand={0: f"{one.card} +", 1: "+"})
    after = do(state, one.card, *answered(one))
    assert kind(after) == "act 1"
    assert changed(state, after) == added(one.does, played(one, 0))


def played(one: Case, seat: int) -> dict[str, int]:
    """What playing a card always does."""
    c = BOX.cards[one.card]
    out = {f"hand {seat}": -1, f"pool {seat}": -c.cost, f"spent {seat}": c.cost}
    total = sum(BOX.points[one.card])
    if total and one.step == "j":
        return out | {f"attached {seat}": 1, "strength" if seat == 0 else "difficulty": total}
    return out | {"valhalla 0" if seat == 0 else "niflheim 1": 1}


@pytest.mark.rule("TRG-345", "TRG-020", "TRG-445", "TRG-447", "TRG-310", "TRG-330")
@pytest.mark.parametrize("one", BANES, ids=number_of(BANES))
def test_bane_cards(one):
    said, does = answered(one), dict(one.does)
    said += [does.pop("said")] if "said" in does else []
    faction = BOX.cards[one.card].faction
    hand = {0: "+", 1: f"{one.card} +"} | one.zones.get("hand", {})
    if one.card not in hand[1]:
        hand[1] = f"{one.card} +"
    mine = _other(one, faction)
    state = begin(one._replace(zones={**one.zones, "hand": hand}), 1, factions=f"{mine} {faction}")
    after = do(state, one.card, *said)
    assert kind(after) == ("act 0" if after.hand_d[0] else "act 1")
    assert changed(state, after) == added(does, played(one, 1))


@pytest.mark.rule("TRG-490", "TRG-492", "TRG-310", "TRG-R-26")
@pytest.mark.parametrize("one", FENRIS, ids=number_of(FENRIS))
def test_fenris_effects(one):
    faction = BOX.cards[one.card].faction
    spare = next(land for land in BOX.of(faction, "land") if land != one.card)
    given: dict[str, Any] = {"won": {one.card: 0}, "hand": {0: "+", 1: "+"}}
    bane = next(
        (BOX.cards[card].faction for text in one.zones.get("deck", {}).values() for card in cards(text)),
        "vikings" if faction != "vikings" else "lords",
    )
    mine = faction if faction != bane else "lords"
    state = begin(
        one._replace(more={"target": spare} if one.step == "j" else {}), 1, factions=f"{mine} {bane}", **given
    )
    after = do(state, one.card, *answered(one))
    assert kind(after) == "act 0"
    assert changed(state, after) == added(one.does, {f"tired {one.card}": 1})


@pytest.mark.rule("TRG-488", "TRG-R-35", "TRG-030")
@pytest.mark.parametrize("one", HORNS, ids=[one.card for one in HORNS])
def test_horn_effects(one):
    faction = BOX.cards[one.card].faction
    given: dict[str, Any] = {"hand": {0: "+", 1: "+"}, "factions": faction, "lands": one.card, **one.zones}
    state = position("actions", target=one.card, **given)
    state = state.but(difficulty=(-9, -9, -9))
    state = do(state, "pass", "pass")
    assert kind(state) == "horn 0"
    used, declined = do(state, "yes", *answered(one)), do(state, "no")
    assert used.phase == declined.phase == "dusk"
    assert changed(declined, used) == added(one.does)


@pytest.mark.rule("TRG-320", "TRG-026", "TRG-305")
@pytest.mark.parametrize("card", COMPANIONS)
def test_companions_and_supports_are_played(card):
    state = position(hand={0: f"{card} +", 1: "+"})
    after = do(state, card)
    cost = BOX.cards[card].cost
    assert changed(state, after) == added({"hand 0": -1, f"in {card}": 1, "pool 0": -cost, "spent 0": cost})
    assert sum(worth(after, card)) == sum(BOX.points[card])


@pytest.mark.rule("TRG-325", "TRG-R-15")
@pytest.mark.parametrize("card", ["ewing", "leif-haraldson"])
def test_entering(card):
    state = position(hand={0: f"{card} +", 1: "+"})
    after = do(state, card)
    cost = BOX.cards[card].cost
    assert changed(state, after) == added({f"in {card}": 1, "pool 0": -cost, "spent 0": cost, "deck 0": -1})
    assert kind(position(party={0: card})) == "act 0"


def test_every_card_is_used_here():
    tried = {one.card for one in (*USED, *PLAYED, *BANES, *FENRIS)} | {"ewing", "leif-haraldson"} | set(COMPANIONS)
    assert tried == set(BOX.cards)
    assert {one.card for one in HORNS} == {card.id for card in BOX.cards.values() if card.kind == "land"}
    activated = {(card, phase) for card in BOX.cards for phase in BOX.phases(card, "activated")}
    assert {(one.card, {"d": "dawn", "j": "journey", "k": "dusk"}[one.step]) for one in USED} == activated
    playable = {(c.id, phase) for c in BOX.cards.values() for phase in c.phases}
    assert {(one.card, {"d": "dawn", "j": "journey", "k": "dusk"}[one.step]) for one in (*PLAYED, *BANES)} == playable


# --- primitives, one by one ----------------------------------------------------------------------------------------


def act(state: Any, *steps: Any, you: int = 0, this: str = "", card: str = "") -> Any:
    """The state at the next question of an effect that is made up here."""
    uid = spot(state, this).uid if this else -1
    return run(state, Apply(you, card or this or "levy", uid, steps))


def party(text: str, **given: Any) -> Any:
    """A position at Dawn with a party of the destiny player."""
    return position(party={0: text}, hand={0: "+", 1: "+"}, **given)


MINE = Mine(("companion",))
THEIRS = DestinyParty(("companion",))


@pytest.mark.rule("TRG-R-19", "TRG-R-32", "TRG-565")
def test_marker():
    state = act(party("archers galley-mutineer"), Marker(All(MINE), ("B+1", "C-1")))
    assert worth(state, "archers") == (3, 0, 1)
    assert worth(state, "galley-mutineer") == (2, 0, 1)  # the point that cannot be placed is lost
    assert spot(state, "galley-mutineer").marks == (1, 0, 0)
    state = act(party("archers"), Marker("self", "any+2"), this="archers")
    assert kind(state) == "points 0"
    state = do(state, "P", "C")  # different ones for each point
    assert spot(state, "archers").marks == (0, 1, 1)


@pytest.mark.rule("TRG-R-04", "TRG-R-31")
@pytest.mark.parametrize("card", ["poisoned-blade", "executioners-axe", "shaigan-the-merciless"])
def test_without_an_opposing_companion_nothing_is_done_to_it(card):
    state = position("actions", target=LAND[BOX.cards[card].faction], party={0: card}, hand={0: "+", 1: "+"})
    assert changed(state, do(state, card)) == {f"tired {card}": 1}


@pytest.mark.rule("TRG-R-19", "TRG-R-32")
def test_mod():
    state = position("actions", target="pirates-cove", party={0: "archers"})
    state = act(state, Mod("self", "B-2"), Mod("strength", "BP+1"), Mod("difficulty", "C+2"), this="archers")
    assert kind(state) == "points.total 0"
    assert set(ids(state)) == {"B", "P"}
    state = do(state, "P")
    assert worth(state, "archers") == (0, 1, 1)
    assert sums(state) == ((0, 1, 2), (3, 4, 2))
    after = passes(state)
    assert sums(after.but(target=0))[0] == (2, 1, 1)


@pytest.mark.rule("TRG-R-21", "TRG-R-20")
def test_exhaust_and_ready():
    state = act(party("archers' galley-mutineer"), Exhaust(All(MINE), 2))
    assert [spot(state, card).tired for card in ("archers", "galley-mutineer")] == [3, 2]
    state = act(state, Ready(All(MINE)))
    assert [spot(state, card).tired for card in ("archers", "galley-mutineer")] == [2, 1]
    state = act(party("archers"), Ready(All(MINE)))
    assert spot(state, "archers").tired == 0


@pytest.mark.rule("TRG-474", "TRG-R-62", "TRG-R-14")
def test_send_back():
    start = party("archers' galley-mutineer")
    state = act(start, SendBack(Pick(1, MINE), "hand"))
    state = do(state, "archers")
    assert "archers" in state.hand_d[0]
    assert state.party[0] == ("galley-mutineer",)
    state = act(start, SendBack(All(Mine(("companion", "exhausted"))), "under_deck"))
    assert state.deck_d[0][-1] == "archers"


@pytest.mark.rule("TRG-R-62", "TRG-754")
def test_attached_cards_go_back_to_their_owners():
    state = position(
        "actions", target="pirates-cove", attached_d={0: "bold-escape"}, attached_b={1: "illusion"},
        factions="outlaws visitors",
    )  # fmt: skip
    after = act(state, SendBack(All(AttachedBanes()), "hand"), SendBack(All(AttachedEvents()), "under_deck"))
    assert "illusion" in after.hand_b[1]
    assert after.deck_d[0][-1] == "bold-escape"
    after = act(state, SendBack(Pick(1, AttachedBanes()), "under_deck"))
    assert after.deck_b[1][-1] == "illusion"


@pytest.mark.rule("TRG-474", "TRG-754")
def test_several_attached_cards_are_destroyed_together():
    state = position(
        "actions", 3, target="pirates-cove", attached_b={1: "draugr wolf-pack holmgang", 2: "illusion alinoe"},
        factions="outlaws vikings visitors",
    )  # fmt: skip
    after = act(state, Destroy(All(AttachedBanes(("cost<=1",)))))
    assert after.attached_b == ((), ("draugr",), ("alinoe",))
    assert set(after.niflheim[1]) == {"wolf-pack", "holmgang"}
    assert after.niflheim[2] == ("illusion",)


@pytest.mark.rule("TRG-350", "TRG-325")
def test_no_second_unique_card_is_put_in():
    state = position("dusk", party={0: "kriss-de-valnor"}, hand={0: "kriss-de-valnor galley-mutineer", 1: "+"})
    asks = act(state, PutIn("you", Cards(("companion", "cost<=2"))))
    assert can(asks) == {"galley-mutineer"}


@pytest.mark.rule("TRG-R-19", "TRG-360")
def test_changes_of_the_totals_end_with_the_journey():
    state = position("actions", target="pirates-cove", party={0: "rope-and-grapnel"}, hand={0: "cutpurse", 1: "+"})
    state = do(state, "rope-and-grapnel", "B")
    assert state.difficulty == (-1, 0, 0)
    state = act(state, Mod("strength", "P+1"))
    while state.phase == "journey":
        state = do(state, "pass")
    assert (state.strength, state.difficulty) == ((0, 0, 0), (0, 0, 0))


@pytest.mark.rule("TRG-R-05", "TRG-R-04")
def test_pick_and_upto():
    state = act(party("archers galley-mutineer marsh-cutthroat"), Exhaust(Pick(2, MINE)))
    assert (asked(state).lo, asked(state).hi) == (2, 2)
    state = act(party("archers galley-mutineer"), Exhaust(Pick(2, MINE)))
    assert kind(state) == "act 0"  # all of them: no choice
    assert spot(state, "archers").tired == 1
    state = act(party("archers"), Exhaust(Pick(2, MINE)))
    assert spot(state, "archers").tired == 1  # all if fewer
    state = act(party("archers galley-mutineer marsh-cutthroat"), Exhaust(Upto(2, MINE)))
    assert (asked(state).lo, asked(state).hi) == (0, 2)
    state = act(party("archers"), Exhaust(Upto(2, MINE)))
    assert (asked(state).lo, asked(state).hi) == (0, 1)
    state = act(party("hunting-bow"), Exhaust(Upto(2, MINE)))
    assert kind(state) == "act 0"


@pytest.mark.rule("TRG-R-04", "TRG-R-05")
def test_it():
    state = act(party("archers galley-mutineer"), Exhaust(Pick(1, MINE)), Exhaust("it", 2))
    state = do(state, "archers")
    assert (spot(state, "archers").tired, spot(state, "galley-mutineer").tired) == (3, 0)
    state = act(party("hunting-bow"), Exhaust(Pick(1, MINE)), Exhaust("it"), Draw("you", 1))
    assert kind(state) == "act 0"
    assert size(state, "hand", 0) == 2  # the rest is done


@pytest.mark.rule("TRG-R-05", "TRG-R-07")
def test_discard():
    state = party("archers", pool={0: "cutpurse bold-escape"})
    after = act(state, Discard("you", "pool", 3))
    assert after.pool_d[0] == ()
    assert after.spent_d[0] == ("bold-escape", "cutpurse")
    state = position(hand={0: "cutpurse bold-escape +", 1: "stun +"}, party={0: "archers"})
    after = act(state, Discard("destiny", "hand", 2), you=1)
    assert kind(after) == "toss 0"  # the owner chooses
    after = do(after, "bold-escape cutpurse")
    assert after.spent_d[0][:2] == ("cutpurse", "bold-escape")
    after = act(state, Discard("bane", "hand", 5))
    assert after.hand_b[1] == ()
    assert len(after.spent_b[1]) == 2


@pytest.mark.rule("TRG-R-12", "TRG-210", "TRG-036")
def test_draw_bank_recover():
    state = position(hand={0: "+", 1: "+"}, pool={0: 0, 1: 0}, spent={0: 2, 1: 1}, life={0: 3})
    after = act(state, Draw("you", 5))
    assert (size(after, "hand", 0), size(after, "deck", 0)) == (4, 0)
    top = state.deck_d[0]
    after = act(state, Bank("you", 2))
    assert after.pool_d[0] == (top[1], top[0])
    after = act(state, Recover("you", 5))
    assert after.pool_d[0] == state.spent_d[0][::-1]
    after = act(state, Recover("bane", 1), Bank("bane", 1))
    assert len(after.pool_b[1]) == 2
    assert act(state, Bank("you", 9)).deck_d[0] == ()


@pytest.mark.rule("TRG-R-12")
def test_a_pool_that_takes_from_an_empty_deck():
    state = position(hand={0: "+", 1: "+"}, life={0: 0})
    for step in (Draw("you", 1), Bank("you", 1), Peek("you", 3, "sort"), Peek("you", 2, "take", 1)):
        after = act(state, step)
        assert kind(after) == "act 0"
        assert changed(state, after) == {}


@pytest.mark.rule("TRG-R-28")
def test_damage_by_a_count():
    start = position(hand={0: "", 1: "+"}, party={0: "archers*2 galley-mutineer"})
    assert len(act(start, Damage("you", Count(MINE, 2))).valhalla[0]) == 2
    assert len(act(start, Damage("you", Count(MINE, 9))).valhalla[0]) == 3


@pytest.mark.rule("TRG-325", "TRG-350", "TRG-R-63")
def test_search():
    state = party("kriss-de-valnor")
    one = act(state, Search("you", Cards(("companion", "cost<=1")), 1, "party"))
    assert kind(one) == "search 0"
    assert "kriss-de-valnor" not in can(one)  # the second of a unique name
    assert (asked(one).lo, asked(one).hi) == (0, 1)
    deck = state.deck_d[0]
    after, events = hear(one, "tjall-the-fiery")
    assert told(events, "found") == [(0, "tjall-the-fiery")]  # shown to all
    assert after.party[0] == ("kriss-de-valnor", "tjall-the-fiery")
    assert len(after.deck_d[0]) == len(deck) - 1
    none = do(one, "-")
    assert sorted(none.deck_d[0]) == sorted(deck)
    hand = do(act(state, Search("you", Cards(("event",)), 2, "hand")), "cutpurse ambush-at-the-ford")
    assert {"cutpurse", "ambush-at-the-ford"} <= set(hand.hand_d[0])


@pytest.mark.rule("TRG-R-63", "TRG-325")
def test_after_a_search_the_deck_is_shuffled_and_nothing_fitting_is_still_asked():
    state = position(hand={0: "+", 1: "+"}, life={0: 4}, deck={0: "cutpurse*2 bold-escape*2"})
    asks = act(state, Search("you", Cards(("companion",)), 1, "party"))
    assert kind(asks) == "search 0"
    assert ids(asks) == []
    result = GAME.apply(asks, 0, ())
    assert GAME.pending(result.state).asks[0].kind == "shuffle"
    empty = position(hand={0: "+", 1: "+"}, life={0: 0})
    assert kind(act(empty, Search("you", Cards(), 1, "hand"))) == "act 0"


@pytest.mark.rule("TRG-325")
def test_enter_texts_work_after_a_search():
    state = act(position(hand={0: "levy", 1: "+"}), Search("you", Cards((), "Ewing"), 1, "party"))
    top = next(card for card in state.deck_d[0] if card != "ewing")
    shuffling = GAME.apply(state, 0, ("ewing",)).state
    assert top in shuffling.hand_d[0]  # in play, text and all; then the deck is shuffled
    state = do(state, "ewing")
    assert state.party[0] == ("ewing",)
    assert size(state, "hand", 0) == 2


@pytest.mark.rule("TRG-R-05", "TRG-R-12")
def test_peek_in_its_three_forms():
    state = position(hand={0: "+", 1: "+"}, deck={0: "cutpurse bold-escape archers"})
    rest = state.deck_d[0][3:]
    after = do(act(state, Peek("you", 3, "sort")), "archers cutpurse bold-escape")
    assert after.deck_d[0] == ("archers", "cutpurse", "bold-escape", *rest)
    after = do(act(state, Peek("you", 3, "take", 2)), "cutpurse archers")
    assert after.deck_d[0] == (*rest, "bold-escape")
    assert {"cutpurse", "archers"} <= set(after.hand_d[0])
    after = do(act(state, Peek("you", 3, "take", 1)), "archers", "bold-escape cutpurse")
    assert after.deck_d[0] == (*rest, "bold-escape", "cutpurse")
    after = do(act(state, Peek("you", 3, "split")), "cutpurse", "archers bold-escape")
    assert after.deck_d[0] == ("archers", "bold-escape", *rest)
    assert after.pool_d[0][0] == "cutpurse"
    after = do(act(state, Peek("you", 3, "split")), "cutpurse bold-escape archers")
    assert after.deck_d[0] == rest  # nothing is left to be ordered
    assert after.peeking == -1


@pytest.mark.rule("TRG-R-12")
def test_peek_at_a_short_deck():
    state = position(hand={0: "+", 1: "+"}, life={0: 2}, deck={0: "cutpurse bold-escape"})
    after = do(act(state, Peek("you", 4, "take", 3)), "cutpurse bold-escape")
    assert after.deck_d[0] == ()
    assert size(after, "hand", 0) == 3
    one = position(hand={0: "+", 1: "+"}, life={0: 1}, deck={0: "cutpurse"})
    assert kind(act(one, Peek("you", 3, "sort"))) == "act 0"
    assert act(one, Peek("you", 3, "sort")).deck_d[0] == ("cutpurse",)


@pytest.mark.rule("TRG-R-50", "TRG-036")
def test_peek_of_a_bane_player_looks_at_the_bane_deck():
    state = position(hand={0: "+", 1: "+"}, deck={1: "stun nidhogg"})
    after = do(act(state, Peek("you", 2, "take", 1), you=1), "nidhogg")
    assert "nidhogg" in after.hand_b[1]
    assert after.deck_b[1][-1] == "stun"


@pytest.mark.rule("TRG-215", "TRG-R-50")
def test_spy():
    _, events = hear(
        position(hand={0: "+", 1: "stun +"}, party={0: "court-spy"}),
        "court-spy",
    )
    event = next(e for e in events if e.kind == "spied")
    assert event.args == (0, 1)
    assert event.to == (0,)
    assert "stun" in str(event.secret[0]).split()


@pytest.mark.rule("TRG-445", "TRG-430")
def test_attach():
    given = dict(hand={1: "wolf-pack*2 stun +"}, target="pirates-cove", life={0: 9})
    state = do(position("actions", **given), "pass", "wolf-pack", "-")
    assert kind(state) == "attach 1"
    assert can(state) == {"wolf-pack"}
    state = do(state, "wolf-pack")
    assert state.attached_b[1] == ("wolf-pack", "wolf-pack")
    assert len(state.valhalla[0]) - 25 <= 3
    only_with_attributes = position(
        "actions", hand={0: "blood-of-two-worlds borrowed-strength forgotten-knowledge"}, target="land-of-qa"
    )
    state = do(only_with_attributes, "blood-of-two-worlds")
    assert can(state) == {"borrowed-strength"}
    alone = do(position("actions", hand={1: "wolf-pack stun", 0: "+"}, target="pirates-cove"), "pass", "wolf-pack", "-")
    assert kind(alone) == "attach 1"  # asked even if nothing fits
    assert ids(alone) == []
    empty = do(position("actions", hand={1: "wolf-pack", 0: "+"}, target="pirates-cove"), "pass", "wolf-pack", "-")
    assert kind(empty) == "act 0"


@pytest.mark.rule("TRG-325", "TRG-350")
def test_put_in():
    state = position(hand={0: "oath-of-brothers shieldmaiden young-warrior berserker"}, party={0: "aricia"})
    state = do(state, "oath-of-brothers")
    assert can(state) == {"shieldmaiden", "young-warrior"}
    nothing = do(position(hand={0: "oath-of-brothers berserker"}), "oath-of-brothers")
    assert kind(nothing) == "put.in 0"  # asked even if nothing fits
    assert ids(nothing) == []
    empty = do(position(hand={0: "oath-of-brothers"}), "oath-of-brothers")
    assert size(empty, "hand", 0) == 1  # nothing to ask, and the draw is done


@pytest.mark.rule("TRG-395", "TRG-R-19", "TRG-R-33")
def test_protection_from_minus_markers():
    given = dict(party={0: "galathorn plate-armour"}, target="brek-zarith")
    state = do(position("actions", hand={1: "poisoned-arrow +"}, **given), "pass", "poisoned-arrow", "-")
    assert kind(state) == "act 0"  # cannot be chosen for that
    assert spot(state, "galathorn").marks == (0, 0, 0)
    state = do(position("actions", hand={1: "mind-domination +"}, **given), "pass", "mind-domination")
    assert (spot(state, "galathorn").tired, spot(state, "galathorn").marks) == (2, (0, 0, 0))
    state = do(position("actions", hand={1: "illusion +"}, **given), "pass", "illusion")
    assert "galathorn" in can(state)
    state = act(position("actions", **given), Marker(All(MINE), "B-1"))
    assert spot(state, "galathorn").marks == (-1, 0, 0)  # the owner's own effects are no others'


@pytest.mark.rule("TRG-395", "TRG-R-19", "TRG-R-33", "TRG-520")
def test_full_protection():
    start = position(
        "actions", party={0: "round-shield solveig berserker"}, target="pirates-cove", hand={1: "ambush +"}
    )
    state = do(start, "round-shield", "solveig", "pass")
    for step in (Exhaust(Pick(1, THEIRS)), SendBack(Pick(1, THEIRS), "hand"), Marker(Pick(1, THEIRS), "P-1")):
        after = act(state, step, you=1)
        assert "berserker" not in after.party[0] or spot(after, "berserker") != spot(state, "berserker")
        assert spot(after, "solveig") == spot(state, "solveig")
    after = act(state, Exhaust(All(THEIRS)), you=1)
    assert (spot(after, "solveig").tired, spot(after, "berserker").tired) == (0, 1)
    assert act(state, Destroy(All(THEIRS)), you=1).party[0] == ("round-shield", "solveig")
    assert "solveig" not in can(act(state, Intrigue(), you=1))
    assert spot(act(state, Exhaust(All(MINE))), "solveig").tired == 1  # not from oneself
    assert act(state, Mod(All(MINE), "P-1")).party[0] == state.party[0]
    after = passes(state)
    assert spot(after, "solveig").safe == ""


@pytest.mark.rule("TRG-R-19")
def test_a_weaker_protection_does_not_take_a_stronger_one_away():
    state = act(party("archers"), Protect(All(MINE), "all"), Protect(All(MINE), "marks"))
    assert spot(state, "archers").safe == "all"


@pytest.mark.rule("TRG-R-07", "TRG-R-19")
def test_cost_changes_add_up():
    state = position(hand={0: "galathorn castle-guard +"}, party={0: "royal-seal"}, won={"brek-zarith": 0})
    assert [GAME.view(state, 0).cost(0, card) for card in ("galathorn", "castle-guard")] == [1, 1]
    state = do(state, "pass", "brek-zarith")
    assert [GAME.view(state, 0).cost(0, card) for card in ("galathorn", "castle-guard")] == [2, 2]


@pytest.mark.rule("TRG-360", "TRG-R-19")
def test_forbid():
    state = position("dawn", hand={0: "+", 1: "weight-of-ages +"}, party={0: "galathorn chest-of-gold"})
    state = do(state, "pass", "weight-of-ages")
    assert can(state) == {"galathorn", "pass"}
    barred = {b.refs[0]: b.why.key for b in GAME.barred(GAME.view(state, 0), asked(state))}
    assert barred["chest-of-gold"] == "why.forbidden"
    refused(state, f"use:{spot(state, 'chest-of-gold').uid}")
    assert worth(state, "galathorn") == (2, 2, 1)
    state = passes(state)
    state = do(state, ids(state)[0])
    assert "chest-of-gold" in can(state)


@pytest.mark.rule("TRG-R-41", "TRG-515", "TRG-R-19")
def test_keep():
    state = position("dusk", hand={0: "oath-of-fealty +"}, party={0: "emperor-magnus galathorn"}, pool={0: 0})
    state = do(state, "oath-of-fealty", "emperor-magnus galathorn")
    assert spot(state, "galathorn").kept
    state = passes(state)
    assert kind(state) == "clean.pool 0"
    assert size(state, "pool", 0) == 0
    paid = position("dusk", hand={0: "oath-of-fealty +"}, party={0: "emperor-magnus"}, pool={0: 3})
    paid = passes(do(paid, "oath-of-fealty", "emperor-magnus"))
    assert size(paid, "pool", 0) == 3  # nothing is paid
    state = act(party("archers"), Keep(All(MINE)))
    state = passes(state)
    state = passes(do(state, ids(state)[0]))
    assert not any(one.kept for one in state.spots[0])


@pytest.mark.rule("TRG-R-05")
def test_choose_offers_both():
    state = do(position(party={0: "loaded-dice"}, hand={0: ""}), "loaded-dice")
    assert kind(state) == "effect.choose 0"
    assert ids(state) == ["one", "other"]


@pytest.mark.rule("TRG-R-05", "TRG-R-04")
def test_may_is_offered_only_if_it_can_be_done_in_full():
    for n, offered in ((0, False), (1, False), (2, True)):
        state = position("actions", target="brek-zarith", hand={0: "purse-of-silver +"}, pool={0: n})
        state = do(state, "purse-of-silver")
        assert (kind(state) == "effect.may 0") == offered
        assert size(state, "pool", 0) == n
    state = position("actions", target="pirates-cove", party={0: "sigwald-the-burnt"}, hand={0: "", 1: "+"})
    state = do(state, "sigwald-the-burnt")
    assert kind(state) == "act 1"
    assert sums(state)[1] == (3, 2, 2)


@pytest.mark.rule("TRG-R-04", "TRG-R-31")
def test_conditions():
    state = party("archers*2 galley-mutineer")
    two = Mine(("companion", "cost>=2"))
    for condition, holds in (
        (Has(2, two), True),
        (Has(3, two), False),
        (Most(2, two), True),
        (Most(1, two), False),
        (No(two), False),
        (No(Mine(("support",))), True),
        (Has(1, Mine((), "Archers")), True),
        (Has(1, Mine(("unique",))), False),
        (Has(3, Mine(("ready",))), True),
        (Has(1, Mine(("exhausted",))), False),
        (HandEmpty(), False),
    ):
        after = act(state, Check(condition, (Draw("you", 1),)))
        assert (size(after, "hand", 0) == 2) == holds, condition
    other = act(state, Check(Has(3, Mine(("companion", "other"))), (Draw("you", 1),)), this="galley-mutineer")
    assert size(other, "hand", 0) == 1


@pytest.mark.rule("TRG-355", "TRG-R-23")
@pytest.mark.parametrize(
    ("cards_", "card", "more"),
    [
        ("galley-mutineer", "galley-mutineer", (0, 0, 0)),
        ("galley-mutineer stolen-longboat", "galley-mutineer", (0, 1, 0)),
        ("hunting-bow archers", "hunting-bow", (0, 0, 0)),
        ("hunting-bow archers*2", "hunting-bow", (0, 1, 0)),
        ("wolf-cub grey-wolf", "grey-wolf", (1, 1, 0)),
        ("grey-wolf", "grey-wolf", (0, 0, 0)),
        ("ogotais-guard*2 varth", "ogotais-guard", (0, 1, 0)),
        ("ogotais-guard varth", "ogotais-guard", (0, 0, 0)),
        ("hired-blade", "hired-blade", (0, 0, 0)),
        ("hired-blade ewing", "hired-blade", (0, 0, 1)),
        ("aricia", "aricia", (0, 0, 0)),
        ("aricia thorgal-vikings", "aricia", (0, 1, 0)),
        ("young-warrior aricia", "young-warrior", (0, 0, 0)),
        ("young-warrior*3", "young-warrior", (0, 1, 0)),
        ("drakkar aricia solveig", "drakkar", (0, 0, 0)),
        ("drakkar aricia solveig berserker", "drakkar", (1, 1, 0)),
    ],
)
def test_permanent_changes(cards_, card, more):
    target = LAND[BOX.cards[card].faction]
    assert worth(position("actions", target=target, party={0: cards_}), card) == plus(BOX.points[card], more)
    assert worth(position("dawn", party={0: cards_}), card) == BOX.points[card]
    dormant = position("actions", dest=1, target=target, party={0: cards_})
    assert worth(dormant, card) == BOX.points[card]


@pytest.mark.rule("TRG-355", "TRG-R-07")
@pytest.mark.parametrize(
    ("source", "card", "cost"),
    [
        ("argun-treefoot", "improvised-weapon", 1),
        ("argun-treefoot", "stolen-longboat", 2),
        ("tanatlocs-priest", "star-metal-sword", 1),
        ("tanatlocs-priest", "flying-ship-of-qa", 2),
        ("emperor-magnus", "ewing", 0),
        ("emperor-magnus", "galathorn", 2),
        ("royal-seal", "galathorn", 1),
        ("royal-seal", "veronar", 1),
        ("shipwright", "drakkar", 1),
        ("shipwright", "sun-sword", 3),
    ],
)
def test_permanent_prices(source, card, cost):
    state = position(party={0: source}, hand={0: f"{card} +"})
    assert GAME.view(state, 0).cost(0, card) == cost
    assert size(do(state, card), "pool", 0) == 4 - cost


@pytest.mark.rule("TRG-R-23", "TRG-R-30", "TRG-425")
@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("marsh-cutthroat", (1, 1, 0)),
        ("slivia", (0, 2, 2)),
        ("castle-guard", (2, 0, 1)),
        ("bjorn-gandalfson", (3, 1, 0)),
        ("shieldmaiden", (2, 0, 1)),
    ],
)
def test_while_opposing(card, value):
    faction = next(f for f in ("vikings", "lords") if f != BOX.cards[card].faction)
    state = position("actions", target=LAND[faction], oppose=(1, card), factions=faction)
    assert worth(state, card) == value
    assert BOX.points[card] != value


@pytest.mark.rule("TRG-355")
def test_wolf_cub_helps_every_animal():
    state = position("actions", target="land-of-qa", party={0: "wolf-cub grey-wolf star-metal-sword"})
    assert worth(state, "grey-wolf") == (2, 1, 0)
    assert worth(state, "star-metal-sword") == (1, 0, 1)


@pytest.mark.rule("TRG-R-04")
def test_a_step_that_spies_changes_nothing():
    state = party("archers")
    after, events = ran(state, Apply(0, "levy", -1, (Spy("bane"),)))
    assert changed(state, after) == {}
    assert kinds(events) == ["spied"]
