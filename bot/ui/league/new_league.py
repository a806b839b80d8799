"""A new league from a template: a press, a form, and the league's panel."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.league.leagues.league_settings import LeagueSettings, RankedBy, StandingsOrder
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import MAX_NAME_LENGTH
from bot.play.refusals import TableRefused
from bot.setting_fields import with_values
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.interactions.responses import EditMessage, NewMessage, OpenForm, Response
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.rules.rule_sets import DEFAULT_PRESET, get_rule_set, rule_set_options
from bot.ui.league.actions import create
from bot.ui.league.control_ids import NewLeague
from bot.ui.league.lookup import get_caller
from bot.ui.league.settings_form import default_league_settings, with_rules
from bot.ui.settings.language_offer import with_language_offer

TEMPLATES: Final[Mapping[str, Mapping[str, object]]] = {
    "ladder": {},
    "season": {"season_days": 30},
    "places": {"order": StandingsOrder.PLACES},
}
"""What each template sets besides the usual settings, by its word in a control's id."""


async def offer_templates(ctx: Context) -> Message:
    """Return the templates as buttons, each with what it is.

    Raises:
        LeagueRefused: NOT_ADMIN.
    """
    _require_creator(ctx)
    lines = [f"## {ctx.texts.say('leagues.button.new')}"]
    lines += [ctx.texts.say(f"leagues.template.{name}", name=_name(name, ctx.texts)) for name in TEMPLATES]
    buttons = tuple(Button(NewLeague(name), _name(name, ctx.texts)) for name in TEMPLATES)
    return Message((Text("\n".join(lines)), *button_rows(buttons)))


def _require_creator(ctx: Context) -> None:
    if not get_caller(ctx).admin:
        raise LeagueRefused(LeagueRefusal.NOT_ADMIN)


def _name(template: str, texts: Texts) -> str:
    return texts.say(f"leagues.button.template.{template}")


async def handle_new_league(press: ControlPress[NewLeague]) -> Response:
    """Offer the templates, open the form of one, or create what was filled in."""
    template = press.id.template
    if template not in TEMPLATES:
        page = await offer_templates(press.ctx)
        return EditMessage(page) if press.ctx.is_private else NewMessage(page)
    if press.form_values:
        return await _create(press)
    _require_creator(press.ctx)
    form = await _league_form(press.ctx, template)
    if press.id.again:
        form = press.ctx.services.refused_forms.refill(press.ctx.user, form.custom_id, form)
    return OpenForm(form)


async def _league_form(ctx: Context, template: str) -> Form:
    texts = ctx.texts
    ranked = tuple((one.value, texts.say(f"leagues.ranked_by.{one}")) for one in RankedBy)
    offered = rule_set_options(await ctx.services.house_rules.list_all(ctx.guild), DEFAULT_PRESET, texts)
    presets = tuple((one.value, one.label) for one in offered[:MAX_OPTIONS])
    fields = (
        FormField("name", texts.say("leagues.form.name"), max_length=MAX_NAME_LENGTH),
        FormField("by", texts.say("option.ranked_by.description"), default=RankedBy.PERSONS.value, choices=ranked),
        FormField("preset", texts.say("leagues.form.preset"), default=DEFAULT_PRESET, choices=presets),
    )
    return Form(str(NewLeague(template)), _name(template, texts), fields)


async def _create(press: ControlPress[NewLeague]) -> Response:
    """Create the league of a form; a refused form can be opened again as it was filled in."""
    try:
        created = await create(press.ctx, await _read_form(press))
    except (LeagueRefused, TableRefused) as refused:
        if refused.reason is LeagueRefusal.NOT_ADMIN:
            raise
        form = str(replace(press.id, again=False))
        press.ctx.services.refused_forms.keep(press.ctx.user, form, press.form_values)
        retry = NewLeague(press.id.template, again=True)
        again = labelled_button(retry, press.texts, "managing.again", ButtonStyle.PRIMARY)
        return NewMessage(Message((Text(format_refusal(refused, press.texts)), *button_rows((again,)))))
    return await with_language_offer(press.ctx, NewMessage(created))


async def _read_form(press: ControlPress[NewLeague]) -> LeagueSettings:
    values, services = press.form_values, press.ctx.services
    rules = await get_rule_set(services, press.ctx.guild, values.get("preset", DEFAULT_PRESET), press.texts)
    usual = with_rules(default_league_settings(rules.preset), rules, None, press.texts)
    ranked_by = RankedBy.TEAMS if values.get("by") == RankedBy.TEAMS else RankedBy.PERSONS
    chosen = {"name": values.get("name", ""), "ranked_by": ranked_by}
    return with_values(usual, {**TEMPLATES[press.id.template], **chosen})
