"""Offers once to set a server's language, to people who open something in a server that has not chosen one."""

from dataclasses import replace

from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Response, WithFollowUp
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.discord_io.public_texts import find_server_language
from bot.ui.settings.view import ServerSetting


async def with_language_offer(ctx: Context, response: Response) -> Response:
    """Return the response with the offer below it, once for each user and server, if it would change anything."""
    services, texts = ctx.services, ctx.texts
    chosen = find_server_language(services, ctx.interaction.client, ctx.guild)
    known = await services.people.get_preferences(ctx.user)
    if chosen is not None or texts is services.catalogue.default or ctx.guild in known.language_offered_in:
        return response
    servers = (*known.language_offered_in, ctx.guild)
    await services.people.save_preferences(ctx.user, replace(known, language_offered_in=servers))
    return WithFollowUp(response, _offer_view(texts, may_set=ctx.interaction.permissions.manage_guild))


def _offer_view(texts: Texts, *, may_set: bool) -> Message:
    words = texts.say("config.offer")
    if not may_set:
        return text_message(texts.join_sentences((words, texts.say("config.offer_managers"))))
    button = labelled_button(ServerSetting("language", texts.tag), texts, "config.offer_button", ButtonStyle.PRIMARY)
    return Message((Text(words), *button_rows((button,))))
