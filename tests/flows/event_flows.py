"""Common steps of people at events, and what they see."""

from dataclasses import replace

from play_by_panel import until

from bot.events.settings import EventSettings
from bot.ids import EventId
from bot.setting_fields import list_settings

HEADINGS = ("## Friday", "## Cup", "## Next")
QUICK = {"preset": "forty-points", "deals": 1}
TYPED = ("name", "format", "preset", "starts", "changes", "league", "deals", "minutes")
"""The options of `/new event`; all other settings are on the panel."""
FIELDS = {field.key.replace("_", "-"): field.name for field in list_settings(EventSettings)}
FIELDS |= {field.name: field.name for field in list_settings(EventSettings)}
ON_PANEL = {"withdraw", "volunteer", "bracket", "cross", "board"}


async def find_screen(player, action):
    """Return the newest public message with a live button of this kind."""
    screens = [s for s in await player.screens() if not s.private]
    return next((s for s in reversed(screens) if find_button(s, action)), None)


def find_button(screen, action):
    return next((i for i in screen.buttons if i.startswith(f"ev:{action}:")), None)


async def press(player, action):
    """Press an event's button. Those for the actions in ON_PANEL are on the panel, all others on the public message."""
    if action in ON_PANEL:
        panel = await open_panel(player)
        return await player.click(panel, find_button(panel, action))
    screen = await until(player, lambda: find_screen(player, action), bool)
    return await player.click(screen, find_button(screen, action))


async def open_panel(player, event=None):
    return await player.slash("event", **({} if event is None else {"event": event}))


async def manage(player, *actions, event=None):
    """Press these buttons one after another on the managers' part of the panel; return the last answer."""
    screen = await open_panel(player, event)
    for action in ("manage", *actions):
        button = find_button(screen, action)
        if button is None:
            raise LookupError(f"no {action} among {screen.buttons} under {screen.text}")
        screen = await player.click(screen, button)
    return screen


async def new_event(player, **options):
    """Create an event with the command. Options that the command does not have are set on the panel."""
    typed = {key: options.pop(key) for key in TYPED if key in options}
    screen = made = await player.slash("new event", **typed)
    for key, value in options.items() if find_button(made, "settings") else ():
        screen = await change_setting(player, screen, FIELDS[key], value)
        assert any(i.startswith("ev:setting:") for i in screen.selects), screen.text
    return made


async def change_setting(player, screen, name, value):
    """Change a setting on the panel that `screen` shows, and return the page with all settings."""
    settings = find_button(screen, "settings")
    page = await choose(player, screen if settings is None else await player.click(screen, settings), "setting", name)
    if isinstance(value, bool):
        return await player.click(page, find_act(page, "on" if value else "off"))
    if page.selects:
        return await choose(player, page, "set", str(value))
    return await type_value(player, page, find_act(page, "type"), {"value": str(value)})


def find_act(screen, act):
    """Return the id of the button that applies this act to a setting, or None."""
    return next((i for i in screen.buttons if i.startswith("ev:set:") and i.split(":")[4] == act), None)


async def type_value(player, screen, button, values):
    """Fill in the form that a button opens."""
    opened = await player.person.click(str(screen.id), custom_id=button)
    return await player.submit(opened, values)


async def choose(player, screen, action, value):
    """Choose a value in the select that has this action."""
    select = next(i for i in (*screen.selects, *screen.pickers) if i.startswith(f"ev:{action}:"))
    return await player.select(screen, select, [value] if isinstance(value, str) else value)


async def open_table(player, table, number=None, board=None, event=None):
    """Open the managers' page of a table, or of one of its boards, in round `number` (by default the newest)."""
    screen = await manage(player, "tables", event=event)
    while number is not None and f"ev:match:1:{number}:" not in str(screen.selects):
        screen = await player.click(screen, next(i for i in screen.buttons if i.startswith("ev:tables:")))
    screen = await choose(player, screen, "match", str(table))
    return screen if board is None else await choose(player, screen, "match", str(board))


async def report(player, table, winner, margin=1, **where):
    """Set the result of a table on its page of the panel."""
    screen = await open_table(player, table, **where)
    plain = {"void": "void", "draw": "draw.0"}
    return await choose(player, screen, "score", plain.get(winner, f"{winner}.{margin}"))


async def find_event_text(player):
    """Return the newest public message of an event, or None."""
    return next((s for s in reversed(await player.screens()) if not s.private and s.text.startswith(HEADINGS)), None)


async def load_event(running):
    return await running.database.store.events.find_event(EventId(1))


async def end_waiting(running):
    """End the time within which players must come to their tables."""

    def change(event):
        return event.with_round(replace(event.round, due_at=0.0))

    await running.database.store.events.update_and_book(EventId(1), change)
    running.client.event_clock._services.events.wake()


async def enter_all(people, **options):
    ann = people[0]
    made = await new_event(ann, name="Friday", **(QUICK | options))
    assert "Friday" in made.text
    assert made.private
    assert "are open" in (await manage(ann, "open")).text
    for person in people:
        answer = await press(person, "enter")
        assert "You are in **Friday**" in answer.text
        checked = await person.click(answer, find_button(answer, "check"))
        assert "checked in" in checked.text


async def list_tables(running):
    return list(running.registry.list_live())


async def end_match(table):
    await table.voting.close(table.facts.host, by_right=True)
