"""Friendly tables change no ratings: one person's matches with computers are friendly, matches of events are not."""

from alembic import op

revision = "0119"
down_revision = "0118"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # an event's table was friendly so that no team climbs there; that follows from the event now
    op.execute("UPDATE tables SET friendly = false WHERE event_match_id IS NOT NULL")
    op.execute(
        "UPDATE tables SET friendly = true WHERE status = 'playing' AND league_id IS NULL AND event_match_id IS NULL "
        "AND 1 = (SELECT count(*) FROM seats WHERE seats.table_id = tables.id AND seats.user_id IS NOT NULL)"
    )


def downgrade() -> None:
    op.execute("UPDATE tables SET friendly = true WHERE event_match_id IS NOT NULL AND league_id IS NULL")
