"""Lets users create an event or the like: they choose a template, fill in its form, and see what was created."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Any

from bot.events.refusals import EventRefused
from bot.league.refusals import LeagueRefused
from bot.play.refusals import TableRefused
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.explain_refusal import Refused, format_refusal
from bot.ui.core.interactions.responses import NewMessage, OpenForm, Response, show_in_place
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows


@dataclass(frozen=True, slots=True)
class Creation:
    """Something that people create from a template."""

    heading: str
    """The text key of the heading above the templates."""
    templates: Collection[str]
    """The templates' names in control ids; their texts are `template.<name>.name` and `template.<name>.about`."""
    to_id: Callable[[str, bool], ControlId]
    """Makes the id of the control that opens a template's form. With True, the form keeps the values last refused."""
    check: Callable[[Context], None]
    """Raises a refusal if the user may not create anything from these templates."""
    list_fields: Callable[[Context, str], Awaitable[tuple[FormField, ...]]]
    create: Callable[[ControlPress[Any]], Awaitable[Response]]

    def offer(self, ctx: Context) -> Message:
        """Return a message with a description and a button for each template. Raises what `check` raises."""
        self.check(ctx)
        names = {one: ctx.texts.say(f"template.{one}.name") for one in self.templates}
        lines = [f"## {ctx.texts.say(self.heading)}"]
        lines += [ctx.texts.say(f"template.{one}.about", name=name) for one, name in names.items()]
        buttons = tuple(Button(self.to_id(one, False), name) for one, name in names.items())
        return Message((Text("\n".join(lines)), *button_rows(buttons)))

    async def handle(self, press: ControlPress[Any]) -> Response:
        """Offer the templates, open a template's form, or create what a submitted form describes."""
        template = press.id.template
        if template not in self.templates:
            return show_in_place(press.ctx, self.offer(press.ctx))
        self.check(press.ctx)
        if press.form_values:
            return await self._create(press, template)
        fields = await self.list_fields(press.ctx, template)
        form = Form(str(self.to_id(template, False)), press.texts.say(f"template.{template}.name"), fields)
        return OpenForm(refill(press, form) if press.id.again else form)

    async def _create(self, press: ControlPress[Any], template: str) -> Response:
        try:
            return await self.create(press)
        except (EventRefused, LeagueRefused, TableRefused) as refused:
            return offer_retry(press, refused, self.to_id(template, False), self.to_id(template, True))


def offer_retry(press: ControlPress[Any], refused: Refused, form: ControlId, again: ControlId) -> Response:
    """Keep the values of a refused form. Return the refusal, with a button that opens the form with these values."""
    press.ctx.services.refused_forms.keep(press.ctx.user, str(form), press.form_values)
    button = labelled_button(again, press.texts, "managing.again", ButtonStyle.PRIMARY)
    return NewMessage(Message((Text(format_refusal(refused, press.texts)), *button_rows((button,)))))


def refill(press: ControlPress[Any], form: Form) -> Form:
    """Return the form filled with the values of the user's last refused submission, if they are kept."""
    return press.ctx.services.refused_forms.refill(press.ctx.user, form.custom_id, form)
