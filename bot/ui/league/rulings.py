"""Handles rulings on results. Opens and applies the form, and says what a ruling changes, even in closed seasons."""

from dataclasses import replace
from typing import Final

from bot.ids import EntrantId, ResultId
from bot.league.leagues.leagues import LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import Ruling, RulingKind
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.new_from_template import offer_retry, refill
from bot.ui.core.interactions.responses import EditMessage, OpenForm, Response
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.services import Services
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.league import pages
from bot.ui.league.control_ids import RuleOnResult
from bot.ui.league.lookup import get_caller, require_manager
from bot.ui.league.results_view import CountingSeason, parse_correction, ruling_form
from bot.ui.league.season_clock import post_message

_NOT_RETRYABLE: Final = {
    LeagueRefusal.NOT_ADMIN,
    LeagueRefusal.NOT_MANAGER,
    LeagueRefusal.NO_LEAGUE,
    LeagueRefusal.NO_RESULT,
    LeagueRefusal.LEAGUE_ARCHIVED,
    LeagueRefusal.AS_BOOKED,
}
"""Refusals that do not depend on what the user types into the form."""


async def rule(press: ControlPress[RuleOnResult], league: LeagueInfo) -> Response:
    """Open the form for a ruling, or apply a submitted one."""
    await require_manager(press.ctx, league)  # checked each time, because the form may have been open for long
    if press.form_values:
        return await _apply_form(press, league)
    found = await press.ctx.services.league.queries.get_result(press.ctx.guild, press.id.result)
    await press.ctx.services.league.rulings.require_can_rule(get_caller(press.ctx), found.deal.id)
    counting = await press.ctx.services.league.results.find_counting_season(found.deal.id)
    form = ruling_form(league, found.deal, press.id.verdict, press.texts, counting)
    return OpenForm(refill(press, form) if press.id.again else form)


async def _apply_form(press: ControlPress[RuleOnResult], league: LeagueInfo) -> Response:
    form, values = press.id, press.form_values
    ruling = Ruling(form.verdict)
    try:
        if form.verdict is RulingKind.CORRECT:
            ruling = Ruling(form.verdict, *parse_correction(values, press.texts))
        notice = await _apply(press.ctx, form.result, ruling, values.get("reason", ""))
    except LeagueRefused as refused:
        if refused.reason in _NOT_RETRYABLE:
            raise
        return offer_retry(press, refused, form, replace(form, again=True))
    return EditMessage(await pages.result_page(press.ctx, league, form.result, notice))


async def _apply(ctx: Context, result: ResultId, ruling: Ruling, reason: str) -> str:
    """Apply a ruling to a result and return a notice about it and about seasons with new champions."""
    service, place = ctx.services.league, (get_caller(ctx), ctx.guild, result)
    was = await service.queries.get_result(ctx.guild, result)
    counting = await service.results.find_counting_season(result)
    before, notice_key = await _find_champions(ctx.services, counting), ruling.kind.value
    match ruling.kind:
        case RulingKind.VOID:
            await service.rulings.void(*place, reason)
        case RulingKind.CORRECT:
            await service.rulings.correct(*place, ruling, reason)
        case RulingKind.RESTORE:
            if (await service.rulings.restore(*place, reason)).ruling is not None:
                notice_key = "corrected_again"
    lines = [ctx.texts.say(f"leagues.ruled.{notice_key}", id=result)]
    if was.deal.match_over and not (await service.queries.get_result(ctx.guild, result)).deal.match_over:
        lines.append(ctx.texts.say("rulings.match_lost"))
    if counting is not None and await _find_champions(ctx.services, counting) != before:
        lines.append(await _report_new_champions(ctx, counting))
    return "\n".join(lines)


async def _find_champions(services: Services, counting: CountingSeason) -> set[EntrantId]:
    if counting is None or counting[1].closed_at is None:
        return set()
    return {line.entrant.id for line in await services.league.queries.list_champions(counting[1].id)}


async def _report_new_champions(ctx: Context, counting: CountingSeason) -> str:
    assert counting is not None
    league, season = counting

    async def say(texts: Texts) -> str:
        names = await pages.format_champions(ctx.services, season, texts) or texts.say("leagues.history_nobody")
        facts = {"league": escape_name(league.name), "number": season.number}
        return texts.say("rulings.other_champions", names=names, **facts)

    if (channel := league.settings.news_channel) is not None:
        client = ctx.interaction.client
        public = get_public_texts(ctx.services, client, league.guild, league.language)
        await post_message(ctx.services, client, channel, text_message(await say(public)))
    return await say(ctx.texts)
