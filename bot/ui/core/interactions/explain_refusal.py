"""Words refusals, with legal alternatives and a link into the rulebook."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Final

from bot.events.refusals import EventRefused
from bot.ids import TableId
from bot.league.refusals import LeagueRefused
from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.text.describe.rulebook import (
    REASON_SENTENCES,
    LedUnit,
    find_reason_place,
    find_reason_sentence,
    sentence_place,
)
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button, Buttons, button_rows
from engine.deal.legal_actions import legal_declarations, legal_plays
from engine.model.cards import Card
from engine.model.errors import IllegalAction, Reason
from engine.model.message_keys import MessageKey
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.view import Ask, View

MAX_PLAYS = 6
_PAIR: Final = 2
"""Follows the reason in the id of a control if a pair was led."""


class RulebookAction(StrEnum):
    """What a control of the rulebook does."""

    AT = "at"  # a select of chapters
    OF = "of"  # a select of presets
    BACK = "back"
    NEXT = "next"
    WHY = "why"  # opens a chapter in a message of its own
    REASON = "said"  # says the rule behind a refusal in a message of its own; the chapter is the reason


class RulebookControl(ControlId, route="rules"):
    """Opens the rules of `source`, which is a preset, or `t` and a table's number.

    `chapter`: a chapter, alone or with a dot and a page's number or a sentence's name.
    """

    source: str
    action: RulebookAction
    chapter: str = ""
    mark: str = ""


def format_refusal(
    refused: IllegalAction | TableRefused | LeagueRefused | EventRefused,
    texts: Texts,
    names: Sequence[str] | None = None,
) -> str:
    """Return the text of a refusal; `names` are the seats' names, escaped."""
    if isinstance(refused, LeagueRefused | EventRefused):
        prefix = "league" if isinstance(refused, LeagueRefused) else "events.refused"
        return texts.say(
            f"{prefix}.{refused.reason}", **{key: _format_fact(fact, texts) for key, fact in refused.facts.items()}
        )
    return texts.format_refusal(refused, names)


def _format_fact(fact: object, texts: Texts) -> object:
    if isinstance(fact, tuple):
        return texts.format_list(escape_name(str(name)) for name in fact)
    return escape_name(fact) if isinstance(fact, str) else fact


@dataclass(frozen=True, slots=True)
class RuleBehind:
    """What a control that explains a refusal holds, the reason and the led unit if that has a rule of its own."""

    reason: MessageKey[Reason, ...]
    led: LedUnit | None = None

    @property
    def key(self) -> str:
        """The text for the id of a control."""
        return self.reason.value if self.led is None else f"{self.reason}.{self.led}"

    @property
    def place(self) -> str:
        """The place of the rule in the rulebook."""
        found = find_reason_place(self.reason, self.led)
        assert found is not None, "only reasons with a rule are explained"
        return sentence_place(*found)


def explain_button(source: str, refused: Exception, texts: Texts) -> tuple[Buttons, ...]:
    """Return a button that shows the rule behind a refusal in a new message, if there is one.

    `source`: a preset, or `t` and a table's number.
    """
    rule = find_rule_behind(refused)
    if rule is None:
        return ()
    control = RulebookControl(source, RulebookAction.REASON, rule.key)
    return button_rows((Button(control, texts.say("book.why")),))


def explain_in_panel_button(
    table: TableId, seat: Seat, task: int, refused: Exception, texts: Texts
) -> tuple[Button, ...]:
    """Return a button that shows the rule behind a refusal in the panel, if there is one."""
    rule = find_rule_behind(refused)
    if rule is None:
        return ()
    control = table_control_id(table, ControlVerb.EXPLAIN, rule.key, seat=seat, task=task)
    return (Button(control, texts.say("book.why")),)


def chapter_button(source: str, rule: RuleBehind, texts: Texts) -> Button:
    """Return a button that opens the rulebook at the rule behind a refusal."""
    return Button(RulebookControl(source, RulebookAction.WHY, rule.place), texts.say("book.read"))


def format_rule_behind(rule: RuleBehind, texts: Texts, rules: Rules) -> str:
    """Return the rule behind a refusal in a sentence or two, then as the rulebook of `rules` words it."""
    why = texts.say(f"why.{rule.reason}")
    sentence = find_reason_sentence(texts, rules, rule.reason, rule.led)
    return why if sentence is None else f"{why}\n> {sentence.text}"


def find_rule_behind(refused: Exception) -> RuleBehind | None:
    """Return the rule that explains a refusal; None if the refusal explains itself."""
    if not isinstance(refused, IllegalAction) or refused.reason not in REASON_SENTENCES:
        return None
    lead: Any = refused.facts.get("lead", ()) if refused.reason is Reason.MUST_FOLLOW_SHAPE else ()
    return RuleBehind(refused.reason, _find_led_unit(lead[0]) if len(lead) == 1 else None)


def _find_led_unit(unit: Sequence[Card]) -> LedUnit | None:
    if len(unit) == _PAIR:
        return LedUnit.PAIR
    return LedUnit.UNEVEN_TRACTOR if len({unit.count(card) for card in unit}) > 1 else None


def parse_rule_behind(text: str) -> RuleBehind | None:
    """Return the rule that a control names, if there is one."""
    name, _, unit = text.partition(".")
    reason = next((reason for reason in REASON_SENTENCES if reason.value == name), None)
    led = next((led for led in LedUnit if led.value == unit), None)
    return None if reason is None else RuleBehind(reason, led)


def describe_legal_actions(view: View, texts: Texts) -> str:
    """Return a line with the legal actions; empty where they are obvious."""
    key = "ui.legal_declare" if view.ask is Ask.DECLARE else "ui.legal"
    found = _list_legal_actions(view)
    if not found:
        return ""
    plays = texts.say("list.parts").join(texts.format_cards(cards) for cards in found[:MAX_PLAYS])
    return texts.say("ui.legal_more" if len(found) > MAX_PLAYS else key, plays=plays)


def _list_legal_actions(view: View) -> tuple[tuple[Card, ...], ...]:
    match view.ask:
        case Ask.DECLARE:
            return tuple(legal_declarations(view))
        case Ask.FOLLOW:
            return tuple(islice(legal_plays(view, MAX_PLAYS + 1), MAX_PLAYS + 1))
        case _:
            return ()
