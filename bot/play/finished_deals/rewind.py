"""A table as it was at the end of an earlier deal, rebuilt from its record."""

from collections.abc import Iterable
from dataclasses import replace

from bot.play.table_rules.game_state import GameState, rebuild_game_state
from bot.play.tables.snapshot import Snapshot
from bot.play.values.stored_table import RecordEntry, StoredTable
from bot.play.values.table_info import Occupant, TableStatus, parse_occupant
from engine.deal.fair_shuffle import Proof
from engine.deal.game import spectator_view
from engine.model.actions import Deal, Sit
from engine.model.view import PhaseName


def rewind_to_end_of_deal(now: Snapshot, stored: StoredTable, deal: int) -> Snapshot | None:
    """Return a table at the end of `deal`, before the next one; None if that deal has not ended.

    Raises:
        IllegalAction: the record does not fit the rules.
    """
    entries = stored.entries
    packs = [n for n, entry in enumerate(entries) if isinstance(entry.action, Deal)]
    for end in reversed([*packs[1:], len(entries)]):  # the deal that is looked for is usually the last but one
        game = rebuild_game_state(stored.facts, entries[:end])
        number = spectator_view(game.phase).deal_number
        if number < deal:
            return None
        if number == deal and game.phase_name is PhaseName.FINISHED:
            return _build_snapshot(now, stored, entries[:end], game)
    return None


def _build_snapshot(now: Snapshot, stored: StoredTable, entries: tuple[RecordEntry, ...], game: GameState) -> Snapshot:
    seats = _list_seats(now.facts.rules.players, entries)
    over = now.facts.status if len(entries) == len(stored.entries) else TableStatus.PLAYING
    facts = replace(now.facts, seats=seats, status=over, away=frozenset(), paused=False, proposals=(), ready=())
    proof = None if now.facts.is_kitty_hidden else _find_proof(stored, entries)
    return replace(
        now,
        facts=facts,
        deadlines=(),
        commitment=None,
        proof=proof,
        tallies=(),
        game_state=game,
        just_restarted=False,
        cannot_be_saved=False,
    )


def _list_seats(players: int, entries: Iterable[RecordEntry]) -> tuple[Occupant | None, ...]:
    seats: list[Occupant | None] = [None] * players
    for entry in entries:
        if isinstance(entry.action, Sit):
            seats[entry.action.seat] = parse_occupant(entry.action.who)
    return tuple(seats)


def _find_proof(stored: StoredTable, entries: Iterable[RecordEntry]) -> Proof | None:
    packs = sum(isinstance(entry.action, Deal) for entry in entries)
    secrets = sorted(stored.deals, key=lambda one: one.number)
    if len(secrets) < packs:
        return None
    return Proof(secrets[packs - 1].commitment, secrets[packs - 1].secret, secrets[packs - 1].cut or "")
