"""What the campaign explains, each thing when it first lies before a player: what it is, and why it matters."""

from __future__ import annotations

from thorgames.core.ask import Ask
from thorgames.core.info import Lesson
from thorgames.games.althing.view import AlthingView, taken

FIRST = (
    Lesson(
        "althing.goal",
        "The way to the Althing",
        "The path at the top is your saga. Whoever first completes its last stage, and stands there alone when the "
        "turn is over, becomes King. A stage is completed by laying cards that together give at least the gold (g), "
        "wood (w) and bones (b) written beneath it. One stage a phase is the most, so every phase without one costs "
        "you ground: plan what the next stage asks for, and the one after it.",
        "ALT-110",
    ),
    Lesson(
        "althing.recruit",
        "Recruiting",
        "Your gods give mostly gold, but stages ask for wood and bones as well: those you get from Vikings. Lay "
        "cards with gold, and take Vikings of the row that cost no more than you have laid. They do not help at "
        "once: they go to your discard pile, and come into your hand when your draw pile has run out and is renewed. "
        "So recruit early, and recruit for the stage after the next. Gold left over is lost.",
        "ALT-303",
    ),
    Lesson(
        "althing.develop",
        "The end of your phase",
        "When you end your phase you may discard any cards, then you draw up to four. Keep what the next stage "
        "needs, throw away what it does not: the quicker you go through your deck, the sooner your new Vikings come.",
        "ALT-360",
    ),
)
"""How the game goes: explained at the first questions."""

SYMBOLS = {
    "troll": Lesson(
        "althing.troll",
        "Symbol: Troll",
        "Play a card with this symbol to put one of your two Trolls on top of an opponent's draw pile. A Troll gives "
        "nothing and does nothing; it takes up one of his four cards, again and again, until it is given back. Best "
        "against the player who is ahead, but nobody can be tricked while he stands on Kattegat, the Sacred Ground. "
        "The card is then spent: its gold, wood or bones do not count this time.",
        "ALT-401",
        "sym-troll",
    ),
    "untroll": Lesson(
        "althing.untroll",
        "Symbol: Untroll",
        "The answer to a Troll, in two ways. Keep it in hand and lay it when a Troll is played against you: the "
        "Troll never arrives. Or play it in your own phase when a Troll lies in your draw pile: it goes back to its "
        "owner. A Troll in your hand or discard pile cannot be given back, so act before you draw it.",
        "ALT-410",
        "sym-untroll",
    ),
    "storm": Lesson(
        "althing.storm",
        "Symbol: Storm",
        "Lay your Storm Troll before an opponent. In his next phase, STORMUR, he can neither recruit nor complete a "
        "stage; in the one after, OVEDUR, he cannot recruit. It is the strongest brake there is, so send it when the "
        "opponent is about to complete a stage. You can send it again only when it has come back.",
        "ALT-420",
        "sym-storm",
    ),
    "great-weather": Lesson(
        "althing.great-weather",
        "Symbol: Great Weather",
        "The answer to a Storm: lay it when one is sent against you and it does not come. A phase saved is often "
        "worth more than what the card would have paid for, so think twice before you spend your last one on a "
        "stage.",
        "ALT-430",
        "sym-great-weather",
    ),
    "axe": Lesson(
        "althing.axe",
        "Symbol: Axe",
        "Take a random card out of an opponent's hand. You may use it at once as if it were yours: lay it with your "
        "own cards, or play its symbol. Used or not, it then goes to his discard pile. It costs him a card for his "
        "next phase even if you cannot use it.",
        "ALT-440",
        "sym-axe",
    ),
    "shield": Lesson(
        "althing.shield",
        "Symbol: Shield",
        "The answer to an Axe: lay it and your hand stays as it is. You are one card short in your next phase all "
        "the same, but you choose which.",
        "ALT-450",
        "sym-shield",
    ),
    "plot": Lesson(
        "althing.plot",
        "Symbol: Plot",
        "Put two Vikings of the row under the Assembly deck, and two new ones come up. Play it before you recruit if "
        "nothing in the row helps you, or to take away what an opponent is saving for. It is no trick: nobody can "
        "dodge it.",
        "ALT-460",
        "sym-plot",
    ),
}
VETERAN = Lesson(
    "althing.veteran",
    "Veteran",
    "Some stages bear the Veteran symbol (Vet). As soon as any player has completed such a stage, everybody draws up "
    "to five cards instead of four, to the end of the game. So it helps the others too; but whoever completes it is "
    "a stage ahead.",
    "ALT-470",
)
DODGE = Lesson(
    "althing.dodge",
    "A trick against you",
    "You are asked whenever a trick is played against you, whether or not you could answer it: so nobody learns "
    "from the question what you hold. Choose a card to dodge with, or confirm without one to let it happen. In "
    'your own phase, "standing orders" can answer for you, so that the device need not be passed.',
    "ALT-R-19",
)


def lessons(view: AlthingView, ask: Ask) -> tuple[Lesson, ...]:
    """What a newcomer to whom this is asked should know, in the order in which it is explained.

    Who has learned something already, in this game or an earlier one, is not told it again; that is kept elsewhere.
    """
    s, box = view.seen, view.box
    if not s.mode.startswith("campaign") or view.viewer is None:
        return ()
    if ask.kind == "dodge":
        trick = str(ask.args[1]).removeprefix("sym-")
        return SYMBOLS[trick], SYMBOLS[box.dodge_of[trick]], DODGE
    if ask.kind == "discard":
        return FIRST[2:]
    if ask.kind not in ("act", "act.taken"):
        return ()
    cards = [*s.hands[view.viewer], taken(view), *(card for slot in s.row for card in slot)]
    shown = {symbol for card in cards if card for symbol in box.symbols[card]}
    if any(card and box.cards[card].kind == "troll" for card in cards):
        shown.add("troll")
    if view.storms_before(view.viewer):
        shown.add("storm")
    out = [*FIRST[:2], *(SYMBOLS[symbol] for symbol in s.symbols if symbol in shown)]
    ahead = view.ahead(s.pawns[view.viewer])
    if s.veteran or any(box.cards[s.track[place]].veteran for place in ahead):
        out.append(VETERAN)
    return tuple(out)
