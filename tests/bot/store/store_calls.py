"""Calls every method of the store at least once, with data that makes each statement find something."""

from dataclasses import replace

from event_harness import Evening, event_settings
from league_factories import (
    ADMIN,
    TEAM_LEAGUE_SETTINGS,
    add_substitute,
    create_team,
    list_progress,
    wait_until_recomputed,
)
from league_factories import LEAGUE_SETTINGS as LEAGUE
from store_factories import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    RULES,
    TURN_DEADLINE,
    booking,
    facts,
    play,
    result,
    secret,
    sit,
)

from bot.events.changes.stages import cancel
from bot.events.model import Event, EventMessage, EventStatus
from bot.events.pairing.ports import Seeding
from bot.ids import ChannelId, EventId, EventMatchId, GuildId, MessageId, ResultId, RoleId, TeamId, UserId
from bot.league.leagues.access import Caller
from bot.league.leagues.league_settings import LevelReset, PointScheme, StandingsOrder
from bot.league.pending_posts import LeagueCard
from bot.league.queries.table_preview import TablePlan
from bot.league.results.deals import Ruling, RulingKind
from bot.league.results.season_standings import Score
from bot.league.service import LeagueService
from bot.league.teams.ladder import FULL_LADDER
from bot.league.teams.teams import TeamRole
from bot.play.values.stored_table import PanelHandle, StoredTableMessage
from bot.play.values.table_info import Person, TableStatus
from bot.processes.process import EVERYTHING, Process
from bot.puzzles.daily_deals import DailyPlay
from bot.puzzles.days import Day
from bot.ui.core.memory.people import SWITCH_NAMES
from engine.model.actions import Play
from engine.model.cards import parse_cards
from engine.puzzles.solo_deal import SoloScore
from tests.bot.puzzles.puzzle_factories import make_answer, make_daily, make_puzzle

SEATS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))
HERE = GuildId(GUILD)
PREFERRED = dict.fromkeys((*SWITCH_NAMES, "confirm_offered", "coach_offered"), False)
PREFERRED |= {"language": None, "ping": "later", "language_offered_in": "", "speed": None}
SETTLED = {"channels": "", "threads": True, "may_end": "host"}
SETTLED |= dict.fromkeys(("preset", "language", "turn_seconds", "bury_seconds"))
SETTLED |= dict.fromkeys(("puzzle_channel", "puzzle_language", "time_zone"))


async def use_everything(store):
    """Call every method of the store at least once."""
    league = LeagueService(store.league)
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    async with store.tables.begin() as tx:
        table = await tx.add_table(facts(SEATS))
        levels = await tx.start_match(table, GUILD, RULES, SEATS)
        await tx.save_table(facts(SEATS, id=table, status=TableStatus.PLAYING, start_levels=levels))
        await tx.append_entry(table, sit(1, 0, ANN))
        await tx.append_entry(table, play(2))
        await tx.save_deal(table, secret(1), None)
        await tx.save_deadlines(table, [TURN_DEADLINE, TURN_DEADLINE])
        await tx.book_deal(booking(table, 2, SEATS, result()))
        await tx.commit()
    await store.tables.load(table)
    await store.tables.list_live_tables()
    await store.tables.list_tables_in(ChannelId(CHANNEL))
    await store.tables.save_table_message(StoredTableMessage(table, CHANNEL, MessageId(1), 1.0, 0))
    await store.tables.find_table_message(table)
    await store.tables.save_panel(PanelHandle(table, ANN, "token", 1.0))
    await store.tables.list_panels(table)
    await store.tables.delete_panel(table, ANN)
    await store.people.save_name(ANN, "Ann")
    await store.people.find_names([ANN, BEN])
    await store.people.save_locale(ANN, "fr")
    await store.people.find_locale(ANN)
    await store.tables.save_thread(table, ChannelId(5))
    await store.tables.load_thread(table)
    await store.tables.leave_thread(table)
    await store.tables.find_table_by_thread(ChannelId(5))
    await store.tables.save_turn_pings(table, [(CHANNEL, MessageId(1))])
    await store.tables.list_turn_pings(table)
    await store.tables.save_host_alert(table, "gone")
    await store.tables.find_host_alert(table)
    await store.tables.save_computer_level(table, "expert")
    await store.tables.find_computer_level(table)
    await store.key_values.set("name", "value")
    await store.key_values.get("name")
    assert await store.leases.exist()
    me = Process("host", "machine", 1, "1")
    for owner in ("me", "other"):
        assert await store.leases.take(owner, me, 15.0, EVERYTHING, await store.leases.list_all())
    assert await store.leases.renew("other", 15.0)
    await store.leases.ask("me", await store.leases.list_all())
    assert await store.leases.is_wanted("other")
    await store.leases.save_answered("other", [1])
    store.leases.fence_writes("other", 2, EVERYTHING, list)
    await store.key_values.set("name", "value")
    store.leases._connections.fence = None
    await store.leases.release("other")
    await store.settings.save_preferences(ANN, PREFERRED)
    await store.settings.load_preferences(ANN)
    await store.settings.save_guild_settings(GUILD, SETTLED)
    await store.settings.load_guild_settings()
    house = await store.house_rules.add_house_rules(GUILD, "Friday rules", "standard", {"follow": "tuples"}, 9)
    await store.house_rules.rename_house_rules(GUILD, house.id, "Sunday rules")
    await store.house_rules.replace_house_rules(GUILD, house.id, "pagat", {})
    await store.house_rules.set_default_house_rules(GUILD, house.id)
    await store.house_rules.list_house_rules(GUILD)
    await store.house_rules.delete_house_rules(GUILD, house.id)
    await store.personal_data.export_personal_data(ANN)
    await league.teams.rename_team(Caller(UserId(ANN)), HERE, pair.id, "Other")
    await league.teams.get_team_by_name(HERE, "Other")
    await add_substitute(league, pair.id, CAT)
    await league.teams.remove_from_team(ADMIN, HERE, pair.id, UserId(CAT))
    await use_invitations(league, pair)
    await store.tables.save_players_wanted(table, ChannelId(CHANNEL), MessageId(5))
    await store.tables.list_players_wanted()
    await store.tables.delete_players_wanted(table)
    await league.teams.list_teams_of(UserId(ANN), HERE)
    await league.teams.list_teams_of(UserId(ANN))
    await league.teams.list_team_standings(HERE, FULL_LADDER)
    await league.teams.list_team_standings(HERE)
    await list_progress(league, pair.id)
    await use_leagues(store, league, table)
    await use_events(store, league)
    await use_puzzles(store)
    await use_daily_deals(store)
    await league.teams.disband_team(ADMIN, HERE, pair.id)
    async with store.tables.begin() as tx:
        await tx.save_table(facts((None,) * 4, id=table, status=TableStatus.OVER, host=BEN))
        await tx.commit()
    await store.personal_data.list_given_roles(ANN)
    await store.personal_data.delete_personal_data(ANN)


async def use_events(store, league):
    """Play an event so that every method about events is called."""
    evening = Evening(store.events, HERE)
    settings = event_settings(name="Cancelled")
    new = Event(EventId(0), HERE, ChannelId(CHANNEL), UserId(ANN), settings, EventStatus.CREATED, 1.0, 1)
    unused = await store.events.add_event(new, 9)
    await store.events.update_and_book(unused.id, cancel)
    places = replace(LEAGUE, name="Places", scheme=PointScheme(order=StandingsOrder.PLACES))
    made = await league.admin.create_league(ADMIN, HERE, places)
    await league.admin.join(ADMIN, HERE, made.id, user=UserId(ANN))
    await league.admin.open_season(ADMIN, HERE, made.id)
    event = await evening.create(league=made.id, seeding=Seeding.RATING)
    await evening.enter([(ANN, BEN), (CAT, DAN)])
    await evening.service.volunteer(event, UserId(77))
    await evening.start()
    await evening.play_round()
    await evening.service.report(ADMIN, await evening.load(), 1, 1, (0.0, 9.0))
    await store.events.load_rank_values(HERE, "standard", {UserId(ANN)})
    await store.events.list_events(HERE)
    await store.events.save_shown(event.id, EventMessage(ChannelId(CHANNEL), MessageId(5)), 3)
    await store.events.list_due()
    await store.events.find_event(event.id)
    await store.tables.find_event_table(EventMatchId(1))


async def use_invitations(league, pair):
    """Call every method about invitations and members of teams."""
    ann, cat = Caller(UserId(ANN)), Caller(UserId(CAT))
    founding = await league.invitations.found_team(ann, HERE, "New", [UserId(CAT)])
    await league.invitations.list_foundings(HERE)
    await league.invitations.list_invitations(UserId(CAT))
    await league.invitations.mark_delivered(founding.invitations[0].id)
    await league.invitations.give_up_founding(ann, founding.id)
    invited, _ = await league.invitations.invite(ADMIN, HERE, pair.id, UserId(CAT), replaces=UserId(BEN))
    await league.invitations.withdraw(ADMIN, HERE, pair.id, UserId(CAT))
    invited, _ = await league.invitations.invite(ADMIN, HERE, pair.id, UserId(CAT), replaces=UserId(BEN))
    await league.invitations.accept(cat, invited.id)
    invited, _ = await league.invitations.invite(ADMIN, HERE, pair.id, UserId(DAN), TeamRole.SUBSTITUTE)
    await league.invitations.decline(Caller(UserId(DAN)), invited.id)
    other = await create_team(league, HERE, "Third", [UserId(DAN)])
    await league.teams.move_member(ADMIN, HERE, pair.id, other.id, UserId(CAT))
    await league.teams.move_member(ADMIN, HERE, other.id, pair.id, UserId(CAT))
    await league.teams.set_captain(ADMIN, HERE, pair.id, UserId(CAT))
    invited, _ = await league.invitations.invite(ADMIN, HERE, pair.id, UserId(BEN), replaces=UserId(CAT))
    await league.invitations.accept(Caller(UserId(BEN)), invited.id)
    await league.teams.list_memberships(pair.id)
    await league.teams.list_members_at([pair.id], 1.0)


async def use_posts(store, league, made, table):
    """Call every method about results that are posted and roles that are given."""
    async with store.tables.begin() as tx:
        await tx.report_match(table)
        await tx.commit()
    (report,) = await store.league.posts.list_match_reports()
    assert len(await league.posts.list_match_results(report)) == 1
    await league.posts.mark_reported(report)
    await league.admin.close_season(ADMIN, HERE, made.id)
    (award,) = await league.posts.list_awards()
    await league.posts.list_winners(award)
    await league.posts.set_crowned(made, UserId(ANN), RoleId(9), crowned=True)
    await store.league.posts.list_crowned(made.id)
    await league.posts.set_crowned(made, UserId(ANN), RoleId(9), crowned=False)
    await store.league.posts.delete_award(award.season.id)
    await league.admin.open_season(ADMIN, HERE, made.id)


async def use_leagues(store, league, table):
    """Call the other methods of the league service, with a few results and a tie."""
    made = await league.admin.create_league(ADMIN, HERE, LEAGUE)
    teams = await league.admin.create_league(
        ADMIN, HERE, replace(TEAM_LEAGUE_SETTINGS, level_reset=LevelReset.SOFT, news_channel=7)
    )
    crowning = {"results_channel": 7, "champion_role": RoleId(9)}
    await league.admin.edit_league(ADMIN, HERE, made.id, replace(LEAGUE, season_days=1, **crowning))
    for user in (ANN, BEN, CAT):
        await league.admin.join(ADMIN, HERE, made.id, user=UserId(user))
    await league.admin.leave(ADMIN, HERE, made.id, user=UserId(BEN))
    await league.admin.set_manager(ADMIN, HERE, made.id, UserId(ANN), manages=True)
    await league.admin.set_manager(ADMIN, HERE, made.id, UserId(ANN), manages=False)
    await league.admin.set_manager_role(ADMIN, HERE, made.id, RoleId(5), manages=True)
    await league.access.can_manage(Caller(UserId(DAN), roles=frozenset({RoleId(5)})), made)
    await league.admin.set_manager_role(ADMIN, HERE, made.id, RoleId(5), manages=False)
    await league.admin.set_entries(ADMIN, HERE, made.id, is_open=False)
    await league.admin.set_entries(ADMIN, HERE, made.id, is_open=True)
    second = await league.admin.create_league(ADMIN, HERE, replace(LEAGUE, name="Second"))
    await league.admin.move_entrant(ADMIN, HERE, made.id, second.id, user=UserId(CAT))
    await league.admin.move_entrant(ADMIN, HERE, second.id, made.id, user=UserId(CAT))
    await league.admin.join(ADMIN, HERE, teams.id, (await league.teams.list_teams_of(UserId(ANN)))[0].id)
    for one in (made, teams):
        season = await league.admin.open_season(ADMIN, HERE, one.id)
    await league.tables.list_playing_teams(table)
    plan = TablePlan(HERE, RULES, (UserId(ANN), None, UserId(BEN), None), 0, teams.id)
    await league.tables.preview(plan)
    await league.tables.list_team_groups(plan)
    for revision, one in ((3, made), (4, teams), (5, made)):
        async with store.tables.begin() as tx:
            levels = await tx.start_match(table, GUILD, RULES, SEATS, teams.id)
            playing = facts(SEATS, id=table, status=TableStatus.PLAYING, start_levels=levels, league=one.id)
            await tx.save_table(playing)
            await tx.append_entry(table, play(revision))
            await tx.book_deal(
                booking(table, revision, SEATS, result(hold=revision == 3), at=1_700_000_500.0 + revision)
            )
            await tx.commit()
    await league.admin.close_season(ADMIN, HERE, teams.id)
    await league.admin.open_season(ADMIN, HERE, teams.id)
    await league.rulings.void(ADMIN, HERE, ResultId(2), "why")
    await league.rulings.correct(ADMIN, HERE, ResultId(2), Ruling(RulingKind.CORRECT, False, 2, 100), "why")
    await league.rulings.restore(Caller(UserId(BEN), admin=True), HERE, ResultId(2), "why")
    await league.rulings.void(Caller(ADMIN.user), HERE, ResultId(2), "why")
    await wait_until_recomputed(league)
    season = await league.queries.find_season(made.id)
    await league.queries.get_standings(season.id)
    await league.queries.get_standings(season.id, 50, 10)
    await league.queries.find_standing(season.id, UserId(ANN))
    await league.queries.find_standing(season.id, team=TeamId(1))
    await store.league.queries.count_better_scores(season.id, Score())
    await league.queries.list_champions(season.id)
    for one in (None, teams.id):
        await store.league.posts.list_announcements(one)
    await store.league.posts.delete_announcement(1)
    for card in (LeagueCard(ChannelId(CHANNEL), MessageId(5), "shown"), None):
        await store.league.posts.save_card(teams.id, card)
        await store.league.posts.list_cards([HERE])
    await store.league.posts.list_cards(None)
    await league.results.count_late_rulings(teams.id)
    await league.history.summarize_last_deal(table)
    await league.queries.get_counted_teams(teams.id, [ResultId(2)])
    await league.queries.get_league_by_name(HERE, "monday")
    await league.leagues.list_leagues(HERE)
    await league.leagues.list_leagues(HERE, archived=True)
    await league.leagues.list_entrants(made.id)
    await league.queries.list_results(made.id)
    await league.queries.get_result(HERE, ResultId(2))
    await league.standings.list_pools(HERE)
    await league.history.list_presets_of(HERE, UserId(ANN))
    await league.history.list_shared_presets(HERE, UserId(ANN), UserId(CAT))
    await league.ratings.find_leaderboard(HERE, "standard", search="a")
    await league.ratings.find_leaderboard(HERE, "standard")
    await league.ratings.find_profile(HERE, UserId(ANN), "standard")
    await league.ratings.find_head_to_head(HERE, UserId(ANN), UserId(CAT), "standard")
    await league.standings.get_team_names([TeamId(1)])
    await use_posts(store, league, made, table)
    files = [await league.files.export_results(ADMIN, HERE, made.id, season.id)]
    files += [await league.files.export_standings(ADMIN, HERE, made.id, season.id)]
    await league.files.export_ratings(ADMIN, HERE, "standard")
    await league.files.import_results(ADMIN, HERE, made.id, files[0])
    await league.files.import_results(ADMIN, HERE, made.id, files[0].replace("2023", "2022"), dry_run=False)
    await league.standings.list_audit_entries(made.id)
    await LeagueService(store.league, now=lambda: 4_000_000_000.0).admin.roll_over_seasons()
    await league.admin.archive_league(ADMIN, HERE, made.id)


async def use_puzzles(store):
    puzzle = make_puzzle(HERE, 20_000)
    await store.puzzles.add_puzzle(puzzle)
    await store.puzzles.find_puzzle(HERE, puzzle.day)
    await store.puzzles.is_announced(HERE, puzzle.day)
    await store.puzzles.mark_announced(HERE, puzzle.day)
    await store.puzzles.list_puzzle_days(HERE, puzzle.day, 25)
    await store.puzzles.add_answer(make_answer(puzzle, ANN))
    await store.puzzles.find_answer(HERE, puzzle.day, ANN)
    await store.puzzles.list_answered_days(HERE, ANN)
    await store.puzzles.count_answers(HERE, puzzle.day)
    await store.puzzles.load_board(HERE, Day(0), puzzle.day, 0, 15)
    await store.puzzles.list_active_guilds(puzzle.day)
    await store.puzzles.delete_puzzles(puzzle.day)


async def use_daily_deals(store):
    deal = make_daily(HERE, 20_000)
    await store.daily_deals.add_deal(deal)
    await store.daily_deals.find_deal(HERE, deal.day)
    await store.daily_deals.save_master(HERE, deal.day, SoloScore(1, 80), [Play((3,))])
    await store.daily_deals.save_play(play := DailyPlay(HERE, deal.day, ANN, (Play(parse_cards("S5")),)), 1.0)
    await store.daily_deals.find_play(HERE, deal.day, ANN)
    await store.daily_deals.restart_play(play)
    await store.daily_deals.list_finished_days(HERE, ANN)
    await store.daily_deals.load_daily_board(HERE, deal.day, 0, 15)
    await store.daily_deals.find_rank(HERE, deal.day, SoloScore(1, 80))
    await store.daily_deals.delete_deals(deal.day)
