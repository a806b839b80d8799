"""Forms of leagues and of managers' rulings fit Discord's limits. Text typed in them is read or refused."""

from dataclasses import replace

import pytest

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, TableId, UserId
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.refusals import LeagueRefused
from bot.league.results.deals import BookedDeal, BookedSeat, RulingKind, SeatRole
from bot.play.refusals import TableRefused
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.rule_sets import RuleSet
from bot.ui.discord_io.components import to_discord_modal
from bot.ui.league.results_view import parse_correction, ruling_form
from bot.ui.league.settings_panel import (
    create_league_settings,
    list_rule_changes,
    read_places,
)

CATALOGUE = Catalogue.load()
NAME = "*A_" + "名" * 29


@pytest.fixture(params=TAGS)
def texts(request):
    return CATALOGUE.texts_for(request.param)


@pytest.fixture
def english():
    return CATALOGUE.texts_for("en")


def league(**changes):
    draft = replace(
        create_league_settings(RuleSet("forty-points", "forty-points", {}), "", CATALOGUE.default),
        name=NAME,
        news_channel=1,
        season_days=30,
        **changes,
    )
    return LeagueInfo(LeagueId(2**53), GuildId(1), draft, 0.0)


def season(number=1, closed=None):
    return Season(SeasonId(1), LeagueId(2**53), number, 1e9, 2e9, closed)


def deal(number=1, seats=12):
    facts = tuple(
        BookedSeat(n, UserId(n + 1), None, SeatRole.OPPONENT if n % 2 else SeatRole.DECLARER, bool(n % 2), False, 2, 2)
        for n in range(seats)
    )
    return BookedDeal(ResultId(number), 1e9, 0, 425, 13, facts, table=TableId(2**31))


def test_ruling_forms_fit(texts):
    for verdict in RulingKind:
        to_discord_modal(ruling_form(league(), deal(), verdict, texts))
        to_discord_modal(ruling_form(league(), deal(), verdict, texts, (league(), season(99, 2e9))))


def test_rules_that_cannot_be_played_are_refused(english):
    with pytest.raises(TableRefused):
        create_league_settings(RuleSet("standard", "standard", {}), "kitty_size=7", english)


def test_typed_changes_are_applied_to_house_rules(english):
    pagat = create_league_settings(RuleSet("pagat", "pagat", {}), "", english)
    assert (pagat.preset, list_rule_changes(pagat.preset, pagat.rules)) == ("pagat", {})
    house = create_league_settings(RuleSet("h1", "standard", {"final_level": "Q"}), "kitty_size=4", english)
    assert list_rule_changes(house.preset, house.rules) == {"final_level": "Q", "kitty_size": "4"}


def test_points_for_places_are_read(english):
    assert read_places("10-7, 5/3", english) == {"places": (10, 7, 5, 3)}
    for bad in (" ", "10-x", "101", "1 " * 21):
        with pytest.raises(LeagueRefused):
            read_places(bad, english)


def test_typed_correction_is_read(english):
    typed = {"winner": "opponents", "rise": "2", "points": "120"}
    assert parse_correction(typed, english) == (False, 2, 120)
    for bad in ({"rise": "14"}, {"points": "many"}):
        with pytest.raises(LeagueRefused):
            parse_correction(typed | bad, english)
