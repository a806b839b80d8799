"""Parses typed changes to rules: `bombs=any_suit, follow=tuples`, also in the words of the bot's lists of rules."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from bot.names import to_plain_width
from bot.text.catalogue import Catalogue, Texts
from bot.text.describe import option_values
from bot.text.describe.option_values import format_option_sentence
from bot.text.describe.rules import format_bare_option, format_option
from bot.text.languages import LANGUAGES
from bot.ui.typed.rule_changes import OFFERED_OPTIONS, list_known_values
from engine.model.notation import parse_option
from engine.model.options import Level
from engine.model.presets import PRESETS

MAX_TEXT_LENGTH: Final = 1000
_YES: Final = frozenset(word for language in LANGUAGES for word in language.typed.yes)
_NO: Final = frozenset({"no", *(word for language in LANGUAGES for word in language.typed.no)})
_OFF: Final = ("no", "off", "none")
"""The values that a typed word for "no" may stand for. The first of them that the option has is used."""
_OTHER_NAMES: Final = {
    word: name for language in LANGUAGES for name, words in language.typed.options.items() for word in words
}
_LISTS: Final = frozenset(
    name
    for name in option_values.OPTION_NAMES
    if isinstance(getattr(next(iter(PRESETS.values())), name), tuple | frozenset)
)
_LEVELS: Final = frozenset(
    {"low_cut", "start_level", "final_level", "compulsory_levels", "must_defend_levels", "hook_ranks"}
)
_ASIDE: Final = re.compile(r"\([^()]*\)?")
_GAPS: Final = re.compile(r"[\s,;、]+")
_ENDS: Final = " ,;、.。"
_EQUALS: Final = re.compile(r"\s*=\s*")
_OTHER_RULES: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "teams": [{"friends": 0}],
    **{name: [{"start_level": level} for level in Level] for name in option_values.HOOKS},
}
"""Rules under which the bot prints the values of an option in other words than usual, by option."""
_KITTY_ROW: Final = re.compile(r"(\d+)\D*×(\d+)")
_POINTS_ROW: Final = re.compile(r"(\d+)\D*\+(\d+)")
_CALLED: Final = re.compile(r"([^\s,;、=]+)=")


def parse_changes(text: str, texts: Texts) -> dict[str, str]:
    """Read changes such as `option=value`, separated by commas or spaces. Names from the bot's lists are allowed.

    Text in brackets is ignored. Other text is returned as an unknown option, so that it will be refused.
    """
    return read_changes(split_changes(text, texts), texts)


def read_changes(pieces: Iterable[tuple[str, str]], texts: Texts) -> dict[str, str]:
    """Return the changes from pairs of an option and its text. Text without an option is taken as an option's name."""
    found: dict[str, str] = {}
    for called, typed in pieces:
        option, value = called or typed, _read_value(called, typed, texts) if called else ""
        twice = option in found and found[option] != value  # a repeated option is a conflict, unless it is a list
        found[option] = f"{found[option]},{value}" if twice else value
    return found


def split_changes(text: str, texts: Texts) -> list[tuple[str, str]]:
    """Return pairs of an option's id and the text of its value; the id is empty for text without an option."""
    names = _list_printed_options(texts)
    plain = _EQUALS.sub("=", to_plain_width(text[:MAX_TEXT_LENGTH]))
    plain = _find_names(texts).sub(lambda found: f"{found['gap'] or ''}{names[found['name'].casefold()]}=", plain)
    head, *others = _CALLED.split(_ASIDE.sub(" ", plain))
    pieces = [("", head.strip(_ENDS))]
    for called, typed in zip(others[::2], others[1::2], strict=True):
        option = _find_option(called)
        if option not in option_values.OPTION_NAMES:  # the words before this one may belong to the option's name
            before, words = pieces.pop()
            value, rest = split_value(before, words, texts)
            pieces.append((before, value))
            option = f"{rest} {called}".strip()
        pieces.append((option, typed.strip(_ENDS)))
    return [piece for piece in pieces if any(piece)]


def split_value(option: str, typed: str, texts: Texts) -> tuple[str, str]:
    """Split off the longest value of `option` at the start of a text. Return this value, and the rest of the text.

    If the text begins with no value, all of it is the value. Without an option, all of it is the rest.
    """
    if option in option_values.OPTION_NAMES:
        for end in (len(typed), *(gap.start() for gap in reversed(list(_GAPS.finditer(typed))))):
            if _is_value(option, _read_value(option, typed[:end], texts)):
                return typed[:end], typed[end:].strip(_ENDS)
    return (typed, "") if option else ("", typed)


def fold_value(typed: str) -> str:
    """Return a typed or printed value in a plain form, so that equal values can be recognised."""
    return " ".join(_ASIDE.sub(" ", to_plain_width(typed)).split()).strip(_ENDS).casefold()


def _read_value(option: str, typed: str, texts: Texts) -> str:
    """Return a value in the engine's notation, or as it was typed if it does not exist."""
    folded = fold_value(typed)
    if option not in option_values.OPTION_NAMES:
        return typed
    if folded in (names := list_value_names(option, texts)):
        return names[folded]
    closed = option_values.list_option_values(option)
    if folded in _YES and "yes" in closed:
        return "yes"
    if folded in _NO and (off := [value for value in _OFF if value in closed]):
        return off[0]
    value = ",".join(_GAPS.split(folded)) if option in _LISTS else folded
    value = value.upper() if option in _LEVELS and value != "none" else value
    return next((one for one in (value, *_list_tables(option, folded, texts)) if _is_value(option, one)), typed)


def _list_tables(option: str, folded: str, texts: Texts) -> Iterator[str]:
    """Yield ways to read a printed table, in engine notation. The table has kitty multipliers, or levels by points."""
    if option == "kitty_table":
        yield ",".join(f"{cards}:{times}" for cards, times in _KITTY_ROW.findall(folded))
    for one in _list_languages(texts) if option == "thresholds" else ():
        _, between, _ = one.say("rule.thresholds.value", held="\n", won="\n").split("\n")
        held, found, won = folded.partition(fold_value(between))
        rows = [f"{at}:hold+{levels}" for at, levels in _POINTS_ROW.findall(held)]
        yield ",".join([*rows, *(f"{at}:turn+{levels}" for at, levels in _POINTS_ROW.findall(won))]) if found else ""


def _is_value(option: str, text: str) -> bool:
    try:
        parse_option(option, text)
    except ValueError:
        return False
    return True


def _find_option(called: str) -> str:
    folded = called.casefold()
    key = folded.replace("-", "_")
    return key if key in option_values.OPTION_NAMES else _OTHER_NAMES.get(folded, called)


def _list_languages(texts: Texts) -> tuple[Texts, ...]:
    """Return the texts of all languages, because typed rules may be in any. The reader's texts are last and prevail."""
    return (*Catalogue.load().list_texts(), texts)


@lru_cache(maxsize=8)
def _list_printed_options(texts: Texts) -> Mapping[str, str]:
    return {
        to_plain_width(called(one, name)).casefold(): name
        for one in _list_languages(texts)
        for called in (format_bare_option, format_option)
        for name in OFFERED_OPTIONS
    }


@lru_cache(maxsize=8)
def _find_names(texts: Texts) -> re.Pattern[str]:
    """Return a pattern that finds a printed name and the sign after it. A name may have spaces and brackets."""
    names = "|".join(map(re.escape, sorted(_list_printed_options(texts), key=len, reverse=True)))
    # A colon belongs to a name only at the start of a line or after a comma. Other colons are part of values.
    return re.compile(rf"(?:(?P<gap>(?:^|[,;、\n])\s*)|(?<!\w))(?P<name>{names})(?(gap)(?:=|\s*:)|=)", re.IGNORECASE)


@lru_cache(maxsize=512)
def list_value_names(option: str, texts: Texts) -> Mapping[str, str]:
    """Return the values of an option by the texts that stand for them. Engine notation prevails over printed words."""
    values = list_known_values(option) if option in option_values.OPTION_NAMES else ()
    printed = {
        fold_value(name): value
        for one in _list_languages(texts)
        for value in values
        for name in _list_words(one, option, value)
    }
    return printed | {value.casefold(): value for value in values}


def _list_words(texts: Texts, option: str, value: str) -> Iterator[str]:
    """Yield all words that the bot prints for a value. Some rules change these words."""
    for others in _OTHER_RULES.get(option, ()):
        yield option_values.format_short_value(texts, option, option_values.find_rules_with(option, value, **others))
    rules = option_values.find_rules_with(option, value)
    for say in (format_option_sentence, option_values.format_option_in_rules, option_values.format_short_value):
        yield say(texts, option, rules)
