"""What is said about Thorgal: The Card Game before it is played."""

from thorgames.core.info import Info, Mode

INFO = Info(
    id="thorgal",
    name="Thorgal: The Card Game",
    byline="Marcin Tomczyk, 2025",
    about="One travels, the others hinder him, and roles change every round: be first with enough victory horns.",
    age="14+",
    prefix="TRG",
    modes=(
        Mode(
            id="standard",
            name="Standard",
            seats=(2, 3, 4),
            minutes="45 to 90 minutes",
            about="Two players need three horns; three or four need two, or to be the last one left.",
        ),
    ),
)
