"""A slow second version of the rules for following and winning, which tests compare with the engine.

It shares no code with the engine. Cards are strings. It tries every play and every grouping, however slow this is.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, product

PERMANENT = {"twos": ["2"], "twos_and_tens": ["2", "10"], "two_three_five": ["2", "3", "5"]}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = ["S", "H", "C", "D"]
FACES = [suit + rank for suit in SUITS for rank in RANKS] + ["LJ", "BJ"]


@dataclass(frozen=True)
class Table:
    """The rules and trumps on which following and winning depend."""

    rank: str | None
    suit: str | None
    level_cards: bool
    follow: str = "shapes_no_new_tractors"
    protect: bool = False
    permanent: str = "none"
    bridge: bool = True
    ace: bool = False
    gone: frozenset = frozenset()
    lowest: str = "2"
    jokers: tuple = (True, True)
    min_width: int = 2
    min_length: int = 2
    max_length: int = 99
    compare: str = "longest_unit"
    jokers_touch: bool = True
    levels_touch: bool = True
    pairs_draw: bool = True
    uneven: bool = False

    @cached_property
    def here(self):
        """The faces that can be in tractors. If all cards of some strength are played, their faces are left out."""
        pack = [
            face
            for face in FACES
            if (face == "LJ" and self.jokers[0])
            or (face == "BJ" and self.jokers[1])
            or (face not in {"LJ", "BJ"} and RANKS.index(face[1:]) >= RANKS.index(self.lowest))
        ]
        value = {face: (self.effective(face), self.strength(face)) for face in pack}
        return [face for face in pack if any(value[face] == value[other] and other not in self.gone for other in pack)]

    @cached_property
    def kinds(self):
        """The effective suit and the strength of each face."""
        return {face: (self.find_suit(face), self.find_strength(face)) for face in FACES}

    def effective(self, face):
        return self.kinds[face][0]

    def strength(self, face):
        return self.kinds[face][1]

    def find_suit(self, face):
        if face in {"LJ", "BJ"} or face[0] == self.suit:
            return "trump"
        if face[1:] in PERMANENT.get(self.permanent, []):
            return "trump"
        if self.permanent == "red_fives" and face in {"D5", "H5"}:
            return "trump"
        if self.level_cards and face[1:] == self.rank:
            return "trump"
        return face[0]

    def find_strength(self, face):
        """Return (class of the card, its place in that class). The stronger of two cards has the greater tuple."""
        if self.permanent == "red_fives" and face in {"D5", "H5"}:
            return (10, face == "H5")
        if face in {"LJ", "BJ"}:
            return (9, face == "BJ")
        trump_suit = face[0] == self.suit
        if self.level_cards and face[1:] == self.rank:
            return (8, trump_suit)
        if face[1:] in PERMANENT.get(self.permanent, []):
            return (4 + PERMANENT[self.permanent].index(face[1:]), trump_suit)
        return (1 if trump_suit else 0, RANKS.index(face[1:]))

    def touches(self, low, high):
        """Return whether `high` is the next card above `low`, so that both can be in one tractor."""
        if self.effective(low) != self.effective(high) or not self.strength(low) < self.strength(high):
            return False
        if low not in self.here or high not in self.here:
            return False
        if self.loose(low) or self.loose(high):
            return False
        edge = self.ace and self.level_cards and self.suit and self.strength(high) == (8, True)
        if edge and low == self.suit + "A":
            return True
        mine = [face for face in self.here if self.effective(face) == self.effective(low)]
        if any(self.strength(low) < self.strength(face) < self.strength(high) for face in mine):
            return False
        return self.bridge or not self.gap(low, high)

    def loose(self, face):
        """Return whether the rules forbid this joker or trump level card in tractors."""
        kind = self.strength(face)[0]
        return (kind == 9 and not self.jokers_touch) or (kind == 8 and not self.levels_touch)

    def gap(self, low, high):
        """Return whether a suit has a gap between two of its cards, because the rank in between is trump."""
        if self.strength(low)[0] > 1 or self.strength(high)[0] > 1:
            return False
        between = RANKS[RANKS.index(low[1:]) + 1 : RANKS.index(high[1:])]
        return any(self.strength(low[0] + rank)[0] > 1 for rank in between)

    def allows(self, width, length):
        return length == 1 or (width >= self.min_width and self.min_length <= length <= self.max_length)


# --- units -----------------------------------------------------------------------------------------------------------


def runs(table, faces, length):
    """Return all runs of `length` cards, in which each is the next above the one before."""
    found = [[face] for face in faces]
    for _ in range(length - 1):
        found = [[*run, face] for run in found for face in faces if table.touches(run[-1], face)]
    return found


def widths_of(width, length):
    """Return how many cards of each rank a unit has. For an uneven tractor, `width` already lists these numbers."""
    return list(width) if isinstance(width, tuple) else [width] * length


def cards_in(width, faces):
    """Return the cards of a unit, which is a group of equal cards or a tractor."""
    return [face for face, n in zip(faces, widths_of(width, len(faces)), strict=True) for _ in range(n)]


def size_of(kind):
    return sum(widths_of(*kind))


def is_uneven(kind):
    return isinstance(kind[0], tuple)


def parts_of(table, kind):
    """Split an uneven tractor into even tractors and groups of equal cards, largest first."""
    widths = list(kind[0])
    parts = []
    while widths:
        width, length = widths[0], 0
        while widths and widths[0] == width:
            widths.pop(0)
            length += 1
        parts += [(width, length)] if table.allows(width, length) else [(width, 1)] * length
    return sorted(parts, key=lambda part: (size_of(part), part[0]), reverse=True)


def ways(table, cards, kind, exact=None):
    """Return each unit of this kind that the cards contain, as a list of faces.

    `exact` may give the number of copies of each face. A pair, triple or tractor must then use all copies of its faces.
    """
    if is_uneven(kind):
        there, widths = Counter(cards), kind[0]
        every = [dict(zip(run, widths, strict=True)) for run in runs(table, list(there), len(widths))]
        fitting = [unit for unit in every if all(there[face] >= unit[face] for face in unit)]
        return [list(unit) for unit in fitting if exact is None or all(exact[face] == unit[face] for face in unit)]
    width, length = kind
    held = Counter(cards)
    faces = [face for face in held if held[face] >= width and (exact is None or width == 1 or exact[face] == width)]
    return runs(table, faces, length)


def fillings(table, cards, shape, exact=None):
    """Yield each choice of cards that makes the shape, as a list with (kind, faces) for each unit."""
    if not shape:
        yield []
        return
    kind, rest = shape[0], shape[1:]
    for run in ways(table, cards, kind, exact):
        left = list((Counter(cards) - Counter(cards_in(kind[0], run))).elements())
        for more in fillings(table, left, rest, exact):
            yield [(kind, run), *more]


def fills(table, cards, shape, exact=None):
    units = [kind for kind in shape if kind != (1, 1)]
    return any(True for _ in fillings(table, cards, units, exact))


# --- alternatives ----------------------------------------------------------------------------------------------------


def all_cuts(table, n, kinds=None):
    kinds = kinds or [
        (w, length) for w in range(1, n + 1) for length in range(1, n // w + 1) if table.allows(w, length)
    ]
    if n == 0:
        yield ()
        return
    for at, kind in enumerate(kinds):
        if kind[0] * kind[1] <= n:
            for rest in all_cuts(table, n - kind[0] * kind[1], kinds[at:]):
                yield (kind, *rest)


@cache
def listed(table, n):
    """Return all shapes of n cards. Larger groups of equal cards come first, then longer tractors."""

    def key(shape):
        widths = sorted((width for width, length in shape for _ in range(length)), reverse=True)
        return widths, sorted(shape, reverse=True)

    return sorted(all_cuts(table, n), key=key, reverse=True)


@cache
def of_unit(table, kind):
    """Return the shapes with which one led unit may be followed. A hand must give the first one that it can."""
    if is_uneven(kind):
        in_parts = [tuple(shape) for shape in chain(table, parts_of(table, kind))]
        return in_parts if table.follow in {"tuples", "suit_only"} else [(kind,), *in_parts]
    width, length = kind
    n = width * length
    order = listed(table, n)
    if table.follow == "suit_only":
        return [((1, 1),) * n]
    from_led = order[order.index((kind,)) :]
    apart = order[order.index(((width, 1),) * length) :]
    apart = [shape for shape in apart if all(joined == 1 for _, joined in shape)]
    if table.follow == "shapes":
        return from_led
    if table.follow == "shapes_no_new_tractors":
        return from_led if length > 1 else apart
    if table.follow == "tuples":
        return apart
    assert table.follow in {"longest_tractor", "template"}

    def key(shape):
        longest = max(joined for _, joined in shape)
        return -longest, order.index(shape)

    def one_tractor(shape):
        tractors = [one for one in shape if one[1] > 1]
        return len(tractors) <= 1 and all(wide == width for wide, _ in tractors)

    return sorted((shape for shape in from_led if one_tractor(shape)), key=key)


def chain(table, shape):
    """Return the shapes with which a lead may be followed. A hand must give the first one that it can.

    Each shape is made from the one before by replacing one unit with its next alternative. The unit that has the most
    alternatives left is replaced. If several units have equally many, the largest of them is replaced.
    """
    queues = [list(of_unit(table, kind)) for kind in sorted(shape, key=size_of, reverse=True)]
    result = [[one for queue in queues for one in queue[0]]]
    while max(len(queue) for queue in queues) > 1:
        longest = max(queues, key=len)
        longest.pop(0)
        result.append([one for queue in queues for one in queue[0]])
    return result


# --- following -------------------------------------------------------------------------------------------------------


def legal_plays(table, hand, suit, shape):
    """Return all legal plays after a lead of `shape` in `suit`. Each play is a sorted tuple."""
    n = sum(map(size_of, shape))
    judge = Judge(table, tuple(sorted(hand)), suit, tuple(shape))
    return {play for play in set(combinations(sorted(hand), n)) if judge.legal(play)}


@dataclass(frozen=True)
class Judge:
    """Decides which plays of a hand are legal after a lead."""

    table: Table
    hand: tuple
    suit: str
    shape: tuple

    @cached_property
    def mine(self):
        return [card for card in self.hand if self.table.effective(card) == self.suit]

    @cached_property
    def drawn(self):
        """The cards of the led suit that the hand may have to play as groups.

        Without `pairs_draw`, a lead without a tractor does not force the hand to break up its tractors.
        """
        if self.table.pairs_draw or any(length > 1 for _, length in self.shape):
            return self.mine
        every = all_units(self.table, self.mine) if self.mine else []
        whole = {face for _, faces in every if len(faces) > 1 for face in faces}
        return [card for card in self.mine if card not in whole]

    @cached_property
    def asked(self):
        """The first shape of `chain` that the hand can give. The hand must play it."""
        exact = Counter(self.mine) if self.table.protect else None
        return next(one for one in chain(self.table, self.shape) if fills(self.table, self.drawn, one, exact))

    @cached_property
    def musts(self):
        return list(minimal_musts(self.table, self.drawn, self.shape))

    def has_minimal_match(self, play):
        """Return whether the play contains one of the sets of cards that `minimal_musts` yields.

        If the hand need not break up its tractors, the play may have other groups of the same sizes. Each group must
        then include all copies of its card in the hand.
        """
        if self.drawn == self.mine:
            return any(not Counter(must) - Counter(play) for must in self.musts)
        whole = [card for card in play if play.count(card) == self.mine.count(card)]
        return any(
            fills(self.table, whole, [(width, 1) for width in Counter(must).values()], Counter(self.mine))
            for must in self.musts
        )

    @cached_property
    def templates(self):
        """The only legal plays under the option `template`. None if the option does not decide the cards."""
        tractor = len(self.shape) == 1 and self.shape[0][1] > 1 and not is_uneven(self.shape[0])
        if self.table.follow != "template" or not tractor or ways(self.table, self.mine, self.shape[0], None):
            return None
        return templates(self.table, self.mine, self.shape[0])

    def legal(self, play):
        n = len(play)
        given = [card for card in play if self.table.effective(card) == self.suit]
        if len(self.mine) <= n:
            return sorted(given) == sorted(self.mine)
        if len(given) < n:
            return False
        if self.table.follow == "minimal":
            return self.has_minimal_match(play)
        if self.templates is not None:
            return play in self.templates
        if not self.table.protect:
            return fills(self.table, play, self.asked)
        # equal cards count as a pair or triple only if the play uses all copies of them in the hand
        left = Counter(self.mine) - Counter(play)
        return fills(self.table, [card for card in play if not left[card]], self.asked, Counter(self.mine))


def templates(table, mine, kind):
    """Return all plays that `template` allows. Each play has the strongest of the longest tractors, and low cards."""
    width, length = kind
    n = width * length
    segments = [[]]
    for longest in range(length - 1, 1, -1):
        if table.allows(width, longest) and (found := ways(table, mine, (width, longest), None)):

            def height(run):
                return [table.strength(face) for face in reversed(run)]

            top = max(map(height, found))
            segments = [run for run in found if height(run) == top]
            break
    results = set()
    for segment in segments:
        cards = [face for face in segment for _ in range(width)]
        left = Counter(mine) - Counter(cards)
        results |= {tuple(sorted(cards + more)) for more in lowest(table, left, width, n - len(cards))}
    return results


def lowest(table, left, width, wanted):
    """Yield all ways to take the lowest `wanted` cards. Groups of `width` equal cards come first, then smaller ones."""
    if not wanted:
        yield []
        return
    fitting = [face for face in left if wanted >= width <= left[face]]
    if not fitting:
        yield from lowest(table, left, width - 1, wanted)
        return
    strength = min(map(table.strength, fitting))
    for face in fitting:
        if table.strength(face) == strength:
            taken = [face] * width
            for more in lowest(table, left - Counter(taken), width, wanted - width):
                yield taken + more


def minimal_musts(table, mine, shape):
    """Yield each set of cards that the rule `minimal` can require.

    Source: 80 points in general terms, "recursive expansion".
    """
    held = Counter(mine)
    tractors = sorted((kind for kind in shape if kind[1] > 1), key=longest_first, reverse=True)
    whole = whole_tractors(table, held)
    for kind in filter(is_uneven, tractors):
        whole[kind] = ways(table, mine, kind, held)
    choices = list(product(*([None, *(run for run in whole.get(kind, []))] for kind in tractors)))
    valid = []
    for choice in choices:
        faces = [face for run in choice if run for face in run]
        if len(faces) == len(set(faces)):
            valid.append(choice)
    best = max([run is not None for run in choice] for choice in valid)
    for kind, matched in zip(tractors, best, strict=True):
        if is_uneven(kind) and not matched:
            others = list(shape)
            others.remove(kind)
            yield from minimal_musts(table, mine, (*others, *parts_of(table, kind)))
            return
    for choice in valid:
        if [run is not None for run in choice] == best:
            yield from minimal_tuples(held, tractors, choice, [kind for kind in shape if kind[1] == 1])


def longest_first(kind):
    """Return a sort key for tractors: length, smallest group of equal cards, sizes of the groups from low to high."""
    return kind[1], min(widths_of(*kind)), kind[0] if is_uneven(kind) else ()


def minimal_tuples(held, tractors, choice, tuples):
    used = [face for run in choice if run for face in run]
    cards = [face for kind, run in zip(tractors, choice, strict=True) if run for face in cards_in(kind[0], run)]
    pattern = [width for width, _ in tuples]
    for kind, run in zip(tractors, choice, strict=True):
        if run is None:
            pattern += [kind[0]] * kind[1]
    free = [face for face in held if face not in used]
    yield from minimal_step(held, cards, sorted(pattern, reverse=True), free)


def minimal_step(held, cards, pattern, free):
    """Yield cards that match the groups of `pattern`, largest first. A group that nothing matches is split."""
    if not pattern or pattern[0] == 1:
        yield cards
        return
    width, rest = pattern[0], pattern[1:]
    matching = [face for face in free if held[face] == width]
    if not matching:
        yield from minimal_step(held, cards, sorted([*rest, width - 1, 1], reverse=True), free)
    for face in matching:
        yield from minimal_step(held, cards + [face] * width, rest, [other for other in free if other != face])


def whole_tractors(table, held):
    """Return {kind: tractors that use all copies of their faces}, without parts of longer tractors."""
    found = {}
    for width in set(held.values()):
        faces = [face for face in held if held[face] == width]
        units = [
            (length, run)
            for length in range(2, len(faces) + 1)
            if table.allows(width, length)
            for run in runs(table, faces, length)
        ]
        for length, run in units:
            if not any(set(run) < set(other) for _, other in units):
                found.setdefault((width, length), []).append(run)
    return found


# --- groupings -------------------------------------------------------------------------------------------------------


def all_units(table, cards):
    """Return each unit that cards of one suit contain, as (width, faces)."""
    widest = max(Counter(cards).values())
    kinds = [(w, n) for w in range(1, widest + 1) for n in range(1, len(cards) + 1) if table.allows(w, n)]
    even = [(kind[0], tuple(run)) for kind in kinds for run in ways(table, cards, kind)]
    return even + (uneven_units(table, cards) if table.uneven else [])


def uneven_units(table, cards):
    """Return each tractor in the cards that has different numbers of cards of its ranks."""
    held, found = Counter(cards), []
    for length in range(2, len(held) + 1):
        for run in runs(table, list(held), length):
            every = product(*(range(1, held[face] + 1) for face in run))
            uneven = (widths for widths in every if len(set(widths)) > 1)
            found += [(widths, tuple(run)) for widths in uneven if all(table.allows(one, length) for one in widths)]
    return found


def partitions(table, cards):
    """Return all ways to divide cards of one suit into units. Each way is a sorted tuple of units."""
    if not cards:
        return {()}
    found = set()
    first = min(cards)
    for width, faces in all_units(table, cards):
        if first in faces:
            left = list((Counter(cards) - Counter(cards_in(width, faces))).elements())
            found |= {tuple(sorted([(width, faces), *rest], key=repr)) for rest in partitions(table, left)}
    return found


def maximal_partitions(table, cards):
    """Return only those groupings in which no units could be joined to a larger unit."""
    units = {tuple(sorted(cards_in(*unit))) for unit in all_units(table, cards)}

    def joinable(grouping):
        for number in range(2, len(grouping) + 1):
            for some in combinations(grouping, number):
                if tuple(sorted(face for unit in some for face in cards_in(*unit))) in units:
                    return True
        return False

    return {grouping for grouping in partitions(table, cards) if not joinable(grouping)}


# --- winning ---------------------------------------------------------------------------------------------------------


def tops(table, cards, shape):
    """Return the strengths of the units' highest cards, for each way in which the cards can form the led shape."""
    if len(cards) != sum(map(size_of, shape)):
        return []
    return [[table.strength(run[-1]) for _, run in filling] for filling in fillings(table, cards, shape)]


def compete(table, suit, cards):
    """Return 0 if all cards are of the led suit, 1 if all are trumps, None otherwise."""
    suits = {table.effective(card) for card in cards}
    if suits == {suit}:
        return 0
    return 1 if suits == {"trump"} else None


def winner(table, suit, units, plays):
    """Return the index of the winning play. `units` are those of the lead, as (width, faces), largest first."""
    shape = [(width, len(faces)) for width, faces in units]
    best, best_rank, best_tops = 0, 0, [table.strength(faces[-1]) for _, faces in units]
    for at, cards in enumerate(plays):
        rank = compete(table, suit, cards)
        found = tops(table, cards, shape)
        if at == 0 or rank is None or not found or rank < best_rank:
            continue
        if rank > best_rank or any(better(table, shape, mine, best_tops) for mine in found):
            best, best_rank = at, rank
            best_tops = max(canonical(shape, mine) for mine in found)
    return best


def canonical(shape, mine):
    """Return the units' highest strengths by kind, in the order of the lead, and within a kind from high to low."""
    result = []
    for kind in dict.fromkeys(shape):
        result += sorted((top for one, top in zip(shape, mine, strict=True) if one == kind), reverse=True)
    return result


def better(table, shape, mine, best):
    if len(shape) == 1 or table.compare == "longest_unit":
        return canonical(shape, mine)[0] > canonical(shape, best)[0]
    if table.compare == "highest_card":
        return max(mine) > max(best)
    if table.compare == "units_in_order":
        return canonical(shape, mine) > canonical(shape, best)
    return all(one > other for one, other in zip(canonical(shape, mine), canonical(shape, best), strict=True))
