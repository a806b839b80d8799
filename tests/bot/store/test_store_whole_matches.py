"""Whole deals are saved action by action, and the same game can be rebuilt from the record."""

import random
from dataclasses import replace

import pytest
from league_factories import create_team, list_progress
from store_factories import ANN, BEN, CAT, DAN, GUILD, ON_BOTH, facts

from bot.ids import GuildId, UserId
from bot.league.service import LeagueService
from bot.play.table_rules.game_state import create_game_state, list_sit_actions, rebuild_game_state
from bot.play.values.stored_table import DealBooking, DealSecret, RecordEntry
from bot.play.values.table_info import Person, TableStatus
from bot.store.database import Database
from bot.store.maintenance.copy_and_restore import backup
from engine.deal.fair_shuffle import commit_to, make_fair_deal
from engine.deal.game import apply, legal_actions, spectator_view, to_act
from engine.model.actions import CloseWindow, Declare, Draw
from engine.model.cards import format_cards
from engine.model.errors import IllegalAction
from engine.model.events import DealEnded
from engine.model.presets import preset, preset_with, with_options
from engine.model.seats import TABLE
from engine.model.view import PhaseName

SEATS = (Person(ANN), Person(CAT), Person(BEN), Person(DAN))


class Game:
    """A table without a clock. It deals, makes legal actions, and saves each of them."""

    def __init__(self, store, known, seed):
        self.store, self.facts, self.chance = store, known, random.Random(seed)
        self.phase, self.revision, self.results, self.deals = create_game_state(known).phase, 0, [], 0

    async def take(self, *actions, deal=None, order=None):
        async with self.store.tables.begin() as tx:
            for seat, action in actions:
                step = apply(self.phase, seat, action)
                self.phase, self.revision = step.phase, self.revision + 1
                await tx.append_entry(
                    self.facts.id, RecordEntry(self.revision, seat, action, 1_700_000_000.0 + self.revision)
                )
                for event in step.events:
                    if isinstance(event, DealEnded):
                        self.results.append(event.result)
                        await tx.book_deal(self.booking(event.result))
            if deal:
                await tx.save_deal(self.facts.id, deal, order)
            await tx.commit()

    def booking(self, result):
        return DealBooking(self.facts.id, GUILD, self.revision, self.facts.rules, SEATS, result, 1_700_000_000.0)

    async def deal(self):
        self.deals += 1
        secret, cut = self.chance.randbytes(32), f"cut {self.deals}"
        view = spectator_view(self.phase)
        declarer = view.result.next_declarer if view.result else view.declarer
        action = make_fair_deal(self.facts.rules, secret, cut, declarer)
        promised = DealSecret(self.deals, secret, commit_to(secret), cut)
        await self.take((TABLE, action), deal=promised, order=format_cards(action.order))

    async def step(self):
        view = spectator_view(self.phase)
        if view.phase in {PhaseName.READY, PhaseName.FINISHED}:
            await self.deal()
        elif view.phase is PhaseName.DECLARING:
            await self.take((TABLE, Draw(view.to_draw)) if view.to_draw else self.declare_or_close())
        else:
            seat = to_act(self.phase)[0]
            await self.take((seat, self.choose(seat)))

    def declare_or_close(self):
        """Return a declaration if nobody has declared yet. After that, return the action that ends the time to declare.

        Under some presets a deal that nobody declares is dealt again.
        """
        if not spectator_view(self.phase).declarations:
            for seat in to_act(self.phase):
                for action in legal_actions(self.phase, seat):
                    if isinstance(action, Declare):
                        return seat, action
        return TABLE, CloseWindow()

    def choose(self, seat):
        options = [action for action, _ in zip(legal_actions(self.phase, seat), range(4), strict=False)]
        return self.chance.choice(options)

    async def play(self, deals):
        for _ in range(400 * deals):
            if len(self.results) == deals:
                return
            await self.step()
        raise AssertionError("the deals do not end")


async def sit_down(store, rules):
    """Begin a match as a table does, at the levels of its teams; return the game."""
    known = facts(SEATS, rules=rules)
    async with store.tables.begin() as tx:
        table = await tx.add_table(known)
        levels = await tx.start_match(table, GUILD, rules, SEATS)
        known = replace(known, id=table, status=TableStatus.PLAYING, start_levels=levels)
        await tx.save_table(known)
        await tx.commit()
    game = Game(store, known, seed=f"{rules.decks}")
    await game.take(*list_sit_actions(known))
    return game


@ON_BOTH
async def test_stored_match_is_rebuilt_with_its_levels(url):
    database = await Database.open(url)
    league = LeagueService(database.store.league)
    pair = await create_team(league, GuildId(GUILD), "Pair", (UserId(ANN), UserId(BEN)))
    rules = preset_with("standard", decks=1)
    game = await sit_down(database.store, rules)
    await game.play(deals=2)
    await game.deal()  # this deal is unfinished
    await database.close()

    again = await Database.open(url)
    stored = await again.store.tables.load(game.facts.id)
    standing = rebuild_game_state(stored.facts, stored.entries)
    assert (standing.phase, standing.revision) == (game.phase, game.revision)
    assert [d.number for d in stored.deals] == list(range(1, game.deals + 1))
    (progress,) = await list_progress(LeagueService(again.store.league), pair.id)
    assert progress.level is game.results[-1].levels_after[0]
    assert progress.deals == 2
    later = await sit_down(again.store, rules)
    assert later.facts.start_levels == (progress.level, later.facts.rules.start_level) * 2
    await again.close()


@pytest.mark.long
@pytest.mark.parametrize("name", ["finding-friends", "hidden-ten"])
async def test_presets_without_fixed_teams_are_rebuilt(url, name):
    database = await Database.open(url)
    rules = with_options(preset(name))
    seats = tuple(Person(user) for user in range(11, 11 + rules.players))
    known = facts(seats, rules=rules, status=TableStatus.PLAYING)
    async with database.store.tables.begin() as tx:
        known = replace(known, id=await tx.add_table(known))
        assert await tx.start_match(known.id, GUILD, rules, seats) is None
        await tx.commit()
    game = Game(database.store, known, seed=name)
    game.booking = lambda result: DealBooking(known.id, GUILD, game.revision, rules, seats, result, 1.0)
    await game.play(deals=1)
    stored = await database.store.tables.load(known.id)
    assert rebuild_game_state(stored.facts, stored.entries).phase == game.phase
    await database.close()


@pytest.mark.long
async def test_backup_made_during_a_game_is_rebuilt(migrated_url, tmp_path):
    database = await Database.open(migrated_url)
    game = await sit_down(database.store, preset("standard"))
    while spectator_view(game.phase).phase is not PhaseName.PLAYING:
        await game.step()
    await game.step()
    await backup(migrated_url, tmp_path / "copy.db")
    phase, revision = game.phase, game.revision
    await game.step()
    await database.close()

    copy = await Database.open(f"sqlite:///{tmp_path}/copy.db")
    stored = await copy.store.tables.load(game.facts.id)
    standing = rebuild_game_state(stored.facts, stored.entries)
    assert (standing.phase, standing.revision) == (phase, revision)
    with pytest.raises(IllegalAction):
        apply(standing.phase, TABLE, Draw(1))
    await copy.close()
