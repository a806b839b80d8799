"""The table of Discord's refusals. A case has a name, requests, and Discord's status and code; `OK` means accepted."""

from strictness import answers, commands_and_channels, messages
from strictness.cases import CASES, OK

__all__ = ["CASES", "OK", "answers", "commands_and_channels", "messages"]
