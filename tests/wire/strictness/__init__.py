"""Cases of requests that Discord refuses or accepts. Each has a name, requests, and the expected status and code.

`OK` in place of a status and a code means that Discord accepts the requests.
"""

from strictness import answers, commands_and_channels, messages
from strictness.cases import CASES, OK

__all__ = ["CASES", "OK", "answers", "commands_and_channels", "messages"]
