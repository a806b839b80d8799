"""The occupant of a seat, a person or a computer player, by id and without a name."""

from dataclasses import dataclass

from bot.ids import UserId


@dataclass(frozen=True, slots=True)
class Person:
    """A user in a seat."""

    user: UserId


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player in a seat. `number` distinguishes those of one table, from 1."""

    level: str
    number: int


Occupant = Person | Computer


def format_occupant(occupant: Occupant) -> str:
    """Return the occupant as in records: `u:<id>` or `c:<level>:<number>`; `parse_occupant` reads it back."""
    match occupant:
        case Person(user):
            return f"u:{user}"
        case Computer(level, number):
            return f"c:{level}:{number}"


def parse_occupant(text: str) -> Occupant:
    """Read what `format_occupant` wrote. Raises ValueError: `text` is no occupant."""
    match text.split(":"):
        case ["u", user]:
            return Person(UserId(int(user)))
        case ["c", level, number]:
            return Computer(level, int(number))
        case _:
            raise ValueError(f"not an occupant: {text!r}")
