"""The guide explains the rules in force, and all results, on nine short pages in the order that a beginner needs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Final

from bot.text.describe.guide_conditions import OWN_WORDS
from bot.text.describe.guide_facts import list_facts
from bot.text.describe.guide_sentences import RESULTS, SAYINGS, Saying
from bot.text.describe.option_values import format_option_sentence
from bot.text.describe.options_in_effect import list_idle_options
from bot.text.describe.rules import RULE_SECTIONS
from bot.text.messages import Messages
from engine.deal.scoring import thresholds
from engine.model.options import Scoring, Teams
from engine.model.rules import Rules

PAGES: Final = ("about", "cards", "declaring", "leading", "following", "winning", "points", "match", "special")
"""The pages in order. They are part of custom ids, so their meaning never changes."""
MOST_SENTENCES: Final = 8
"""The most sentences on one page. A chapter with more sentences gets several pages."""
_LAST: Final = PAGES[-1]
_FEWEST: Final = 3
"""The fewest sentences on the guide's last page. If there are fewer, they move to the page before."""
TOLD_OPTIONS: Final = frozenset(chain.from_iterable(saying.options for saying in SAYINGS))
"""The options that the guide has sentences about. It may leave a sentence out if the option has its usual value."""
DISPLAY_OPTIONS: Final = frozenset({"show_declarer_points", "show_played_cards", "reveal_kitty", "show_throw_stopper"})
"""Options that only change what the table shows. The guide does not mention them."""
_USUAL_YES: Final = frozenset(
    {"joker_tractors", "level_tractors", "little_jokers_declare", "pairs_draw_tractors", "clamp_negative"}
)
_USUAL_NUMBERS: Final = {"tractor_min_width": 2, "tractor_min_length": 2, "laps": 1}
_NOTHING: Final = (None, False, 0, "off", "none", "no", frozenset[object](), ())
_CARD_STEP: Final = 5
"""Card points are multiples of this number."""
_SHOWN_TURNS: Final = 3
"""A long table of results shows this number of rows in which the opponents win."""
_FEW_MORE: Final = 2
"""The table of results is cut only if more than this number of rows can be left out."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule in words. `name` is the name of an option, of a sentence of the guide, or of a glossary entry.

    `is_changed` says whether the rule differs from the usual one. `starts` says whether a paragraph begins here.
    """

    name: str
    text: str
    is_changed: bool = False
    starts: bool = False
    heading: str = ""
    page: str = ""


def list_guide(messages: Messages, rules: Rules) -> tuple[Sentence, ...]:
    """Return the sentences of all pages in order."""
    facts = list_facts(messages, rules)
    said = [one for saying in SAYINGS for one in _say(messages, rules, saying, facts)]
    rest = [Sentence(name, format_option_sentence(messages, name, rules), page=_LAST) for name in _list_rest(rules)]
    return tuple(_join_short_page([*said, *rest]))


def is_usual(name: str, rules: Rules) -> bool:
    """Return whether an option has the value that a beginner expects without a sentence about it."""
    value = getattr(rules, name)
    if name in _USUAL_NUMBERS:
        return bool(value == _USUAL_NUMBERS[name])
    return value is True if name in _USUAL_YES else value in _NOTHING


def _list_rest(rules: Rules) -> Iterator[str]:
    """Yield the options with an unusual value that no sentence of `SAYINGS` explains."""
    skipped = TOLD_OPTIONS | DISPLAY_OPTIONS | list_idle_options(rules)
    for name in chain.from_iterable(RULE_SECTIONS.values()):
        if name not in skipped and not is_usual(name, rules):
            yield name


def _say(messages: Messages, rules: Rules, saying: Saying, facts: Mapping[str, object]) -> Iterator[Sentence]:
    key = saying.find_key(rules)
    if key is None:
        return
    if saying.name == RESULTS:
        for line in list_result_lines(messages, rules):
            yield Sentence(RESULTS, line, starts=True, page=saying.page)
        return
    own = key == OWN_WORDS
    text = format_option_sentence(messages, saying.name, rules) if own else messages.say(key, **facts)
    yield Sentence(saying.name, text, starts=saying.starts, page=saying.page)


def _join_short_page(found: list[Sentence]) -> Iterator[Sentence]:
    last = [one for one in found if one.page == _LAST]
    rest = [one for one in found if one.page != _LAST]
    if 0 < len(last) < _FEWEST:
        last = [replace(one, page=rest[-1].page, starts=at == 0) for at, one in enumerate(last)]
    yield from (*rest, *last)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a deal if the opponents have `low` to `high` points, or at least `low` if `high` is None."""

    low: int
    high: int | None
    declarers_hold: bool
    levels: int


def list_result_rows(rules: Rules) -> tuple[ResultRow, ...]:
    """Return the table of results by rising points. Equal results share a row, and a long table is cut."""
    groups = [next(rows) for _, rows in groupby(thresholds(rules), lambda row: (row.declarers_hold, row.levels))]
    highs = [(row.points - 1) // _CARD_STEP * _CARD_STEP for row in groups[1:]]
    rows = [
        ResultRow(row.points, high, row.declarers_hold, row.levels)
        for row, high in zip(groups, (*highs, None), strict=True)
    ]
    return tuple(_join_without_levels(rows) if rules.teams is Teams.HIDDEN_TEN else _cut_steps(rows))


def _join_without_levels(rows: list[ResultRow]) -> Iterator[ResultRow]:
    for hold, same in groupby(rows, lambda row: row.declarers_hold):
        ends = list(same)
        yield ResultRow(ends[0].low, ends[-1].high, hold, 0)


def _cut_steps(rows: list[ResultRow]) -> list[ResultRow]:
    shown = sum(row.declarers_hold for row in rows) + _SHOWN_TURNS
    return rows if len(rows) <= shown + _FEW_MORE else rows[:shown]


def list_result_lines(messages: Messages, rules: Rules) -> Iterator[str]:
    """Yield each row of the table of results in words. If the table is cut, say how it continues."""
    rows = list_result_rows(rules)
    for row in rows:
        yield messages.say(
            f"rules.row.{_find_kind(row, rules)}", levels=row.levels, points=_format_range(messages, row)
        )
    if rows[-1].high is not None and rules.scoring in {Scoring.STEP, Scoring.HALF_STEP}:
        yield messages.say("rules.step", step=rows[-1].high + _CARD_STEP - rows[-1].low)


def _find_kind(row: ResultRow, rules: Rules) -> str:
    if rules.teams is Teams.HIDDEN_TEN:
        return "declarers_win" if row.declarers_hold else "opponents_win"
    if row.declarers_hold:
        return "hold" if row.levels else "hold_only"
    return f"{'lose' if row.levels else 'turn'}{'' if rules.teams is Teams.FIXED else '.friends'}"


def _format_range(messages: Messages, row: ResultRow) -> str:
    if row.high is None:
        return messages.say("rules.row.or_more", low=row.low)
    return str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
