"""`/league`: leagues are begun, changed, joined, looked at, ruled on, brought in and taken away."""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.league.leagues import LONGEST_SEASON, By, Fading, Replaced, Reset
from bot.league.teams import LONGEST_NAME
from bot.ui.answers import Answer, AskFor, Desk, Tell, in_own_language, tell
from bot.ui.asker import Asker
from bot.ui.changes import LONGEST_TYPED
from bot.ui.commands.table import Command, as_choices, asker_of, offered_changes
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.league import deeds, files, screens
from bot.ui.league.archived import offered_archived
from bot.ui.league.finding import league_called, offered_leagues, offered_teams, require_manager
from bot.ui.league.picking import or_pick
from bot.ui.league.seasons import asked_body
from bot.ui.league.setup import Wanted, drafted, edit_form, usual_draft
from engine.presets import PRESETS

OFFERED: Final = 25
Run = TypeVar("Run", bound=Callable[..., Any])
MOST_PAGES: Final = 10_000
DEFAULT_PRESET: Final = "club"


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return `/league` with all its parts."""
    group = app_commands.Group(
        name=wording("command.league.name"), description=wording("command.league.description"), guild_only=True
    )
    for add in (_create, _edit, _players, _looks, _seasons, _files):
        add(group, kit, desk, wording)
    return (group,)


def _option(wording: Wording, *names: str, **others: str) -> Callable[[Run], Run]:
    """Return what describes and names options: `names` are worded under their own names, `others` under another."""
    keys = {name: name for name in names} | others
    described = app_commands.describe(**{name: wording(f"option.{key}.description") for name, key in keys.items()})
    renamed = app_commands.rename(**{name: wording(f"option.{key}.name") for name, key in keys.items()})

    def dressed(run: Run) -> Run:
        return cast("Run", described(renamed(cast("Any", run))))

    return dressed


def _chosen(**choices: list[app_commands.Choice[str]]) -> Callable[[Run], Run]:
    chosen = app_commands.choices(**choices)

    def dressed(run: Run) -> Run:
        return cast("Run", chosen(cast("Any", run)))

    return dressed


def _about(wording: Wording, key: str) -> dict[str, Any]:
    name = wording(f"command.league_{key}.name")
    return {"name": name, "description": wording(f"command.league_{key}.description")}


def _decided(wording: Wording) -> Callable[[Run], Run]:
    """Return the choices of what a manager decides."""
    return _chosen(
        preset=[wording.choice(f"preset.{name}", name) for name in PRESETS][:OFFERED],
        by=[wording.choice(f"leagues.by.{one}", one) for one in By],
        reset=[wording.choice(f"leagues.reset.{one}", one) for one in Reset],
        fading=[wording.choice(f"leagues.fading.{one}", one) for one in Fading],
        replaced=[wording.choice(f"leagues.replaced.{one}", one) for one in Replaced],
    )


def _create(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(**_about(wording, "create"))
    @_option(
        wording, "preset", "changes", "by", "days", "reset", "fading", "replaced", name="league_name", channel="news"
    )
    @_decided(wording)
    async def create(  # noqa: PLR0917 - discord.py reads the options from here
        interaction: discord.Interaction,
        name: Range[str, 1, LONGEST_NAME],
        preset: str = DEFAULT_PRESET,
        changes: Range[str, 0, LONGEST_TYPED] | None = None,
        by: str = By.PERSONS.value,
        days: Range[int, 0, LONGEST_SEASON] = 0,
        reset: str = Reset.KEEP.value,
        channel: discord.TextChannel | None = None,
        fading: str = Fading.NONE.value,
        replaced: str = Replaced.SEATED.value,
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            where = channel.id if channel else None
            wanted = Wanted(name, preset, changes, by, days, reset, where, fading=fading, replaced=replaced)
            draft = drafted(usual_draft(preset), wanted, asker.texts)
            return Tell(await deeds.create(kit, asker, draft))

        await desk.serve(asker_of(kit, interaction), deed)

    _offer_changes(create, kit)


def _edit(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(**_about(wording, "edit"))
    @_option(
        wording,
        "league",
        "preset",
        "changes",
        "by",
        "days",
        "reset",
        "manager",
        "no_manager",
        "fading",
        "replaced",
        "no_news",
        name="league_name",
        channel="news",
    )
    @_decided(wording)
    async def edit(  # noqa: PLR0917 - discord.py reads the options from here
        interaction: discord.Interaction,
        league: str | None = None,
        name: Range[str, 1, LONGEST_NAME] | None = None,
        preset: str | None = None,
        changes: Range[str, 0, LONGEST_TYPED] | None = None,
        by: str | None = None,
        days: Range[int, 0, LONGEST_SEASON] | None = None,
        reset: str | None = None,
        channel: discord.TextChannel | None = None,
        manager: discord.Member | None = None,
        no_manager: discord.Member | None = None,
        fading: str | None = None,
        replaced: str | None = None,
        no_news: bool = False,  # noqa: FBT001, FBT002 - as above
    ) -> None:
        where = channel.id if channel else None
        wanted = Wanted(name, preset, changes, by, days, reset, where, no_news and where is None, fading, replaced)
        options = wanted != Wanted() or manager is not None or no_manager is not None

        async def deed(asker: Asker) -> Answer:
            found = await league_called(kit, asker, league)
            await require_manager(kit, asker, found)
            if not options:
                return AskFor(edit_form(found, asker.texts))
            draft = drafted(found.draft, wanted, asker.texts)
            return Tell(await deeds.edit(kit, asker, found, draft, deeds.Managers(manager, no_manager)))

        await desk.serve(asker_of(kit, interaction), deed if options else or_pick(kit, deed, "edit"))

    _offer_changes(edit, kit)
    _offer_leagues(edit, kit)


def _players(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(**_about(wording, "join"))
    @_option(wording, "league", "team")
    async def join(interaction: discord.Interaction, league: str | None = None, team: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            return tell(await deeds.join(kit, asker, await league_called(kit, asker, league), team))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "join") if team is None else deed)

    @group.command(**_about(wording, "leave"))
    @_option(wording, "league", "team")
    async def leave(interaction: discord.Interaction, league: str | None = None, team: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await deeds.ask_leave(kit, asker, await league_called(kit, asker, league), team))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "leave") if team is None else deed)

    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return as_choices(await offered_teams(kit, asker_of(kit, interaction), typed))

    both: tuple[Any, ...] = (join, leave)
    for command in both:
        _offer_leagues(command, kit)
        command.autocomplete("team")(offer)


def _looks(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(**_about(wording, "standings"))
    @_option(wording, "league", "season", "page")
    async def standings(
        interaction: discord.Interaction,
        league: str | None = None,
        season: Range[int, 1, MOST_PAGES] | None = None,
        page: Range[int, 1, MOST_PAGES] = 1,
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            found = await league_called(kit, asker, league, archived=True)
            return Tell(await screens.standings(kit, asker, found, season, page))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "table", season or "", page))

    @group.command(**_about(wording, "report"))
    @_option(wording, "league")
    async def report(interaction: discord.Interaction, league: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await screens.report(kit, asker, await league_called(kit, asker, league, archived=True), 1))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "report"))

    @group.command(**_about(wording, "history"))
    @_option(wording, "league")
    async def history(interaction: discord.Interaction, league: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await screens.history(kit, asker, await league_called(kit, asker, league, archived=True)))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "history"))

    looks: tuple[Any, ...] = (standings, report, history)
    for command in looks:
        _offer_leagues(command, kit, archived=True)


def _seasons(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(**_about(wording, "season"))
    @_option(wording, "step", "league")
    @_chosen(step=[wording.choice(f"leagues.step.{one}", one) for one in ("open", "close")])
    async def season(interaction: discord.Interaction, step: str, league: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            found = await league_called(kit, asker, league)
            await require_manager(kit, asker, found)
            return Tell(await deeds.ask_season(kit, asker, found, opening=step == "open"))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "season", step))

    @group.command(**_about(wording, "archive"))
    @_option(wording, "league")
    async def archive(interaction: discord.Interaction, league: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            found = await league_called(kit, asker, league)
            await require_manager(kit, asker, found)
            return Tell(asked_body(found, "archive", 0, asker.texts))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "archive"))

    steps: tuple[Any, ...] = (season, archive)
    for command in steps:
        _offer_leagues(command, kit)


def _files(group: app_commands.Group, kit: Kit, desk: Desk, wording: Wording) -> None:
    @group.command(**_about(wording, "export"))
    @_option(wording, "league", "season")
    async def export(
        interaction: discord.Interaction,
        league: str | None = None,
        season: Range[int, 1, MOST_PAGES] | None = None,
    ) -> None:
        async def deed(asker: Asker) -> Answer:
            found = await league_called(kit, asker, league, archived=True)
            one = await screens.season_numbered(kit, found, season)
            return Tell(await files.exported(kit, asker, found, one))

        await desk.serve(asker_of(kit, interaction), or_pick(kit, deed, "export", season or ""))

    @group.command(**_about(wording, "import"))
    @_option(wording, "file", "league")
    async def import_(interaction: discord.Interaction, file: discord.Attachment, league: str | None = None) -> None:
        async def deed(asker: Asker) -> Answer:
            found = await league_called(kit, asker, league)
            await require_manager(kit, asker, found)
            return Tell(await files.tried(kit, asker, found, file))

        await desk.serve(asker_of(kit, interaction), deed)

    _offer_leagues(export, kit, archived=True)
    _offer_leagues(import_, kit)


def _offer_changes(command: Any, kit: Kit) -> None:
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_changes(kit, asker_of(kit, interaction), typed)

    command.autocomplete("changes")(offer)


def _offer_leagues(command: Any, kit: Kit, *, archived: bool = False) -> None:
    async def offer(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        asker = await in_own_language(kit, asker_of(kit, interaction))
        found = as_choices(await offered_leagues(kit, asker, typed))
        return (found + (await offered_archived(kit, asker, typed) if archived else []))[:OFFERED]

    command.autocomplete("league")(offer)
