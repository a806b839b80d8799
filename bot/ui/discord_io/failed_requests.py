"""The ways in which a request to Discord fails, each as one line for the operator."""

from typing import Final

import aiohttp
import discord

REQUEST_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What discord.py raises when Discord refuses a request or cannot be reached."""
MAX_LENGTH: Final = 300


def describe_failure(error: BaseException) -> str:
    """Return one line about a request that failed, for one whose body holds nothing secret."""
    return " ".join(str(error).split())[:MAX_LENGTH] or type(error).__name__
