"""Who sits in a seat: a person or a computer player, as ids that hold no names."""

from dataclasses import dataclass
from typing import NewType

UserId = NewType("UserId", int)
"""A person's Discord id."""
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
TableId = NewType("TableId", int)


@dataclass(frozen=True, slots=True)
class Person:
    """A person in a seat."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player in a seat. `number` tells computers of one table apart, from 1."""

    level: str
    number: int


Occupant = Person | Computer


def who_text(occupant: Occupant) -> str:
    """Return the occupant as records hold it: `u:<id>` or `c:<level>:<number>`; `parse_who` reads it back."""
    match occupant:
        case Person(user):
            return f"u:{user}"
        case Computer(level, number):
            return f"c:{level}:{number}"


def parse_who(text: str) -> Occupant:
    """Read what `who_text` wrote.

    Raises:
        ValueError: it names no occupant.
    """
    match text.split(":"):
        case ["u", user]:
            return Person(UserId(int(user)))
        case ["c", level, number]:
            return Computer(level, int(number))
        case _:
            raise ValueError(f"not an occupant: {text!r}")
