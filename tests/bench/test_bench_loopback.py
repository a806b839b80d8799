"""Measures how many interactions the local Discord handles per second of processor time, if the bot only answers.

Load tests need this figure as a baseline. What they cost beyond it is the work of the real bot. The tests assert
only ratios within one run, for example between ten interactions at once and one after another. The processor time is
that of the local Discord, of the bot and of the people together, which share this process.
"""

import asyncio
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import discord

sys.path.insert(0, str(Path(__file__).parents[1] / "wire"))

from fruit_bot import pointed_at, running

from bot.loopback.interactions.start import begin
from bot.loopback.messages import post
from bot.loopback.wire import InteractionType
from tests.wire.driven_loopback import DrivenLoopback


class Answering:
    """A minimal bot without discord.py, which answers each interaction with one request."""

    def __init__(self, loopback):
        self.loopback = loopback

    async def run(self):
        async with aiohttp.ClientSession() as session:
            ws = await session.ws_connect(self.loopback.gateway + "?v=10&encoding=json")
            await ws.send_json({"op": 2, "d": {"token": "loopback", "intents": 1, "properties": {}}})
            async for frame in ws:
                event = frame.json()
                if event["t"] == "INTERACTION_CREATE":
                    asyncio.get_running_loop().create_task(self.answer(session, event["d"]))

    async def answer(self, session, data):
        url = f"{self.loopback.api}/interactions/{data['id']}/{data['token']}/callback?with_response=1"
        async with session.post(url, json={"type": 7, "data": {"content": data["id"]}}) as response:
            assert response.status == 200


@asynccontextmanager
async def answering(loopback):
    task = asyncio.create_task(Answering(loopback).run())
    while not loopback.hub.connected():  # noqa: ASYNC110 - the hub has no event for it
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def panel(loopback):
    """Send a message with a button to press repeatedly."""
    channel = next(iter(loopback.world.channels))
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "b", "custom_id": "b"}]}
    async with aiohttp.ClientSession(headers={"Authorization": "Bot loopback"}) as session:
        url = f"{loopback.api}/channels/{channel}/messages"
        async with session.post(url, json={"content": "x", "components": [row]}) as response:
            return (await response.json())["id"]


class Pressed(discord.Client):
    """A discord.py bot that only answers presses."""

    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)

    async def on_interaction(self, interaction):
        await interaction.response.edit_message(content=str(interaction.id))


async def rate(loopback, at_once, rounds):
    message = await panel(loopback)
    people = [loopback.person(f"p{n}") for n in range(at_once)]
    began = time.process_time()

    async def press(person):
        for _ in range(rounds // at_once):
            assert (await person.click(message, "b")).answered

    await asyncio.gather(*map(press, people))
    return rounds / (time.process_time() - began)


async def test_simultaneous_interactions_are_hardly_slower(record_property, scale):
    loopback, rounds = await DrivenLoopback.start(limits=False), scale.pick(150, 10)
    try:
        async with answering(loopback):
            await rate(loopback, 1, rounds)
            alone, together = await rate(loopback, 1, rounds), await rate(loopback, 10, rounds)
    finally:
        await loopback.stop()
    sys.stdout.write(
        f"\nlocal Discord: {alone:.0f} interactions/s one after another, {together:.0f}/s with ten at once\n"
    )
    record_property("interactions per second, one after another", round(alone))
    record_property("interactions per second, ten at once", round(together))
    assert scale.is_short or together > alone * 0.7  # ten simultaneous interactions hardly slow each other down


async def test_bare_client_is_hardly_slower_than_discord_py(record_property, scale):
    """Both the minimal bot and a discord.py bot only answer. They are compared in the same run."""
    loopback, rounds = await DrivenLoopback.start(limits=False), scale.pick(150, 10)
    try:
        async with answering(loopback):
            bare = await rate(loopback, 5, rounds)
        with pointed_at(loopback.api, loopback.gateway, loopback.cdn):
            async with running(Pressed()):
                full = await rate(loopback, 5, rounds)
    finally:
        await loopback.stop()
    sys.stdout.write(f"\nlocal Discord, five at once: bare client {bare:.0f}/s, discord.py {full:.0f}/s\n")
    record_property("discord.py, interactions per second", round(full))
    assert scale.is_short or bare > full * 0.8


def history(loopback, many):
    """Create many messages and interactions."""
    world = loopback.world
    channel = next(iter(world.channels.values()))
    person = next(u for u in world.users.values() if not u.bot)
    for _ in range(many):
        post.create(world, channel, post.Sender(person.id), {"content": "x"}, [])
        begin(world, person, channel, InteractionType.COMPONENT, {"custom_id": "b", "component_type": 2})


async def measured(many, rounds):
    loopback = await DrivenLoopback.start(limits=False)
    try:
        history(loopback, many)
        async with answering(loopback):
            await rate(loopback, 5, rounds)
            return max([await rate(loopback, 5, rounds) for _ in range(3)])
    finally:
        await loopback.stop()


async def test_long_history_costs_less_than_half_the_speed(record_property, scale):
    many, rounds = scale.pick((10_000, 150), (100, 10))
    young, old = await measured(0, rounds), await measured(many, rounds)
    sys.stdout.write(f"\nlocal Discord: {young:.0f} interactions/s when new, {old:.0f}/s after {many} messages\n")
    record_property("interactions per second after 10,000 messages", round(old))
    assert scale.is_short or old > young * 0.5
