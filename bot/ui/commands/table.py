"""`/tractor`, `/hand` and `/table`."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.play.occupants import ChannelId
from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.answers import Answer, Desk, ShowHand, in_own_language, tell
from bot.ui.asker import Asker
from bot.ui.changes import offers, typed_changes
from bot.ui.commands.wording import Wording
from bot.ui.counting import opened_for
from bot.ui.ending import end as ask_end
from bot.ui.finding import hand_here, require_permissions, table_here, where_else
from bot.ui.kit import Kit
from bot.ui.league.finding import league_called, offered_leagues
from bot.ui.league.setup import changes_to
from bot.ui.listing import listed
from bot.ui.outbox import Outbox
from bot.ui.presses import seat_at
from bot.ui.presses.lobby import USUAL_LEVEL, note_level
from bot.ui.reposting import show_again, why_no_thread
from engine.players import PLAYERS
from engine.presets import PRESETS
from engine.validation import MAX_PLAYERS, MIN_PLAYERS

Command = app_commands.Command[Any, ..., Any] | app_commands.Group
MOST_COMPUTERS: Final = MAX_PLAYERS - 1
LONGEST_TURN: Final = 3600
"""Seconds; 0 is no limit."""
MOST_OFFERED: Final = 25
DEFAULT_PRESET: Final = "club"


def commands(kit: Kit, desk: Desk, outbox: Outbox, wording: Wording) -> tuple[Command, ...]:
    """Return the commands about a table."""
    return (
        _tractor(kit, desk, outbox, wording),
        _hand(kit, desk, wording),
        _table(kit, desk, outbox, wording),
    )


def asker_of(kit: Kit, interaction: discord.Interaction) -> Asker:
    """Return who typed a command."""
    return Asker(interaction, kit.catalogue.texts(str(interaction.locale)))


def _tractor(kit: Kit, desk: Desk, outbox: Outbox, wording: Wording) -> app_commands.Group:
    group = app_commands.Group(
        name=wording("command.tractor.name"), description=wording("command.tractor.description"), guild_only=True
    )

    @group.command(name=wording("command.tractor_new.name"), description=wording("command.tractor_new.description"))
    @app_commands.describe(
        preset=wording("option.preset.description"),
        players=wording("option.players.description"),
        computers=wording("option.computers.description"),
        level=wording("option.level.description"),
        turn=wording("option.turn.description"),
        next_deal=wording("option.next.description"),
        changes=wording("option.changes.description"),
        league=wording("option.table_league.description"),
    )
    @app_commands.rename(
        preset=wording("option.preset.name"),
        players=wording("option.players.name"),
        computers=wording("option.computers.name"),
        level=wording("option.level.name"),
        turn=wording("option.turn.name"),
        next_deal=wording("option.next.name"),
        changes=wording("option.changes.name"),
        league=wording("option.league.name"),
    )
    @app_commands.choices(
        preset=[wording.choice(f"preset.{name}", name) for name in PRESETS][:25],
        level=[wording.choice(f"computer.level.{name}", name) for name in PLAYERS],
    )
    async def new(
        interaction: discord.Interaction,
        *,
        preset: str | None = None,
        players: Range[int, MIN_PLAYERS, MAX_PLAYERS] | None = None,
        computers: Range[int, 0, MOST_COMPUTERS] = 0,
        level: str = USUAL_LEVEL,
        turn: Range[int, 0, LONGEST_TURN] | None = None,
        next_deal: Range[int, 0, LONGEST_TURN] | None = None,
        changes: str = "",
        league: str | None = None,
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            rules = await rules_asked_for(kit, asker, preset, players, changes, league)
            table = await open_table(kit, asker, interaction, rules, computers, level, turn)
            if next_deal is not None or turn == 0:  # whoever wants no clock wants none between deals
                await table.set_next_deal(asker.user, next_deal or 0)
            await outbox.refresh(table)
            notice = await why_no_thread(kit, asker)
            if league is not None:
                found = await league_called(kit, asker, league)
                notice = "\n".join(filter(None, (notice, await opened_for(kit, table.facts, found, asker.texts))))
            return ShowHand(table, notice)

        await desk.serve(asker_of(kit, interaction), deed)

    _offer(new, kit)

    @group.command(name=wording("command.tractor_end.name"), description=wording("command.tractor_end.description"))
    async def end(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker, table: Table) -> Answer:
            return await ask_end(kit, asker, table)

        await desk.serve_table(asker_of(kit, interaction), partial(table_here, kit), deed)

    @group.command(name=wording("command.tractor_list.name"), description=wording("command.tractor_list.description"))
    async def list_(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            return tell(await listed(kit, asker))

        await desk.serve(asker_of(kit, interaction), deed)

    return group


def _offer(new: Any, kit: Kit) -> None:
    """Offer what may be typed beside `/tractor new`."""

    async def changes(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_changes(kit, asker_of(kit, interaction), typed)

    async def leagues(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(await offered_leagues(kit, asker_of(kit, interaction), typed))

    new.autocomplete("changes")(changes)
    new.autocomplete("league")(leagues)


async def rules_asked_for(
    kit: Kit, asker: Asker, preset: str | None, players: int | None, changes: str, league: str | None
) -> tuple[str, dict[str, str]]:
    """Return the preset, and the changes to it, that were asked for: a league's own, for a table of a league.

    Raises:
        LeagueRefused: there is no such league here, it has ended, or other rules were asked for beside it.
    """
    if league is not None:
        draft = (await league_called(kit, asker, league)).draft
        if players is not None or changes or preset not in {None, draft.preset}:
            raise LeagueRefused(LeagueWhy.LEAGUE_RULES, name=draft.name)
        return draft.preset, changes_to(draft)
    settings = await kit.guilds.settings(asker.place[0])
    asked = {} if players is None else {"players": str(players)}
    return preset or settings.preset or DEFAULT_PRESET, typed_changes(changes, asker.texts) | asked


async def open_table(
    kit: Kit,
    asker: Asker,
    interaction: discord.Interaction,
    rules: tuple[str, Mapping[str, str]],
    computers: int,
    level: str,
    turn: int | None,
) -> Table:
    """Open a lobby as it was asked for; times that were not said are as the server's settings have them.

    Raises:
        Refused: the server has no tables in this channel, the bot may not speak here, or as the registry refuses.
    """
    guild, channel = asker.place
    settings = await kit.guilds.settings(guild)
    parent = getattr(interaction.channel, "parent_id", None)
    if not settings.allows(channel, ChannelId(parent) if parent else None):
        raise Refused(Why.NOT_IN_CHANNEL, channels=settings.channels)
    require_permissions(interaction)
    table = await kit.registry.open(guild, channel, asker.user, *rules, computers, level)
    await note_level(kit.notes, table.id, level)
    seconds = settings.turn_seconds if turn is None else turn
    if seconds is not None or settings.bury_seconds is not None:
        await table.set_pace(asker.user, seconds, settings.bury_seconds if turn != 0 else 0)
    return table


def as_choices(words: Sequence[str]) -> list[app_commands.Choice[str]]:
    """Return what may be typed as Discord offers it: at most 25."""
    return [app_commands.Choice(name=word, value=word) for word in words[:MOST_OFFERED]]


async def offered_changes(kit: Kit, asker: Asker, typed: str) -> list[app_commands.Choice[str]]:
    """Return the changes to the rules that may be typed next, for the preset that is chosen beside them."""
    asker = await in_own_language(kit, asker)
    preset = getattr(asker.interaction.namespace, "preset", None)
    if preset not in PRESETS and asker.interaction.guild_id is not None:
        preset = (await kit.guilds.settings(asker.place[0])).preset
    chosen = preset if isinstance(preset, str) and preset in PRESETS else DEFAULT_PRESET
    players = getattr(asker.interaction.namespace, "players", None)
    found = offers(chosen, typed, asker.texts, players if isinstance(players, int) else None)
    return [app_commands.Choice(name=offer.name, value=offer.value) for offer in found]


def _hand(kit: Kit, desk: Desk, wording: Wording) -> Command:
    @app_commands.describe(view=wording("option.view.description"))
    @app_commands.rename(view=wording("option.view.name"))
    @app_commands.choices(view=[wording.choice(f"hand.{name}", name) for name in ("picture", "text")])
    async def hand(interaction: discord.Interaction, view: str = "") -> None:
        async def deed(asker: Asker, table: Table) -> Answer:
            seat_at(table, asker.user)
            return ShowHand(table, await where_else(kit, asker, table), as_text=view == "text" if view else None)

        await desk.serve_table(asker_of(kit, interaction), partial(hand_here, kit), deed)

    return single(hand, "hand", wording)


def _table(kit: Kit, desk: Desk, outbox: Outbox, wording: Wording) -> Command:
    async def table(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker, found: Table) -> Answer:
            require_permissions(interaction)
            return tell(await show_again(kit, asker, outbox, found))

        await desk.serve_table(asker_of(kit, interaction), partial(table_here, kit), deed)

    return single(table, "table", wording)


def single(callback: Any, key: str, wording: Wording) -> Command:
    """Return a command without subcommands that is worded under `key`."""
    command: Command = app_commands.Command(
        name=wording(f"command.{key}.name"), description=wording(f"command.{key}.description"), callback=callback
    )
    command.guild_only = True
    return command
