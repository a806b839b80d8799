"""Shares SQLAlchemy's compiled statements among the tests' SQLite databases.

SQLAlchemy keeps compiled statements as long as their engine lives. A bot has one engine, but the tests have hundreds,
and spent a tenth of their time on compiling the same statements for each.
"""

from contextlib import contextmanager
from unittest.mock import patch

from bot.store.connection import engines


class CompiledStatements(dict):
    """A cache of compiled statements for all engines. Its keys name the driver, not the dialect of one engine."""

    def get(self, key, default=None):
        """Return a compiled statement."""
        return super().get(_for_any_engine(*key), default)

    def __setitem__(self, key, compiled):
        """Keep a compiled statement."""
        super().__setitem__(_for_any_engine(*key), compiled)


def _for_any_engine(dialect, *statement):
    return dialect.driver, *statement


_COMPILED = CompiledStatements()


@contextmanager
def shared_statements():
    """Let SQLite databases that are opened inside the block share their compiled statements."""
    with (
        patch.object(engines, "create_engine", _sharing(engines.create_engine)),
        patch.object(engines, "create_async_engine", _sharing(engines.create_async_engine)),
    ):
        yield


def _sharing(create):
    def made(url, **options):
        if url.get_backend_name() == "sqlite":
            options["execution_options"] = {"compiled_cache": _COMPILED}
        return create(url, **options)

    return made
