"""The lease of the database, house rules of servers, how long matches last, and an offer made once."""

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision = "0100"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("machine", sa.Text(), nullable=False),
        sa.Column("process", sa.BigInteger(), nullable=False),
        sa.Column("process_started", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_leases")),
    )
    op.add_column("preferences", sa.Column("confirm_offered", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("tables", sa.Column("match_deals", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("match_minutes", sa.Integer(), nullable=True))
    op.add_column("tables", sa.Column("match_ends_at", sa.Double(), nullable=True))
    op.create_table(
        "house_rules",
        sa.Column("id", ID, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["guilds.id"], name=op.f("fk_house_rules_guild_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_rules")),
        sa.UniqueConstraint("guild_id", "name_key", name=op.f("uq_house_rules_guild_id_name_key")),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    op.drop_table("house_rules")
    op.drop_column("tables", "match_ends_at")
    op.drop_column("tables", "match_minutes")
    op.drop_column("tables", "match_deals")
    op.drop_column("preferences", "confirm_offered")
    op.drop_table("leases")
