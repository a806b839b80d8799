"""What Discord refuses, as a table: a name, what is done, and the status and code that Discord answers.

`OK` means that it is taken. Each case is run on our stand-in and on simcord.
"""

from strictness import answers, messages, places
from strictness.cases import CASES, OK

__all__ = ["CASES", "OK", "answers", "messages", "places"]
