"""Paints the hand that a play leaves while the play is being saved; nobody is sent the picture before it is."""

from contextlib import suppress
from dataclasses import replace

from bot.play.table_rules.game_state import apply_action
from bot.ui.core.interactions.table_press import TablePress, get_seat
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.view import render_hand
from engine.model.actions import Play


async def paint_early(press: TablePress, play: Play) -> None:
    """Paint the hand after a play, which the renderer keeps for the panel; never raises."""
    if not press.preferences.text_hand:
        with suppress(Exception):  # the play is refused, or the panel paints its picture itself
            await _paint(press, play)


async def _paint(press: TablePress, play: Play) -> None:
    seen, seat, prefers = press.table.snapshot(), get_seat(press.table, press.user), press.preferences
    if seen.game_state is None or seen.task(seat) != press.control_id.task:
        return
    after = replace(seen, game_state=apply_action(seen.game_state, seat, play)[0])
    if not (view := after.question_view(seat)).hand:
        return
    asked = seen.id, seat, view, PickedCards(after.task(seat)), press.texts
    names = await press.services.people.find_names(seen.occupants, press.texts)
    question = SeatQuestion(*asked, four_colour=not prefers.two_colour)
    await render_hand(press.services, question, names, large=prefers.large)
