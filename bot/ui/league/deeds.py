"""What people do to leagues, by command or button. The service refuses what may not be; what is done is kept first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.league.deals import Ruling, Verdict
from bot.league.ids import EntrantId, ResultId, SeasonId, TeamId, UserId
from bot.league.leagues import By, Draft, LeagueFacts, Season
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.play import occupants
from bot.text.describe.people import plain
from bot.ui.asker import Asker
from bot.ui.body import Body, Text
from bot.ui.kit import Kit
from bot.ui.league import screens
from bot.ui.league.finding import caller_of, guild_of, team_called
from bot.ui.league.heralding import announce, post, words_for_all
from bot.ui.league.seasons import asked_body, leaving_body

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


async def create(kit: Kit, asker: Asker, draft: Draft) -> Body:
    """Begin a league with its first season, and return what it is."""
    guild, caller = guild_of(asker), caller_of(asker)
    league = await kit.league.create_league(caller, guild, draft)
    await kit.league.open_season(caller, guild, league.id)
    return await screens.card(kit, asker, league, asker.texts.say("leagues.created"))


@dataclass(frozen=True, slots=True)
class Managers:
    """Who shall manage a league from now on, and who shall no more."""

    more: discord.Member | None = None
    fewer: discord.Member | None = None


async def edit(kit: Kit, asker: Asker, league: LeagueFacts, draft: Draft, managers: Managers = Managers()) -> Body:
    """Change a league, and return what it is now. What may be refused is done first: then nothing has changed."""
    changed = league
    if draft != league.draft:
        changed = await kit.league.edit_league(caller_of(asker), league.guild, league.id, draft)
    moved = await _set_managers(kit, asker, league, managers)
    said = "managing.changed" if moved or changed.draft != league.draft else "leagues.unchanged"
    if (changed.draft.scheme, changed.draft.days) != (league.draft.scheme, league.draft.days):
        said = "leagues.changed"
    return await screens.card(kit, asker, changed, asker.texts.say(said))


async def join(kit: Kit, asker: Asker, league: LeagueFacts, team: str | None) -> str:
    """Let a person, or a team of his, play in a league; return the words about it."""
    caller = caller_of(asker)
    if league.draft.by is By.TEAMS or team is not None:
        found = await team_called(kit, asker, team)
        await kit.league.join(caller, league.guild, league.id, found.id)
        who = found.name
    else:
        await kit.league.join(caller, league.guild, league.id)
        who = asker.interaction.user.display_name
    return asker.texts.say("leagues.joined", who=plain(who), league=plain(league.name))


async def ask_leave(kit: Kit, asker: Asker, league: LeagueFacts, team: str | None) -> Body:
    """Return the question whether somebody, or his team, really leaves a league.

    Raises:
        LeagueRefused: he is not in it.
    """
    inside = await kit.league.entrants(league.id)
    if league.draft.by is By.TEAMS or team is not None:
        found = await team_called(kit, asker, team)
        if found.id not in {one.team for one in inside}:
            raise LeagueRefused(LeagueWhy.NOT_IN, name=league.name)
        return leaving_body(league, found.id, found.name, asker.texts)
    if caller_of(asker).user not in {one.user for one in inside}:
        raise LeagueRefused(LeagueWhy.NOT_IN, name=league.name)
    return leaving_body(league, 0, asker.interaction.user.display_name, asker.texts)


async def leave(kit: Kit, asker: Asker, league: LeagueFacts, team: int) -> str:
    """Let a person, or his team of this number, play in a league no more; return the words about it."""
    caller = caller_of(asker)
    if team:
        found = next((one for one in await kit.league.teams_of(caller.user, guild_of(asker)) if one.id == team), None)
        if found is None:
            raise LeagueRefused(LeagueWhy.NO_TEAM)
        await kit.league.leave(caller, league.guild, league.id, TeamId(team))
        who = found.name
    else:
        await kit.league.leave(caller, league.guild, league.id)
        who = asker.interaction.user.display_name
    return asker.texts.say("leagues.left", who=plain(who), league=plain(league.name))


async def ask_season(kit: Kit, asker: Asker, league: LeagueFacts, *, opening: bool) -> Body:
    """Return the question whether a season shall be opened or closed.

    Raises:
        LeagueRefused: one is open already, or none is.
    """
    seasons = await kit.league.seasons(league.id)
    running = next((one for one in seasons if one.closed_at is None), None)
    if opening:
        if running is not None:
            raise LeagueRefused(LeagueWhy.SEASON_RUNS, given=running.number)
        return asked_body(league, "open", (seasons[0].number if seasons else 0) + 1, asker.texts)
    if running is None:
        raise LeagueRefused(LeagueWhy.NO_SEASON, name=league.name)
    return asked_body(league, "close", running.number, asker.texts)


async def open_season(kit: Kit, asker: Asker, league: LeagueFacts, number: int) -> Body:
    """Open season `number` and announce it; a button that was pressed late opens no other."""
    seasons = await kit.league.seasons(league.id)
    if seasons and seasons[0].number >= number:
        return await screens.card(kit, asker, league, asker.texts.say("leagues.too_late"))
    season = await kit.league.open_season(caller_of(asker), league.guild, league.id)
    told = asker.texts.say("leagues.opened", league=plain(league.name), number=season.number)
    return await screens.card(
        kit, asker, league, _with(told, await announce(kit, asker.interaction.client, league, asker.texts))
    )


async def close_season(kit: Kit, asker: Asker, league: LeagueFacts, number: int) -> Body:
    """Close season `number` and announce its champions; a button that was pressed late closes no other."""
    seasons = await kit.league.seasons(league.id)
    if not seasons or seasons[0].number != number or seasons[0].closed_at is not None:
        return await screens.card(kit, asker, league, asker.texts.say("leagues.too_late"))
    season = await kit.league.close_season(caller_of(asker), league.guild, league.id)
    told = asker.texts.say("leagues.closed", league=plain(league.name), number=season.number)
    return await screens.card(
        kit, asker, league, _with(told, await announce(kit, asker.interaction.client, league, asker.texts))
    )


async def archive(kit: Kit, asker: Asker, league: LeagueFacts) -> Body:
    """End a league for good, and announce the champions of the season that ended with it."""
    ended = await kit.league.archive_league(caller_of(asker), league.guild, league.id)
    told = asker.texts.say("leagues.ended", league=plain(league.name))
    told = _with(told, await announce(kit, asker.interaction.client, ended, asker.texts))
    return await screens.card(kit, asker, ended, told)


async def rule(kit: Kit, asker: Asker, result: ResultId, ruling: Ruling, reason: str) -> str:
    """Rule on a result, and return the words about it, and about champions who are no longer the same."""
    caller, guild = caller_of(asker), guild_of(asker)
    was = await kit.league.result(guild, result)
    before, told_as = await _champions(kit, await kit.league.counted_in(result)), ruling.verdict.value
    match ruling.verdict:
        case Verdict.VOID:
            await kit.league.void(caller, guild, result, reason)
        case Verdict.CORRECT:
            await kit.league.correct(caller, guild, result, ruling, reason)
        case Verdict.RESTORE:
            if (await kit.league.restore(caller, guild, result, reason)).ruling is not None:
                told_as = "corrected_again"
    told = [asker.texts.say(f"leagues.ruled.{told_as}", id=result)]
    if was.deal.match_over and not (await kit.league.result(guild, result)).deal.match_over:
        told.append(asker.texts.say("rulings.match_lost"))
    told += await _other_champions(kit, asker, await kit.league.counted_in(result), before)
    return _with(*told)


async def _champions(kit: Kit, counted: Sequence[tuple[LeagueFacts, Season]]) -> dict[SeasonId, set[EntrantId]]:
    """Return who won those of the seasons that are closed."""
    return {
        season.id: {line.entrant.id for line in await kit.league.champions(season.id)}
        for _, season in counted
        if season.closed_at is not None
    }


async def _other_champions(
    kit: Kit,
    asker: Asker,
    counted: Sequence[tuple[LeagueFacts, Season]],
    before: Mapping[SeasonId, set[EntrantId]],
) -> list[str]:
    """Return the words about seasons that others have won since a ruling; all are told where seasons are announced."""
    now, told = await _champions(kit, counted), []
    for league, season in counted:
        if season.id in now and now[season.id] != before.get(season.id):
            told.append(await _champion_words(kit, league, season, asker.texts))
            if (channel := league.draft.channel) is not None:
                client = asker.interaction.client
                words = await _champion_words(kit, league, season, words_for_all(kit, client, league.guild))
                await post(kit, client, channel, Body((Text(words),)))
    return told


async def _champion_words(kit: Kit, league: LeagueFacts, season: Season, texts: "Texts") -> str:
    names = await screens.winners_of(kit, season, texts) or texts.say("leagues.history_nobody")
    return texts.say("rulings.other_champions", league=plain(league.name), number=season.number, names=names)


async def _set_managers(kit: Kit, asker: Asker, league: LeagueFacts, managers: Managers) -> bool:
    """Let somebody manage a league, and somebody else no more; tell whether that changed anything."""
    caller, place, moved = caller_of(asker), (league.guild, league.id), False
    if (more := managers.more) is not None and not more.bot:
        await kit.people.named(occupants.UserId(more.id), more.display_name)
        moved = await kit.league.add_manager(caller, *place, UserId(more.id))
    if (fewer := managers.fewer) is not None:
        moved = await kit.league.remove_manager(caller, *place, UserId(fewer.id)) or moved
    return moved


def _with(*words: str) -> str:
    return "\n".join(filter(None, words))
