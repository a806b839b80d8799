"""What each control does: one function for each verb, which calls the table once and says what to show."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.play.refusals import Refused, StaleTask, Why
from bot.play.table import Table
from bot.ui.answers import Answer, Nothing, ShowHand, tell
from bot.ui.ids import Id, Verb
from bot.ui.panels.asked import Asked
from bot.ui.panels.calling import call_groups, call_value, parse_calls
from bot.ui.panels.following import owed_and_free
from bot.ui.panels.groups import by_suit, chosen_cards
from bot.ui.panels.reference import help_text, last_trick_text, rules_text
from engine.actions import (
    Action,
    Bury,
    CallFriends,
    ClaimRedeal,
    Declare,
    EndDeal,
    Pass,
    PickUp,
    Play,
    TakeBack,
)
from engine.cards import Card, holds
from engine.errors import IllegalAction, Reason
from engine.seats import Seat
from engine.view import Ask

if TYPE_CHECKING:
    from bot.play.occupants import UserId
    from bot.text.catalogue import Texts
    from bot.ui.kit import Kit

STAND_IN: Final = "club"
"""The computer player that is asked for a suggestion."""


@dataclass(frozen=True, slots=True)
class Press:
    """A control that was pressed, by whom, and what was chosen in it. `cut`: a text that the program did not choose."""

    kit: "Kit"
    table: Table
    user: "UserId"
    id: Id
    values: tuple[str, ...]
    texts: "Texts"
    cut: str

    @property
    def asked(self) -> Asked:
        """What is asked of the person now.

        Raises:
            Refused: he has no seat here, or the match has not begun.
        """
        seat = seat_at(self.table, self.user)
        draft = self.kit.drafts.get(self.table.id, seat, self.table.task(seat))
        return Asked(self.table.id, seat, self.table.view(seat), draft, self.texts, self.kit.manners.v1)


Handler = Callable[[Press], Awaitable[Answer]]


def seat_at(table: Table, user: "UserId") -> Seat:
    """Return a person's seat.

    Raises:
        Refused: he has none here.
    """
    seat = table.seat_of(user)
    if seat is None:
        raise Refused(Why.NOT_SEATED)
    return seat


async def answer(press: Press) -> Answer:
    """Do what a control says; refuses when it is another person's, or asks what is no longer asked.

    Raises:
        StaleTask: the control is old.
        IllegalAction: the rules forbid what it does.
        Refused: the table does.
    """
    if press.id.seat is not None:
        if seat_at(press.table, press.user) != press.id.seat:
            return tell(press.texts.say("ui.not_yours"))
        if press.id.verb in _DRAFTING and press.table.task(press.id.seat) != press.id.task:
            raise StaleTask
    if press.id.verb in _ACTIONS:
        return await _submit(press, _ACTIONS[press.id.verb](press))
    return await _HANDLERS[press.id.verb](press)


async def _submit(press: Press, action: Action) -> Answer:
    seat = seat_at(press.table, press.user)
    await press.table.submit(seat, action, press.id.task if press.id.task is not None else -1)
    return ShowHand(press.table)


# --- the lobby -------------------------------------------------------------------------------------------------------


async def _join(press: Press) -> Answer:
    await press.table.join(press.user)
    return ShowHand(press.table)


async def _sit(press: Press) -> Answer:
    await press.table.join(press.user, Seat(int(press.values[0])))
    return ShowHand(press.table)


async def _leave(press: Press) -> Answer:
    await press.table.leave(press.user)
    return tell(press.texts.say("ui.left"))


async def _add(press: Press) -> Answer:
    await press.table.add_computer(press.user, computer_level(press.table))
    return Nothing()


async def _drop(press: Press) -> Answer:
    await press.table.drop_computer(press.user)
    return Nothing()


async def _start(press: Press) -> Answer:
    await press.table.start(press.user, press.cut)
    return ShowHand(press.table)


def computer_level(table: Table) -> str:
    """Return the level of the computer players already there, or the usual one."""
    return next((o.level for o in table.occupants if o is not None and hasattr(o, "level")), STAND_IN)


# --- at any time -----------------------------------------------------------------------------------------------------


async def _show(press: Press) -> Answer:
    seat_at(press.table, press.user)
    return ShowHand(press.table)


async def _last(press: Press) -> Answer:
    names = await press.kit.people.names(press.table.occupants, press.texts)
    return tell(last_trick_text(press.table.watch(), names, press.texts))


async def _rules(press: Press) -> Answer:
    return tell(rules_text(press.table, press.texts))


async def _help(press: Press) -> Answer:
    return tell(help_text(press.texts))


async def _next(press: Press) -> Answer:
    if press.table.watch().deal_number != press.id.task:
        raise StaleTask
    await press.table.next_deal(press.user, press.cut)
    return ShowHand(press.table)


# --- the draft -------------------------------------------------------------------------------------------------------


async def _pick(press: Press) -> Answer:
    """Put what is chosen in one select in the place of what of its cards was picked before."""
    asked, chosen = press.asked, chosen_cards(press.values)
    group = _group(asked, press.id.argument)
    if not holds(group, chosen):
        raise IllegalAction(Reason.NOT_HELD, missing=chosen)
    others = tuple(c for c in asked.picked if c not in group)
    kept = () if asked.view.ask is Ask.LEAD and asked.view.rules.rainbows is None and chosen else others
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, tuple(str(c) for c in (*kept, *chosen)))
    return ShowHand(press.table)


def _group(asked: Asked, argument: str) -> tuple[Card, ...]:
    """Return the cards that a select listed."""
    number = int(argument.partition(".")[0])
    cards = owed_and_free(asked)[1] if asked.view.ask is Ask.FOLLOW else asked.view.hand
    groups = by_suit(asked, cards)
    if not 0 <= number < len(groups):
        raise StaleTask
    return groups[number][1]


async def _pick_now(press: Press) -> Answer:
    """Play what is chosen, with the cards that are owed besides."""
    asked = press.asked
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, ())  # a refusal shows a select with nothing marked
    if asked.view.ask is not Ask.FOLLOW:
        raise StaleTask
    owed, _ = owed_and_free(asked)
    return await _submit(press, Play(asked.in_order((*owed, *chosen_cards(press.values)))))


async def _pick_call(press: Press) -> Answer:
    """Put what is chosen in one select of calls in the place of what of them was picked before."""
    asked, number = press.asked, int(press.id.argument.partition(".")[0])
    groups = call_groups(asked)
    if not 0 <= number < len(groups):
        raise StaleTask
    listed = {call_value(call) for call in groups[number]}
    others = tuple(text for text in asked.draft.picked if text not in listed)
    chosen = tuple(value for value in press.values if value in listed)
    newest = (*others, *chosen)[-asked.view.rules.friend_count :]  # one too many takes the place of the first
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, newest)
    return ShowHand(press.table)


async def _clear(press: Press) -> Answer:
    asked = press.asked
    press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, ())
    return ShowHand(press.table)


async def _suggest(press: Press) -> Answer:
    """Put the cards that a computer player would bury into the draft."""
    asked = press.asked
    action = await press.kit.brain.choose(asked.view, STAND_IN, f"hint:{asked.table}:{asked.draft.task}")
    if isinstance(action, Bury):
        press.kit.drafts.put(asked.table, asked.seat, asked.draft.task, tuple(map(str, action.cards)))
    return ShowHand(press.table)


_DRAFTING: Final = {Verb.PICK, Verb.PICK_NOW, Verb.PICK_CALL, Verb.CLEAR, Verb.SUGGEST}

_HANDLERS: Final[dict[Verb, Handler]] = {
    Verb.JOIN: _join,
    Verb.SIT: _sit,
    Verb.LEAVE: _leave,
    Verb.ADD: _add,
    Verb.DROP: _drop,
    Verb.START: _start,
    Verb.HAND: _show,
    Verb.REFRESH: _show,
    Verb.LAST: _last,
    Verb.RULES: _rules,
    Verb.HELP: _help,
    Verb.NEXT: _next,
    Verb.PICK: _pick,
    Verb.PICK_NOW: _pick_now,
    Verb.PICK_CALL: _pick_call,
    Verb.CLEAR: _clear,
    Verb.SUGGEST: _suggest,
}

_ACTIONS: Final[dict[Verb, Callable[[Press], Action]]] = {
    Verb.DECLARE: lambda p: Declare(p.id.cards),
    Verb.PASS: lambda _: Pass(),
    Verb.CLAIM: lambda _: ClaimRedeal(),
    Verb.BURY: lambda p: Bury(p.id.cards),
    Verb.PLAY: lambda p: Play(p.id.cards),
    Verb.TAKE: lambda _: PickUp(take=True),
    Verb.LEAVE_LYING: lambda _: PickUp(take=False),
    Verb.TAKE_BACK: lambda _: TakeBack(),
    Verb.END_DEAL: lambda _: EndDeal(),
    Verb.CALL: lambda p: CallFriends(parse_calls(p.asked.draft.picked)),
}
assert set(_HANDLERS) | set(_ACTIONS) == set(Verb)
