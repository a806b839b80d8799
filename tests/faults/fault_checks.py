"""Checks what must be true once the trouble is over and people have played on."""

import asyncio
from collections import Counter
from copy import copy
from unittest.mock import Mock

from bot_harness import FAULTS, LOGGED
from discord_faults import GUESTS, LANGUAGES
from kill_session import find_faults
from public_posts import find_languages

from bot.loopback.wire import CallbackType, Flag
from bot.play.values.table_info import TableStatus
from bot.text.languages import find_language
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.discord_io.components import to_discord
from engine.deal.phases.states import Finished
from tests.table_control_ids import parse_table_control_id
from tests.wire.driver import user_id

WITHIN = 60.0
"""Seconds from the end of the trouble until all messages must be up to date."""
LOOK_AGAIN = 5.0
MAX_HITS = 10
"""The most requests that may fail if the trouble concerns one or two messages."""
MAX_ATTEMPTS = 5
"""The most requests that may fail per message if the trouble concerns more than two messages."""
MAX_LINES = 2
"""The most warnings and errors of one kind in the log."""
THREE_SECONDS = 3.0
ACTIONS = {ControlVerb.PLAY, ControlVerb.PICK, ControlVerb.PASS, ControlVerb.DECLARE, ControlVerb.BURY}
"""The verbs of controls that answer a question."""
SERIOUS = ("warning", "error", "critical")


async def list_wrongs(evening, result):
    """Wait a limited time until all messages are up to date; return descriptions of everything that is wrong."""
    wrong = [*result, *find_errors(), *await find_lost_actions(evening)]
    wrong += await wait_until_shown(evening)
    wrong += [*find_doubles(evening), *find_floods(evening), *find_foreign_texts(evening)]
    return list(dict.fromkeys(wrong))


def find_errors():
    return [f"logged: {line[:600]}" for line in FAULTS[:2]]


async def find_lost_actions(evening):
    """Return descriptions of faults in the records. Each play that the bot acknowledged must be in them."""
    wrong = []
    for table in await list_tables(evening):
        stored = await evening.running.database.store.tables.load(table)
        plays = [play for number, *play in evening.plays if number == table]
        wrong += find_faults(stored, plays)
    return wrong


async def list_tables(evening):
    return sorted(evening.running.outbox._table_messages)


# ---------------------------------------------------------------------- what is shown


async def wait_until_shown(evening):
    """Wait until all interactions are answered and all messages are up to date. Return texts about what is still wrong.

    The wait lasts at most a minute, counted from this call or from the end of the trouble.
    """
    begun, trouble = evening.now(), evening.trouble

    async def find_wrong():
        return [*await find_outdated(evening), *find_unanswered(evening), *find_live_copies(evening)]

    while (wrong := await find_wrong()) and evening.now() < max(begun, trouble.ends) + WITHIN:
        for table in evening.find_tables() if trouble.happened and trouble.trouble.takes_place else ():
            person = next(one for one in evening.people if table.seat_of(int(one.id)) is not None)
            await evening.look_at(person, "table")
        await asyncio.sleep(LOOK_AGAIN)
    return wrong


async def find_outdated(evening):
    """Return descriptions of the table messages and panels that are outdated."""
    wrong = []
    for number, shown in evening.running.outbox._table_messages.items():
        table = await evening.running.registry.get_table(number)
        expected = await _render(evening, shown, table)
        stored = await evening.running.database.store.tables.find_table_message(number)
        raw = evening.loopback.world.messages.get(stored.message) if stored else None
        if raw is None and table.facts.status is TableStatus.OVER:
            continue  # if a table is over, its message may have been deleted together with the channel
        if raw is None:
            wrong.append(f"table {number} has no message")
        elif (difference := _compare(expected, raw)) is not None:
            wrong.append(f"the message of table {number} is outdated: {difference}")
        wrong += await _find_outdated_panels(evening, table)
    return wrong


async def _render(evening, shown, table):
    """Return the message that a table should show now. A copy of the object that shows tables renders it."""
    found, copied = [], copy(shown)

    async def deliver(rendered, *, again):
        found.append(rendered.message)

    copied._deliver, copied._report_shown, copied._shown = deliver, _nothing, None
    copied.debouncer, copied.match_end = Mock(), Mock()
    copied._ended_deals = Mock()
    await copied._render_and_show(table)
    return found[0]


async def _nothing(*_):
    pass


def _walk(parts):
    for part in parts or ():
        yield part
        yield from _walk(part.get("components"))


def _compare(expected, raw):
    """Return how a message differs from `expected`, or None. Without Components V2, compare only the controls."""
    sent = to_discord(expected.with_pictures_as_text() if not raw.attachments else expected, v1=False)
    wanted = list(_walk(sent.send_arguments()["view"].to_components()))
    found = list(_walk(raw.components))
    pairs = [({p["custom_id"] for p in parts if "custom_id" in p}) for parts in (wanted, found)]
    if pairs[0] != pairs[1]:
        return f"controls {sorted(pairs[0] ^ pairs[1])[:4]}"
    if not raw.flags & Flag.COMPONENTS_V2:
        return None
    texts = ["\n".join(p["content"] for p in parts if p["type"] == 10) for parts in (wanted, found)]
    return None if texts[0] == texts[1] else f"text {texts[1][:200]!r} instead of {texts[0][:200]!r}"


async def _find_outdated_panels(evening, table):
    """Return descriptions of the panels that are outdated or do not ask the table's question."""
    wrong = []
    if table.facts.status is not TableStatus.PLAYING or isinstance(table.phase, Finished):
        return wrong
    for person in evening.people:
        seat = table.seat_of(int(person.id))
        holder = evening.running.outbox._hand_messages.get(table.id, {}).get(int(person.id))
        if seat is None:
            continue
        if holder is not None and holder.is_alive and holder._shown != holder._fingerprint(table):
            wrong.append(f"the panel of {person.name} is outdated")
        shown = await person.panel()
        known = [parse_table_control_id(i) for i in (*shown.buttons, *shown.selects)] if shown else []
        asked = {one.task for one in known if one and one.verb in ACTIONS and one.task is not None}
        if asked - {table.task(seat)}:
            wrong.append(f"the panel of {person.name} asks what the table does not ask")
    return wrong


# ---------------------------------------------------------------------- answers, doubles, floods


def find_unanswered(evening):
    """Return descriptions of interactions without an answer, and of answers that still show "thinking".

    An interaction that the bot never answered is left out if the trouble excuses it.
    """
    world, wrong = evening.loopback.world, []
    for asked in world.interactions.values():
        hit = evening.trouble.happened and (
            evening.trouble.trouble.everywhere or f"/{asked.id}/" in evening.trouble.path
        )
        name = asked.name or asked.data.get("custom_id", "")
        is_lost = (hit and evening.trouble.may_silence) or evening.trouble.trouble.loses_presses
        if asked.kind is None and not is_lost:
            wrong.append(f"never answered: {name}")
        first = world.messages.get(asked.original or 0)
        if asked.kind == CallbackType.DEFERRED and first is not None and first.loading:
            wrong.append(f"still thinking: {name}")
    return wrong


def find_doubles(evening):
    """Return descriptions of the messages that were sent more than once."""
    sent = [m for m in _list_public(evening) if m.edited is None]
    texts = Counter((m.channel, _text(m), len(m.attachments)) for m in sent if _text(m))
    return [f"sent {count} times: {text[:150]!r}" for (_, text, _), count in texts.items() if count > 1]


def find_live_copies(evening):
    """Return descriptions of the tables that have controls in more than one message."""
    channels = evening.loopback.world.channels
    live = Counter(
        known.table
        for m in _list_public(evening)
        if not channels[m.channel].archived  # the bot cannot change messages of an archived thread
        for known in {parse_table_control_id(p["custom_id"]) for p in _walk(m.components) if "custom_id" in p}
        if known and known.verb is ControlVerb.RULES
    )
    return [f"table {table} has {count} live messages" for table, count in live.items() if count > 1]


def _list_public(evening):
    """Return the bot's public messages that are no answers. Leave out a message that Discord refuses to change."""
    world, trouble = evening.loopback.world, evening.trouble
    gone = trouble.path.rpartition("/messages/")[2] if trouble.trouble.is_final else ""
    sent = [m for m in world.messages.values() if m.author == world.bot.id and str(m.id) != gone]
    return [m for m in sent if not m.ephemeral and not m.interaction]


def _text(message):
    return message.content + "\n".join(p["content"] for p in _walk(message.components) if p["type"] == 10)


def find_floods(evening):
    """Return what is wrong: too many requests or log lines, or a final refusal that the log does not explain."""
    trouble, wrong = evening.trouble, []
    if trouble.hits > max(MAX_HITS, MAX_ATTEMPTS * len(trouble.hit)):
        wrong.append(f"{trouble.hits} requests met the same trouble")
    lines = Counter(event_name(line) for line in LOGGED if any(f"'level': '{level}'" in line for level in SERIOUS))
    wrong += [f"logged {count} times: {name}" for name, count in lines.items() if count > MAX_LINES]
    if trouble.trouble.is_final and trouble.hits and not any("'code': " in line for line in LOGGED):
        wrong.append("no line of the log has the cause")
    return wrong


def find_foreign_texts(evening):
    """Return descriptions of the private messages in a language other than their reader's."""
    world = evening.loopback.world
    tags = {user_id(name): find_language(locale).tag for name, locale in (LANGUAGES | GUESTS).items()}
    wrong = []
    for message in world.messages.values():
        readers = {message.only_for} if message.ephemeral else set(world.channels[message.channel].recipients)
        own = {tags[reader] for reader in readers if reader in tags}
        if message.author == world.bot.id and own and (spoken := find_languages(_text(message)) - own):
            wrong.append(f"spoke {spoken} to one who reads {own}: {_text(message)[:150]!r}")
    return wrong


def event_name(line):
    return line.partition("'event': ")[2].partition(",")[0]
