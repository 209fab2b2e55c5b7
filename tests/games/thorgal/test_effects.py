"""What cards do: every primitive with its exact meaning, and every card played or used at least once.

`CASES` has for each card a position, the answers and all that has changed besides what playing or using it always does:
cost, exhaustion, where the card goes, what its attributes add. Whatever is not named there must be as it was.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from thorgames.games.thorgal.cards import (
    All,
    Bank,
    Cards,
    Check,
    Damage,
    DestinyParty,
    Discard,
    Draw,
    Exhaust,
    HandEmpty,
    Has,
    Keep,
    Marker,
    Mine,
    Mod,
    Most,
    No,
    Peek,
    Pick,
    Protect,
    Ready,
    Recover,
    Search,
    SendBack,
    Spy,
    Upto,
)
from thorgames.games.thorgal.effects import Apply
from thorgames.games.thorgal.piles import change

from .table import (
    BOX,
    GAME,
    Zones,
    asked,
    at_land,
    can,
    cards,
    changed,
    do,
    hear,
    ids,
    kind,
    kinds,
    passes,
    position,
    refused,
    run,
    size,
    spot,
    sums,
    told,
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
    zones: dict[str, Zones] = {}
    more: dict[str, Any] = {}


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
    case("kriss-de-valnor", "j", "- / B / C", {**D1, **marked("kriss-de-valnor", 2)}),
    case("sigwald-the-burnt", "j", "yes / galley-mutineer / B", {"hand 0": -1, "spent 0": 1, **less(1)},
         hand={0: "galley-mutineer archers"}),
    case("shaigan-the-merciless", "j", "B / P", OPPOSER_2, **OPPOSED),
    case("tjall-the-fiery", "d", "yes / desperate-shot", {"spent 0": 1, "deck 0": -1},
         hand={0: "desperate-shot unknown-powers"}),
    case("shaniah", "d", "cutpurse levy-of-none archers".replace("levy-of-none ", "") + " tjall-the-fiery", {},
         deck={0: "archers tjall-the-fiery cutpurse"}),
    case("shaniah", "k", "cutpurse archers tjall-the-fiery", {}, deck={0: "archers tjall-the-fiery cutpurse"}),
    case("volsung-of-nichor", "d", "", loses(1, 1)),
    case("volsung-of-nichor", "j", "", loses(1, 1)),
    case("archers", "j", "runes-of-ill-omen", {"niflheim 1": 1, "attached 1": -1, **less(2)},
         attached_b={1: "wolf-pack runes-of-ill-omen draugr"}),
    case("improvised-weapon", "j", "B / P / P", marked("improvised-weapon", 3)),
    case("poisoned-blade", "j", "P / P", OPPOSER_2, **OPPOSED),
    case("stolen-longboat", "j", "", less(1)),
    case("rope-and-grapnel", "j", "C", less(1)),
    case("loaded-dice", "d", "- / one", {**D1, "hand 0": 1, "deck 0": -2}),
    case("loaded-dice", "d", "- / other", {**D1, "pool 0": 2, "deck 0": -3}),
    # Visitors
    case("varth", "j", "B", less(1)),
    case("thorgal-visitors", "j", "P", marked("thorgal-visitors", 1)),
    case("xargos", "d", "mind-shield / varth slivia telekinesis", draws(1) | {"deck 0": -1},
         deck={0: "mind-shield telekinesis varth slivia"}),
    case("haynee", "d", "", {"shield 0": 2}),
    case("haynee", "j", "", {"shield 0": 2}),
    case("haynee", "k", "", {"shield 0": 2}),
    case("slivia", "j", "P", less(1)),
    case("jolan", "j", "-", {**D1, "niflheim 1": 1, "attached 1": -1, **less(2)}, attached_b={1: "runes-of-ill-omen"}),
    case("aniel", "d", "yes", {**loses(0, 1), **draws(1)}),
    case("aniel", "d", "no", {}),
    case("star-castaway", "k", "", {"pool 0": 1, "spent 0": -1}, spent={0: 2}),
    case("ogotais-crown", "j", "B / P", less(2)),
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
    case("executioners-axe", "j", "B / B", {"worth berserker": -1, "difficulty": -1} | OPPOSER_2, **OPPOSED),
    # Vikings
    case("thorgal-vikings", "j", "B", marked("thorgal-vikings", 1)),
    case("gandalf-the-mad", "j", "- / B / P", {**D1, "strength": 2}),
    case("hierulf-the-thinker", "d", "muff / drakkar solveig", draws(1), deck={0: "muff drakkar solveig"}),
    case("solveig", "k", "", {"pool 0": 1, "spent 0": -1}, spent={0: 1}),
    case("berserker", "j", "- / P / P", {**D1, **marked("berserker", 2)}),
    case("round-shield", "j", "", {"shield 0": 2, "safe solveig": "all"}, party={0: "round-shield solveig"}),
    case("round-shield", "d", "solveig", {"shield 0": 2, "safe solveig": "all"},
         party={0: "round-shield solveig berserker"}),
    case("battle-axe", "j", "", {"worth battle-axe": 1, "strength": 1}),
    case("muff", "j", "", {"shield 0": 1}),
    case("sun-sword", "j", "B", less(1)),
    case("mead-horn", "j", "solveig / P", {"tired solveig": -1, "worth solveig": 1, "strength": 1},
         party={0: "mead-horn solveig'' berserker"}),
    case("mead-horn", "d", "C", {"worth solveig": 1}, party={0: "mead-horn solveig"}),
]  # fmt: skip

# --- destiny cards that are played ---------------------------------------------------------------------------------

PLAYED = [
    # Outlaws
    case("unknown-powers", "j", "-", D2),
    case("desperate-shot", "j", "-", D1),
    case("cutpurse", "d", "", {"pool 1": -1, "spent 1": 1, **gains(0, 1)}),
    case("cutpurse", "k", "", {"pool 1": -1, "spent 1": 1, **gains(0, 1)}),
    case("ambush-at-the-ford", "j", "B", less(1), **OPPOSED),
    case("ambush-at-the-ford", "j", "", {}),
    case("honour-among-thieves", "d", "archers", {"hand 0": 1, "deck 0": -2, "spent 0": 1}, deck={0: "archers cutpurse"}),
    case("bold-escape", "d", "archers", {"tired archers": -1, "shield 0": 1}, party={0: "archers'"}),
    case("bold-escape", "j", "no", {"shield 0": 1}, party={0: "archers'"}),
    case("silence-for-gold", "j", "", {"niflheim 1": 1, "attached 1": -1, **less(2)}, attached_b={1: "avalanche frost-giant"}),
    case("the-last-wager", "j", "- / archers", {**D1, "tired archers": -1}, party={0: "archers'"}),
    # Visitors
    case("telekinesis", "d", "varth", {"tired varth": -1}, party={0: "varth'"}),
    case("telekinesis", "j", "varth", {"tired varth": -1}, party={0: "varth''"}),
    case("forgotten-knowledge", "d", "varth slivia / haynee jolan aniel", draws(2), deck={0: "varth slivia haynee jolan aniel"}),
    case("mind-shield", "d", "", {"shield 0": 3}),
    case("mind-shield", "j", "", {"shield 0": 3}),
    case("disintegration", "j", "frost-giant", {"niflheim 1": 1, "attached 1": -1, **less(6)}, attached_b={1: "avalanche frost-giant"}),
    case("call-of-the-stars", "d", "ogotais-crown", {"deck 0": -1, **put_in("ogotais-crown")}),
    case("borrowed-strength", "j", "varth", {"tired varth": 1}, party={0: "varth' slivia"}),
    case("blood-of-two-worlds", "j", "borrowed-strength", {"hand 0": -1, "attached 0": 1, "strength": 3},
         hand={0: "blood-of-two-worlds borrowed-strength"}, party={0: "varth"}),
    case("blood-of-two-worlds", "j", "-", {}, hand={0: "blood-of-two-worlds borrowed-strength"}, party={0: "varth"}),
    # Lords
    case("bribery", "j", "", loses(1, 1)),
    case("levy", "d", "", gains(0, 2)),
    case("marriage-of-state", "d", "shardar-the-powerful", {"deck 0": -1, **put_in("shardar-the-powerful")}),
    case("siege-engines", "j"),
    case("royal-pardon", "d", "galathorn / galathorn", {"tired galathorn": -2}, party={0: "galathorn''"}),
    case("royal-pardon", "j", "galathorn / no", {"tired galathorn": -1}, party={0: "galathorn''"}),
    case("oath-of-fealty", "k", "galathorn veronar", {"kept galathorn": 1, "kept veronar": 1}, party={0: "galathorn veronar saxegaard"}),
    case("feint", "j", "C", less(1), **OPPOSED),
    case("purse-of-silver", "j", "yes / B / C / C", {**loses(0, 2), "strength": 3}),
    case("purse-of-silver", "j", "no"),
    # Vikings
    case("shield-wall", "j", "", {"shield 0": 2}),
    case("oath-of-brothers", "d", "shieldmaiden", {"deck 0": -1, **put_in("shieldmaiden")},
         hand={0: "oath-of-brothers shieldmaiden berserker"}),
    case("oath-of-brothers", "d", "-", draws(1), hand={0: "oath-of-brothers shieldmaiden"}),
    case("wrath-of-thor", "j", "drakkar", {"tired drakkar": -1}, party={0: "drakkar'"}),
    case("song-of-the-skald", "d", "drakkar", {"tired drakkar": -1}, party={0: "drakkar'"}),
    case("song-of-the-skald", "j", "drakkar", {"tired drakkar": -1}, party={0: "drakkar'"}),
    case("raiding-season", "j", "", {"strength": 2}, party={0: "berserker solveig drakkar"}),
    case("raiding-season", "j", "", {"strength": 3}, party={0: "berserker solveig leif-haraldson shieldmaiden"}),
    case("thing-of-the-elders", "d", "muff / drakkar solveig", draws(1), deck={0: "muff drakkar solveig"}),
    case("feast-in-the-great-hall", "k", "berserker", {"kept berserker": 1, "pool 0": 1, "spent 0": -1},
         party={0: "berserker solveig"}),
]  # fmt: skip

COMPANIONS = [
    card.id for card in BOX.cards.values() if card.kind in ("companion", "support") and not BOX.steps(card.id, "enter")
]

# --- bane cards ----------------------------------------------------------------------------------------------------

ONE = {"party": {0: "galathorn"}}
TWO = {"party": {0: "galathorn veronar"}}
HIT = {"- ": 0}


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
    case("bounty-on-their-heads", "k", "-", {"deck 0": -3, "valhalla 0": 3}, party={0: "galathorn veronar saxegaard ewing"}),
    case("bounty-on-their-heads", "k", "", {}, party={0: "castle-guard"}),
    case("snare", "j", "galathorn", {"tired galathorn": 1}, **ONE),
    case("treacherous-guide", "j", "", {"difficulty": 1}, oppose=(1, "archers")),
    case("treacherous-guide", "j", ""),
    case("burning-arrows", "j", "-", D2),
    case("betrayal", "d", "galathorn", {"hand 0": 1, "in galathorn": -1}, party={0: "galathorn ewing shardar-the-powerful"}),
    case("betrayal", "j", "", {"hand 0": 1, "in galathorn": -1, "strength": -5}, party={0: "galathorn shardar-the-powerful"}),
    case("desperados-duel", "j"),
    case("sabotage", "d", "", {"valhalla 0": 1, "in royal-seal": -1}, party={0: "galathorn royal-seal"}),
    case("sabotage", "j", "war-galley", {"valhalla 0": 1, "in war-galley": -1, "strength": -3}, party={0: "war-galley royal-seal"}),
    case("night-raid", "j", "-", D1),
    # Visitors
    case("illusion", "j", "galathorn", {"tired galathorn": 1}, party={0: "galathorn'"}),
    case("loss-of-memory", "d", "levy", {"hand 0": -1, "spent 0": 1}, hand={0: "levy bribery"}),
    case("loss-of-memory", "j", "", {"hand 0": -1, "spent 0": 1}, hand={0: "levy"}),
    case("alinoe", "j", "-", D1),
    case("storm-over-qa", "j"),
    case("mind-domination", "d", "", {"tired galathorn": 2, "marks galathorn": -1, "worth galathorn": -1, "said": "B"}, **ONE),
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
    case("ripple-in-time", "j", "feint", {"hand 0": 1, "attached 0": -1, "strength": -1}, attached_d={0: "feint bribery"}),
    case("sleepers-song", "j", "no", {}, **ONE),
    # Lords
    case("palace-guard", "j", "", {"difficulty": 1}, oppose=(1, "castle-guard")),
    case("palace-guard", "j", ""),
    case("heavy-taxes", "d", "", loses(0, 1)),
    case("dungeon", "d", "kriss-de-valnor / B", {"tired kriss-de-valnor": 1, "marks kriss-de-valnor": -2, "worth kriss-de-valnor": -2},
         party={0: "kriss-de-valnor archers"}),
    case("dungeon", "j", "B / B", {"tired archers": 1} | minus("archers", 2), party={0: "archers"}),
    case("kings-decree", "d", "", {"prices": 1}),
    case("court-intrigue", "d", "archers / no", {"tired archers": 1}, party={0: "archers"}),
    case("court-intrigue", "j", "archers / archers", {"tired archers": 2}, party={0: "archers"}),
    case("fortified-walls", "j"),
    case("poisoned-cup", "j", "-", D2),
    case("hostage", "d", "", {"in galley-mutineer": -1, "deck 0": 1}, party={0: "archers galley-mutineer"}),
    case("hostage", "j", "", {"in galley-mutineer": -1, "deck 0": 1, "strength": -2}, party={0: "archers galley-mutineer"}),
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
    case("wolf-pack", "j", "- / wolf-pack", D1 | {"hand 1": -1, "attached 1": 1, "difficulty": 1}, hand={1: "wolf-pack wolf-pack +"}),
    case("wolf-pack", "j", "- / -", D1, hand={1: "wolf-pack +"}),
    case("blizzard", "d", "royal-seal", {"tired royal-seal": 1}, party={0: "royal-seal war-galley"}),
    case("blizzard", "j", "royal-seal war-galley", {"tired royal-seal": 1, "tired war-galley": 1}, party={0: "royal-seal war-galley"}),
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
]  # fmt: skip

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
    case("the-invisible-fortress", "", "", {"tired archers": -1, "tired hunting-bow": -1}, party={0: "archers'' hunting-bow'"}),
    case("tournament-meadow", "", "improvised-weapon", {"deck 0": -1, **put_in("improvised-weapon")}),
    case("slave-market", "", "galley-mutineer", {"hand 0": -1, **put_in("galley-mutineer")}, hand={0: "galley-mutineer archers"}),
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
    case("hermitage-of-skellingar", "", "", {"tired solveig": -1, "pool 0": 2, "spent 0": -2}, party={0: "solveig'"}, spent={0: 2}),
]  # fmt: skip


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
        others = [text for zone in one.zones.values() for text in zone.values() if isinstance(text, str)]
        del others
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
    assert kind(after) == "act 0"
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
    state = state.but(difficulty=(-9, -9, -9), target=-1 + 1)
    at = next(i for i, land in enumerate(state.lands) if land.card == one.card)
    state = state.but(target=at)
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
