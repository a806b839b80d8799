"""Questions about a deal: declarations, redeals, kitty, scores, levels, succession, teams."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.actions import FriendCall
from engine.bidding import check_declaration, declarations, may_claim_redeal, no_declaration, read_declaration
from engine.cards import Card, points_of
from engine.errors import IllegalAction
from engine.events import Declaration
from engine.friends import check_calls, joined
from engine.leads import read_lead
from engine.referee.asking import Bad, Question, cards, face, items, level, mapping, number, said, truth
from engine.referee.kinds import Kind
from engine.referee.words import plain, refusal, texts
from engine.rules import Level, Rules, Teams
from engine.scoring import hooked, multiplier, next_declarer, outcome, pairs_in, pickup_points, rise
from engine.seats import Seat
from engine.trick import matched_shape, winner

_COMPASS: Final = "NWSE"
"""Anticlockwise, so that the seat to the right comes next."""


def _bid(question: Question, value: object) -> tuple[Seat, tuple[Card, ...]]:
    entry = items(value)
    if len(entry) != 2:  # noqa: PLR2004 - who and what
        raise Bad("bad_value", "a bid is a player and a list of cards")
    return question.seat(entry[0]), question.in_pack(cards(entry[1]))


def _plays(question: Question, name: str) -> list[tuple[Seat, tuple[Card, ...]]]:
    """Read what players played, of which the pack has so many."""
    made = [mapping(one) for one in question.get(name, items)]
    plays = [(question.seat(one.get("player")), cards(one.get("cards"))) for one in made]
    question.in_pack(tuple(one for _, shown in plays for one in shown))
    return plays


def _prior(question: Question) -> list[Declaration]:
    made = [_bid(question, one) for one in question.get("prior", items, ())]
    return [Declaration(seat, shown, read_declaration(shown, question.rank, question.rules)) for seat, shown in made]


def _check_teams(question: Question) -> None:
    """Refuse teams that are not seats of equal parity, where teams are fixed."""
    if question.rules.teams is Teams.FIXED and question.has("teams"):
        for team in question.get("teams", items):
            if len({question.seat(seat) % 2 for seat in items(team)}) > 1:
                raise Bad("bad_value", "fixed teams are the even and the odd seats")


def _hand_or_none(question: Question) -> tuple[Card, ...] | None:
    return question.held("hand") if question.has("hand") else None


def _bid_accept(question: Question) -> dict[str, Any]:
    _check_teams(question)
    prior, (seat, shown) = _prior(question), question.get("bid", lambda value: _bid(question, value))
    try:
        made = check_declaration(prior, seat, shown, _hand_or_none(question), question.rank, question.rules)
    except IllegalAction as refused:
        return {"accepted": False, **refusal(refused)}
    return {"accepted": True, "trump_suit": plain(made.suit)}


def _bid_options(question: Question) -> dict[str, Any]:
    _check_teams(question)
    seat = question.get("player", question.seat)
    found = declarations(question.held("hand"), _prior(question), seat, question.rank, question.rules)
    return {"bids": [texts(shown) for shown in found]}


def _no_bid_fallback(question: Question) -> dict[str, Any]:
    first = question.get("first_round", truth, False)
    kitty = question.in_pack(question.get("kitty_in_reveal_order", cards, ()))
    turn = no_declaration(kitty, question.rank, question.rules, first_deal=first)
    if turn.redeal is not None:
        return {"action": "redeal", "why": turn.redeal.value}
    return {"trump_suit": plain(turn.suit), "revealed": len(turn.turned)}


def _redeal(question: Question) -> dict[str, Any]:
    return {"may_redeal": may_claim_redeal(question.held("hand"), question.trump, question.rules)}


def _side(value: object) -> bool:
    """Read which side; True for the declarers."""
    sides = {"declarers": True, "declarer": True, "defender": True, "opponents": False, "attacker": False}
    if not isinstance(value, str) or value not in sides:
        raise Bad("bad_value", f"not declarers or opponents: {said(value)}")
    return sides[value]


def _multiplier(question: Question) -> int:
    """Return the multiplier from the last trick's cards, or from its numbers as far as they are given."""
    if question.has("lead_cards"):
        lead = question.lead()
        pairs = pairs_in(matched_shape(lead, question.get("winning_cards", cards, lead.cards), question.rules))
        return multiplier(question.rules, led=lead.size, largest=max(one.size for one in lead.units), pairs=pairs)
    led = question.get("cards_in_last_trick_lead", _few, 1)
    largest = question.get("largest_unit_led", _few, led)
    return multiplier(
        question.rules, led=led, largest=largest, pairs=question.get("pairs_in_last_winning_play", _few, 0)
    )


def _few(value: object) -> int:
    return number(value, 0, 100)


def _kitty(question: Question) -> dict[str, Any]:
    held = question.get("last_trick_won_by", _side)
    times = 0 if held else _multiplier(question)
    return {"multiplier": times, "points": times * points_of(question.held("kitty"))}


def _score(question: Question) -> dict[str, Any]:
    _check_players(question)
    result = outcome(question.get("opponent_points", number), question.rules)
    return {
        "declarers_win": result.declarers_hold,
        "declarer_levels": result.levels if result.declarers_hold else 0,
        "opponent_levels": 0 if result.declarers_hold else result.levels,
        "winners_levels": result.levels,
    }


def _check_players(question: Question) -> None:
    if question.get("players", number, question.rules.players) != question.rules.players:
        raise Bad("bad_value", f"these rules are for {question.rules.players} players")


def _advance_team(question: Question) -> dict[str, Any]:
    start, by = question.get("level", level), question.get("levels_gained", _few)
    result = rise(start, by, question.rules, held_on_it=question.get("held_as_declarers", truth, False))
    return {"level": result.level.text, "won_game": result.won}


def _hook(question: Question) -> dict[str, Any]:
    plays = _plays(question, "last_trick")
    if not plays:
        raise Bad("bad_value", "a trick has at least one play")
    teams = [[question.seat(seat) for seat in items(team)] for team in question.get("teams", items)]
    of_declarers = question.get("declarers_team", lambda value: number(value, 0, len(teams) - 1), 0)
    lead = read_lead(plays[0][1], question.trump, question.rules)
    won = winner(lead, [shown for _, shown in plays], question.trump, question.rules)
    sent = hooked(plays, plays[won][0], teams[of_declarers], question.trump, question.rules)
    return {"reset_to_two": [at for at in range(len(teams)) if sent is not None and (at == of_declarers) == sent]}


def _next_declarer(question: Question) -> dict[str, Any]:
    rules = question.rules
    order = [number(one) for one in question.get("order", items, list(range(rules.players)))]
    if len(order) != rules.players or len(set(order)) != len(order):
        raise Bad("bad_value", f"the order names {rules.players} players once each")

    def seat(value: object) -> Seat:
        if value not in order:
            raise Bad("bad_value", f"no player {said(value)} in the order")
        return Seat(order.index(number(value)))

    declarer = question.get("previous_starter", seat)
    side = [seat(one) for one in question.get("declarers", items, ())] or _parity(declarer, rules)
    held = question.get("declarers_won", truth)
    last = question.get("last_trick_winner", seat, declarer)
    return {"next_starter": order[next_declarer(declarer, side, last, rules, hold=held)]}


def _parity(declarer: Seat, rules: Rules) -> list[Seat]:
    if rules.teams is not Teams.FIXED:
        raise Bad("missing_field", "the input lacks 'declarers': the players of that side")
    return [Seat(at) for at in range(rules.players) if (at - declarer) % 2 == 0]


def _round_result(question: Question) -> dict[str, Any]:
    """Answer for four players named by the compass: levels and the next to start."""
    levels = {team: level(value) for team, value in question.get("levels", mapping).items()}
    starter = question.get("starter", str)
    if set(levels) != {"NS", "EW"} or starter not in set(_COMPASS):
        raise Bad("bad_value", "levels are those of NS and EW, the starter is N, E, S or W")
    order = _COMPASS if question.get("play_direction", str, "anticlockwise") == "anticlockwise" else _COMPASS[::-1]
    result = outcome(question.get("opponent_points", number), question.rules)
    mine = "NS" if starter in "NS" else "EW"
    winners = mine if result.declarers_hold else ({"NS", "EW"} - {mine}).pop()
    levels[winners] = _risen(levels[winners], result.levels, question.rules, held=result.declarers_hold)
    declarer = Seat(order.index(starter))
    last = Seat(order.index(question.get("last_trick_winner", str, starter)))
    following = next_declarer(
        declarer, _parity(declarer, question.rules), last, question.rules, hold=result.declarers_hold
    )
    return {"levels": {team: one.text for team, one in levels.items()}, "next_starter": order[following]}


def _risen(start: Level, by: int, rules: Rules, *, held: bool) -> Level:
    return rise(start, by, rules, held_on_it=held).level


def _call(value: object) -> FriendCall:
    if isinstance(value, str):
        return FriendCall(face(value))
    called = mapping(value)
    return FriendCall(face(called.get("card")), number(called.get("copy", 1), 1, 100))


def _friend_call_legal(question: Question) -> dict[str, Any]:
    try:
        check_calls([_call(one) for one in question.get("calls", items)], question.trump, question.rules)
    except IllegalAction as refused:
        return {"legal": False, **refusal(refused)}
    return {"legal": True}


def _teams(question: Question) -> dict[str, Any]:
    if question.rules.teams is Teams.FRIENDS:
        return _friends(question)
    if question.rules.teams is Teams.FIXED:
        declarer = Seat(question.get("declarer", lambda value: number(value, 0, question.rules.players - 1)))
        return _sides(_parity(declarer, question.rules), question.rules)
    caller = question.get("caller", lambda value: number(value, 0, question.rules.players - 1))
    holders = question.get("holders_of_called_ten", mapping)
    return _sides([caller, *(_seat_text(seat) for seat, held in holders.items() if number(held, 0))], question.rules)


def _seat_text(value: str) -> int:
    if not value.isdecimal() or len(value) > 2:  # noqa: PLR2004 - at most twelve players
        raise Bad("bad_number", f"not a player: {said(value)}")
    return int(value)


def _sides(declarers: Sequence[int], rules: Rules) -> dict[str, Any]:
    mine = sorted(set(declarers))
    others = [seat for seat in range(rules.players) if seat not in mine]
    return {"declarers": mine, "opponents": others, "defenders": mine, "attackers": others}


def _friends(question: Question) -> dict[str, Any]:
    declarer = question.get("declarer", question.seat)
    if question.has("called_card"):
        called = question.get("called_card", face)
        calls = [FriendCall(called, question.get("copy", number, 1))]
        order = question.get("plays_of_called_card_in_order", items)
        plays: list[tuple[Seat, tuple[Card, ...]]] = [(question.seat(seat), (called,)) for seat in order]
    else:
        calls = [_call(one) for one in question.get("calls", items)]
        plays = _plays(question, "plays")
    found = joined(calls, plays, declarer, question.rules)
    sides = _sides([declarer, *(seat for seat in found if seat is not None)], question.rules)
    return {"partner": next((seat for seat in found if seat is not None), None), "joined": list(found), **sides}


def _point_pickup(question: Question) -> dict[str, Any]:
    opponent = not question.get("winner_side", _side)
    taken = question.get("winner_picks_up", truth)
    points = question.get("trick_points", lambda value: number(value, 0))
    return {"attacker_points_added": pickup_points(points, question.rules, taken=taken, opponent=opponent)}


_BIDS: Final = {"prior?": "player and cards, in order", "teams?": "must be the even and the odd seats"}
_REFUSED: Final = {"reason?": "why not", "facts?": "what the reason is about"}
_TRICK: Final = "player and cards, in order"

KINDS: Final[Mapping[str, Kind]] = {
    "bid_accept": Kind(
        _bid_accept,
        "whether a declaration may be made; the trump rank is the level",
        {"bid": "player and cards", "hand?": "the player's hand", **_BIDS},
        {"accepted": "true or false", "trump_suit": "null for no-trump", **_REFUSED},
    ),
    "bid_options": Kind(
        _bid_options,
        "everything a player could declare, weakest first",
        {"player": "the player", "hand": "cards", **_BIDS},
        {"bids": "lists of cards"},
    ),
    "no_bid_fallback": Kind(
        _no_bid_fallback,
        "what happens when nobody declared",
        {"kitty_in_reveal_order": "cards", "first_round?": "whether the declarer is not known"},
        {
            "trump_suit": "the suit",
            "revealed": "how many cards are turned",
            "action": "redeal, if the deal is annulled",
        },
    ),
    "redeal": Kind(_redeal, "whether a hand may claim a new deal", {"hand": "cards"}, {"may_redeal": "true or false"}),
    "kitty": Kind(
        _kitty,
        "what the kitty adds for the opponents",
        {
            "kitty": "cards",
            "last_trick_won_by": "declarers or opponents",
            "lead_cards?": "led to the last trick, with lead_units? and winning_cards?",
            "cards_in_last_trick_lead?, largest_unit_led?, pairs_in_last_winning_play?": "instead: numbers",
        },
        {"multiplier": "0 if the declarers won it", "points": "card points"},
    ),
    "score": Kind(
        _score,
        "what the opponents' points come to",
        {"opponent_points": "a number", "players?": "to check that the rules are for so many"},
        {
            "declarers_win": "true or false",
            "declarer_levels": "for them",
            "opponent_levels": "for them",
            "winners_levels": "for whoever won",
        },
    ),
    "advance_team": Kind(
        _advance_team,
        "where a rise ends",
        {"level": "2 to A or NT", "levels_gained": "a number", "held_as_declarers?": "won as declarers at this level"},
        {"level": "the new one", "won_game": "true or false"},
    ),
    "hook": Kind(
        _hook,
        "which teams the last trick sends back to 2",
        {
            "last_trick": _TRICK,
            "teams": "two lists of players",
            "declarers_team?": "0 or 1",
            "levels?": "theirs; not looked at",
        },
        {"reset_to_two": "indices of teams"},
    ),
    "next_declarer": Kind(
        _next_declarer,
        "who starts the next deal",
        {
            "previous_starter": "a player",
            "declarers_won": "true or false",
            "order?": "players in play order",
            "last_trick_winner?": "a player",
            "declarers?": "players of that side, where teams are not fixed",
        },
        {"next_starter": "a player"},
    ),
    "round_result": Kind(
        _round_result,
        "levels and next starter for four players named by the compass",
        {
            "levels": "of NS and EW",
            "starter": "N E S W",
            "opponent_points": "a number",
            "play_direction?": "anticlockwise or clockwise",
        },
        {"levels": "of NS and EW", "next_starter": "N E S W"},
    ),
    "friend_call_legal": Kind(
        _friend_call_legal,
        "whether these friends may be called",
        {"calls": "cards, or card and copy"},
        {"legal": "true or false", **_REFUSED},
    ),
    "teams": Kind(
        _teams,
        "who is on whose side",
        {
            "caller, holders_of_called_ten": "hidden ten: a player, and the tens of each by player",
            "declarer, called_card, plays_of_called_card_in_order": "friends: players in order",
            "declarer, calls, plays": f"friends: calls and plays, {_TRICK}",
        },
        {"declarers, defenders": "players", "opponents, attackers": "players", "partner, joined": "who joined"},
    ),
    "point_pickup": Kind(
        _point_pickup,
        "what a trick adds for the opponents where its points may be left lying",
        {"trick_points": "a number", "winner_side": "attacker or defender", "winner_picks_up": "true or false"},
        {"attacker_points_added": "card points"},
    ),
}
