"""`/event`: creates events, leads them from round to round, and shows their standings."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.events.settings import MAX_BOARDS, MAX_ROUNDS, EventSettings
from bot.events.validate import MAX_NAME_LENGTH
from bot.ui.core.interactions.command_builder import Command, CommandBuilder, offer_choices
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Handler, NewMessage, Response
from bot.ui.core.interactions.setting_options import offer_settings, read_settings
from bot.ui.core.rules.autocomplete_rules import offer_rules
from bot.ui.events.actions import schedule_view
from bot.ui.events.choose_event import ALSO_ENDED, PART, on_event
from bot.ui.events.control_ids import ChooseEvent
from bot.ui.events.create_event import TypedOptions, create_event
from bot.ui.events.invitations import check_partners
from bot.ui.events.lookup import offer_events
from bot.ui.events.report import MAX_MARGIN, WINNERS
from bot.ui.league.autocomplete import offer_leagues
from bot.ui.settings.language_offer import with_language_offer
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH

MAX_TABLES: Final = 200
MAX_TIME_LENGTH: Final = 40
MAX_BOARD_NUMBER: Final = MAX_ROUNDS * MAX_BOARDS


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return `/event` with all its parts."""
    group = builder.group("event")
    _add_create(group, builder)
    _add_people(group, builder)
    for name in ("open", "close", "start", "round", "cancel"):
        _add_plain(group, builder, name)
    _add_report(group, builder)
    _add_views(group, builder)
    return (group,)


def _add_create(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command(
        *("event_create", "preset", "starts", "changes", "former", "league"), name="event_name", group=group
    )
    @offer_settings(builder.wording, EventSettings, required=True)
    async def create(
        interaction: discord.Interaction,
        name: Range[str, 1, MAX_NAME_LENGTH],
        preset: str | None = None,
        starts: Range[str, 1, MAX_TIME_LENGTH] | None = None,
        changes: Range[str, 0, MAX_TEXT_LENGTH] = "",
        former: str | None = None,
        league: str | None = None,
        **chosen: Any,
    ) -> None:
        typed = TypedOptions(name, preset, starts, changes, former, league)
        settings = read_settings(EventSettings, chosen)

        async def handler(ctx: Context) -> Response:
            return await with_language_offer(ctx, await create_event(ctx, typed, settings))

        await builder.run(interaction, handler)

    offer_rules(builder, create)
    offer_events(builder, create, ended=True, option="former")
    offer_leagues(builder, create)


def _add_plain(group: app_commands.Group, builder: CommandBuilder, name: str) -> None:
    """Add a command whose only option is the event."""

    @builder.command(f"event_{name}", "event", group=group)
    async def command(interaction: discord.Interaction, event: str | None = None) -> None:
        await builder.run(interaction, on_event(event, ChooseEvent(name)))

    offer_events(builder, command, ended=name in ALSO_ENDED)


def _add_report(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command(
        *("event_report", "winner", "margin", "event"),
        table="event_table",
        number="event_round",
        board="event_board",
        group=group,
    )
    @offer_choices(winner=[builder.wording.choice(f"events.winner.{one}", one) for one in WINNERS])
    async def report(
        interaction: discord.Interaction,
        table: Range[int, 1, MAX_TABLES],
        winner: str,
        margin: Range[int, 1, MAX_MARGIN] = 1,
        number: Range[int, 1, MAX_ROUNDS] | None = None,
        board: Range[int, 1, MAX_BOARD_NUMBER] | None = None,
        event: str | None = None,
    ) -> None:
        arguments = (number or 0, table, winner, margin, *(() if board is None else (board,)))
        await builder.run(interaction, on_event(event, ChooseEvent("report", PART.join(map(str, arguments)))))

    offer_events(builder, report, ended=True)


def _add_people(group: app_commands.Group, builder: CommandBuilder) -> None:
    @builder.command("event_enter", "event", partner="event_partner", third="event_third", group=group)
    async def enter(
        interaction: discord.Interaction,
        partner: discord.Member,
        third: discord.Member | None = None,
        event: str | None = None,
    ) -> None:
        partners = [one for one in (partner, third) if one is not None]
        choice = ChooseEvent("enter", PART.join(str(one.id) for one in partners))
        await builder.run(interaction, _with_people(partners, on_event(event, choice)))

    @builder.command("event_managers", "event", person="event_manager", step="event_manager_step", group=group)
    @offer_choices(step=[builder.wording.choice(f"events.step.{step}", step) for step in ("add", "remove")])
    async def managers(
        interaction: discord.Interaction,
        person: discord.Member | None = None,
        step: str = "add",
        event: str | None = None,
    ) -> None:
        people = [] if person is None else [person]
        choice = ChooseEvent("managers", f"{step}{PART}{person.id if person else ''}")
        await builder.run(interaction, _with_people(people, on_event(event, choice)))

    offer_events(builder, enter, managers)


def _with_people(people: Sequence[discord.Member], handler: Handler) -> Handler:
    """Return a handler that first refuses bots among the people that a command names, and remembers the others."""

    async def handle(ctx: Context) -> Response:
        check_partners(people)
        for one in people:
            await ctx.services.people.remember_name(one)
        return await handler(ctx)

    return handle


def _add_views(group: app_commands.Group, builder: CommandBuilder) -> None:
    for name in ("standings", "bracket", "crosstable", "export"):
        _add_plain(group, builder, name)

    @builder.command("event_board", "event", number="event_board", group=group)
    async def board(
        interaction: discord.Interaction,
        number: Range[int, 1, MAX_BOARD_NUMBER] | None = None,
        event: str | None = None,
    ) -> None:
        await builder.run(interaction, on_event(event, ChooseEvent("board", str(number or 0))))

    offer_events(builder, board, ended=True)
    builder.plain_command("event_schedule", _show_schedule, group)


async def _show_schedule(ctx: Context) -> Response:
    return NewMessage(await schedule_view(ctx))
