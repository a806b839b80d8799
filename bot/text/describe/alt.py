"""Pictures in words, for those who do not see them: all that a picture shows, in reading order, in 1024 characters."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.text.describe import cards as say
from bot.text.describe.asking import ask, waiting
from bot.text.describe.people import Names, all_of, known, name
from bot.text.describe.scores import result_lines, score_parts, so_far, trump
from bot.text.describe.sides import sides
from bot.text.words import Words
from engine.cards import SUITS, Card, Suit
from engine.events import DealResult
from engine.rules import Teams
from engine.view import Ask, PhaseName, PlayView, TrickView, View

_BIDDING: Final = {PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.STEALING}
_COUNTING: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP}
_ENDS: Final = (".", "!", "?", "。", "！", "？")
LONGEST: Final = 1024
"""What Discord takes as the description of a picture."""


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is said: the first that fits is taken."""

    spoken: bool = True
    """Cards one by one as they are read aloud, not as groups of signs."""
    longest_name: int = 40
    extras: bool = True
    """Levels, numbers of cards, what may be played."""
    trick: bool = True
    hand: bool = True
    """The cards themselves, not only how many."""
    signs: bool = False
    """Open hands as signs alone: `♠AKK`."""


_HAND: Final = (
    Detail(),
    Detail(longest_name=16),
    Detail(longest_name=16, spoken=False),
    Detail(longest_name=8, spoken=False),
    Detail(longest_name=8, spoken=False, extras=False),
    Detail(longest_name=8, spoken=False, extras=False, trick=False),
    Detail(longest_name=8, spoken=False, extras=False, trick=False, hand=False),
)
TABLE_DETAILS: Final = (
    Detail(spoken=False),
    Detail(spoken=False, longest_name=16),
    Detail(spoken=False, longest_name=8),
    Detail(spoken=False, longest_name=8, extras=False),
    Detail(spoken=False, longest_name=8, extras=False, trick=False),
)


def hand_alt(
    words: Words,
    view: View,
    names: Names | None = None,
    playable: frozenset[Card] | None = None,
    picked: Sequence[Card] = (),
    *,
    bare: bool = False,
) -> str:
    """Return a hand picture in words: the trick, the hand by suits, what may be played, what is picked.

    `bare`: what is asked, how the deal stands and who is on whose side is said beside it.
    """

    def parts(how: Detail) -> Iterator[str]:
        called = short_names(names, view, how)
        if not bare:
            yield from _standing(words, view, called, how)
        yield from _hand_parts(words, view, called, playable, picked, how)

    return fitting(words, _HAND, parts)


def table_alt(words: Words, view: View, names: Names | None = None) -> str:
    """Return a table picture in words: how the deal stands, what lies on the table, who is to act."""
    return fitting(words, TABLE_DETAILS, lambda how: table_parts(words, view, short_names(names, view, how), how))


def fitting(words: Words, details: Sequence[Detail], parts: Callable[[Detail], Iterator[str]]) -> str:
    """Return the sentences in as much detail as there is room for."""
    text = ""
    for how in details:
        text = words.sentences(parts(how))
        if len(text) <= LONGEST:
            return text
    return text[: LONGEST - 1] + "…"


def short_names(names: Names | None, view: View, how: Detail) -> dict[int, str] | None:
    """Return the names, each cut to the length there is room for."""
    if not names:
        return None
    return {seat: _cut(known(names, seat), how.longest_name) for seat in range(view.rules.players)}


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _standing(words: Words, view: View, names: Names | None, how: Detail) -> Iterator[str]:
    """Say what is asked, how the deal stands, and who is on whose side."""
    yield ask(words, view)
    if view.phase is not PhaseName.READY:
        parts = [trump(words, view), *(so_far(words, view) if view.phase in _COUNTING else ())]
        yield words.say("alt.sentence", words=words.say("list.parts").join(parts))
    if view.phase is PhaseName.DECLARING and how.extras:
        yield words.say("alt.deal", number=view.deal_number)
    yield from sides(words, view, names)


def _hand_parts(
    words: Words,
    view: View,
    names: Names | None,
    playable: frozenset[Card] | None,
    picked: Sequence[Card],
    how: Detail,
) -> Iterator[str]:
    if view.ask is Ask.NOTHING and len(view.to_act) == 1:
        yield waiting(words, view, names)
    yield from _declared(words, view, names, how)
    if view.phase is PhaseName.PLAYING and how.trick:
        yield from _trick_in_hand(words, view, names, how)
    yield from _hand(words, view, how)
    if playable is not None and how.extras and 0 < len(playable & set(view.hand)) < len(set(view.hand)):
        lit = _sorted(view, [card for card in dict.fromkeys(view.hand) if card in playable])
        yield words.say("alt.playable", cards=_cards(words, lit, how))
    if picked:
        yield _picked(words, view, picked, how)


def _picked(words: Words, view: View, picked: Sequence[Card], how: Detail) -> str:
    """Say what is picked, and of how many that it takes, where that is known."""
    shown = _cards(words, _sorted(view, picked), how)
    led = len(view.trick.plays[0].cards) if view.trick.plays else 0
    wanted = view.kitty_size if view.ask is Ask.BURY else led if view.ask is Ask.FOLLOW else 0
    if not wanted:
        return words.say("alt.picked", cards=shown)
    return words.say("alt.picked_of", count=len(picked), wanted=wanted, cards=shown)


def _trick_in_hand(words: Words, view: View, names: Names | None, how: Detail) -> Iterator[str]:
    """Say what lies on the table, or which trick begins."""
    number = len(view.tricks) + 1
    if view.trick.plays:
        yield from _trick(words, view.trick, names, how, "alt.trick_numbered", done=False, number=number)
    elif how.extras:
        yield words.say("alt.trick_begins", number=number)


def _hand(words: Words, view: View, how: Detail) -> Iterator[str]:
    if not view.hand:
        yield words.say("alt.hand_empty")
        return
    yield words.say("alt.hand", count=len(view.hand))
    for suit, held in hand_groups(view, view.hand).items():
        named = _opening(say.suit(words, suit))
        if not how.hand:
            yield words.say("alt.group_count", suit=named, count=len(held))
            continue
        yield words.say("alt.group", suit=named, cards=_of_suit(words, suit, held, how))


def _of_suit(words: Words, suit: Suit, held: Sequence[Card], how: Detail) -> str:
    """Return one suit of a hand; cards of a side suit need not say which they are of."""
    if how.spoken:
        return say.counted(words, held, bare=suit is not Suit.TRUMP)
    if suit is Suit.TRUMP:
        return say.cards(words, held)
    return "-".join(card.rank.text for card in held if card.rank is not None)


def _opening(text: str) -> str:
    return text[:1].upper() + text[1:]


def hand_groups(view: View, hand: Sequence[Card]) -> dict[Suit, list[Card]]:
    """Return a hand by effective suit, as hands are shown."""
    groups: dict[Suit, list[Card]] = {}
    for card in _sorted(view, hand):
        suit = view.trump.effective_suit(card) if view.trump is not None else card.suit or Suit.TRUMP
        groups.setdefault(suit, []).append(card)
    return groups


def _sorted(view: View, cards: Sequence[Card]) -> Sequence[Card]:
    if view.trump is not None:
        return view.trump.sorted(cards)
    return sorted(cards, key=lambda card: (SUITS.index(card.suit) if card.suit else -1, -card))


def _cards(words: Words, cards: Sequence[Card], how: Detail) -> str:
    return say.counted(words, cards) if how.spoken else say.cards(words, cards)


def _trick(
    words: Words, trick: TrickView, names: Names | None, how: Detail, key: str, *, done: bool, **facts: object
) -> Iterator[str]:
    """Say a trick play by play, and who wins it."""
    plays = [_play(words, play, names, how, led=not at) for at, play in enumerate(trick.plays)]
    yield words.say(key, plays=words.say("list.parts").join(plays), **facts)
    if trick.winner is not None:
        points = words.say("count.points", count=trick.points)
        won = "alt.won" if done else "alt.winning"
        yield words.say(won, name=name(words, names, trick.winner), points=points)


def _play(words: Words, play: PlayView, names: Names | None, how: Detail, *, led: bool) -> str:
    """Say one play; of a throw that failed also what was tried."""
    who, shown = name(words, names, play.seat), _cards(words, play.cards, how)
    if play.attempt:
        return words.say("alt.failed", name=who, attempt=_cards(words, play.attempt, how), cards=shown)
    return words.say("alt.led" if led else "alt.play", name=who, cards=shown)


def failed_throw(words: Words, view: View, names: Names | None) -> str:
    """Return which throw failed in the trick that lies on the table; nothing if none did."""
    failed = (play for play in view.trick.plays if play.attempt)
    told = (_play(words, play, names, Detail(spoken=False), led=True) for play in failed)
    return next((words.say("alt.sentence", words=one) for one in told), "")


def table_parts(words: Words, view: View, names: Names | None, how: Detail) -> Iterator[str]:
    """Yield what a table picture shows, sentence by sentence."""
    if view.deal_number:
        yield words.say("alt.deal", number=view.deal_number)
    if view.phase is PhaseName.FINISHED and view.result is not None:
        yield from ended(words, view, view.result, names)
        return
    parts = score_parts(words, view, names)
    yield words.say("alt.sentence", words=words.say("list.parts").join(parts if how.extras else parts[:3]))
    yield from _shown(words, view, names, how)
    if how.trick:
        yield from _on_table(words, view, names, how)
    if how.extras and names and len(set(view.hand_sizes)) == 1:  # else they stand beside their numbers of cards
        yield words.say("alt.seated", names=words.listed(name(words, names, seat) for seat in range(len(view.levels))))
    if how.extras and view.hand_sizes and any(view.hand_sizes):
        yield words.say("alt.in_hand", counts=_in_hand(words, view, names))
    if how.extras:
        yield from _taken(words, view, names)
    yield waiting(words, view, names)


def ended(words: Words, view: View, result: DealResult, names: Names | None) -> Iterator[str]:
    """Yield what the picture of a result shows: what was played, and how it ended, each a sentence."""
    yield words.say("alt.sentence", words=trump(words, view))
    others = [seat for seat in range(view.rules.players) if seat not in result.declarers]
    sides = {"declarers": all_of(words, names, result.declarers), "opponents": all_of(words, names, others)}
    yield words.say("alt.sides", **sides)
    for line in result_lines(words, result, names, kitty=_in_order(words, view, result.kitty)):
        yield line if line.endswith(_ENDS) else words.say("alt.sentence", words=line)
    yield from _taken(words, view, names)


def _in_order(words: Words, view: View, cards: Sequence[Card]) -> str:
    """Return cards as the picture has them, from high to low, those of one printed suit that lie together as one."""
    runs = groupby(_sorted(view, cards), lambda card: card.suit)
    return words.listed(say.cards(words, list(run)) for _, run in runs)


def _shown(words: Words, view: View, names: Names | None, how: Detail) -> Iterator[str]:
    """Say what was declared, turned up or called."""
    yield from _declared(words, view, names, how)
    if view.kitty_turned:
        yield words.say("alt.turned", cards=_cards(words, view.kitty_turned, how))
    yield from sides(words, view, names)


def _declared(words: Words, view: View, names: Names | None, how: Detail) -> Iterator[str]:
    """Say what was declared, in turn, as long as it can be overruled, and who has passed; in haste what stands."""
    if view.phase not in _BIDDING:
        return
    made = view.declarations if how.extras else view.declarations[-1:]
    if made:
        shown = (
            words.say("alt.play", name=name(words, names, one.seat), cards=_cards(words, one.cards, how))
            for one in made
        )
        yield words.say("alt.declared", plays=words.say("list.parts").join(shown))
    maker = made[-1].seat if made and view.phase is PhaseName.DECLARING else None
    passed = [seat for seat, one in enumerate(view.passed) if one and seat != maker]
    if passed and how.extras:
        yield words.say(f"alt.passed.{view.declining}", names=all_of(words, names, passed))


def _on_table(words: Words, view: View, names: Names | None, how: Detail) -> Iterator[str]:
    if view.trick.plays:
        number = len(view.tricks) + 1
        yield from _trick(words, view.trick, names, how, "alt.trick_numbered", done=False, number=number)
    elif view.tricks:
        number = len(view.tricks)
        yield from _trick(words, view.tricks[-1], names, how, "alt.last_trick", done=True, number=number)


def _taken(words: Words, view: View, names: Names | None) -> Iterator[str]:
    """Say which points each seat has taken, where that is shown because sides are not fixed."""
    if view.rules.teams is Teams.FIXED or view.opponents_points is None:
        return  # while nobody's side is known the points stand beside the score
    seats = [(seat, points) for seat, points in enumerate(view.points) if points]
    if seats:
        told = (words.say("alt.points_of", name=name(words, names, seat), points=points) for seat, points in seats)
        yield words.say("alt.taken", points=words.say("list.separator").join(told))


def _in_hand(words: Words, view: View, names: Names | None) -> str:
    """Say how many cards each seat holds; once, where all hold the same."""
    if len(set(view.hand_sizes)) == 1:
        return words.say("alt.count_each", count=view.hand_sizes[0])
    items = (
        words.say("alt.count_of", name=name(words, names, seat), count=n) for seat, n in enumerate(view.hand_sizes)
    )
    return words.say("list.separator").join(items)
