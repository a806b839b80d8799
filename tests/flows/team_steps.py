"""Steps shared by team tests: invitations that arrive as direct messages, and their answers."""

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
    made = await founder.slash("team create", name=name, **slots, **options)
    for other in others:
        await answer(other)
    return made
