"""What the chapters of the rules are illustrated with. The engine says of each example whether it holds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from bot.render.examples import Example, ExamplePicture
from engine.bidding import declarations, overrules
from engine.cards import Card, Rank, Suit, card, parse_cards, points_of
from engine.errors import IllegalAction
from engine.fairness import pack
from engine.follows import check_follow
from engine.leads import read_lead
from engine.rules import Rules, Teams, Throws
from engine.seats import Seat
from engine.throws import check_throw
from engine.trick import beats
from engine.trump import Trump
from engine.units import is_unit

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

TRUMPS: Final = Suit.HEARTS
HIGHEST: Final = 6
"""How many trumps are shown from the highest on."""
LADDER: Final = 4
"""How many declarations are shown, each stronger than the one before."""
TRIPLE: Final = 3


@dataclass(frozen=True, slots=True)
class Sample:
    """One row of an illustration; `key` finds its caption, which `facts` fill."""

    key: str
    groups: tuple[tuple[Card, ...], ...]
    joint: str = ""
    verdict: bool | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


def illustration(chapter: str, rules: Rules, title: str, texts: "Texts", *, four_colour: bool) -> ExamplePicture | None:
    """Return the picture of a chapter; None where it has none under these rules."""
    rows = samples(chapter, rules)
    examples = tuple(Example(one.groups, _caption(one, texts), one.joint, one.verdict) for one in rows)
    return ExamplePicture(title, examples, four_colour=four_colour) if rows else None


def illustration_alt(chapter: str, rules: Rules, texts: "Texts") -> str:
    """Return the picture of a chapter in words."""
    return "\n".join(_told(one, texts) for one in samples(chapter, rules))


def samples(chapter: str, rules: Rules) -> tuple[Sample, ...]:
    """Return the examples of a chapter, those left out whose cards are not in the pack."""
    there = set(pack(rules))
    found = _CHAPTERS[chapter](rules) if chapter in _CHAPTERS else ()
    return tuple(one for one in found if all(card in there for group in one.groups for card in group))


def _caption(one: Sample, texts: "Texts") -> str:
    return texts.say(f"example.{one.key}", **{name: _said(value, texts) for name, value in one.facts.items()})


def _said(value: object, texts: "Texts") -> object:
    """Return a fact as a caption says it: cards in words, numbers in the order of the cards above."""
    match value:
        case tuple():
            return texts.cards(value)
        case list():
            return texts.say("list.separator").join(value)
        case _:
            return value


def _told(one: Sample, texts: "Texts") -> str:
    shown = f" {one.joint} ".join(texts.cards(group) for group in one.groups)
    said = texts.say("example.told", cards=shown, caption=_caption(one, texts))
    return said if one.verdict is None else texts.say(f"example.{'right' if one.verdict else 'wrong'}", words=said)


def _trump(rules: Rules, rank: Rank | None = None) -> Trump:
    return Trump.of(rules, rank or rules.start_level.rank, TRUMPS)


def _order(rules: Rules) -> Iterator[Sample]:
    trump = _trump(rules)
    faces = trump.sorted(face for face in set(pack(rules)) if trump.is_trump(face))
    steps = {trump.strength(face): face for face in reversed(faces)}
    yield Sample("order", tuple((steps[at],) for at in sorted(steps, reverse=True)[:HIGHEST]), ">")
    equal = next((one, other) for one, other in pairwise(faces) if trump.strength(one) == trump.strength(other))
    yield Sample("equal", tuple((face,) for face in equal), "=")
    side = trump.sorted(face for face in set(pack(rules)) if trump.effective_suit(face) is Suit.SPADES)
    yield Sample("side", tuple((face,) for face in side[:HIGHEST]), ">")


def _declare(rules: Rules) -> Iterator[Sample]:
    rank = Rank.TEN if rules.teams is Teams.HIDDEN_TEN else rules.start_level.rank
    mine = [face for face in pack(rules) if face.is_joker or (face.rank is rank and face.suit is Suit.SPADES)]
    rising: list[tuple[Card, ...]] = []
    for shown in declarations(mine, (), Seat(0), rank, rules):
        if not rising or overrules(shown, rising[-1], rules):
            rising.append(shown)
    if len(rising) > 1:
        yield Sample("declare", tuple(rising[:LADDER]), "<")


def _units(rules: Rules) -> Iterator[Sample]:
    """Show what a unit is and what is none, where there are several decks."""
    if rules.decks == 1:
        return
    hidden = rules.teams is Teams.HIDDEN_TEN
    rank = None if hidden else Rank.SIX
    wanted = [("pair", "SK SK"), ("no_pair", "SK CK")]
    wanted += [("triple", "SQ SQ SQ")] if rules.decks >= TRIPLE else []
    wanted += [
        ("tractor", "S8 S8 S9 S9"),
        ("gap", "S9 S9 SJ SJ" if hidden else "S5 S5 S7 S7"),
        ("apart", "S7 S7 S9 S9"),
    ]
    trump = _trump(rules, rank)
    for key, text in wanted:
        cards = parse_cards(text)
        one = is_unit(cards, trump, rules) is not None
        facts = {"level": "10" if hidden else Rank.SIX.text}
        yield Sample(f"{key}.{'yes' if one else 'no'}", (cards,), "", one, facts)


def _throws(rules: Rules) -> Iterator[Sample]:
    """Show a throw that stands and one that fails, by the hands of the others."""
    if rules.throws is Throws.OFF:
        return
    trump, copies = _trump(rules), min(rules.decks, 2)
    ace, king, queen = (card(Suit.SPADES, rank) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN))
    for thrown, held in (((ace, *[king] * copies), ()), ((ace, *[queen] * copies), (king,) * copies)):
        hands = [held if seat == 1 else () for seat in range(rules.players)]
        outcome = check_throw(read_lead(thrown, trump, rules), Seat(0), hands, trump, rules)
        facts = {"held": held, "left": outcome.lead.cards}
        yield Sample(f"throw.{'yes' if outcome.stands else 'no'}", (thrown,), "", outcome.stands, facts)


def _following(rules: Rules) -> Iterator[Sample]:
    trump = _trump(rules)
    if rules.decks == 1:
        yield from _follows("follow_suit", rules, trump, "SQ", "S9 H3", ("S9", "H3"))
        yield from _ruffs(rules, trump, "SK", ("H3",))
        return
    yield from _follows("follow_pair", rules, trump, "SQ SQ", "S9 S9 SA S4", ("S9 S9", "SA S4"))
    yield from _ruffs(rules, trump, "SK SK", ("H3 H3", "H3 H4"))


def _follows(key: str, rules: Rules, trump: Trump, led: str, held: str, plays: Sequence[str]) -> Iterator[Sample]:
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
        yield Sample(f"{key}.{'yes' if fits else 'no'}", (cards,), "", fits, facts)


def _ruffs(rules: Rules, trump: Trump, led: str, plays: Sequence[str]) -> Iterator[Sample]:
    lead = read_lead(parse_cards(led), trump, rules)
    for text in plays:
        cards = parse_cards(text)
        won = beats(lead, lead.cards, cards, trump, rules)
        yield Sample(f"ruff.{'yes' if won else 'no'}", (cards,), "", won, {"led": lead.cards})


def _points(rules: Rules) -> Iterator[Sample]:
    faces = [face for face in sorted(set(pack(rules))) if face.points and face.suit is Suit.SPADES]
    facts = {"each": [str(face.points) for face in faces], "total": points_of(pack(rules))}
    yield Sample("points", tuple((face,) for face in faces), "", None, facts)


_CHAPTERS: Final[Mapping[str, Callable[[Rules], Iterator[Sample]]]] = {
    "goal": _points,
    "order": _order,
    "declare": _declare,
    "tricks": _units,
    "throws": _throws,
    "rules-trumps": _declare,
    "rules-play": _following,
    "rules-throws": _throws,
    "rules-points": _points,
}
