"""people who may sit in for members of a team."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "team_substitutes",
        sa.Column("team_id", ID, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["team_id"], ["teams.id"], name=op.f("fk_team_substitutes_team_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["people.id"], name=op.f("fk_team_substitutes_user_id"), onupdate="CASCADE"
        ),
        sa.PrimaryKeyConstraint("team_id", "user_id", name=op.f("pk_team_substitutes")),
    )
    op.create_index(op.f("ix_team_substitutes_user_id"), "team_substitutes", ["user_id"])


def downgrade() -> None:
    op.drop_table("team_substitutes")
