"""Puts refusals into messages, with what would be legal, the nearest names, or a button to the rulebook."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final

from bot.events.refusals import EventRefused
from bot.ids import TableId
from bot.league.refusals import LeagueRefused
from bot.names import find_nearest_keys, name_key
from bot.play.refusals import TableRefused
from bot.text.catalogue import Texts
from bot.text.describe.cards import format_spoken_cards
from bot.text.describe.rulebook import REASON_SENTENCES, find_sentence, sentence_place
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button, Buttons, Message, Text, button_rows
from engine.deal.legal_actions import legal_declarations, legal_plays
from engine.model.cards import Suit
from engine.model.errors import IllegalAction, Reason
from engine.model.message_keys import MessageKey
from engine.model.options import Throws
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.view import Ask, View

Refused = IllegalAction | TableRefused | LeagueRefused | EventRefused
MAX_PLAYS = 6
_SET_SENTENCES: Final = {2: "pair", 3: "triple", 4: "quadruple"}
"""Names of the rulebook's sentences about following identical cards. The key is how many identical cards were led."""
_LED_SENTENCES: Final = (*_SET_SENTENCES.values(), "follow_uneven", "throw_follow")
"""The names of the rulebook's sentences on how to follow a lead. Ids of controls contain them, so they never change."""


class RulebookAction(StrEnum):
    """What a control of the rulebook does."""

    AT = "at"  # a select of chapters
    OF = "of"  # a select of presets
    BACK = "back"
    NEXT = "next"
    WHY = "why"  # opens a chapter in a new message
    REASON = "said"  # shows, in a new message, the rule behind a refusal; `chapter` is the rule's `RuleBehind.key`


class RulebookControl(ControlId, route="rules"):
    """Opens the rules of `source`, which is a preset's id, `h` and the id of house rules, or `t` and a table's id.

    `chapter` is a chapter's key. A dot and a page number or a sentence's name may follow it.
    """

    source: str
    action: RulebookAction
    chapter: str = ""
    wanted: str = ""  # the words to search for


def format_refusal(refused: Refused, texts: Texts, names: Sequence[str] | None = None) -> str:
    """Return the text of a refusal. `names` are the names of the seats, already escaped."""
    if isinstance(refused, LeagueRefused | EventRefused):
        prefix = "league" if isinstance(refused, LeagueRefused) else "events.refused"
        facts = {key: _format_fact(fact, texts) for key, fact in refused.facts.items()}
        return texts.say(f"{prefix}.{refused.reason}", **facts)
    return texts.format_refusal(refused, names)


def _format_fact(fact: object, texts: Texts) -> object:
    if isinstance(fact, tuple):
        return texts.format_list(escape_name(str(name)) for name in fact)
    return escape_name(fact) if isinstance(fact, str) else fact


@dataclass(frozen=True, slots=True)
class RuleBehind:
    """The rule that caused a refusal. `led` names the sentence on how to follow the lead, if there is one."""

    reason: MessageKey[Reason, ...]
    led: str = ""

    @property
    def key(self) -> str:
        """The rule as text for a control's id."""
        return f"{self.reason}.{self.led}" if self.led else self.reason.value

    def find_sentence(self, texts: Texts, rules: Rules) -> tuple[str, str]:
        """Return the place of the sentence that states the rule in the rulebook of `rules`, and the sentence's text."""
        no_throws = self.reason is Reason.THROWS_OFF and rules.throws is Throws.OFF  # the book then omits throws
        names = (self.led, "lead" if no_throws else REASON_SENTENCES[self.reason], "follow", "suit")
        found = next(one for name in names if (one := find_sentence(texts, rules, name)) is not None)
        return sentence_place(found[0], found[1].name), found[1].text


def explain_button(source: str, refused: Exception, texts: Texts) -> tuple[Buttons, ...]:
    """Return a button that shows, in a new message, the rule behind a refusal; nothing if no rule is behind it."""
    return button_rows(_why_button(refused, texts, partial(RulebookControl, source, RulebookAction.REASON)))


def explain_in_panel_button(
    table: TableId, seat: Seat, task: int, refused: Exception, texts: Texts
) -> tuple[Button, ...]:
    """Return a button that shows, in the panel, the rule behind a refusal; nothing if no rule is behind it."""
    return _why_button(refused, texts, partial(table_control_id, table, ControlVerb.EXPLAIN, seat=seat, task=task))


def _why_button(refused: Exception, texts: Texts, to_id: Callable[[str], ControlId | str]) -> tuple[Button, ...]:
    if not isinstance(refused, IllegalAction) or refused.reason not in REASON_SENTENCES:
        return ()
    has_shape = refused.reason is Reason.MUST_FOLLOW_SHAPE
    rule = RuleBehind(refused.reason, _find_led_sentence(refused.facts.get("lead", ())) if has_shape else "")
    return (Button(to_id(rule.key), texts.say("book.why")),)


def chapter_button(source: str, rule: RuleBehind, texts: Texts, rules: Rules) -> Button:
    """Return a button that opens the rulebook of `rules` at the rule behind a refusal."""
    place, _ = rule.find_sentence(texts, rules)
    return Button(RulebookControl(source, RulebookAction.WHY, place), texts.say("book.read"))


def format_rule_behind(rule: RuleBehind, texts: Texts, rules: Rules, view: View | None = None) -> str:
    """Return the rulebook's text of the rule behind a refusal. Add the lead if the seat of `view` must follow."""
    _, words = rule.find_sentence(texts, rules)
    return "\n".join(filter(None, (f"> {words}", _format_position(view, texts))))


def _format_position(view: View | None, texts: Texts) -> str:
    """Return a sentence with the lead and the seat's cards of its suit; empty unless the seat must follow."""
    if view is None or view.ask is not Ask.FOLLOW or view.trump is None:
        return ""
    led = view.trick.plays[0].cards
    suit = view.trump.effective_suit(led[0])
    held = view.trump.sort_for_display(card for card in view.hand if view.trump.effective_suit(card) is suit)
    words = format_spoken_cards(texts, held, bare=suit is not Suit.TRUMP) or texts.say("cards.none")
    lead = format_spoken_cards(texts, view.trump.sort_for_display(led))
    return texts.say("why.position", led=lead, suit=texts.format_suit(suit), held=words)


def _find_led_sentence(lead: Any) -> str:
    """Return the name of the sentence on how to follow this lead; empty for leads without one, such as tractors."""
    if len(lead) != 1:
        return "throw_follow" if lead else ""
    counts = Counter(lead[0]).values()
    if len(counts) > 1:
        return "follow_uneven" if len(set(counts)) > 1 else ""
    return _SET_SENTENCES.get(len(lead[0]), "")


def parse_rule_behind(text: str) -> RuleBehind | None:
    """Return the rule whose `RuleBehind.key` is `text`; None if no rule has this key."""
    name, _, led = text.partition(".")
    reason = next((reason for reason in REASON_SENTENCES if reason.value == name), None)
    return None if reason is None else RuleBehind(reason, led if led in _LED_SENTENCES else "")


def describe_legal_actions(view: View, texts: Texts) -> str:
    """Return a line with the legal declarations or, for a player who follows, the legal plays; empty for others."""
    key, found = "panel.legal_declare", legal_declarations(view) if view.ask is Ask.DECLARE else ()
    if view.ask is Ask.FOLLOW:
        plays = tuple(legal_plays(view, MAX_PLAYS + 1))
        key, found = "panel.legal_more" if len(plays) > MAX_PLAYS else "panel.legal", plays[:MAX_PLAYS]
    if not found:
        return ""
    return texts.say(key, plays=texts.say("list.parts").join(texts.format_cards(c, view.card_order) for c in found))


def nearest_view(
    refused: EventRefused | LeagueRefused, typed: str, ids: Mapping[str, ControlId], texts: Texts
) -> Message:
    """Return a refusal of a typed name, with a button for each name in `ids` that resembles it."""
    names = {name_key(name): name for name in ids}
    nearest = [names[key] for key in find_nearest_keys(typed, names)]
    refusal = format_refusal(refused, texts)
    words = f"{refusal} {texts.say('events.nearest')}" if nearest else refusal
    return Message((Text(words), *button_rows(tuple(Button(ids[name], name) for name in nearest))))
