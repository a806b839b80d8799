"""Questions about burying and about the result of a deal: kitty, points and hook."""

from typing import Any, Final

from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.trick import find_winner
from engine.deal import scoring
from engine.deal.burying import check_bury
from engine.deal.hooks import find_hook
from engine.deal.kitty_multiplier import compute_multiplier, kitty_multiplier
from engine.model.cards import points_of
from engine.model.options import Bombs, Hook, KittyMultiplier, KittyWithoutTrump, Level, SpecialHook, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.referee.decode import (
    InvalidQuestion,
    Question,
    check_distinct,
    check_size,
    quote,
    read_bool,
    read_cards,
    read_level,
    read_list,
    read_number,
    read_object,
)
from engine.referee.encode import judge
from engine.referee.question_kind import QuestionKinds

_SIDES: Final = {
    **dict.fromkeys(("declarers", "declarer", "defenders", "defender"), True),
    **dict.fromkeys(("opponents", "opponent", "attackers", "attacker"), False),
}
_MOST: Final = 100
_LARGEST_UNIT: Final = {KittyMultiplier.TWO_PER_LARGEST_UNIT, KittyMultiplier.POW_LARGEST_UNIT, KittyMultiplier.CUSTOM}
KINDS: Final = QuestionKinds()


def read_word(value: object, words: dict[str, Any]) -> Any:
    """Return the value that one of the `words` stands for, or raise InvalidQuestion."""
    if not isinstance(value, str) or value not in words:
        raise InvalidQuestion("bad_value", f"not one of {', '.join(words)}: {quote(value)}")
    return words[value]


def _read_side(value: object) -> bool:
    """Read a side; True for the declarers."""
    return bool(read_word(value, _SIDES))


def read_small_number(value: object) -> int:
    """Read a number from 0 to 100, or raise InvalidQuestion."""
    return read_number(value, 0, _MOST)


def _read_multiplier(question: Question) -> int:
    if question.has("lead_cards"):
        return _multiplier_of_trick(question)
    rules, kind = question.rules, question.rules.kitty_multiplier
    led_needed = kind is KittyMultiplier.TWO_PER_CARD_LED
    led = question.get_when("cards_in_last_trick_lead", read_small_number, 0, needed=led_needed)
    # if one card was led, the largest unit has one card
    unit_needed = kind in _LARGEST_UNIT and led != 1
    largest = question.get_when("largest_unit_led", read_small_number, 1, needed=unit_needed)
    pairs_needed = kind is KittyMultiplier.TWO_POW_PAIRS
    pairs = question.get_when("pairs_in_last_winning_play", read_small_number, 0, needed=pairs_needed)
    trumps_needed = rules.kitty_without_trump is not KittyWithoutTrump.FULL
    by_trumps = question.get_when("won_by_trumps", read_bool, True, needed=trumps_needed)
    return compute_multiplier(rules, led=led, largest=largest, pairs=pairs, by_trumps=by_trumps)


def _multiplier_of_trick(question: Question) -> int:
    lead, rules = question.get_lead(), question.rules
    # Only a bomb, or the ruff of a throw, can have other pairs than the lead. Only a bomb or a ruff can have another
    # suit.
    other_shape = rules.bombs is not Bombs.OFF or len(lead.units) > 1
    paired = rules.kitty_multiplier is KittyMultiplier.TWO_POW_PAIRS and other_shape
    counted = paired or rules.kitty_without_trump is not KittyWithoutTrump.FULL
    winning = question.check_copies(question.get_when("winning_cards", read_cards, lead.cards, needed=counted))
    check_size(lead, winning)
    return kitty_multiplier(lead, winning, question.trump, rules)


@KINDS.add(
    "what the kitty adds for the opponents",
    {
        "kitty": "cards",
        "last_trick_won_by": "declarers or opponents",
        "lead_cards?, lead_units?, played?, winning_cards?": "the last trick",
        "cards_in_last_trick_lead?, largest_unit_led?, pairs_in_last_winning_play?": "instead: numbers",
        "won_by_trumps?": "with numbers and kitty_without_trump: whether the winning play was all trumps",
    },
    {"multiplier": "0 if the declarers won it", "points": "card points"},
    {
        "trump": {"rank": "7", "suit": "C"},
        "input": {"kitty": ["SK"], "last_trick_won_by": "opponents", "lead_cards": ["S3", "S3"]},
    },
)
def _answer_kitty(question: Question) -> dict[str, Any]:
    kitty, held = question.get_cards("kitty"), question.get("last_trick_won_by", _read_side)
    times = 0 if held else _read_multiplier(question)
    return {"multiplier": times, "points": times * points_of(kitty)}


@KINDS.add(
    "whether cards may be buried from a hand that has the kitty",
    {"hand": "cards, with the kitty", "bury": "cards"},
    {"legal": "true or false", "reason?": "of a refusal", "facts?": "of a refusal"},
    {"rules": {"overrides": {"max_buried_points": 0}}, "input": {"hand": ["SK", "S3"], "bury": ["S3"]}},
)
def _answer_bury_legal(question: Question) -> dict[str, Any]:
    """Judge a bury. A question may give only part of the hand, so the cards to bury set the size of the kitty."""
    hand, cards = question.get_cards("hand"), question.get_cards("bury")
    return judge(lambda: check_bury(hand, cards, len(cards), question.rules))


@KINDS.add(
    "what the opponents' points come to",
    {
        "opponent_points": "a number",
        "players?": "to check that the rules are for this many",
        "team_size?": "how many declarers there are; needed with small_team_bonus",
        "captured?": "whether opponents captured the kitty; needed if they win, with capture_levels",
    },
    {
        "declarers_win": "true or false",
        "declarer_levels": "for them",
        "opponent_levels": "for them",
        "winners_levels": "for the winners",
        "declarer_bonus": "for the declarer besides",
        "declarers_fall": "for declarers who lost heavily, down to the start level at most",
    },
    {"input": {"opponent_points": 45}},
)
def _answer_score(question: Question) -> dict[str, Any]:
    question.check_players()
    rules = question.rules
    points = question.get("opponent_points", read_number)
    result = scoring.score_deal(points, rules)
    bonus = rules.teams is Teams.FRIENDS and rules.small_team_bonus > 0 and result.declarers_hold
    declarers = question.get_when(
        "team_size", lambda value: read_number(value, 1, rules.players - 1), rules.players, needed=bonus
    )
    levels = result.levels
    if bonus:
        levels += scoring.small_team_bonus([Seat(at) for at in range(declarers)], rules.friend_count, rules)
    if question.get_when("captured", read_bool, False, needed=asks_capture(rules, held=result.declarers_hold)):
        levels = levels if result.declarers_hold else scoring.add_capture_levels(levels, rules)
    return {
        "declarers_win": result.declarers_hold,
        "declarer_levels": levels if result.declarers_hold else 0,
        "opponent_levels": 0 if result.declarers_hold else levels,
        "winners_levels": levels,
        "declarer_bonus": scoring.declarer_bonus(levels, rules) if result.declarers_hold else 0,
        "declarers_fall": rules.heavy_loss_levels if scoring.is_heavy_loss(points, rules) else 0,
    }


def asks_capture(rules: Rules, *, held: bool) -> bool:
    """Return whether the opponents have won, and a captured kitty would make them rise more."""
    return scoring.is_capture_worth_levels(rules) and not held


@KINDS.add(
    "which teams the last trick sends back, and to which level",
    {
        "last_trick": "player and cards, in order",
        "teams": "two lists of players",
        "declarers_team?": "0 or 1; needed where only opponents can send a team back",
        "declarers_win?": "true or false; needed where only winners of the deal can send a team back",
        "declarer?": "a player; needed with hook_declarer",
        "levels?": "theirs, by index; a team below the level of the hook stays",
    },
    {
        "sent_back": "indices of teams",
        "level": "the level, if there is one",
        "declarer_level": "that of the declarer, if their team is sent back; null without one",
        "reset_to_two": "the same teams, if that is 2",
    },
    {
        "rules": {"overrides": {"hook": "capture"}},
        "trump": {"rank": "J", "suit": "H"},
        "input": {
            "last_trick": [
                {"player": 0, "cards": ["SJ"]},
                {"player": 1, "cards": ["HJ"]},
                {"player": 2, "cards": ["S3"]},
                {"player": 3, "cards": ["S4"]},
            ],
            "teams": [[0, 2], [1, 3]],
        },
    },
)
def _answer_hook(question: Question) -> dict[str, Any]:
    plays, rules = question.get_trick("last_trick"), question.rules
    teams = _read_two_teams(question)
    if any(seat not in teams[0] + teams[1] for seat, _ in plays):
        raise InvalidQuestion("bad_value", "everyone who played is in one of the teams")
    of_declarers = question.get_when(
        "declarers_team", lambda value: read_number(value, 0, 1), 0, needed=rules.hook is Hook.SINGLE_JACK
    )
    lead = read_lead(plays[0][1], question.trump, rules)
    won = find_winner(lead, [shown for _, shown in plays], question.trump, rules)
    hook = find_hook(plays, plays[won][0], teams[of_declarers], question.trump, rules)
    held = question.get_when("declarers_win", read_bool, False, needed=rules.hook_needs_win)
    declarer = question.get_when("declarer", question.read_seat, None, needed=rules.hook_declarer is not SpecialHook.NO)
    if declarer is not None and declarer not in teams[of_declarers]:
        raise InvalidQuestion("bad_value", "the declarer is in the declarers' team")
    if hook is None or question.trump.rank is None or (rules.hook_needs_win and hook.is_declarers == held):
        return {"sent_back": [], "level": None, "declarer_level": None, "reset_to_two": []}
    team = of_declarers if hook.is_declarers else 1 - of_declarers
    played, before = Level(question.trump.rank), question.get("levels", _read_team_levels, {}).get(team, Level.NT)
    level = rules.hook_level(played, hook.special)
    teams_back = [team] if before >= level else []
    alone = hook.level_of(declarer, declarer, played, rules) if declarer in teams[team] else None
    return {
        "sent_back": teams_back,
        "level": level.text,
        "declarer_level": alone.text if alone is not None and before >= alone else None,
        "reset_to_two": teams_back if level is Level.TWO else [],
    }


def _read_team_levels(value: object) -> dict[int, Level]:
    return {read_word(team, {"0": 0, "1": 1}): read_level(level) for team, level in read_object(value).items()}


def _read_two_teams(question: Question) -> list[list[Seat]]:
    teams = [[question.read_seat(seat) for seat in read_list(team)] for team in question.get("teams", read_list)]
    if len(teams) != 2 or not all(teams):  # noqa: PLR2004 - declarers and opponents
        raise InvalidQuestion("bad_value", "there are two teams of at least one player")
    check_distinct([seat for team in teams for seat in team], "a player is in one team")
    return teams


@KINDS.add(
    "what a trick adds for the opponents where its points may be left lying",
    {"trick_points": "a number", "winner_side": "attacker or defender", "winner_picks_up": "true or false"},
    {"attacker_points_added": "card points"},
    {
        "rules": {"preset": "hidden-ten"},
        "input": {"trick_points": 15, "winner_side": "attacker", "winner_picks_up": True},
    },
)
def _answer_point_pickup(question: Question) -> dict[str, Any]:
    if not question.rules.pickup:
        raise InvalidQuestion("bad_value", "points are left lying only with pickup = yes")
    opponent = not question.get("winner_side", _read_side)
    taken = question.get("winner_picks_up", read_bool)
    points = question.get("trick_points", lambda value: read_number(value, 0))
    return {
        "attacker_points_added": scoring.count_pickup_points(points, question.rules, taken=taken, opponent=opponent)
    }
