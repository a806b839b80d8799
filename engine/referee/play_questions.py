"""Questions about leads, throws, follows and the winner of a trick."""

from typing import Any, Final

from engine.cards_in_play.follows import check_follow, find_required_cards, forced_follow, legal_follows
from engine.cards_in_play.leads import Lead, check_held, read_lead
from engine.cards_in_play.safe_throws import count_unseen, find_beatable_units
from engine.cards_in_play.throws import ThrowOutcome, check_throw
from engine.cards_in_play.trick import beats, find_winner, matches_lead
from engine.model.cards import Card
from engine.model.errors import IllegalAction, Reason
from engine.model.seats import Seat
from engine.referee.decode import InvalidQuestion, Question, check_size, read_bool, read_cards, read_list, read_number
from engine.referee.encode import REFUSED, card_texts, judge, refusal_to_json
from engine.referee.question_kind import QuestionKinds

_MOST_PLAYS: Final = 10_000
_USUAL_PLAYS: Final = 100
_NAMES: Final = {1: "single", 2: "pair", 3: "triple", 4: "quadruple"}
_LEAD: Final = {
    "lead_cards": "what was led",
    "lead_units?": "the units it was led as",
    "played?": "cards of earlier tricks",
}
_OTHERS: Final = {
    "other_hands?": "the other hands in play order; those left out are empty",
    "opponent_hands?, partner_hand?": "instead: opponents in play order and partner",
    "partner_hands?": "instead of `partner_hand`, where there are several, in play order",
}
_CLUBS: Final = {"trump": {"rank": "7", "suit": "C"}}
KINDS: Final = QuestionKinds()


def _name_kind(lead: Lead) -> str:
    if lead.is_rainbow:
        return "rainbow"
    if lead.is_throw:
        return "throw"
    width, length = lead.shape[0][:2]
    return "tractor" if length > 1 else _NAMES.get(width, "tuple")


def _read_lead_from_hand(question: Question) -> Lead:
    play = question.get_cards("play")
    if question.has("hand"):
        check_held(question.get_cards("hand"), play)
    return question.get_lead("play")


@KINDS.add(
    "whether cards may be led; without other hands, whether they are one unit",
    {
        "play": "cards",
        "hand?": "the leader's hand",
        "lead_units?": "the units it is led as",
        **_OTHERS,
        "played?, kitty?": "with throws_safe_only: all cards played, and those that the leader has buried",
    },
    {"legal": "true or false", "kind": "single pair triple quadruple tuple tractor throw rainbow", **REFUSED},
    {**_CLUBS, "input": {"play": ["S3", "S3"], "hand": ["S3", "S3", "S4"]}},
)
def _answer_lead_legal(question: Question) -> dict[str, Any]:
    try:
        lead = _read_lead_from_hand(question)
    except IllegalAction as refused:
        return {"legal": False, "kind": None, **refusal_to_json(refused)}
    if lead.is_throw and question.rules.throws_safe_only:
        return _judge_safe_throw(lead, question)
    if lead.is_throw:
        return _judge_throw_lead(lead, question)
    return {"legal": True, "kind": _name_kind(lead)}


def _judge_safe_throw(lead: Lead, question: Question) -> dict[str, Any]:
    """Judge a throw by what its leader has seen. Each card that the leader has not seen may be in any other hand."""
    rules = question.rules
    seen = [*question.get("hand", read_cards)]
    for name in ("played", "kitty"):
        seen += question.get(name, read_cards, ())
    unseen = count_unseen(question.check_copies(tuple(seen)), rules)
    found = set(find_beatable_units(lead, list(unseen.elements()), question.trump, rules, may_be_void=True))
    unsafe = [card_texts(unit.cards) for unit in lead.units if unit in found]
    if not unsafe:
        return {"legal": True, "kind": "throw"}
    return {"legal": False, "kind": "throw", "reason": Reason.UNSAFE_THROW.value, "facts": {"units": unsafe}}


def _judge_throw_lead(lead: Lead, question: Question) -> dict[str, Any]:
    """Judge a throw by the other hands. If the question gives none, refuse the throw as `several_units`."""
    units = {"facts": {"units": [card_texts(one) for one in lead.groups]}}
    if not (question.has("other_hands") or question.has("opponent_hands")):
        return {"legal": False, "kind": None, "reason": "several_units", **units}
    outcome = _judge_throw(lead, question)
    if outcome.stands:
        return {"legal": True, "kind": "throw"}
    facts = {"played": card_texts(outcome.lead.cards), "beater": outcome.beater}
    return {"legal": False, "kind": "throw", "reason": "throw_can_be_beaten", "facts": facts}


def _read_hands(value: object) -> list[tuple[Card, ...]]:
    return [read_cards(one) for one in read_list(value)]


def _read_other_hands(question: Question) -> list[tuple[Card, ...]]:
    """Return the other hands in play order. Opponents and partners alternate, and a hand that is not given is empty."""
    if question.has("other_hands"):
        others = question.get("other_hands", _read_hands)
    else:
        theirs = question.get("opponent_hands", _read_hands)
        partners = [question.get("partner_hand", read_cards)] if question.has("partner_hand") else []
        partners = question.get("partner_hands", _read_hands, partners)
        others = [hand for at, one in enumerate(theirs) for hand in (one, *partners[at : at + 1])]
    if len(others) > question.rules.players - 1:
        raise InvalidQuestion("too_many", f"{len(others)} other hands for {question.rules.players} players")
    return [question.check_copies(hand) for hand in others] + [()] * (question.rules.players - 1 - len(others))


def _judge_throw(lead: Lead, question: Question) -> ThrowOutcome:
    return check_throw(lead, Seat(0), [lead.cards, *_read_other_hands(question)], question.trump, question.rules)


@KINDS.add(
    "what becomes of a throw",
    {"play": "cards", "hand?": "the leader's hand", "lead_units?": "the units it is led as", **_OTHERS},
    {
        "throw_stands": "true or false",
        "played": "what is played",
        "returned_cards": "what goes back",
        "penalty_points_to_other_team": "card points",
        "beater": "seat from the leader on, or null",
        "must_beat": "seat that must beat it, or null",
    },
    {**_CLUBS, "input": {"play": ["SA", "SQ"], "other_hands": [["SK"], [], []]}},
)
def _answer_throw(question: Question) -> dict[str, Any]:
    try:
        lead = _read_lead_from_hand(question)
    except IllegalAction as refused:
        return {"throw_stands": False, "played": [], **refusal_to_json(refused)}
    outcome = _judge_throw(lead, question)
    return {
        "throw_stands": outcome.stands,
        "played": card_texts(outcome.lead.cards),
        "returned_cards": card_texts(outcome.returned),
        "penalty_points_to_other_team": outcome.penalty,
        "beater": outcome.beater,
        "must_beat": outcome.must_beat,
    }


def _read_must_beat(question: Question) -> bool:
    return question.get("must_beat", read_bool, False)


@KINDS.add(
    "whether cards may follow",
    {**_LEAD, "hand": "the follower's hand", "play": "cards", "must_beat?": "must beat a failed throw's unit"},
    {"legal": "true or false", **REFUSED},
    {**_CLUBS, "input": {"lead_cards": ["S3"], "hand": ["S4", "C4"], "play": ["C4"]}},
)
def _answer_follow_legal(question: Question) -> dict[str, Any]:
    lead, hand, play = question.get_lead(), question.get_cards("hand"), question.get_cards("play")
    must = _read_must_beat(question)
    return judge(lambda: check_follow(hand, lead, play, question.trump, question.rules, must_beat=must))


def _read_follow_hand(question: Question, lead: Lead) -> tuple[Card, ...]:
    hand = question.get_cards("hand")
    if len(hand) < lead.size:
        raise InvalidQuestion("too_few", f"{len(hand)} cards cannot follow {lead.size}")
    return hand


@KINDS.add(
    "all plays that may follow, lowest first",
    {**_LEAD, "hand": "the follower's hand", "limit?": "most plays wanted, 100", "must_beat?": "as above"},
    {"plays": "lists of cards", "more": "whether there are more", "required": "cards of the suit and units required"},
    {**_CLUBS, "input": {"lead_cards": ["S3"], "hand": ["S4", "S5", "C4"]}},
)
def _answer_follow_options(question: Question) -> dict[str, Any]:
    lead = question.get_lead()
    hand = _read_follow_hand(question, lead)
    limit = question.get("limit", lambda value: read_number(value, 1, _MOST_PLAYS), _USUAL_PLAYS)
    rules, trump = question.rules, question.trump
    plays = list(legal_follows(hand, lead, trump, rules, limit + 1, must_beat=_read_must_beat(question)))
    asked = find_required_cards(hand, lead, trump, rules)
    return {
        "plays": [card_texts(play) for play in plays[:limit]],
        "more": len(plays) > limit,
        "required": {"cards_of_suit": asked.number, "units": [card_texts(one) for one in asked.units]},
    }


@KINDS.add(
    "the only play that may follow",
    {**_LEAD, "hand": "the follower's hand", "must_beat?": "as above"},
    {"forced_play": "cards, or null where there is a choice"},
    {**_CLUBS, "input": {"lead_cards": ["S3"], "hand": ["S4", "C4"]}},
)
def _answer_follow_exact(question: Question) -> dict[str, Any]:
    lead = question.get_lead()
    hand = _read_follow_hand(question, lead)
    forced = forced_follow(hand, lead, question.trump, question.rules, must_beat=_read_must_beat(question))
    return {"forced_play": None if forced is None else card_texts(forced)}


@KINDS.add(
    "who wins a trick",
    {"plays": "player and cards, in order", "lead_units?": "the units of the lead", "played?": "earlier cards"},
    {"winner": "the player"},
    {**_CLUBS, "input": {"plays": [{"player": 2, "cards": ["S3"]}, {"player": 3, "cards": ["S4"]}]}},
)
def _answer_trick_winner(question: Question) -> dict[str, Any]:
    plays = question.get_trick("plays")
    lead = read_lead(plays[0][1], question.trump, question.rules, question.get_grouping(), question.gone)
    won = find_winner(lead, [made for _, made in plays], question.trump, question.rules)
    return {"winner": plays[won][0]}


@KINDS.add(
    "whether a play takes the trick from the best so far",
    {**_LEAD, "best": "cards", "new": "cards"},
    {"beats": "true or false"},
    {**_CLUBS, "input": {"lead_cards": ["S3"], "best": ["S4"], "new": ["C3"]}},
)
def _answer_beats(question: Question) -> dict[str, Any]:
    lead, best, new = question.get_lead(), question.get_cards("best"), question.get_cards("new")
    check_size(lead, best)
    check_size(lead, new)
    if not matches_lead(lead, best, question.trump, question.rules):
        raise InvalidQuestion("impossible_best", "the best play so far matches the lead, in its suit or in trumps")
    question.check_copies((*best, *new) if sorted(best) == sorted(lead.cards) else (*lead.cards, *best, *new))
    return {"beats": beats(lead, best, new, question.trump, question.rules)}
