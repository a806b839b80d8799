"""A table's facts tell what its deals count for, what is hidden, who sits where and whether one person plays alone."""

from dataclasses import replace

import pytest
from game_walk import people_at

from bot.ids import EventMatchId, LeagueId, UserId
from bot.play.values.stored_table import DealSecret, PanelHandle
from bot.play.values.table_info import (
    Computer,
    OpenProposal,
    Person,
    Proposal,
    ProposalKind,
    TableStatus,
    format_occupant,
    parse_occupant,
)
from engine.deal.fair_shuffle import Proof
from engine.model.presets import preset, preset_with
from engine.model.seats import Seat
from engine.players.levels import ORACLE

PEOPLE = people_at(preset("standard"))
A, B, C, D = PEOPLE.seats
K, SEER = Computer("expert", 1), Computer(ORACLE, 2)
IN_LEAGUE, IN_EVENT = {"league": LeagueId(7)}, {"event_match": EventMatchId(7)}


@pytest.mark.parametrize(
    ("seats", "alone", "computers_only", "oracle"),
    [
        ((A, B, C, D), False, False, False),
        ((A, B, K, K), False, False, False),
        ((A, K, K, K), True, False, False),
        ((A, K, K, None), False, False, False),
        ((K, K, K, K), False, True, False),
        ((K, K, K, None), False, False, False),
        ((A, K, SEER, K), True, False, True),
        ((SEER, K, K, K), False, True, True),
    ],
)
def test_occupants_decide_whether_one_person_or_only_computers_play(seats, alone, computers_only, oracle):
    table = replace(PEOPLE, seats=seats)
    assert (table.is_alone, table.is_computers_only, table.has_oracle) == (alone, computers_only, oracle)
    assert table.may_undo is alone


@pytest.mark.parametrize(
    ("changes", "starts_friendly", "has_ladder", "may_undo"),
    [
        ({}, False, True, False),
        ({"seats": (A, K, K, K)}, True, True, True),
        ({"is_friendly": True}, True, False, False),
        (IN_LEAGUE, False, True, False),
        (IN_LEAGUE | {"seats": (A, K, K, K), "is_friendly": True}, False, True, False),
        (IN_EVENT, False, False, False),
        (IN_EVENT | {"seats": (A, K, K, K), "is_friendly": True}, False, False, False),
        (IN_EVENT | IN_LEAGUE, False, True, False),
    ],
)
def test_purpose_decides_what_deals_change(changes, starts_friendly, has_ladder, may_undo):
    table = replace(PEOPLE, **changes)
    assert (table.starts_friendly, table.has_ladder, table.may_undo) == (starts_friendly, has_ladder, may_undo)


@pytest.mark.parametrize(
    ("reveal", "status", "hidden"),
    [
        ("yes", TableStatus.PLAYING, False),
        ("no", TableStatus.PLAYING, True),
        ("no", TableStatus.OVER, False),
        ("no", TableStatus.CLOSED, True),
    ],
)
def test_kitty_is_hidden_until_the_match_is_over(reveal, status, hidden):
    rules = preset_with("standard", reveal_kitty=reveal)
    assert replace(PEOPLE, rules=rules, status=status).is_kitty_hidden is hidden


def test_new_table_is_neither_paused_nor_friendly_nor_sealed():
    assert [PEOPLE.paused, PEOPLE.is_friendly, PEOPLE.is_sealed, PEOPLE.is_board] == [False] * 4
    assert replace(PEOPLE, first_declarer=Seat(0)).is_board
    assert [PEOPLE.seat_of(UserId(user)) for user in (101, 104, 105)] == [0, 3, None]


def test_new_occupant_takes_over_neither_votes_nor_proposals():
    kinds = ProposalKind.CLOSE, ProposalKind.RESUME, ProposalKind.COMPUTER, ProposalKind.NEWCOMER
    close, resume, here, there = (Proposal(kind) for kind in kinds)
    here, there = replace(here, seat=Seat(1)), replace(there, seat=Seat(2), newcomer=UserId(9))
    voted = tuple(OpenProposal(*one) for one in (
        (close, frozenset({0, 1})), (resume, frozenset({1})), (here, frozenset({0})), (there, frozenset()),
    ))  # fmt: skip
    ready = ((Seat(1), "mine"), (Seat(3), "other"))
    table = replace(PEOPLE, proposals=voted, ready=ready).with_occupant(1, K)
    assert table.seats == (A, K, C, D)
    assert table.proposals == (OpenProposal(close, frozenset({0})), OpenProposal(there))
    assert table.ready == ready[1:]


@pytest.mark.parametrize(("occupant", "text"), [(A, "u:101"), (K, "c:expert:1"), (Person(UserId(0)), "u:0")])
def test_occupant_is_read_back_from_its_text(occupant, text):
    assert (format_occupant(occupant), parse_occupant(text)) == (text, occupant)


@pytest.mark.parametrize("text", ["", "u", "u:", "x:1", "c:expert", "c:expert:x", "u:1:2"])
def test_text_of_no_occupant_is_refused(text):
    with pytest.raises(ValueError, match=r"not an occupant|invalid literal"):
        parse_occupant(text)


def test_proof_without_a_cut_has_an_empty_cut():
    secret = DealSecret(3, b"secret", "promised")
    assert secret.proof == Proof("promised", b"secret", "")
    assert replace(secret, cut="cut").proof == Proof("promised", b"secret", "cut")


def test_token_of_a_panel_is_never_shown():
    handle = PanelHandle(PEOPLE.id, UserId(5), "a credential", 7.0)
    assert "credential" not in f"{handle} {handle!r}"
