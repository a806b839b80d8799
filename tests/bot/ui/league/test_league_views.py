"""Each screen of a league fits into a message in every language, with long names and many people."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.ids import EntrantId, GuildId, LeagueId, ResultId, SeasonId, TableId, UserId
from bot.league.audit_log import AuditAction, AuditEntry, AuditStamp
from bot.league.leagues.league_settings import LeagueSettings, LevelReset, PointScheme, RankedBy, StandingsOrder
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.results.deals import MAX_REASON_LENGTH, BookedDeal, BookedSeat, Ruling, RulingKind, SeatRole
from bot.league.results.ratings import Rating
from bot.league.results.read_models import (
    HeadToHead,
    Leaderboard,
    LeaderboardEntry,
    LeagueResult,
    PlayedDeal,
    PlayerProfile,
    RatingPoint,
    RatingPool,
    ResultPage,
    SeasonStandingsPage,
    WinRecord,
)
from bot.league.results.season_standings import Score, SeasonStanding
from bot.setting_fields import list_fields, list_settings
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.messages.long_list import LINES_PER_PAGE, page_buttons, parse_page
from bot.ui.core.messages.message import Text
from bot.ui.core.rule_sets import RuleSet
from bot.ui.league.audit_view import audit_view
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.league.manage_view import confirm_action_view, confirm_leave_view
from bot.ui.league.overview_view import overview_view
from bot.ui.league.results_view import result_view, results_view
from bot.ui.league.season_result_view import season_result_view
from bot.ui.league.settings_panel import create_league_settings
from bot.ui.league.standings_view import StandingsPage, season_history_view, standings_view
from bot.ui.ratings.leaderboard_view import clean_search, leaderboard_view
from bot.ui.ratings.profile_view import profile_view, versus_view
from tests.message_limits import check_limits, list_controls

CATALOGUE = Catalogue.load()
NAME = "*A_" + "名" * 29
PEOPLE = {UserId(n): "_x*名字" * 8 for n in range(1, 13)}
WHY = "*" * MAX_REASON_LENGTH


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


def drawer():
    async def draw(_picture):
        return SimpleNamespace(png=b"png")

    return SimpleNamespace(renderer=SimpleNamespace(render=draw, get_painted_name=str))


def test_overview_fits_in_a_message(texts):
    for by in RankedBy:
        for reset in LevelReset:
            body = overview_view(
                league(ranked_by=by, level_reset=reset),
                season(),
                "Ann",
                texts,
                texts.say("leagues.created", channel="<#1>"),
            )
            check_limits(body)
    check_limits(overview_view(league(), None, "", texts))


def test_results_with_long_reasons_fit(texts):
    found = [LeagueResult(deal(n), Ruling(RulingKind.VOID), AuditStamp(UserId(1), 1e9), WHY) for n in range(1, 11)]
    check_limits(results_view(league(), 2, ResultPage(tuple(found), 1000), PEOPLE, texts, manager=True))
    over = league(), season(99, 2e9)
    check_limits(result_view(league(), found[0], PEOPLE, texts, texts.say("leagues.ruled.void", id=1), over))


def test_team_league_results_name_teams(english):
    found, names = ResultPage((LeagueResult(deal(seats=4)),), 1), {UserId(n): f"P{n}" for n in range(1, 5)}
    teams = {ResultId(1): {1: "Dra*gons", 2: "Cats"}}
    body = results_view(league(), 1, found, names, english, teams, manager=True)
    assert r"Dra\*gons beat Cats" in body.blocks[0].words
    assert next(c.options[0].label for c in list_controls(body) if "result:" in c.id) == "1: Dra*gons beat Cats"
    body = results_view(league(), 1, found, names, english, {ResultId(1): {1: "Dragons"}}, manager=False)
    assert "Dragons beat P1 and P3" in body.blocks[0].words


def test_result_says_that_it_won_match(english):
    plainly = deal(seats=4)
    over = replace(plainly, seats=tuple(replace(seat, match_won=seat.won) for seat in plainly.seats))
    names = {UserId(n): f"P{n}" for n in range(1, 5)}
    said = "This deal won the match for P2 and P4."
    assert said in result_view(league(), LeagueResult(over), names, english).blocks[0].words
    assert "match" not in result_view(league(), LeagueResult(plainly), names, english).blocks[0].words


def test_only_managers_can_choose_a_result_to_rule_on(english):
    found = ResultPage((LeagueResult(deal()),), 1)
    assert [
        c.id
        for c in list_controls(results_view(league(), 1, found, PEOPLE, english, manager=True))
        if "result:" in c.id
    ]
    body = results_view(league(), 1, found, PEOPLE, english, manager=False)
    assert not [c.id for c in list_controls(body) if "result:" in c.id]


def test_possible_rulings_depend_on_earlier_rulings(english):
    def offered(one):
        return {
            c.id.rpartition(":")[2]
            for c in list_controls(result_view(league(), one, PEOPLE, english))
            if ":rule:" in c.id
        }

    assert offered(LeagueResult(deal())) == {"void", "correct"}
    assert offered(LeagueResult(replace(deal(), void=True), Ruling(RulingKind.VOID), None, "x")) == {
        "correct",
        "restore",
    }
    assert offered(LeagueResult(deal(), Ruling(RulingKind.CORRECT), None, "x")) == {"void", "correct", "restore"}


def test_audit_log_fits_in_a_message(texts):
    facts = {"name": NAME, "user": 3, "number": 7, "result": 9, "results": 12, "reason": WHY}
    lines = [AuditEntry(AuditStamp(UserId(1), 1e9), deed, LeagueId(1), facts) for deed in AuditAction.list_keys()]
    lines.append(AuditEntry(AuditStamp(None, 1e9), AuditAction.SEASON_CLOSED, LeagueId(1), {"number": 2}))
    check_limits(audit_view(league(), 1, lines, 100, PEOPLE, texts))


def test_markup_in_names_has_no_effect(english):
    odd, safe = "@here <@&1> http://x.y \u202eback", r"\@here \<\@&1\> http\://x.y back"
    facts = replace(league(), settings=replace(league().settings, name=odd))
    people = dict.fromkeys(PEOPLE, odd)
    one = LeagueResult(deal(seats=4), Ruling(RulingKind.VOID), None, odd)
    line = AuditEntry(AuditStamp(UserId(1), 1e9), AuditAction.VOIDED, LeagueId(1), {"result": 9, "reason": odd})
    for body in (
        overview_view(facts, None, "", english),
        season_history_view(facts, (), {}, {}, english),
        confirm_action_view(facts, "close", 1, english),
        results_view(facts, 1, ResultPage((one,), 1), people, english, manager=False),
        result_view(facts, one, people, english),
        audit_view(facts, 1, [line], 1, people, english),
    ):
        words = "\n".join(block.words for block in body.blocks if isinstance(block, Text))
        assert safe in words
        assert odd[:5] not in words.replace(safe[:6], "")


async def test_standings_fit_in_a_message(texts):
    lines = tuple(
        SeasonStanding(
            n,
            Entrant(EntrantId(n), UserId(n)),
            Score(99_999, 1234, 1000, -12, 80, -9, "WLWLWLWLWL", settled=True, value=81.04),
        )
        for n in range(1, LINES_PER_PAGE + 1)
    )
    names = {EntrantId(n): "*名字_" * 10 for n in range(1, LINES_PER_PAGE + 1)}
    page = StandingsPage(league(), season(), lines, 2, 10_000, names, lines[3])
    for as_text in (False, True):
        body = await standings_view(drawer(), page, texts, as_text=as_text)
        check_limits(body)
        assert any(":b" in c.id for c in list_controls(body))
    check_limits(await standings_view(drawer(), StandingsPage(league(), season(), (), 1, 0, {}), texts, as_text=True))


async def test_standings_picture_gives_no_rank_without_deals(english):
    drawn = []

    async def draw(picture):
        drawn.append(picture)
        return SimpleNamespace(png=b"png")

    kit = SimpleNamespace(renderer=SimpleNamespace(render=draw, get_painted_name=str))
    lines = (
        SeasonStanding(1, Entrant(EntrantId(1)), Score(3, 1, 1, settled=True, value=3.0)),
        SeasonStanding(2, Entrant(EntrantId(2)), Score()),
    )
    for by in RankedBy:
        page = StandingsPage(league(ranked_by=by), season(7), lines, 1, 2, {EntrantId(1): "A", EntrantId(2): "B"})
        await standings_view(kit, page, english)
    assert [picture.labels.player for picture in drawn] == ["Player", "Team"]
    assert [row.rank for row in drawn[0].rows] == [1, 0]
    assert (drawn[0].title, drawn[0].subtitle) == (NAME, "Season 7 · 1–2/2")


@pytest.mark.parametrize(
    ("order", "caption", "value", "text"),
    [
        (StandingsOrder.AVERAGE, "Per deal", "1.56", "1.56 per deal"),
        (StandingsOrder.RATING, "Rating", "1031", "rating 1031"),
        (StandingsOrder.WINS, "Points", "", "14 points"),
    ],
)
async def test_standings_show_the_value_that_the_season_ranks_by(english, order, caption, value, text):
    drawn = []

    async def draw(picture):
        drawn.append(picture)
        return SimpleNamespace(png=b"png")

    kit = SimpleNamespace(renderer=SimpleNamespace(render=draw, get_painted_name=str))
    ranked = replace(season(2), scheme=PointScheme(order=order, min_deals=9))
    lines = (
        SeasonStanding(1, Entrant(EntrantId(1)), Score(14, 9, 5, settled=True, value=1.5555)),
        SeasonStanding(2, Entrant(EntrantId(2)), Score(10, 7, 4, value=1.5555)),
    )
    page = StandingsPage(league(), ranked, lines, 1, 2, {EntrantId(1): "A", EntrantId(2): "B"})
    shown = await standings_view(kit, page, english)
    assert (drawn[0].labels.points, [row.value for row in drawn[0].rows]) == (caption, [value] * 2)
    assert [row.rank for row in drawn[0].rows] == [1, 0]
    assert value in shown.pictures[0].alt_text
    words = (await standings_view(kit, page, english, as_text=True)).blocks[0].words
    assert text in words
    assert "`–` **B**" in words
    assert "2 more deals for a rank" in words


def test_overview_explains_how_each_season_counts(english):
    made = league()
    new = overview_view(made, season(3), "", english).blocks[0].words
    assert "Ranked by points per deal, from 10 deals on" in new
    assert "Only deals without computer players count" in new
    assert "still counts" not in new
    earlier = replace(season(3), scheme=PointScheme(order=StandingsOrder.WINS, min_deals=1), min_people=1)
    words = overview_view(made, earlier, "", english).blocks[0].words
    assert "Season 3 still counts as it did when it opened: Ranked by deals won" in words
    assert "still counts" not in overview_view(made, replace(earlier, closed_at=9e8), "", english).blocks[0].words


def test_audit_entries_say_what_changed(english):
    facts = {"result": 9, "reason": "why", "declarers_hold": False, "rise": 1, "points": 45}
    edited = {"options": "name deal match rules"}
    lines = [AuditEntry(AuditStamp(UserId(1), 1e9), *one) for one in (
        (AuditAction.CORRECTED, LeagueId(1), facts),
        (AuditAction.EDITED, LeagueId(1), edited),
        (AuditAction.IMPORTED, LeagueId(1), {"results": 1}),
    )]  # fmt: skip
    told = audit_view(league(), 1, lines, 3, PEOPLE, english).blocks[0].words
    assert "corrected result 9: opponents won, opponents 45 points, 1 level (why)" in told
    assert "changed the league: the name, the points, and the rules" in told
    assert "imported one deal" in told


@pytest.mark.parametrize("field", list_fields(LeagueSettings), ids=lambda field: field.name)
def test_audit_log_names_every_setting(texts, field):
    edited = AuditEntry(AuditStamp(UserId(1), 1e9), AuditAction.EDITED, LeagueId(1), {"options": field.name})
    told = audit_view(league(), 1, [edited], 1, PEOPLE, texts).blocks[0].words
    without = audit_view(league(), 1, [replace(edited, facts={"options": ""})], 1, PEOPLE, texts).blocks[0].words
    assert len(told) > len(without) + 2


async def test_failed_picture_becomes_text(english):
    async def draw(_picture):
        raise OSError("no font")

    kit = SimpleNamespace(renderer=SimpleNamespace(render=draw, get_painted_name=str))
    body = await standings_view(kit, StandingsPage(league(), season(), (), 1, 0, {}), english)
    check_limits(body)
    assert not body.pictures


def test_season_history_and_confirmations_fit(texts):
    seasons = [season(n, None if n == 30 else 1.5e9) for n in range(30, 0, -1)]
    check_limits(season_history_view(league(), seasons, dict.fromkeys(range(1, 30), "*名字*" * 60), {2: 99}, texts))
    for step in ("open", "close", "archive"):
        check_limits(confirm_action_view(league(ranked_by=RankedBy.TEAMS), step, 3, texts))
    check_limits(confirm_leave_view(league(), 3, NAME, texts))


async def test_leaderboard_and_head_to_head_fit(texts):
    pools = [RatingPool(1, "standard", stale=False), RatingPool(2, "of-an-earlier-version", stale=True)]
    lines = [LeaderboardEntry(n if n < 8 else None, UserId(n), Rating(30.0, 2.0, 40 - 4 * n)) for n in range(1, 13)]
    for pool in pools:
        board = Leaderboard(pool, tuple(lines), 10_000)
        shown = await leaderboard_view(drawer(), board, pools, 2, clean_search("x" * 99), PEOPLE, texts)
        check_limits(shown)
        assert (texts.say("leagues.being_worked_out") in str(shown)) is pool.stale
        check_limits(await leaderboard_view(drawer(), Leaderboard(pool, (), 0), pools, 1, "nobody", PEOPLE, texts))
        both = HeadToHead(
            pool,
            UserId(1),
            UserId(2),
            WinRecord(9, 4),
            WinRecord(3, 3),
            (True, False),
            (Rating(), Rating(30.0, 1.0, 50)),
        )
        body = await versus_view(drawer(), both, PEOPLE, texts)
        check_limits(body)
        assert body.pictures
        assert not (await versus_view(drawer(), replace(both, against=WinRecord(), form=()), PEOPLE, texts)).pictures


async def test_result_of_a_season_fits(texts):
    lines = tuple(
        SeasonStanding(1, Entrant(EntrantId(n), UserId(n)), Score(5, 3, 2, settled=True, value=1.67))
        for n in range(1, 4)
    )
    names = {EntrantId(n): NAME for n in range(1, 4)}
    body = await season_result_view(drawer(), league(), SeasonStandingsPage(season(3, 2e9), lines, 50), names, texts)
    check_limits(body)
    assert body.pictures[0].alt_text.count("1. ") == 3 or texts.tag != "en"
    unplayed = tuple(replace(line, score=Score()) for line in lines)
    none = await season_result_view(drawer(), league(), SeasonStandingsPage(season(3, 2e9), unplayed, 3), names, texts)
    check_limits(none)
    assert not none.pictures


async def test_a_rating_over_time_is_drawn(texts):
    drawn = []

    async def draw(picture):
        drawn.append(picture)
        return SimpleNamespace(png=b"png")

    moments = tuple(RatingPoint(ResultId(n), Rating(25.0 + n, 5.0, n)) for n in range(1, 4))
    pool, record = RatingPool(1, "standard", stale=False), WinRecord(3, 1)
    one = PlayerProfile(
        user=UserId(1), pool=pool, rating=moments[-1].rating, rank=None, ranked_count=0, record=record, by_role={},
        matches_won=0, points_taken=None, points_given=None, climbs=0, form=(True,), partner=None,
        best_deal=PlayedDeal(ResultId(1), 1e9, None, SeatRole.OPPONENT, True, False, 120, 2), history=moments,
    )  # fmt: skip
    kit = SimpleNamespace(renderer=SimpleNamespace(render=draw, get_painted_name=str))
    check_limits(await profile_view(kit, one, [pool], PEOPLE, texts))
    assert drawn[0].series[0].ratings == tuple(m.rating.displayed for m in moments)


async def test_empty_and_full_profiles_fit(texts):
    pool = RatingPool(1, "standard", stale=True)
    record = WinRecord(20, 13)
    everything = PlayerProfile(
        user=UserId(1), pool=pool, rating=Rating(30.0, 2.0, 30), rank=3, ranked_count=1000, record=record,
        by_role=dict.fromkeys(SeatRole, record), matches_won=4, points_taken=81.25, points_given=60.0, climbs=2,
        form=(True, False) * 5, partner=(UserId(2), record), best_deal=None, history=(),
    )  # fmt: skip
    body = await profile_view(drawer(), everything, [pool, RatingPool(2, "pagat", stale=False)], PEOPLE, texts)
    check_limits(body)
    nothing = replace(everything, record=WinRecord(), by_role={}, partner=None, rank=None, form=())
    check_limits(await profile_view(drawer(), nothing, [pool], PEOPLE, texts))


@pytest.mark.parametrize(("asked", "page"), [("0", 1), ("2", 2), ("99", 3), ("x", 1), ("9" * 40, 1), (-4, 1)])
def test_missing_page_becomes_nearest(asked, page):
    assert parse_page(asked, 40, 15) == page


def test_page_buttons_appear_only_with_several_pages(english):
    def to_page(page, mark):
        return LeagueControl(LeagueAction.REPORT, LeagueId(1), page, mark)

    assert page_buttons(1, 15, english, to_page) == ()
    (row,) = page_buttons(1, 16, english, to_page)
    assert [button.disabled for button in row.buttons] == [True, False]


def test_search_text_is_cleaned_for_a_custom_id():
    assert clean_search("  a:b \n c " + "x" * 90) == "a b c " + "x" * 24


def test_every_league_text_exists_and_is_used(texts):
    room = Path(__file__).parents[4] / "bot" / "ui"
    code = "".join(path.read_text() for path in room.rglob("*.py"))
    said = set(re.findall(r"""["'](leagues\.[\w.]+)["']""", code))
    made = {
        re.sub(r"\\\{.*?\\\}", r"\\w+", re.escape(key)) for key in re.findall(r"""f["'](leagues\.[^"']+)["']""", code)
    }
    there = {key for key in CATALOGUE._languages[texts.tag].messages if key.startswith("leagues.")}
    said = {key for key in said if "{" not in key}
    said |= {field.get_value_key(value) for field in list_settings(LeagueSettings) for value in field.values}
    assert said - there == set()
    assert {key for key in there - said if not any(re.fullmatch(one, key) for one in made)} == set()
