"""Changes to a preset: parses typed ones (`bombs=any_suit, follow=tuples`), suggests them, and compares rules."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import islice
from typing import Final

from bot.names import to_plain_width
from bot.text.catalogue import Texts
from bot.text.describe.option_values import format_option_in_rules
from bot.text.describe.rule_conflicts import list_option_values
from bot.text.describe.rules import FRIEND_OPTIONS, NUMERIC_OPTIONS, RULE_SECTIONS
from bot.text.languages import LANGUAGES
from bot.ui.typed.parse_answers import MAX_OFFER_LENGTH, Offer
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules
from engine.model.options import Teams
from engine.model.presets import PRESETS, fit_preset, preset, preset_with
from engine.model.rules import Rules
from engine.model.validators.pack import MAX_DECKS, MAX_PLAYERS, MIN_PLAYERS, list_kitty_sizes

MAX_OFFERS: Final = 25
MAX_TEXT_LENGTH: Final = 1000
OFFERED_OPTIONS: Final = (*(name for names in RULE_SECTIONS.values() for name in names), *NUMERIC_OPTIONS)
"""The suggested options, in order; the others can be typed."""
_NAMES: Final = frozenset(field.name for field in fields(Rules))
PACK_OPTIONS: Final = ("players", "decks", "jokers", "low_cut", "cuts")
"""A change of one of these may need another kitty size."""
_KITTY_TABLE: Final = "1:2,2:4,4:8"
"""The table of multipliers that is suggested first."""
_FOLLOWING: Final = (
    *("kitty_size", "jokers", "cuts", "throw_check", "friends", "scoring", "thresholds"),
    *("kitty_multiplier", "kitty_table", "kitty_theft", "theft_moves_declarer", "redeal_claim", "pass_deal"),
)
"""Options whose earlier choice gives way to a later choice that contradicts it."""
_COUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "players": tuple(map(str, range(MIN_PLAYERS, MAX_PLAYERS + 1))),
    "decks": tuple(map(str, range(1, MAX_DECKS + 1))),
    "jokers": ("none", "0+0", "1+1", "2+2", "0+2", "2+0", "3+3", "0+3", "4+4"),
    "cuts": ("none", "3", "4", "5", "6", "3,3", "4,4", "5,5", "3,3,3", "4,4,4", "5,5,5"),
    "tractor_min_width": ("2", "3", "4"),
    "tractor_min_length": ("2", "3", "4"),
    "tractor_max_length": ("none", "2", "3", "4"),
    "declare_min_count": ("1", "2", "3"),
    "declare_window": ("0", "2", "5", "10"),
    "max_opponent_levels": ("none", "1", "2", "3", "4", "5"),
    "friends": ("none", "0", "1", "2", "3", "4", "5"),
    "friend_cards": (
        *("any", "no_trumps", "no_points", "no_highest", "no_trumps,no_points", "no_trumps,no_highest"),
        *("no_points,no_highest", "no_trumps,no_points,no_highest"),
    ),
    "max_buried_points": ("none", "0", "10", "20", "30", "40", "50"),
    "small_team_bonus": ("0", "1", "2"),
    "declarer_bonus": ("0", "1", "2"),
    "laps": ("1", "2", "3"),
    "ace_failures": ("none", "1", "2", "3"),
    "heavy_loss_levels": ("0", "1", "2", "3", "13"),
    "heavy_loss_steps": ("0", "1", "2", "3", "4"),
    "capture_levels": ("0", "1", "2", "3"),
    "kitty_table": ("none", _KITTY_TABLE, "1:1,2:2,4:4", "1:2,2:4,4:8,6:16"),
    "rainbows": ("none", "4", "5", "6", "8"),
    "compulsory_levels": ("none", "5,10,K", "10,K", "J,Q,K", "2,5,10,A", "5,10,J,K,A", "A"),
    "hook_ranks": ("J", "5,10,K", "10,J,K", "J,A", "5,10,J,K,A", "none"),
    "must_defend_levels": ("none", "5,10,K", "10,K", "J,Q,K", "2,5,10,A", "5,10,J,K,A", "A"),
}
"""The suggested values of options that are numbers or lists."""
_YES_NO: Final = {
    **{word: "yes" for language in LANGUAGES for word in language.typed.yes},
    **{word: "no" for language in LANGUAGES for word in language.typed.no},
}
_LEVELS: Final = frozenset(
    {"low_cut", "start_level", "final_level", "compulsory_levels", "must_defend_levels", "hook_ranks"}
)
_OTHER_NAMES: Final = {
    word: name for language in LANGUAGES for name, words in language.typed.options.items() for word in words
}
_SWITCHES: Final = frozenset(name for name in _NAMES if list_option_values(name) == ("yes", "no"))
_ASIDE: Final = re.compile(r"\([^()]*\)?")
_BRACKETS: Final = re.compile(r"(\s*\(|（)|[)）]")
_GAPS: Final = re.compile(r"\s*[\s,;，；、]\s*")
_EQUALS: Final = re.compile(r"\s*[=＝]\s*")


def list_unused_friend_options(rules: Rules) -> frozenset[str]:
    """Return the options about friends that have no effect; only their number can end a game without friends."""
    if rules.teams is not Teams.FRIENDS:
        return FRIEND_OPTIONS
    return FRIEND_OPTIONS - {"friends"} if rules.plays_alone else frozenset()


def parse_changes(text: str, texts: Texts) -> dict[str, str]:
    """Read changes: `option=value`, separated by commas or spaces. Text in brackets is ignored.

    Options may have their names in the reader's language. Other text is returned as an unknown option, so that it
    is refused as one.
    """
    found: dict[str, str] = {}
    last = ""
    for word in _split_changes(text):
        name, equals, value = word.partition("=")
        if not equals and last and found[last]:  # a list goes on: `compulsory_levels=5,10,K`
            found[last] += f",{word}"
            continue
        last = _find_option(name, texts)
        twice = last in found and found[last] != value  # a repeated option is a conflict, unless it is a list
        found[last] = f"{found[last]},{value}" if twice else value
    return {option: _normalize_value(option, value) for option, value in found.items()}


def _split_changes(text: str) -> list[str]:
    plain = to_plain_width(text[:MAX_TEXT_LENGTH])
    return [word for word in _GAPS.split(_EQUALS.sub("=", _ASIDE.sub(" ", plain))) if word]


def _find_option(name: str, texts: Texts) -> str:
    folded = name.casefold()
    if folded.replace("-", "_") in _NAMES:
        return folded.replace("-", "_")
    own = {texts.format_option(one).casefold().replace(" ", ""): one for one in OFFERED_OPTIONS}
    return (_OTHER_NAMES | own).get(folded, name)


def _normalize_value(name: str, text: str) -> str:
    """Return a value in the engine's notation: yes and no also from other words, levels in capitals."""
    plain = text.casefold()
    if name in _LEVELS:
        return plain if plain == "none" else text.upper()
    return _YES_NO.get(plain, plain) if name in _SWITCHES else plain


def format_options(rules: Rules) -> dict[str, str]:
    """Return the typed value of every option."""
    pairs = (word.partition("=") for word in format_rules(rules).split())
    return {name: value for name, _, value in pairs}


def find_changes(name: str, rules: Rules) -> dict[str, str]:
    """Return the fewest typed options, in their order, that make these rules of the preset; others follow them."""
    found: dict[str, object] = {}
    while (different := _find_difference(fit_preset(name, found), rules)) is not None:
        found[different] = getattr(rules, different)
    texts = format_options(rules)
    return {option: texts[option] for option in texts if option in found}


def _find_difference(fitted: Rules, rules: Rules) -> str | None:
    return next((one.name for one in fields(rules) if getattr(fitted, one.name) != getattr(rules, one.name)), None)


def format_usual_value(name: str, changes: Mapping[str, str], option: str) -> str:
    """Return the typed value that an option has without a change of its own."""
    others = {one: value for one, value in changes.items() if one != option}
    return format_options(fit_preset(name, others))[option]


def apply_changes(name: str, changes: Mapping[str, str]) -> Rules | None:
    """Return a preset's rules with these changes; None if they cannot be played."""
    try:
        return preset_with(name, **changes)
    except InvalidRules:
        return None


def find_players_change(name: str, people: int, changes: Mapping[str, str]) -> dict[str, str]:
    """Return the changes with seats for `people` players, or as they are if that is unnecessary or impossible."""
    rules = apply_changes(name, changes) if name in PRESETS else None
    if rules is None or people <= rules.players:
        return dict(changes)
    sizes = [{**changes, "players": str(number)} for number in range(people, MAX_PLAYERS + 1)]
    fitting = [size for size in sizes if apply_changes(name, size) is not None]
    same_sides = (size for size in fitting if preset_with(name, **size).teams is rules.teams)
    return next(iter((*same_sides, *fitting, dict(changes))))


def list_option_changes(name: str, changes: Mapping[str, str], option: str) -> Iterator[dict[str, str]]:
    """Yield the changes with each value of `option` that gives playable rules, without those that contradict it."""
    for value in list_offered_values(name, changes, option):
        wanted = _drop_contradictions(name, {**changes, option: value}, option)
        if wanted is not None:
            yield wanted


def _drop_contradictions(name: str, changes: dict[str, str], newest: str) -> dict[str, str] | None:
    try:
        preset_with(name, **changes)
    except InvalidRules as bad:
        losing = [one for one in bad.options if one in changes and one in _FOLLOWING and one != newest]
        kept = {one: value for one, value in changes.items() if one not in losing[:1]}
        return _drop_contradictions(name, kept, newest) if losing else None
    return changes


def list_offered_values(name: str, changes: Mapping[str, str], option: str) -> tuple[str, ...]:
    """Return the typed values that are suggested for an option of a preset with these changes."""
    if option == "kitty_size":
        rules = apply_changes(name, changes) or preset(name)
        return tuple(
            map(str, sorted(list_kitty_sizes(rules), key=lambda size: abs(size - rules.kitty_size))[:MAX_OFFERS])
        )
    if option == "thresholds":
        return ("none", *_list_threshold_tables(name, changes))
    values = _COUNTS.get(option) or list_option_values(option)
    if option not in {"jokers", "friends"}:
        return values
    rules = apply_changes(name, {**changes, option: "none"}) or preset(name)
    if option == "jokers":  # those of more decks can be typed, and bring them
        values = tuple(one for one in values if one == "none" or max(map(int, one.split("+"))) <= rules.decks)
    if option in changes:
        return values
    # skip a duplicate of the value of `none`
    same = f"{rules.decks}+{rules.decks}" if option == "jokers" else str(rules.friend_count)
    return tuple(value for value in values if value != same or value == format_options(rules)[option])


def _list_threshold_tables(name: str, changes: Mapping[str, str]) -> tuple[str, ...]:
    """Return tables of results for the points of this pack; one in the changes or the preset comes first."""
    plain = {one: value for one, value in changes.items() if one not in {"scoring", "thresholds"}}
    rules = apply_changes(name, plain) or preset(name)
    known = (changes.get("thresholds"), format_options(rules)["thresholds"])
    step = rules.points_step
    gentle = f"0:hold+2,{step}:hold+1,{2 * step}:turn+0,{3 * step}:turn+1"
    generous = f"0:hold+3,5:hold+2,{step}:hold+1,{2 * step}:turn+1,{3 * step}:turn+2,{4 * step}:turn+3"
    equal = f"0:hold+1,{2 * step}:turn+1"
    return tuple(dict.fromkeys((*(one for one in known if one and one != "none"), gentle, generous, equal)))


def format_changes(changes: Mapping[str, str]) -> str:
    """Return changes as typed text."""
    return " ".join(f"{name}={value}" for name, value in changes.items())


def list_change_offers(name: str, typed: str, texts: Texts, players: int | None = None) -> list[Offer]:
    """Return up to 25 suggestions for the next change, each with the text before it.

    `players`: the number chosen in another field.
    """
    beside = {} if players is None else {"players": str(players)}
    done, begun = _split_unfinished_change(typed, texts)
    done |= beside
    if apply_changes(name, done) is None:
        return []
    found = (
        _make_offer(name, done, wanted, option, texts, beside)
        for option, wanted in _list_next_changes(name, done, begun, texts)
    )
    return list(islice((offer for offer in found if offer is not None), MAX_OFFERS))


def _split_unfinished_change(typed: str, texts: Texts) -> tuple[dict[str, str], str]:
    words = _split_changes(typed)
    if not words or typed[-1:] in " ,;，；、)）":
        return parse_changes(typed, texts), ""
    return parse_changes(" ".join(words[:-1]), texts), words[-1]


def _list_next_changes(
    name: str, done: dict[str, str], begun: str, texts: Texts
) -> Iterator[tuple[str, dict[str, str]]]:
    called, equals, value = begun.partition("=")
    rules = apply_changes(name, done)
    assert rules is not None
    now = format_options(rules)
    for option in _list_named_options(called, bool(equals), rules, texts):
        if option in done:
            continue
        fresh = (one for one in list_option_changes(name, done, option) if one[option] != now[option])
        fitting = (one for one in fresh if one[option].startswith(value.casefold()) or not equals)
        yield from ((option, one) for one in (islice(fitting, None if begun else 1)))


def _list_named_options(called: str, exact: bool, rules: Rules, texts: Texts) -> Iterator[str]:  # noqa: FBT001 - whether all is typed
    if exact:
        option = _find_option(called, texts)
        yield from (option,) if option in _NAMES else ()
        return
    folded = called.casefold()
    unused = list_unused_friend_options(rules)
    for option in OFFERED_OPTIONS:
        if option in unused:
            continue
        own = texts.format_option(option).casefold().replace(" ", "")
        if folded in option or folded in own:
            yield option


def _replace_bracket(bracket: re.Match[str]) -> str:
    return {"": "", "（": "，"}.get(bracket[1] or "", ", ")


def _make_offer(
    name: str, done: dict[str, str], wanted: dict[str, str], option: str, texts: Texts, beside: Mapping[str, str]
) -> Offer | None:
    rules = apply_changes(name, wanted)
    assert rules is not None
    more = {one: value for one, value in wanted.items() if done.get(one) != value}
    kept = {one: value for one, value in done.items() if one not in more and one not in beside}
    value = format_changes(kept | more)
    label_text = texts.say(
        "value.offer", option=texts.format_option(option), value=format_option_in_rules(texts, option, rules)
    )
    label = f"{value} ({_BRACKETS.sub(_replace_bracket, label_text)})"
    if len(value) > MAX_OFFER_LENGTH:
        return None
    return Offer(
        label if len(label) <= MAX_OFFER_LENGTH else f"{label[: MAX_OFFER_LENGTH - 2]}…)"[:MAX_OFFER_LENGTH], value
    )
