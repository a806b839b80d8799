"""Posts and roles that cannot be delivered at once wait for a limited time and are then dropped."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.ids import AnnouncementId, ChannelId, ReportId, RoleId, SeasonId, TableId, UserId
from bot.league.audit_log import AuditAction
from bot.league.leagues.leagues import DAY_SECONDS
from bot.league.pending_posts import LeaguePosts, MatchReport, SeasonAnnouncement, SeasonAward
from bot.league.results.read_models import LeagueResult
from tests.bot.league.test_league_changes import LEAGUE, SETTINGS, running
from tests.bot.league.test_ruling_changes import DEAL

NOW = 100 * DAY_SECONDS
CLOCK = SimpleNamespace(now=lambda: NOW)
SEASON = replace(running().season, id=SeasonId(3))
PLACE = ChannelId(6)


class WaitingStore:
    """Lists pending posts and roles, and records what is done with them."""

    def __init__(self, *, announcements=(), reports=(), awards=(), results=()):
        self.announcements, self.reports, self.awards, self.results = announcements, reports, awards, results
        self.dropped, self.crowned = [], []

    async def list_announcements(self, league):
        return self.announcements

    async def list_match_reports(self):
        return self.reports

    async def list_awards(self):
        return self.awards

    async def list_match_results(self, report):
        return self.results

    async def delete_announcement(self, announcement):
        self.dropped.append(announcement)

    async def mark_reported(self, report, at):
        self.dropped.append(report)

    async def delete_award(self, season):
        self.dropped.append(season)

    async def set_crowned(self, league, user, role, stamp, done):
        self.crowned.append((league.id, user, role, stamp.by, stamp.at, done.action, dict(done.facts)))


def posts(store):
    return LeaguePosts(store, None, None, CLOCK)


@pytest.mark.parametrize(
    ("age", "channel", "is_sent"),
    [(0, PLACE, True), (DAY_SECONDS, PLACE, True), (DAY_SECONDS + 1, PLACE, False), (0, None, False)],
)
async def test_posts_wait_a_day_for_a_channel(age, channel, is_sent):
    league = replace(LEAGUE, settings=replace(SETTINGS, news_channel=channel, results_channel=channel))
    announcement = SeasonAnnouncement(AnnouncementId(8), league, SEASON, NOW - age)
    report = MatchReport(ReportId(9), league, TableId(5), NOW - age)
    announced, reported = WaitingStore(announcements=[announcement]), WaitingStore(reports=[report])
    assert await posts(announced).list_announcements() == [announcement] * is_sent
    assert await posts(reported).list_match_reports() == [report] * is_sent
    assert announced.dropped == reported.dropped == [], "listing changes nothing"
    waiting = WaitingStore(announcements=[announcement], reports=[report])
    await posts(waiting).drop_obsolete()
    assert waiting.dropped == ([] if is_sent else [8, 9])


@pytest.mark.parametrize(("days", "is_given"), [(7, True), (7.01, False)])
async def test_champions_wait_a_week_for_their_role(days, is_given):
    award = SeasonAward(LEAGUE, SEASON, RoleId(2), NOW - days * DAY_SECONDS)
    store = WaitingStore(awards=[award])
    assert await posts(store).list_awards() == [award] * is_given
    await posts(store).drop_obsolete()
    assert store.dropped == ([] if is_given else [SEASON.id])


async def test_void_deals_are_not_posted():
    counted = LeagueResult(DEAL)
    store = WaitingStore(results=[counted, LeagueResult(replace(DEAL, void=True))])
    report = MatchReport(ReportId(9), LEAGUE, TableId(5), NOW)
    assert await posts(store).list_match_results(report) == [counted]


async def test_giving_and_taking_champion_roles_is_recorded():
    store = WaitingStore()
    for crowned in (True, False):
        await posts(store).set_crowned(LEAGUE, UserId(1), RoleId(2), crowned=crowned)
    facts = {"user": 1, "role": 2}
    assert store.crowned == [
        (LEAGUE.id, 1, 2, None, NOW, AuditAction.CROWNED, facts),
        (LEAGUE.id, 1, None, None, NOW, AuditAction.UNCROWNED, facts),
    ]
