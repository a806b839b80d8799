"""The schema that the first release starts with."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _reference(table: str, column: str, target: str, **actions: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}", **actions)


def upgrade() -> None:  # noqa: PLR0915 - one statement per table and index
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guilds"),
    )
    op.create_table(
        "key_values",
        sa.Column("name", sa.String(length=128), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_key_values"),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("machine", sa.Text(), nullable=False),
        sa.Column("process", sa.BigInteger(), nullable=False),
        sa.Column("process_started", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("shard_count", sa.SmallInteger(), server_default=sa.text("1"), nullable=False),
        sa.Column("wanted_by", sa.String(length=32), nullable=True),
        sa.Column("answered", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("locale", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "daily_deals",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("master_levels", sa.Integer(), nullable=True),
        sa.Column("master_points", sa.Integer(), nullable=True),
        sa.Column("master_actions", sa.Text(), server_default=sa.text("''"), nullable=False),
        _reference("daily_deals", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_daily_deals"),
    )
    op.create_index("ix_daily_deals_day", "daily_deals", ["day"])
    op.create_table(
        "daily_plays",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("levels", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("played_at", sa.Double(), nullable=False),
        _reference("daily_plays", "guild_id", "guilds.id"),
        _reference("daily_plays", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_daily_plays"),
    )
    op.create_index("ix_daily_plays_user_id", "daily_plays", ["user_id"])
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("creator_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("season_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("planned_rounds", sa.SmallInteger(), nullable=False),
        sa.Column("wanted_rounds", sa.SmallInteger(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("message_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown_revision", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("last_act", sa.Text(), nullable=True),
        _reference("events", "creator_id", "people.id", onupdate="CASCADE"),
        _reference("events", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_events_active", "events", ["id"], **_where("status NOT IN ('finished', 'cancelled')"))
    op.create_index("ix_events_creator_id", "events", ["creator_id"])
    op.create_index("ix_events_guild_id_id", "events", ["guild_id", "id"])
    op.create_index("ix_events_unshown", "events", ["id"], **_where("shown_revision < revision"))
    op.create_index(
        "uq_events_name",
        "events",
        ["guild_id", "name_key"],
        unique=True,
        **_where("status NOT IN ('finished', 'cancelled')"),
    )
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=True),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("turn_seconds", sa.Integer(), nullable=True),
        sa.Column("bury_seconds", sa.Integer(), nullable=True),
        sa.Column("threads", sa.Boolean(), nullable=False),
        sa.Column("may_end", sa.String(length=16), nullable=False),
        sa.Column("puzzle_channel", sa.BigInteger(), nullable=True),
        sa.Column("puzzle_language", sa.String(length=8), nullable=True),
        sa.Column("time_zone", sa.String(length=64), nullable=True),
        _reference("guild_settings", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("guild_id", name="pk_guild_settings"),
    )
    op.create_table(
        "house_rules",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        _reference("house_rules", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("id", name="pk_house_rules"),
        sa.UniqueConstraint("guild_id", "name_key", name="uq_house_rules_guild_id_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "leagues",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("archived_at", sa.Double(), nullable=True),
        sa.Column("entries_closed_at", sa.Double(), nullable=True),
        sa.Column("results_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("language", sa.String(length=8), nullable=True),
        _reference("leagues", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("id", name="pk_leagues"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_leagues_guild_id_id", "leagues", ["guild_id", "id"])
    op.create_index(
        "uq_leagues_name", "leagues", ["guild_id", "name_key"], unique=True, **_where("archived_at IS NULL")
    )
    op.create_table(
        "pools",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("stale_from", sa.BigInteger(), nullable=True),
        sa.Column("ruled_from", sa.BigInteger(), nullable=True),
        sa.Column("asked", sa.Integer(), server_default=sa.text("0"), nullable=False),
        _reference("pools", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("id", name="pk_pools"),
        sa.UniqueConstraint("guild_id", "preset", name="uq_pools_guild_id_preset"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_pools_stale", "pools", ["id"], **_where("stale_from IS NOT NULL"))
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("text_hand", sa.Boolean(), nullable=False),
        sa.Column("large", sa.Boolean(), nullable=False),
        sa.Column("two_colour", sa.Boolean(), nullable=False),
        sa.Column("confirm", sa.Boolean(), nullable=False),
        sa.Column("auto_forced", sa.Boolean(), nullable=False),
        sa.Column("ping", sa.String(length=16), nullable=False),
        sa.Column("confirm_offered", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("coach", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("coach_offered", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("mute_phrases", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("language_offered_in", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("speed", sa.String(length=8), nullable=True),
        _reference("preferences", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name="pk_preferences"),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("loss", sa.Double(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("answered_at", sa.Double(), nullable=False),
        _reference("puzzle_answers", "guild_id", "guilds.id"),
        _reference("puzzle_answers", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guild_id", "day", "user_id", name="pk_puzzle_answers"),
    )
    op.create_index("ix_puzzle_answers_day", "puzzle_answers", ["day"])
    op.create_index("ix_puzzle_answers_user_id", "puzzle_answers", ["user_id"])
    op.create_table(
        "puzzles",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("plays", sa.Text(), nullable=False),
        sa.Column("announced", sa.Boolean(), nullable=False),
        _reference("puzzles", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("guild_id", "day", name="pk_puzzles"),
    )
    op.create_index("ix_puzzles_day", "puzzles", ["day"])
    op.create_table(
        "tables",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("levels", sa.Text(), nullable=True),
        sa.Column("away", sa.Text(), nullable=True),
        sa.Column("paused", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("turn_seconds", sa.Double(), nullable=True),
        sa.Column("bury_seconds", sa.Double(), nullable=True),
        sa.Column("successor_id", sa.BigInteger(), nullable=True),
        sa.Column("predecessor_id", sa.BigInteger(), nullable=True),
        sa.Column("next_seconds", sa.Double(), nullable=True),
        sa.Column("speed", sa.String(length=8), nullable=True),
        sa.Column("ready", sa.Text(), nullable=True),
        sa.Column("match_deals", sa.Integer(), nullable=True),
        sa.Column("match_minutes", sa.Integer(), nullable=True),
        sa.Column("match_ends_at", sa.Double(), nullable=True),
        sa.Column("league_id", sa.BigInteger(), nullable=True),
        sa.Column("friendly", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("event_match_id", sa.BigInteger(), nullable=True),
        sa.Column("first_declarer", sa.SmallInteger(), nullable=True),
        sa.Column("sealed", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=True),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("stays_in_channel", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("host_alert", sa.String(length=16), nullable=True),
        sa.Column("computer_level", sa.String(length=32), nullable=True),
        _reference("tables", "guild_id", "guilds.id"),
        _reference("tables", "host_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_channel_id_id", "tables", ["channel_id", "id"])
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_index("ix_tables_live", "tables", ["id"], **_where("status IN ('lobby', 'playing')"))
    op.create_index("ix_tables_thread_id_id", "tables", ["thread_id", "id"])
    op.create_index(
        "uq_tables_event_match_id", "tables", ["event_match_id"], unique=True, **_where("event_match_id IS NOT NULL")
    )
    op.create_table(
        "team_foundings",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("size", sa.SmallInteger(), nullable=False),
        sa.Column("founder_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        _reference("team_foundings", "founder_id", "people.id", onupdate="CASCADE"),
        _reference("team_foundings", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("id", name="pk_team_foundings"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_team_foundings_expires_at", "team_foundings", ["expires_at"], **_where("ended_at IS NULL"))
    op.create_index("ix_team_foundings_founder_id", "team_foundings", ["founder_id"])
    op.create_index(
        "uq_team_foundings_name", "team_foundings", ["guild_id", "name_key"], unique=True, **_where("ended_at IS NULL")
    )
    op.create_table(
        "teams",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("size", sa.SmallInteger(), nullable=False),
        sa.Column("member_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("disbanded_at", sa.Double(), nullable=True),
        _reference("teams", "guild_id", "guilds.id"),
        sa.PrimaryKeyConstraint("id", name="pk_teams"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "uq_teams_members", "teams", ["guild_id", "size", "member_key"], unique=True, **_where("disbanded_at IS NULL")
    )
    op.create_index("uq_teams_name", "teams", ["guild_id", "name_key"], unique=True, **_where("disbanded_at IS NULL"))
    op.create_table(
        "actions",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        _reference("actions", "table_id", "tables.id", ondelete="CASCADE"),
        _reference("actions", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "revision", name="pk_actions"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_actions_user_id", "actions", ["user_id"], **_where("user_id IS NOT NULL"))
    op.create_table(
        "champions",
        sa.Column("league_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        _reference("champions", "league_id", "leagues.id", ondelete="CASCADE"),
        _reference("champions", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("league_id", "user_id", name="pk_champions"),
    )
    op.create_index("ix_champions_user_id", "champions", ["user_id"])
    op.create_table(
        "deadlines",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("task", sa.Integer(), nullable=False),
        _reference("deadlines", "table_id", "tables.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_deadlines"),
    )
    op.create_table(
        "deals",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("cut", sa.Text(), nullable=True),
        sa.Column("deck_order", sa.Text(), nullable=True),
        _reference("deals", "table_id", "tables.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_deals"),
    )
    op.create_table(
        "entrants",
        sa.Column("id", ID, nullable=False),
        sa.Column("league_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("team_id", ID, nullable=True),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("left_at", sa.Double(), nullable=True),
        _reference("entrants", "league_id", "leagues.id", ondelete="CASCADE"),
        _reference("entrants", "team_id", "teams.id", ondelete="CASCADE"),
        _reference("entrants", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_entrants"),
        sa.UniqueConstraint("league_id", "team_id", name="uq_entrants_league_id_team_id"),
        sa.UniqueConstraint("league_id", "user_id", name="uq_entrants_league_id_user_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_entrants_team_id", "entrants", ["team_id"])
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])
    op.create_table(
        "event_boards",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("number", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("level", sa.String(length=2), nullable=False),
        sa.Column("declarer", sa.SmallInteger(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        _reference("event_boards", "event_id", "events.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_boards"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_boards_sealed", "event_boards", ["event_id"], **_where("NOT revealed"))
    op.create_table(
        "event_entrants",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("entrant", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("team_id", ID, nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("entered_at", sa.Double(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        _reference("event_entrants", "event_id", "events.id", ondelete="CASCADE"),
        _reference("event_entrants", "team_id", "teams.id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("event_id", "entrant", name="pk_event_entrants"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_entrants_team_id", "event_entrants", ["team_id"])
    op.create_table(
        "event_invitations",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("invitation", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        _reference("event_invitations", "event_id", "events.id", ondelete="CASCADE"),
        _reference("event_invitations", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "invitation", "place", name="pk_event_invitations"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_invitations_user_id", "event_invitations", ["user_id"])
    op.create_table(
        "event_managers",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        _reference("event_managers", "event_id", "events.id", ondelete="CASCADE"),
        _reference("event_managers", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "user_id", name="pk_event_managers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_managers_user_id", "event_managers", ["user_id"])
    op.create_table(
        "event_matches",
        sa.Column("id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("round", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=True),
        sa.Column("first_score", sa.Double(), nullable=True),
        sa.Column("second_score", sa.Double(), nullable=True),
        sa.Column("forfeited", sa.Text(), nullable=False),
        sa.Column("part", sa.String(length=16), server_default=sa.text("'main'"), nullable=False),
        sa.Column("ending", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("card_points", sa.Double(), nullable=True),
        sa.Column("board", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("shared_table", sa.SmallInteger(), server_default=sa.text("0"), nullable=False),
        _reference("event_matches", "event_id", "events.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_event_matches"),
        sa.UniqueConstraint("event_id", "round", "number", name="uq_event_matches_event_id_round_number"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "event_rounds",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("number", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("byes", sa.Text(), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=False),
        sa.Column("pinged", sa.Boolean(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("cut", sa.Text(), nullable=True),
        _reference("event_rounds", "event_id", "events.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_rounds"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event_substitutes",
        sa.Column("event_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        _reference("event_substitutes", "event_id", "events.id", ondelete="CASCADE"),
        _reference("event_substitutes", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "place", name="pk_event_substitutes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_substitutes_user_id", "event_substitutes", ["user_id"])
    op.create_table(
        "league_audit",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("league_id", ID, nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("about_id", sa.BigInteger(), nullable=True),
        _reference("league_audit", "about_id", "people.id", onupdate="CASCADE"),
        _reference("league_audit", "guild_id", "guilds.id"),
        _reference("league_audit", "league_id", "leagues.id", ondelete="CASCADE"),
        _reference("league_audit", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_league_audit"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_league_audit_about_id", "league_audit", ["about_id"])
    op.create_index("ix_league_audit_guild_id_id", "league_audit", ["guild_id", "id"])
    op.create_index("ix_league_audit_league_id_id", "league_audit", ["league_id", "id"])
    op.create_index("ix_league_audit_user_id", "league_audit", ["user_id"])
    op.create_table(
        "league_cards",
        sa.Column("league_id", ID, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        _reference("league_cards", "league_id", "leagues.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("league_id", name="pk_league_cards"),
    )
    op.create_table(
        "league_manager_roles",
        sa.Column("league_id", ID, nullable=False),
        sa.Column("role_id", sa.BigInteger(), autoincrement=False, nullable=False),
        _reference("league_manager_roles", "league_id", "leagues.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("league_id", "role_id", name="pk_league_manager_roles"),
    )
    op.create_table(
        "league_managers",
        sa.Column("league_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        _reference("league_managers", "league_id", "leagues.id", ondelete="CASCADE"),
        _reference("league_managers", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("league_id", "user_id", name="pk_league_managers"),
    )
    op.create_index("ix_league_managers_user_id", "league_managers", ["user_id"])
    op.create_table(
        "match_reports",
        sa.Column("id", ID, nullable=False),
        sa.Column("league_id", ID, nullable=False),
        sa.Column("table_id", ID, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("sent_at", sa.Double(), nullable=True),
        _reference("match_reports", "league_id", "leagues.id", ondelete="CASCADE"),
        _reference("match_reports", "table_id", "tables.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_match_reports"),
        sa.UniqueConstraint("league_id", "table_id", name="uq_match_reports_league_id_table_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_match_reports_table_id", "match_reports", ["table_id"])
    op.create_index("ix_match_reports_unsent", "match_reports", ["id"], **_where("sent_at IS NULL"))
    op.create_table(
        "panels",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("renewed_at", sa.Double(), nullable=False),
        _reference("panels", "table_id", "tables.id", ondelete="CASCADE"),
        _reference("panels", "user_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "user_id", name="pk_panels"),
    )
    op.create_index("ix_panels_user_id", "panels", ["user_id"])
    op.create_table(
        "players_wanted",
        sa.Column("table_id", ID, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        _reference("players_wanted", "table_id", "tables.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_players_wanted"),
    )
    op.create_table(
        "proposals",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("newcomer_id", sa.BigInteger(), nullable=True),
        sa.Column("seats", sa.Text(), nullable=False),
        _reference("proposals", "newcomer_id", "people.id", onupdate="CASCADE", ondelete="CASCADE"),
        _reference("proposals", "table_id", "tables.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_proposals"),
    )
    op.create_index("ix_proposals_newcomer_id", "proposals", ["newcomer_id"])
    op.create_table(
        "rating_changes",
        sa.Column("pool_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("result_id", ID, nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("spread", sa.Double(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=True),
        _reference("rating_changes", "pool_id", "pools.id", ondelete="CASCADE"),
        _reference("rating_changes", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("pool_id", "user_id", "result_id", name="pk_rating_changes"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_changes_pool_id_result_id", "rating_changes", ["pool_id", "result_id"])
    op.create_index("ix_rating_changes_user_id", "rating_changes", ["user_id"])
    op.create_table(
        "ratings",
        sa.Column("pool_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("spread", sa.Double(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=True),
        sa.Column("rank_value", sa.Double(), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        _reference("ratings", "pool_id", "pools.id", ondelete="CASCADE"),
        _reference("ratings", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("pool_id", "user_id", name="pk_ratings"),
    )
    op.create_index("ix_ratings_order", "ratings", ["pool_id", "provisional", "rank_value", "user_id"])
    op.create_index("ix_ratings_user_id", "ratings", ["user_id"])
    op.create_table(
        "seasons",
        sa.Column("id", ID, nullable=False),
        sa.Column("league_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.Double(), nullable=False),
        sa.Column("closes_at", sa.Double(), nullable=True),
        sa.Column("closed_at", sa.Double(), nullable=True),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("min_people", sa.SmallInteger(), nullable=True),
        sa.Column("order", sa.String(length=16), nullable=False),
        sa.Column("scheme", sa.Text(), nullable=False),
        _reference("seasons", "league_id", "leagues.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
        sa.UniqueConstraint("league_id", "number", name="uq_seasons_league_id_number"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seasons_closes_at", "seasons", ["closes_at"], **_where("closed_at IS NULL"))
    op.create_index("uq_seasons_running", "seasons", ["league_id"], unique=True, **_where("closed_at IS NULL"))
    op.create_table(
        "seats",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("computer_level", sa.String(length=32), nullable=True),
        sa.Column("computer_number", sa.SmallInteger(), nullable=True),
        sa.CheckConstraint("(computer_level IS NULL) = (computer_number IS NULL)", name=op.f("ck_seats_numbered")),
        sa.CheckConstraint("(user_id IS NULL) = (computer_level IS NOT NULL)", name=op.f("ck_seats_one_kind")),
        _reference("seats", "table_id", "tables.id", ondelete="CASCADE"),
        _reference("seats", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "table_messages",
        sa.Column("table_id", ID, autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("posted_at", sa.Double(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        _reference("table_messages", "table_id", "tables.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name="pk_table_messages"),
    )
    op.create_table(
        "team_captains",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        _reference("team_captains", "team_id", "teams.id", ondelete="CASCADE"),
        _reference("team_captains", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", name="pk_team_captains"),
    )
    op.create_index("ix_team_captains_user_id", "team_captains", ["user_id"])
    op.create_table(
        "team_invitations",
        sa.Column("id", ID, nullable=False),
        sa.Column("team_id", ID, nullable=True),
        sa.Column("founding_id", ID, nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("replaces_id", sa.BigInteger(), nullable=True),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("delivered_at", sa.Double(), nullable=True),
        sa.Column("answer", sa.String(length=16), nullable=True),
        sa.Column("answered_at", sa.Double(), nullable=True),
        _reference("team_invitations", "by_id", "people.id", onupdate="CASCADE"),
        _reference("team_invitations", "founding_id", "team_foundings.id", ondelete="CASCADE"),
        _reference("team_invitations", "replaces_id", "people.id", onupdate="CASCADE"),
        _reference("team_invitations", "team_id", "teams.id", ondelete="CASCADE"),
        _reference("team_invitations", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_team_invitations"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_team_invitations_by_id", "team_invitations", ["by_id"])
    op.create_index("ix_team_invitations_expires_at", "team_invitations", ["expires_at"], **_where("answer IS NULL"))
    op.create_index("ix_team_invitations_founding_id", "team_invitations", ["founding_id"])
    op.create_index("ix_team_invitations_replaces_id", "team_invitations", ["replaces_id"])
    op.create_index("ix_team_invitations_team_id", "team_invitations", ["team_id"])
    op.create_index("ix_team_invitations_user_id", "team_invitations", ["user_id"])
    op.create_index(
        "uq_team_invitations_founding",
        "team_invitations",
        ["founding_id", "user_id"],
        unique=True,
        **_where("answer IS NULL"),
    )
    op.create_index(
        "uq_team_invitations_team", "team_invitations", ["team_id", "user_id"], unique=True, **_where("answer IS NULL")
    )
    op.create_table(
        "team_levels",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("league_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("start_level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("final_level", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("climbs", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deals_won", sa.Integer(), nullable=False),
        sa.Column("table_id", ID, nullable=True),
        sa.Column("side", sa.SmallInteger(), nullable=True),
        sa.Column("base_level", sa.SmallInteger(), nullable=True),
        sa.Column("base_result", sa.BigInteger(), nullable=True),
        _reference("team_levels", "table_id", "tables.id", ondelete="SET NULL"),
        _reference("team_levels", "team_id", "teams.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "league_id", "start_level", "final_level", name="pk_team_levels"),
    )
    op.create_index("ix_team_levels_table_id", "team_levels", ["table_id"])
    op.create_table(
        "team_members",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        _reference("team_members", "team_id", "teams.id", ondelete="CASCADE"),
        _reference("team_members", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "user_id", name="pk_team_members"),
    )
    op.create_index("ix_team_members_user_id", "team_members", ["user_id"])
    op.create_table(
        "team_spells",
        sa.Column("id", ID, nullable=False),
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("began_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        _reference("team_spells", "team_id", "teams.id", ondelete="CASCADE"),
        _reference("team_spells", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_team_spells"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_team_spells_team_id_began_at", "team_spells", ["team_id", "began_at"])
    op.create_index("ix_team_spells_user_id", "team_spells", ["user_id"])
    op.create_index(
        "uq_team_spells_open", "team_spells", ["team_id", "user_id"], unique=True, **_where("ended_at IS NULL")
    )
    op.create_table(
        "team_substitutes",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        _reference("team_substitutes", "team_id", "teams.id", ondelete="CASCADE"),
        _reference("team_substitutes", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("team_id", "user_id", name="pk_team_substitutes"),
    )
    op.create_index("ix_team_substitutes_user_id", "team_substitutes", ["user_id"])
    op.create_table(
        "turn_pings",
        sa.Column("table_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        _reference("turn_pings", "table_id", "tables.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "place", name="pk_turn_pings"),
    )
    op.create_table(
        "deal_results",
        sa.Column("id", ID, nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("declarer", sa.SmallInteger(), nullable=False),
        sa.Column("declarers_hold", sa.Boolean(), nullable=False),
        sa.Column("opponents_points", sa.Integer(), nullable=False),
        sa.Column("trick_points", sa.Integer(), nullable=False),
        sa.Column("kitty_points", sa.Integer(), nullable=False),
        sa.Column("multiplier", sa.Integer(), nullable=False),
        sa.Column("penalty_points", sa.Integer(), nullable=False),
        sa.Column("rise", sa.SmallInteger(), nullable=False),
        sa.Column("match_over", sa.Boolean(), nullable=False),
        sa.Column("pool_id", ID, nullable=True),
        sa.Column("decay", sa.Double(), server_default=sa.text("0"), nullable=False),
        sa.Column("void", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False),
        _reference("deal_results", "guild_id", "guilds.id"),
        _reference("deal_results", "pool_id", "pools.id"),
        sa.ForeignKeyConstraint(
            ["table_id", "revision"],
            ["actions.table_id", "actions.revision"],
            name="fk_deal_results_table_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_deal_results"),
        sa.UniqueConstraint("table_id", "revision", name="uq_deal_results_table_id_revision"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_deal_results_guild_id_at", "deal_results", ["guild_id", "at"])
    op.create_index("ix_deal_results_pool_id_id", "deal_results", ["pool_id", "id"])
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
        _reference("event_members", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "entrant", "place", name="pk_event_members"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_members_user_id", "event_members", ["user_id"])
    op.create_table(
        "event_points",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entrant_id", ID, nullable=False),
        sa.Column("event_id", ID, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("points", sa.SmallInteger(), nullable=False),
        _reference("event_points", "entrant_id", "entrants.id", ondelete="CASCADE"),
        _reference("event_points", "event_id", "events.id", ondelete="CASCADE"),
        _reference("event_points", "season_id", "seasons.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("season_id", "entrant_id", "event_id", name="pk_event_points"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_points_entrant_id", "event_points", ["entrant_id"])
    op.create_index("ix_event_points_event_id", "event_points", ["event_id"])
    op.create_table(
        "event_seats",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("share", sa.Text(), nullable=True),
        _reference("event_seats", "match_id", "event_matches.id", ondelete="CASCADE"),
        _reference("event_seats", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_event_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_seats_user_id", "event_seats", ["user_id"])
    op.create_table(
        "scores",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entrant_id", ID, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=False),
        sa.Column("fewest", sa.Integer(), nullable=False),
        sa.Column("matches_won", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("value", sa.Double(), server_default=sa.text("0"), nullable=False),
        _reference("scores", "entrant_id", "entrants.id", ondelete="CASCADE"),
        _reference("scores", "season_id", "seasons.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("season_id", "entrant_id", name="pk_scores"),
    )
    op.create_index("ix_scores_entrant_id", "scores", ["entrant_id"])
    op.create_index(
        "ix_scores_order", "scores", ["season_id", "settled", "value", "won", "margin", "fewest", "entrant_id"]
    )
    op.create_table(
        "season_announcements",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        _reference("season_announcements", "season_id", "seasons.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_season_announcements"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_season_announcements_season_id", "season_announcements", ["season_id"])
    op.create_table(
        "season_awards",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        _reference("season_awards", "season_id", "seasons.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("season_id", name="pk_season_awards"),
    )
    op.create_table(
        "counted_deals",
        sa.Column("season_id", ID, nullable=False),
        sa.Column("entrant_id", ID, nullable=False),
        sa.Column("result_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=True),
        _reference("counted_deals", "entrant_id", "entrants.id", ondelete="CASCADE"),
        _reference("counted_deals", "result_id", "deal_results.id", ondelete="CASCADE"),
        _reference("counted_deals", "season_id", "seasons.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("season_id", "entrant_id", "result_id", name="pk_counted_deals"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_counted_deals_entrant_id", "counted_deals", ["entrant_id"])
    op.create_index("ix_counted_deals_result_id", "counted_deals", ["result_id"])
    op.create_index("ix_counted_deals_season_id_result_id", "counted_deals", ["season_id", "result_id"])
    op.create_table(
        "deal_result_seats",
        sa.Column("result_id", ID, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("computer_level", sa.String(length=32), nullable=True),
        sa.Column("declaring", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("match_won", sa.Boolean(), nullable=False),
        sa.Column("level_before", sa.SmallInteger(), nullable=False),
        sa.Column("level_after", sa.SmallInteger(), nullable=False),
        sa.Column("role", sa.String(length=16), server_default="opponent", nullable=False),
        sa.CheckConstraint(
            "(user_id IS NULL) = (computer_level IS NOT NULL)", name=op.f("ck_deal_result_seats_one_kind")
        ),
        _reference("deal_result_seats", "result_id", "deal_results.id", ondelete="CASCADE"),
        _reference("deal_result_seats", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", "seat", name="pk_deal_result_seats"),
    )
    op.create_index("ix_deal_result_seats_user_id_result_id", "deal_result_seats", ["user_id", "result_id"])
    op.create_table(
        "deal_result_teams",
        sa.Column("result_id", ID, nullable=False),
        sa.Column("side", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("team_id", ID, nullable=False),
        sa.Column("league_id", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("start_level", sa.SmallInteger(), nullable=False),
        sa.Column("final_level", sa.SmallInteger(), nullable=False),
        sa.Column("level_before", sa.SmallInteger(), nullable=False),
        sa.Column("level_after", sa.SmallInteger(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("climbed", sa.Boolean(), nullable=False),
        _reference("deal_result_teams", "result_id", "deal_results.id", ondelete="CASCADE"),
        _reference("deal_result_teams", "team_id", "teams.id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", "side", name="pk_deal_result_teams"),
    )
    op.create_index("ix_deal_result_teams_team_id_result_id", "deal_result_teams", ["team_id", "result_id"])
    op.create_table(
        "overruled_rulings",
        sa.Column("result_id", ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        _reference("overruled_rulings", "result_id", "deal_results.id", ondelete="CASCADE"),
        _reference("overruled_rulings", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", name="pk_overruled_rulings"),
    )
    op.create_index("ix_overruled_rulings_user_id", "overruled_rulings", ["user_id"])
    op.create_table(
        "rulings",
        sa.Column("result_id", ID, autoincrement=False, nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("booked", sa.Text(), nullable=False),
        _reference("rulings", "result_id", "deal_results.id", ondelete="CASCADE"),
        _reference("rulings", "user_id", "people.id", onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", name="pk_rulings"),
    )
    op.create_index("ix_rulings_user_id", "rulings", ["user_id"])
