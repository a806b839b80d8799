"""House rules: named sets of rules of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0104"
down_revision = "0100"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
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
