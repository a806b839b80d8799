"""The private panel of a lobby member, with the host's controls, and some parts of the lobby's public message."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bot.ids import ChannelId, LeagueId, UserId
from bot.league.leagues.counting_deals import is_rated
from bot.league.leagues.leagues import LeagueInfo
from bot.play.house_rules import HouseRules
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import Computer, Occupant, Person, Speed, TableInfo, format_occupant
from bot.text.catalogue import Texts
from bot.ui.core.formatting import origin_lines
from bot.ui.core.interactions.table_controls import ControlVerb, table_button, table_control_id
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Select, SelectOption, Text, button_rows
from bot.ui.core.rule_sets import find_house_rules, house_source, rule_set_options
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import list_table_links
from bot.ui.lobby.rules_view import RuleChangeAction, RuleChangeControl
from bot.ui.table.vote_view import SPEED, list_speeds, open_votes_button
from engine.model.options import Teams
from engine.model.seats import Seat
from engine.players.levels import ALL_LEVELS, PLAYERS

ADD_COMPUTER: Final = "+"
"""A value of selects that means a new computer player instead of a seat."""
EVERY_COMPUTER: Final = "*"
"""A value of selects that means all computer players instead of a seat."""
Length = tuple[int | None, int | None]
"""The number of deals and of minutes after which a match ends. None means that there is no such limit."""
_LENGTHS: Final[tuple[Length, ...]] = (
    (None, None),
    *((deals, None) for deals in (1, 2, 3, 4, 5, 6, 8, 10, 12)),
    *((None, minutes) for minutes in (30, 45, 60, 90, 120, 180)),
)
_LENGTH_VALUE: Final = re.compile(r"d(\d*)m(\d*)")
OPEN, FRIENDLY = "open", "friendly"
"""The values of two options in `purpose_select`. Each other option stands for a league and has its id as value."""
START_ANYWAY: Final = "anyway"


def difficulty_select(table: Snapshot, texts: Texts) -> Select:
    """Return the select of the level of all computer players."""
    present = {one.level for one in table.occupants if isinstance(one, Computer)}
    names = {level: texts.say(f"computer.level.{level}") for level in PLAYERS}
    labels = {level: texts.say("council.difficulty", level=name) for level, name in names.items()}
    options = [select_option(f"{EVERY_COMPUTER} {one}", said, chosen=present == {one}) for one, said in labels.items()]
    return Select(_computers_id(table), texts.say("council.difficulty_prompt"), tuple(options))


def _computers_id(table: Snapshot) -> str:
    """Return an id that changes with the computer players, so that Discord clears the last choice."""
    return table_control_id(table.id, ControlVerb.CHOOSE_COMPUTER, "".join(map(_letter_of, table.occupants)))


def computer_select(table: Snapshot, texts: Texts, *, is_host: bool) -> tuple[Block, ...]:
    """Return the select that adds computer players or changes one's level. Return nothing if there is no choice."""
    levels = ALL_LEVELS if is_host else tuple(PLAYERS)
    level_names = {level: texts.say(f"computer.level.{level}") for level in levels}
    options: list[SelectOption] = []
    if None in table.occupants:
        options += [
            select_option(f"{ADD_COMPUTER} {level}", texts.say("council.level_add", level=name))
            for level, name in level_names.items()
        ]
    computers = [(seat, who.level) for seat, who in enumerate(table.occupants) if isinstance(who, Computer)]
    room = (MAX_OPTIONS - len(options)) // max(1, len(computers))
    options += [
        select_option(f"{seat} {level}", texts.say("council.level_set", seat=seat + 1, level=level_names[level]))
        for seat, present in computers
        for level in _list_other_levels(levels, present, room)
    ]
    if not options:
        return ()
    return (Select(_computers_id(table), texts.say("council.level_prompt"), tuple(options)),)


def _list_other_levels(levels: Sequence[str], present: str, most: int) -> list[str]:
    """Return up to `most` other levels. Those after `present` are preferred, so that repeated choices reach all."""
    at = levels.index(present) + 1 if present in levels else 0
    following = [level for level in (*levels[at:], *levels[:at]) if level != present][:most]
    return sorted(following, key=levels.index)


def _letter_of(occupant: Occupant | None) -> str:
    if isinstance(occupant, Computer):
        return str(ALL_LEVELS.index(occupant.level)) if occupant.level in ALL_LEVELS else "c"
    return "o" if occupant is None else "x"


def format_length_line(facts: TableInfo, texts: Texts) -> str:
    """Return the line that states the length of the match."""
    return _say_length(facts, (facts.match_deals, facts.match_minutes), texts)


def length_select(facts: TableInfo, texts: Texts) -> Select:
    """Return the host's select of the match's length, with the present one chosen."""
    chosen = (facts.match_deals, facts.match_minutes)
    lengths = _LENGTHS if chosen in _LENGTHS else (*_LENGTHS, chosen)
    options = tuple(
        select_option(_format_value(one), _say_length(facts, one, texts), chosen=one == chosen) for one in lengths
    )
    id_ = table_control_id(facts.id, ControlVerb.CHOOSE_LENGTH, _format_value(chosen))
    return Select(id_, texts.say("length.prompt"), options)


def parse_length(value: str) -> Length | None:
    """Return the length that a value of `length_select` stands for; None for any other text."""
    found = _LENGTH_VALUE.fullmatch(value)
    if found is None:
        return None
    deals, minutes = (int(number) if number else None for number in found.groups())
    return deals, minutes


def _say_length(facts: TableInfo, length: Length, texts: Texts) -> str:
    return texts.say("length.line", length=texts.format_match_length(facts.rules, *length))


def _format_value(length: Length) -> str:
    deals, minutes = ("" if number is None else number for number in length)
    return f"d{deals}m{minutes}"


def purpose_select(table: Snapshot, leagues: Iterable[LeagueInfo], texts: Texts) -> tuple[Block, ...]:
    """Return the host's select of what deals count for. Return nothing if there is no choice, or nothing can count."""
    facts, fixed = table.facts, table.facts.rules.teams is Teams.FIXED
    rated, undecided = is_rated(facts.preset, facts.rules), FRIENDLY if facts.is_friendly else OPEN
    chosen = undecided if facts.league is None else str(facts.league)
    kind = ("rated_" if rated else "") + ("teams" if fixed else "open")
    if rated and facts.starts_friendly and not facts.is_friendly:
        kind = "rated_later"
    options = [_option(OPEN, texts.say(f"counting.purpose.{kind}"), chosen)]
    if fixed or rated:
        options.append(_option(FRIENDLY, texts.say("counting.purpose.friendly"), chosen))
    options += [_option(str(one.id), texts.say("counting.purpose.league", name=one.name), chosen) for one in leagues]
    if len(options) == 1 or facts.has_oracle:
        return ()
    id_ = table_control_id(facts.id, ControlVerb.CHOOSE_PURPOSE, chosen)
    return (Select(id_, texts.say("counting.purpose"), tuple(options[:MAX_OPTIONS])),)


def parse_purpose(value: str) -> tuple[LeagueId | None, bool] | None:
    """Return what a value of `purpose_select` stands for.

    The result is the league, if any, and whether the table is friendly. For any other text, it is None.
    """
    if value in {OPEN, FRIENDLY}:
        return None, value == FRIENDLY
    return (LeagueId(int(value)), False) if value.isdecimal() else None


def start_question_view(table: Snapshot, reasons: Iterable[str], texts: Texts) -> Message:
    """Return a question with the `reasons` why something will not count, and a button that starts the match anyway."""
    look = "counting.start_anyway", ButtonStyle.DANGER
    start = table_button(table.id, texts, ControlVerb.START, *look, argument=START_ANYWAY)
    lines = (texts.say("counting.start_question"), *(f"- {reason}" for reason in reasons))
    return Message((Text("\n".join(lines)), *button_rows((start,))))


def _option(value: str, label: str, chosen: str) -> SelectOption:
    return select_option(value, label, chosen=value == chosen)


KICK: Final = "kick"
MAKE_HOST: Final = "host"


async def lobby_member_view(
    services: Services,
    table: Snapshot,
    user: UserId,
    seat: Seat,
    texts: Texts,
    here: ChannelId | None,
    *,
    shows_all: bool,
) -> Message:
    """Return the panel of a user in a lobby. A user alone with computers has few controls unless `shows_all` is set."""
    is_alone = table.facts.is_alone and not shows_all
    waiting = texts.say("lobby.waiting_alone" if is_alone else "lobby.waiting", table=table.id, seat=seat + 1)
    text = "\n".join((*origin_lines(table.facts, texts), waiting))
    leave = table_button(table.id, texts, ControlVerb.LEAVE, "lobby.leave")
    links = await list_table_links(services, table, user, texts, here)
    start = table_button(table.id, texts, ControlVerb.START, "lobby.start", ButtonStyle.SUCCESS)
    if is_alone:  # the table's message has all controls that they need
        return Message((Text(text), *(button_rows((start, *links)) if links else ())))
    if user != table.facts.host:
        rows = button_rows((leave, open_votes_button(table.id, texts), *links))
        return Message((Text(text), *computer_select(table, texts, is_host=False), *rows))
    shuffle = table_button(table.id, texts, ControlVerb.SHUFFLE_SEATS, "seats.mix")
    edit = Button(RuleChangeControl(table.id, 0, RuleChangeAction.OPEN), texts.say("changing.open"))
    row = [shuffle, edit, leave]
    if links and None not in table.occupants:  # the public message with the button Start may be in another channel
        row = [start, *row]
    leagues = await services.league.tables.list_possible_leagues(table.facts.guild, table.facts.rules)
    houses = await services.house_rules.list_all(table.facts.guild)
    found = await services.people.find_names(table.occupants, texts, levels=True)
    names = tuple(name or "" for name in found)
    return Message(
        (
            Text(f"{text}\n{texts.say('seats.you_are_host')}"),
            *_host_actions(table, names, texts),
            _rules_select(table, houses, texts),
            length_select(table.facts, texts),
            *purpose_select(table, leagues, texts),
            *computer_select(table, texts, is_host=True),
            *button_rows((*row, *links)),
        )
    )


def _host_actions(table: Snapshot, names: tuple[str, ...], texts: Texts) -> tuple[Block, ...]:
    options: list[SelectOption] = []
    for seat, occupant in enumerate(table.occupants):
        if occupant is None or occupant == Person(table.facts.host):
            continue
        target, name = f"{seat} {format_occupant(occupant)}", names[seat]
        options.append(select_option(f"{KICK} {target}", texts.say("seats.kick", name=name)))
        if isinstance(occupant, Person):
            options.append(select_option(f"{MAKE_HOST} {target}", texts.say("seats.make_host", name=name)))
    options += list_speeds(table.facts, texts, f"{SPEED} ")
    present = (table.facts.speed or Speed.NORMAL).value
    taken = "".join("x" if o is not None else "o" for o in table.occupants)
    argument = f"{taken}.{present}"  # makes the id new after a change, so that Discord clears the last choice
    id_ = table_control_id(table.id, ControlVerb.HOST_ACTION, argument)
    return (Select(id_, texts.say("seats.host_prompt"), tuple(options[:MAX_OPTIONS])),)


def _rules_select(table: Snapshot, houses: Sequence[HouseRules], texts: Texts) -> Select:
    house = find_house_rules(houses, table.facts)
    chosen = table.facts.preset if house is None else house_source(house)
    # a new preset changes the id, so that Discord clears the last choice
    id_ = table_control_id(table.id, ControlVerb.CHOOSE_PRESET, chosen)
    return Select(id_, texts.say("seats.preset_prompt"), rule_set_options(houses, chosen, texts))
