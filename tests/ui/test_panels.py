"""What can be opened over a screen: rules, cards, since the last turn, log, settings, keys; and what it gives away."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color
from textual.widgets import OptionList, Select
from textual.widgets._footer import FooterKey

from screens.app import ThorgamesApp
from screens.handover import Blank
from screens.home import HomeScreen
from screens.panels.base import Panel
from screens.panels.card import SOURCES, CardPanel, face_text
from screens.panels.keys import KeysPanel
from screens.panels.rules import RulesPanel
from screens.panels.since import SincePanel
from screens.result import ResultScreen
from screens.settings import THEMES
from screens.start import Home, Start
from screens.storage import Storage
from screens.table.base import TableScreen
from tests.ui.driver import NAMES, Desk, desk, forward, hasty, new_game, screen_is_panel
from tests.ui.test_canary import Canary, seated
from thorgames.core.text import plain
from thorgames.games import registry
from thorgames.pages import clauses
from thorgames.search import everything


def will(**more: Any) -> Any:
    """A game of Thor with hidden cards of both kinds."""
    return new_game(**{"seats": 3, "thors_will": "yes", "first": "1", **more})


def own_desk(folder: Path, start: Start) -> Desk:
    """A desk at which the settings decide how fast computer opponents play."""
    return Desk(ThorgamesApp(Storage(folder), start))


def listed(here: Desk) -> list[str]:
    """The ids of what a look-up lists."""
    return [hit.id for hit in here.screen.shown]


def plain_of(here: Desk) -> str:
    """What is on the screen without the names of games, which stay as they are."""
    text = here.text
    for name in registry.GAMES.values():
        text = text.replace(name, "")
    return text


def chosen(here: Desk) -> str:
    """The id of what is highlighted in a look-up."""
    hit = here.screen.hit()
    return hit.id if hit is not None else ""


def footer(here: Desk) -> dict[str, str]:
    """The keys of the footer: key -> action."""
    return {key.key: key.action for key in here.screen.query(FooterKey) if key.display}


async def type_in(here: Desk, text: str) -> None:
    """Type into what has the focus."""
    await here.press(*("space" if sign == " " else sign for sign in text))


# --- rules ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", ["escape", "f1"])
async def test_rules_open_at_the_clause_of_the_question(back: str, folder: Path) -> None:
    here = desk(folder, will())
    async with here.sit():
        await here.lift()
        seen = set()
        for _ in range(2):
            await here.press("1")
            table, selection = here.screen, here.screen.selection
            picked, rule = list(selection.chosen), table.ask.rule
            assert rule in clauses("thor")
            await here.press("f1")
            assert isinstance(here.screen, RulesPanel)
            assert chosen(here) == rule
            first = here.screen.query_one("#found").region.y
            assert here.text.splitlines()[first].startswith(f" {rule} ")
            seen.add(rule)
            await here.press(back)
            assert here.screen is table
            assert table.selection is selection
            assert selection.chosen == picked
            await here.press("enter")
        assert len(seen) == 2
        assert here.screen.done
        await here.press("f1")
        assert chosen(here) == "The aim"


async def test_rules_open_at_the_clause_of_a_reason_just_shown(folder: Path) -> None:
    here = desk(folder, will())
    async with here.sit():
        await here.lift()
        await here.change(stacks=(0, *here.session.state.stacks[1:]), displays=((0,) * 5, (5, 0, 0, 0, 0), (0,) * 5))
        await here.press("1", "enter")
        table, rule = here.screen, here.screen.ask.rule
        barred = next(at for at, item in enumerate(table.selection.items()) if item.barred is not None)
        await here.click_at(*await here.place_of(barred))
        why = table.selection.items()[barred].barred
        assert f"{here.session.speaker.plain(why.why)} {why.rule}" in here.words("#preview")
        assert why.rule != rule
        await here.press("f1")
        assert chosen(here) == why.rule
        await here.press("escape", "1", "f1")
        assert chosen(here) == rule


async def test_rules_cards_and_words_are_searched_as_one_types(folder: Path) -> None:
    here = desk(folder, will())
    async with here.sit():
        await here.lift()
        await here.press("f1")
        before = here.session.ply
        await type_in(here, "njo")
        assert listed(here)[0] == "god-njord"
        await type_in(here, "rd")
        assert listed(here)[0] == "god-njord"
        assert "Njörd 3 Goat" in here.text
        assert f"{len(listed(here))} found" in here.words("#notice")
        for query, there in (("yggdrasil", "act-yggdrasill"), ("last turn", "THR-32"), ("THR-24", "THR-24")):
            here.screen.query_one("#query").value = ""
            await type_in(here, query.replace("-", " "))
            assert there in listed(here), query
        words = [hit for hit in here.screen.hits if hit.kind == "word"]
        here.screen.query_one("#query").value = ""
        await type_in(here, words[0].id.split()[0].lower())
        assert words[0].id in listed(here)
        assert here.session.ply == before


async def test_what_is_not_found_is_told_with_what_is_near(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        await here.press("f1")
        await type_in(here, "frits")
        assert here.words("#notice").startswith("Nothing found for 'frits'. Did you mean: fruits")
        assert listed(here) == []
        assert "enter" not in footer(here)
        screen, text = here.screen, here.text
        await here.press("enter", "up", "down", "pagedown")
        assert (here.screen, here.text) == (screen, text)
        await here.press(*["backspace"] * 5)
        assert chosen(here) == "The aim"
        assert here.words("#notice") == ""
        await type_in(here, "[/] xqzw")
        assert here.words("#notice") == "Nothing found for '[/] xqzw'."


async def test_letters_that_are_keys_elsewhere_are_only_typed(folder: Path) -> None:
    here = desk(folder, will())
    async with here.sit():
        await here.lift()
        for panel in ("f1", "l"):
            await here.press(panel)
            screen = here.screen
            await here.press(*"qilsuro1")
            assert here.screen is screen
            assert screen.query_one("#query").value == "qilsuro1"
            await here.press("escape")
        assert isinstance(here.screen, TableScreen)
        assert here.screen.selection.chosen == []


async def test_enter_opens_a_card_or_goes_to_the_first_reference(folder: Path) -> None:
    here = desk(folder, will())
    async with here.sit():
        await here.lift()
        await here.press("f1")
        first = clauses("thor")["THR-21"].refs[0]
        await here.press("enter")
        assert chosen(here) == first
        await type_in(here, "yggdrasil")
        rules = here.screen
        assert here.screen.hit().kind == "card"
        await here.press("enter")
        assert isinstance(here.screen, CardPanel)
        assert "Fruits of Yggdrasill  Yggdrasills Früchte" in here.text
        await here.press("escape")
        assert here.screen is rules
        assert rules.query_one("#query").value == "yggdrasil"
        await here.press("down")
        refs = here.screen.hit().refs
        assert chosen(here) == "THR-91"
        await here.press("enter")
        assert chosen(here) == refs[0]
        assert rules.query_one("#query").value == ""
        assert refs[0] in here.text
        found = rules.query_one("#found", OptionList)
        for at in range(0, found.option_count, 9):
            if found.get_option_at_index(at).id:
                found.highlighted = at
                await here.settle()
                hit = rules.hit()
                assert ("enter" in footer(here)) == (hit.kind == "card" or bool(hit.refs)), hit.id


async def test_rules_are_open_from_home_and_from_the_end_too(folder: Path) -> None:
    here = desk(folder, Home())
    async with here.sit():
        home = here.screen
        for back in ("f1", "escape"):
            await here.press("f1")
            assert isinstance(here.screen, RulesPanel)
            assert here.screen.game_id == next(iter(registry.GAMES))
            assert "In short" in here.text
            assert "The aim Have the most points when all rounds have been played." in here.text
            await here.press(back)
            assert here.screen is home


# --- cards ------------------------------------------------------------------------------------------------------------


def shown_groups(here: Desk) -> dict[str, list[str]]:
    """The groups of the card view, but for all cards."""
    return dict(here.screen.groups[:-1])


async def test_i_opens_the_card_under_the_cursor_among_those_the_viewer_sees(folder: Path) -> None:
    here = desk(folder, will(), seed=3)
    async with here.sit():
        forward(here, lambda s: any(s.actions) and any(s.columns))
        await here.settle()
        await here.lift()
        table, state = here.screen, here.session.state
        viewer = table.viewer
        box = here.session.game.box
        await here.press("right", "right")
        card = table.card_at_hand()
        await here.press("i")
        assert isinstance(here.screen, CardPanel)
        assert box.name(card) in here.words("#card-face")
        groups = shown_groups(here)
        assert sorted(groups["Your cards"]) == sorted({*state.offerings[viewer], *state.actions[viewer]})
        public = [card for pile in (*state.columns, *state.slots, state.out) for card in pile]
        assert sorted(groups["On the table"]) == sorted(set(public))
        assert set(groups) <= {"In this question", "Your cards", "On the table"}
        for heading in groups:
            assert heading in here.words("#cards")
        assert list(here.screen.groups[-1]) == ["All cards", list(box.cards)]
        await here.press("i")
        assert here.screen is table
        assert table.card_at_hand() == card


async def test_the_card_view_of_the_open_table_has_no_hand(folder: Path) -> None:
    Storage(folder).set_setting("preferences", {"speed": "step"})
    here = own_desk(folder, new_game(seats=4, bots=(0, 1), first="1"))
    async with here.sit():
        assert here.screen.viewer is None
        await here.press("enter", "i")
        state = here.session.state
        assert shown_groups(here) == {"On the table": [card for pile in state.columns for card in pile]}


@pytest.mark.parametrize("game", registry.GAMES)
async def test_the_whole_text_of_every_card_is_reached_by_scrolling(game: str, folder: Path) -> None:
    here = desk(folder, Home())
    box = registry.box(game)
    async with here.sit():
        here.app.animation_level = "none"
        here.app.push_screen(CardPanel(game, box))
        await here.settle()
        panel = here.screen
        cards, scroll = panel.query_one("#cards", OptionList), panel.query_one("#card-box")
        wide = panel.query_one("#card-face").size.width
        options = here.app.console.options.update(width=wide)

        def lines(card: str) -> list[str]:
            rendered = here.app.console.render_lines(face_text(game, box, card, panel.look), options, pad=False)
            return ["".join(segment.text for segment in line).strip() for line in rendered]

        for card in box.cards:
            face, words = box.face(card), " ".join(" ".join(lines(card)).split())
            assert SOURCES[face.source] in words
            for part in (face.title, face.original, face.text, face.note, *(f"{n}: {v}" for n, v in face.facts)):
                assert " ".join(part.split()) in words
            assert set(face.rules) <= set(words.split())
        longest = max(box.cards, key=lambda card: len(lines(card)))
        for card in (longest, next(card for card in box.cards if card != longest)):
            if panel.focused is not cards:
                await here.press("tab")
            cards.highlighted = cards.get_option_index(f"card-{panel.order.index(card)}")
            await here.press("tab")
            assert scroll.scroll_y == 0
            seen: set[str] = set()
            for _ in range(40):
                region = scroll.scrollable_content_region
                rows = here.glass.cells[region.y : region.bottom]
                seen |= {"".join(row[region.x : region.right]).strip() for row in rows}
                if set(lines(card)) <= seen:
                    break
                await here.press("pagedown")
                await here.until(lambda: not here.app.animator.is_being_animated(scroll, "scroll_y"))
            assert set(lines(card)) <= seen, card


# --- since the last turn ----------------------------------------------------------------------------------------------


def happened_since(here: Desk, seat: int) -> list[str]:
    """What a seat should be told: all that came after its last answer, as it may know it."""
    lines: list[str] = []
    for step in here.session.steps:
        if step.seat == seat:
            lines = []
        else:
            lines += [plain(here.session.speaker.tell(event, seat)) for event in step.events]
    return lines


def told(here: Desk) -> list[str]:
    """What the panel tells; on the screen as far as it fits."""
    lines = [plain(line) for line in here.screen.lines]
    if here.screen.query_one("#scores").max_scroll_y == 0:
        assert " ".join(here.words("#since-lines").split()) == " ".join(" ".join(lines).split())
    else:
        assert lines[-1] in here.text
    return lines


async def lift_alone(here: Desk) -> None:
    """Lift a cover, and leave what is shown then."""
    here.holder = here.lead._place.seat
    await here.press("r")


@pytest.mark.parametrize("bots", [(), (1, 2, 3)])
async def test_after_a_cover_all_that_has_happened_is_told(bots: tuple[int, ...], folder: Path) -> None:
    persons = 2 if bots else 3
    here = desk(folder, will(seats=persons + len(bots), bots=bots), seed=4, since=True)
    async with here.sit((100, 30)):
        looked = 0
        while looked <= persons:
            if isinstance(here.screen, Blank):
                await lift_alone(here)
                seat = here.holder
                assert seat is not None
                assert isinstance(here.screen, SincePanel)
                assert told(here) == happened_since(here, seat)
                assert f"{NAMES[seat]}: since your last turn" in here.text
                everybody = here.session.names
                named = {name for name in everybody if any(line.startswith(f"{name} ") for line in told(here))}
                assert looked < persons or named == {*everybody} - {NAMES[seat]}
                looked += 1
                await here.press("space")
                assert isinstance(here.screen, TableScreen)
            else:
                await here.step(choose=hasty)


@pytest.mark.parametrize(
    "key", ["enter", "escape", "q", "f1", "1", "tab", "question_mark", "s", "ctrl+a", "f9", "click"]
)
async def test_any_key_goes_on_and_does_nothing_else(key: str, folder: Path) -> None:
    here = desk(folder, will(), since=True)
    async with here.sit():
        await lift_alone(here)
        assert isinstance(here.screen, SincePanel)
        await here.press("up", "down")
        assert isinstance(here.screen, SincePanel)
        ply = here.session.ply
        await (here.click_at(5, 10) if key == "click" else here.press(key))
        assert isinstance(here.screen, TableScreen)
        assert here.session.ply == ply
        assert here.screen.selection.chosen == []
        assert here.screen.selection.cursor == -1


async def test_switched_off_it_is_not_shown_but_s_shows_it(folder: Path) -> None:
    here = desk(folder, will(), since=False)
    async with here.sit():
        for _ in range(2):
            await lift_alone(here)
            assert isinstance(here.screen, TableScreen)
            lines = happened_since(here, here.holder or 0)
            for keys in ((), ("1", "enter")):  # at the beginning of the turn, and in the middle of it
                await here.press(*keys)
                await here.press("s")
                assert isinstance(here.screen, SincePanel)
                assert told(here) == lines
                await here.press("space")
            await here.press("1", "enter")
            await here.pass_on()


async def test_one_person_among_quick_computers_is_told_the_same(folder: Path) -> None:
    here = own_desk(folder, will(seats=4, bots=(1, 2, 3)))
    async with here.sit():
        here.app.set_preferences(here.app.preferences.__class__(speed="at once"))
        for _ in range(3):
            await here.press("s")
            lines = told(here)
            assert lines == happened_since(here, 0)
            await here.press("x")
            await here.press("1", "enter", "1", "enter")
            await here.until(lambda: here.screen.ask is not None)
        assert all(any(line.startswith(name) for line in lines) for name in NAMES[1:4])


# --- log --------------------------------------------------------------------------------------------------------------


async def test_the_log_names_players_and_tells_a_drawn_card_to_the_drawer(folder: Path) -> None:
    here = desk(folder, will(), seed=2)
    async with here.sit():
        await here.lift()
        await here.press("1", "enter")
        await here.give(("draw",))
        (card,) = here.session.state.actions[0]
        name = here.session.game.box.name(card)
        await here.press("l")
        lines = [plain(line) for line in here.screen.lines]
        assert lines == [
            plain(here.session.speaker.tell(event, 0)) for step in here.session.steps for event in step.events
        ]
        assert lines[-1] == f"Ada draws {name}."
        assert lines[-1] in here.text
        assert not any(word in f" {' '.join(lines).lower()} " for word in (" you ", " your ", " yours "))
        await here.press("enter")
        assert isinstance(here.screen, CardPanel)
        assert name in here.words("#card-face")
        assert shown_groups(here) == {"In this line": [card]}
        await here.press("escape", "escape")
        await here.pass_on()
        await here.lift()
        await here.press("l")
        assert name not in here.text
        assert "Ada draws an action card." in here.text
        await type_in(here, "draws ada")
        assert [plain(line) for line in here.screen.shown] == ["Ada draws an action card."]
        assert "enter" not in footer(here)
        screen = here.screen
        await here.press("enter")
        assert here.screen is screen
        await type_in(here, " zzz")
        assert here.words("#notice") == "Nothing found."
        await here.press("escape")
        assert isinstance(here.screen, TableScreen)


async def test_a_card_in_the_log_is_found_without_accents_and_opened(folder: Path) -> None:
    here = desk(folder, will(), seed=2)
    async with here.sit():
        forward(here, lambda s: len(s.columns[3]) > 1)
        await here.settle()
        await here.lift()
        await here.press("l")
        await type_in(here, "njord")
        assert here.screen.shown
        assert all("Njörd" in plain(line) for line in here.screen.shown)
        await here.press("up")
        assert "enter" in footer(here)
        line = here.screen.shown[here.screen.query_one("#found", OptionList).highlighted]
        await here.press("enter")
        assert shown_groups(here)["In this line"] == [span.card for span in line if span.card]


# --- settings ---------------------------------------------------------------------------------------------------------


async def put_setting(here: Desk, name: str, label: str) -> None:
    """Choose a value of a setting by keys."""
    select: Select[Any] = here.screen.query_one(f"#{name}", Select)
    labels = [str(text) for text, _ in select._options]
    for _ in range(9):
        if here.screen.focused is select:
            break
        await here.press("tab")
    assert here.screen.focused is select
    at = labels.index(str(dict((v, t) for t, v in select._options)[select.value]))
    steps = labels.index(label) - at
    await here.press("enter", *["down" if steps > 0 else "up"] * abs(steps), "enter")


async def test_settings_are_in_force_at_once_and_kept_for_the_next_start(folder: Path) -> None:
    here = own_desk(folder, Home())
    async with here.sit():
        assert "New game  Thor · " in here.text
        await here.press("t")
        for name, label in (
            ("theme", "high contrast"),
            ("speed", "one key a move"),
            ("ascii", "on"),
            ("since", "off"),
            ("pass_on", "off"),
        ):
            await put_setting(here, name, label)
        assert plain_of(here).isascii()
        assert here.app.theme == "high contrast"
        await here.press("escape")
        assert plain_of(here).isascii()
        assert "New game  Thor . " in here.text
    here = own_desk(folder, will(bots=(1,)))
    async with here.sit():
        assert here.app.theme == "high contrast"
        assert here.text.isascii()
        await lift_alone(here)
        assert isinstance(here.screen, TableScreen), "what happened since is switched off"
        await here.press("1", "enter", "1", "enter")
        assert not here.screen.done, "passing on is switched off"
        assert here.screen.viewer is None
        assert here.lead.waits_for_step()
        assert "Enter shows the next move." in here.text
        for _ in range(2):
            ply = here.session.ply
            await here.settle()
            assert here.session.ply == ply
            await here.press("enter")
            assert here.session.ply == ply + 1
        assert isinstance(here.screen, Blank)


async def test_settings_that_there_are_no_more_do_no_harm(folder: Path) -> None:
    Storage(folder).set_setting("preferences", {"theme": "of the day before yesterday"})
    here = own_desk(folder, Home())
    async with here.sit():
        await here.press("t")
        assert here.screen.query_one("#theme", Select).value == here.app.theme == "dark"


def glaring(here: Desk) -> list[tuple[str, ...]]:
    """Every run of text that has the colour of what lies behind it."""
    found = []
    with here.app._context():
        for strip in here.screen._compositor.render_strips():
            for text, style, _ in strip:
                if text.strip() and style and style.color and not style.color.is_default:
                    if style.color == style.bgcolor:
                        found.append((text, str(style)))
    return found


async def walk_about(here: Desk, look: Callable[[str], None]) -> None:
    """See every screen of a game once."""
    for name, keys in (
        ("table", ("1",)),
        ("rules", ("f1", "g")),
        ("cards", ("escape", "i")),
        ("log", ("escape", "l")),
        ("home", ("escape", "q")),
        ("settings", ("t",)),
        ("history", ("escape", "y")),
        ("set-up", ("escape", "down", "enter")),
    ):
        await here.press(*keys)
        look(name)


async def test_every_theme_shows_the_same_words_and_hides_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, dict[str, str]] = {theme: {} for theme in THEMES}
    monkeypatch.setattr("screens.home.when", lambda moment: "now")
    for theme in THEMES:
        Storage(folder / theme).set_setting("preferences", {"theme": theme, "since": False})
        here = own_desk(folder / theme, will())
        async with here.sit():
            await here.lift()
            assert here.app.theme == theme

            def look(name: str, here: Desk = here, theme: str = theme) -> None:
                seen[theme][name] = here.text
                assert glaring(here) == [], f"{name} in {theme}"

            await walk_about(here, look)
    for theme in THEMES:
        for name, text in seen[theme].items():
            if name != "settings":  # they name the theme
                assert text == seen["dark"][name], f"{name} in {theme}"


async def test_without_colours_and_with_ascii_signs_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    here = desk(folder, will(), ascii=True)
    async with here.sit():
        await here.lift()

        def look(name: str) -> None:
            odd = {sign for sign in here.text if not sign.isascii() and not sign.isalpha()}
            assert not odd, f"{odd} in {name}"
            assert coloured(here) == [], name

        await walk_about(here, look)


def coloured(here: Desk) -> list[str]:
    """Every run of text that has a colour other than a grey."""

    def grey(colour: Color | None) -> bool:
        return colour is None or colour.triplet is None or len(set(colour.triplet)) == 1

    with here.app._context():
        strips = here.screen._compositor.render_strips()
    return [t for strip in strips for t, s, _ in strip if s is not None and not (grey(s.color) and grey(s.bgcolor))]


# --- keys -------------------------------------------------------------------------------------------------------------


async def to_home(here: Desk) -> None:
    here.app.go_home()
    await here.settle()
    await here.press("down")


async def to_set_up(here: Desk) -> None:
    here.app.set_up("thor")
    await here.settle()


async def to_table(here: Desk) -> None:
    here.app.begin(will())
    await here.settle()
    await here.lift()
    await here.press("2")


async def to_watching(here: Desk) -> None:
    here.app.begin(new_game(seats=3, bots=(0, 1), first="1"))
    await here.settle()
    assert here.lead.waits_for_step()


async def to_the_scores(here: Desk) -> None:
    here.app.begin(new_game(seats=3, rounds="2"))
    await here.settle()
    forward(here, lambda s: s.round == 2)
    here.lead._chapter = True
    here.lead.go()
    await here.settle()


async def to_the_result(here: Desk) -> None:
    here.app.begin(new_game(seats=3, rounds="1"))
    await here.settle()
    forward(here, lambda s: False)
    here.lead.save()
    await here.settle()
    assert isinstance(here.screen, ResultScreen)


def then(first: Callable[[Desk], Awaitable[None]], *keys: str) -> Callable[[Desk], Awaitable[None]]:
    async def go(here: Desk) -> None:
        await first(here)
        await here.press(*keys)

    return go


PLACES: dict[str, Callable[[Desk], Awaitable[None]]] = {
    "home": to_home,
    "set-up": to_set_up,
    "table": to_table,
    "watching": to_watching,
    "scores": to_the_scores,
    "result": to_the_result,
    "look back": then(to_the_result, "b", "pagedown"),
    "cards": then(to_table, "i"),
    "settings": then(to_home, "t"),
    "history": then(to_home, "y", "down"),
}


def now(here: Desk, left: list[Any]) -> Any:
    """All that can be noticed."""
    return here.screen, here.text, here.screen.focused, here.lead and here.session.ply, here.styled, len(left)


@pytest.mark.parametrize("place", PLACES)
async def test_every_key_shown_does_something(
    place: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the footer, and those of the panel of keys where there is one."""
    monkeypatch.chdir(tmp_path)  # where games are written to files
    Storage(folder).set_setting("preferences", {"since": False, "speed": "step"})
    here = own_desk(folder, Home())
    async with here.sit((100, 24)):
        if place in ("history", "home"):
            for _ in range(3 if place == "history" else 1):  # it can then be gone through in both directions
                await to_the_result(here)
            for _ in range(2):
                here.app.begin(will())
            await here.settle()
        await PLACES[place](here)
        screen, line = type(here.screen), here.text.splitlines()[-1]
        keys = list(footer(here))
        assert keys, "no keys are shown"
        display = {here.app.get_key_display(b.binding): key for key, b in here.screen.active_bindings.items()}
        for shown, key in display.items():
            if key in keys:
                assert shown in line
        if "question_mark" in keys:
            await here.press("question_mark")
            assert isinstance(here.screen, KeysPanel)
            listed = [shown for pressed in here.screen.rows.values() for shown in pressed]
            assert {"^q", "^z"} <= set(listed)
            listed.remove("^z")  # which does nothing without a shell
            assert {display[shown] for shown in listed if shown != "^q"} >= set(keys) - {"enter"}
            for words, pressed in here.screen.rows.items():
                assert f"{', '.join(pressed)} " in here.text
                assert words in here.text
            keys += [key for shown in listed if (key := display.get(shown, "ctrl+q")) not in keys]
            await here.press("escape")
        left: list[Any] = []
        here.app.exit = lambda *result: left.append(result)  # type: ignore[method-assign]
        before = now(here, left)
        for key in keys:
            if now(here, left) != before:
                await PLACES[place](here)
                before = now(here, left)
            assert type(here.screen) is screen
            await here.press(key)
            assert now(here, left) != before, f"{key} does nothing"
            if screen_is_panel(here.screen) and type(here.screen) is not screen:
                await here.press("escape")


# --- nothing is given away --------------------------------------------------------------------------------------------


class OpenBox(Canary):
    """Leaves out screens that list every card of the game, whoever looks; they are looked at by their groups."""

    def look(self, frame: Any) -> None:
        if frame.kind in ("CardPanel", "RulesPanel"):
            self.follow()
            return
        super().look(frame)


async def test_no_panel_gives_anything_away(folder: Path) -> None:
    options = {"mode": "basic", "seats": 4, "bots": (3,), "rounds": "1", "thors_will": "yes"}
    here, canary = seated(folder, "thor", options, seed=9, since=True)
    canary.__class__ = OpenBox
    here.on_paint[:] = [canary.look]
    opened = 0
    async with here.sit():
        forward(here, lambda s: sum(map(len, s.actions)) > 1 and sum(map(len, s.columns)) > 6)
        await here.settle()
        hits = everything("thor", here.session.game.box)
        for _ in range(40):
            if opened >= 2:
                break
            canary.look_round()
            screen = here.screen
            if isinstance(screen, Blank):
                assert here.app.screen_stack == [screen]
                assert not [w for w in here.widgets() if isinstance(w, (Panel, SincePanel, TableScreen))]
            if isinstance(screen, TableScreen) and screen.viewer is not None and screen.ask is not None:
                opened += 1
                canary.follow()
                may = canary.knows(canary.state, screen.viewer)
                for key in ("i", "f1", "l", "s", "question_mark"):
                    await here.press(key)
                    if key == "i":
                        groups = {card for _, cards in here.screen.groups[:-1] for card in cards}
                        assert groups & canary.hidden <= may
                        assert not here.screen.card or here.screen.card in groups
                    elif key == "f1":
                        assert here.screen.hits == hits
                    elif key == "l":
                        await type_in(here, "draws")
                    for widget in here.screen.walk_children(with_self=True):
                        canary.note(str(getattr(widget, "tooltip", None) or ""), may, "a tooltip")
                    canary.look_round()
                    assert screen_is_panel(here.screen)
                    await here.press("escape")
                    assert here.screen is screen
                    canary.check()
                await here.press("l")  # it is left open when the device goes on
                here.holder = None
                here.lead.cover_for((screen.viewer + 1) % 3)
                await here.settle()
                assert here.app.screen_stack == [here.screen]
                canary.look_round()
                here.lead.at = None
                here.lead.go()
                await here.settle()
                await here.lift()
                await here.step()
            else:
                await here.step()
        canary.check()
    assert opened == 2


async def test_home_is_seen_when_a_game_is_left_with_a_panel_open(folder: Path) -> None:
    here = desk(folder, will())
    async with here.sit():
        await here.lift()
        await here.press("i")
        here.lead.leave()
        await here.settle()
        assert here.app.screen_stack == [here.screen]
        assert isinstance(here.screen, HomeScreen)
        assert not [w for w in here.widgets() if isinstance(w, (Panel, TableScreen))]
