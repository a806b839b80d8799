"""Results of matches, posted once in the channel that a league's managers chose."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord
import structlog

from bot.ids import ChannelId
from bot.league.leagues.leagues import LeagueInfo
from bot.league.pending_posts import MatchReport
from bot.league.results.deals import BookedDeal
from bot.league.results.read_models import LeagueResult
from bot.play.values import table_info
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import league_subject, note_accepted_post, report_refused_post
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from engine.model.options import Level

log: Final = structlog.get_logger()


async def send_match_reports(services: Services, client: discord.Client) -> None:
    """Post the pending results of matches. A nonce keeps Discord from posting a result twice after a crash."""
    async with services.league.posts.sending:
        for report in await services.league.posts.list_match_reports():
            fault = await _send(services, client, report)
            if fault is not SendFault.TEMPORARY:
                await services.league.posts.mark_reported(report)


async def _send(services: Services, client: discord.Client, report: MatchReport) -> SendFault | None:
    channel = report.league.settings.results_channel
    results = await services.league.posts.list_match_results(report)
    if channel is None or not results:  # no results are left if every deal was voided
        return None
    texts = get_public_texts(services, client, report.league.guild, report.league.language)
    message = await _build_message(services, report, results, texts)
    return await post_for_league(services, client, report.league, channel, message, f"match-result-{report.id}")


async def post_for_league(
    services: Services,
    client: discord.Client,
    league: LeagueInfo,
    channel: ChannelId,
    message: Message,
    number: str,
    *,
    is_reported: bool = True,
) -> SendFault | None:
    """Post a league's message. If this fails, return the fault. With `is_reported`, also tell the managers about it."""
    messenger = Messenger(client, services)
    try:
        await messenger.send(channel, message, number=number)
    except SendFailed as fault:
        log.info("a league's message was not posted", league=league.id, fault=fault.fault.value, code=fault.code)
        if is_reported:
            texts = get_public_texts(services, client, league.guild, league.language)
            managers = (await services.league.access.get_league(league.guild, league.id)).managers
            subject = league_subject(league, managers)
            await report_refused_post(services, messenger, subject, channel, fault.fault, texts)
        return fault.fault
    note_accepted_post(services, league_subject(league), channel)
    return None


async def _build_message(
    services: Services, report: MatchReport, results: Sequence[LeagueResult], texts: Texts
) -> Message:
    deals = [one.deal for one in results]
    last = deals[-1]
    named = await services.league.queries.get_counted_teams(report.league.id, [last.id])
    teams = named.get(last.id, {})
    seated = [
        table_info.Computer(seat.computer_level or "", number) if seat.user is None else table_info.Person(seat.user)
        for number, seat in enumerate(last.seats, 1)
    ]
    names = escape_names(await services.people.find_names(seated, texts))
    lines = [_side_line(side, deals, names, teams, texts) for side in group_sides(deals)]
    heading = texts.say("leagues.match_result", league=escape_name(report.league.name), table=report.table)
    return text_message("\n".join((f"### {heading}", *lines)))


def group_sides(deals: Sequence[BookedDeal]) -> list[tuple[int, ...]]:
    """Return the seats of each side, winners first. Seats with the same result and level in each deal form a side."""
    sides: dict[tuple[object, ...], tuple[int, ...]] = {}
    for seat in range(len(deals[-1].seats)):
        fate = tuple((deal.seats[seat].won, deal.seats[seat].level_after) for deal in deals)
        sides[fate] = (*sides.get(fate, ()), seat)
    return sorted(sides.values(), key=lambda side: _rank_key(deals, side[0]))


def _rank_key(deals: Sequence[BookedDeal], seat: int) -> tuple[bool, int, int, int]:
    won = sum(deal.seats[seat].won for deal in deals)
    return not _has_won_match(deals, seat), -int(deals[-1].seats[seat].level_after), -won, seat


def _has_won_match(deals: Sequence[BookedDeal], seat: int) -> bool:
    return any(deal.seats[seat].match_won for deal in deals)


def _side_line(
    side: Sequence[int], deals: Sequence[BookedDeal], names: Sequence[str], teams: Mapping[int, str], texts: Texts
) -> str:
    team = next((teams[seat] for seat in side if seat in teams), None)
    facts = {
        "names": texts.format_list(names[seat] for seat in side),
        "level": Level(deals[-1].seats[side[0]].level_after).text,
        "won": sum(deal.seats[side[0]].won for deal in deals),
        "deals": len(deals),
    }
    key = "leagues.match_side" if team is None else "leagues.match_side_team"
    line = texts.say(key, team=f"**{escape_name(team or '')}**", **facts)
    return texts.say("leagues.match_winner", line=line) if _has_won_match(deals, side[0]) else line
