"""news of seasons wait to be told; who corrected a result that was voided since; the forgotten manage nothing."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "season_news",
        sa.Column("id", ID, nullable=False),
        sa.Column("season_id", ID, nullable=False),
        sa.Column("began", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["season_id"], ["seasons.id"], name=op.f("fk_season_news_season_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season_news")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_season_news_season_id"), "season_news", ["season_id"])
    op.create_table(
        "overruled",
        sa.Column("result_id", ID, autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["deal_results.id"], name=op.f("fk_overruled_result_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["people.id"], name=op.f("fk_overruled_user_id"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("result_id", name=op.f("pk_overruled")),
    )
    op.create_index(op.f("ix_overruled_user_id"), "overruled", ["user_id"])
    op.execute("DELETE FROM league_managers WHERE user_id < 0")


def downgrade() -> None:
    op.drop_table("overruled")
    op.drop_table("season_news")
