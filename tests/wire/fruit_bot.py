"""A discord.py bot that sells fruit, to test the local Discord with a bot other than ours."""

import asyncio
import io
import struct
import sys
import zlib
from contextlib import asynccontextmanager, contextmanager, suppress

import discord
import yarl
from discord import app_commands, ui
from discord.app_commands import locale_str

LANGUAGES = (("en-US", "English"), ("zh-CN", "简体中文"), ("zh-TW", "繁體中文"))
ZH = {"fruit": "水果", "basket": "篮子", "What to buy": "买什么"}


def png(width: int = 3, height: int = 2) -> bytes:
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x20\x80\x20" * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Words(app_commands.Translator):
    async def translate(self, string, locale, context):
        return ZH.get(string.message) if locale is discord.Locale.chinese else None


class Note(ui.Modal, title="A note"):
    who = ui.Label(text="For whom", component=ui.TextInput(custom_id="who", max_length=20))
    wrap = ui.Label(
        text="Wrapping",
        component=ui.RadioGroup(
            custom_id="wrap",
            options=[
                discord.RadioGroupOption(label="Paper", value="paper"),
                discord.RadioGroupOption(label="Silk", value="silk", default=True),
            ],
        ),
    )

    ribbon = ui.Label(
        text="Ribbons",
        component=ui.Select(
            custom_id="ribbon",
            required=False,
            max_values=2,
            options=[discord.SelectOption(label=c, value=c) for c in ("red", "blue", "gold")],
        ),
    )

    async def on_submit(self, interaction):
        ribbons = "".join(f" {r}" for r in sorted(self.ribbon.component.values))
        said = f"note for {self.who.component.value} in {self.wrap.component.value}{ribbons}"
        await interaction.response.send_message(said, ephemeral=True)


class Stall(ui.LayoutView):
    """A layout with a picture, a section, a row and a select. The bot answers its presses in `on_interaction`."""

    def __init__(self, heading: str, *, picture: bool = True) -> None:
        super().__init__(timeout=None)
        box = ui.Container(accent_colour=0x2ECC71)
        box.add_item(ui.TextDisplay(f"## {heading}"))
        box.add_item(ui.Section("Fresh today", accessory=Press("More", "more")))
        if picture:
            gallery = ui.MediaGallery()
            gallery.add_item(media="attachment://apple.png", description="An apple")
            box.add_item(gallery)
        box.add_item(ui.Separator())
        box.add_item(ui.ActionRow(Press("Buy", "buy"), Press("Note", "note"), Press("Gone", "gone", disabled=True)))
        box.add_item(ui.ActionRow(Pick()))
        self.add_item(box)


class Press(ui.Button):
    def __init__(self, label, custom_id, **more):
        super().__init__(label=label, custom_id=custom_id, **more)

    def is_dispatchable(self):
        return False


class Pick(ui.Select):
    def __init__(self):
        options = [discord.SelectOption(label=n.title(), value=n) for n in ("apple", "pear", "plum")]
        super().__init__(custom_id="pick", placeholder="Pick fruit", min_values=1, max_values=3, options=options)

    def is_dispatchable(self):
        return False


class FruitBot(discord.Client):
    def __init__(self, intents=None, **options):
        super().__init__(intents=intents or discord.Intents(guilds=True), **options)
        self.tree = app_commands.CommandTree(self)
        self.heard, self.interactions, self.failures = [], [], []
        self.sync_guild = None
        add_commands(self)

    async def setup_hook(self):
        await self.tree.set_translator(Words())
        await self.tree.sync()

    async def on_error(self, event, *args, **kwargs):
        self.failures.append(sys.exc_info()[1])

    async def on_message(self, message):
        self.heard.append(message)

    async def on_interaction(self, interaction):
        self.interactions.append(interaction)
        if interaction.type is not discord.InteractionType.component:
            return
        await pressed(interaction)


async def pressed(interaction):
    answer = interaction.response
    match interaction.data["custom_id"]:
        case "buy":
            await answer.edit_message(view=Stall("Sold"), attachments=[picture()])
        case "note":
            await answer.send_modal(Note())
        case "more":
            await answer.send_message("Only for you", ephemeral=True)
        case "pick":
            await answer.defer()
            await interaction.followup.send("picked " + " ".join(sorted(interaction.data["values"])), ephemeral=True)
        case "silent":
            pass


def picture():
    return discord.File(io.BytesIO(png()), "apple.png", description="An apple")


def add_commands(bot):
    tree = bot.tree

    @tree.command(name=locale_str("fruit"), description=locale_str("What to buy"))
    @app_commands.describe(kind="which", count="how many")
    @app_commands.choices(
        size=[app_commands.Choice(name="Big", value="b"), app_commands.Choice(name="Small", value="s")]
    )
    async def fruit(
        interaction: discord.Interaction, kind: str, count: app_commands.Range[int, 1, 9] = 1, size: str = "s"
    ):
        await interaction.response.send_message(f"{count} {kind} {size} {interaction.locale}")

    @fruit.autocomplete("kind")
    async def kinds(interaction: discord.Interaction, typed: str):
        return [app_commands.Choice(name=k.title(), value=k) for k in ("apple", "pear", "plum") if typed in k]

    @tree.command(description="Every kind of option")
    async def options(
        interaction: discord.Interaction,
        who: discord.Member,
        where: discord.TextChannel,
        role: discord.Role,
        any_one: discord.Member | discord.Role,
        yes: bool,
        much: float,
        paper: discord.Attachment,
    ):
        size = len(await paper.read())
        said = f"{who.display_name} {where.name} {role.name} {any_one.name} {yes} {much} {paper.filename} {size}"
        await interaction.response.send_message(said)

    basket = app_commands.Group(name="basket", description="A basket")
    inner = app_commands.Group(name="inner", description="Inside", parent=basket)

    @basket.command(name="show", description="Show it")
    async def show(interaction: discord.Interaction):
        await interaction.response.send_message(view=Stall("Basket"), file=picture(), ephemeral=True)

    @inner.command(name="count", description="Count it")
    async def count(interaction: discord.Interaction, by: int = 1):
        await interaction.response.send_message(f"counted by {by}")

    tree.add_command(basket)

    @tree.command(description="Slowly")
    async def slow(interaction: discord.Interaction, hidden: bool = True):
        await interaction.response.defer(ephemeral=hidden, thinking=True)
        await asyncio.sleep(0.05)
        await interaction.edit_original_response(view=Stall("Slow"), attachments=[picture()])

    @tree.command(description="Never answers")
    async def mute(interaction: discord.Interaction):
        pass

    @tree.command(description="A stall for all")
    async def stall(interaction: discord.Interaction):
        await interaction.response.send_message(view=Stall("Open"), file=picture())

    @tree.command(description="A thread")
    async def thread(interaction: discord.Interaction, name: str):
        await interaction.response.send_message("opening", ephemeral=True)
        message = await interaction.channel.send("A talk about " + name)
        made = await message.create_thread(name=name)
        await made.add_user(interaction.user)
        await made.send("first words")

    @tree.context_menu(name="Greet")
    async def greet(interaction: discord.Interaction, member: discord.Member):
        await interaction.response.send_message(f"hello {member.display_name}")

    @tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message):
        await interaction.response.send_message(f"> {message.content}")


@contextmanager
def pointed_at(api, gateway, cdn):
    """Point discord.py at a local Discord by three class attributes, and restore them afterwards."""
    from discord.asset import Asset
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    old = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = api, yarl.URL(gateway), cdn
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = old


async def _ready(bot):
    while not isinstance(bot._ready, asyncio.Event):  # noqa: ASYNC110 - discord.py creates the event when it logs in
        await asyncio.sleep(0.005)
    await bot.wait_until_ready()


@asynccontextmanager
async def running(bot, token="loopback", *, ready=True):
    """Run a bot until the end of the block."""
    task = asyncio.create_task(bot.start(token))
    try:
        if ready:
            waiting = asyncio.create_task(_ready(bot))
            done, _ = await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
            assert done, "the bot did not become ready"
            if task in done:
                waiting.cancel()
                task.result()
        yield bot
    finally:
        await bot.close()
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
