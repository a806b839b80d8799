"""Walks through whole deals of a game state, action by action, without a table around it."""

import random
from dataclasses import dataclass
from functools import cache

from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.play.table_rules.game_state import GameState, apply_action, create_game_state, list_sit_actions
from bot.play.table_rules.shuffle import shuffle_deal
from bot.play.values.stored_table import DealSecret, RecordEntry
from bot.play.values.table_info import Person, TableInfo, TableStatus
from engine.deal.game import to_act
from engine.model.actions import Action, CloseWindow, Draw, Pass
from engine.model.events import Event
from engine.model.presets import preset_with
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, PhaseName
from tests.bot.ui.panel_positions import choice

ANY_ACTION = {Ask.LEAD, Ask.FOLLOW, Ask.BURY, Ask.CALL, Ask.PICK_UP}


@dataclass(frozen=True)
class WalkStep:
    """One action of a walk, with the states before and after it."""

    before: GameState
    seat: Seat
    action: Action
    after: GameState
    events: tuple[Event, ...]


def people_at(rules, name="standard", **changes):
    """Return the facts of a match in which people have all seats."""
    seats = tuple(Person(UserId(101 + seat)) for seat in range(rules.players))
    place = TableId(1), GuildId(1), ChannelId(2), UserId(101)
    return TableInfo(*place, name, rules, seats, TableStatus.PLAYING, **changes)


@cache
def walk(name="standard", *, declares=True, packs=2, seed=1, **options):
    """Return the facts of a match and its steps until `packs` deals are over. Redeals count as deals.

    If `declares` is true, seats declare whenever they can.
    """
    rules = preset_with(name, **options)
    facts, rng, steps = people_at(rules, name), random.Random(seed), []
    game = create_game_state(facts)

    def take(seat, action):
        nonlocal game
        after, events = apply_action(game, seat, action)
        steps.append(WalkStep(game, seat, action, after, events))
        game = after

    for seat, action in list_sit_actions(facts):
        take(seat, action)
    while True:
        view = game.view(None)
        if game.is_between_deals:
            if packs == 0:
                return facts, tuple(steps)
            packs -= 1
            take(TABLE, shuffle_deal(rules, DealSecret(1, seed.to_bytes(32, "big"), "", str(packs)), view))
        elif view.phase is PhaseName.DECLARING and view.to_draw:
            take(TABLE, Draw(min(view.to_draw, 4 * rules.players)))
        else:
            seat = rng.choice(to_act(game.phase))
            mine = game.view(seat)
            if mine.ask in ANY_ACTION or declares:
                take(seat, choice(mine, rng))
            elif rng.random() < 0.3:
                take(TABLE, CloseWindow())
            else:
                take(seat, Pass())


def list_entries(steps):
    """Return the steps as the entries of a record."""
    return tuple(RecordEntry(step.after.revision, step.seat, step.action, 0.0) for step in steps)
