"""The export of a league can be imported elsewhere. If one line of it is bad, nothing is imported."""

import csv
import io
import json
from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    begin_match,
    create_running_league,
    declarers_win,
    end_deal,
    load_results,
    load_rows,
    opponents_win,
    wait_until_recomputed,
)
from store_factories import ANN, BEN, CAT, facts, seat_four

from bot.ids import GuildId, ResultId, SeasonId, UserId
from bot.league.audit_log import AuditAction
from bot.league.files.export_csv import escape_formula, split_results_csv
from bot.league.files.import_csv import MAX_LINES, BadLineReason, parse_results_csv
from bot.league.leagues.access import Caller
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import Ruling, RulingKind
from bot.league.service import LeagueService
from bot.play.values.table_info import TableStatus
from bot.store.schema.league_models import RatingPoolRow, RatingRow
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from engine.model.notation import format_rules
from engine.model.options import Level, Teams, ThrowPenalty
from engine.model.presets import preset, preset_with
from engine.model.rules import Rules

NOW = 1_700_000_900.0
HEADING = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"
GOOD = "2023-11-14T20:15,1,1 3,declarers,35,2,no,u:11,u:12,c:expert,u:13"


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: NOW)


async def test_imported_results_give_equal_standings_and_ratings(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN, CAT)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=2), at=NOW - 90.123456789)
    await end_deal(store, table, 2, opponents_win(points=120, levels=(4, 2), winners=(1, 3)), at=NOW - 80)
    await end_deal(
        store, await begin_match(store, seat_four(ANN)), 1, declarers_win(points=60), seat_four(ANN), at=NOW - 70
    )
    file = await league.files.export_results(ADMIN, HERE, made.id, season.id)
    report = await league.files.import_results(ADMIN, HERE, made.id, file)
    assert (report.deal_count, report.booked) == (3, False)
    assert [(bad.line, bad.why) for bad in report.bad_lines] == [(2, "known"), (3, "known"), (4, "known")]

    away = GuildId(5)
    other = await league.admin.create_league(ADMIN, away, LEAGUE_SETTINGS)
    for user in (ANN, BEN, CAT):
        await league.admin.join(ADMIN, away, other.id, user=UserId(user))
    with pytest.raises(LeagueRefused) as refused:
        await league.files.import_results(ADMIN, away, other.id, file, dry_run=False)
    assert refused.value.reason is LeagueRefusal.NO_SEASON
    there = await league.admin.open_season(ADMIN, away, other.id)
    before = await load_results(store)
    report = await league.files.import_results(ADMIN, away, other.id, file)
    assert (report.deal_count, report.bad_lines, report.booked) == (3, (), False)
    assert await load_results(store) == before
    begun = []

    async def note_begin(count):
        begun.append((count, await load_results(store) == before))

    report = await league.files.import_results(ADMIN, away, other.id, file, dry_run=False, on_begin=note_begin)
    assert (report.booked, begun) == (True, [(3, True)])
    assert (await league.standings.list_audit_entries(other.id))[0][0].action is AuditAction.IMPORTED
    lines = [
        [(line.rank, line.entrant.user, line.score) for line in (await league.queries.get_standings(one.id)).lines]
        for one in (season, there)
    ]
    assert lines[0] == [(rank, user, score) for rank, user, score in lines[1]]
    ratings = [
        {
            (r["user_id"], r["mean"], r["spread"])
            for r in await load_rows(store, RatingRow)
            if r["pool_id"] == pool["id"]
        }
        for pool in await load_rows(store, RatingPoolRow)
    ]
    assert ratings[0] == ratings[1]
    again = await league.files.export_results(ADMIN, away, other.id, there.id)
    assert [row[:11] for row in csv.reader(io.StringIO(again))] == [row[:11] for row in csv.reader(io.StringIO(file))]
    assert (await league.queries.get_result(away, ResultId(4))).deal.table is None
    await league.rulings.void(ADMIN, away, ResultId(4), "not ours")  # rulings also work on imported results
    await wait_until_recomputed(league)
    assert (await league.queries.list_results(other.id)).results[2].deal.void


async def test_standings_and_ratings_are_exported(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
    await store.people.save_name(ANN, '=1+1, "Ann"\n')
    await end_deal(store, await begin_match(store), 1, declarers_win())
    table = list(csv.DictReader(io.StringIO(await league.files.export_standings(ADMIN, HERE, made.id, season.id))))
    assert [(row["rank"], row["person"], row["points"]) for row in table] == [
        ("1", str(BEN), "2"),
        ("1", str(ANN), "2"),
    ]
    assert table[1]["name"] == '\'=1+1, "Ann"\n'
    whole = json.loads(await league.files.export_season(ADMIN, HERE, made.id, season.id))
    assert [row["person"] for row in whole["table"]] == [str(BEN), str(ANN)]
    assert whole["results"][0]["seats"][0] == f"u:{ANN}"
    ratings = list(csv.DictReader(io.StringIO(await league.files.export_ratings(ADMIN, HERE, "standard"))))
    profile = await league.ratings.find_profile(HERE, UserId(ANN), "standard")
    assert {row["person"]: float(row["mean"]) for row in ratings}[str(ANN)] == profile.rating.mean
    assert (await league.files.export_ratings(ADMIN, HERE, "pagat")).count("\n") == 1
    for doing in (
        league.files.export_standings(Caller(UserId(ANN)), HERE, made.id, season.id),
        league.files.export_ratings(Caller(UserId(ANN)), HERE, "standard"),
        league.files.import_results(Caller(UserId(ANN)), HERE, made.id, HEADING),
        league.files.export_season(ADMIN, HERE, made.id, SeasonId(9)),
    ):
        with pytest.raises(LeagueRefused):
            await doing


async def test_one_bad_line_blocks_the_import(store, league):
    made, _ = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    before = await load_results(store)
    file = "\n".join((HEADING, GOOD, "", GOOD.replace("35", "many")))
    report = await league.files.import_results(ADMIN, HERE, made.id, file, dry_run=False)
    assert ([one.line for one in report.bad_lines], report.booked) == ([4], False)
    assert await load_results(store) == before
    for too_long in ("\n" * (MAX_LINES + 2), "\n" * (MAX_LINES + 1) + "no end of line"):
        with pytest.raises(LeagueRefused, match="file_length"):
            await league.files.import_results(ADMIN, HERE, made.id, too_long)
    longest = await league.files.import_results(ADMIN, HERE, made.id, "\n" * (MAX_LINES + 1))
    assert [one.why for one in longest.bad_lines] == [BadLineReason.COLUMNS]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("2023-11-14T20:15", "yesterday", BadLineReason.TIME),
        ("2023-11-14T20:15", "0001-01-01T00:00", BadLineReason.TIME),
        ("2023-11-14", "2024-11-14", BadLineReason.FUTURE),
        (",1,1 3,", ",5,1 3,", BadLineReason.SEATS),
        (",1,1 3,", ",0,1 3,", BadLineReason.SEATS),
        (",1,1 3,", ",2,1 3,", BadLineReason.SEATS),
        (",1,1 3,", ",1,1 2,", BadLineReason.SEATS),
        (",1,1 3,", ",1,1 2 3 4,", BadLineReason.SEATS),
        (",1,1 3,", ",1,x,", BadLineReason.SEATS),
        ("declarers", "we", BadLineReason.WINNERS),
        (",35,", ",--5,", BadLineReason.NUMBER),
        (",35,", ",-5,", BadLineReason.POINTS),
        (",35,", ",36,", BadLineReason.POINTS),
        (",35,", ",9000,", BadLineReason.POINTS),
        (",35,", ",100,", BadLineReason.RESULT),
        (",35,2,", ",40,2,", BadLineReason.RESULT),
        (",35,2,", ",35,5,", BadLineReason.RESULT),
        ("declarers", "opponents", BadLineReason.RESULT),
        (",35,", ",٣,", BadLineReason.NUMBER),
        (",35,", f",{'9' * 5000},", BadLineReason.NUMBER),
        (",2,no", ",251,no", BadLineReason.NUMBER),
        (",no,", ",maybe,", BadLineReason.YES_NO),
        ("u:11", "Ann", BadLineReason.PLAYER),
        ("u:11", "u:-0", BadLineReason.PLAYER),
        ("u:11", "u:--1", BadLineReason.PLAYER),
        ("u:11", f"u:{2**63}", BadLineReason.PLAYER),
        ("c:expert", "c:wizard", BadLineReason.PLAYER),
        ("u:11", "u:12", BadLineReason.TWICE),
        (GOOD, GOOD + ",more", BadLineReason.COLUMNS),
        (GOOD, GOOD + "\n" + GOOD, BadLineReason.KNOWN),
        ("u:11,u:12,c:expert,u:13", "c:expert,c:expert,c:expert,c:expert", BadLineReason.NOBODY),
    ],
)
def test_bad_lines_give_their_reason(old, new, why):
    read = parse_results_csv(f"\ufeff{HEADING}\n{GOOD}\n", Rules(), NOW)
    assert (len(read.deals), read.bad_lines) == (1, [])
    bad = parse_results_csv(f"{HEADING}\n{GOOD.replace(old, new)}\n", Rules(), NOW).bad_lines
    assert [one.why for one in bad] == [why]
    assert bad[0].line == (3 if why is BadLineReason.KNOWN else 2)


def test_every_bad_line_is_listed():
    bad_one = GOOD.replace("35", "x")
    bad = parse_results_csv(f"{HEADING}\n{bad_one}\n{GOOD}\n{bad_one}", Rules(), NOW).bad_lines
    assert [one.line for one in bad] == [2, 4]
    for text in ("", "\n\n", "a,b\n1,2", "\x00"):
        read = parse_results_csv(text, Rules(), NOW)
        assert read.deals == {}
        assert [one.why for one in read.bad_lines] == [BadLineReason.COLUMNS]


@pytest.mark.parametrize(
    ("rules", "people", "right", "wrong"),
    [
        (preset("standard", 3), "u:11,u:12,c:expert", "1", ["1 2", "2"]),
        (preset("standard", 2), "u:11,c:expert", "1", ["2", "1 2"]),
        (
            preset_with("pagat-six", teams="three_pairs"),
            "u:11,u:12,u:13,c:expert,c:expert,c:expert",
            "1 4",
            ["1", "1 3 5"],
        ),
    ],
    ids=["three", "two", "pairs"],
)
def test_sides_of_a_line_must_fit_its_rules(rules, people, right, wrong):
    places = ",".join(f"seat{n + 1}" for n in range(rules.players))
    heading = f"{HEADING.partition(',seat1')[0]},{places}"

    def read(declaring):
        line = f"2023-11-14T20:15,1,{declaring},declarers,5,2,no,{people}"
        return parse_results_csv(f"{heading}\n{line}\n", rules, NOW)

    assert (len(read(right).deals), read(right).bad_lines) == (1, [])
    assert [one.why for text in wrong for one in read(text).bad_lines] == [BadLineReason.SEATS] * len(wrong)


def test_any_seat_may_be_a_friend():
    rules = replace(Rules(), teams=Teams.FRIENDS, players=5)
    line = "2023-11-14T20:15,1,1 2,opponents,120,1,yes,u:11,u:12,c:expert,u:13,u:14"
    read = parse_results_csv(f"{HEADING},seat5\n{line}", rules, NOW)
    deals = read.deals
    assert read.bad_lines == []
    assert [seat.role for seat in deals[2].seats] == ["declarer", "friend", *["opponent"] * 3]
    assert [seat.match_won for seat in deals[2].seats] == [False, False, True, True, True]


def test_captured_kitty_must_give_the_levels_that_its_rule_demands():
    rules = replace(Rules(), capture_levels=2)
    line = "2023-11-14T20:15,1,1 3,opponents,125,{rise},no,u:11,u:12,c:expert,u:13"
    for rise, given in (("1", None), ("3", None), ("2", "opponents 1/3")):
        read = parse_results_csv(f"{HEADING}\n{line.format(rise=rise)}", rules, NOW)
        assert [one.given for one in read.bad_lines] == ([] if given is None else [given])


def test_declarer_bonus_is_added_to_the_rise():
    rules = replace(Rules(), teams=Teams.FRIENDS, players=5, declarer_bonus=2)
    line = "2023-11-14T20:15,1,1 2,declarers,35,2,no,u:11,u:12,c:expert,u:13,u:14"
    (deal,) = parse_results_csv(f"{HEADING},seat5\n{line}", rules, NOW).deals.values()
    assert [seat.levels_gained for seat in deal.seats] == [4, 2, 0, 0, 0]


@pytest.mark.long
async def test_import_skips_void_deals_and_keeps_corrections(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
    table = await begin_match(store)
    for number in (1, 2, 3):
        await end_deal(store, table, number, declarers_win(points=60), at=NOW - 100 + number)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "cards were seen")
    await league.rulings.correct(ADMIN, HERE, ResultId(2), Ruling(RulingKind.CORRECT, False, 3, 60), "a fine")
    await wait_until_recomputed(league)
    file = await league.files.export_results(ADMIN, HERE, made.id, season.id)
    assert [(row["void"], row["corrected"]) for row in csv.DictReader(io.StringIO(file))] == [
        ("yes", "no"), ("no", "yes"), ("no", "no"),
    ]  # fmt: skip
    away = GuildId(5)
    other, there = await opened_in(league, away, ANN, BEN)
    report = await league.files.import_results(ADMIN, away, other.id, file)
    assert (report.deal_count, report.bad_lines, report.void_lines) == (2, (), (2,))
    await league.files.import_results(ADMIN, away, other.id, file, dry_run=False)
    scores = [[line.score for line in (await league.queries.get_standings(one.id)).lines] for one in (season, there)]
    assert scores[0] == scores[1]
    assert [s.deals for s in scores[1]] == [2, 2]


@pytest.mark.long
async def test_forgotten_players_are_imported_as_nameless_people(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
    table = await begin_match(store)
    for number in (1, 2):
        await end_deal(store, table, number, declarers_win(points=60), at=NOW - 100 + number)
    async with store.tables.begin() as tx:
        await tx.save_table(
            facts(seat_four(ANN, CAT, BEN), id=table, status=TableStatus.OVER, start_levels=(Level.TWO,) * 4)
        )
        await tx.commit()
    gone = await store.personal_data.delete_personal_data(BEN)
    file = await league.files.export_results(ADMIN, HERE, made.id, season.id)
    assert file.count(f"u:{gone}") == 2
    report = await league.files.import_results(ADMIN, HERE, made.id, file)
    assert [bad.why for bad in report.bad_lines] == [
        "known",
        "known",
    ]  # the same deals are recognized although a user was deleted
    away = GuildId(5)
    other, _ = await opened_in(league, away, ANN)
    await league.files.import_results(ADMIN, away, other.id, file, dry_run=False)
    first, second = [(await league.queries.get_result(away, ResultId(n))).deal for n in (3, 4)]
    assert first.seats[2].user == second.seats[2].user < 0
    assert first.seats[2].user != gone  # another user could have this number on the new server
    assert [bad.why for bad in (await league.files.import_results(ADMIN, away, other.id, file)).bad_lines] == [
        "known",
        "known",
    ]


async def test_season_is_exported_with_its_own_rules(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    await end_deal(store, await begin_match(store), 1, declarers_win(points=60))
    await league.admin.close_season(ADMIN, HERE, made.id)
    six = replace(Rules(), players=6, kitty_size=6)
    await league.admin.edit_league(
        ADMIN, HERE, made.id, replace(LEAGUE_SETTINGS, preset="pagat-six", rules=format_rules(six))
    )
    later = await league.admin.open_season(ADMIN, HERE, made.id)
    exported = [
        json.loads(await league.files.export_season(ADMIN, HERE, made.id, one.id))["season"] for one in (season, later)
    ]
    assert [(one["preset"], one["rules"]) for one in exported] == [
        ("standard", format_rules(Rules())), ("pagat-six", format_rules(six)),
    ]  # fmt: skip
    heads = [
        (await league.files.export_results(ADMIN, HERE, made.id, one.id)).splitlines()[0] for one in (season, later)
    ]
    assert ["seat6" in head for head in heads] == [False, True]


async def opened_in(league, guild, *people):
    made = await league.admin.create_league(ADMIN, guild, LEAGUE_SETTINGS)
    for user in people:
        await league.admin.join(ADMIN, guild, made.id, user=UserId(user))
    return made, await league.admin.open_season(ADMIN, guild, made.id)


def test_possible_results_are_accepted():
    """The check of imported lines must agree with the scoring of deals, so both use the same function."""
    fined = replace(Rules(), throw_penalty=ThrowPenalty.TEN_PER_CARD, clamp_negative=False)
    for rules, points, line in (
        (Rules(), 0, "declarers,0,3"), (Rules(), 75, "declarers,75,1"), (Rules(), 80, "opponents,80,0"),
        (Rules(), 320, "opponents,320,6"), (fined, -20, "declarers,-20,3"),
    ):  # fmt: skip
        read = parse_results_csv(f"{HEADING}\n{GOOD.replace('declarers,35,2', line)}", rules, NOW)
        assert [deal.points for deal in read.deals.values()] == [points], read.bad_lines


@pytest.mark.parametrize("cell", ["x" * 200_000, '"' + "x" * 200_000, "a\rb"])
def test_line_that_is_not_csv_is_reported(cell):
    (bad,) = parse_results_csv(f"{HEADING}\n{GOOD}\n{cell},1\n", Rules(), NOW).bad_lines
    assert (bad.line, bad.why, bad.given) == (3, BadLineReason.CSV, "")


def test_long_exports_split_into_importable_files():
    file = "\r\n".join((HEADING, *(GOOD.replace("20:15", f"20:{n:02}") for n in range(7)))) + "\r\n"
    split = split_results_csv(file, 3)
    assert [len(parse_results_csv(one, Rules(), NOW).deals) for one in split] == [3, 3, 1]
    assert split_results_csv(HEADING + "\r\n", 3) == [HEADING + "\r\n"]


def test_names_are_never_spreadsheet_formulas():
    assert [escape_formula(text) for text in ("=a", "+a", "-a", "@a", "-1", "-1.5", "a=b", "")] == [
        "'=a", "'+a", "'-a", "'@a", "-1", "-1.5", "a=b", "",
    ]  # fmt: skip


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−"])
def test_formulas_in_disguise_are_neutralised(sign):
    """Some spreadsheets read full-width signs and skip invisible characters."""
    for before in ("", " ", "\u3000", "\u00a0", "\u200b", "\ufeff", "\t", "\r", "\n", " \u200d "):
        text = f"{before}{sign}HYPERLINK(A1)"
        assert escape_formula(text) == f"'{text}"
        assert escape_formula(f"x{text}") == f"x{text}"


@pytest.mark.parametrize("locale", TAGS)
def test_every_reason_for_a_bad_line_has_a_text(locale):
    texts = Catalogue.load().texts_for(locale)
    assert all(texts.say(f"league.line.{why}") for why in BadLineReason)
