"""Questions about a deal: declarations, redeals, kitty, scores, levels, succession, teams."""

from collections.abc import Sequence
from typing import Any, Final

from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.trick import find_winner, matched_shape
from engine.deal import bidding, scoring
from engine.deal.friends import check_calls, find_joined
from engine.model.actions import FriendCall
from engine.model.cards import Card, points_of
from engine.model.errors import IllegalAction
from engine.model.events import Declaration
from engine.model.rules import Level, Rules, Teams
from engine.model.seats import Seat
from engine.referee.decode import (
    InvalidQuestion,
    Question,
    quote,
    read_bool,
    read_card,
    read_cards,
    read_level,
    read_list,
    read_number,
    read_object,
)
from engine.referee.encode import card_texts, refusal_to_json, to_json
from engine.referee.question_kind import QuestionKinds

_COMPASS: Final = "NWSE"
"""Anticlockwise, so that the seat to the right comes next."""
_BIDS: Final = {"prior?": "player and cards, in order", "teams?": "must be the even and the odd seats"}
_REFUSED: Final = {"reason?": "why not", "facts?": "what the reason is about"}
_TRICK: Final = "player and cards, in order"
KINDS: Final = QuestionKinds()


def _read_bid(question: Question, value: object) -> tuple[Seat, tuple[Card, ...]]:
    entry = read_list(value)
    if len(entry) != 2:  # noqa: PLR2004 - who and what
        raise InvalidQuestion("bad_value", "a bid is a player and a list of cards")
    return question.read_seat(entry[0]), question.check_copies(read_cards(entry[1]))


def _read_plays(question: Question, name: str) -> list[tuple[Seat, tuple[Card, ...]]]:
    """Read players' cards, at most as many copies as the pack has."""
    made = [read_object(one) for one in question.get(name, read_list)]
    plays = [(question.read_seat(one.get("player")), read_cards(one.get("cards"))) for one in made]
    question.check_copies(tuple(one for _, shown in plays for one in shown))
    return plays


def _read_prior(question: Question) -> list[Declaration]:
    made = [_read_bid(question, one) for one in question.get("prior", read_list, ())]
    return [
        Declaration(seat, shown, bidding.read_declaration(shown, question.rank, question.rules)) for seat, shown in made
    ]


def _check_teams(question: Question) -> None:
    """Refuse fixed teams that are not the even and the odd seats."""
    if question.rules.teams is Teams.FIXED and question.has("teams"):
        for team in question.get("teams", read_list):
            if len({question.read_seat(seat) % 2 for seat in read_list(team)}) > 1:
                raise InvalidQuestion("bad_value", "fixed teams are the even and the odd seats")


def _read_hand(question: Question) -> tuple[Card, ...] | None:
    return question.get_cards("hand") if question.has("hand") else None


@KINDS.add(
    "whether a declaration may be made; the trump rank is the level",
    {"bid": "player and cards", "hand?": "the player's hand", **_BIDS},
    {"accepted": "true or false", "trump_suit": "null for no-trump", **_REFUSED},
)
def _answer_bid_accept(question: Question) -> dict[str, Any]:
    _check_teams(question)
    prior, (seat, shown) = _read_prior(question), question.get("bid", lambda value: _read_bid(question, value))
    try:
        made = bidding.check_declaration(prior, seat, shown, _read_hand(question), question.rank, question.rules)
    except IllegalAction as refused:
        return {"accepted": False, **refusal_to_json(refused)}
    return {"accepted": True, "trump_suit": to_json(made.suit)}


@KINDS.add(
    "everything a player could declare, weakest first",
    {"player": "the player", "hand": "cards", **_BIDS},
    {"bids": "lists of cards"},
)
def _answer_bid_options(question: Question) -> dict[str, Any]:
    _check_teams(question)
    seat = question.get("player", question.read_seat)
    found = bidding.legal_declarations(
        question.get_cards("hand"), _read_prior(question), seat, question.rank, question.rules
    )
    return {"bids": [card_texts(shown) for shown in found]}


@KINDS.add(
    "what happens when nobody declared",
    {"kitty_in_reveal_order": "cards", "first_round?": "whether the declarer is not known"},
    {
        "trump_suit": "the suit",
        "revealed": "how many cards are turned",
        "action": "redeal, if the deal is cancelled",
    },
)
def _answer_no_bid_fallback(question: Question) -> dict[str, Any]:
    first = question.get("first_round", read_bool, False)
    kitty = question.check_copies(question.get("kitty_in_reveal_order", read_cards, ()))
    turn = bidding.resolve_no_declaration(kitty, question.rank, question.rules, first_deal=first)
    if turn.redeal is not None:
        return {"action": "redeal", "why": turn.redeal.value}
    return {"trump_suit": to_json(turn.suit), "revealed": len(turn.turned)}


@KINDS.add("whether a hand may claim a new deal", {"hand": "cards"}, {"may_redeal": "true or false"})
def _answer_redeal(question: Question) -> dict[str, Any]:
    return {"may_redeal": bidding.can_claim_redeal(question.get_cards("hand"), question.trump, question.rules)}


def _read_side(value: object) -> bool:
    """Read a side; True for the declarers."""
    sides = {"declarers": True, "declarer": True, "defender": True, "opponents": False, "attacker": False}
    if not isinstance(value, str) or value not in sides:
        raise InvalidQuestion("bad_value", f"not declarers or opponents: {quote(value)}")
    return sides[value]


def _read_multiplier(question: Question) -> int:
    """Return the multiplier from the last trick's cards, or from the numbers given."""
    if question.has("lead_cards"):
        lead = question.get_lead()
        pairs = scoring.count_pairs(
            matched_shape(lead, question.get("winning_cards", read_cards, lead.cards), question.rules)
        )
        return scoring.compute_multiplier(
            question.rules, led=lead.size, largest=max(one.size for one in lead.units), pairs=pairs
        )
    led = question.get("cards_in_last_trick_lead", _read_small_number, 1)
    largest = question.get("largest_unit_led", _read_small_number, led)
    return scoring.compute_multiplier(
        question.rules,
        led=led,
        largest=largest,
        pairs=question.get("pairs_in_last_winning_play", _read_small_number, 0),
    )


def _read_small_number(value: object) -> int:
    return read_number(value, 0, 100)


@KINDS.add(
    "what the kitty adds for the opponents",
    {
        "kitty": "cards",
        "last_trick_won_by": "declarers or opponents",
        "lead_cards?": "led to the last trick, with lead_units? and winning_cards?",
        "cards_in_last_trick_lead?, largest_unit_led?, pairs_in_last_winning_play?": "instead: numbers",
    },
    {"multiplier": "0 if the declarers won it", "points": "card points"},
)
def _answer_kitty(question: Question) -> dict[str, Any]:
    held = question.get("last_trick_won_by", _read_side)
    times = 0 if held else _read_multiplier(question)
    return {"multiplier": times, "points": times * points_of(question.get_cards("kitty"))}


@KINDS.add(
    "what the opponents' points come to",
    {"opponent_points": "a number", "players?": "to check that the rules are for this many"},
    {
        "declarers_win": "true or false",
        "declarer_levels": "for them",
        "opponent_levels": "for them",
        "winners_levels": "for the winners",
    },
)
def _answer_score(question: Question) -> dict[str, Any]:
    question.check_players()
    result = scoring.score_deal(question.get("opponent_points", read_number), question.rules)
    return {
        "declarers_win": result.declarers_hold,
        "declarer_levels": result.levels if result.declarers_hold else 0,
        "opponent_levels": 0 if result.declarers_hold else result.levels,
        "winners_levels": result.levels,
    }


@KINDS.add(
    "where a rise ends",
    {"level": "2 to A or NT", "levels_gained": "a number", "held_as_declarers?": "won as declarers at this level"},
    {"level": "the new one", "won_game": "true or false"},
)
def _answer_advance_team(question: Question) -> dict[str, Any]:
    start, by = question.get("level", read_level), question.get("levels_gained", _read_small_number)
    result = scoring.raise_level(
        start, by, question.rules, held_on_it=question.get("held_as_declarers", read_bool, False)
    )
    return {"level": result.level.text, "won_game": result.won}


@KINDS.add(
    "which teams the last trick sends back to 2",
    {
        "last_trick": _TRICK,
        "teams": "two lists of players",
        "declarers_team?": "0 or 1",
        "levels?": "theirs; not looked at",
    },
    {"reset_to_two": "indices of teams"},
)
def _answer_hook(question: Question) -> dict[str, Any]:
    plays = _read_plays(question, "last_trick")
    if not plays:
        raise InvalidQuestion("bad_value", "a trick has at least one play")
    teams = [[question.read_seat(seat) for seat in read_list(team)] for team in question.get("teams", read_list)]
    of_declarers = question.get("declarers_team", lambda value: read_number(value, 0, len(teams) - 1), 0)
    lead = read_lead(plays[0][1], question.trump, question.rules)
    won = find_winner(lead, [shown for _, shown in plays], question.trump, question.rules)
    sent = scoring.find_hooked_side(plays, plays[won][0], teams[of_declarers], question.trump, question.rules)
    return {"reset_to_two": [at for at in range(len(teams)) if sent is not None and (at == of_declarers) == sent]}


@KINDS.add(
    "who starts the next deal",
    {
        "previous_starter": "a player",
        "declarers_won": "true or false",
        "order?": "players in play order",
        "last_trick_winner?": "a player",
        "declarers?": "players of that side, where teams are not fixed",
    },
    {"next_starter": "a player"},
)
def _answer_next_declarer(question: Question) -> dict[str, Any]:
    rules = question.rules
    order = [read_number(one) for one in question.get("order", read_list, list(range(rules.players)))]
    if len(order) != rules.players or len(set(order)) != len(order):
        raise InvalidQuestion("bad_value", f"the order names {rules.players} players once each")

    def seat(value: object) -> Seat:
        if value not in order:
            raise InvalidQuestion("bad_value", f"no player {quote(value)} in the order")
        return Seat(order.index(read_number(value)))

    declarer = question.get("previous_starter", seat)
    side = [seat(one) for one in question.get("declarers", read_list, ())] or _seats_of_parity(declarer, rules)
    held = question.get("declarers_won", read_bool)
    last = question.get("last_trick_winner", seat, declarer)
    return {"next_starter": order[scoring.next_declarer(declarer, side, last, rules, hold=held)]}


def _seats_of_parity(declarer: Seat, rules: Rules) -> list[Seat]:
    if rules.teams is not Teams.FIXED:
        raise InvalidQuestion("missing_field", "the input lacks 'declarers': the players of that side")
    return [Seat(at) for at in range(rules.players) if (at - declarer) % 2 == 0]


@KINDS.add(
    "levels and next starter for four players named by the compass",
    {
        "levels": "of NS and EW",
        "starter": "N E S W",
        "opponent_points": "a number",
        "play_direction?": "anticlockwise or clockwise",
    },
    {"levels": "of NS and EW", "next_starter": "N E S W"},
)
def _answer_round_result(question: Question) -> dict[str, Any]:
    """Answer for four players named by the compass."""
    levels = {team: read_level(value) for team, value in question.get("levels", read_object).items()}
    starter = question.get("starter", str)
    if set(levels) != {"NS", "EW"} or starter not in set(_COMPASS):
        raise InvalidQuestion("bad_value", "levels are those of NS and EW, the starter is N, E, S or W")
    order = _COMPASS if question.get("play_direction", str, "anticlockwise") == "anticlockwise" else _COMPASS[::-1]
    result = scoring.score_deal(question.get("opponent_points", read_number), question.rules)
    mine = "NS" if starter in "NS" else "EW"
    winners = mine if result.declarers_hold else ({"NS", "EW"} - {mine}).pop()
    levels[winners] = _raised_level(levels[winners], result.levels, question.rules, held=result.declarers_hold)
    declarer = Seat(order.index(starter))
    last = Seat(order.index(question.get("last_trick_winner", str, starter)))
    following = scoring.next_declarer(
        declarer, _seats_of_parity(declarer, question.rules), last, question.rules, hold=result.declarers_hold
    )
    return {"levels": {team: one.text for team, one in levels.items()}, "next_starter": order[following]}


def _raised_level(start: Level, by: int, rules: Rules, *, held: bool) -> Level:
    return scoring.raise_level(start, by, rules, held_on_it=held).level


def _read_call(value: object) -> FriendCall:
    if isinstance(value, str):
        return FriendCall(read_card(value))
    called = read_object(value)
    return FriendCall(read_card(called.get("card")), read_number(called.get("copy", 1), 1, 100))


@KINDS.add(
    "whether these friends may be called", {"calls": "cards, or card and copy"}, {"legal": "true or false", **_REFUSED}
)
def _answer_friend_call_legal(question: Question) -> dict[str, Any]:
    try:
        check_calls([_read_call(one) for one in question.get("calls", read_list)], question.trump, question.rules)
    except IllegalAction as refused:
        return {"legal": False, **refusal_to_json(refused)}
    return {"legal": True}


@KINDS.add(
    "who is on whose side",
    {
        "caller, holders_of_called_ten": "hidden ten: a player, and the tens of each by player",
        "declarer, called_card, plays_of_called_card_in_order": "friends: players in order",
        "declarer, calls, plays": f"friends: calls and plays, {_TRICK}",
    },
    {"declarers, defenders": "players", "opponents, attackers": "players", "partner, joined": "who joined"},
)
def _answer_teams(question: Question) -> dict[str, Any]:
    if question.rules.teams is Teams.FRIENDS:
        return _friends_answer(question)
    if question.rules.teams is Teams.FIXED:
        declarer = Seat(question.get("declarer", lambda value: read_number(value, 0, question.rules.players - 1)))
        return _sides_answer(_seats_of_parity(declarer, question.rules), question.rules)
    caller = question.get("caller", lambda value: read_number(value, 0, question.rules.players - 1))
    holders = question.get("holders_of_called_ten", read_object)
    return _sides_answer(
        [caller, *(_parse_seat(seat) for seat, held in holders.items() if read_number(held, 0))], question.rules
    )


def _parse_seat(value: str) -> int:
    if not value.isdecimal() or len(value) > 2:  # noqa: PLR2004 - at most twelve players
        raise InvalidQuestion("bad_number", f"not a player: {quote(value)}")
    return int(value)


def _sides_answer(declarers: Sequence[int], rules: Rules) -> dict[str, Any]:
    mine = sorted(set(declarers))
    others = [seat for seat in range(rules.players) if seat not in mine]
    return {"declarers": mine, "opponents": others, "defenders": mine, "attackers": others}


def _friends_answer(question: Question) -> dict[str, Any]:
    declarer = question.get("declarer", question.read_seat)
    if question.has("called_card"):
        called = question.get("called_card", read_card)
        calls = [FriendCall(called, question.get("copy", read_number, 1))]
        order = question.get("plays_of_called_card_in_order", read_list)
        plays: list[tuple[Seat, tuple[Card, ...]]] = [(question.read_seat(seat), (called,)) for seat in order]
    else:
        calls = [_read_call(one) for one in question.get("calls", read_list)]
        plays = _read_plays(question, "plays")
    found = find_joined(calls, plays, declarer, question.rules)
    sides = _sides_answer([declarer, *(seat for seat in found if seat is not None)], question.rules)
    return {"partner": next((seat for seat in found if seat is not None), None), "joined": list(found), **sides}


@KINDS.add(
    "what a trick adds for the opponents where its points may be left lying",
    {"trick_points": "a number", "winner_side": "attacker or defender", "winner_picks_up": "true or false"},
    {"attacker_points_added": "card points"},
)
def _answer_point_pickup(question: Question) -> dict[str, Any]:
    opponent = not question.get("winner_side", _read_side)
    taken = question.get("winner_picks_up", read_bool)
    points = question.get("trick_points", lambda value: read_number(value, 0))
    return {
        "attacker_points_added": scoring.count_pickup_points(points, question.rules, taken=taken, opponent=opponent)
    }
