"""A bot that does nothing by itself, so that a test can make each request by hand.

It runs on the local Discord or, for comparison, on the library simcord, which simulates Discord too.
"""

import asyncio
import io
from contextlib import asynccontextmanager, suppress

import aiohttp
import discord
import simcord
from discord import app_commands
from discord.http import Route
from discord.webhook.async_ import async_context
from fruit_bot import pointed_at, running
from simcord.backend.models.channel import Overwrite, OverwriteType

from tests.discord_contract import watch
from tests.wire.driven_loopback import DrivenLoopback
from tests.wire.movable_clock import MovableClock


class BareBot(discord.Client):
    def __init__(self, **options):
        super().__init__(intents=discord.Intents(guilds=True), **options)
        self.tree = app_commands.CommandTree(self)
        self.asked = asyncio.Queue()

        @self.tree.command(description="Asks")
        async def probe(interaction: discord.Interaction):
            self.asked.put_nowait(interaction)

        @self.tree.command(description="Suggests")
        async def suggest(interaction: discord.Interaction, what: str):
            pass

        @suggest.autocomplete("what")
        async def what(interaction, typed):
            self.asked.put_nowait(interaction)
            await asyncio.sleep(30)

    async def setup_hook(self):
        await self.tree.sync()

    async def on_interaction(self, interaction):
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            self.asked.put_nowait(interaction)


class Backend:
    """Makes requests as a bot does. `rest` uses the bot's token, and `hook` the token of an interaction."""

    def __init__(self, bot):
        self.bot = bot
        self.app = bot.application_id

    async def rest(self, method, path, json=None, files=()):
        route = Route(
            method,
            path.replace("{channel}", str(self.channel))
            .replace("{guild}", str(self.guild))
            .replace("{app}", str(self.app)),
        )
        if not files:
            return await self.bot.http.request(route, **({} if json is None else {"json": json}))
        return await self.bot.http.request(route, files=list(files), form=_form(json, files))

    async def hook(self, method, path, json=None, files=()):
        pieces = path.strip("/").split("/")
        route = Route(method, path, webhook_id=int(pieces[1]), webhook_token=pieces[2])
        more = {"payload": json} if not files else {"multipart": _form(json, files), "files": list(files)}
        return await async_context.get().request(route, self.session, params={"with_response": "1"}, **more)

    async def answer(self, asked, body, files=()):
        return await self.hook("POST", f"/interactions/{asked.id}/{asked.token}/callback", body, files)

    async def original(self, method, asked, json=None, files=()):
        return await self.hook(method, f"/webhooks/{self.app}/{asked.token}/messages/@original", json, files)

    async def follow_up(self, asked, json, files=()):
        return await self.hook("POST", f"/webhooks/{self.app}/{asked.token}", json, files)

    async def send(self, json, files=()):
        return await self.rest("POST", "/channels/{channel}/messages", json, files)

    async def edit(self, message, json, files=()):
        return await self.rest("PATCH", f"/channels/{message['channel_id']}/messages/{message['id']}", json, files)


def _form(json, files):
    form = [{"name": "payload_json", "value": discord.utils._to_json(json or {})}]
    for n, file in enumerate(files):
        form.append({"name": f"files[{n}]", "value": file.fp, "filename": file.filename, "content_type": "image/png"})
    return form


def upload(name="a.png", data=b"\x89PNG\r\n\x1a\n", **more):
    return discord.File(io.BytesIO(data), name, **more)


class LoopbackBackend(Backend):
    def __init__(self, bot, loopback, session):
        super().__init__(bot)
        self.loopback, self.session, self.waiting = loopback, session, []
        self.ann = loopback.person("ann")
        guild = bot.guilds[0]
        self.guild, self.channel = guild.id, guild.text_channels[0].id

    async def ask(self):
        return await self._asked(self.ann.slash("tractor", "probe", settle=False))

    async def _asked(self, act):
        task = asyncio.create_task(act)
        self.waiting.append(task)
        return await asyncio.wait_for(self.bot.asked.get(), 120)

    async def press(self, message, custom_id):
        return await self._asked(self.ann.click(str(message["id"]), custom_id))

    async def suggest(self):
        return await self._asked(self.ann.autocomplete("tractor", "suggest", "what", "x"))

    async def fill_in(self, asked):
        """Submit the form that an answer opened."""
        opener = await self.waiting[-1]
        return await self._asked(self.ann.submit(opener, {"field": "text"}, settle=False))

    async def advance(self, seconds):
        self.loopback.world.clock.advance(seconds)

    async def say(self, text):
        return {"id": (await self.ann.say("tractor", text)).id, "channel_id": str(self.channel)}

    async def deny(self, **permissions):
        bits = discord.Permissions(**dict.fromkeys(permissions, True)).value
        await self.loopback.remote.arrange("overwrite", channel="tractor", deny=bits)

    async def close_dms(self):
        await self.loopback.remote.arrange("person", name="ann", closed_dms=True)
        return self.ann.id


class SimcordBackend(Backend):
    session = None

    def __init__(self, bot, env, channel, ann):
        super().__init__(bot)
        self.env, self.handle, self.ann = env, channel, ann
        self.guild, self.channel = env.guild.id, channel.id

    async def ask(self):
        self.result = await self.ann.slash(self.handle, "probe")
        return self.bot.asked.get_nowait()

    async def press(self, message, custom_id):
        fetched = await self.bot.get_channel(int(message["channel_id"])).fetch_message(int(message["id"]))
        self.result = await self.ann.click(fetched, custom_id=custom_id)
        return self.bot.asked.get_nowait()

    async def suggest(self):
        raise NotImplementedError  # simcord waits for the suggestions, but here the test must send them

    async def fill_in(self, asked):
        await self.ann.submit_modal(self.result, {"field": "text"})
        return self.bot.asked.get_nowait()

    async def advance(self, seconds):
        await self.env.advance_time(seconds)

    async def say(self, text):
        message = await self.ann.send(self.handle, text)
        return {"id": str(message.id), "channel_id": str(self.channel)}

    async def deny(self, **permissions):
        bits = discord.Permissions(**dict.fromkeys(permissions, True)).value
        channel = self.env.backend.channels[self.channel]
        channel.overwrites.append(Overwrite(self.bot.user.id, OverwriteType.MEMBER, deny=bits))

    async def close_dms(self):
        raise NotImplementedError


@asynccontextmanager
async def on_loopback():
    loopback = await DrivenLoopback.start(limits=False, clock=MovableClock())
    violations = watch(loopback)
    loopback._runner._shutdown_timeout = 0.01  # so `stop` does not wait for unanswered requests
    try:
        with pointed_at(loopback.api, loopback.gateway, loopback.cdn):
            async with running(BareBot(guild_ready_timeout=0.02)) as bot, aiohttp.ClientSession() as session:
                backend = LoopbackBackend(bot, loopback, session)
                yield backend
                for task in backend.waiting:
                    task.cancel()
                    with suppress(asyncio.CancelledError, Exception):
                        await task
        wrong = [str(v) for v in violations]
        assert not wrong, "\n".join(wrong)
    finally:
        await loopback.stop()


@asynccontextmanager
async def on_simcord():
    async with simcord.run(BareBot(), check_errors=False) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("tractor")
        ann = guild.add_member(env.create_user("ann"))
        yield SimcordBackend(env.bot, env, channel, ann)
