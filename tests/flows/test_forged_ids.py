"""Forged ids and values have too large numbers, text in place of cards, or fields of other types.

Each press or choice is answered, logs no error, and seats nobody new at the table.
"""

import random
from dataclasses import fields
from typing import get_type_hints

import pytest
from bot_harness import FAULTS
from event_flows import QUICK, new_event
from league_steps import create_league
from play_by_panel import SHORT_DEAL, sit_down, until

from bot.ids import TableId
from bot.play.values.table_info import Person
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import _CLASSES
from bot.ui.core.messages.discord_limits import MAX_CUSTOM_ID_LENGTH
from bot.ui.dispatch.route_presses import ROUTES
from bot.ui.events import manage_handlers as event_handlers
from bot.ui.league import manage_handlers as league_handlers

NUMBERS = ("", "0", "1", "7", "-1", str(2**31), str(2**63 - 1), str(2**63), str(2**64), "9" * 25, "1e3", "٣", "NaN")
TEXTS = ("", "SA", "AAAA", "zzzz", "♠A", "🂡" * 3, "a.b.c", "9" * 40, "0.0", "-1.5", "league", "None", "' OR 1=1", "%00")
JUNK = (*NUMBERS, *TEXTS)
BUTTON, SELECT = 2, 3


def forged_ids(rng, count):
    """Return ids of all routes in turn. The value of a field may have the right type or another type, or be missing."""
    # This leaves out the routes that other tests add.
    routes = sorted((route, kind) for route, kind in _CLASSES.items() if kind in ROUTES)
    found = []
    for number in range(count):
        route, kind = routes[number % len(routes)]
        hints = get_type_hints(kind)
        parts = [choose_field(rng, str(hints[field.name]), hints[field.name]) for field in fields(kind)]
        if rng.random() < 0.1:
            parts = parts[: rng.randrange(len(parts) + 1)] + ["x"] * rng.randrange(3)
        found.append(":".join((route, *parts))[:MAX_CUSTOM_ID_LENGTH])
    return found


def choose_field(rng, name, kind):
    if isinstance(kind, type) and hasattr(kind, "__members__") and rng.random() < 0.9:
        return rng.choice([str(one.value) for one in kind])
    if "Seat" in name or name in {"task", "int | None"}:
        return rng.choice(("0", "0", "1", "", *NUMBERS))
    return rng.choice(("1", "1", "2", *JUNK) if "int" in name or "Id" in name else JUNK).replace(":", "")


async def press(running, player, screen, custom_id, values):
    """Put a control on the message, press it or choose `values` in it, and return the answer.

    The bot has never sent this control.
    """
    message = running.loopback.world.messages[screen.id]
    part = {"type": BUTTON, "id": 2, "style": 2, "label": "x", "custom_id": custom_id}
    if values:
        options = [{"label": "x", "value": value} for value in values]
        part = {"type": SELECT, "id": 2, "custom_id": custom_id, "options": options}
        part |= {"min_values": 1, "max_values": len(values)}
    message.components = [{"type": 1, "id": 1, "components": [part]}]
    answer = await (
        player.person.select(str(screen.id), custom_id, list(values))
        if values
        else player.person.click(str(screen.id), custom_id=custom_id)
    )
    assert answer.answered, custom_id
    return answer


async def storm(running, people, count, seed):
    ann, eve = people[0], people[0 if seed % 2 else 3]  # eve is either Ann, who has a seat, or a person without one
    rng = random.Random(seed)
    await sit_down(ann, **SHORT_DEAL)
    await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    screen = await eve.slash("help")
    table = await running.registry.get_table(TableId(1))
    faulty = {}
    for custom_id in forged_ids(rng, count):
        values = [one for one in rng.sample(JUNK, rng.choice((0, 0, 1, 2))) if one.strip()]
        await press(running, eve, screen, custom_id, tuple(dict.fromkeys(values)))
        if FAULTS:
            faulty[custom_id, tuple(values)] = FAULTS[-1]
            FAULTS.clear()
    assert not faulty, "\n".join(f"{id_}: {fault}" for id_, fault in faulty.items())
    assert [seat for seat in table.occupants if isinstance(seat, Person)] in ([Person(ann.id)], [])


@pytest.mark.long
async def test_forged_ids_are_answered_without_errors(running, people):
    await storm(running, people, 250, 1)


async def test_outsiders_cannot_use_controls_of_managers(running, people):
    ann, bob = people[:2]
    await create_league(ann)
    await new_event(ann, name="Friday", format="swiss", **QUICK)
    screen = await bob.slash("help")
    controls = [f"ev:{action}:1" for action in event_handlers.MANAGING]
    controls += [f"lg:{action}:1" for action in league_handlers.MANAGING]
    for custom_id in controls:
        answer = await press(running, bob, screen, custom_id, ())
        assert "Only the managers of **" in str(answer.message.parts), custom_id
