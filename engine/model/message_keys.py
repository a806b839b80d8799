"""Closed lists of message keys whose facts are typed: mypy refuses a missing, misspelt or wrongly typed fact.

The signature of an empty function declares the facts of a key. Several keys may share a function:

    def _seat(*, seat: int) -> None: ...  # from 1
    class TableRefusal(MessageKeys):
        NO_TABLE = Key()
        SEAT_TAKEN = Key(_seat)
    class TableRefused(RefusedError[TableRefusal]): ...

    raise TableRefused(TableRefusal.SEAT_TAKEN, seat=1)
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, ParamSpec, Self, TypeVar, get_type_hints, overload

P = ParamSpec("P")
_List_co = TypeVar("_List_co", covariant=True)
_Owner = TypeVar("_Owner")
_T = TypeVar("_T")


class MessageKey(Generic[_List_co, P]):
    """A member of a closed list. Its `value` is its name in lower case, which ends the key of a message."""

    def __init__(self, owner: type[_List_co], name: str, signature: Callable[P, None]) -> None:
        self._owner = owner
        self.name = name
        self.value = name.lower()
        self._signature = signature

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts' names, each with its type."""
        hints = get_type_hints(self._signature, include_extras=True)
        return {name: hint for name, hint in hints.items() if name != "return"}

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"{self._owner.__name__}.{self.name}"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the class and the name, because keys are compared by identity."""
        return getattr, (self._owner, self.name)


def _nothing() -> None: ...


class Key(Generic[P]):
    """Declares a key in the body of a `MessageKeys` class; the attribute's name becomes the key's name."""

    _key: MessageKey[Any, P]

    @overload
    def __init__(self: "Key[[]]") -> None: ...

    @overload
    def __init__(self, signature: Callable[P, None]) -> None: ...

    def __init__(self, signature: Callable[..., None] = _nothing) -> None:
        self._signature = signature

    def __set_name__(self, owner: type, name: str) -> None:
        self._key = MessageKey(owner, name, self._signature)

    def __get__(self, instance: None, owner: type[_Owner]) -> MessageKey[_Owner, P]:
        return self._key


class MessageKeys:
    """A closed list of keys. Each attribute of a subclass that is a `Key()` is a member."""

    @classmethod
    def list_keys(cls) -> tuple[MessageKey[Self, ...], ...]:
        """Return all keys in the order of the list."""
        return tuple(getattr(cls, name) for name, one in vars(cls).items() if isinstance(one, Key))

    @classmethod
    def from_value(cls, value: str) -> MessageKey[Self, ...]:
        """Return the key with this value. Raises KeyError if there is none."""
        return {key.value: key for key in cls.list_keys()}[value]


class RefusedError(Exception, Generic[_List_co]):
    """Something is refused for a reason of a closed list, and nothing has changed. The facts fill in the message."""

    def __init__(self, reason: MessageKey[_List_co, P], /, *_: P.args, **facts: P.kwargs) -> None:
        super().__init__(reason)
        self.reason: MessageKey[_List_co, ...] = reason
        self.facts: Mapping[str, Any] = facts

    @classmethod
    def require_found(cls, found: _T | None, reason: MessageKey[_List_co, P], /, *_: P.args, **facts: P.kwargs) -> _T:
        """Return `found` unless it is None. In that case raise this class with the reason and the facts."""
        if found is None:
            raise _rebuild(cls, reason, facts)
        return found

    def __str__(self) -> str:
        """Return the reason and the facts. They are put together only here, because most refusals are never shown."""
        known = ", ".join(f"{name} {_format_fact(fact)}" for name, fact in self.facts.items())
        return f"{self.reason.value}: {known}" if known else self.reason.value

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the facts as well, because the default would lose them."""
        return _rebuild, (type(self), self.reason, self.facts)


def _format_fact(fact: object) -> str:
    return " ".join(map(_format_fact, fact)) if isinstance(fact, tuple | list) else str(fact)


def _rebuild(kind: type[RefusedError[Any]], reason: MessageKey[Any, ...], facts: Mapping[str, Any]) -> Exception:
    refused = kind.__new__(kind)
    RefusedError.__init__(refused, reason, **facts)
    return refused
