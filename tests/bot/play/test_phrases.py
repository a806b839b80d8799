"""Players say fixed phrases between deals, with a pause after each. The next deal removes the phrases."""

from table_harness import ANN, CAT, DAN
from test_next_deal_requests import after_a_deal
from test_voting import refused

from bot.play.refusals import TableRefusal
from bot.play.values.table_info import Phrase


def say(table, user, phrase):
    """Wrap `say`, which is no coroutine, in a coroutine for `refused`."""

    async def speak():
        table.gameplay.say(user, phrase)

    return speak()


async def test_phrases_are_said_between_deals_only():
    harness, table = await after_a_deal(people=3)
    await say(table, ANN, Phrase.SORRY)
    await say(table, CAT, Phrase.WELL_PLAYED)
    assert await refused(say(table, ANN, Phrase.THANKS)) is TableRefusal.TOO_FAST
    await harness.clock.advance(harness.timing.phrase_pause)
    await say(table, ANN, Phrase.THANKS)
    seats = table.seat_of(CAT), table.seat_of(ANN)
    assert table.snapshot().phrases == ((seats[0], Phrase.WELL_PLAYED), (seats[1], Phrase.THANKS)), "the newest is last"
    await table.attendance.leave(CAT)
    assert table.snapshot().phrases == ((seats[1], Phrase.THANKS),), "a substitute has not said it"
    await harness.clock.advance(harness.timing.next_deal)
    assert not table.snapshot().phrases
    assert await refused(say(table, ANN, Phrase.THANKS)) is TableRefusal.DEAL_IN_PROGRESS
    await harness.registry.close()


async def test_only_players_say_phrases():
    harness, table = await after_a_deal(people=2)
    assert await refused(say(table, DAN, Phrase.THANKS)) is TableRefusal.NOT_SEATED
    await harness.registry.close()
