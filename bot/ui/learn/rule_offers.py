"""Offers the rules that have what somebody types in `/rules find:`."""

from contextlib import suppress

from discord import app_commands

from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.text.describe.rule_search import Found, search_rules
from bot.text.describe.rulebook import sentence_place
from bot.ui.core.interactions.command_builder import MAX_CHOICES_OFFERED
from bot.ui.core.interactions.context import Context, in_preferred_language
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, format_label
from bot.ui.learn.handlers import MAX_WANTED, find_rulebook


async def offered_sentences(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Return the sentences of the rules chosen beside, with the words that are typed in any language."""
    ctx = await in_preferred_language(ctx)
    preset = getattr(ctx.interaction.namespace, "preset", None)
    with suppress(TableRefused):  # the preset is unfinished, or house rules are outdated
        book = await find_rulebook(ctx, preset if isinstance(preset, str) and preset else None)
        found = search_rules(ctx.texts, ctx.services.catalogue.list_texts(), book.rules, typed[:MAX_WANTED])
        choices = {sentence_place(one.chapter.key, one.sentence.name): _format_offer(one, ctx.texts) for one in found}
        offers = [app_commands.Choice(name=name, value=place) for place, name in choices.items()]
        return offers[:MAX_CHOICES_OFFERED]
    return []


def _format_offer(found: Found, texts: Texts) -> str:
    sentence = found.sentence.text.replace("**", "")
    return format_label(texts.say("book.found", chapter=found.chapter.title, sentence=sentence), MAX_OPTION_LENGTH)
