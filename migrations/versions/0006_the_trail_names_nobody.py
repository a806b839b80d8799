"""whom a line of the trail is about stands in a column that follows his id, no longer in its facts."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

LINES = "SELECT id, league_id, user_id, facts FROM league_audit WHERE facts LIKE '%\"user\"%'"
KNOWN = """
SELECT id FROM people WHERE id = :user AND (
  EXISTS (SELECT 1 FROM entrants WHERE league_id = :league AND user_id = :user)
  OR EXISTS (SELECT 1 FROM league_managers WHERE league_id = :league AND user_id = :user)
  OR EXISTS (SELECT 1 FROM league_audit WHERE user_id = :user AND id < :line)
)
"""
"""A person of whom nothing so old is kept has been forgotten since, even if he has come back."""


def upgrade() -> None:
    with op.batch_alter_table("league_audit", table_kwargs={"sqlite_autoincrement": True}) as table:
        table.add_column(sa.Column("about_id", sa.BigInteger(), nullable=True))
        table.create_foreign_key(op.f("fk_league_audit_about_id"), "people", ["about_id"], ["id"], onupdate="CASCADE")
    op.create_index(op.f("ix_league_audit_about_id"), "league_audit", ["about_id"])
    connection = op.get_bind()
    for line, league, actor, text in connection.execute(sa.text(LINES)).all():
        facts = json.loads(text)
        about = _about(connection, line, league, actor, facts.pop("user", None))
        connection.execute(
            sa.text("UPDATE league_audit SET facts = :facts, about_id = :about WHERE id = :line"),
            {"facts": json.dumps(facts, ensure_ascii=False), "about": about, "line": line},
        )


def _about(connection: sa.Connection, line: int, league: int | None, actor: int | None, user: int | None) -> int | None:
    """Return whom a line is about; who came in himself and was forgotten since is who did it."""
    if user is None:
        return None
    asked = {"user": user, "league": league, "line": line}
    if connection.execute(sa.text(KNOWN), asked).first() is not None:
        return user
    return actor if actor is not None and actor < 0 else None


def downgrade() -> None:
    op.drop_index(op.f("ix_league_audit_about_id"), "league_audit")
    with op.batch_alter_table("league_audit", table_kwargs={"sqlite_autoincrement": True}) as table:
        table.drop_constraint(op.f("fk_league_audit_about_id"), type_="foreignkey")
        table.drop_column("about_id")
