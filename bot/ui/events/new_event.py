"""A new event from a template: a press, a form, and the panel of its manager."""

from collections.abc import Mapping
from typing import Final

from bot.events.pairing.ports import EventFormat
from bot.events.settings import MAX_NAME_LENGTH
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.new_from_template import Creation
from bot.ui.core.interactions.responses import Response
from bot.ui.core.messages.custom_id_codec import parse_number
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.form import FormField
from bot.ui.events.control_ids import NewEvent
from bot.ui.events.create_event import TypedOptions, check_creator, create_event
from bot.ui.league.lookup import get_league_by_id
from bot.ui.settings.language_offer import with_language_offer

TEMPLATES: Final[Mapping[str, EventFormat]] = {
    "swiss": EventFormat.SWISS,
    "individual": EventFormat.INDIVIDUAL,
    "duplicate": EventFormat.DUPLICATE,
    "knockout": EventFormat.KNOCKOUT,
    "team_match": EventFormat.TEAM_MATCH,
}
"""The templates by their word in a control's id. The number of rounds follows from the number of entrants."""
DEALS, MINUTES = "deals", "minutes"
_LENGTHS: Final = {
    f"{unit}.{count}": (unit, count)
    for unit, counts in ((DEALS, (2, 4, 6, 8, 12)), (MINUTES, (20, 30, 45, 60)))
    for count in counts
}
_USUAL: Final = f"{DEALS}.4"
NO_LEAGUE: Final = "0"


async def _list_fields(ctx: Context, template: str) -> tuple[FormField, ...]:
    texts, has_boards = ctx.texts, TEMPLATES[template].has_boards
    lengths = tuple(
        (one, texts.say(f"events.length.{unit}", count=count))
        for one, (unit, count) in _LENGTHS.items()
        if unit == DEALS or not has_boards
    )
    hint = texts.say("events.form.starts_hint")
    leagues = await ctx.services.league.leagues.list_leagues(ctx.guild)
    choices = ((NO_LEAGUE, texts.say("setting.none")), *((str(one.id), one.name) for one in leagues[: MAX_OPTIONS - 1]))
    league = FormField("league", texts.say("events.form.league"), default=NO_LEAGUE, choices=choices)
    return (
        FormField("name", texts.say("events.form.name"), max_length=MAX_NAME_LENGTH),
        FormField("starts", texts.say("events.form.starts"), hint, required=False, max_length=40),
        FormField("length", texts.say("events.form.length"), default=_USUAL, choices=lengths),
        *((league,) if leagues else ()),
    )


async def _create(press: ControlPress[NewEvent]) -> Response:
    values = press.form_values
    unit, count = _LENGTHS.get(values.get("length", ""), _LENGTHS[_USUAL])
    number, league = values.get("league", NO_LEAGUE), None
    if number != NO_LEAGUE:
        league = (await get_league_by_id(press.ctx, parse_number(number))).name
    typed = TypedOptions(values.get("name", ""), starts=values.get("starts", "").strip() or None, league=league)
    created = await create_event(press.ctx, typed, {"format": TEMPLATES[press.id.template], unit: count})
    return await with_language_offer(press.ctx, created)


NEW_EVENT: Final = Creation("events.button.new", TEMPLATES, NewEvent, check_creator, _list_fields, _create)
