"""What is said about Kardnarök before it is played."""

from thorgames.core.info import Info, Mode

INFO = Info(
    id="kardnarok",
    name="Kardnarök",
    byline="Alexander Francisco, 2020",
    about="Viking kingdoms attack each other for silver, with armies in the dark, rituals, Norns and mercenaries.",
    age="10+",
    prefix="KRD",
    modes=(
        Mode(
            id="basic",
            name="Basic",
            seats=(3, 4),
            minutes="80 minutes",
            about="Two rounds, each under a Ragnarök card; the kingdoms outside a combat can be hired.",
        ),
        Mode(
            id="duel",
            name="Duel",
            seats=(2,),
            minutes="80 minutes",
            about="Four rounds; instead of mercenaries, two Norns can be bought in each combat.",
        ),
        Mode(
            id="story",
            name="Story",
            seats=(2, 3, 4),
            minutes="90 minutes or more",
            about="Four rounds, and the fixed rules of four Ragnarök cards that stay to the end.",
        ),
    ),
)
