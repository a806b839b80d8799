"""The script that Alembic runs. The bot passes its connection. On the command line, DATABASE_URL names the database."""

import asyncio
import os
from typing import Any

from alembic import context
from sqlalchemy import Connection

from bot.store.connection.engines import database_url, make_engine, prepare_database
from bot.store.schema import (  # noqa: F401 - they add their tables to the schema
    event_models,
    league_models,
    puzzle_models,
    result_models,
    table_models,
    team_models,
)
from bot.store.schema.base import Base


def report_step(*, step: Any, **_: Any) -> None:
    report = context.config.attributes.get("report")
    if report is not None and step.is_upgrade:
        report(f"revision {step.up_revision_id}: {step.up_revision.doc}")


def migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=connection.dialect.name == "sqlite",
        compare_type=True,
        compare_server_default=True,
        on_version_apply=report_step,
    )
    with context.begin_transaction():
        context.run_migrations()


async def migrate_from_command_line() -> None:
    url = database_url(os.environ.get("DATABASE_URL", "sqlite+aiosqlite:///data/tractor.db"))
    await prepare_database(url)
    engine = make_engine(url, foreign_keys=False, pooled=False)
    async with engine.execution_options(sqlite_begin="BEGIN IMMEDIATE").begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
elif context.is_offline_mode():
    raise SystemExit("migrations run against a database: --sql is not supported")
else:
    asyncio.run(migrate_from_command_line())
