"""What is said about Althing before it is played."""

from thorgames.core.info import Info, Mode

INFO = Info(
    id="althing",
    name="Althing",
    byline="Flavien Champenois, 2021",
    about="A race to the Althing with Vikings you recruit and tricks you play; or alone against Thorfinn.",
    age="10+",
    prefix="ALT",
    campaign=("campaign-1", "campaign-2", "campaign-3"),
    modes=(
        Mode(
            id="standard",
            name="Standard",
            seats=(2, 3),
            minutes="20 minutes",
            about="Four steps at random and the last stage, all symbols.",
        ),
        Mode(
            id="campaign-1",
            name="Campaign, game 1",
            seats=(2, 3),
            minutes="10 minutes",
            about="For a first game: four stages, only Troll and Untroll. Each new symbol is explained.",
        ),
        Mode(
            id="campaign-2",
            name="Campaign, game 2",
            seats=(2, 3),
            minutes="15 minutes",
            about="Five stages; Storm, Great Weather and Veteran come in.",
        ),
        Mode(
            id="campaign-3",
            name="Campaign, game 3",
            seats=(2, 3),
            minutes="20 minutes",
            about="The whole game: Axe, Shield and Plot come in.",
        ),
        Mode(
            id="new",
            name="New Games",
            seats=(2, 3),
            minutes="25 minutes",
            about="Kattegat A or B, and sides of the steps as you like.",
        ),
        Mode(
            id="alternative",
            name="Saga Alternative",
            seats=(2, 3),
            minutes="25 minutes",
            about="A track that forks: two stages on the left or two on the right.",
        ),
        Mode(
            id="solo",
            name="Solo",
            seats=(1,),
            minutes="20 minutes",
            about="Alone against Thorfinn, who needs 19 to 24 turns.",
            solo=True,
        ),
        Mode(
            id="solo-hard",
            name="Solo, hard",
            seats=(1,),
            minutes="20 minutes",
            about="Alone against Thorfinn, who needs only 16 to 20 turns.",
            solo=True,
        ),
    ),
)
