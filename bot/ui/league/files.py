"""Leagues as files: taken away, and past results brought in after every bad line was shown."""

import asyncio
import gzip
import io
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
import structlog

from bot.league.drafts import rules_of
from bot.league.exchange import MOST_EXPORTED
from bot.league.leagues import LeagueFacts, Season
from bot.league.papers import parts, results_csv
from bot.league.past import MOST_LINES, BadLine
from bot.text.describe.people import plain
from bot.ui.asker import Asker
from bot.ui.body import Attached, Block, Body, Button, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.layout import draw
from bot.ui.league.finding import caller_of
from bot.ui.league.seasons import cancel
from bot.ui.league.showing import ROOM, paragraph
from bot.ui.limits import FILE_BYTES
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

LARGEST: Final = 512 * 1024
"""Bytes of a file that is brought in."""
MANY: Final = 50
"""So many deals are not booked in the blink of an eye."""
FAULTS: Final = 20
"""How many bad lines are told in the message; all of them stand in a file."""
GIVEN: Final = "results.csv"
PARTS: Final = "results.zip"
TEMPLATE: Final = "template.csv"
BAD_LINES: Final = "bad-lines.txt"
_WITH_MARK: Final = "utf-8-sig"
"""Spreadsheets take a file without the mark for one in an older encoding, and break Chinese names."""


class NotRead(Exception):  # noqa: N818 - read as a sentence
    """A file that cannot be brought in; the message is the key of the words that say why."""


async def tried(kit: Kit, asker: Asker, league: LeagueFacts, file: discord.Attachment) -> Body:
    """Return what would come of bringing a file in: every bad line, or a button that does it.

    The button's message carries the file, so that nothing has to be kept and a restart does no harm.
    """
    try:
        if file.size > LARGEST:
            raise NotRead("leagues.import_too_large")  # noqa: TRY301 - one place says it
        text = await _text_at(asker.interaction.client, file.url) if file.size else ""
        if not text.strip():
            raise NotRead("managing.file_empty")  # noqa: TRY301 - one place says it
    except NotRead as why:
        return Body((Text(asker.texts.say(str(why), limit=LARGEST // 1024)),))
    return await _told(kit, asker, league, text)


async def brought_in(kit: Kit, asker: Asker, league: LeagueFacts) -> Body:
    """Bring in the file that the pressed message carries, and return what came of it."""
    texts = asker.texts
    try:
        text = await _text_at(asker.interaction.client, _carried(asker.interaction.message))
    except NotRead as why:
        return Body((Text(texts.say(str(why), limit=LARGEST // 1024)),))
    again = await kit.league.import_results(caller_of(asker), league.guild, league.id, text)
    if again.bad:  # what was good when the file was tried: it came in meanwhile, by the other press
        return Body(_faults(again.bad, texts))
    if again.deals >= MANY:
        await _said_to_be_under_way(kit, asker, league, again.deals)
    report = await kit.league.import_results(caller_of(asker), league.guild, league.id, text, dry_run=False)
    return Body((Text(texts.say("leagues.imported", count=report.deals, league=plain(league.name))),))


async def _said_to_be_under_way(kit: Kit, asker: Asker, league: LeagueFacts, count: int) -> None:
    """Take the button off the message at once: the answer that replaces this takes seconds."""
    words = asker.texts.say("managing.importing", count=count, league=plain(league.name))
    drawn = draw(Body((Text(words),)), v1=kit.manners.v1, emoji=kit.emoji)
    with suppress(discord.HTTPException, discord.InteractionResponded):  # Discord was asked for time just now
        await asker.interaction.response.edit_message(**drawn.edit())


async def exported(kit: Kit, asker: Asker, league: LeagueFacts, season: Season) -> Body:
    """Return a season as files, and all ratings for who manages the server; packed where they would be too large."""
    caller, place = caller_of(asker), (league.guild, league.id, season.id)
    found = {
        "standings.csv": await kit.league.export_table(caller, *place),
        GIVEN: await kit.league.export_results(caller, *place),
        "season.json": await kit.league.export_season(caller, *place),
    }
    if caller.admin:
        found["ratings.csv"] = await kit.league.export_ratings(caller, league.guild, season.preset)
    data, parted = await asyncio.to_thread(_packed, found)
    words = [asker.texts.say("leagues.export", league=plain(league.name), number=season.number)]
    if parted:
        words.append(asker.texts.say("leagues.export_parts", most=MOST_LINES))
    if found[GIVEN].count("\n") > MOST_EXPORTED:
        words.append(asker.texts.say("leagues.export_cut", most=asker.texts.number(MOST_EXPORTED)))
    return Body((paragraph(words), *(Attached(one, name) for name, one in data.items())))


def _packed(found: Mapping[str, str]) -> tuple[dict[str, bytes], bool]:
    """Return files as they are sent, by name, and whether the results are parted; some megabytes: a worker's work."""
    data = {name: text.encode(_WITH_MARK if name.endswith("csv") else "utf-8") for name, text in found.items()}
    parted = len(split := parts(found[GIVEN], MOST_LINES)) > 1
    if parted:
        data = {PARTS if name == GIVEN else name: one for name, one in (data | {GIVEN: _zipped(split)}).items()}
    if sum(map(len, data.values())) > FILE_BYTES:
        data = {f"{name.replace('.', '-')}.gz": gzip.compress(one) for name, one in data.items()}
    return data, parted


def _zipped(split: Sequence[str]) -> bytes:
    """Return files that can be brought in one after another, in one."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, text in enumerate(split, 1):
            archive.writestr(f"results-{number}.csv", text.encode(_WITH_MARK))
    return packed.getvalue()


async def _told(kit: Kit, asker: Asker, league: LeagueFacts, text: str) -> Body:
    texts = asker.texts
    report = await kit.league.import_results(caller_of(asker), league.guild, league.id, text)
    if report.bad:
        return Body((*_faults(report.bad, texts), *_template(report.bad, league, texts)))
    void = _left_out(report.void, texts)
    if not report.deals:
        return Body((paragraph([texts.say("leagues.import_nothing"), *void]),))
    season = await kit.league.running(league.id)
    if season is None:
        return Body((Text(texts.say("counting.import_no_season", name=plain(league.name))),))
    sure = Button(control(ROOM, "import", league.id), cut(texts.say("leagues.button.import")), Tone.GOOD)
    can = texts.say("leagues.import_ready", count=report.deals, league=plain(league.name))
    ready = paragraph([can, texts.say("leagues.import_season", number=season.number), *void])
    return Body((ready, Attached(text.encode(), GIVEN), *in_rows((sure, cancel(texts)))))


def _faults(bad: Sequence[BadLine], texts: "Texts") -> tuple[Block, ...]:
    """Return every bad line: the first ones in the message, all of them in a file where there are more."""
    told = [_fault(one, texts, plain(one.given)) for one in bad[:FAULTS]]
    lines = [texts.say("leagues.import_faults", count=len(bad)), *told]
    if len(bad) <= FAULTS:
        return (paragraph(lines),)
    lines.append(texts.say("leagues.import_more", count=len(bad) - FAULTS))
    everything = "\n".join(_fault(one, texts, one.given) for one in bad)
    return (paragraph(lines), Attached(everything.encode(_WITH_MARK), BAD_LINES))


def _template(bad: Sequence[BadLine], league: LeagueFacts, texts: "Texts") -> tuple[Block, ...]:
    """Return what a file looks like, where its heading is not understood."""
    if all(one.line > 1 for one in bad):
        return ()
    heading = results_csv((), rules_of(league.draft).players)
    return Text(texts.say("leagues.import_columns")), Attached(heading.encode(_WITH_MARK), TEMPLATE)


def _left_out(void: Sequence[int], texts: "Texts") -> list[str]:
    """Return that void deals stay out, and which lines they are; nothing where there are none."""
    if not void:
        return []
    lines = texts.listed([*map(str, void[:FAULTS]), *(["…"] if len(void) > FAULTS else [])])
    return [texts.say("leagues.import_void", count=len(void), lines=lines)]


def _fault(one: BadLine, texts: "Texts", given: str) -> str:
    """Return what is wrong with a line; `given`: what stands there, as it is to be written."""
    why = texts.say(f"league.line.{one.why}")
    why = texts.say("leagues.line_given", why=why, given=given) if given else why
    return texts.say("leagues.import_fault", line=one.line, why=why)


def _carried(message: discord.Message | None) -> str:
    """Return where the file is that a message of the bot's carries, in either form of message.

    Raises:
        NotRead: it carries none.
    """
    if message is not None:
        for part in message.components:
            if isinstance(part, discord.FileComponent):
                return part.media.url
        if message.attachments:
            return message.attachments[0].url
    raise NotRead("leagues.import_unread")


async def _text_at(client: discord.Client, url: str) -> str:
    """Return what a file of Discord's says.

    Raises:
        NotRead: it is no text, or Discord does not hand it over.
    """
    try:
        data = await client.http.get_from_cdn(url)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.info("a file was not handed over", error=type(error).__name__)
        raise NotRead("leagues.import_unread") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotRead("leagues.import_not_text") from error
