"""The kinds of questions that the referee answers. Each has its fields and a function that answers it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.referee.decode import InvalidQuestion, Question

_Answer = Callable[[Question], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """A kind of question. `reads` and `gives` describe the fields of input and answer. Optional ones end with `?`.

    `example` is a question without the field `kind`.
    """

    answer: _Answer
    asks: str
    reads: Mapping[str, str]
    gives: Mapping[str, str]
    example: Mapping[str, Any]

    @property
    def fields(self) -> frozenset[str]:
        """Names of all fields that are read."""
        return frozenset(name.strip().rstrip("?") for names in self.reads for name in names.split(","))


def check_fields(given: Mapping[str, Any], fields: Collection[str]) -> None:
    """Raise InvalidQuestion if the input has a field that is not among `fields`."""
    unknown = sorted(set(given) - set(fields))
    if unknown:
        raise InvalidQuestion("unknown_field", f"the input has no field {', '.join(unknown)}")


class QuestionKinds(dict[str, QuestionKind]):
    """The kinds of questions by name. The decorator `add` turns a function `_answer_x` into the kind `x`."""

    def add(
        self, asks: str, reads: Mapping[str, str], gives: Mapping[str, str], example: Mapping[str, Any]
    ) -> Callable[[_Answer], _Answer]:
        """Return a decorator that adds a kind with its description, fields and an example."""

        def enter(answer: _Answer) -> _Answer:
            self[answer.__name__.removeprefix("_answer_")] = QuestionKind(answer, asks, reads, gives, example)
            return answer

        return enter
