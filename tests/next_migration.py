"""Adds a migration, so that tests can see what the next version does with a database of the present one."""

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from bot.store.maintenance.migrate import MIGRATIONS, get_newest_revision

NEXT = "9999"
WORDS = "People have shoes"
_SOURCE = '''"""{words}."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "{next}", "{newest}"


def upgrade() -> None:
    op.add_column("people", sa.Column("shoe", sa.Integer()))
    op.execute("UPDATE people SET shoe = 42 WHERE name IS NOT NULL")
    with op.batch_alter_table("preferences") as batch:  # SQLite writes the table again
        batch.alter_column("language", type_=sa.String(16))
    op.create_table("shoes", sa.Column("size", sa.Integer(), primary_key=True))
'''


@contextmanager
def next_migration():
    """Let the program have one more migration, until the end of the block."""
    with tempfile.TemporaryDirectory() as folder:
        migrations = Path(folder) / "migrations"
        shutil.copytree(MIGRATIONS, migrations)
        source = _SOURCE.format(words=WORDS, next=NEXT, newest=get_newest_revision())
        (migrations / f"versions/{NEXT}_shoes.py").write_text(source)
        with patch("bot.store.maintenance.migrate.MIGRATIONS", migrations):
            yield
