"""What is said about Terres de Destinées before it is played."""

from thorgames.core.info import Info, Mode

INFO = Info(
    id="terres",
    name="Terres de Destinées",
    byline="Olivier Flament, 2025",
    about="Auctions in which your hand is your money and your life; be the first to fulfil a Destiny.",
    age="10+",
    prefix="TDD",
    modes=(
        Mode(
            id="normal",
            name="Normal",
            seats=(3, 4, 5, 6),
            minutes="30 minutes",
            about="One card is put up each turn; everybody bids with the cards of the hand.",
        ),
        Mode(
            id="duel",
            name="Duel",
            seats=(2,),
            minutes="20 minutes",
            about="Two cards are put up at once; the winner of the auction takes one, the loser the other.",
        ),
    ),
)
