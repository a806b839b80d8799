"""Each level of computer players has its own name in every language. The English name is the level's code."""

from bot.play.values.table_info import Computer
from bot.text.describe.seat_names import format_computer_name
from engine.players.levels import ALL_LEVELS, ORACLE, PLAYERS


def test_levels_have_names_of_their_own(texts):
    names = [texts.say(f"computer.level.{level}") for level in ALL_LEVELS]
    assert len(set(names)) == len(ALL_LEVELS)


def test_english_names_of_levels_are_their_codes(english):
    assert [english.say(f"computer.level.{level}") for level in PLAYERS] == list(PLAYERS)


def test_only_an_oracles_name_says_that_it_sees_all_cards(texts):
    usual = {format_computer_name(texts, Computer(level, 1)) for level in PLAYERS}
    assert len(usual) == 1
    assert format_computer_name(texts, Computer(ORACLE, 1)) == texts.say("computer.sees_all", name=usual.pop())
