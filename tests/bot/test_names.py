"""Chosen names must not have links, mentions, Markdown or invisible characters, or look like a taken name."""

import pytest

from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.team_checks import normalize_name
from bot.names import find_alike, is_plain

PLAIN = (
    *(
        "Dragons",
        "龙队",
        "Ann & 本",
        "Team_1",
        "A+B",
        "Ω 3",
        "<3",
        "No. 1",
        "Mr. T",
        "1-2-3",
        "C# majors",
        "(ok)",
        "équipe",
    ),
    *("❤️ hearts", "👩‍👧 moms", "فریق\u200cها", "tiger | lion", "~wave~", "a@b", "50% off!", "Half. Done", "7.5", "Zoë"),
)
LINKS = (
    *("https://x.y", "see http://a", "www.example", "discord.gg/abc", "DISCORD.GG", "discord.com/invite/x", "dsc.gg/x"),
    *("evil.com", "a.b/c.de/f", "\uff45\uff56\uff49\uff4c\uff0e\uff47\uff47/x", "win.xyz", "[hi](there)"),
)
MENTIONS = (
    *("<@1>", "<@&7>", "<#5>", "</play:1>", "<:x:1>", "<a:x:1>", "<t:1>", "<id:home>"),
    *("@everyone", "x@here", "hi @bob"),
)
MARKDOWN = (
    *("*x*", "**x**", "a*b", "_x_", "__x__", "x_", "~~x~~", "||x||", "`x`", "back\\slash"),
    *("# big", "> quote", ">>> q"),
)
INVISIBLE = (
    *("", " ", "a\u200bb", "a\u202eb", "\u3164", "a\u115f", "\u2800", "ab\u200dc", "\u200dx", "a\ufeff", "a\0b"),
    *("e\u0301\u0302\u0303\u0304", "\u2066x", "x\U000e0041", "a\u2028b", "\ue000"),
)


@pytest.mark.parametrize("name", PLAIN)
def test_plain_names_are_kept(name):
    assert is_plain(name)
    assert normalize_name(name) == name


@pytest.mark.parametrize("name", [*LINKS, *MENTIONS, *MARKDOWN, *INVISIBLE], ids=ascii)
def test_names_with_links_mentions_or_formatting_are_not_plain(name):
    assert not is_plain(name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("evil.com", LeagueRefusal.NAME_MARKUP),
        ("@everyone", LeagueRefusal.NAME_MARKUP),
        ("a\u200bb", LeagueRefusal.NAME_CHARACTERS),
        ("<@1>", LeagueRefusal.NAME_CHARACTERS),
        ("  ", LeagueRefusal.NAME_LENGTH),
    ],
)
def test_refusal_names_the_problem(name, reason):
    with pytest.raises(LeagueRefused) as refused:
        normalize_name(name)
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dragons", "Dr\N{CYRILLIC SMALL LETTER A}gons"),
        ("Dragons", "\N{FULLWIDTH LATIN SMALL LETTER D}RAGONS"),
        ("AB", "\N{GREEK CAPITAL LETTER ALPHA}\N{GREEK CAPITAL LETTER BETA}"),
        ("Team 10", "Team lO"),
        ("Illusion", "lllusion"),
    ],
)
def test_name_that_looks_like_a_taken_one_is_found(one, other):
    assert find_alike(other, ["Lions", one]) == one
    assert find_alike(one, ["Lions", other]) == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u9f99", "\u9f8d"),  # the same word in simplified and traditional characters
        ("\u9f99", "\u9f99\u961f"),
        ("Zo\xeb", "Zoe"),
        ("Team 1", "Team 2"),
        ("A+B", "A-B"),
        ("\N{DRAGON}", "\N{FIRE}"),
        ("Lions", "Lions!"),
    ],
)
def test_names_that_can_be_told_apart_are_not_alike(one, other):
    assert find_alike(one, [other]) is None
