"""Builds a lobby's public message, and the buttons with which visitors join a user who plays alone with computers."""

from functools import partial
from typing import Final

from bot.play.table_rules.choose_seats import list_free_seats
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import Computer, Person, TableStatus
from bot.render.painting.emoji_images import seat_emoji_name
from bot.render.values.game_pictures import LobbyPicture
from bot.text.catalogue import Texts
from bot.text.describe.option_values import format_pack
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import origin_lines
from bot.ui.core.interactions.table_controls import ControlVerb, table_button, table_control_id
from bot.ui.core.messages.discord_limits import MAX_ALT_TEXT_LENGTH, MAX_OPTION_LENGTH, format_label
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Select, SelectOption, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_blocks, picture_labels
from bot.ui.core.rule_sets import format_table_rules
from bot.ui.core.services import Services
from bot.ui.league.counting_leagues import counting_league_lines
from bot.ui.lobby.member_view import difficulty_select, format_length_line
from bot.ui.lobby.rules_view import rule_change_lines
from bot.ui.settings.view import format_duration
from bot.ui.table.table_view import ACCENT, waiting_for_store_lines
from bot.ui.table.vote_view import shuffle_footer, vote_buttons, vote_lines
from engine.model.options import Direction, Teams
from engine.model.seats import Seat

MIN_SEATS_FOR_SELECT: Final = 2
MAX_CHANGES: Final = 6
SeatNames = tuple[str | None, ...]
PICTURE_FILENAME: Final = "lobby.png"


async def lobby_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    """Return the public message of a table whose match has not begun."""
    names = await services.people.find_names(table.occupants, texts, levels=True)
    seats = "\n".join(_seat_line(n, name, texts) for n, name in enumerate(names, 1))
    rules = await format_table_rules(services, table.facts, texts)
    heading = texts.say("lobby.heading", table=table.id, preset=rules)
    if table.facts.status is not TableStatus.LOBBY:
        return Message((Text(f"## {heading}\n{texts.say('lobby.closed')}"),))
    alt = format_label(f"{heading}\n{_describe_seats(table, names, texts)}", MAX_ALT_TEXT_LENGTH)
    picture = await _lobby_picture(services, table, texts, names, rules, alt)
    ends_at = table.lobby_ends_at
    due = [texts.say("seats.lobby_due", when=f"<t:{round(table.to_wall(ends_at))}:R>")] if ends_at else []
    listed = () if picture else (seats,)  # the picture shows the seats, and its description names them
    opening = (*listed, *_match_lines(table, texts), *await counting_league_lines(services, table.facts, texts))
    changes = (*rule_change_lines(table.facts, texts, MAX_CHANGES), *await vote_lines(services, table, texts), *due)
    first = (f"## {heading}", *waiting_for_store_lines(table, texts), *origin_lines(table.facts, texts))
    text = "\n".join((*first, *opening, *changes))
    votes = await vote_buttons(services, table, texts)
    controls = (*_lobby_controls(table, names, texts), *votes, *shuffle_footer(table, texts))
    return Message((Text(text), *picture, *controls), ACCENT)


def _seat_line(number: int, name: str | None, texts: Texts) -> str:
    if name is None:
        return texts.say("lobby.seat_empty", seat=number)
    return texts.say("lobby.seat_taken", seat=number, name=escape_name(name))


def _match_lines(table: Snapshot, texts: Texts) -> tuple[str, str]:
    rules, pace = table.facts.rules, table.pace
    waits = {"turn": pace.turn, "bury": pace.bury, "next": pace.next_deal}
    keys = {name: f"pace.{name}" if wait else f"pace.{name}.none" for name, wait in waits.items()}
    durations = {name: format_duration(max(1, round(wait)), texts) for name, wait in waits.items()}
    times = {name: texts.say(key, time=durations[name]) for name, key in keys.items()}
    pack = texts.say("value.players_pack", players=rules.players, pack=format_pack(texts, rules))
    return f"{pack} · {format_length_line(table.facts, texts)}", texts.say("pace.line", **times)


def _describe_seats(table: Snapshot, names: SeatNames, texts: Texts) -> str:
    rules, host = table.facts.rules, Person(table.facts.host)
    lines = [texts.say("value.players_pack", players=rules.players, pack=format_pack(texts, rules))]
    for number, (name, occupant) in enumerate(zip(names, table.occupants, strict=True), 1):
        shown = name or texts.say("label.empty_seat")
        lines.append(f"{number}. {texts.say('alt.host', name=shown) if occupant == host else shown}")
    return "\n".join(lines)


async def _lobby_picture(
    services: Services, table: Snapshot, texts: Texts, names: tuple[str | None, ...], title: str, alt: str
) -> tuple[Block, ...]:
    rules = table.facts.rules
    picture = LobbyPicture(
        names,
        frozenset(Seat(s) for s, o in enumerate(table.occupants) if isinstance(o, Computer)),
        title,
        (texts.say("lobby.pack", players=rules.players, decks=texts.say("count.decks", count=rules.decks)),),
        tuple(s % 2 for s in range(rules.players)) if rules.teams is Teams.FIXED else (),
        picture_labels(texts),
        rules.direction is Direction.CLOCKWISE,
        next((Seat(s) for s, o in enumerate(table.occupants) if o == Person(table.facts.host)), None),
    )
    return await picture_blocks(services, picture, alt, PICTURE_FILENAME, is_needed=False, table=table.id)


def _lobby_controls(table: Snapshot, names: SeatNames, texts: Texts) -> tuple[Block, ...]:
    button = partial(table_button, table.id, texts)
    rules, start = button(ControlVerb.RULES, "lobby.rules"), ButtonStyle.SUCCESS
    full = None not in table.occupants
    if table.facts.is_alone:
        row = (button(ControlVerb.START, "lobby.start", start), rules, button(ControlVerb.LOBBY_MORE, "lobby.more"))
        return (*button_rows(row), difficulty_select(table, texts))
    computers = any(isinstance(o, Computer) for o in table.occupants)
    begin = button(ControlVerb.START, "lobby.start", start, disabled=not full)
    short = (button(ControlVerb.LEAVE, "lobby.leave"), rules, begin)
    long = (  # two of these buttons do not fit beside each other on a phone
        button(ControlVerb.ADD_COMPUTER, "lobby.add_computer", disabled=full, emoji="computer"),
        button(ControlVerb.REMOVE_COMPUTER, "lobby.drop_computer", disabled=not computers),
    )
    rows = (*button_rows((*join_buttons(table, names, texts), *short)), *button_rows(long))
    return (*_seat_select(table, names, texts), *rows)


def _seat_select(table: Snapshot, names: SeatNames, texts: Texts) -> tuple[Block, ...]:
    free = sorted(list_free_seats(table.facts))
    if len(free) < MIN_SEATS_FOR_SELECT:
        return ()
    labels = {seat: texts.say("lobby.seat", seat=seat + 1) for seat in free}
    sides = {seat: _format_partners(table, seat, names, texts) for seat in free}
    options = (SelectOption(str(seat), labels[seat], sides[seat], emoji=seat_emoji_name(seat)) for seat in free)
    id_ = table_control_id(table.id, ControlVerb.SIT, ".".join(map(str, free)))
    return (Select(id_, texts.say("lobby.seat_prompt"), tuple(options)),)


def _format_partners(table: Snapshot, seat: int, names: SeatNames, texts: Texts) -> str:
    rules = table.facts.rules
    if rules.partner_step is None:
        return ""
    side = [name for other, name in enumerate(names) if name is not None and rules.are_partners(other, seat)]
    return format_label(texts.say("lobby.seat_with", names=side), MAX_OPTION_LENGTH) if side else ""


def join_buttons(table: Snapshot, names: SeatNames, texts: Texts) -> tuple[Button, ...]:
    """Return a button to join each side, sides with people first. Without fixed sides or people, return only one."""
    step = table.facts.rules.partner_step
    if step is None or not any(isinstance(one, Person) for one in table.occupants):
        is_full = not list_free_seats(table.facts)
        return (table_button(table.id, texts, ControlVerb.JOIN, "lobby.join", ButtonStyle.PRIMARY, disabled=is_full),)
    sides, labels = set[int](), dict[str, int]()
    for seat in list_free_seats(table.facts):
        if seat % step not in sides:
            sides.add(seat % step)
            labels.setdefault(_format_join(table, seat, names, texts), seat)
    by_partner = sorted(labels.items(), key=lambda one: not _list_partners(table, one[1]))
    ids = {seat: table_control_id(table.id, ControlVerb.JOIN, str(seat % step)) for seat in labels.values()}
    emoji = {seat: seat_emoji_name(seat) for seat in ids}
    return tuple(Button(ids[seat], label, ButtonStyle.PRIMARY, emoji=emoji[seat]) for label, seat in by_partner)


def _list_partners(table: Snapshot, seat: int) -> list[int]:
    people = (n for n, one in enumerate(table.occupants) if isinstance(one, Person))
    return [n for n in people if table.facts.rules.are_partners(n, seat)]


def _format_join(table: Snapshot, seat: int, names: SeatNames, texts: Texts) -> str:
    if mates := _list_partners(table, seat):
        return texts.say("lobby.join_with", names=[names[n] or "" for n in mates])
    people = [name or "" for name, one in zip(names, table.occupants, strict=True) if isinstance(one, Person)]
    return texts.say("lobby.join_against", names=people)


async def visitor_view(services: Services, table: Snapshot, texts: Texts) -> Message:
    """Return buttons to join a side at a table where one person plays with computers."""
    names = await services.people.find_names(table.occupants, texts)
    return Message((Text(texts.say("lobby.join_about")), *button_rows(join_buttons(table, names, texts))))
