"""a season keeps the rules that it was opened with: those of its league may be others later."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

PLAYED = """
UPDATE seasons SET rules = COALESCE(
  (SELECT t.rules FROM counted_deals c JOIN deal_results r ON r.id = c.result_id JOIN tables t ON t.id = r.table_id
   WHERE c.season_id = seasons.id LIMIT 1),
  (SELECT l.rules FROM leagues l WHERE l.id = seasons.league_id))
"""
"""All deals that a season counted were played by the same rules: one of their tables says which."""
NAMED = """
UPDATE seasons SET preset = COALESCE(
  (SELECT l.preset FROM leagues l WHERE l.id = seasons.league_id AND l.rules = seasons.rules),
  (SELECT t.preset FROM counted_deals c JOIN deal_results r ON r.id = c.result_id JOIN tables t ON t.id = r.table_id
   WHERE c.season_id = seasons.id LIMIT 1))
"""


def upgrade() -> None:
    op.add_column("seasons", sa.Column("preset", sa.String(64), server_default=sa.text("''"), nullable=False))
    op.add_column("seasons", sa.Column("rules", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.execute(PLAYED)
    op.execute(NAMED)


def downgrade() -> None:
    op.drop_column("seasons", "rules")
    op.drop_column("seasons", "preset")
