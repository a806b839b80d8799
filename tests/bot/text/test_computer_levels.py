"""Each level of computer players has a name of its own in every language; the English one is its code."""

from engine.players import ALL_LEVELS, PLAYERS


def test_levels_have_names_of_their_own(texts):
    names = [texts.say(f"computer.level.{level}") for level in ALL_LEVELS]
    assert len(set(names)) == len(ALL_LEVELS)


def test_english_names_are_the_codes(english):
    assert [english.say(f"computer.level.{level}") for level in PLAYERS] == list(PLAYERS)
