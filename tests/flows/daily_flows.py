"""A known deal of the day, and steps with which people play it."""

from puzzle_flows import DAY, find_guild

from bot.puzzles.days import Day
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.guild_settings import GuildSettings
from bot.ui.core.messages.custom_id_codec import parse_id
from bot.ui.puzzles.control_ids import DailyControl, ShowDailyBoard, ShowMaster
from engine.puzzles.solo_deal import play_solo_deal
from tests.bot.puzzles.puzzle_factories import make_daily

BOARD = str(ShowDailyBoard(DAY))
MASTER = str(ShowMaster(DAY))
OWN_RESULT = str(DailyControl(DAY, 0, ControlVerb.SHOW_HAND.value))


async def prepare(running, loopback, seed="daily"):
    """Give the server known deals with few cards for today and tomorrow."""
    settings = running.client._services.guild_settings
    await settings.save_settings(find_guild(loopback), GuildSettings(preset="forty-points"))
    for day, name in ((DAY, seed), (Day(DAY + 1), "tomorrow")):
        await running.database.store.daily_deals.add_deal(make_daily(find_guild(loopback), day, name))


def view_of(actions=(), seed="daily"):
    return play_solo_deal(make_daily(1, DAY, seed).record, seed, actions).view


def controls(screen, *verbs):
    """Return the ids of the deal's controls on a message. If verbs are given, return only controls with these."""
    found = ((one, parse_id(one)) for one in (*screen.buttons, *screen.selects))
    return [one for one, known in found if isinstance(known, DailyControl) and (not verbs or known.verb in verbs)]


async def act(player, shown, chance=None):
    """Press a button that plays or buries. If there is none, pick cards from a list. Return the next message."""
    plays = controls(shown, ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY)
    if plays:
        return await player.click(shown, plays[0] if chance is None else chance.choice(plays))
    bury = controls(shown, ControlVerb.BURY)
    if bury:
        return await player.click(shown, bury[0])
    select = shown.selects[controls(shown, ControlVerb.PICK)[0]]
    values = [one["value"] for one in select["options"]][: select["max_values"]]
    return await player.select(shown, controls(shown, ControlVerb.PICK)[0], values)


async def play_on(player, shown, times=60, chance=None):
    """Play until the deal is over, with at most `times` presses; return all messages."""
    screens = [shown]
    while len(screens) <= times and controls(screens[-1]):
        screens.append(await act(player, screens[-1], chance))
    return screens
