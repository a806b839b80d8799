"""The screens of leagues: each fits into a message in every language, whatever people are called and however many."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.league.callers import Act, Deed, TrailLine
from bot.league.deals import LONGEST_REASON, DealFact, Role, Ruling, SeatFact, Verdict
from bot.league.ids import EntrantId, GuildId, LeagueId, ResultId, SeasonId, TableId, UserId
from bot.league.leagues import By, Entrant, LeagueFacts, Reset, Scheme, Season
from bot.league.looks import (
    BestDeal,
    HeadToHead,
    Leaderboard,
    LeaderLine,
    Moment,
    Pool,
    Profile,
    Record,
    Result,
    Results,
    SeasonTable,
)
from bot.league.ratings import Rating
from bot.league.refusals import LeagueRefused
from bot.league.scores import Line, Score
from bot.play.refusals import Refused
from bot.text.catalogue import Catalogue
from bot.ui.body import Text
from bot.ui.forms import draw_form
from bot.ui.league.card import card_body
from bot.ui.league.figures import profile_body
from bot.ui.league.ranking import board_body, searched, versus_body
from bot.ui.league.results import corrected, report_body, result_body, ruling_form
from bot.ui.league.seasons import asked_body, history_body, leaving_body, season_body
from bot.ui.league.setup import Wanted, changes_to, drafted, edit_form, filled_in, usual_draft
from bot.ui.league.showing import LINES, page_of, pages
from bot.ui.league.tables import Page, standings_body
from bot.ui.league.trail import trail_body
from bot.ui.limits import check

CATALOGUE = Catalogue.load()
NAME = "*A_" + "名" * 29
PEOPLE = {UserId(n): "_x*名字" * 8 for n in range(1, 13)}
WHY = "*" * LONGEST_REASON


@pytest.fixture(params=["en", "zh-CN", "zh-TW"])
def texts(request):
    return CATALOGUE.texts(request.param)


@pytest.fixture
def english():
    return CATALOGUE.texts("en")


def league(**changes):
    draft = replace(usual_draft("forty-points"), name=NAME, channel=1, days=30, **changes)
    return LeagueFacts(LeagueId(2**53), GuildId(1), draft, 0.0)


def season(number=1, closed=None):
    return Season(SeasonId(1), LeagueId(2**53), number, 1e9, 2e9, closed)


def deal(number=1, seats=12):
    facts = tuple(
        SeatFact(n, UserId(n + 1), None, Role.OPPONENT if n % 2 else Role.DECLARER, bool(n % 2)) for n in range(seats)
    )
    return DealFact(ResultId(number), 1e9, 0, 425, 13, facts, table=TableId(2**31))


def drawer():
    async def draw(_picture):
        return SimpleNamespace(png=b"png")

    return SimpleNamespace(artist=SimpleNamespace(draw=draw))


def test_the_card(texts):
    for by in By:
        for reset in Reset:
            body = card_body(league(by=by, reset=reset), season(), "Ann", texts, texts.say("leagues.created"))
            check(body)
    check(card_body(league(), None, "", texts))


def test_a_page_of_results_with_long_reasons(texts):
    found = [Result(deal(n), Ruling(Verdict.VOID), Act(UserId(1), 1e9), WHY) for n in range(1, 11)]
    check(report_body(league(), 2, Results(tuple(found), 10, 1000), PEOPLE, texts, manager=True))
    over = [(league(), season(n, 2e9)) for n in range(25)]
    check(result_body(league(), found[0], PEOPLE, texts, texts.say("leagues.ruled.void", id=1), over))


def test_results_of_a_league_of_teams_name_the_teams(english):
    found, names = Results((Result(deal(seats=4)),), 0, 1), {UserId(n): f"P{n}" for n in range(1, 5)}
    teams = {ResultId(1): {1: "Dra*gons", 2: "Cats"}}
    body = report_body(league(), 1, found, names, english, teams, manager=True)
    assert r"Dra\*gons beat Cats" in body.blocks[0].words
    assert next(c.options[0].label for c in body.controls() if "result:" in c.id) == "1: Dra*gons beat Cats"
    body = report_body(league(), 1, found, names, english, {ResultId(1): {1: "Dragons"}}, manager=False)
    assert "Dragons beat P1 and P3" in body.blocks[0].words


def test_a_result_says_that_the_match_was_won_with_it(english):
    plainly = deal(seats=4)
    over = replace(plainly, seats=tuple(replace(seat, match_won=seat.won) for seat in plainly.seats))
    names = {UserId(n): f"P{n}" for n in range(1, 5)}
    said = "The match was won with it: P2 and P4."
    assert said in result_body(league(), Result(over), names, english).blocks[0].words
    assert "match" not in result_body(league(), Result(plainly), names, english).blocks[0].words


def test_who_may_not_rule_is_offered_no_list(english):
    found = Results((Result(deal()),), 0, 1)
    assert [
        c.id for c in report_body(league(), 1, found, PEOPLE, english, manager=True).controls() if "result:" in c.id
    ]
    body = report_body(league(), 1, found, PEOPLE, english, manager=False)
    assert not [c.id for c in body.controls() if "result:" in c.id]


def test_what_may_be_ruled_follows_from_what_was(english):
    def offered(one):
        return {
            c.id.rpartition(":")[2] for c in result_body(league(), one, PEOPLE, english).controls() if ":ask:" in c.id
        }

    assert offered(Result(deal())) == {"void", "correct"}
    assert offered(Result(replace(deal(), void=True), Ruling(Verdict.VOID), None, "x")) == {"correct", "restore"}
    assert offered(Result(deal(), Ruling(Verdict.CORRECT), None, "x")) == {"void", "correct", "restore"}


def test_the_trail(texts):
    facts = {"name": NAME, "user": 3, "number": 7, "result": 9, "results": 12, "reason": WHY}
    lines = [TrailLine(Act(UserId(1), 1e9), deed, LeagueId(1), facts) for deed in Deed]
    lines.append(TrailLine(Act(None, 1e9), Deed.SEASON_CLOSED, LeagueId(1), {"number": 2}))
    check(trail_body(league(), 1, lines, 100, PEOPLE, texts))


def test_names_are_never_more_than_names(english):
    odd, safe = "@here <@&1> http://x.y \u202eback", r"\@here \<\@&1\> http\://x.y back"
    facts = replace(league(), draft=replace(league().draft, name=odd))
    people = dict.fromkeys(PEOPLE, odd)
    one = Result(deal(seats=4), Ruling(Verdict.VOID), None, odd)
    line = TrailLine(Act(UserId(1), 1e9), Deed.VOIDED, LeagueId(1), {"result": 9, "reason": odd})
    for body in (
        card_body(facts, None, "", english),
        history_body(facts, (), {}, {}, english),
        asked_body(facts, "close", 1, english),
        report_body(facts, 1, Results((one,), 0, 1), people, english, manager=False),
        result_body(facts, one, people, english),
        trail_body(facts, 1, [line], 1, people, english),
    ):
        words = "\n".join(block.words for block in body.blocks if isinstance(block, Text))
        assert safe in words
        assert odd[:5] not in words.replace(safe[:6], "")


async def test_standings(texts):
    lines = tuple(
        Line(n, Entrant(EntrantId(n), UserId(n)), Score(99_999, 1234, 1000, -12, 80, -9, "WLWLWLWLWL"))
        for n in range(1, LINES + 1)
    )
    names = {EntrantId(n): "*名字_" * 10 for n in range(1, LINES + 1)}
    page = Page(league(), season(), lines, 2, 10_000, names, lines[3])
    for as_text in (False, True):
        body = await standings_body(drawer(), page, texts, as_text=as_text)
        check(body)
        assert any(":b" in c.id for c in body.controls())
    check(await standings_body(drawer(), Page(league(), season(), (), 1, 0, {}), texts, as_text=True))


async def test_the_picture_of_standings_calls_teams_teams_and_gives_no_medal_for_nothing(english):
    drawn = []

    async def draw(picture):
        drawn.append(picture)
        return SimpleNamespace(png=b"png")

    kit = SimpleNamespace(artist=SimpleNamespace(draw=draw))
    lines = (Line(1, Entrant(EntrantId(1)), Score(3, 1, 1)), Line(2, Entrant(EntrantId(2)), Score()))
    for by in By:
        page = Page(league(by=by), season(7), lines, 1, 2, {EntrantId(1): "A", EntrantId(2): "B"})
        await standings_body(kit, page, english)
    assert [picture.labels.player for picture in drawn] == ["Player", "Team"]
    assert [row.rank for row in drawn[0].rows] == [1, 0]
    assert (drawn[0].title, drawn[0].subtitle) == (NAME, "Season 7 · 1–2/2")


def test_the_trail_says_what_was_changed(english):
    facts = {"result": 9, "reason": "why", "declarers_hold": False, "rise": 1, "points": 45}
    edited = {"options": "name per_deal per_match rules nonsense"}
    lines = [TrailLine(Act(UserId(1), 1e9), *one) for one in (
        (Deed.CORRECTED, LeagueId(1), facts),
        (Deed.EDITED, LeagueId(1), edited),
        (Deed.IMPORTED, LeagueId(1), {"results": 1}),
    )]  # fmt: skip
    told = trail_body(league(), 1, lines, 3, PEOPLE, english).blocks[0].words
    assert "corrected result 9: opponents won, opponents 45 points, 1 level (why)" in told
    assert "changed the league: the name, the points, and the rules" in told
    assert "imported one deal" in told


async def test_a_picture_that_cannot_be_drawn_is_told(english):
    async def draw(_picture):
        raise OSError("no font")

    kit = SimpleNamespace(artist=SimpleNamespace(draw=draw))
    body = await standings_body(kit, Page(league(), season(), (), 1, 0, {}), english)
    check(body)
    assert not body.pictures


def test_seasons(texts):
    seasons = [season(n, None if n == 30 else 1.5e9) for n in range(30, 0, -1)]
    check(history_body(league(), seasons, dict.fromkeys(range(1, 30), "*名字*" * 60), {2: 99}, texts))
    for step in ("open", "close", "archive"):
        check(asked_body(league(by=By.TEAMS), step, 3, texts))
    check(leaving_body(league(), 3, NAME, texts))


async def test_a_leaderboard_and_two_people(texts):
    pools = [Pool(1, "club", stale=False), Pool(2, "of-an-earlier-version", stale=True)]
    lines = [LeaderLine(n if n < 8 else None, UserId(n), Rating(30.0, 2.0, 40 - 4 * n)) for n in range(1, 13)]
    for pool in pools:
        board = Leaderboard(pool, tuple(lines), 15, 10_000)
        check(await board_body(drawer(), board, pools, 2, searched("x" * 99), PEOPLE, texts))
        check(await board_body(drawer(), Leaderboard(pool, (), 0, 0), pools, 1, "nobody", PEOPLE, texts))
        both = HeadToHead(
            pool, UserId(1), UserId(2), Record(9, 4), Record(3, 3), (True, False), (Rating(), Rating(30.0, 1.0, 50))
        )
        body = await versus_body(drawer(), both, PEOPLE, texts)
        check(body)
        assert body.pictures
        assert not (await versus_body(drawer(), replace(both, against=Record(), form=()), PEOPLE, texts)).pictures


async def test_a_season_that_is_over(texts):
    lines = tuple(Line(1, Entrant(EntrantId(n), UserId(n)), Score(5, 3, 2)) for n in range(1, 4))
    names = {EntrantId(n): NAME for n in range(1, 4)}
    body = await season_body(drawer(), league(), SeasonTable(season(3, 2e9), lines, 0, 50), names, texts)
    check(body)
    assert body.pictures[0].alt.count("1.") == 3 or texts.tag != "en"
    unplayed = tuple(replace(line, score=Score()) for line in lines)
    none = await season_body(drawer(), league(), SeasonTable(season(3, 2e9), unplayed, 0, 3), names, texts)
    check(none)
    assert not none.pictures


async def test_a_rating_over_time_is_drawn(texts):
    drawn = []

    async def draw(picture):
        drawn.append(picture)
        return SimpleNamespace(png=b"png")

    moments = tuple(Moment(ResultId(n), Rating(25.0 + n, 5.0, n)) for n in range(1, 4))
    pool, record = Pool(1, "club", stale=False), Record(3, 1)
    one = Profile(
        user=UserId(1), pool=pool, rating=moments[-1].rating, rank=None, ranked=0, record=record, by_role={},
        matches_won=0, points_taken=None, points_given=None, levels=0, climbs=0, streak=1, form=(True,), partner=None,
        best=BestDeal(ResultId(1), 1e9, None, Role.OPPONENT, 2, 120), history=moments,
    )  # fmt: skip
    kit = SimpleNamespace(artist=SimpleNamespace(draw=draw))
    check(await profile_body(kit, one, [pool], PEOPLE, texts))
    assert drawn[0].series[0].ratings == tuple(m.rating.shown for m in moments)


async def test_a_profile_without_and_with_everything(texts):
    pool = Pool(1, "club", stale=True)
    record = Record(20, 13)
    everything = Profile(
        user=UserId(1), pool=pool, rating=Rating(30.0, 2.0, 30), rank=3, ranked=1000, record=record,
        by_role=dict.fromkeys(Role, record), matches_won=4, points_taken=81.25, points_given=60.0, levels=9, climbs=2,
        streak=3, form=(True, False) * 5, partner=(UserId(2), record), best=None, history=(),
    )  # fmt: skip
    body = await profile_body(drawer(), everything, [pool, Pool(2, "pagat", stale=False)], PEOPLE, texts)
    check(body)
    nothing = replace(everything, record=Record(), by_role={}, partner=None, rank=None, form=())
    check(await profile_body(drawer(), nothing, [pool], PEOPLE, texts))


def test_forms_fit(texts):
    draw_form(edit_form(league(), texts))
    for verdict in Verdict:
        draw_form(ruling_form(league(), deal(), verdict, texts))
        draw_form(ruling_form(league(), deal(), verdict, texts, [(league(), season(99, 2e9))]))


def test_what_the_form_says_is_read_back(english):
    given = league(scheme=Scheme(2, 3, 4))
    written = {field.key: field.given for field in edit_form(given, english).fields}
    assert filled_in(given.draft, written, english) == given.draft
    changed = filled_in(given.draft, written | {"days": "0", "points": "1，2，3", "changes": "final_level=5"}, english)
    assert changed.days is None
    assert changed.scheme == Scheme(1, 2, 3)
    assert changes_to(changed) == {"final_level": "5"}
    assert changes_to(filled_in(changed, written | {"changes": ""}, english)) == {}


@pytest.mark.parametrize(
    "bad",
    [
        {"days": "-1"},
        {"days": "367"},
        {"days": "²"},
        {"days": ""},
        {"points": "1 2"},
        {"points": "1 2 x"},
        {"points": "1 2 101"},
    ],
)
def test_bad_numbers_are_refused(english, bad):
    written = {field.key: field.given for field in edit_form(league(), english).fields}
    with pytest.raises(LeagueRefused):
        filled_in(league().draft, written | bad, english)


def test_rules_that_cannot_be_played_are_refused(english):
    with pytest.raises(Refused):
        drafted(usual_draft("club"), Wanted(changes="kitty_size=7"), english)


def test_another_preset_leaves_the_old_changes_behind(english):
    old = drafted(usual_draft("club"), Wanted(changes="final_level=K"), english)
    assert changes_to(drafted(old, Wanted(days=3), english)) == {"final_level": "K"}
    assert changes_to(drafted(old, Wanted(preset="pagat"), english)) == {}


def test_a_correction_is_read(english):
    typed = {"winner": " Opponents ", "rise": "2", "points": "120"}
    assert corrected(typed, english) == (False, 2, 120)
    for bad in ({"winner": "me"}, {"winner": ""}, {"rise": "14"}, {"points": "many"}):
        with pytest.raises(LeagueRefused):
            corrected(typed | bad, english)


@pytest.mark.parametrize(("asked", "page"), [("0", 1), ("2", 2), ("99", 3), ("x", 1), ("9" * 40, 1), (-4, 1)])
def test_a_page_that_is_not_there_is_the_nearest(asked, page):
    assert page_of(asked, 40, 15) == page


def test_pages_are_offered_where_there_are_several(english):
    assert pages(1, 15, english, "report", 1) == ()
    (row,) = pages(1, 16, english, "report", 1)
    assert [button.disabled for button in row.buttons] == [True, False]


def test_a_search_can_stand_in_an_id():
    assert searched("  a:b \n c " + "x" * 90) == "a b c " + "x" * 24


def test_all_words_are_there_and_none_is_left_over(texts):
    room = Path(__file__).parents[3] / "bot" / "ui"
    code = "".join(path.read_text() for path in room.rglob("*.py"))
    said = set(re.findall(r"""["'](leagues\.[\w.]+)["']""", code))
    made = {
        re.sub(r"\\\{.*?\\\}", r"\\w+", re.escape(key)) for key in re.findall(r"""f["'](leagues\.[^"']+)["']""", code)
    }
    there = {key for key in CATALOGUE._languages[texts.tag].messages if key.startswith("leagues.")}
    said = {key for key in said if "{" not in key}
    assert said - there == set()
    assert {key for key in there - said if not any(re.fullmatch(one, key) for one in made)} == set()
