"""Exports seasons as files, and imports past results after a preview that lists every bad line."""

import asyncio
import gzip
import io
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import discord
import structlog

from bot.league.files.export_csv import UTF8_WITH_BOM, format_results_csv, split_results_csv
from bot.league.files.import_csv import MAX_LINES, BadLine
from bot.league.files.manage_files import MAX_EXPORTED_DEALS
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.leagues.validate import parse_league_rules
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, format_code
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response, notice_message
from bot.ui.core.messages.discord_limits import MAX_UPLOAD_BYTES
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Block, ButtonStyle, File, Message, Text, button_rows
from bot.ui.discord_io.components import to_discord
from bot.ui.discord_io.send_failures import REQUEST_FAILURES
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.league.lookup import get_caller, get_league_by_name, require_manager
from bot.ui.league.manage_view import back_button

log: Final = structlog.get_logger()

MAX_FILE_BYTES: Final = 512 * 1024
MANY_DEALS: Final = 50
"""An import of at least this many deals takes so long that its progress is shown."""
MAX_BAD_LINES: Final = 20
"""The most bad lines in the message; if there are more, an attached file lists all."""
RESULTS_FILENAME: Final = "results.csv"
RESULTS_ZIP_FILENAME: Final = "results.zip"
TEMPLATE_FILENAME: Final = "template.csv"
BAD_LINES_FILENAME: Final = "bad-lines.txt"


class UnreadableFile(Exception):  # noqa: N818 - `raise` makes it a sentence
    """A file cannot be imported. The message is the key of a text that says why."""


async def preview_import(ctx: Context, name: str | None, file: discord.Attachment) -> Response:
    """Return a preview of an import. It shows the bad lines of the file or, without any, a button to import it."""
    league = await get_league_by_name(ctx, name)
    await require_manager(ctx, league)
    if file.size > MAX_FILE_BYTES:
        return notice_message(ctx.texts.say("leagues.import_too_large", limit=MAX_FILE_BYTES // 1024))
    try:
        text = await _download_text(ctx.interaction.client, file.url) if file.size else ""
    except UnreadableFile as why:
        return notice_message(ctx.texts.say(str(why)))
    if not text.strip():
        return notice_message(ctx.texts.say("managing.file_empty"))
    # The message itself carries the file, so that nothing must be stored and a restart does no harm.
    return NewMessage(await _preview_results(ctx, league, text))


async def import_file(ctx: Context, league: LeagueInfo) -> Message:
    """Import the file that the pressed message carries, and return the result."""
    texts = ctx.texts
    try:
        text = await _download_text(ctx.interaction.client, _find_file_url(ctx.interaction.message))
    except UnreadableFile as why:
        return text_message(texts.say(str(why)))

    async def show_progress(count: int) -> None:
        words = texts.say("managing.importing", count=count, league=escape_name(league.name))
        with suppress(discord.HTTPException, discord.InteractionResponded):  # the press may have been deferred by now
            if count >= MANY_DEALS:
                await ctx.interaction.response.edit_message(**to_discord(text_message(words)).edit_arguments())

    report = await ctx.services.league.files.import_results(
        get_caller(ctx), league.guild, league.id, text, dry_run=False, on_begin=show_progress
    )
    if report.bad_lines:  # the preview had no bad lines, so another press has probably imported the file
        return Message(_bad_line_blocks(report.bad_lines, texts))
    return text_message(texts.say("leagues.imported", count=report.deal_count, league=escape_name(league.name)))


async def export_season_files(ctx: Context, league: LeagueInfo, season: Season) -> Message:
    """Return a season as files, compressed if too large to send. Managers of the server also get ratings."""
    caller, place = get_caller(ctx), (league.guild, league.id, season.id)
    files = {
        "standings.csv": await ctx.services.league.files.export_standings(caller, *place),
        RESULTS_FILENAME: await ctx.services.league.files.export_results(caller, *place),
        "season.json": await ctx.services.league.files.export_season(caller, *place),
    }
    if caller.admin:
        files["ratings.csv"] = await ctx.services.league.files.export_ratings(caller, league.guild, season.preset)
    data, is_split = await asyncio.to_thread(_pack_files, files)
    words = [ctx.texts.say("leagues.export", league=escape_name(league.name), number=season.number)]
    if is_split:
        words.append(ctx.texts.say("leagues.export_parts", most=MAX_LINES))
    if files[RESULTS_FILENAME].count("\n") > MAX_EXPORTED_DEALS:
        words.append(ctx.texts.say("leagues.export_cut", most=ctx.texts.format_number(MAX_EXPORTED_DEALS)))
    return Message((join_lines(words), *(File(one, name) for name, one in data.items())))


def _pack_files(files: Mapping[str, str]) -> tuple[dict[str, bytes], bool]:
    """Return the files to send, by name, and whether the results are in several files. This is slow for megabytes."""
    data = {name: text.encode(UTF8_WITH_BOM if name.endswith("csv") else "utf-8") for name, text in files.items()}
    is_split = len(split := split_results_csv(files[RESULTS_FILENAME], MAX_LINES)) > 1
    if is_split:
        data = {
            RESULTS_ZIP_FILENAME if name == RESULTS_FILENAME else name: one
            for name, one in (data | {RESULTS_FILENAME: _zip_results(split)}).items()
        }
    if sum(map(len, data.values())) > MAX_UPLOAD_BYTES:
        data = {f"{name.replace('.', '-')}.gz": gzip.compress(one) for name, one in data.items()}
    return data, is_split


def _zip_results(split: Sequence[str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, text in enumerate(split, 1):
            archive.writestr(f"results-{number}.csv", text.encode(UTF8_WITH_BOM))
    return packed.getvalue()


async def _preview_results(ctx: Context, league: LeagueInfo, text: str) -> Message:
    texts = ctx.texts
    report = await ctx.services.league.files.import_results(get_caller(ctx), league.guild, league.id, text)
    if report.bad_lines:
        return Message((*_bad_line_blocks(report.bad_lines, texts), *_template_blocks(report.bad_lines, league, texts)))
    void = _void_deal_lines(report.void_lines, texts)
    if not report.deal_count:
        return Message((join_lines([texts.say("leagues.import_nothing"), *void]),))
    season = await ctx.services.league.queries.find_running_season(league.id)
    if season is None:
        return Message((Text(texts.say("counting.import_no_season", name=escape_name(league.name))),))
    control = LeagueControl(LeagueAction.IMPORT, league.id)
    confirm = labelled_button(control, texts, "leagues.button.import", ButtonStyle.SUCCESS)
    can = texts.say("leagues.import_ready", count=report.deal_count, league=escape_name(league.name))
    ready = join_lines([can, texts.say("leagues.import_season", number=season.number), *void])
    return Message((ready, File(text.encode(), RESULTS_FILENAME), *button_rows((confirm, back_button(league, texts)))))


def _bad_line_blocks(bad: Sequence[BadLine], texts: Texts) -> tuple[Block, ...]:
    shown = [_format_bad_line(one, texts, format_code(one.given)) for one in bad[:MAX_BAD_LINES]]
    lines = [texts.say("leagues.import_faults", count=len(bad)), *shown]
    if len(bad) <= MAX_BAD_LINES:
        return (join_lines(lines),)
    lines.append(texts.say("leagues.import_more", count=len(bad) - MAX_BAD_LINES))
    everything = "\n".join(_format_bad_line(one, texts, one.given) for one in bad)
    return (join_lines(lines), File(everything.encode(UTF8_WITH_BOM), BAD_LINES_FILENAME))


def _template_blocks(bad: Sequence[BadLine], league: LeagueInfo, texts: Texts) -> tuple[Block, ...]:
    """Return a template file if the imported file has a heading that the bot does not understand."""
    if all(one.line > 1 for one in bad):
        return ()
    heading = format_results_csv((), parse_league_rules(league.settings).players)
    return Text(texts.say("leagues.import_columns")), File(heading.encode(UTF8_WITH_BOM), TEMPLATE_FILENAME)


def _void_deal_lines(void: Sequence[int], texts: Texts) -> list[str]:
    if not void:
        return []
    lines = texts.format_list([*map(str, void[:MAX_BAD_LINES]), *(["…"] if len(void) > MAX_BAD_LINES else [])])
    return [texts.say("leagues.import_void", count=len(void), lines=lines)]


def _format_bad_line(one: BadLine, texts: Texts, given: str) -> str:
    """Return what is wrong with a line. `given` is the faulty text, escaped for a message but not for a file."""
    why = texts.say(f"league.line.{one.why}")
    why = texts.say("leagues.line_given", why=why, given=given) if given else why
    return texts.say("leagues.import_fault", line=one.line, why=why)


def _find_file_url(message: discord.Message | None) -> str:
    if message is not None:
        for part in message.components:
            if isinstance(part, discord.FileComponent):
                return part.media.url
        if message.attachments:
            return message.attachments[0].url
    raise UnreadableFile("leagues.import_unread")


async def _download_text(client: discord.Client, url: str) -> str:
    try:
        data = await client.http.get_from_cdn(url)
    except REQUEST_FAILURES as error:
        log.info("a file could not be downloaded", error=type(error).__name__)
        raise UnreadableFile("leagues.import_unread") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile("leagues.import_not_text") from error
