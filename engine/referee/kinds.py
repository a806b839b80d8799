"""What a kind of question is: what it asks, what it reads and gives, and the function that answers it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.referee.asking import Question


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question; `reads` and `gives` say what the fields mean, a name with `?` may be left out."""

    answer: Callable[[Question], dict[str, Any]]
    asks: str
    reads: Mapping[str, str]
    gives: Mapping[str, str]
