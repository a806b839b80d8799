"""Pictures show "Entrant 1" or a similar word for a name that no font can draw. Equal names get numbers."""

from dataclasses import replace

import pytest

from bot.render.painting.fonts import MISSING_GLYPH
from bot.render.renderer import PictureRenderer
from bot.render.values.event_pictures import (
    BracketBox,
    BracketColumn,
    BracketPicture,
    BracketSide,
    EventLine,
    EventStandingsPicture,
    RoundPicture,
    RoundTable,
)
from bot.render.values.game_pictures import Labels, LobbyPicture
from bot.render.values.league_pictures import (
    ComparisonLine,
    HeadToHeadPicture,
    SeasonPicture,
    StandingsLine,
    StandingsPicture,
)
from bot.text.catalogue import Catalogue
from bot.ui.core.pictures.picture_blocks import picture_labels, with_drawable_names
from tests.bot.render.layout_checks import FONTS

ABEBE, RAM, TEAM = "አበበ", "राम", "ხუთი"


def shown(picture, tag="en"):
    return with_drawable_names(picture, FONTS.get_painted_name, Catalogue.load().texts_for(tag))


@pytest.mark.parametrize(
    ("name", "apart"),
    [
        ("Mei", True),
        ("李珺", True),
        (ABEBE, False),
        (f"{ABEBE} @abebe", True),
        (f"{ABEBE}!", False),
        ("!!!", True),
        ("🐯", True),
    ],
)
def test_name_with_letters_needs_a_drawable_letter(name, apart):
    assert bool(FONTS.get_painted_name(name)) is apart


@pytest.mark.parametrize(("tag", "seats"), [("en", "Seat"), ("zh-CN", "号位"), ("zh-TW", "號位")])
def test_seats_without_drawable_names_are_numbered(tag, seats):
    renderer = PictureRenderer()
    labels = picture_labels(Catalogue.load().texts_for(tag))
    picture = LobbyPicture(("Ann", ABEBE, None, f"{RAM} @ram"), labels=labels)
    names = renderer._with_seat_names(picture).names
    renderer.close()
    assert names[0] == "Ann"
    assert names[1].replace("2", "").strip() == seats
    assert names[2:] == (None, f"{RAM} @ram"), "the user name is drawn"


def test_event_names_are_replaced_everywhere():
    standings = EventStandingsPicture(
        TEAM, "Round 1", "Team", ("Points",), (EventLine(1, RAM, ("1",), (ABEBE, "Ann")), EventLine(2, "Cup", ("0",)))
    )
    seen = shown(standings)
    assert seen.title == "Event"
    assert [(one.name, one.members) for one in seen.lines] == [("Entrant 1", ("Entrant 2", "Ann")), ("Cup", ())]
    assert shown(standings, "zh-CN").lines[0].name == "参赛者 1"


def test_same_name_has_the_same_number():
    tables = RoundTable(1, (RAM, ABEBE)), RoundTable(2, ("Ann", RAM))
    assert [one.sides for one in shown(RoundPicture("Cup", "", tables)).tables] == [
        ("Entrant 1", "Entrant 2"), ("Ann", "Entrant 1"),
    ]  # fmt: skip
    box = BracketBox((BracketSide(RAM), BracketSide(ABEBE)))
    bracket = BracketPicture("Cup", "", (BracketColumn("Final", (box,)),), BracketColumn("Third", (box,)))
    assert [side.name for side in shown(bracket).third.boxes[0].sides] == ["Entrant 1", "Entrant 2"]


RAM_TEAM, SHYAM_TEAM = f"Team {RAM}", "Team श्याम"


def test_names_that_look_equal_when_drawn_are_numbered():
    lines = tuple(EventLine(1, name, ("1",)) for name in (RAM_TEAM, "Team (2)", SHYAM_TEAM, "𝓐𝓷𝓷", "Ann", "Cup"))
    names = [one.name for one in shown(EventStandingsPicture("Cup", "", "Team", ("Points",), lines)).lines]
    assert names == [f"{RAM_TEAM} (1)", "Team (2)", f"{SHYAM_TEAM} (3)", "𝓐𝓷𝓷 (1)", "Ann (2)", "Cup"]
    assert len({FONTS.get_painted_name(name) for name in names}) == len(names)


def test_replacement_avoids_a_name_that_is_taken():
    tables = RoundTable(1, ("Entrant 1", RAM)), RoundTable(2, (ABEBE, "Entrant 1"))
    assert [one.sides for one in shown(RoundPicture("Cup", "", tables)).tables] == [
        ("Entrant 1 (1)", "Entrant 1"), ("Entrant 2", "Entrant 1 (1)"),
    ]  # fmt: skip


def test_entrants_who_sit_out_get_distinct_names():
    picture = RoundPicture("Cup", "", (RoundTable(1, (RAM_TEAM, "Ann")),), (SHYAM_TEAM, ABEBE))
    assert shown(picture).byes == (f"{SHYAM_TEAM} (2)", "Entrant 1")


def test_entrants_with_equal_names_are_numbered():
    line = StandingsLine(1, "Ann", 1, 0)
    assert [one.name for one in shown(StandingsPicture("Spring", "", (line, line))).rows] == ["Ann (1)", "Ann (2)"]
    versus = HeadToHeadPicture("Versus", "Ann", "Ann", (ComparisonLine("Won", "12", "12"),))
    assert (shown(versus).left, shown(versus).right) == ("Ann (1)", "Ann (2)")
    assert shown(versus).lines == versus.lines
    assert shown(SeasonPicture("Spring", "", (("Ann", "2"), ("Bob", "2")))).podium == (("Ann", "2"), ("Bob", "2"))


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("Northern Shanghai Tractor Club A", "Northern Shanghai Tractor Club B"), (" (1)", " (2)")),
        (("Christopher Alexander", "Christopher Alexandra"), (" (1)", " (2)")),
        (("Northern Shanghai 7", "Northern Shanghai 8"), ("", "")),
        (("Northern Club", "Northern Clan"), ("", "")),
        (("\N{CJK UNIFIED IDEOGRAPH-5317}" * 9 + "A", "\N{CJK UNIFIED IDEOGRAPH-5317}" * 9 + "B"), (" (1)", " (2)")),
    ],
)
def test_names_that_begin_alike_are_numbered(names, told):
    """Pictures cut long names at the end, but keep the number."""
    versus = HeadToHeadPicture("Versus", *names, lines=())
    wanted = tuple(name + number for name, number in zip(names, told, strict=True))
    assert (shown(versus).left, shown(versus).right) == wanted


def test_players_of_equal_names_get_their_seat_numbers():
    renderer = PictureRenderer()
    names = renderer._with_seat_names(LobbyPicture(("𝓐𝓷𝓷", None, "Ann", ABEBE, "Seat 4"))).names
    renderer.close()
    assert names == ("𝓐𝓷𝓷 (1)", None, "Ann (3)", "Seat 4", "Seat 4 (5)")


def test_league_names_are_replaced():
    line = StandingsLine(1, RAM, 1, 0)
    assert shown(StandingsPicture(TEAM, "", (line, replace(line, name="Ann")))).rows[0].name == "Player 1"
    assert shown(StandingsPicture(TEAM, "", (line,))).title == "League"
    assert shown(SeasonPicture("Spring", "", ((RAM, "3 points"), ("Ann", "2")))).podium == (
        ("Player 1", "3 points"), ("Ann", "2"),
    )  # fmt: skip
    versus = HeadToHeadPicture("Versus", ABEBE, RAM, ())
    assert (shown(versus).left, shown(versus).right) == ("Player 1", "Player 2")


def test_drawable_names_are_unchanged():
    picture = StandingsPicture("Spring", "", (StandingsLine(1, "赟祎 Ann", 1, 0),))
    assert shown(picture) is not None
    assert shown(picture) == picture
    assert MISSING_GLYPH not in "".join(run for _, run in FONTS.split_runs("李珺 陶喆 佢哋", "text"))
    assert Labels().seat == "Seat {n}"
