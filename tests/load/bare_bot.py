"""A discord.py bot that only answers presses, for comparison: `python -m tests.load.bare_bot URL TOKEN`."""

import asyncio
import sys

import discord

from bot.ui.discord_io.connectors import LocalOnlyConnector, redirect_discord_py


class BareBot(discord.Client):
    """Answers a press by changing the message's text."""

    async def on_ready(self) -> None:
        """Print that the bot is ready for presses."""
        print("ready", flush=True)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a press."""
        await interaction.response.edit_message(content=str(interaction.id))


async def main(url: str, token: str) -> None:
    """Run the bot until it is killed."""
    redirect_discord_py(url)
    intents = discord.Intents(guilds=True)
    await BareBot(intents=intents, guild_ready_timeout=0.05, connector=LocalOnlyConnector()).start(token)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
