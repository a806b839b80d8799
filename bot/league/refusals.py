"""What the league refuses: a closed list of reasons, worded elsewhere."""

from enum import StrEnum


class LeagueWhy(StrEnum):
    """Why the league refuses. Each has its words in every language; the facts it carries stand behind it."""

    NO_TEAM = "no_team"  # there is no such team (any more)
    NAME_LENGTH = "name_length"  # shortest: int, longest: int, given: int
    NAME_CHARACTERS = "name_characters"  # characters that cannot be seen, or nothing but blanks and marks
    NAME_TAKEN = "name_taken"  # name: str, as the other team writes it
    TEAM_EXISTS = "team_exists"  # name: str, of the team that these people already are
    NO_MEMBERS = "no_members"
    TOO_MANY_MEMBERS = "too_many_members"  # size: int, given: int
    BAD_SIZE = "bad_size"  # smallest: int, largest: int, given: int
    TOO_MANY_TEAMS = "too_many_teams"  # limit: int, user: UserId, who is in that many already
    NOT_MEMBER = "not_member"  # name: str; only a member may do this


class LeagueRefused(Exception):  # noqa: N818 - read as a sentence
    """The league says no. `facts` fill the blanks in the person's message; nothing has changed."""

    def __init__(self, why: LeagueWhy, **facts: object) -> None:
        super().__init__(f"{why.value} {facts}" if facts else why.value)
        self.why = why
        self.facts = facts
