"""The private panel of a lobby member, with the host's controls."""

from collections.abc import Sequence
from typing import Final

from bot.ids import ChannelId, UserId
from bot.play.house_rules import HouseRules
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import Person, Speed, format_occupant
from bot.text.catalogue import Texts
from bot.ui.core.formatting import origin_lines
from bot.ui.core.interactions.table_controls import ControlVerb, table_button, table_control_id
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, ButtonStyle, Message, Select, SelectOption, Text, button_rows
from bot.ui.core.rule_sets import find_house_rules, house_source, rule_set_options
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import list_table_links
from bot.ui.lobby.lobby_selects import computer_select, length_select, purpose_select
from bot.ui.lobby.rules_view import RuleChangeAction, RuleChangeControl
from bot.ui.table.vote_view import SPEED, list_speeds, open_votes_button
from engine.model.seats import Seat

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
    """Return the panel of a user in a lobby. `here` is the panel's channel, if known; a rematch may be in a thread.

    `shows_all`: with all controls, also for somebody alone with computers.
    """
    waiting = texts.say("ui.waiting", table=table.id, seat=seat + 1)
    text = "\n".join((*origin_lines(table.facts, texts), waiting))
    leave = table_button(table.id, texts, ControlVerb.LEAVE, "ui.leave")
    links = await list_table_links(services, table, user, texts, here)
    start = table_button(table.id, texts, ControlVerb.START, "ui.start", ButtonStyle.SUCCESS)
    if table.facts.is_alone and not shows_all:  # the table's message has what they need
        alone = "\n".join((*origin_lines(table.facts, texts), texts.say("ui.waiting_alone", table=table.id)))
        return Message((Text(alone), *(button_rows((start, *links)) if links else ())))
    if user != table.facts.host:
        rows = button_rows((leave, open_votes_button(table.id, texts), *links))
        return Message((Text(text), *computer_select(table, texts, is_host=False), *rows))
    shuffle = table_button(table.id, texts, ControlVerb.SHUFFLE_SEATS, "seats.mix")
    edit = Button(RuleChangeControl(table.id, 0, RuleChangeAction.OPEN), texts.say("changing.open"))
    row = [shuffle, edit, leave]
    if links and None not in table.occupants:  # the message with Start may be elsewhere
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
    argument = f"{taken}.{present}"  # a new id clears the last choice
    id_ = table_control_id(table.id, ControlVerb.HOST_ACTION, argument)
    return (Select(id_, texts.say("seats.host_prompt"), tuple(options[:MAX_OPTIONS])),)


def _rules_select(table: Snapshot, houses: Sequence[HouseRules], texts: Texts) -> Select:
    house = find_house_rules(houses, table.facts)
    chosen = table.facts.preset if house is None else house_source(house)
    id_ = table_control_id(table.id, ControlVerb.CHOOSE_PRESET, chosen)  # a new id clears the last choice
    return Select(id_, texts.say("seats.preset_prompt"), rule_set_options(houses, chosen, texts))
