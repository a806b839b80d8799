"""`/event`: creates events, leads them from round to round, and shows their standings."""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.events.settings import MAX_BOARDS, MAX_ROUNDS, EventSettings
from bot.events.validate import MAX_NAME_LENGTH
from bot.ids import UserId
from bot.ui.core.interactions.command_builder import (
    Command,
    CommandTexts,
    describe_command,
    describe_options,
    offer_choices,
)
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.interactions.setting_options import offer_settings, read_settings
from bot.ui.core.rules.autocomplete_rules import offered_changes, offered_rule_sets
from bot.ui.core.services import Services
from bot.ui.events import actions
from bot.ui.events.choose_event import ALSO_ENDED, PART, on_event
from bot.ui.events.control_ids import ChooseEvent
from bot.ui.events.create_event import TypedOptions, create_event
from bot.ui.events.invitations import check_partners
from bot.ui.events.lookup import offer_events
from bot.ui.events.report import MAX_MARGIN, WINNERS
from bot.ui.league.autocomplete import offer_leagues
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH

MAX_TABLES: Final = 200
MAX_TIME_LENGTH: Final = 40
MAX_BOARD_NUMBER: Final = MAX_ROUNDS * MAX_BOARDS


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return `/event` with all its parts."""
    group = app_commands.Group(**describe_command(wording, "event"))
    for add in (_add_create, _add_people, _add_steps, _add_report, _add_views):
        add(group, services, dispatcher, wording)
    return (group,)


def _add_create(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "event_create"))
    @describe_options(wording, "preset", "starts", "changes", "former", "league", name="event_name")
    @offer_settings(wording, EventSettings, required=True)
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
            return await create_event(ctx, interaction, typed, settings)

        await dispatcher.run(context_of(services, interaction), handler)

    _offer_rules(create, services)
    offer_events(create, services, ended=True, option="former")
    offer_leagues(create, services)


def _add_steps(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    for name in ("open", "close", "start", "round", "cancel"):
        _add_plain(group, services, dispatcher, wording, name)


def _add_plain(
    group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts, name: str
) -> None:
    """Add a command whose only option is the event."""

    @group.command(**describe_command(wording, f"event_{name}"))
    @describe_options(wording, "event")
    async def command(interaction: discord.Interaction, event: str | None = None) -> None:
        await dispatcher.run(context_of(services, interaction), on_event(event, ChooseEvent(name)))

    offer_events(command, services, ended=name in ALSO_ENDED)


def _add_report(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "event_report"))
    @describe_options(
        wording, "winner", "margin", "event", table="event_table", number="event_round", board="event_board"
    )
    @offer_choices(winner=[wording.choice(f"events.winner.{one}", one) for one in WINNERS])
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
        choice = ChooseEvent("report", PART.join(map(str, arguments)))
        await dispatcher.run(context_of(services, interaction), on_event(event, choice))

    offer_events(report, services, ended=True)


def _add_people(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "event_enter"))
    @describe_options(wording, "event", partner="event_partner", third="event_third")
    async def enter(
        interaction: discord.Interaction,
        partner: discord.Member,
        third: discord.Member | None = None,
        event: str | None = None,
    ) -> None:
        partners = tuple(one for one in (partner, third) if one is not None)

        async def handler(ctx: Context) -> Response:
            check_partners(partners)
            for one in partners:
                await ctx.services.people.remember_name(UserId(one.id), one.display_name)
            choice = ChooseEvent("enter", PART.join(str(one.id) for one in partners))
            return await on_event(event, choice)(ctx)

        await dispatcher.run(context_of(services, interaction), handler)

    @group.command(**describe_command(wording, "event_managers"))
    @describe_options(wording, "event", person="event_manager", step="event_manager_step")
    @offer_choices(step=[wording.choice(f"events.step.{step}", step) for step in ("add", "remove")])
    async def managers(
        interaction: discord.Interaction,
        person: discord.Member | None = None,
        step: str = "add",
        event: str | None = None,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            check_partners(() if person is None else (person,))
            if person is not None:
                await ctx.services.people.remember_name(UserId(person.id), person.display_name)
            return await on_event(event, ChooseEvent("managers", f"{step}{PART}{person.id if person else ''}"))(ctx)

        await dispatcher.run(context_of(services, interaction), handler)

    commands: tuple[Any, ...] = (enter, managers)
    for command in commands:
        offer_events(command, services)


def _add_views(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    for name in ("standings", "bracket", "crosstable", "export"):
        _add_plain(group, services, dispatcher, wording, name)

    @group.command(**describe_command(wording, "event_board"))
    @describe_options(wording, "event", number="event_board")
    async def board(
        interaction: discord.Interaction,
        number: Range[int, 1, MAX_BOARD_NUMBER] | None = None,
        event: str | None = None,
    ) -> None:
        choice = ChooseEvent("board", str(number or 0))
        await dispatcher.run(context_of(services, interaction), on_event(event, choice))

    offer_events(board, services, ended=True)

    @group.command(**describe_command(wording, "event_schedule"))
    async def schedule(interaction: discord.Interaction) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await actions.schedule_view(ctx))

        await dispatcher.run(context_of(services, interaction), handler)


def _offer_rules(command: Any, services: Services) -> None:
    async def changes(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_changes(context_of(services, interaction), typed)

    async def rule_sets(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_rule_sets(context_of(services, interaction), typed)

    command.autocomplete("changes")(changes)
    command.autocomplete("preset")(rule_sets)
