"""Events: entrants, rounds, matches, and the table of each match."""

import sqlalchemy as sa
from alembic import op

revision = "0105"
down_revision = "0103"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
ACTIVE = sa.text("status NOT IN ('finished', 'cancelled')")
UNSHOWN = sa.text("shown_revision < revision")
OF_EVENTS = sa.text("event_match_id IS NOT NULL")


def upgrade() -> None:
    op.add_column("tables", sa.Column("event_match_id", sa.BigInteger(), nullable=True))
    op.create_index(
        "uq_tables_event_match_id",
        "tables",
        ["event_match_id"],
        unique=True,
        sqlite_where=OF_EVENTS,
        postgresql_where=OF_EVENTS,
    )
    _create_events()
    _create_entrants()
    _create_rounds()


def _create_events() -> None:
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("creator_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("format", sa.String(16), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("players", sa.SmallInteger(), nullable=False),
        sa.Column("rounds", sa.SmallInteger(), nullable=True),
        sa.Column("deals", sa.Integer(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("no_show", sa.String(16), nullable=False),
        sa.Column("grace", sa.Double(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("late_entry", sa.Boolean(), nullable=False),
        sa.Column("starts_at", sa.Double(), nullable=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("planned_rounds", sa.SmallInteger(), nullable=False),
        sa.Column("wanted_rounds", sa.SmallInteger(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("message_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown_revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name="fk_events_guild_id"),
        sa.ForeignKeyConstraint(["creator_id"], ["people.id"], name="fk_events_creator_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sqlite_autoincrement=True,
    )
    partial = {"sqlite_where": ACTIVE, "postgresql_where": ACTIVE}
    op.create_index("uq_events_name", "events", ["guild_id", "name_key"], unique=True, **partial)
    op.create_index("ix_events_active", "events", ["id"], **partial)
    op.create_index("ix_events_unshown", "events", ["id"], sqlite_where=UNSHOWN, postgresql_where=UNSHOWN)
    op.create_index("ix_events_guild_id_id", "events", ["guild_id", "id"])
    op.create_index("ix_events_creator_id", "events", ["creator_id"])


def _create_entrants() -> None:
    op.create_table(
        "event_entrants",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("entrant", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("team_id", ID, nullable=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("entered_at", sa.Double(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_entrants_event_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name="fk_event_entrants_team_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("event_id", "entrant", name="pk_event_entrants"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_entrants_team_id", "event_entrants", ["team_id"])
    op.create_table(
        "event_members",
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("entrant", sa.Integer(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id", "entrant"],
            ["event_entrants.event_id", "event_entrants.entrant"],
            name="fk_event_members_event_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name="fk_event_members_user_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "entrant", "place", name="pk_event_members"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_members_user_id", "event_members", ["user_id"])
    op.create_table(
        "event_substitutes",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_substitutes_event_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name="fk_event_substitutes_user_id", onupdate="CASCADE", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", "place", name="pk_event_substitutes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_substitutes_user_id", "event_substitutes", ["user_id"])


def _create_rounds() -> None:
    op.create_table(
        "event_rounds",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("byes", sa.Text(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=False),
        sa.Column("called", sa.Boolean(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_rounds_event_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_rounds"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event_matches",
        sa.Column("id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("verdict", sa.String(16), nullable=True),
        sa.Column("first_score", sa.Double(), nullable=True),
        sa.Column("second_score", sa.Double(), nullable=True),
        sa.Column("forfeited", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_matches_event_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_event_matches"),
        sa.UniqueConstraint("event_id", "round", "number", name="uq_event_matches_event_id_round_number"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "event_seats",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("entrant", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("share", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["event_matches.id"], name="fk_event_seats_match_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name="fk_event_seats_user_id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_event_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_seats_user_id", "event_seats", ["user_id"])


def downgrade() -> None:
    tables = (
        *("event_seats", "event_matches", "event_rounds", "event_substitutes"),
        *("event_members", "event_entrants", "events"),
    )
    for table in tables:
        op.drop_table(table)
    op.drop_index("uq_tables_event_match_id", "tables")
    op.drop_column("tables", "event_match_id")
