"""Examples for the rulebook's sentences. The engine decides whether each example is right."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from bot.render.learning.rule_examples_scene import Example, ExamplePicture
from bot.text.catalogue import Texts
from bot.text.describe.rule_facts import (
    SIDE_SUIT,
    find_example_rank,
    find_example_trump,
    find_gap_example,
    find_tractor_example,
    find_trump_chain,
    find_uneven_example,
)
from engine.cards_in_play.follows import is_legal
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats, matches_lead
from engine.cards_in_play.units import find_unit
from engine.deal.bidding import is_stronger, legal_declarations
from engine.deal.fair_shuffle import full_pack
from engine.model.cards import Card, Rank, card_of, parse_cards
from engine.model.errors import IllegalAction
from engine.model.options import Follow, Throws
from engine.model.rules import Rules
from engine.model.seats import Seat

MAX_TRUMPS: Final = 6
"""How many trumps are shown, beginning with the highest."""
MAX_DECLARATIONS: Final = 4
"""How many declarations are shown, each stronger than the one before."""
LEADS_TO: Final = "→"
"""The sign between an attempted throw and the lead that replaces it."""


@dataclass(frozen=True, slots=True)
class RuleExample:
    """One row of an illustration. Its caption is the text under `key`, filled with `facts`."""

    key: str
    groups: tuple[tuple[Card, ...], ...]
    separator: str = ""
    is_correct: bool | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


def build_picture(rows: Sequence[RuleExample], texts: Texts, *, four_colour: bool) -> ExamplePicture:
    """Return a picture of examples."""
    examples = (Example(one.groups, format_caption(one, texts), one.separator, one.is_correct) for one in rows)
    return ExamplePicture("", tuple(examples), four_colour=four_colour)


def format_alt_text(rows: Sequence[RuleExample], texts: Texts) -> str:
    """Return the picture of examples in words."""
    return "\n".join(_describe(one, texts) for one in rows)


def list_examples(name: str, rules: Rules) -> tuple[RuleExample, ...]:
    """Return the examples that illustrate a sentence of the rules. Examples that do not fit the pack are left out."""
    there = set(full_pack(rules))
    try:
        found = tuple(_EXAMPLES[name](rules)) if name in _EXAMPLES else ()
    except IllegalAction:  # a card of the example is a trump under these rules
        return ()
    return tuple(one for one in found if all(card in there for group in one.groups for card in group))


def format_caption(one: RuleExample, texts: Texts) -> str:
    """Return the text below an example."""
    return texts.say(f"example.{one.key}", **{name: _format_fact(value, texts) for name, value in one.facts.items()})


def _format_fact(value: object, texts: Texts) -> object:
    match value:
        case tuple():
            return texts.format_cards(value)
        case list():
            return texts.say("list.separator").join(value)
        case _:
            return value


def _describe(one: RuleExample, texts: Texts) -> str:
    shown = f" {one.separator} ".join(texts.format_cards(group) for group in one.groups)
    words = texts.say("example.told", cards=shown, caption=format_caption(one, texts))
    key = "example.right" if one.is_correct else "example.wrong"
    return words if one.is_correct is None else texts.say(key, words=words)


def _judge(key: str, cards: tuple[Card, ...], *, right: bool, **facts: object) -> RuleExample:
    return RuleExample(f"{key}.{'yes' if right else 'no'}", (cards,), "", right, facts)


def _order(rules: Rules) -> Iterator[RuleExample]:
    trump, rank = find_example_trump(rules), find_example_rank(rules)
    faces = trump.sort_for_display(face for face in set(full_pack(rules)) if trump.is_trump(face))
    steps = {trump.strength(face): face for face in reversed(faces)}
    highest = tuple((steps[at],) for at in sorted(steps, reverse=True)[:MAX_TRUMPS])
    yield RuleExample("order" if rank else "order_hidden", highest, ">", None, {"level": rank.text if rank else ""})
    equal = next(((a, b) for a, b in pairwise(faces) if trump.strength(a) == trump.strength(b)), ())
    if equal:
        yield RuleExample("equal", tuple((face,) for face in equal), "=")


def _declare(rules: Rules) -> Iterator[RuleExample]:
    rank = find_example_rank(rules) or Rank.TEN
    mine = [face for face in full_pack(rules) if face.is_joker or (face.rank is rank and face.suit is SIDE_SUIT)]
    rising: list[tuple[Card, ...]] = []
    for shown in legal_declarations(mine, (), Seat(0), rank, rules):
        if not rising or is_stronger(shown, rising[-1], rules):
            rising.append(shown)
    if len(rising) > 1:
        yield RuleExample("declare", tuple(rising[:MAX_DECLARATIONS]), "<")


def _tractors(rules: Rules) -> Iterator[RuleExample]:
    tractor = find_tractor_example(rules)
    yield _judge("tractor", tractor, right=True)
    faces = sorted(set(tractor))
    apart = (*faces[:-1], Card(faces[-1] + 1))
    cards = tuple(face for face in apart for _ in range(rules.tractor_min_width))
    yield _judge("apart", cards, right=find_unit(cards, find_example_trump(rules), rules) is not None)


def _uneven_tractors(rules: Rules) -> Iterator[RuleExample]:
    """Show a tractor with an extra card of one rank, and a right and a wrong follow to it."""
    uneven = find_uneven_example(rules)
    if not uneven:
        return
    if find_unit(uneven, find_example_trump(rules), rules) is None:
        yield _judge("uneven", uneven, right=False)
        return
    yield _judge("uneven", uneven, right=True)
    if len(set(uneven)) > 2 or rules.follow is Follow.SUIT_ONLY:  # noqa: PLR2004 - with more ranks, the hands are too wide for a picture
        return
    width = rules.tractor_min_width
    longer, shorter = (card_of(SIDE_SUIT, Rank.ACE),) * (width + 1), (card_of(SIDE_SUIT, Rank.KING),) * width
    rest = tuple(card_of(SIDE_SUIT, Rank(Rank.JACK - step)) for step in range(width))
    plays = [(*longer, *shorter), (*longer, *rest)]
    yield from _judge_follows("follow_pair", rules, uneven, (*longer, *shorter, *rest), plays)


def _gap(rules: Rules) -> Iterator[RuleExample]:
    cards, rank = find_gap_example(rules), find_example_rank(rules)
    if not cards:
        return
    missing = Rank((cards[0].rank or 0) + 1)
    right = find_unit(cards, find_example_trump(rules), rules) is not None
    yield _judge("gap" if rank else "gap_hidden", cards, right=right, level=missing.text)


def _trump_tractors(rules: Rules) -> Iterator[RuleExample]:
    """Show whether neighbouring trumps, such as aces and level cards, form a tractor, and whether equal trumps do."""
    chain, trump = find_trump_chain(rules)[: rules.tractor_min_length], find_example_trump(rules)
    rows = [("trump_tractor", [tier[0] for tier in chain])]
    rows += [("equal_tractor", list(tier[:2])) for tier in chain[1:2] if len(tier) > 1]
    for key, faces in rows:
        cards = tuple(face for face in faces for _ in range(rules.tractor_min_width))
        yield _judge(key, cards, right=find_unit(cards, trump, rules) is not None)


def _throw(rules: Rules) -> Iterator[RuleExample]:
    """Show a throw that another hand stops, with the lead that replaces it, and a throw that nobody can beat."""
    if rules.throws is Throws.OFF:
        return
    trump, copies = find_example_trump(rules), min(rules.decks, 2)
    for low, held in ((Rank.QUEEN, (card_of(SIDE_SUIT, Rank.KING),) * copies), (Rank.KING, ())):
        thrown = (card_of(SIDE_SUIT, Rank.ACE), *[card_of(SIDE_SUIT, low)] * copies)
        hands = [held if seat == 1 else () for seat in range(rules.players)]
        outcome = check_throw(read_lead(thrown, trump, rules), Seat(0), hands, trump, rules)
        if outcome.stands:
            yield RuleExample("throw.yes", (thrown,), "", True)
        else:
            facts = {"held": held, "left": outcome.lead.cards}
            yield RuleExample("throw.no", (thrown, outcome.lead.cards), LEADS_TO, False, facts)


def _follow_tractor(rules: Rules) -> Iterator[RuleExample]:
    lead = "S8 S8 S9 S9"
    if find_unit(parse_cards(lead), find_example_trump(rules), rules) is None:
        return
    yield from _follows("follow_pair", rules, lead, "S3 S3 S4 S4 SJ SJ", ("S3 S3 S4 S4", "S4 S4 SJ SJ"))
    yield from _follows("follow_pair", rules, lead, "S3 S3 SJ SJ SK SA", ("S3 S3 SJ SJ", "S3 S3 SK SA"))
    yield from _follows("follow_pair", rules, lead, "S3 S4 S5 SJ SJ SA", ("S3 S4 SJ SJ", "S3 S4 S5 SA"))


def _follows(key: str, rules: Rules, led: str, held: str, plays: Sequence[str]) -> Iterator[RuleExample]:
    yield from _judge_follows(key, rules, parse_cards(led), parse_cards(held), [parse_cards(text) for text in plays])


def _judge_follows(
    key: str, rules: Rules, led: tuple[Card, ...], hand: tuple[Card, ...], plays: Sequence[tuple[Card, ...]]
) -> Iterator[RuleExample]:
    trump = find_example_trump(rules)
    lead = read_lead(led, trump, rules)
    for cards in plays:
        yield _judge(key, cards, right=is_legal(hand, lead, cards, trump, rules), led=lead.cards, held=hand)


def _ruffs(rules: Rules) -> Iterator[RuleExample]:
    led, plays = ("SK SK", ("H3 H3", "H3 H4")) if rules.decks > 1 else ("SK", ("H3",))
    trump = find_example_trump(rules)
    lead = read_lead(parse_cards(led), trump, rules)
    for text in plays:
        cards = parse_cards(text)
        yield _judge("ruff", cards, right=beats(lead, lead.cards, cards, trump, rules), led=lead.cards)


def _compared_ruffs(rules: Rules) -> Iterator[RuleExample]:
    """Show two ruffs of a throw: the later one has a higher single card, but a lower pair."""
    if rules.throws is Throws.OFF or rules.decks == 1:
        return
    trump = find_example_trump(rules)
    lead = read_lead(parse_cards("SA SK SK"), trump, rules)
    best, new = parse_cards("H5 H9 H9"), parse_cards("HA H4 H4")
    if all(matches_lead(lead, cards, trump, rules) for cards in (best, new)):
        yield _judge("second_ruff", new, right=beats(lead, best, new, trump, rules), led=lead.cards, best=best)


_EXAMPLES: Final[Mapping[str, Callable[[Rules], Iterator[RuleExample]]]] = {
    "order": _order,
    "ladder": _declare,
    "throw": _throw,
    "tractor": _tractors,
    "bridge_level_gap": _gap,
    "chain": _trump_tractors,
    "uneven_tractors": _uneven_tractors,
    "follow": _follow_tractor,
    "throw_follow": lambda rules: _follows("follow_pair", rules, "SA SK SK", "S9 S9 SJ S4", ("S9 S9 S4", "S9 SJ S4")),
    "pair": lambda rules: _follows("follow_pair", rules, "SQ SQ", "S9 S9 SA S4", ("S9 S9", "SA S4")),
    "suit": lambda rules: _follows("follow_suit", rules, "SQ", "S9 H3", ("S9", "H3") if rules.decks == 1 else ()),
    "throw_compare": _compared_ruffs,
    "ruff": _ruffs,
}
"""The functions that yield examples, by the name of the sentence. Those that explain most come first."""
EXAMPLE_NAMES: Final = tuple(_EXAMPLES)
