"""The illustrations of the rule book. The engine decides whether each example is right."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from bot.render.rule_examples import Example, ExamplePicture
from bot.text.catalogue import Texts
from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats
from engine.cards_in_play.units import find_unit
from engine.deal.bidding import is_stronger, legal_declarations
from engine.deal.fairness import full_pack
from engine.model.cards import Card, Rank, Suit, card_of, parse_cards, points_of
from engine.model.errors import IllegalAction
from engine.model.rules import PermanentTrumps, Rules, Teams, Throws
from engine.model.seats import Seat
from engine.model.trump import Trump

TRUMP_SUIT: Final = Suit.HEARTS
MAX_TRUMPS: Final = 6
"""How many trumps are shown from the highest on."""
MAX_DECLARATIONS: Final = 4
"""How many declarations are shown, each stronger than the one before."""
TRIPLE: Final = 3


@dataclass(frozen=True, slots=True)
class RuleExample:
    """One row of an illustration; `key` finds its caption, which `facts` fill."""

    key: str
    groups: tuple[tuple[Card, ...], ...]
    separator: str = ""
    is_correct: bool | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


def find_illustration(
    chapter: str, rules: Rules, title: str, texts: Texts, *, four_colour: bool
) -> ExamplePicture | None:
    """Return the picture of a chapter; None where it has none under these rules."""
    rows = list_examples(chapter, rules)
    examples = tuple(Example(one.groups, _caption(one, texts), one.separator, one.is_correct) for one in rows)
    return ExamplePicture(title, examples, four_colour=four_colour) if rows else None


def illustration_alt_text(chapter: str, rules: Rules, texts: Texts) -> str:
    """Return the picture of a chapter in words."""
    return "\n".join(_describe(one, texts) for one in list_examples(chapter, rules))


def list_examples(chapter: str, rules: Rules) -> tuple[RuleExample, ...]:
    """Return the examples of a chapter, without those whose cards are not in the pack."""
    there = set(full_pack(rules))
    found = _CHAPTERS[chapter](rules) if chapter in _CHAPTERS else ()
    return tuple(one for one in found if all(card in there for group in one.groups for card in group))


def _caption(one: RuleExample, texts: Texts) -> str:
    return texts.say(f"example.{one.key}", **{name: _format_fact(value, texts) for name, value in one.facts.items()})


def _format_fact(value: object, texts: Texts) -> object:
    """Return a fact for a caption: cards as text, numbers in the order of the cards above."""
    match value:
        case tuple():
            return texts.format_cards(value)
        case list():
            return texts.say("list.separator").join(value)
        case _:
            return value


def _describe(one: RuleExample, texts: Texts) -> str:
    shown = f" {one.separator} ".join(texts.format_cards(group) for group in one.groups)
    words = texts.say("example.told", cards=shown, caption=_caption(one, texts))
    return (
        words if one.is_correct is None else texts.say(f"example.{'right' if one.is_correct else 'wrong'}", words=words)
    )


def _trump(rules: Rules, rank: Rank | None = None) -> Trump:
    return Trump.of(rules, rank or rules.start_level.rank, TRUMP_SUIT)


def _order(rules: Rules) -> Iterator[RuleExample]:
    trump = _trump(rules)
    faces = trump.sort_for_display(face for face in set(full_pack(rules)) if trump.is_trump(face))
    steps = {trump.strength(face): face for face in reversed(faces)}
    yield RuleExample("order", tuple((steps[at],) for at in sorted(steps, reverse=True)[:MAX_TRUMPS]), ">")
    equal = next((pair for pair in pairwise(faces) if trump.strength(pair[0]) == trump.strength(pair[1])), None)
    if equal is not None:
        yield RuleExample("equal", tuple((face,) for face in equal), "=")
    side = trump.sort_for_display(face for face in set(full_pack(rules)) if trump.effective_suit(face) is Suit.SPADES)
    yield RuleExample("side", tuple((face,) for face in side[:MAX_TRUMPS]), ">")


def _declare(rules: Rules) -> Iterator[RuleExample]:
    rank = Rank.TEN if rules.teams is Teams.HIDDEN_TEN else rules.start_level.rank
    mine = [face for face in full_pack(rules) if face.is_joker or (face.rank is rank and face.suit is Suit.SPADES)]
    rising: list[tuple[Card, ...]] = []
    for shown in legal_declarations(mine, (), Seat(0), rank, rules):
        if not rising or is_stronger(shown, rising[-1], rules):
            rising.append(shown)
    if len(rising) > 1:
        yield RuleExample("declare", tuple(rising[:MAX_DECLARATIONS]), "<")


def _units(rules: Rules) -> Iterator[RuleExample]:
    """Show what a unit is and what is none, where there are several decks."""
    if rules.decks == 1:
        return
    hidden = rules.teams is Teams.HIDDEN_TEN
    tens = hidden or rules.permanent_trumps is PermanentTrumps.TWO_THREE_FIVE  # then fives are no side cards
    rank = None if hidden else Rank.TEN if tens else Rank.SIX
    wanted = [("pair", "SK SK"), ("no_pair", "SK CK")]
    wanted += [("triple", "SQ SQ SQ")] if rules.decks >= TRIPLE else []
    wanted += [
        ("tractor", "S8 S8 S9 S9"),
        ("gap", "S9 S9 SJ SJ" if tens else "S5 S5 S7 S7"),
        ("apart", "S7 S7 S9 S9"),
    ]
    trump = _trump(rules, rank)
    for key, text in wanted:
        cards = parse_cards(text)
        one = find_unit(cards, trump, rules) is not None
        facts = {"level": "10" if tens else Rank.SIX.text}
        yield RuleExample(f"{key}.{'yes' if one else 'no'}", (cards,), "", one, facts)


def _throws(rules: Rules) -> Iterator[RuleExample]:
    """Show a throw that stands and one that fails, by the hands of the others."""
    if rules.throws is Throws.OFF:
        return
    trump, copies = _trump(rules), min(rules.decks, 2)
    ace, king, queen = (card_of(Suit.SPADES, rank) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN))
    for thrown, held in (((ace, *[king] * copies), ()), ((ace, *[queen] * copies), (king,) * copies)):
        hands = [held if seat == 1 else () for seat in range(rules.players)]
        outcome = check_throw(read_lead(thrown, trump, rules), Seat(0), hands, trump, rules)
        facts = {"held": held, "left": outcome.lead.cards}
        yield RuleExample(f"throw.{'yes' if outcome.stands else 'no'}", (thrown,), "", outcome.stands, facts)


def _following(rules: Rules) -> Iterator[RuleExample]:
    trump = _trump(rules)
    if rules.decks == 1:
        yield from _follows("follow_suit", rules, trump, "SQ", "S9 H3", ("S9", "H3"))
        yield from _ruffs(rules, trump, "SK", ("H3",))
        return
    yield from _follows("follow_pair", rules, trump, "SQ SQ", "S9 S9 SA S4", ("S9 S9", "SA S4"))
    yield from _ruffs(rules, trump, "SK SK", ("H3 H3", "H3 H4"))


def _follows(key: str, rules: Rules, trump: Trump, led: str, held: str, plays: Sequence[str]) -> Iterator[RuleExample]:
    hand, lead = parse_cards(held), read_lead(parse_cards(led), trump, rules)
    for text in plays:
        cards = parse_cards(text)
        try:
            check_follow(hand, lead, cards, trump, rules)
        except IllegalAction:
            fits = False
        else:
            fits = True
        facts = {"led": lead.cards, "held": hand}
        yield RuleExample(f"{key}.{'yes' if fits else 'no'}", (cards,), "", fits, facts)


def _ruffs(rules: Rules, trump: Trump, led: str, plays: Sequence[str]) -> Iterator[RuleExample]:
    lead = read_lead(parse_cards(led), trump, rules)
    for text in plays:
        cards = parse_cards(text)
        won = beats(lead, lead.cards, cards, trump, rules)
        yield RuleExample(f"ruff.{'yes' if won else 'no'}", (cards,), "", won, {"led": lead.cards})


def _points(rules: Rules) -> Iterator[RuleExample]:
    faces = [face for face in sorted(set(full_pack(rules))) if face.points and face.suit is Suit.SPADES]
    facts = {"each": [str(face.points) for face in faces], "total": points_of(full_pack(rules))}
    yield RuleExample("points", tuple((face,) for face in faces), "", None, facts)


_CHAPTERS: Final[Mapping[str, Callable[[Rules], Iterator[RuleExample]]]] = {
    "goal": _points,
    "order": _order,
    "declare": _declare,
    "tricks": _units,
    "throws": _throws,
    "rules-declaring": _declare,
    "rules-following": _following,
    "rules-throws": _throws,
    "rules-points": _points,
}
