"""`/event`: create an event, lead it from round to round, and see where it stands."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.events.duplicate import MAX_BOARDS
from bot.events.model import BoardScoring, Event, NoShowPolicy
from bot.events.pairing.ports import BracketSettings, EventFormat, Seeding
from bot.events.stages import MAX_ROUNDS
from bot.events.validate import BEST_OF, MAX_NAME_LENGTH
from bot.play.match_length import MAX_DEALS, MAX_MINUTES, MIN_MINUTES
from bot.ui.core.autocomplete import offered_changes, offered_rule_sets
from bot.ui.core.command_builder import Command, CommandTexts, describe_command, describe_options, offer_choices
from bot.ui.core.context import Context, context_of
from bot.ui.core.dispatch_ports import Dispatcher
from bot.ui.core.responses import NewMessage, Response, notice_message
from bot.ui.core.services import Services
from bot.ui.events import actions
from bot.ui.events.bracket_view import bracket_view
from bot.ui.events.create_event import BelongingOptions, EventOptions, create_event
from bot.ui.events.crosstable_view import crosstable_view
from bot.ui.events.duplicate_view import board_view
from bot.ui.events.event_view import confirm_cancel_view
from bot.ui.events.export import export_view
from bot.ui.events.lookup import get_event_by_name, offer_events
from bot.ui.events.standings_view import standings_view
from bot.ui.league.autocomplete import offer_leagues
from bot.ui.league.lookup import get_caller
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH

MAX_GRACE: Final = 60
DEFAULT_GRACE: Final = 5
MAX_TABLES: Final = 200
MAX_TIME_LENGTH: Final = 40
MAX_BOARD_NUMBER: Final = MAX_ROUNDS * MAX_BOARDS

EventHandler = Callable[[Context, Event], Awaitable[Response]]


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return `/event` with all its parts."""
    group = app_commands.Group(**describe_command(wording, "event"), guild_only=True)
    for add in (_add_create, _add_steps, _add_report, _add_views):
        add(group, services, dispatcher, wording)
    return (group,)


def _add_create(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "event_create"))
    @describe_options(
        wording,
        "league",
        *(
            "preset",
            "changes",
            "deals",
            "minutes",
            "rounds",
            "grace",
            "absent",
            "automatic",
            "late",
            "starts",
        ),
        name="event_name",
        style="event_format",
        seeding="seeding",
        former="former",
        best_of="best_of",
        third="third",
        consolation="consolation",
        scoring="board_scoring",
    )
    @offer_choices(
        scoring=[wording.choice(f"events.board_scoring.{one}", one.value) for one in BoardScoring],
        style=[wording.choice(f"events.format.{one}", one.value) for one in EventFormat],
        seeding=[wording.choice(f"bracket.seeding_{one}", one.value) for one in Seeding],
        best_of=[app_commands.Choice(name=str(one), value=one) for one in BEST_OF],
        absent=[wording.choice(f"events.absent.{one}", one.value) for one in NoShowPolicy],
    )
    async def create(  # noqa: PLR0917 - discord.py reads the options from here
        interaction: discord.Interaction,
        name: Range[str, 1, MAX_NAME_LENGTH],
        style: str,
        preset: str | None = None,
        deals: Range[int, 1, MAX_DEALS] | None = None,
        minutes: Range[int, MIN_MINUTES, MAX_MINUTES] | None = None,
        rounds: Range[int, 1, MAX_ROUNDS] | None = None,
        starts: Range[str, 1, MAX_TIME_LENGTH] | None = None,
        grace: Range[int, 1, MAX_GRACE] = DEFAULT_GRACE,
        absent: str | None = None,
        automatic: bool = True,  # noqa: FBT001, FBT002 - as above
        late: bool = True,  # noqa: FBT001, FBT002 - as above
        scoring: str | None = None,
        changes: Range[str, 0, MAX_TEXT_LENGTH] = "",
        seeding: str | None = None,
        former: str | None = None,
        league: str | None = None,
        best_of: int = 1,
        third: bool = True,  # noqa: FBT001, FBT002 - as above
        consolation: bool = False,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        no_show = None if absent is None else NoShowPolicy(absent)
        length, flags = (rounds, deals, minutes, grace), (automatic, late, starts)
        compared = None if scoring is None else BoardScoring(scoring)
        options = EventOptions(name, EventFormat(style), preset, changes, *length, no_show, *flags, compared)
        bracket = BracketSettings(best_of, third, consolation)
        belongs = BelongingOptions(None if seeding is None else Seeding(seeding), former, league)

        async def handler(ctx: Context) -> Response:
            return await create_event(ctx, interaction, options, bracket, belongs)

        await dispatcher.run(context_of(services, interaction), handler)

    _offer_rules(create, services)
    offer_events(create, services, ended=True, option="former")
    offer_leagues(create, services)


def _add_steps(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    steps = {
        "open": actions.open_entries,
        "close": actions.close_entries,
        "start": actions.start_event,
        "round": actions.begin_round,
    }
    for name, step in steps.items():
        _add_plain(group, services, dispatcher, wording, name, _as_notice(step))
    _add_plain(group, services, dispatcher, wording, "cancel", _ask_cancel)


def _as_notice(step: Callable[[Context, Event], Awaitable[str]]) -> EventHandler:
    async def handle(ctx: Context, event: Event) -> Response:
        return notice_message(await step(ctx, event))

    return handle


async def _ask_cancel(ctx: Context, event: Event) -> Response:
    ctx.services.events.require_manager(get_caller(ctx), event)
    return NewMessage(confirm_cancel_view(event, ctx.texts))


async def _show_standings(ctx: Context, event: Event) -> Response:
    return NewMessage(await standings_view(ctx.services, event, ctx.texts))


async def _show_bracket(ctx: Context, event: Event) -> Response:
    return NewMessage(await bracket_view(ctx.services, event, ctx.texts))


async def _show_crosstable(ctx: Context, event: Event) -> Response:
    return NewMessage(await crosstable_view(ctx.services, event, ctx.texts))


async def _export(ctx: Context, event: Event) -> Response:
    return NewMessage(await export_view(ctx, event))


def _add_plain(
    group: app_commands.Group,
    services: Services,
    dispatcher: Dispatcher,
    wording: CommandTexts,
    name: str,
    handle: EventHandler,
    *,
    ended: bool = False,
) -> None:
    """Add a command whose only option is the event; `ended`: also one that has ended."""

    @group.command(**describe_command(wording, f"event_{name}"))
    @describe_options(wording, "event")
    async def command(interaction: discord.Interaction, event: str | None = None) -> None:
        async def handler(ctx: Context) -> Response:
            return await handle(ctx, await get_event_by_name(ctx, event, ended=ended))

        await dispatcher.run(context_of(services, interaction), handler)

    offer_events(command, services, ended=ended)


def _add_report(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    @group.command(**describe_command(wording, "event_report"))
    @describe_options(
        wording, "winner", "margin", "event", table="event_table", number="event_round", board="event_board"
    )
    @offer_choices(winner=[wording.choice(f"events.winner.{one}", one) for one in actions.WINNERS])
    async def report(
        interaction: discord.Interaction,
        table: Range[int, 1, MAX_TABLES],
        winner: str,
        margin: Range[int, 1, actions.MAX_MARGIN] = 1,
        number: Range[int, 1, MAX_ROUNDS] | None = None,
        board: Range[int, 1, MAX_BOARD_NUMBER] | None = None,
        event: str | None = None,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_event_by_name(ctx, event, ended=True)
            return notice_message(await actions.report_result(ctx, found, number, table, winner, margin, board))

        await dispatcher.run(context_of(services, interaction), handler)

    offer_events(report, services, ended=True)


def _add_views(group: app_commands.Group, services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> None:
    _add_plain(group, services, dispatcher, wording, "standings", _show_standings, ended=True)
    _add_plain(group, services, dispatcher, wording, "bracket", _show_bracket, ended=True)
    _add_plain(group, services, dispatcher, wording, "crosstable", _show_crosstable, ended=True)
    _add_plain(group, services, dispatcher, wording, "export", _export, ended=True)

    @group.command(**describe_command(wording, "event_board"))
    @describe_options(wording, "event", number="event_board")
    async def board(
        interaction: discord.Interaction,
        number: Range[int, 1, MAX_BOARD_NUMBER] | None = None,
        event: str | None = None,
    ) -> None:
        async def handler(ctx: Context) -> Response:
            found = await get_event_by_name(ctx, event, ended=True)
            return NewMessage(await board_view(ctx.services, found, number, ctx.texts))

        await dispatcher.run(context_of(services, interaction), handler)

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
