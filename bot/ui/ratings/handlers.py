"""Handlers of profiles, leaderboards and comparisons."""

from collections.abc import Mapping
from typing import Final

from bot.ui.core.interactions.control_press import ControlHandler, show_page
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.ratings.leaderboard_view import ChooseLeaderboard
from bot.ui.ratings.pages import NamedUser, leaderboard_page, profile_page, versus_page
from bot.ui.ratings.profile_view import ShowLeaderboard, ShowProfile
from bot.ui.ratings.versus_view import ShowVersus

HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    ShowProfile: show_page(lambda press: profile_page(press.ctx, press.chosen or None, NamedUser(press.id.user))),
    ShowVersus: show_page(
        lambda press: versus_page(press.ctx, press.chosen or None, NamedUser(press.id.left), NamedUser(press.id.right))
    ),
    ShowLeaderboard: show_page(
        lambda press: leaderboard_page(press.ctx, press.id.preset, press.id.page, press.id.search)
    ),
    ChooseLeaderboard: show_page(lambda press: leaderboard_page(press.ctx, press.chosen or None, 1, press.id.search)),
}
