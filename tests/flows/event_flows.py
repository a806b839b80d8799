"""Common steps of people at events, and what they see."""

from dataclasses import replace

from play_by_panel import until

from bot.ids import EventId

HEADINGS = ("## Friday", "## Cup", "## Next")
QUICK = {"preset": "forty-points", "deals": 1}


async def find_screen(player, action):
    """Return the newest public message with a live button of this kind."""
    screens = [s for s in await player.screens() if not s.private]
    return next((s for s in reversed(screens) if find_button(s, action)), None)


def find_button(screen, action):
    return next((i for i in screen.buttons if i.startswith(f"ev:{action}:")), None)


async def press(player, action):
    screen = await until(player, lambda: find_screen(player, action), bool)
    return await player.click(screen, find_button(screen, action))


async def find_event_text(player):
    """Return the text of the event's own message."""
    return next((s for s in reversed(await player.screens()) if not s.private and s.text.startswith(HEADINGS)), None)


async def load_event(running):
    return await running.database.store.events.find_event(EventId(1))


async def end_waiting(running):
    """End the time in which players come to their tables."""

    def change(event):
        return event.with_round(replace(event.round, due_at=0.0))

    await running.database.store.events.update_and_book(EventId(1), change)
    running.client.event_clock._services.events.wake()


async def enter_all(people, **options):
    ann = people[0]
    made = await ann.slash("event create", name="Friday", **(QUICK | options))
    assert "Friday" in made.text
    assert made.private
    assert "open" in (await ann.slash("event open")).text
    for person in people:
        answer = await press(person, "enter")
        assert "You are in **Friday**" in answer.text
        checked = await person.click(answer, find_button(answer, "check"))
        assert "checked in" in checked.text


async def list_tables(running):
    return list(running.registry.list_live())


async def end_match(table):
    await table.voting.close(table.facts.host, by_right=True)
