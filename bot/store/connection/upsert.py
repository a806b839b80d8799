"""Finds, counts, inserts, upserts and replaces rows, in the same way on SQLite and PostgreSQL."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Executable, Table, delete, func, insert, inspect, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema.base import Base

T = TypeVar("T")
Values = Mapping[str, Any]
Insert = sqlite.Insert | postgresql.Insert


def in_batches(values: Sequence[T], size: int = 500) -> Iterator[Sequence[T]]:
    """Yield values in parts, because databases limit the parameters of a statement."""
    return (values[first : first + size] for first in range(0, len(values), size))


def dialect_insert(connection: AsyncConnection, model: type[Base]) -> Insert:
    """Return an insert that supports `ON CONFLICT` on this database."""
    table = get_table(model)
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def get_table(model: type[Base]) -> Table:
    """Return the table of a model."""
    table = inspect(model).local_table
    assert isinstance(table, Table)
    return table


async def find_one(connection: AsyncConnection, query: Executable, build: Callable[[Any], T]) -> T | None:
    """Return what `build` makes of the only row of a query, or None."""
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else build(row)


async def count_rows(connection: AsyncConnection, source: Table | type[Base], *conditions: ColumnElement[bool]) -> int:
    """Return how many rows of a table or model meet all conditions."""
    return (await connection.execute(select(func.count()).select_from(source).where(*conditions))).scalar_one()


async def upsert(connection: AsyncConnection, model: type[Base], values: Values) -> None:
    """Insert a row, or update the given columns of the row with its primary key."""
    await upsert_all(connection, model, [values])


async def upsert_all(connection: AsyncConnection, model: type[Base], rows: Sequence[Values]) -> None:
    """Insert each row, or update the row with its primary key. All rows must have the same columns."""
    statement = dialect_insert(connection, model)
    keys = [column.name for column in get_table(model).primary_key]
    rest = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    changing = statement.on_conflict_do_update(index_elements=keys, set_=rest)
    await connection.execute(changing, rows[0] if len(rows) == 1 else list(rows))


async def insert_missing(connection: AsyncConnection, model: type[Base], rows: Sequence[Values]) -> None:
    """Insert the rows whose unique keys are not taken yet."""
    if rows:
        await connection.execute(dialect_insert(connection, model).on_conflict_do_nothing(), list(rows))


async def insert_one(connection: AsyncConnection, model: type[Base], values: Values) -> Any:
    """Insert a row and return its id."""
    adding = insert(model).values(**values).returning(*get_table(model).primary_key)
    return (await connection.execute(adding)).scalar_one()


async def insert_all(connection: AsyncConnection, model: type[Base], rows: Sequence[Values]) -> None:
    """Insert rows, if there are any."""
    if rows:
        await connection.execute(insert(model), rows)


async def replace_rows(
    connection: AsyncConnection, model: type[Base], rows: Sequence[Values], *gone: ColumnElement[bool]
) -> None:
    """Insert `rows` in place of the rows that meet all the conditions `gone`."""
    await connection.execute(delete(model).where(*gone))
    await insert_all(connection, model, rows)
