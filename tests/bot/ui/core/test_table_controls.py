"""IDs of controls can be read back, and stay within Discord's limit. Malformed IDs are not accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ids import TableId
from bot.ui.core.interactions.table_controls import ControlVerb, TableControlId, table_control_id
from bot.ui.core.messages.custom_id_codec import decode_cards, encode_cards
from bot.ui.core.messages.discord_limits import MAX_CUSTOM_ID_LENGTH
from engine.model.cards import ALL_FACES, Card, parse_cards
from engine.model.seats import Seat
from tests.everyday import law
from tests.table_control_ids import parse_table_control_id

faces = st.sampled_from(ALL_FACES)


@law(100)
@given(
    st.integers(1, 10**9),
    st.sampled_from(ControlVerb),
    st.lists(faces, max_size=40),
    st.none() | st.integers(0, 11),
    st.none() | st.integers(0, 10**5),
)
def test_id_round_trip(table, verb, cards, seat, task):
    made = TableControlId(TableId(table), None if seat is None else Seat(seat), task, verb, encode_cards(cards))
    assert len(str(made)) <= MAX_CUSTOM_ID_LENGTH
    assert parse_table_control_id(str(made)) == made
    assert parse_table_control_id(str(made)).cards == tuple(cards)


def test_every_face_has_its_own_code():
    assert len(set(encode_cards(ALL_FACES))) == len(ALL_FACES) == 54
    assert decode_cards(encode_cards(ALL_FACES)) == ALL_FACES


def test_id_that_is_too_long_is_not_built():
    with pytest.raises(ValueError, match="characters"):
        table_control_id(TableId(10**9), ControlVerb.PLAY, encode_cards([Card(0)] * 90), seat=Seat(3), task=10**5)


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
        "t1:1:0:5:play:A B",
        f"t1:{2**63}:::join:",
    ],
)
def test_unknown_id_is_none(text):
    assert parse_table_control_id(text) is None


def test_argument_without_cards_is_refused():
    with pytest.raises(ValueError, match="not cards"):
        decode_cards("A B")


@law(100)
@given(st.lists(faces, max_size=12))
def test_cards_survive_round_trip(cards):
    assert decode_cards(encode_cards(parse_cards(" ".join(map(str, cards))))) == tuple(cards)
