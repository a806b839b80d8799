"""Insert or change in one statement: SQLite and PostgreSQL share the construct, not the class."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Table, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.models import Base

Values = Mapping[str, Any]
Insert = sqlite.Insert | postgresql.Insert


def insert(connection: AsyncConnection, model: type[Base]) -> Insert:
    """Return an insert into the model's table that can say what to do about a row that is there."""
    table = table_of(model)
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


def table_of(model: type[Base]) -> Table:
    """Return the table of a model."""
    table = inspect(model).local_table
    assert isinstance(table, Table)
    return table


async def put(connection: AsyncConnection, model: type[Base], values: Values) -> None:
    """Write a row, replacing the one with the same primary key."""
    statement = insert(connection, model)
    keys = [column.name for column in table_of(model).primary_key]
    rest = {name: statement.excluded[name] for name in values if name not in keys}
    await connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=rest), values)


async def ensure(connection: AsyncConnection, model: type[Base], rows: Sequence[Values]) -> None:
    """Write rows, leaving those that are there as they are."""
    if rows:
        await connection.execute(insert(connection, model).on_conflict_do_nothing(), list(rows))
