"""`/rules`, `/help` and `/tutorial`."""

from contextlib import suppress
from typing import Any, cast

import discord
from discord import app_commands

from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.text.describe.rule_search import Found, search_rules
from bot.text.describe.rulebook import CHAPTER_KEYS, chapter_title_key, sentence_place
from bot.ui.core.interactions.command_builder import (
    MAX_CHOICES_OFFERED,
    Command,
    CommandTexts,
    describe_options,
    single_command,
)
from bot.ui.core.interactions.context import Context, context_of, in_preferred_language
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, format_label
from bot.ui.core.rules.autocomplete_rules import offered_rule_sets
from bot.ui.core.services import Services
from bot.ui.learn.handlers import MAX_WANTED, find_rulebook, help_topic_view, open_rulebook
from bot.ui.learn.tutorial_handlers import open_tutorial


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the commands to learn by."""
    return (
        _rules(services, dispatcher, wording),
        _help(services, dispatcher, wording),
        _tutorial(services, dispatcher, wording),
    )


def _rules(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    @describe_options(wording, "preset", "chapter", "find")
    @app_commands.choices(
        chapter=[wording.choice(chapter_title_key(key), key) for key in CHAPTER_KEYS],
    )
    async def rules(
        interaction: discord.Interaction, preset: str | None = None, chapter: str = "", find: str = ""
    ) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await open_rulebook(ctx, preset, chapter, find))

        await dispatcher.run(context_of(services, interaction), handler)

    async def rule_sets(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_rule_sets(context_of(services, interaction), typed)

    async def sentences(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_sentences(context_of(services, interaction), typed)

    command: Any = single_command(rules, "rules", wording)
    command.autocomplete("preset")(rule_sets)
    command.autocomplete("find")(sentences)
    return cast("Command", command)


def _help(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    async def help_(interaction: discord.Interaction) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await help_topic_view(ctx, ""))

        await dispatcher.run(context_of(services, interaction), handler)

    return single_command(help_, "help", wording)


def _tutorial(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    async def tutorial(interaction: discord.Interaction) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await open_tutorial(ctx))

        await dispatcher.run(context_of(services, interaction), handler)

    return single_command(tutorial, "tutorial", wording)


async def offered_sentences(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Return the sentences of the chosen rules that contain the typed words in any language."""
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
