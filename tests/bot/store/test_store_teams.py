"""Teams in the database keep their level after a match. A result is saved once, together with the action."""

from dataclasses import replace

import pytest
from league_factories import create_team, list_progress
from sqlalchemy import select
from store_factories import (
    ANN,
    BEN,
    CAT,
    DAN,
    GUILD,
    RULES,
    add_table,
    append_entries,
    booking,
    commit_one,
    facts,
    play,
    result,
    seat_four,
    write_deferred,
)

from bot.ids import GuildId, TeamId, UserId
from bot.league.audit_log import AuditStamp
from bot.league.leagues.access import Caller
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.service import LeagueService
from bot.league.teams.ladder import FULL_LADDER, Ladder
from bot.league.teams.teams import KnownTeams, TeamChanged
from bot.play.ports import Fenced
from bot.play.values.table_info import Computer, Person, TableStatus
from bot.store.database import Database
from bot.store.schema.result_models import DealResultRow, SeatResultRow, TeamResultRow
from bot.store.schema.team_models import TeamLevelRow
from engine.model.options import Level, Teams
from engine.model.rules import Rules

HERE = GuildId(GUILD)
PAIRS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


async def begin(store, seats=PAIRS, rules=RULES, guild=GUILD):
    """Begin a match as a table does. Return the table and the levels at which the teams start."""
    known = facts(seats, rules=rules, guild=guild)
    async with store.tables.begin() as tx:
        table = await tx.add_table(known)
        levels = await tx.start_match(table, guild, rules, seats)
        await tx.save_table(
            facts(seats, id=table, rules=rules, guild=guild, status=TableStatus.PLAYING, start_levels=levels)
        )
        await tx.commit()
    return table, levels


async def finish(store, table, revision, how, seats=PAIRS, rules=RULES):
    """End a deal as a table does. One transaction saves the action and the result."""
    async with store.tables.begin() as tx:
        await tx.append_entry(table, play(revision))
        await tx.book_deal(booking(table, revision, seats, how, rules))
        await tx.commit()


async def progress(league, team):
    return next(iter(await list_progress(league, team.id)))


async def rows(store, model):
    async with store.tables._connections.read() as connection:
        return (await connection.execute(select(*model.__table__.columns))).all()


async def test_team_keeps_its_level_over_restarts(url):
    first = await Database.open(url)
    league = LeagueService(first.store.league)
    pair = await create_team(league, HERE, "Pair", (UserId(BEN), UserId(ANN)))
    table, levels = await begin(first.store)
    assert levels == (Level.TWO,) * 4
    await finish(first.store, table, 1, result(after=(5, 2, 5, 2)))
    await first.close()

    second = await Database.open(url)
    league = LeagueService(second.store.league)
    (line,) = await league.teams.list_team_standings(HERE)
    assert (line.rank, line.team, line.progress.level) == (1, pair, Level.FIVE)
    _, levels = await begin(second.store, (Person(DAN), Person(BEN), Computer("expert", 1), Person(ANN)))
    assert levels == (Level.TWO, Level.FIVE) * 2
    await second.close()


async def test_match_without_teams_has_no_start_levels(store, league):
    await create_team(league, HERE, "Elsewhere", (UserId(ANN), UserId(CAT)))
    assert (await begin(store))[1] is None
    assert (await begin(store, rules=Rules(teams=Teams.FRIENDS)))[1] is None


async def test_team_of_one_person_plays_with_a_computer(store, league):
    solo = await create_team(league, HERE, "Solo", (UserId(ANN),))
    table, levels = await begin(store, seat_four(ANN))
    assert levels == (Level.TWO,) * 4
    await finish(store, table, 1, result(after=(3, 2, 3, 2)), seat_four(ANN))
    assert (await progress(league, solo)).level is Level.THREE
    _, levels = await begin(store)  # Ann and Ben together are another team
    assert levels is None


async def test_winning_a_match_is_one_climb(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    other = await create_team(league, HERE, "Other", (UserId(CAT), UserId(DAN)))
    table, _ = await begin(store)
    await finish(store, table, 1, result(declarers=(1, 3), hold=True, after=(2, 6, 2, 6), declarer=1))
    await finish(store, table, 2, result(before=(14, 6, 14, 6), after=(14, 6, 14, 6), winners=(0, 2)))
    climbed, stayed = await progress(league, pair), await progress(league, other)
    assert (climbed.level, climbed.climbs, climbed.deals, climbed.deals_won) == (Level.TWO, 1, 2, 1)
    assert (stayed.level, stayed.climbs, stayed.deals, stayed.deals_won) == (Level.SIX, 0, 2, 1)
    assert [line.team.name for line in await league.teams.list_team_standings(HERE)] == ["Pair", "Other"]


async def test_without_commit_neither_result_nor_action_is_booked(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    table, _ = await begin(store)
    async with store.tables.begin() as tx:
        await tx.append_entry(table, play(1))
        await tx.book_deal(booking(table, 1, PAIRS))
        await write_deferred(tx)
    assert (await store.tables.load(table)).entries == ()
    assert (await progress(league, pair)).deals == 0
    assert await rows(store, DealResultRow) == []


async def test_a_result_is_booked_once(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    table, _ = await begin(store)
    await finish(store, table, 1, result(after=(5, 2, 5, 2)))
    with pytest.raises(Fenced):
        await finish(store, table, 1, result(after=(7, 2, 7, 2)))
    with pytest.raises(Fenced):
        await commit_one(store, lambda tx: tx.book_deal(booking(table, 1, PAIRS, result(after=(7, 2, 7, 2)))))
    assert (await progress(league, pair)).level is Level.FIVE
    assert len(await rows(store, DealResultRow)) == 1


async def test_result_without_its_action_is_an_error(store):
    table, _ = await begin(store)
    with pytest.raises(Exception) as raised:
        await commit_one(store, lambda tx: tx.book_deal(booking(table, 1, PAIRS)))
    assert not isinstance(raised.value, Fenced)


async def test_team_climbs_only_at_its_newest_table(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    old, _ = await begin(store)
    await finish(store, old, 1, result(after=(4, 2, 4, 2)))
    new, levels = await begin(store)
    assert levels == (Level.FOUR, Level.TWO) * 2
    await finish(store, new, 1, result(before=(4, 2, 4, 2), after=(6, 2, 6, 2)))
    await finish(store, old, 2, result(before=(4, 2, 4, 2), after=(5, 2, 5, 2)))  # this deal moves no team
    assert (await progress(league, pair)).level is Level.SIX
    assert len(await rows(store, DealResultRow)) == 3
    assert len(await rows(store, TeamResultRow)) == 2


async def test_saving_a_table_starts_no_match(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    async with store.tables.begin() as tx:
        table = await tx.add_table(facts(PAIRS))
        await tx.save_table(facts(PAIRS, id=table, status=TableStatus.PLAYING))
        await tx.commit()
    await finish(store, table, 1, result(after=(5, 2, 5, 2)))
    assert await list_progress(league, pair.id) == []


async def test_team_founded_during_a_match_plays_from_the_next_one(store, league):
    table, _ = await begin(store)
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    await finish(store, table, 1, result(before=(13, 2, 13, 2), after=(14, 2, 14, 2)))
    assert await list_progress(league, pair.id) == []
    assert (await league.teams.list_team_standings(HERE))[0].progress.level is Level.TWO


async def test_each_ladder_has_its_own_level(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    short = Rules(start_level=Level.TWO, final_level=Level.THREE)
    table, _ = await begin(store, rules=short)
    await finish(store, table, 1, result(after=(3, 2, 3, 2), winners=(0, 2)), rules=short)
    long, levels = await begin(store)
    assert levels == (Level.TWO,) * 4
    for revision, level in ((1, 2), (2, 3)):
        how = result(before=(level, 2) * 2, after=(level + 1, 2) * 2)
        await finish(store, long, revision, how)
    assert [one.ladder for one in await list_progress(league, pair.id)] == [FULL_LADDER, Ladder(Level.TWO, Level.THREE)]
    (line,) = await league.teams.list_team_standings(HERE)
    assert (line.progress.level, line.progress.climbs) == (Level.FOUR, 0)
    (line,) = await league.teams.list_team_standings(HERE, Ladder(Level.TWO, Level.THREE))
    assert (line.team, line.progress.climbs, line.progress.deals) == (pair, 1, 1)


async def test_team_of_three_plays_at_six_seats(store, league):
    two = await create_team(league, HERE, "A pair", (UserId(ANN), UserId(BEN)))
    three = await create_team(league, HERE, "Three", (UserId(ANN), UserId(BEN)), size=3)
    rules = Rules(players=6, kitty_size=6)
    seats = (Person(ANN), Computer("expert", 1), Person(BEN), Computer("expert", 2), Computer("expert", 3), Person(DAN))
    table, levels = await begin(store, seats, rules)
    assert levels == (Level.TWO,) * 6
    how = result(declarers=(0, 2, 4), before=(2,) * 6, after=(5, 2) * 3)
    await finish(store, table, 1, how, seats, rules)
    assert (await progress(league, three)).level is Level.FIVE
    assert await list_progress(league, two.id) == []


async def test_teams_of_servers_are_separate(store, league):
    await create_team(league, GuildId(1), "Pair", (UserId(ANN), UserId(BEN)))
    assert (await begin(store))[1] is None
    here = await create_team(league, HERE, "pair", (UserId(ANN), UserId(BEN)))
    assert await league.teams.list_teams_of(UserId(ANN), HERE) == [here]
    assert len(await league.teams.list_teams_of(UserId(ANN))) == 2
    assert [line.team for line in await league.teams.list_team_standings(HERE)] == [here]


async def test_team_needs_a_free_name_and_other_members(store, league):
    pair = await create_team(league, HERE, "The Pair", (UserId(ANN), UserId(BEN)))
    refusals = {
        LeagueRefusal.NAME_TAKEN: create_team(league, HERE, " the  PAIR ", (UserId(CAT),)),
        LeagueRefusal.TEAM_EXISTS: create_team(league, HERE, "Others", (UserId(BEN), UserId(ANN))),
    }
    for why, call in refusals.items():
        with pytest.raises(LeagueRefused) as refused:
            await call
        assert (refused.value.reason, refused.value.facts) == (why, {"name": "The Pair"})
    assert await league.teams.list_teams_of(UserId(CAT)) == []
    assert await league.teams.get_team_by_name(HERE, "tHE pair") == pair
    with pytest.raises(LeagueRefused, match="no_team"):
        await league.teams.get_team_by_name(GuildId(1), "The Pair")


async def test_update_function_gets_the_other_teams_of_members(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    other = await create_team(league, HERE, "Other", (UserId(BEN),))
    await create_team(league, HERE, "Strangers", (UserId(CAT),))
    await create_team(league, GuildId(1), "Elsewhere", (UserId(ANN),))
    founding = await league.invitations.found_team(Caller(UserId(CAT)), HERE, "New", [UserId(DAN)])
    seen = []

    def look(teams, known):
        seen.append(known)
        return [TeamChanged(team) for team in teams]

    stamp = AuditStamp(UserId(ANN), 1_700_000_000.0)
    for name in (None, "OTHER", "new"):
        assert await store.league.teams.update_teams([pair.id], stamp, look, name) == [(pair, pair)]
    plain = KnownTeams((pair, other))
    assert seen == [plain, replace(plain, namesake=other), replace(plain, reserved=founding)]
    assert await store.league.teams.update_teams([pair.id, TeamId(99)], stamp, look) is None


async def test_renaming_needs_membership_and_a_free_name(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    await create_team(league, HERE, "Other", (UserId(CAT),))
    assert (await league.teams.rename_team(Caller(UserId(ANN)), HERE, pair.id, "PAIR")).name == "PAIR"
    for name, by, why in (
        ("other", ANN, LeagueRefusal.NAME_TAKEN),
        ("Mine", CAT, LeagueRefusal.NOT_MEMBER),
        ("", ANN, LeagueRefusal.NAME_LENGTH),
    ):
        with pytest.raises(LeagueRefused) as refused:
            await league.teams.rename_team(Caller(UserId(by)), HERE, pair.id, name)
        assert refused.value.reason is why
    with pytest.raises(LeagueRefused, match="no_team"):
        await league.teams.rename_team(Caller(UserId(ANN)), HERE, TeamId(99), "Nobody")
    assert (await league.teams.list_teams_of(UserId(ANN)))[0].name == "PAIR"


async def test_disbanding_frees_names_and_keeps_results(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    table, _ = await begin(store)
    await finish(store, table, 1, result(after=(9, 2, 9, 2)))
    with pytest.raises(LeagueRefused, match="not_member"):
        await league.teams.disband_team(Caller(UserId(CAT)), HERE, pair.id)
    await league.teams.disband_team(Caller(UserId(ANN)), HERE, pair.id)
    await finish(store, table, 2, result(before=(9, 2, 9, 2), after=(10, 2, 10, 2)))  # a disbanded team does not climb
    with pytest.raises(LeagueRefused, match="no_team"):
        await league.teams.disband_team(Caller(UserId(ANN)), HERE, pair.id)
    assert await league.teams.list_team_standings(HERE) == ()
    again = await create_team(league, HERE, "pair", (UserId(ANN), UserId(BEN)))
    assert again.id != pair.id
    assert (await begin(store))[1] == (Level.TWO,) * 4
    assert len(await rows(store, TeamResultRow)) == 1


@pytest.mark.long
async def test_levels_follow_from_the_results(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    table, _ = await begin(store)
    deals = [((2, 2), (5, 2), ()), ((5, 2), (5, 4), ()), ((5, 4), (14, 4), (0, 2)), ((2, 4), (3, 4), ())]
    for revision, (before, after, winners) in enumerate(deals, 1):
        how = result(hold=after[0] > before[0], before=before * 2, after=after * 2, winners=winners)
        await finish(store, table, revision, how)
    results = [r for r in await rows(store, TeamResultRow) if r.team_id == pair.id]
    (kept,) = [r for r in await rows(store, TeamLevelRow) if r.team_id == pair.id]
    assert kept.level == results[-1].level_after == Level.THREE
    assert kept.deals == len(results) == 4
    assert kept.deals_won == sum(r.won for r in results) == 3
    assert kept.climbs == sum(r.climbed for r in results) == 1


async def test_result_of_each_seat_is_saved(store):
    seats = (Person(ANN), Computer("skilled", 1), Person(BEN), Computer("expert", 2))
    table, _ = await begin(store, seats)
    how = result(declarers=(1, 3), hold=False, before=(2, 3, 2, 3), after=(4, 3, 4, 3), declarer=3, points=120)
    await finish(store, table, 1, how, seats)
    (kept,) = await rows(store, DealResultRow)
    assert (kept.table_id, kept.revision, kept.guild_id, kept.declarer) == (table, 1, GUILD, 3)
    assert (kept.opponents_points, kept.declarers_hold, kept.match_over) == (120, False, False)
    found = [
        (r.user_id, r.computer_level, r.declaring, r.won, r.level_before, r.level_after)
        for r in sorted(await rows(store, SeatResultRow), key=lambda r: r.seat)
    ]
    assert found == [
        (ANN, None, False, True, 2, 4),
        (None, "skilled", True, False, 3, 3),
        (BEN, None, False, True, 2, 4),
        (None, "expert", True, False, 3, 3),
    ]
    await append_entries(store, table, play(2))
    assert await add_table(store)
