"""Recommends an action, the same one for the green button, the hint and the suggested bury."""

from collections.abc import Sequence
from typing import Final

import structlog

from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import TableStatus
from bot.ui.core.services import Services
from bot.ui.core.tables.rated_play import is_help_allowed
from engine.model.actions import Action
from engine.model.seats import Seat
from engine.model.view import Ask, View
from engine.players.advice.compare_plays import ComparedPlay

log: Final = structlog.get_logger()

RECOMMENDED: Final = frozenset({Ask.DECLARE, Ask.STEAL, Ask.CLAIM, Ask.CALL, Ask.LEAD, Ask.FOLLOW, Ask.PICK_UP})
"""Questions whose recommended answer has the green button; a bury is computed only on request."""


async def recommend_action(services: Services, view: View, *, waits: bool = True) -> Action | None:
    """Return what a good player would do with this view; None if it waits, or if the choice fails.

    `waits`: whether this may take a search; else None is returned meanwhile.
    """
    try:
        adviser = services.computer_players
        return await (adviser.advise(view) if waits else adviser.advise_at_once(view))
    except RuntimeError:  # the program is stopping, so its workers refuse calls
        log.warning("no action could be recommended at shutdown", ask=view.ask, exc_info=True)
    except Exception:  # the panel works without a recommendation, and the deal goes on
        log.exception("no action could be recommended", ask=view.ask, players=view.rules.players)
    return None


async def recommend_for_panel(services: Services, seen: Snapshot, seat: Seat, *, waits: bool = True) -> Action | None:
    """Return the action with the green button on a seat's panel, if there is one; `waits` as for `recommend_action`."""
    if seen.facts.status is not TableStatus.PLAYING or not seen.has_started:
        return None
    view = seen.question_view(seat)
    asks = view.ask in RECOMMENDED and await is_help_allowed(services, seen.facts)
    return await recommend_action(services, view, waits=waits) if asks else None


async def recommend_and_compare(services: Services, view: View) -> tuple[Action | None, Sequence[ComparedPlay]]:
    """Return the same and, if it is a play, how the deal may end after it and after others, if known."""
    try:
        return await services.computer_players.advise_and_compare(view)
    except Exception:  # the hint then has reasons only
        log.exception("plays could not be compared", ask=view.ask, players=view.rules.players)
    return await recommend_action(services, view), ()
