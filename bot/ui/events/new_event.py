"""A new event from a template: a press, a form, and the panel of its manager."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.events.pairing.ports import EventFormat
from bot.events.refusals import EventRefusal, EventRefused
from bot.events.settings import MAX_NAME_LENGTH
from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.interactions.responses import EditMessage, NewMessage, OpenForm, Response
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.events.control_ids import NewEvent
from bot.ui.events.create_event import TypedOptions, check_creator, create_event
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
_LENGTHS: Final = (
    *((DEALS, count) for count in (2, 4, 6, 8, 12)),
    *((MINUTES, count) for count in (20, 30, 45, 60)),
)
_USUAL: Final = f"{DEALS}.4"


async def offer_templates(ctx: Context) -> Message:
    """Return the templates as buttons, each with what it is.

    Raises:
        EventRefused: NOT_ADMIN.
    """
    check_creator(ctx)
    lines = [f"## {ctx.texts.say('events.button.new')}"]
    lines += [ctx.texts.say(f"events.template.{name}", name=_name(name, ctx.texts)) for name in TEMPLATES]
    buttons = tuple(Button(NewEvent(name), _name(name, ctx.texts)) for name in TEMPLATES)
    return Message((Text("\n".join(lines)), *button_rows(buttons)))


def _name(template: str, texts: Texts) -> str:
    return texts.say(f"events.button.template.{template}")


async def handle_new_event(press: ControlPress[NewEvent]) -> Response:
    """Offer the templates, open the form of one, or create what was filled in."""
    template = press.id.template
    if template not in TEMPLATES:
        page = await offer_templates(press.ctx)
        return EditMessage(page) if press.ctx.is_private else NewMessage(page)
    if press.form_values:
        return await _create(press)
    check_creator(press.ctx)
    form = _event_form(template, press.texts)
    if press.id.again:
        form = press.ctx.services.refused_forms.refill(press.ctx.user, form.custom_id, form)
    return OpenForm(form)


def _event_form(template: str, texts: Texts) -> Form:
    has_boards = TEMPLATES[template].has_boards
    lengths = tuple(
        (f"{unit}.{count}", texts.say(f"events.length.{unit}", count=count))
        for unit, count in _LENGTHS
        if unit == DEALS or not has_boards
    )
    fields = (
        FormField("name", texts.say("events.form.name"), max_length=MAX_NAME_LENGTH),
        FormField(
            "starts",
            texts.say("events.form.starts"),
            texts.say("events.form.starts_hint"),
            required=False,
            max_length=40,
        ),
        FormField("length", texts.say("events.form.length"), default=_USUAL, choices=lengths),
    )
    return Form(str(NewEvent(template)), _name(template, texts), fields)


async def _create(press: ControlPress[NewEvent]) -> Response:
    """Create the event of a form; a refused form can be opened again as it was filled in."""
    values, template = press.form_values, press.id.template
    lengths = {f"{unit}.{count}": (unit, count) for unit, count in _LENGTHS}
    unit, count = lengths.get(values.get("length", _USUAL), (DEALS, 4))
    typed = TypedOptions(values.get("name", ""), starts=values.get("starts", "").strip() or None)
    try:
        created = await create_event(press.ctx, typed, {"format": TEMPLATES[template], unit: count})
    except (EventRefused, TableRefused) as refused:
        if refused.reason is EventRefusal.NOT_ADMIN:
            raise
        press.ctx.services.refused_forms.keep(press.ctx.user, str(replace(press.id, again=False)), values)
        again = labelled_button(NewEvent(template, again=True), press.texts, "managing.again", ButtonStyle.PRIMARY)
        return NewMessage(Message((Text(format_refusal(refused, press.texts)), *button_rows((again,)))))
    return await with_language_offer(press.ctx, created)
