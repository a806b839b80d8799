"""Questions about play: leads, throws, follows, winners."""

from collections.abc import Mapping
from typing import Any, Final

from engine.cards import Card
from engine.errors import IllegalAction
from engine.follows import check_follow, forced_follow, legal_follows, owed
from engine.leads import Lead, read_lead, require_held
from engine.referee.asking import Bad, Question, cards, items, mapping, number, truth
from engine.referee.kinds import Kind
from engine.referee.words import refusal, texts
from engine.seats import Seat
from engine.throws import ThrowOutcome, check_throw
from engine.trick import beats, winner

_MOST_PLAYS: Final = 10_000
_USUAL_PLAYS: Final = 100
_NAMES: Final = {1: "single", 2: "pair", 3: "triple", 4: "quadruple"}


def _kind_of(lead: Lead) -> str:
    if lead.is_rainbow:
        return "rainbow"
    if lead.is_throw:
        return "throw"
    width, length = lead.shape[0]
    return "tractor" if length > 1 else _NAMES.get(width, "tuple")


def _lead_legal(question: Question) -> dict[str, Any]:
    play = question.held("play")
    try:
        if question.has("hand"):
            require_held(question.held("hand"), play)
        lead = read_lead(play, question.trump, question.rules, question.grouping(), question.gone)
    except IllegalAction as refused:
        return {"legal": False, "kind": None, **refusal(refused)}
    if lead.is_throw:
        return _throw_legal(lead, question)
    return {"legal": True, "kind": _kind_of(lead)}


def _throw_legal(lead: Lead, question: Question) -> dict[str, Any]:
    """Judge a throw by the other hands; without them it is asked whether the cards are one unit, and they are not."""
    units = {"facts": {"units": [texts(one) for one in lead.groups]}}
    if not (question.has("other_hands") or question.has("opponent_hands")):
        return {"legal": False, "kind": None, "reason": "several_units", **units}
    outcome = _outcome(lead, question)
    legal = {"legal": outcome.stands, "kind": "throw"}
    return legal if outcome.stands else {**legal, "reason": "throw_can_be_beaten", "facts": _failure(outcome)}


def _hands(value: object) -> list[tuple[Card, ...]]:
    return [cards(one) for one in items(value)]


def _others(question: Question) -> list[tuple[Card, ...]]:
    """Return the other hands in play order; opponents and partners alternate."""
    if question.has("other_hands"):
        others = question.get("other_hands", _hands)
    else:
        theirs = question.get("opponent_hands", _hands)
        partners = [question.get("partner_hand", cards)] if question.has("partner_hand") else []
        partners = question.get("partner_hands", _hands, partners)
        others = [hand for at, one in enumerate(theirs) for hand in (one, *partners[at : at + 1])]
    if len(others) > question.rules.players - 1:
        raise Bad("too_many", f"{len(others)} other hands for {question.rules.players} players")
    return [question.in_pack(hand) for hand in others] + [()] * (question.rules.players - 1 - len(others))


def _outcome(lead: Lead, question: Question) -> ThrowOutcome:
    return check_throw(lead, Seat(0), [lead.cards, *_others(question)], question.trump, question.rules)


def _failure(outcome: ThrowOutcome) -> dict[str, Any]:
    return {"played": texts(outcome.lead.cards), "beater": outcome.beater}


def _throw(question: Question) -> dict[str, Any]:
    play = question.held("play")
    try:
        if question.has("hand"):
            require_held(question.held("hand"), play)
        lead = read_lead(play, question.trump, question.rules, question.grouping(), question.gone)
    except IllegalAction as refused:
        return {"throw_stands": False, "played": [], **refusal(refused)}
    outcome = _outcome(lead, question)
    return {
        "throw_stands": outcome.stands,
        "played": texts(outcome.lead.cards),
        "returned_cards": texts(outcome.returned),
        "penalty_points_to_other_team": outcome.penalty,
        "beater": outcome.beater,
        "must_beat": outcome.must_beat,
    }


def _must_beat(question: Question) -> bool:
    return question.get("must_beat", truth, False)


def _follow_legal(question: Question) -> dict[str, Any]:
    lead, hand = question.lead(), question.held("hand")
    play = question.held("play")
    try:
        check_follow(hand, lead, play, question.trump, question.rules, must_beat=_must_beat(question))
    except IllegalAction as refused:
        return {"legal": False, **refusal(refused)}
    return {"legal": True}


def _follow_hand(question: Question, lead: Lead) -> tuple[Card, ...]:
    hand = question.held("hand")
    if len(hand) < lead.size:
        raise Bad("too_few", f"{len(hand)} cards cannot follow {lead.size}")
    return hand


def _follow_options(question: Question) -> dict[str, Any]:
    lead = question.lead()
    hand = _follow_hand(question, lead)
    limit = question.get("limit", lambda value: number(value, 1, _MOST_PLAYS), _USUAL_PLAYS)
    rules, trump = question.rules, question.trump
    plays = list(legal_follows(hand, lead, trump, rules, limit + 1, must_beat=_must_beat(question)))
    asked = owed(hand, lead, trump, rules)
    return {
        "plays": [texts(play) for play in plays[:limit]],
        "more": len(plays) > limit,
        "owed": {"cards_of_suit": asked.number, "units": [texts(one) for one in asked.units]},
    }


def _follow_exact(question: Question) -> dict[str, Any]:
    lead = question.lead()
    hand = _follow_hand(question, lead)
    forced = forced_follow(hand, lead, question.trump, question.rules, must_beat=_must_beat(question))
    return {"forced_play": None if forced is None else texts(forced)}


def _play(value: object) -> tuple[int, tuple[Card, ...]]:
    made = mapping(value)
    return number(made.get("player")), cards(made.get("cards"))


def _trick_winner(question: Question) -> dict[str, Any]:
    plays = [_play(one) for one in question.get("plays", items)]
    if not plays:
        raise Bad("bad_value", "a trick has at least one play")
    if len({seat for seat, _ in plays}) < len(plays):
        raise Bad("bad_value", "every player plays once to a trick")
    if len(plays) > question.rules.players:
        raise Bad("too_many", f"{len(plays)} plays for {question.rules.players} players")
    question.in_pack(tuple(one for _, made in plays for one in made))
    lead = read_lead(plays[0][1], question.trump, question.rules, question.grouping(), question.gone)
    for _, made in plays:
        _same_size(lead, made)
    won = winner(lead, [made for _, made in plays], question.trump, question.rules)
    return {"winner": plays[won][0]}


def _same_size(lead: Lead, made: tuple[Card, ...]) -> None:
    if len(made) != lead.size:
        raise Bad("wrong_count", f"every play of the trick has {lead.size} cards")


def _beats(question: Question) -> dict[str, Any]:
    lead, best, new = question.lead(), question.held("best"), question.held("new")
    _same_size(lead, best)
    _same_size(lead, new)
    return {"beats": beats(lead, best, new, question.trump, question.rules)}


_LEAD: Final = {
    "lead_cards": "what was led",
    "lead_units?": "the units it was led as",
    "played?": "cards of earlier tricks",
}
_OTHERS: Final = {
    "other_hands?": "the other hands in play order",
    "opponent_hands?, partner_hand?": "instead: opponents in play order and partner",
    "partner_hands?": "instead of `partner_hand`, where there are several, in play order",
}
_REFUSED: Final = {"reason?": "why not", "facts?": "what the reason is about"}

KINDS: Final[Mapping[str, Kind]] = {
    "lead_legal": Kind(
        _lead_legal,
        "whether cards may be led; without other hands, whether they are one unit",
        {"play": "cards", "hand?": "the leader's hand", "lead_units?": "the units it is led as", **_OTHERS},
        {"legal": "true or false", "kind": "single pair triple quadruple tuple tractor throw rainbow", **_REFUSED},
    ),
    "throw": Kind(
        _throw,
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
    ),
    "follow_legal": Kind(
        _follow_legal,
        "whether cards may follow",
        {**_LEAD, "hand": "the follower's hand", "play": "cards", "must_beat?": "must beat a failed throw's unit"},
        {"legal": "true or false", **_REFUSED},
    ),
    "follow_options": Kind(
        _follow_options,
        "all plays that may follow, lowest first",
        {**_LEAD, "hand": "the follower's hand", "limit?": "most plays wanted, 100", "must_beat?": "as above"},
        {"plays": "lists of cards", "more": "whether there are more", "owed": "cards of the suit and units owed"},
    ),
    "follow_exact": Kind(
        _follow_exact,
        "the only play that may follow",
        {**_LEAD, "hand": "the follower's hand", "must_beat?": "as above"},
        {"forced_play": "cards, or null where there is a choice"},
    ),
    "trick_winner": Kind(
        _trick_winner,
        "who wins a trick",
        {"plays": "player and cards, in order", "lead_units?": "the units of the lead", "played?": "earlier cards"},
        {"winner": "the player"},
    ),
    "beats": Kind(
        _beats,
        "whether a play takes the trick from the best so far",
        {**_LEAD, "best": "cards", "new": "cards"},
        {"beats": "true or false"},
    ),
}
