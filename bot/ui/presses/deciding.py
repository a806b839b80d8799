"""The controls that are an action of the game."""

from collections.abc import Callable
from typing import Final

from bot.ui.ids import Verb
from bot.ui.panels.calling import parse_calls
from bot.ui.presses.press import Press
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

ACTIONS: Final[dict[Verb, Callable[[Press], Action]]] = {
    Verb.DECLARE: lambda p: Declare(p.id.cards),
    Verb.PASS: lambda _: Pass(),
    Verb.CLAIM: lambda _: ClaimRedeal(),
    Verb.BURY: lambda p: Bury(p.id.cards),
    Verb.PLAY: lambda p: Play(p.id.cards),
    Verb.SURE: lambda p: Play(p.id.cards),
    Verb.TAKE: lambda _: PickUp(take=True),
    Verb.LEAVE_LYING: lambda _: PickUp(take=False),
    Verb.TAKE_BACK: lambda _: TakeBack(),
    Verb.END_DEAL: lambda _: EndDeal(),
    Verb.CALL: lambda p: CallFriends(parse_calls(p.asked.draft.picked)),
}
