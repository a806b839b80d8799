"""Ids as the league knows them. They are Discord's numbers, or the store's, and never names."""

from typing import NewType

GuildId = NewType("GuildId", int)
UserId = NewType("UserId", int)
"""A person's id. Below zero: somebody who was forgotten."""
TeamId = NewType("TeamId", int)
TableId = NewType("TableId", int)
LeagueId = NewType("LeagueId", int)
SeasonId = NewType("SeasonId", int)
EntrantId = NewType("EntrantId", int)
"""A person's or a team's place in one league."""
ResultId = NewType("ResultId", int)
"""Results are numbered in the order in which they were booked."""
PoolId = NewType("PoolId", int)
"""Ratings are kept apart by pool: one server, one preset."""
NewsId = NewType("NewsId", int)
