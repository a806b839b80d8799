"""A fair shuffle that anyone can check: a secret is promised, a player cuts, the secret is shown after the deal.

The secret comes in from outside (at least 16 bytes nobody else knows); nothing here draws chance of its own.

1. Before the deal the table publishes `commitment(secret)`, the SHA-256 of the secret.
2. A player says any words: the cut.
3. Both make a stream of bytes: block i is
   HMAC-SHA256(key=secret, message=i as 8 bytes, big end first, then the cut in utf-8).
4. The pack, in the order of `pack`, is shuffled from its end to its start (Fisher-Yates); each number below n is the
   next 4 bytes of the stream, big end first, skipped while not below the greatest multiple of n under 2**32, modulo n.
5. The next such number below `players` is the seat that draws first where chance decides it.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.actions import Deal
from engine.cards import BIG_JOKER, LITTLE_JOKER, SUITS, Card, Rank, card
from engine.rules import Rules
from engine.seats import Seat

SHORTEST_SECRET: Final = 16
"""Bytes that a secret has at least: fewer could be guessed from the commitment."""
_WORDS: Final = 2**32


@dataclass(frozen=True, slots=True)
class Proof:
    """All that fixes a shuffle: what was promised, the secret behind it, and the player's cut.

    `commitment` is hexadecimal.
    """

    commitment: str
    secret: bytes
    cut: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What came of it: the order of the pack, first card drawn first, and the seat that chance chose."""

    order: tuple[Card, ...]
    first: Seat


def commitment(secret: bytes) -> str:
    """Return what is published before the deal: the secret's SHA-256, hexadecimal.

    Raises:
        ValueError: the secret is shorter than `SHORTEST_SECRET` bytes.
    """
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"a secret has at least {SHORTEST_SECRET} bytes, not {len(secret)}")
    return hashlib.sha256(secret).hexdigest()


def pack(rules: Rules) -> tuple[Card, ...]:
    """Return the whole pack unshuffled: deck by deck S, H, C, D, ranks rising; little jokers, big ones."""
    deck = tuple(card(suit, rank) for suit in SUITS for rank in Rank if rank >= rules.low_cut)
    little, big = rules.joker_counts
    return deck * rules.decks + (LITTLE_JOKER,) * little + (BIG_JOKER,) * big


def shuffle(rules: Rules, secret: bytes, cut: str = "") -> Shuffle:
    """Return the order of the pack, and the seat drawn by chance, that `secret` and `cut` make.

    Raises:
        ValueError: the secret is too short.
    """
    commitment(secret)
    words = _words(secret, cut)
    cards = list(pack(rules))
    for last in range(len(cards) - 1, 0, -1):
        other = _below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    return Shuffle(tuple(cards), Seat(_below(rules.players, words)))


def fair_deal(rules: Rules, secret: bytes, cut: str = "", declarer: Seat | None = None) -> Deal:
    """Return the deal that `secret` and `cut` make; `declarer` draws first where he is known before.

    Raises:
        ValueError: the secret is too short.
    """
    shuffled = shuffle(rules, secret, cut)
    return Deal(shuffled.order, shuffled.first if declarer is None else declarer)


def verify(rules: Rules, proof: Proof, deal: Deal, declarer: Seat | None = None) -> bool:
    """Tell whether `deal` is the one that was promised; `declarer` is the one known before the deal, if any."""
    if len(proof.secret) < SHORTEST_SECRET or commitment(proof.secret) != proof.commitment.lower():
        return False
    return fair_deal(rules, proof.secret, proof.cut, declarer) == deal


def _words(secret: bytes, cut: str) -> Iterator[int]:
    said = cut.encode()
    block = 0
    while True:
        bytes_ = hmac.digest(secret, block.to_bytes(8, "big") + said, "sha256")
        yield from (int.from_bytes(bytes_[i : i + 4], "big") for i in range(0, len(bytes_), 4))
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Return an unbiased number below `limit`: words past its last whole multiple are thrown away."""
    end = _WORDS - _WORDS % limit
    return next(word for word in words if word < end) % limit
