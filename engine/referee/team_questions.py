"""Questions about sides, which depend on called friends or on the holders of a called ten."""

from collections.abc import Sequence
from typing import Any, Final

from engine.deal.friends import check_calls, find_joined
from engine.model.actions import FriendCall
from engine.model.cards import Card
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.referee.decode import InvalidQuestion, Question, quote, read_card, read_list, read_number, read_object
from engine.referee.encode import REFUSED, judge
from engine.referee.question_kind import QuestionKinds

_MOST_COPIES: Final = 100
_FRIENDS: Final = {"rules": {"preset": "looking-for-friends"}, "trump": {"rank": "7", "suit": "C"}}
KINDS: Final = QuestionKinds()


def _read_copy(value: object) -> int:
    return read_number(value, 1, _MOST_COPIES)


def _read_call(value: object) -> FriendCall:
    if isinstance(value, str):
        return FriendCall(read_card(value))
    called = read_object(value)
    return FriendCall(read_card(called.get("card")), _read_copy(called.get("copy", 1)))


@KINDS.add(
    "whether these friends may be called",
    {"calls": "cards, or card and copy"},
    {"legal": "true or false", **REFUSED},
    {**_FRIENDS, "input": {"calls": [{"card": "HA", "copy": 2}]}},
)
def _answer_friend_call_legal(question: Question) -> dict[str, Any]:
    if question.rules.teams is not Teams.FRIENDS:
        raise InvalidQuestion("bad_value", "friends are called only with teams = friends")
    calls = [_read_call(one) for one in question.get("calls", read_list)]
    return judge(lambda: check_calls(calls, question.trump, question.rules))


@KINDS.add(
    "who is on whose side",
    {
        "caller, holders_of_called_ten": "hidden ten: a player, and the tens of each by player",
        "declarer, called_card, copy?, plays_of_called_card_in_order": "friends: players in order; the first copy",
        "declarer, calls, plays": "friends: calls and plays, player and cards, in order",
    },
    {"declarers, defenders": "players", "opponents, attackers": "players", "partner, joined": "who joined"},
    {**_FRIENDS, "input": {"declarer": 0, "called_card": "HA", "plays_of_called_card_in_order": [3]}},
)
def _answer_teams(question: Question) -> dict[str, Any]:
    match question.rules.teams:
        case Teams.FRIENDS:
            return _answer_friends(question)
        case Teams.FIXED | Teams.THREE_PAIRS:
            rules, declarer = question.rules, question.get("declarer", question.read_seat)
            return _describe_sides([s for s in range(rules.players) if rules.are_partners(s, declarer)], rules)
        case Teams.HIDDEN_TEN:
            caller = question.get("caller", question.read_seat)
            holders = question.get("holders_of_called_ten", read_object)
            held = [_parse_seat(question, seat) for seat, tens in holders.items() if read_number(tens, 0)]
            return _describe_sides([caller, *held], question.rules)


def _parse_seat(question: Question, value: str) -> Seat:
    if not value.isdecimal() or len(value) > 2:  # noqa: PLR2004 - at most twelve players
        raise InvalidQuestion("bad_number", f"not a player: {quote(value)}")
    return question.read_seat(int(value))


def _describe_sides(declarers: Sequence[int], rules: Rules) -> dict[str, Any]:
    mine = sorted(set(declarers))
    others = [seat for seat in range(rules.players) if seat not in mine]
    return {"declarers": mine, "opponents": others, "defenders": mine, "attackers": others}


def _answer_friends(question: Question) -> dict[str, Any]:
    declarer = question.get("declarer", question.read_seat)
    if question.has("called_card"):
        called = question.get("called_card", read_card)
        calls = [FriendCall(called, question.get("copy", _read_copy, 1))]
        order = question.get("plays_of_called_card_in_order", read_list)
        plays: list[tuple[Seat, tuple[Card, ...]]] = [(question.read_seat(seat), (called,)) for seat in order]
    else:
        calls = [_read_call(one) for one in question.get("calls", read_list)]
        plays = [question.read_play(one) for one in question.get("plays", read_list)]
    question.check_copies(tuple(one for _, cards in plays for one in cards))
    found = find_joined(calls, plays, declarer, question.rules)
    sides = _describe_sides([declarer, *(seat for seat in found if seat is not None)], question.rules)
    return {"partner": next((seat for seat in found if seat is not None), None), "joined": list(found), **sides}
