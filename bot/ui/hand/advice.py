"""Recommends actions for the green button and for hints, explains them, and lets the coach judge plays."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final
from unicodedata import east_asian_width

import structlog

from bot.ids import TableId, UserId
from bot.play.table_rules.game_state import GameState
from bot.play.tables.snapshot import Snapshot
from bot.play.tables.table import Table
from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Texts
from bot.text.describe.explain_play import explain_play, format_costly_play
from bot.ui.core.interactions.context import TablePress, get_seat
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.message import Block, Text
from bot.ui.core.services import Services
from bot.ui.core.tables.rated_play import is_help_allowed
from bot.ui.hand.hand_cards import begin_picture
from engine.model.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, Pass, PickUp, Play
from engine.model.cards import Card
from engine.model.seats import Seat
from engine.model.trump import EFFECTIVE_SUITS
from engine.model.view import Ask, PhaseName, View
from engine.players.advice.compare_plays import LEAST_POINTS, ComparedPlay
from engine.players.advice.play_reasons import describe_bury

log: Final = structlog.get_logger()

RECOMMENDED: Final = frozenset({Ask.DECLARE, Ask.STEAL, Ask.CLAIM, Ask.CALL, Ask.LEAD, Ask.FOLLOW, Ask.PICK_UP})
"""The questions whose recommended answer gets a green button. A bury is recommended only on request."""
MAX_OTHERS: Final = 2
"""How many plays a hint names besides the best one. If they do not fit into `_MOST_LINES`, it names only one."""
_MOST_LINES: Final = 2
MAX_LINE: Final = 48
"""How many Latin letters of small text fit into one line on a phone."""


async def recommend_action(services: Services, view: View, *, waits: bool = True) -> Action | None:
    """Return what a good player would do with this view. Return None if they would wait, or if the search fails.

    Without `waits`, a search begins in the background, and the result is None until that search ends.
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
    """Return the action whose button is green on a seat's panel, or None. `recommend_action` explains `waits`."""
    if seen.facts.status is not TableStatus.PLAYING or not seen.has_started:
        return None
    view = seen.question_view(seat)
    asks = view.ask in RECOMMENDED and await is_help_allowed(services, seen.facts)
    return await recommend_action(services, view, waits=waits) if asks else None


async def recommend_and_compare(services: Services, view: View) -> tuple[Action | None, Sequence[ComparedPlay]]:
    """Return the recommended action. If it is a play, add its comparison with other plays, which may be empty."""
    try:
        return await services.computer_players.advise_and_compare(view)
    except Exception:  # the hint then gives reasons, but no comparison
        log.exception("plays could not be compared", ask=view.ask, players=view.rules.players)
    return await recommend_action(services, view), ()


def format_hint(
    view: View, action: Action | None, texts: Texts, compared: Sequence[ComparedPlay] = (), *, is_spoken: bool = False
) -> str:
    """Return a hint with the recommended `action`, the reason for it, and how other plays compare.

    If plays were `compared`, the first of them is the action. With `is_spoken`, the text is for a screen reader.
    """
    name = texts.format_cards_aloud if is_spoken else texts.format_cards
    named = name(list_hinted_cards(action), view.card_order)
    match action:
        case Play(cards):
            best = texts.say("hint.play", cards=named, why=explain_play(view, cards, texts, compared))
            return "\n".join((best, *(list_ends(view, compared, texts, is_spoken=is_spoken) if compared else ())))
        case Bury(cards):
            return texts.say("hint.play", cards=named, why=_explain_bury(view, cards, texts))
        case Declare():
            return texts.say("hint.declare", cards=named)
        case CallFriends(calls):
            return texts.say("hint.call", cards=texts.format_list(texts.format_friend_call(call) for call in calls))
        case _:
            return _format_answer(view, action, texts)


def _format_answer(view: View, action: Action | None, texts: Texts) -> str:
    match action:
        case ClaimRedeal():
            return texts.say("hint.claim")
        case PickUp(take):
            return texts.say("hint.take" if take else "hint.leave")
        case Pass():
            return texts.say("hint.pass", choice=texts.format_pass(view))
        case _:
            return texts.say("hint.wait")


def list_hinted_cards(action: Action | None) -> tuple[Card, ...]:
    """Return the cards in hand that a hint names."""
    return action.cards if isinstance(action, Play | Bury | Declare) else ()


def list_ends(view: View, compared: Sequence[ComparedPlay], texts: Texts, *, is_spoken: bool = False) -> Sequence[str]:
    """Return lines with the points expected after the best play, and with how much worse other plays are."""
    best, *others = compared
    name = texts.format_cards_aloud if is_spoken else texts.format_button_cards
    named = [(one.points_behind, name(one.cards, view.card_order)) for one in others]
    # expected points are always those of the declarers' opponents
    side = None if view.seat is None else view.sides[view.seat]
    key = "hint.expected" if side is None else "hint.expected_other" if side else "hint.expected_own"
    expected = texts.say(key, points=round(best.points))
    ways = [_wrap((expected, *_list_other_ends(named[:most], texts))) for most in range(MAX_OTHERS, 0, -1)]
    lines = next((one for one in ways if len(one) <= _MOST_LINES), ways[-1])
    return [f"-# {line}" for line in lines]


def _wrap(parts: Sequence[str]) -> list[str]:
    lines = [parts[0]]
    for part in parts[1:]:
        longer = f"{lines[-1]} · {part}"
        lines = [*lines, part] if _measure(longer) > MAX_LINE else [*lines[:-1], longer]
    return lines


def _list_other_ends(named: Sequence[tuple[float, str]], texts: Texts) -> Iterator[str]:
    if close := [cards for behind, cards in named if behind < LEAST_POINTS]:
        yield texts.say("hint.close", cards=texts.format_list(close))
    for behind, cards in named:
        if behind >= LEAST_POINTS:
            yield texts.say("hint.other", cards=cards, points=round(behind))


def _measure(line: str) -> int:
    """Return the width of a line in Latin letters, counting each Chinese character as two."""
    return sum(2 if east_asian_width(letter) in {"W", "F"} else 1 for letter in line)


def _explain_bury(view: View, cards: tuple[Card, ...], texts: Texts) -> str:
    facts = describe_bury(view, cards)
    suits = texts.format_list(texts.format_suit(EFFECTIVE_SUITS[index]) for index in facts.emptied)
    parts = [
        texts.say("hint.bury_empties", suits=suits) if facts.emptied else "",
        "" if facts.trumps else texts.say("hint.bury_trumps"),
        texts.say("hint.bury_points", points=facts.points) if facts.points else texts.say("hint.bury_no_points"),
    ]
    return texts.say("hint.bury", facts=texts.format_list(filter(None, parts)))


def coach_blocks(services: Services, table: TableId, view: View, texts: Texts, *, is_spoken: bool) -> tuple[Block, ...]:
    """Return the coach's remark on the seat's last play. There is one only while tricks are played."""
    remark = services.coach.get_remark(table, view) if view.phase is PhaseName.PLAYING else None
    if remark is None:
        return ()
    return (Text(f"-# {format_costly_play('hint.coach', remark, texts, is_spoken=is_spoken)}"),)


def is_coach_offered(view: View, prefers: Preferences) -> bool:
    """Return whether a panel offers the coach. It does so during the tricks and after the user's first lost deal."""
    if prefers.coach:
        return False
    return view.phase is PhaseName.PLAYING or (_has_lost(view) and not prefers.coach_offered)


async def note_coach_offer(press: TablePress) -> None:
    """Save in the preferences that the user was offered the coach after a lost deal."""
    seat, prefers = press.table.seat_of(press.user), press.preferences
    if seat is None or prefers.coach_offered or not _has_lost(press.table.view(seat)):
        return
    if await is_help_allowed(press.services, press.table.facts):
        await press.services.people.save_preferences(press.user, replace(prefers, coach_offered=True))


def _has_lost(view: View) -> bool:
    result = view.result if view.phase is PhaseName.FINISHED else None
    return result is not None and view.seat not in result.winning_seats


async def submit_action(press: TablePress, action: Action) -> Response:
    """Submit an action and return the panel. Raises StaleTask, IllegalAction or TableRefused."""
    task = press.control_id.task if press.control_id.task is not None else -1
    await submit_with_coach(press.services, press.table, press.user, press.texts, action, task)
    return ShowPanel(press.table)


async def submit_with_coach(
    services: Services, table: Table, user: UserId, texts: Texts, action: Action, task: int
) -> None:
    """Submit an action. If the user has turned the coach on, it judges plays. Raises the errors of `submit_action`.

    The hand is rendered while the action is saved. The renderer keeps the picture until the panel needs it.
    """
    seat = get_seat(table, user)
    before, is_asked = table.view(seat), table.task(seat) == task
    names, prefers = (
        await services.people.find_names(table.occupants, texts),
        await services.people.get_preferences(user),
    )

    def render_early(game: GameState) -> None:
        begin_picture(services, table, game, seat, texts, names, prefers)

    await table.gameplay.submit(seat, action, task, render_early)
    if not isinstance(action, Play) or not is_asked:
        return  # the coach judges no press that came too late, such as one after an automatic play
    if prefers.coach and await is_help_allowed(services, table.facts):
        services.coach.look_at(table.id, user, before, action)
