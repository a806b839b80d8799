"""Ids of everything the bot stores: Discord's numbers and the store's own."""

from typing import Final, NewType

UserId = NewType("UserId", int)
"""A Discord user id. Ids below zero stand for users whose data was deleted."""
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
TableId = NewType("TableId", int)
HouseRulesId = NewType("HouseRulesId", int)
LeagueId = NewType("LeagueId", int)
SeasonId = NewType("SeasonId", int)
TeamId = NewType("TeamId", int)
FoundingId = NewType("FoundingId", int)
"""The id of a founding, a team that will exist once everybody invited has accepted."""
InvitationId = NewType("InvitationId", int)
RoleId = NewType("RoleId", int)
EntrantId = NewType("EntrantId", int)
"""The id of a user or a team as an entrant of one league."""
ResultId = NewType("ResultId", int)
"""The id of a deal's saved result; later results have greater ids."""
PoolId = NewType("PoolId", int)
"""The id of a rating pool, which keeps the ratings of one server and one preset apart from all others."""
AnnouncementId = NewType("AnnouncementId", int)
ReportId = NewType("ReportId", int)
"""The id of the report of a match in a league's channel."""
EventId = NewType("EventId", int)
EventEntrantId = NewType("EventEntrantId", int)
"""An entrant's number within one event, from 1, in the order of entry."""
EventMatchId = NewType("EventMatchId", int)
"""The id of a match in a round of an event; a match is played at one table."""

UNSAVED: Final = 0
"""The id of anything that the store has not saved yet."""
