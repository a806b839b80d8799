"""`/play`: cards typed instead of tapped, for every question that is answered with cards."""

from functools import partial
from typing import Any, Final, TypeGuard

import discord
from discord import app_commands

from bot.play.refusals import Refused
from bot.play.table import Table
from bot.ui.answering import offers, typed_action
from bot.ui.answers import Answer, Desk, ShowHand, in_own_language
from bot.ui.asker import Asker
from bot.ui.commands.table import asker_of
from bot.ui.commands.wording import Wording
from bot.ui.finding import seat_here
from bot.ui.kit import Kit
from bot.ui.presses import seat_at
from bot.ui.presses.drafting import ADVISER
from engine.actions import Action, Play
from engine.options import as_lead, check
from engine.seats import Seat
from engine.view import Ask

OFFERED: Final = 25


def _is_new_throw(action: Action, kit: Kit, table: Table, seat: Seat) -> TypeGuard[Play]:
    """Tell whether this is a throw of which the person has not yet been told what it risks."""
    view = table.view(seat)
    if view.ask is not Ask.LEAD or not isinstance(action, Play):
        return False
    check(view, action)
    picked = kit.drafts.get(table.id, seat, table.task(seat)).picked
    return as_lead(view, action.cards, action.grouping).is_throw and sorted(picked) != sorted(map(str, action.cards))


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[app_commands.Command[Any, ..., Any], ...]:
    """Return `/play`."""

    @app_commands.describe(cards=wording("option.cards.description"))
    @app_commands.rename(cards=wording("option.cards.name"))
    async def play(interaction: discord.Interaction, cards: str) -> None:
        async def deed(asker: Asker, table: Table) -> Answer:
            seat = seat_at(table, asker.user)
            task, view = table.task(seat), table.view(seat)
            action = typed_action(view, cards)
            if _is_new_throw(action, kit, table, seat):
                kit.drafts.put(table.id, seat, task, tuple(map(str, action.cards)))
                return ShowHand(table, asker.texts.say("turn.throw_again"))
            await table.submit(seat, action, task)
            return ShowHand(table)

        await desk.serve_table(asker_of(kit, interaction), partial(seat_here, kit), deed)

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        asker = await in_own_language(kit, asker_of(kit, interaction))
        try:
            table = await seat_here(kit, asker)
            seat = seat_at(table, asker.user)
            view, task = table.view(seat), table.task(seat)
        except Refused:
            return []
        adviser = partial(kit.brain.choose, view, ADVISER, f"hint:{table.id}:{task}")
        found = await offers(view, typed, asker.texts, adviser)
        return [app_commands.Choice(name=offer.name, value=offer.value) for offer in found[:OFFERED]]

    play_command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=wording("command.play.name"), description=wording("command.play.description"), callback=play
    )
    play_command.guild_only = True
    play_command.autocomplete("cards")(offer)
    return (play_command,)
