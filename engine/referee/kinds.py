"""What a kind of question is: what it asks, what it reads and gives, and the function that answers it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.referee.asking import Bad, Question


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question; `reads` and `gives` say what the fields mean, a name with `?` may be left out."""

    answer: Callable[[Question], dict[str, Any]]
    asks: str
    reads: Mapping[str, str]
    gives: Mapping[str, str]

    @property
    def fields(self) -> frozenset[str]:
        """Names of all fields that are read."""
        return frozenset(name.strip().rstrip("?") for names in self.reads for name in names.split(","))

    def check(self, question: Question) -> None:
        """Refuse a field that means nothing to this kind: it would be passed over, and the answer not be the one asked.

        Raises:
            Bad: there is one.
        """
        unknown = sorted(set(question.input) - self.fields)
        if unknown:
            raise Bad("unknown_field", f"the input has no field {', '.join(unknown)}")
