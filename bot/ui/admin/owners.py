"""Identifies the people who run the bot: the owner of its application, or members of its team."""

from typing import Final

import discord

from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import Handler, Response, notice_message

ROLES: Final = {discord.TeamMemberRole.admin, discord.TeamMemberRole.developer}
"""Roles in a team whose members may run the bot; its owner may anyway."""


def for_owners(handler: Handler) -> Handler:
    """Return a handler that refuses everyone else."""

    async def guarded(ctx: Context) -> Response:
        if not await is_owner(ctx):
            return notice_message(ctx.texts.say("admin.not_owner"))
        return await handler(ctx)

    return guarded


async def is_owner(ctx: Context) -> bool:
    """Ask Discord each time whether the user runs the bot, because people leave teams."""
    return ctx.user in list_owners(await ctx.interaction.client.application_info())


def list_owners(application: discord.AppInfo) -> set[int]:
    """Return the ids of those who run the bot."""
    team = application.team
    if team is None:
        return {application.owner.id}
    accepted = discord.TeamMembershipState.accepted
    members = {one.id for one in team.members if one.role in ROLES and one.membership_state is accepted}
    return members if team.owner_id is None else members | {team.owner_id}
