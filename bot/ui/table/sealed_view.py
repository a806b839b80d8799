"""The public message of a table whose board others still have to play, with its players and nothing of the deal."""

from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_table_name
from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.messages.message import Block, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.hand.view import here_button
from bot.ui.table.vote_view import open_votes_button, vote_buttons, vote_lines


async def sealed_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    """Return the public message of a sealed table; its players have everything else in their panels."""
    if table.facts.status is not TableStatus.PLAYING:
        return sealed_ended_view(table, texts)
    names = [escape_name(name or "") for name in await services.people.find_names(table.occupants, texts)]
    sides = [texts.format_list(names[side::2]) for side in range(2)]
    lines = [
        f"## {format_table_name(table.facts, texts)}",
        " – ".join(sides),
        texts.say("seats.paused" if table.facts.paused else "events.sealed.playing", board=_get_board(table)),
        *([texts.say("seats.played_for", names=[names[seat] for seat in sorted(table.away)])] if table.away else []),
        *([texts.say("ui.cannot_save")] if table.cannot_be_saved else []),
        *await vote_lines(services, table, texts),
    ]
    return Message((Text("\n".join(lines)), *await vote_buttons(services, table, texts), *_buttons(table, texts)))


def sealed_ended_view(table: Snapshot, texts: Texts) -> Message:
    """Return the view of a board that is over at this table, until it is over everywhere."""
    heading = f"## {format_table_name(table.facts, texts)}"
    hand = table_button(table.id, texts, ControlVerb.SHOW_HAND, "ui.my_hand")
    over = texts.say("events.sealed.over", board=_get_board(table))
    return Message((Text(f"{heading}\n{over}"), *button_rows((hand,))))


def boards_over_view(table: Snapshot, texts: Texts) -> Message:
    """Return the one line that a channel keeps of a thread in which boards were played."""
    return Message((Text(f"✓ **{format_table_name(table.facts, texts)}** · {texts.say('events.boards_over')}"),))


def _get_board(table: Snapshot) -> int:
    return 0 if table.facts.event_place is None else table.facts.event_place.board


def _buttons(table: Snapshot, texts: Texts) -> tuple[Block, ...]:
    hand = table_button(table.id, texts, ControlVerb.SHOW_HAND, "ui.my_hand", ButtonStyle.PRIMARY)
    more = {ControlVerb.RULES: "ui.rules", ControlVerb.HELP: "ui.help"}
    others = tuple(table_button(table.id, texts, verb, key) for verb, key in more.items())
    back = button_rows((here_button(table, texts),)) if table.away else ()
    return (*back, *button_rows((hand, *others, open_votes_button(table.id, texts))))
