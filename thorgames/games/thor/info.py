"""What is said about Thor before it is played."""

from thorgames.core.info import Info, Mode

INFO = Info(
    id="thor",
    name="Thor",
    byline="Reiner Knizia, 2002",
    about="Offer to the gods and gather their favour: the last offering decides what a god is worth.",
    age="10+",
    prefix="THR",
    modes=(
        Mode(
            id="basic",
            name="Basic Game",
            seats=(2, 3, 4, 5),
            minutes="15 minutes a round",
            about="Five gods. Place an offering, take a god card; the sixth offering to one god ends the round.",
        ),
        Mode(
            id="big",
            name="Big Game",
            seats=(4, 5, 6),
            minutes="20 minutes a round",
            about="The same with Baldur as the sixth god.",
        ),
    ),
)
