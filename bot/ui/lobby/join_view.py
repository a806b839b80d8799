"""The buttons with which people sit down: each names the side that they join, and shows the seat."""

from bot.play.table_rules.lobby_seats import list_free_seats
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import Person
from bot.render.painting.emoji_images import seat_emoji_name
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services

SeatNames = tuple[str | None, ...]


def join_buttons(table: Snapshot, names: SeatNames, texts: Texts) -> tuple[Button, ...]:
    """Return a button for each side with a seat for a newcomer, as somebody's partner first; one if sides change."""
    step = table.facts.rules.partner_step
    if step is None or not any(isinstance(one, Person) for one in table.occupants):
        id_, is_full = table_control_id(table.id, ControlVerb.JOIN), not list_free_seats(table.facts)
        return (Button(id_, texts.say("ui.join"), ButtonStyle.PRIMARY, disabled=is_full),)
    sides, labels = set[int](), dict[str, int]()
    for seat in list_free_seats(table.facts):
        if seat % step not in sides:
            sides.add(seat % step)
            labels.setdefault(_format_join(table, seat, names, texts), seat)
    by_partner = sorted(labels.items(), key=lambda one: not _list_partners(table, one[1]))
    return tuple(_join_button(table, seat, label) for label, seat in by_partner)


def _list_partners(table: Snapshot, seat: int) -> list[int]:
    """Return the seats of the people who would be partners."""
    people = (n for n, one in enumerate(table.occupants) if isinstance(one, Person))
    return [n for n in people if table.facts.rules.are_partners(n, seat)]


def _join_button(table: Snapshot, seat: int, label: str) -> Button:
    side = seat % (table.facts.rules.partner_step or 1)
    id_ = table_control_id(table.id, ControlVerb.JOIN, str(side))
    return Button(id_, label, ButtonStyle.PRIMARY, emoji=seat_emoji_name(seat))


def _format_join(table: Snapshot, seat: int, names: SeatNames, texts: Texts) -> str:
    if mates := _list_partners(table, seat):
        return texts.say("ui.join_with", names=[names[n] or "" for n in mates])
    people = [name or "" for name, one in zip(names, table.occupants, strict=True) if isinstance(one, Person)]
    return texts.say("ui.join_against", names=people)


async def visitor_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    """Return what somebody without a seat may choose at a table where one person plays with computers."""
    names = await services.people.find_names(table.occupants, texts)
    return Message((Text(texts.say("ui.join_about")), *button_rows(join_buttons(table, names, texts))))
