"""A fair shuffle that anyone can check: commit to a secret, let a player cut, reveal the secret after the deal.

The caller supplies the secret, at least 16 bytes that nobody else knows. `engine/README.md` has the algorithm as a
program of its own. Changing the algorithm would make the proofs of earlier deals fail.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final

from engine.model.actions import Deal
from engine.model.cards import Card, build_pack
from engine.model.rules import Rules
from engine.model.seats import Seat

SHORTEST_SECRET: Final = 16
"""Minimum length in bytes: a shorter secret could be guessed from its commitment."""
_WORD_RANGE: Final = 2**32
_WORDS: Final = struct.Struct(">8I")


@dataclass(frozen=True, slots=True)
class Proof:
    """The secret and the player's cut, which determine a shuffle, and the hexadecimal commitment to the secret."""

    commitment: str
    secret: bytes
    cut: str


def commit_to(secret: bytes) -> str:
    """Return the secret's SHA-256 in hexadecimal, published before the deal. Raises ValueError for a short secret."""
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"a secret has at least {SHORTEST_SECRET} bytes, not {len(secret)}")
    return hashlib.sha256(secret).hexdigest()


def full_pack(rules: Rules) -> tuple[Card, ...]:
    """Return the unshuffled pack.

    It has S, H, C and D of each deck with rising ranks, then all little and then all big jokers. If some decks are
    shorter, the n-th deck has every face of which the pack has at least n copies.
    """
    return build_pack(rules.copies, rules.joker_counts)


def make_fair_deal(rules: Rules, secret: bytes, cut: str = "", declarer: Seat | None = None) -> Deal:
    """Return the deal that `secret` and `cut` determine. A known `declarer` draws first. Raises ValueError."""
    commit_to(secret)
    words = _random_words(secret, cut)
    cards = list(full_pack(rules))
    for last in range(len(cards) - 1, 0, -1):
        other = _number_below(last + 1, words)
        cards[last], cards[other] = cards[other], cards[last]
    return Deal(tuple(cards), _number_below(rules.players, words) if declarer is None else declarer)


def verify_deal(rules: Rules, proof: Proof, deal: Deal, declarer: Seat | None = None) -> bool:
    """Return whether `proof` is valid and determines `deal`. `declarer` is None if it was unknown before the deal."""
    if len(proof.secret) < SHORTEST_SECRET or commit_to(proof.secret) != proof.commitment.lower():
        return False
    return make_fair_deal(rules, proof.secret, proof.cut, declarer) == deal


def _random_words(secret: bytes, cut: str) -> Iterator[int]:
    cut_bytes = cut.encode()
    for block in count():
        yield from _WORDS.unpack(hmac.digest(secret, block.to_bytes(8, "big") + cut_bytes, "sha256"))


def _number_below(limit: int, words: Iterator[int]) -> int:
    """Return a random number below `limit`. Words that would make small numbers more likely are skipped."""
    end = _WORD_RANGE - _WORD_RANGE % limit
    return next(word for word in words if word < end) % limit
