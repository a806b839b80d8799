"""Steps shared by team tests: invitations in direct messages, their answers, and a team's panel."""

import re

from play_by_panel import until


def names_all(text, *names):
    """Return whether a text names all of these people, in any order."""
    return set(names) <= set(re.findall(r"\w+", text))


async def direct_messages(player):
    """Return the direct messages between the bot and a person."""
    return [player._screen(m) for m in await player.person.messages("@bot")]


async def find_invitation(player):
    """Return the newest invitation that a person can answer."""

    async def newest():
        found = [s for s in await direct_messages(player) if any(i.startswith("team:answer:") for i in s.buttons)]
        return found[-1] if found else None

    return await until(player, newest, bool)


async def answer(player, *, accept=True):
    """Answer the newest invitation and return what the bot says."""
    screen = await find_invitation(player)
    wanted = "1" if accept else "0"
    return await player.click(
        screen, next(i for i in screen.buttons if i.startswith("team:answer:") and i.endswith(wanted))
    )


async def form_team(founder, name, *others, **options):
    """Let a founder form a team whose members all accept."""
    slots = dict(zip(("partner", "third"), (other.name for other in others), strict=False))
    made = await founder.slash("new team", name=name, **slots, **options)
    for other in others:
        await answer(other)
    return made


def find_control(screen, action):
    """Return the id of the control for this action on a team's panel, or None if the panel has no such control."""
    found = (*screen.buttons, *screen.selects, *screen.pickers)
    return next((i for i in found if i.startswith(f"team:do:{action}:")), None)


async def open_team(player, team=None):
    """Open a team's panel."""
    return await player.slash("team", **({} if team is None else {"team": team}))


async def lead_team(player, action, who=None, team=None):
    """Press a control on the captain's page of a team's panel. If `who` is given, choose this person and confirm it."""
    panel = await open_team(player, team)
    page = await player.click(panel, find_control(panel, "manage"))
    if who is None:
        return await player.click(page, find_control(page, action))
    answer = await player.select(page, find_control(page, action), [who])
    confirm = next((i for i in answer.buttons if i.startswith(f"team:do:{action}:")), None)
    return answer if confirm is None else await player.click(answer, confirm)


async def replace_member(player, member, newcomer):
    """Invite somebody in a member's place."""
    page = await lead_team(player, "replace", member)
    return await player.select(page, next(iter(page.pickers)), [newcomer])


async def rename_team(player, name, team=None):
    panel = await open_team(player, team)
    page = await player.click(panel, find_control(panel, "manage"))
    opened = await player.person.click(str(page.id), custom_id=find_control(page, "rename"))
    return await player.submit(opened, {"name": name})


async def ask_leave(player, team=None):
    panel = await open_team(player, team)
    return await player.click(panel, find_control(panel, "leave"))
