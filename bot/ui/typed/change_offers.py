"""Suggests changes to rules while users type. Rules with a suggested change can always be played."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from bot.text.catalogue import Texts
from bot.text.describe.option_values import OPTION_NAMES, format_option_in_rules
from bot.ui.typed import rule_changes
from bot.ui.typed.parse_answers import MAX_OFFER_LENGTH, Offer
from bot.ui.typed.parse_changes import fold_value, list_value_names, read_changes, split_changes, split_value
from engine.model.presets import fit_preset, preset_with
from engine.model.rules import Rules

_BRACKETS: Final = re.compile(r"(\s*\(|（)|[)）]")


def list_change_offers(name: str, typed: str, texts: Texts, players: int | None = None) -> list[Offer]:
    """Return up to 25 suggestions, each with the typed changes and one more. `players` comes from another field."""
    beside = {} if players is None else {"players": str(players)}
    done, option, begun = _split_unfinished_change(typed, texts)
    done |= beside
    rules = rule_changes.apply_changes(name, done)
    if rules is None:
        return []
    options = (option,) if option else _list_named_options(begun, rules, texts)
    most = None if option or begun else 1
    found = (
        _make_offer(name, done, wanted, one, texts, beside)
        for one in options
        if one in OPTION_NAMES and one not in done
        for wanted in islice(_list_next_changes(name, done, one, begun if option else "", texts), most)
    )
    return list(islice(filter(None, found), rule_changes.MAX_OFFERS))


def _split_unfinished_change(typed: str, texts: Texts) -> tuple[dict[str, str], str, str]:
    """Return the finished changes, the option whose value is unfinished (or an empty text), and the unfinished text."""
    pieces = split_changes(typed, texts)
    if not pieces or typed[-1:] in " ,;，；、)）":
        return read_changes(pieces, texts), "", ""
    option, last = pieces.pop()
    begun = fold_value(last)
    if not option or any(name.startswith(begun) for name in list_value_names(option, texts)):
        return read_changes(pieces, texts), option, begun
    value, rest = split_value(option, last, texts)
    return read_changes((*pieces, (option, value)) if rest else pieces, texts), "" if rest else option, rest or begun


def _list_next_changes(
    name: str, done: dict[str, str], option: str, begun: str, texts: Texts
) -> Iterator[dict[str, str]]:
    """Yield changes that give `option` a new value. `begun` is its beginning, as typed or as the bot prints it."""
    now = rule_changes.format_options(fit_preset(name, done))[option]
    printed = {value for called, value in list_value_names(option, texts).items() if called.startswith(begun)}
    for wanted in rule_changes.list_option_changes(name, done, option):
        value = wanted[option]
        if value != now and (value in printed or value.casefold().startswith(begun)):
            yield wanted


def _list_named_options(begun: str, rules: Rules, texts: Texts) -> Iterator[str]:
    unused = rule_changes.list_unused_friend_options(rules)
    joined = begun.replace(" ", "")
    for option in rule_changes.OFFERED_OPTIONS:
        own = texts.format_option(option).casefold().replace(" ", "")
        if option not in unused and (joined in option or joined in own):
            yield option


def _make_offer(
    name: str, done: dict[str, str], wanted: dict[str, str], option: str, texts: Texts, beside: Mapping[str, str]
) -> Offer | None:
    more = {one: value for one, value in wanted.items() if done.get(one) != value}
    kept = {one: value for one, value in done.items() if one not in more and one not in beside}
    value = rule_changes.format_changes(kept | more)
    if len(value) > MAX_OFFER_LENGTH:
        return None
    said = format_option_in_rules(texts, option, preset_with(name, **wanted))
    words = texts.say("value.offer", option=texts.format_option(option), value=said)
    words = _BRACKETS.sub(lambda bracket: {"": "", "（": "，"}.get(bracket[1] or "", ", "), words)
    label = f"{value} ({words})"
    label = label if len(label) <= MAX_OFFER_LENGTH else f"{label[: MAX_OFFER_LENGTH - 2]}…)"
    return Offer(label, value)
