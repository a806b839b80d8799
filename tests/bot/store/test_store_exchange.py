"""Files of the league: what goes out can come in elsewhere; what cannot be read is listed, and then nothing comes in."""

import csv
import io
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from league_samples import BOSS, DRAFT, HERE, begin, end, held, kept, lost, opened, rows
from store_samples import ANN, BEN, CAT, facts, four

from bot.league.callers import Caller, Deed
from bot.league.deals import Ruling, Verdict
from bot.league.ids import GuildId, ResultId, SeasonId, UserId
from bot.league.papers import parts, safe
from bot.league.past import MOST_LINES, BadLineWhy, read_results
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.service import League
from bot.play.ports import Status
from bot.store.league_models import RatingRow
from bot.store.migrate import upgrade
from bot.text.catalogue import Catalogue
from engine.notation import rules_text
from engine.rules import Level, Rules, Teams, ThrowPenalty

NOW = 1_700_000_900.0
HEADING = "at,declarer,declaring,winners,points,rise,match,seat1,seat2,seat3,seat4"
GOOD = "2023-11-14T20:15,1,1 3,declarers,35,2,no,u:11,u:12,c:club,u:13"


@pytest.fixture
def league(store):
    return League(store, now=lambda: NOW)


async def test_what_goes_out_comes_in_elsewhere_with_the_same_standings_and_ratings(store, league):
    made, season = await opened(league, DRAFT, ANN, BEN, CAT)
    table = await begin(store)
    await end(store, table, 1, held(rise=2), at=NOW - 90.123456789)
    await end(store, table, 2, lost(points=120, levels=(4, 2), winners=(1, 3)), at=NOW - 80)
    await end(store, await begin(store, four(ANN)), 1, held(points=60), four(ANN), at=NOW - 70)
    file = await league.export_results(BOSS, HERE, made.id, season.id)
    report = await league.import_results(BOSS, HERE, made.id, file)
    assert (report.deals, report.booked) == (3, False)
    assert [(bad.line, bad.why) for bad in report.bad] == [(2, "known"), (3, "known"), (4, "known")]

    away = GuildId(5)
    other = await league.create_league(BOSS, away, DRAFT)
    for user in (ANN, BEN, CAT):
        await league.join(BOSS, away, other.id, user=UserId(user))
    with pytest.raises(LeagueRefused) as refused:
        await league.import_results(BOSS, away, other.id, file, dry_run=False)
    assert refused.value.why is LeagueWhy.NO_SEASON
    there = await league.open_season(BOSS, away, other.id)
    before = await kept(store)
    report = await league.import_results(BOSS, away, other.id, file)
    assert (report.deals, report.bad, report.booked) == (3, (), False)
    assert await kept(store) == before
    assert (await league.import_results(BOSS, away, other.id, file, dry_run=False)).booked
    assert (await league.trail(other.id))[0][0].deed is Deed.IMPORTED
    lines = [
        [(line.rank, line.entrant.user, line.score) for line in (await league.table(one.id)).lines]
        for one in (season, there)
    ]
    assert lines[0] == [(rank, user, score) for rank, user, score in lines[1]]
    ratings = [
        {(r["user_id"], r["mean"], r["spread"]) for r in await rows(store, RatingRow) if r["pool_id"] == n}
        for n in (1, 2)
    ]
    assert ratings[0] == ratings[1]
    again = await league.export_results(BOSS, away, other.id, there.id)
    assert [row[:11] for row in csv.reader(io.StringIO(again))] == [row[:11] for row in csv.reader(io.StringIO(file))]
    assert (await league.result(away, ResultId(4))).deal.table is None
    await league.void(BOSS, away, ResultId(4), "not ours")  # what was brought in can be ruled about too
    await league.settled()
    assert (await league.results(other.id)).results[2].deal.void


async def test_tables_and_ratings_as_files(store, league):
    made, season = await opened(league, DRAFT, ANN, BEN)
    await store.save_name(ANN, '=1+1, "Ann"\n')
    await end(store, await begin(store), 1, held())
    table = list(csv.DictReader(io.StringIO(await league.export_table(BOSS, HERE, made.id, season.id))))
    assert [(row["rank"], row["person"], row["points"]) for row in table] == [
        ("1", str(BEN), "2"),
        ("1", str(ANN), "2"),
    ]
    assert table[1]["name"] == '\'=1+1, "Ann"\n'
    whole = json.loads(await league.export_season(BOSS, HERE, made.id, season.id))
    assert [row["person"] for row in whole["table"]] == [str(BEN), str(ANN)]
    assert whole["results"][0]["seats"][0] == f"u:{ANN}"
    ratings = list(csv.DictReader(io.StringIO(await league.export_ratings(BOSS, HERE, "club"))))
    profile = await league.profile(HERE, UserId(ANN), "club")
    assert {row["person"]: float(row["mean"]) for row in ratings}[str(ANN)] == profile.rating.mean
    assert (await league.export_ratings(BOSS, HERE, "pagat")).count("\n") == 1
    for doing in (
        league.export_table(Caller(UserId(ANN)), HERE, made.id, season.id),
        league.export_ratings(Caller(UserId(ANN)), HERE, "club"),
        league.import_results(Caller(UserId(ANN)), HERE, made.id, HEADING),
        league.export_season(BOSS, HERE, made.id, SeasonId(9)),
    ):
        with pytest.raises(LeagueRefused):
            await doing


async def test_a_bad_line_keeps_all_lines_out(store, league):
    made, _ = await opened(league, DRAFT, ANN)
    before = await kept(store)
    file = "\n".join((HEADING, GOOD, "", GOOD.replace("35", "many")))
    with pytest.raises(LeagueRefused) as refused:
        await league.import_results(BOSS, HERE, made.id, file, dry_run=False)
    assert (refused.value.why, refused.value.facts) == (LeagueWhy.BAD_FILE, {"given": 1})
    assert await kept(store) == before
    with pytest.raises(LeagueRefused, match="file_length"):
        await league.import_results(BOSS, HERE, made.id, "\n" * (MOST_LINES + 2))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("2023-11-14T20:15", "yesterday", BadLineWhy.TIME),
        ("2023-11-14T20:15", "0001-01-01T00:00", BadLineWhy.TIME),
        ("2023-11-14", "2024-11-14", BadLineWhy.FUTURE),
        (",1,1 3,", ",5,1 3,", BadLineWhy.SEATS),
        (",1,1 3,", ",0,1 3,", BadLineWhy.SEATS),
        (",1,1 3,", ",2,1 3,", BadLineWhy.SEATS),
        (",1,1 3,", ",1,1 2,", BadLineWhy.SEATS),
        (",1,1 3,", ",1,1 2 3 4,", BadLineWhy.SEATS),
        (",1,1 3,", ",1,x,", BadLineWhy.SEATS),
        ("declarers", "we", BadLineWhy.WINNERS),
        (",35,", ",--5,", BadLineWhy.NUMBER),
        (",35,", ",-5,", BadLineWhy.POINTS),
        (",35,", ",36,", BadLineWhy.POINTS),
        (",35,", ",9000,", BadLineWhy.POINTS),
        (",35,", ",100,", BadLineWhy.RESULT),
        (",35,2,", ",40,2,", BadLineWhy.RESULT),
        (",35,2,", ",35,5,", BadLineWhy.RESULT),
        ("declarers", "opponents", BadLineWhy.RESULT),
        (",35,", ",٣,", BadLineWhy.NUMBER),
        (",35,", f",{'9' * 5000},", BadLineWhy.NUMBER),
        (",2,no", ",251,no", BadLineWhy.NUMBER),
        (",no,", ",maybe,", BadLineWhy.YES_NO),
        ("u:11", "Ann", BadLineWhy.PLAYER),
        ("u:11", "u:-0", BadLineWhy.PLAYER),
        ("u:11", "u:--1", BadLineWhy.PLAYER),
        ("u:11", f"u:{2**63}", BadLineWhy.PLAYER),
        ("c:club", "c:master", BadLineWhy.PLAYER),
        ("u:11", "u:12", BadLineWhy.TWICE),
        (GOOD, GOOD + ",more", BadLineWhy.COLUMNS),
        (GOOD, GOOD + "\n" + GOOD, BadLineWhy.KNOWN),
        ("u:11,u:12,c:club,u:13", "c:club,c:club,c:club,c:club", BadLineWhy.NOBODY),
    ],
)
def test_lines_that_cannot_be_read(old, new, why):
    read = read_results(f"\ufeff{HEADING}\n{GOOD}\n", Rules(), NOW)
    assert (len(read.deals), read.bad) == (1, [])
    bad = read_results(f"{HEADING}\n{GOOD.replace(old, new)}\n", Rules(), NOW).bad
    assert [one.why for one in bad] == [why]
    assert bad[0].line == (3 if why is BadLineWhy.KNOWN else 2)


def test_every_bad_line_is_listed_and_odd_files_are_none():
    bad_one = GOOD.replace("35", "x")
    bad = read_results(f"{HEADING}\n{bad_one}\n{GOOD}\n{bad_one}", Rules(), NOW).bad
    assert [one.line for one in bad] == [2, 4]
    for text in ("", "\n\n", "a,b\n1,2", "\x00", '"' + "x" * 200_000):
        read = read_results(text, Rules(), NOW)
        assert read.deals == {}
        assert [one.why for one in read.bad] == [BadLineWhy.COLUMNS]


def test_friends_may_be_anybody():
    rules = replace(Rules(), teams=Teams.FRIENDS, players=5)
    line = "2023-11-14T20:15,1,1 2,opponents,120,1,yes,u:11,u:12,c:club,u:13,u:14"
    read = read_results(f"{HEADING},seat5\n{line}", rules, NOW)
    deals = read.deals
    assert read.bad == []
    assert [seat.role for seat in deals[2].seats] == ["declarer", "friend", *["opponent"] * 3]
    assert [seat.match_won for seat in deals[2].seats] == [False, False, True, True, True]


async def test_void_deals_stay_out_and_corrected_ones_come_in_as_ruled(store, league):
    made, season = await opened(league, DRAFT, ANN, BEN)
    table = await begin(store)
    for number in (1, 2, 3):
        await end(store, table, number, held(points=60), at=NOW - 100 + number)
    await league.void(BOSS, HERE, ResultId(1), "cards were seen")
    await league.correct(BOSS, HERE, ResultId(2), Ruling(Verdict.CORRECT, False, 3, 60), "a fine")
    await league.settled()
    file = await league.export_results(BOSS, HERE, made.id, season.id)
    assert [(row["void"], row["corrected"]) for row in csv.DictReader(io.StringIO(file))] == [
        ("yes", "no"), ("no", "yes"), ("no", "no"),
    ]  # fmt: skip
    away = GuildId(5)
    other, there = await opened_in(league, away, ANN, BEN)
    report = await league.import_results(BOSS, away, other.id, file)
    assert (report.deals, report.bad, report.void) == (2, (), (2,))
    await league.import_results(BOSS, away, other.id, file, dry_run=False)
    scores = [[line.score for line in (await league.table(one.id)).lines] for one in (season, there)]
    assert scores[0] == scores[1]
    assert [s.deals for s in scores[1]] == [2, 2]


async def test_who_was_forgotten_comes_in_as_a_new_nameless_person(store, league):
    made, season = await opened(league, DRAFT, ANN, BEN)
    table = await begin(store)
    for number in (1, 2):
        await end(store, table, number, held(points=60), at=NOW - 100 + number)
    async with store.begin() as tx:
        await tx.save_table(facts(four(ANN, CAT, BEN), id=table, status=Status.OVER, levels=(Level.TWO,) * 4))
        await tx.commit()
    gone = await store.forget(BEN)
    file = await league.export_results(BOSS, HERE, made.id, season.id)
    assert file.count(f"u:{gone}") == 2
    report = await league.import_results(BOSS, HERE, made.id, file)
    assert [bad.why for bad in report.bad] == ["known", "known"]  # forgotten or not, the same deals
    away = GuildId(5)
    other, _ = await opened_in(league, away, ANN)
    await league.import_results(BOSS, away, other.id, file, dry_run=False)
    first, second = [(await league.result(away, ResultId(n))).deal for n in (3, 4)]
    assert first.seats[2].user == second.seats[2].user < 0
    assert first.seats[2].user != gone  # here that number could be somebody else
    assert [bad.why for bad in (await league.import_results(BOSS, away, other.id, file)).bad] == ["known", "known"]


async def test_a_closed_season_is_exported_with_the_rules_it_was_played_by(store, league):
    made, season = await opened(league, DRAFT, ANN)
    await end(store, await begin(store), 1, held(points=60))
    await league.close_season(BOSS, HERE, made.id)
    six = replace(Rules(), players=6, kitty_size=6)
    await league.edit_league(BOSS, HERE, made.id, replace(DRAFT, preset="pagat-six", rules=rules_text(six)))
    later = await league.open_season(BOSS, HERE, made.id)
    told = [json.loads(await league.export_season(BOSS, HERE, made.id, one.id))["season"] for one in (season, later)]
    assert [(one["preset"], one["rules"]) for one in told] == [
        ("club", rules_text(Rules())), ("pagat-six", rules_text(six)),
    ]  # fmt: skip
    heads = [(await league.export_results(BOSS, HERE, made.id, one.id)).splitlines()[0] for one in (season, later)]
    assert ["seat6" in head for head in heads] == [False, True]


async def test_seasons_of_old_have_the_rules_of_their_tables(tmp_path):
    """A league that was changed since: what a season was played by is told by a table that counted."""
    file = tmp_path / "old.db"
    old = sqlite3.connect(file)
    old.executescript((Path(__file__).parent / "written_by_0006.sql").read_text())
    old.executescript("UPDATE leagues SET rules = 'players=6', preset = 'pagat-six'")
    old.execute("UPDATE seasons SET closed_at = 1")
    old.execute("INSERT INTO seasons VALUES (9, 1, 2, 1, NULL, NULL, 1, 1, 1)")
    old.commit()
    old.close()
    await upgrade(f"sqlite:///{file}")
    new = sqlite3.connect(file)
    played, preset = new.execute("SELECT rules, preset FROM tables WHERE id = 1").fetchone()
    assert new.execute("SELECT preset, rules FROM seasons ORDER BY id").fetchall() == [
        (preset, played), ("pagat-six", "players=6"),
    ]  # fmt: skip
    new.close()


async def opened_in(league, guild, *people):
    made = await league.create_league(BOSS, guild, DRAFT)
    for user in people:
        await league.join(BOSS, guild, made.id, user=UserId(user))
    return made, await league.open_season(BOSS, guild, made.id)


def test_what_every_deal_comes_to_is_accepted():
    """Whatever the engine can give is good: the same function counts deals and checks lines."""
    fined = replace(Rules(), throw_penalty=ThrowPenalty.TEN_PER_CARD, clamp_negative=False)
    for rules, points, line in (
        (Rules(), 0, "declarers,0,3"), (Rules(), 75, "declarers,75,1"), (Rules(), 80, "opponents,80,0"),
        (Rules(), 320, "opponents,320,6"), (fined, -20, "declarers,-20,3"),
    ):  # fmt: skip
        read = read_results(f"{HEADING}\n{GOOD.replace('declarers,35,2', line)}", rules, NOW)
        assert [deal.points for deal in read.deals.values()] == [points], read.bad


def test_many_results_are_parted_into_files_that_can_come_in():
    file = "\r\n".join((HEADING, *(GOOD.replace("20:15", f"20:{n:02}") for n in range(7)))) + "\r\n"
    split = parts(file, 3)
    assert [len(read_results(one, Rules(), NOW).deals) for one in split] == [3, 3, 1]
    assert parts(HEADING + "\r\n", 3) == [HEADING + "\r\n"]


def test_no_spreadsheet_takes_a_name_for_a_formula():
    assert [safe(text) for text in ("=a", "+a", "-a", "@a", "-1", "-1.5", "a=b", "")] == [
        "'=a", "'+a", "'-a", "'@a", "-1", "-1.5", "a=b", "",
    ]  # fmt: skip


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
def test_every_bad_line_has_words(locale):
    texts = Catalogue.load().texts(locale)
    assert all(texts.say(f"league.line.{why}") for why in BadLineWhy)
