"""`/rules`, `/help` and `/tutorial`."""

from contextlib import suppress
from functools import partial

import discord
from discord import app_commands

from bot.play.refusals import TableRefused
from bot.text.describe.rule_search import search_rules
from bot.text.describe.rulebook import CHAPTER_KEYS, chapter_title_key
from bot.ui.core.interactions.command_builder import Choices, Command, CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.rule_sets import offered_rule_sets
from bot.ui.learn import rulebook_view
from bot.ui.learn.handlers import MAX_WANTED, find_rulebook, help_topic_view, open_rulebook
from bot.ui.learn.tutorial_handlers import open_tutorial


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return `/rules`, `/help` and `/tutorial`."""
    chapters = [builder.wording.choice(chapter_title_key(key), key) for key in CHAPTER_KEYS]

    @builder.command("rules", "preset", "chapter", "find")
    @app_commands.choices(chapter=chapters)
    async def rules(
        interaction: discord.Interaction, preset: str | None = None, chapter: str = "", find: str = ""
    ) -> None:
        await builder.run(interaction, partial(open_rulebook, preset=preset, place=chapter, wanted=find))

    builder.complete("preset", offered_rule_sets, rules)
    builder.complete("find", _offered_sentences, rules)
    return rules, builder.plain_command("help", _open_help), builder.plain_command("tutorial", open_tutorial)


async def _open_help(ctx: Context) -> Response:
    return NewMessage(await help_topic_view(ctx, ""))


async def _offered_sentences(ctx: Context, typed: str) -> Choices:
    """Return the sentences of the chosen rules that contain the typed words in any language."""
    preset = getattr(ctx.interaction.namespace, "preset", None)
    with suppress(TableRefused):  # the user is still typing the preset's name, or the house rules are outdated
        book = await find_rulebook(ctx, preset if isinstance(preset, str) and preset else None)
        found = search_rules(ctx.texts, ctx.services.catalogue.list_texts(), book.rules, typed[:MAX_WANTED])
        offers = rulebook_view.list_offers(found, ctx.texts)
        return [app_commands.Choice(name=name, value=place) for place, name in offers.items()]
    return []
