"""Changes to a set of rules: typed (`bombs=any_suit, follow=tuples`), offered, and told apart from a preset."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Final

from bot.text.describe.clashes import values_of
from bot.text.describe.rules import SECTIONS
from bot.text.describe.values import option_words
from bot.ui.answering import LONGEST, Offer
from engine.errors import BadRules
from engine.notation import rules_text
from engine.presets import PRESETS, packed, preset, preset_with
from engine.rules import Rules, Teams
from engine.validation import MAX_DECKS, MAX_PLAYERS, MIN_PLAYERS, fitting_kitties

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

OFFERED: Final = 25
LONGEST_TYPED: Final = 1000
NUMBERS: Final = ("players", "decks", "jokers", "low_cut", "kitty_size", "start_level", "final_level")
"""The options that are told in sentences of their own, beside those of `SECTIONS`."""
OPTIONS: Final = (*(name for names in SECTIONS.values() for name in names), *NUMBERS)
"""What is offered, in order; the other options can be typed."""
_NAMES: Final = frozenset(field.name for field in fields(Rules))
PACK: Final = ("players", "decks", "jokers", "low_cut")
"""A change of one of these may ask for another kitty."""
_FITTED: Final = ("decks", "jokers", "low_cut", "kitty_size")
"""What a preset has in its own way for each number of players."""
_COUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "players": tuple(map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1))),
    "decks": tuple(map(str, range(1, MAX_DECKS + 1))),
    "jokers": ("none", "0+0", "1+1", "2+2", "0+2", "2+0", "3+3", "0+3", "4+4"),
    "tractor_min_width": ("2", "3", "4"),
    "tractor_min_length": ("2", "3", "4"),
    "tractor_max_length": ("none", "2", "3", "4"),
    "declare_window": ("0", "2", "5", "10"),
    "max_opponent_levels": ("none", "1", "2", "3", "4", "5"),
    "friends": ("none", "1", "2", "3", "4", "5"),
    "small_team_bonus": ("0", "1", "2"),
    "rainbows": ("none", "4", "5", "6", "8"),
    "compulsory_levels": ("none", "5,10,K", "10,K", "J,Q,K", "2,5,10,A", "5,10,J,K,A", "A"),
    "must_defend_levels": ("none", "5,10,K", "10,K", "J,Q,K", "2,5,10,A", "5,10,J,K,A", "A"),
}
"""What is offered of options that are numbers or lists."""
_YES_NO: Final = {
    **dict.fromkeys(("on", "true", "是", "有", "开", "開", "可以"), "yes"),
    **dict.fromkeys(("off", "false", "否", "无", "無", "关", "關", "不可以"), "no"),
}
_LEVELS: Final = frozenset({"low_cut", "start_level", "final_level", "compulsory_levels", "must_defend_levels"})
_SWITCHES: Final = frozenset(name for name in _NAMES if values_of(name) == ("yes", "no"))
FRIENDS: Final = frozenset({"friends", "friend_call", "friend_cards", "double_join", "small_team_bonus"})
"""Options that mean something only where friends are called."""
_ASIDE: Final = re.compile(r"\([^()]*\)?")
_BRACKETS: Final = re.compile(r"(\s*\(|（)|[)）]")
_GAPS: Final = re.compile(r"\s*[\s,;，；、]\s*")
_EQUALS: Final = re.compile(r"\s*[=＝]\s*")


def typed_changes(text: str, texts: "Texts") -> dict[str, str]:
    """Read changes: `option=value`, parted by commas or blanks. What stands in brackets is passed over.

    Options may be called by their names in the reader's language. What is no change is returned as an option that
    there is not, so that it is refused as that.
    """
    found: dict[str, str] = {}
    last = ""
    for word in _words(text):
        name, equals, value = word.partition("=")
        if not equals and last and found[last]:  # a list goes on: `compulsory_levels=5,10,K`
            found[last] += f",{word}"
            continue
        last = _called(name, texts)
        twice = last in found and found[last] != value  # both cannot hold, unless it is a list
        found[last] = f"{found[last]},{value}" if twice else value
    return {option: _value(option, value) for option, value in found.items()}


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text[:LONGEST_TYPED])
    return [word for word in _GAPS.split(_EQUALS.sub("=", _ASIDE.sub(" ", plain))) if word]


def _called(name: str, texts: "Texts") -> str:
    """Return an option by what somebody calls it."""
    asked = name.casefold()
    if asked.replace("-", "_") in _NAMES:
        return asked.replace("-", "_")
    own = {texts.option(one).casefold().replace(" ", ""): one for one in OPTIONS}
    return own.get(asked, name)


def _value(name: str, text: str) -> str:
    """Return a value as the engine reads it: yes and no in other words too, and levels in capitals."""
    plain = text.casefold()
    if name in _LEVELS:
        return plain if plain == "none" else text.upper()
    return _YES_NO.get(plain, plain) if name in _SWITCHES else plain


def option_texts(rules: Rules) -> dict[str, str]:
    """Return every option with its value as it is typed."""
    pairs = (word.partition("=") for word in rules_text(rules).split())
    return {name: value for name, _, value in pairs}


def changes_of(name: str, rules: Rules) -> dict[str, str]:
    """Return what differs from the preset of this name for so many players, as it is typed."""
    usual = usual_texts(name, rules)
    return {option: value for option, value in option_texts(rules).items() if value != usual[option]}


def usual_texts(name: str, rules: Rules) -> dict[str, str]:
    """Return every option as the preset of this name has it, the pack as it has it for so many players."""
    texts, pack = option_texts(preset(name)), option_texts(packed(name, rules))
    return texts | {option: pack[option] for option in _FITTED}


def changed(name: str, changes: Mapping[str, str]) -> Rules | None:
    """Return the rules of a preset with these changes; None if they cannot be played."""
    try:
        return preset_with(name, **changes)
    except BadRules:
        return None


def roomy(name: str, people: int) -> dict[str, str]:
    """Return the change with which so many people have seats; none where a preset has seats enough, or never has."""
    if name not in PRESETS or people <= PRESETS[name].players:
        return {}
    sizes = ({"players": str(number)} for number in range(people, MAX_PLAYERS + 1))
    return next((size for size in sizes if changed(name, size) is not None), {})


def choices(name: str, changes: Mapping[str, str], option: str) -> Iterator[dict[str, str]]:
    """Yield all changes with one value more for `option`, where the rules can then be played.

    Where another number of cards asks for another kitty, the nearest that fits is part of the change.
    """
    for value in _offered(name, changes, option):
        wanted = {**changes, option: value}
        if changed(name, wanted) is not None:
            yield wanted
        elif option in PACK and (fitted := _with_kitty(name, wanted)) is not None:
            yield fitted


def _offered(name: str, changes: Mapping[str, str], option: str) -> tuple[str, ...]:
    if option == "kitty_size":
        rules = changed(name, changes) or preset(name)
        return tuple(map(str, sorted(fitting_kitties(rules), key=lambda size: abs(size - rules.kitty_size))[:OFFERED]))
    values = _COUNTS.get(option) or values_of(option)
    if option in changes or option not in {"jokers", "friends"}:
        return values
    rules = changed(name, {**changes, option: "none"}) or preset(name)  # what `none` comes to is told once
    same = f"{rules.decks}+{rules.decks}" if option == "jokers" else str(rules.friend_count)
    return tuple(value for value in values if value != same or value == option_texts(rules)[option])


def _with_kitty(name: str, changes: dict[str, str]) -> dict[str, str] | None:
    usual = preset(name)
    for size in sorted(range(1, 40), key=lambda size: (abs(size - usual.kitty_size), size)):
        wanted = {**changes, "kitty_size": str(size)}
        if changed(name, wanted) is not None:
            return wanted
    return None


def written(changes: Mapping[str, str]) -> str:
    """Return changes as one would type them."""
    return " ".join(f"{name}={value}" for name, value in changes.items())


def offers(name: str, typed: str, texts: "Texts", players: int | None = None) -> list[Offer]:
    """Return up to 25 changes that may be typed next, each with all that is typed before it.

    `players`: how many were asked for beside the changes.
    """
    beside = {} if players is None else {"players": str(players)}
    done, begun = _begun(typed, texts)
    done |= beside
    if changed(name, done) is None:
        fitted = _with_kitty(name, done)
        if fitted is None:
            return []
        done = fitted
    found = (_offer(name, done, wanted, option, texts, beside) for option, wanted in _next(name, done, begun, texts))
    return list(islice((offer for offer in found if offer is not None), OFFERED))


def _begun(typed: str, texts: "Texts") -> tuple[dict[str, str], str]:
    """Return the changes that are typed, and the word that is being typed."""
    words = _words(typed)
    if not words or typed[-1:] in " ,;，；、)）":
        return typed_changes(typed, texts), ""
    return typed_changes(" ".join(words[:-1]), texts), words[-1]


def _next(name: str, done: dict[str, str], begun: str, texts: "Texts") -> Iterator[tuple[str, dict[str, str]]]:
    called, equals, value = begun.partition("=")
    rules = changed(name, done)
    assert rules is not None
    now = option_texts(rules)
    for option in _meant(called, bool(equals), rules, texts):
        if option in done:
            continue
        fresh = (one for one in choices(name, done, option) if one[option] != now[option])
        fitting = (one for one in fresh if one[option].startswith(value.casefold()) or not equals)
        yield from ((option, one) for one in (islice(fitting, None if begun else 1)))


def _meant(called: str, exact: bool, rules: Rules, texts: "Texts") -> Iterator[str]:  # noqa: FBT001 - whether all is typed
    if exact:
        option = _called(called, texts)
        yield from (option,) if option in _NAMES else ()
        return
    asked = called.casefold()
    for option in OPTIONS:
        if option in FRIENDS and rules.teams is not Teams.FRIENDS:
            continue
        own = texts.option(option).casefold().replace(" ", "")
        if asked in option or asked in own:
            yield option


def _unbracketed(bracket: re.Match[str]) -> str:
    """Return what stands in place of a bracket in words that stand in brackets themselves."""
    return {"": "", "（": "，"}.get(bracket[1] or "", ", ")


def _offer(
    name: str, done: dict[str, str], wanted: dict[str, str], option: str, texts: "Texts", beside: Mapping[str, str]
) -> Offer | None:
    rules = changed(name, wanted)
    assert rules is not None
    more = {one: value for one, value in wanted.items() if done.get(one) != value}
    kept = {one: value for one, value in done.items() if one not in more and one not in beside}
    value = written(kept | more)
    told = texts.say("value.offer", option=texts.option(option), value=option_words(texts, option, rules))
    label = f"{value} ({_BRACKETS.sub(_unbracketed, told)})"
    if len(value) > LONGEST:
        return None
    return Offer(label if len(label) <= LONGEST else f"{label[: LONGEST - 2]}…)"[:LONGEST], value)
