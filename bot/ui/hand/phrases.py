"""Quick phrases on the panel between deals: what the players said, in the reader's language, and the menu.

During a deal nobody says anything: which of five phrases a partner chooses, and when, could be a signal about cards.
"""

from typing import Final

from bot.play.refusals import StaleTask
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import Phrase
from bot.text.catalogue import Texts
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.interactions.table_press import TablePress, get_seat
from bot.ui.core.memory.preferences import Preferences
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Select
from bot.ui.hand.question import SeatQuestion

_SHOWN: Final = 2
"""How many phrases the panel shows."""


def phrase_lines(table: Snapshot, names: tuple[str, ...], prefers: Preferences, texts: Texts) -> list[str]:
    """Return what the players have said last since the deal in one line; `names` are escaped."""
    said = () if prefers.mute_phrases else table.phrases[-_SHOWN:]
    words = [texts.say("phrase.said", name=names[seat], words=texts.say(f"phrase.{one}")) for seat, one in said]
    return [f"-# {' · '.join(words)}"] if words else []


def phrase_rows(table: Snapshot, question: SeatQuestion, prefers: Preferences) -> tuple[Block, ...]:
    """Return the menu of phrases; nothing where nobody would read them."""
    if prefers.mute_phrases or table.facts.is_alone:
        return ()
    options = tuple(select_option(one, question.say(f"phrase.{one}")) for one in Phrase)
    id_ = question.custom_id(ControlVerb.SAY, str(len(table.phrases)))
    return (Select(id_, question.say("phrase.prompt"), options),)


async def say_phrase(press: TablePress) -> Response:
    """Say the chosen phrase."""
    get_seat(press.table, press.user)
    chosen = press.values[0] if press.values else ""
    if chosen not in set(Phrase):
        raise StaleTask
    press.table.gameplay.say(press.user, Phrase(chosen))
    return ShowPanel(press.table)
