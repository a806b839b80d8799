"""Saves every change of a table before publishing it. Once a table is opened, its facts and record change only here.

Each change runs under the table's lock, in five steps: check, apply, commit, swap, publish. The swap replaces the state
in memory without an await. Nothing is published before it is on the disk, except quick phrases, which are not stored.
If the outcome of a commit is unknown, the table drops itself from memory, and the registry rebuilds it from its record.
"""

import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.play.ports import Fenced, Transaction
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import limited_matches, proposal_rules, table_changes
from bot.play.table_rules.game_state import GameState, apply_action
from bot.play.tables.table_state import TableState
from bot.play.values.stored_table import Deadline, DeadlineKind, DealBooking, DealSecret, RecordEntry, TableUpdate
from bot.play.values.table_info import Person, TableInfo, TableStatus, parse_occupant
from engine.deal.game import apply, to_act, view_for
from engine.deal.phases.states import Finished
from engine.model.actions import Action, Deal
from engine.model.cards import format_cards
from engine.model.errors import IllegalAction
from engine.model.events import DealEnded, DealResult, Event, MatchWon
from engine.model.seats import Seat
from engine.players.levels import RULES_LEVEL, choose


async def postpone_deadlines(state: TableState, tx: Transaction, earliest: float, later: float) -> None:
    """Postpone deadlines by `later` seconds of downtime, and at least until `earliest`.

    `later` is negative if the machine's clock was set back by more than the downtime.
    """
    state.resumed_at = state.revision
    late = {DeadlineKind.MATCH_ENDS: 0.0}  # The match's own time limit does not move.
    wait = {DeadlineKind.LOBBY_EXPIRES: state.services.timing.lobby_warning}  # A lobby's players must be warned first.
    state.deadlines = tuple(
        replace(d, at=max(d.at + late.get(d.kind, later), earliest + wait.get(d.kind, 0.0))) for d in state.deadlines
    )
    if not state.deadlines:  # no deadlines were saved, so compute them
        state.deadlines = state.list_deadlines(state.facts, state.game, ())
    await tx.save_deadlines(state.facts.id, state.deadlines)


@asynccontextmanager
async def transaction(state: TableState) -> AsyncIterator[Transaction]:
    """Open a transaction. Any failure other than a refusal drops the table from memory, so that it is reloaded.

    The caller holds the lock.
    """
    try:
        async with state.services.store.begin() as tx:
            yield tx
    except (IllegalAction, TableRefused):
        raise
    except BaseException as unknown:
        state.is_lost = True
        state.services.drop_table(state.facts.id, state.revision, unknown)
        if isinstance(unknown, Fenced | OSError | TimeoutError):
            raise TableRefused(TableRefusal.BUSY) from unknown
        raise
    state.services.health.note_commit(state.facts.id)


async def save_facts(
    state: TableState, facts: TableInfo, deadlines: tuple[Deadline, ...] | None = None, *, is_private: bool = False
) -> None:
    """Save changed facts, without adding to the record, then publish them. The caller holds the lock."""
    facts = proposal_rules.without_stale_proposals(facts, between_deals=state.is_between_deals)
    if deadlines is None:
        same = facts.status is state.facts.status
        deadlines = state.deadlines if same else state.list_deadlines(facts, state.game, state.deadlines)
    async with transaction(state) as tx:
        await tx.save_table(facts)
        await _report_ended_match(state, tx, facts)
        await tx.save_deadlines(state.facts.id, deadlines)
        await tx.commit()
        state.facts, state.deadlines = facts, deadlines
    state.publish(TableUpdate(state.revision, (), is_private=is_private))


async def end_table(state: TableState, facts: TableInfo, actions: tuple[tuple[Seat, Action], ...] = ()) -> None:
    """End a table after `actions`. The caller holds the lock.

    A deal that counts even then is first played to its end, so that nobody avoids a loss by ending the table. This is
    not done if computer players have all seats.
    """
    watched = state.facts.is_computers_only
    rest = () if watched else list_last_plays(state.game, f"{facts.id}:{state.revision}")
    facts = table_changes.end_table(facts)
    if actions or rest:
        await save_actions(state, (*actions, *rest), facts=facts)
    else:
        await save_facts(state, facts)


async def save_actions(
    state: TableState,
    actions: Sequence[tuple[Seat, Action]],
    deal: DealSecret | None = None,
    facts: TableInfo | None = None,
    on_applied: Callable[[GameState], None] | None = None,
) -> None:
    """Add actions to the record, then publish what happened. The caller holds the lock."""
    async with transaction(state) as tx:
        update = await record(state, tx, facts or state.facts, state.require_game(), actions, deal, on_applied)
    state.publish(update)


async def record(
    state: TableState,
    tx: Transaction,
    facts: TableInfo,
    game: GameState,
    actions: Sequence[tuple[Seat, Action]],
    dealt: DealSecret | None,
    on_applied: Callable[[GameState], None] | None = None,
) -> TableUpdate:
    """Apply and commit actions and their consequences, and return what to publish. The caller holds the lock."""
    at, happened = state.services.clock.wall(), list[Event]()
    for seat, action in actions:
        game, events = apply_action(game, seat, action)
        happened += events
        await tx.append_entry(state.facts.id, RecordEntry(game.revision, seat, action, at))
        if dealt is not None and isinstance(action, Deal):
            await tx.save_deal(state.facts.id, dealt, format_cards(action.order))
    if on_applied is not None:
        on_applied(game)
    facts = await _apply_outcomes(state, tx, facts, game, happened)
    between_deals = game.is_between_deals
    facts = proposal_rules.without_stale_proposals(facts, between_deals=between_deals)
    if facts != state.facts:
        await tx.save_table(facts)
    await _report_ended_match(state, tx, facts)
    deals = state.deals if dealt is None else (*state.deals[:-1], dealt)
    if between_deals and deals[-1].cut is not None:
        deals = (*deals, state.services.shuffler.create_secret(deals[-1].number + 1))
        await tx.save_deal(state.facts.id, deals[-1], None)
    # a player who has just taken a seat gets the full time
    kept = [d for d in state.deadlines if d.seat is None or facts.seats[d.seat] == state.facts.seats[d.seat]]
    deadlines = state.list_deadlines(facts, game, kept)
    await tx.save_deadlines(state.facts.id, deadlines)
    await tx.commit()
    state.facts, state.deals, state.deadlines, state.game = facts, deals, deadlines, game
    return TableUpdate(game.revision, tuple(happened))


async def _report_ended_match(state: TableState, tx: Transaction, facts: TableInfo) -> None:
    """Report the match if it ends with these facts. Its last deal must have been booked before."""
    if facts.status is TableStatus.OVER and state.facts.status is not TableStatus.OVER:
        await tx.report_match(facts.id)


async def _apply_outcomes(
    state: TableState, tx: Transaction, facts: TableInfo, game: GameState, happened: Sequence[Event]
) -> TableInfo:
    for event in happened:
        if isinstance(event, DealEnded):
            await _book_deal(state, tx, game, event.result)
            now = state.services.clock.now()
            if limited_matches.is_length_reached(facts, len(game.results), now):
                facts = table_changes.end_table(facts)
        elif isinstance(event, MatchWon):
            facts = table_changes.end_table(facts)
    return facts


async def _book_deal(state: TableState, tx: Transaction, game: GameState, result: DealResult) -> None:
    """Book a deal for those who held the seats when it was dealt, if it counts for anybody."""
    before, dealt_in = state.facts, tuple(map(parse_occupant, game.seen.dealt))
    counts = any(isinstance(one, Person) for one in dealt_in) and not (before.has_oracle or before.is_board)
    if counts:
        at, is_void = state.services.clock.wall(), proposal_rules.is_voided(before, dealt_in, result)
        about = before.id, before.guild, game.revision, before.rules, dealt_in, result
        await tx.book_deal(DealBooking(*about, at, is_void=is_void))


def list_last_plays(game: GameState | None, seed: str) -> tuple[tuple[Seat, Action], ...]:
    """Return the plays with which a decided deal ends. Return none if no decided deal is in progress.

    Each play is chosen from its seat's view, which takes about a millisecond.
    """
    if game is None or not game.is_decided:
        return ()
    phase, rng, plays = game.phase, random.Random(seed), list[tuple[Seat, Action]]()  # noqa: S311 - a game's choices
    while not isinstance(phase, Finished):
        seat = to_act(phase)[0]
        action = choose(RULES_LEVEL, view_for(phase, seat), rng)
        assert action is not None  # a choice is None only while players may declare
        phase = apply(phase, seat, action).phase
        plays.append((seat, action))
    return tuple(plays)
