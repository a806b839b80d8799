"""Questions about making trumps: declarations, deals in which nobody declared, and redeals."""

from collections.abc import Sequence
from typing import Any, Final

from engine.deal import bidding
from engine.model.cards import Card, Rank
from engine.model.declaration_ladder import is_every_deal_first
from engine.model.errors import IllegalAction
from engine.model.events import Declaration, RedealReason
from engine.model.options import NoDeclaration, PassDeal, Teams
from engine.model.seats import Seat
from engine.referee.decode import InvalidQuestion, Question, read_bool, read_cards, read_level, read_list
from engine.referee.encode import REFUSED, card_texts, refusal_to_json, to_json
from engine.referee.question_kind import QuestionKinds

_BIDS: Final = {
    "prior?": "player and cards, in order; none without it",
    "teams?": "must be the even and the odd seats",
    "levels?": "the players' levels, where each shows cards of their own; the trump rank without it",
}
_SEVENS: Final = {"trump": {"rank": "7"}}
KINDS: Final = QuestionKinds()


def _read_bid(question: Question, value: object) -> tuple[Seat, tuple[Card, ...]]:
    """Read a bid, either `{"player": 0, "cards": [...]}` or `[player, cards]`."""
    if not isinstance(value, list):
        return question.read_play(value)
    if len(value) != 2:  # noqa: PLR2004 - a player and their cards
        raise InvalidQuestion("bad_value", "a bid is a player and a list of cards")
    return question.read_seat(value[0]), question.check_copies(read_cards(value[1]))


def _read_prior(question: Question) -> list[Declaration]:
    made: list[Declaration] = []
    for value in question.get("prior", read_list, ()):
        seat, shown = _read_bid(question, value)
        suit = bidding.read_declaration(shown, _find_rank(question, made, seat), question.rules)
        made.append(Declaration(seat, shown, suit))
    return made


def _find_rank(question: Question, prior: Sequence[Declaration], seat: Seat) -> Rank | None:
    """Return the rank that a declaration makes trump. With `first_declarer = first`, the first declaration sets it."""
    return _read_ranks(question)[bidding.find_level_seat(prior, seat, question.rules)]


def _read_ranks(question: Question) -> list[Rank | None]:
    players = question.rules.players
    if not question.has("levels"):
        return [question.rank] * players
    ranks = [read_level(one).rank for one in question.get("levels", read_list)]
    if len(ranks) != players:
        raise InvalidQuestion("bad_value", f"levels are those of {players} players")
    return ranks


def _check_teams(question: Question) -> None:
    """Refuse teams whose players do not sit as the rules say: at every other seat, or opposite each other."""
    step = question.rules.partner_step
    if step is not None and question.has("teams"):
        for team in question.get("teams", read_list):
            if len({question.read_seat(seat) % step for seat in read_list(team)}) > 1:
                seats = "the even and the odd seats" if question.rules.teams is Teams.FIXED else "opposite seats"
                raise InvalidQuestion("bad_value", f"fixed teams are {seats}")


@KINDS.add(
    "whether a declaration may be made; the trump rank is the level",
    {"bid": "player and cards", "hand?": "the player's hand", **_BIDS},
    {"accepted": "true or false", "trump_suit": "null for no-trump", **REFUSED},
    {**_SEVENS, "input": {"bid": {"player": 0, "cards": ["S7"]}, "prior": []}},
)
def _answer_bid_accept(question: Question) -> dict[str, Any]:
    _check_teams(question)
    prior, (seat, shown) = _read_prior(question), question.get("bid", lambda value: _read_bid(question, value))
    rank = _find_rank(question, prior, seat)
    hand = question.get_cards("hand") if question.has("hand") else None
    try:
        made = bidding.check_declaration(prior, seat, shown, hand, rank, question.rules)
    except IllegalAction as refused:
        return {"accepted": False, **refusal_to_json(refused)}
    return {"accepted": True, "trump_suit": to_json(made.suit)}


@KINDS.add(
    "everything a player could declare, weakest first",
    {"player": "the player", "hand": "cards", **_BIDS},
    {"bids": "lists of cards"},
    {**_SEVENS, "input": {"player": 1, "hand": ["S7", "H7", "H7", "S3"], "prior": [{"player": 0, "cards": ["D7"]}]}},
)
def _answer_bid_options(question: Question) -> dict[str, Any]:
    _check_teams(question)
    seat, prior = question.get("player", question.read_seat), _read_prior(question)
    rank = _find_rank(question, prior, seat)
    found = bidding.legal_declarations(question.get_cards("hand"), prior, seat, rank, question.rules)
    return {"bids": [card_texts(shown) for shown in found]}


@KINDS.add(
    "what happens when nobody declared",
    {
        "kitty_in_reveal_order?": "cards; needed if the kitty is turned",
        "first_round?": "whether the declarer is not known; no without it",
    },
    {
        "trump_suit": "the suit; null for no-trump",
        "revealed": "how many cards are turned",
        "action": "redeal, if the deal is cancelled",
        "why": "of a redeal: nobody_declared, kitty_of_jokers, or deal_passed to the next player",
    },
    {**_SEVENS, "input": {"kitty_in_reveal_order": ["S3", "H7"]}},
)
def _answer_no_bid_fallback(question: Question) -> dict[str, Any]:
    rules = question.rules
    first = question.get("first_round", read_bool, False) or is_every_deal_first(rules)
    if not first and rules.pass_deal is not PassDeal.OFF:
        return {"action": "redeal", "why": RedealReason.DEAL_PASSED.value}
    rule = rules.no_declaration_first if first else rules.no_declaration
    turned = rule not in {NoDeclaration.REDEAL, NoDeclaration.NO_TRUMP}
    nothing: tuple[Card, ...] = ()
    needed = turned and rules.kitty_size > 0
    kitty = question.get_when("kitty_in_reveal_order", read_cards, nothing, needed=needed)
    turn = bidding.resolve_no_declaration(question.check_copies(kitty), question.rank, rules, first_deal=first)
    if turn.redeal is not None:
        return {"action": "redeal", "why": turn.redeal.value}
    return {"trump_suit": to_json(turn.suit), "revealed": len(turn.turned)}


@KINDS.add(
    "whether a hand may claim a new deal",
    {"hand": "cards"},
    {"may_redeal": "true or false"},
    {"trump": {"rank": "7", "suit": "C"}, "input": {"hand": ["S3", "S4"]}},
)
def _answer_redeal(question: Question) -> dict[str, Any]:
    return {"may_redeal": bidding.can_claim_redeal(question.get_cards("hand"), question.trump, question.rules)}
