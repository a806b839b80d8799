"""Ids of controls: read back, never over the limit, never trusted."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.occupants import TableId
from bot.ui.ids import LONGEST, Id, Verb, card_codes, parse, read_cards
from engine.cards import ALL_FACES, Card, parse_cards
from engine.seats import Seat

faces = st.sampled_from(ALL_FACES)


@settings(deadline=None)
@given(
    st.integers(1, 10**9),
    st.sampled_from(Verb),
    st.lists(faces, max_size=40),
    st.none() | st.integers(0, 11),
    st.none() | st.integers(0, 10**5),
)
def test_what_is_written_is_read_back(table, verb, cards, seat, task):
    made = Id(TableId(table), verb, card_codes(cards), None if seat is None else Seat(seat), task)
    assert len(str(made)) <= LONGEST
    assert parse(str(made)) == made
    assert parse(str(made)).cards == tuple(cards)


def test_every_face_has_its_own_sign():
    assert len(set(card_codes(ALL_FACES))) == len(ALL_FACES) == 54
    assert read_cards(card_codes(ALL_FACES)) == ALL_FACES


def test_an_id_that_discord_would_refuse_is_not_made():
    with pytest.raises(ValueError, match="characters"):
        str(Id(TableId(10**9), Verb.PLAY, card_codes([Card(0)] * 90), Seat(3), 10**5))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "t1",
        "t0:1:::join:",
        "t1:x:::join:",
        "t1:1:::jump:",
        "t1:1:a::play:",
        "t1:1:::join",
        "tt:play:1:2:3",
        "t1:1:::join:a:b",
    ],
)
def test_what_is_no_id_of_ours_is_none(text):
    assert parse(text) is None


def test_an_argument_that_holds_no_cards_is_refused():
    with pytest.raises(ValueError, match="not cards"):
        read_cards("A B")


@settings(deadline=None)
@given(st.lists(faces, max_size=12))
def test_cards_of_a_text_survive(cards):
    assert read_cards(card_codes(parse_cards(" ".join(map(str, cards))))) == tuple(cards)
