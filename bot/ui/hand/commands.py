"""Defines `/hand`, which shows the hand, and `/play`, which takes a typed answer such as cards."""

from functools import partial
from typing import TypeGuard

import discord
from discord import app_commands

from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.ui.core.interactions.command_builder import Choices, Command, CommandBuilder
from bot.ui.core.interactions.context import Context, get_seat
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import describe_other_channel, get_hand_table, get_own_table
from bot.ui.core.tables.rated_play import is_help_allowed
from bot.ui.hand.advice import recommend_action, submit_with_coach
from bot.ui.typed.parse_answers import list_offers, parse_action
from engine.deal.legal_actions import as_lead, check_action
from engine.model.actions import Action, Play
from engine.model.seats import Seat
from engine.model.view import Ask, View


def _is_new_throw(action: Action, services: Services, table: Table, seat: Seat) -> TypeGuard[Play]:
    view = table.view(seat)
    if view.ask is not Ask.LEAD or not isinstance(action, Play) or view.rules.throws_safe_only:
        return False  # a throw that cannot fail needs no confirmation
    check_action(view, action)
    picked = services.picked_cards.get(table.id, seat, table.task(seat)).picked
    return as_lead(view, action.cards, action.grouping).is_throw and sorted(picked) != sorted(map(str, action.cards))


async def _recommend(services: Services, table: Table, view: View) -> Action | None:
    return await recommend_action(services, view) if await is_help_allowed(services, table.facts) else None


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return `/hand` and `/play`."""

    @builder.command("hand", "view")
    @app_commands.choices(view=[builder.wording.choice(f"hand.{name}", name) for name in ("picture", "text")])
    async def hand(interaction: discord.Interaction, view: str = "") -> None:
        async def handler(ctx: Context, table: Table) -> Response:
            get_seat(table, ctx.user)
            return ShowPanel(table, await describe_other_channel(ctx, table), as_text=view == "text" if view else None)

        await builder.run_at_table(interaction, get_hand_table, handler)

    @builder.command("play", "cards")
    async def play(interaction: discord.Interaction, cards: str) -> None:
        await builder.run_at_table(interaction, get_own_table, partial(_play, cards=cards))

    builder.complete("cards", _offer_answers, play)
    return hand, play


async def _play(ctx: Context, table: Table, cards: str) -> Response:
    services, seat = ctx.services, get_seat(table, ctx.user)
    task, view = table.task(seat), table.view(seat)
    action = parse_action(view, cards)
    if _is_new_throw(action, services, table, seat):
        services.picked_cards.put(table.id, seat, task, tuple(map(str, action.cards)))
        return ShowPanel(table, ctx.texts.say("turn.throw_again"))
    await submit_with_coach(services, table, ctx.user, ctx.texts, action, task)
    return ShowPanel(table)


async def _offer_answers(ctx: Context, typed: str) -> Choices:
    try:
        table = await get_own_table(ctx)
        seat = get_seat(table, ctx.user)
        view = table.view(seat)
    except TableRefused:
        return []
    found = await list_offers(view, typed, ctx.texts, partial(_recommend, ctx.services, table, view))
    return [app_commands.Choice(name=offer.name, value=offer.value) for offer in found]
