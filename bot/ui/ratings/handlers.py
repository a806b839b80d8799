"""Handlers of profiles, leaderboards and comparisons."""

from collections.abc import Mapping
from typing import Final

from bot.ui.core.interactions.control_press import ControlHandler, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.ratings import pages as ratings_pages
from bot.ui.ratings.leaderboard_view import ChooseLeaderboard
from bot.ui.ratings.profile_view import ShowLeaderboard, ShowProfile
from bot.ui.ratings.versus_view import ShowVersus


async def _show_profile(press: ControlPress[ShowProfile]) -> Response:
    who = ratings_pages.NamedUser(press.id.user)
    return EditMessage(await ratings_pages.profile_page(press.ctx, press.chosen or None, who))


async def _show_versus(press: ControlPress[ShowVersus]) -> Response:
    left, right = ratings_pages.NamedUser(press.id.left), ratings_pages.NamedUser(press.id.right)
    return EditMessage(await ratings_pages.versus_page(press.ctx, press.chosen or None, left, right))


async def _show_leaderboard(press: ControlPress[ShowLeaderboard]) -> Response:
    id_ = press.id
    return EditMessage(await ratings_pages.leaderboard_page(press.ctx, id_.preset, id_.page, id_.search))


async def _choose_leaderboard(press: ControlPress[ChooseLeaderboard]) -> Response:
    preset = press.chosen or None
    return EditMessage(await ratings_pages.leaderboard_page(press.ctx, preset, 1, press.id.search))


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    ShowProfile: _show_profile,
    ShowVersus: _show_versus,
    ShowLeaderboard: _show_leaderboard,
    ChooseLeaderboard: _choose_leaderboard,
}
