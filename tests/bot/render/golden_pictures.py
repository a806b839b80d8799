"""Golden pictures are the expected results of rendering. `python -m tests.bot.render.golden_pictures` writes them.

Before committing a changed picture, look at it at full size and 302 pixels wide.
"""

import io
import random
import sys
from dataclasses import replace
from pathlib import Path

from PIL import Image

from bot.render.all_pictures import LAYOUTS
from bot.render.events.traveller_scene import TravellerLine, TravellerPicture
from bot.render.hands.replay_scene import ReplayPicture
from bot.render.layout.scene import Scene
from bot.render.learning.review_scene import ReviewPicture, ReviewPoint
from bot.render.learning.rule_examples_scene import Example, ExamplePicture
from bot.render.painting.encode_png import encode_png, round_corners
from bot.render.painting.fonts import Fonts
from bot.render.painting.painter import Painter
from bot.render.values.event_pictures import (
    BracketBox,
    BracketColumn,
    BracketPicture,
    BracketSide,
    CellTone,
    CrossCell,
    CrossLine,
    EventCrossPicture,
    EventLine,
    EventStandingsPicture,
    RoundPicture,
    RoundTable,
)
from bot.render.values.game_pictures import HandPicture, Labels, LobbyPicture, ResultPicture, TablePicture
from bot.render.values.league_pictures import (
    ComparisonLine,
    HeadToHeadPicture,
    RatingPicture,
    RatingSeries,
    SeasonPicture,
    StandingsLine,
    StandingsPicture,
)
from engine.model.actions import FriendCall
from engine.model.cards import Rank, Suit, parse_card, parse_cards
from engine.model.events import Declaration
from engine.model.options import Direction, Level, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, CalledFriend, PhaseName
from tests.bot.render.sample_views import NAMES, deal_cards, make_play, make_result, make_rules, make_trick, make_view

GOLDEN_FOLDER = Path(__file__).parents[2] / "golden_pictures"
CHINESE = Labels(
    trump="主", no_trump="无主", level="级", points="分", trick="第{n}手", follow="跟", kitty="底牌", to_act="出牌中"
)


def following() -> HandPicture:
    """A hand of 25 cards during a trick of hearts, with one card picked."""
    trick = make_trick((make_play(1, "HK HK"), make_play(2, "H9 H10"), make_play(3, "HA HA")), 3, 30)
    view = make_view(hand=deal_cards(25), ask=Ask.FOLLOW, trick=trick)
    playable = frozenset(card for card in view.hand if view.trump.effective_suit(card) is Suit.HEARTS)
    return HandPicture(view, playable, parse_cards("HQ"), names=NAMES[:4])


def burying() -> HandPicture:
    """A hand of 33 cards with three picked to bury, Chinese captions, and suits in two colours."""
    trump = Trump.of(Rules(), Rank.SEVEN, Suit.HEARTS)
    fields = {"trump": trump, "levels": (Level.SEVEN,) * 4, "ask": Ask.BURY, "phase": PhaseName.BURYING}
    hand = deal_cards(33, 8)
    return HandPicture(make_view(hand=hand, **fields), None, hand[:3], CHINESE, four_colour=False)


def four_seats() -> TablePicture:
    """A trick of several plays, the third one winning."""
    plays = (make_play(0, "HK HK HQ HQ"), make_play(1, "H9 H9 H5 H4"), make_play(2, "SA SA SK SK"))
    return TablePicture(make_view(trick=make_trick(plays, 2, 45), to_act=(Seat(3),)), NAMES[:4])


def second_lap() -> TablePicture:
    """One side is in the second lap; the other has failed twice at the last level."""
    rules = Rules(laps=2, ace_failures=3)
    plays = (make_play(0, "HK HK HQ HQ"),)
    view = make_view(rules, trick=make_trick(plays, 0, 20), levels=(Level.THREE, Level.ACE) * 2, to_act=(Seat(1),))
    return TablePicture(replace(view, laps=(2, 1) * 2, ace_failures=(0, 2) * 2), NAMES[:4])


def lap_over() -> ResultPicture:
    """The opponents go on to the second lap, the declarers fall back after a heavy loss."""
    result = make_result(
        opponents_points=205,
        trick_points=145,
        rise=3,
        levels_before=(Level.FIVE, Level.KING) * 2,
        levels_after=(Level.THREE, Level.TWO) * 2,
        laps_before=(2, 1) * 2,
        laps_after=(2, 2) * 2,
        thrown_back=(Seat(0), Seat(2)),
    )
    view = make_view(Rules(laps=2), phase=PhaseName.FINISHED, result=result, kitty=result.kitty)
    return ResultPicture(view, NAMES[:4])


def twelve_seats() -> TablePicture:
    """Twelve players with called friends, in Chinese."""
    rules = make_rules(12, Teams.FRIENDS)
    leads = ("DK DK", "D9 D9", "D10 D10", "S3 S3", "D4 D5", "BJ LJ", "D2 D3", "C2 C2", "DJ DQ", "DA DA", "D6 D7")
    friends = tuple(
        CalledFriend(FriendCall(parse_card(card), i + 1), Seat(i) if i % 2 else None)
        for i, card in enumerate(("SA", "H10", "DA", "CA", "LJ"))
    )
    view = make_view(
        rules,
        trick=make_trick((make_play(i, cards) for i, cards in enumerate(leads)), 9, 60),
        to_act=(Seat(11),),
        friends=friends,
        levels=(Level.TEN, Level.ACE) * 6,
        sides=(True, None, None, True, *(None,) * 8),
        points=(0, 120) * 6,
        opponents_points=None,
    )
    return TablePicture(view, NAMES, CHINESE)


def declaring() -> TablePicture:
    """Two declarations during the draw, at a table that plays clockwise."""
    view = make_view(
        Rules(direction=Direction.CLOCKWISE),
        phase=PhaseName.DECLARING,
        to_draw=40,
        declarations=(
            Declaration(Seat(1), parse_cards("S2"), Suit.SPADES),
            Declaration(Seat(2), parse_cards("H2 H2"), Suit.HEARTS),
        ),
        trump=Trump.of(Rules(), Rank.TWO, Suit.HEARTS),
        declarer=None,
        passed=(True, False, False, False),
        hand_sizes=(15,) * 4,
    )
    return TablePicture(view, NAMES[:4])


def failed_throw() -> TablePicture:
    """A failed throw of five cards, of which one is played."""
    plays = (make_play(0, "HK", "HA HA HK HQ HQ"), make_play(1, "HA"))
    return TablePicture(make_view(trick=make_trick(plays, 1, 20), to_act=(Seat(2),)), NAMES[:4])


def deal_over() -> ResultPicture:
    """Opponents take over; the kitty counts fourfold."""
    result = make_result()
    last = make_trick((make_play(0, "HA HA"), make_play(1, "H3 H4"), make_play(2, "HK H5"), make_play(3, "S2 S2")), 3)
    ended = make_view(phase=PhaseName.FINISHED, result=result, kitty=result.kitty, tricks=(last,))
    return ResultPicture(ended, NAMES[:4])


def match_over() -> ResultPicture:
    """The declarers win the match; the kitty stays hidden."""
    result = replace(
        make_result(),
        declarers_hold=True,
        opponents_points=45,
        multiplier=0,
        winners=(Seat(0), Seat(2)),
        next_declarer=None,
    )
    return ResultPicture(make_view(phase=PhaseName.FINISHED, result=result), NAMES[:4])


def standings() -> StandingsPicture:
    """The standings of eight players."""
    rows = tuple(
        StandingsLine(
            i + 1,
            NAMES[i],
            21 - 2 * i,
            9 + i,
            1648 - 31 * i,
            tuple((i + k) % 3 != 0 for k in range(5)),
        )
        for i in range(8)
    )
    return StandingsPicture("League standings", "Season 3 · week 6", rows)


def ratings() -> RatingPicture:
    """The ratings of six players over forty games. One player joined late."""
    rng = random.Random(5)
    series = []
    for i in range(6):
        ratings = [1500]
        while len(ratings) < (41 if i else 18):
            ratings.append(ratings[-1] + rng.choice((-20, -14, -9, 9, 14, 20)))
        series.append(RatingSeries(NAMES[i], tuple(ratings)))
    return RatingPicture("Rating", "last 40 games", tuple(series))


def head_to_head() -> HeadToHeadPicture:
    """The matches of two pairs against each other."""
    lines = (
        ComparisonLine("Matches", "7", "5", 7 / 12),
        ComparisonLine("Deals", "61", "54", 61 / 115),
        ComparisonLine("Longest climb", "K", "J"),
    )
    return HeadToHeadPicture("Head to head", "Mei & Ana", "老張 & Bob", lines, (True, True, False, True, False))


def event_standings() -> EventStandingsPicture:
    """The standings of eight entrants after three rounds."""
    points = ("3", "2½", "2", "2", "1½", "1", "½", "0")
    lines = tuple(EventLine(i + 1, NAMES[i], (f"{7 - i}½", "2–0–1", score)) for i, score in enumerate(points))
    return EventStandingsPicture(
        "Friday evening", "after round 3 of 5", "Pair", ("Opponents", "W–D–L", "Points"), lines
    )


def long_event_standings() -> EventStandingsPicture:
    """Standings of forty people, with room for the score alone."""
    lines = tuple(EventLine(i + 1, f"{NAMES[i % 12]} {i + 1}", ("1", str(9 - i // 5))) for i in range(40))
    return EventStandingsPicture("周五之夜", "第 6 轮后，共 9 轮", "选手", ("胜", "分"), lines)


def pair_standings() -> EventStandingsPicture:
    """Two columns of pairs without team names; each pair shows its players' names one below the other."""
    pairs = [(NAMES[i % 12], NAMES[(i + 5) % 12]) for i in range(14)]
    lines = tuple(EventLine(i + 1, " & ".join(two), ("1–0–1 (1)", str(9 - i // 3)), two) for i, two in enumerate(pairs))
    return EventStandingsPicture("Friday evening", "After round 2 of 4", "Team", ("W–D–L (byes)", "Points"), lines)


def event_round() -> RoundPicture:
    """Nine tables. Most have finished, one was forfeited, one still plays, and a manager set the result of one."""
    sides = tuple((f"{NAMES[i % 12]} & {NAMES[(i + 5) % 12]}", f"{NAMES[(i + 3) % 12]} & Ana") for i in range(9))
    tables = [RoundTable(i + 1, two, ("3", "1"), 0) for i, two in enumerate(sides)]
    tables[1] = replace(tables[1], scores=("1", "2½"), winner=1)
    tables[2] = replace(tables[2], scores=("1", "1"), winner=None)
    tables[3] = replace(tables[3], note="(set by a manager)")
    tables[4] = replace(tables[4], scores=None, winner=1, note="forfeit")
    tables[8] = replace(tables[8], scores=None, winner=None, note="playing")
    return RoundPicture(
        "Friday evening",
        "Round 2 of 5",
        tuple(tables),
        ("Mei & Jonathan R.",),
        "Bye: {names}",
        set_note="* set by a manager",
    )


def traveller() -> TravellerPicture:
    """A board at five tables. One has no trump suit and equal scores, and a manager set the result of another."""
    suits = (Suit.SPADES, Suit.HEARTS, "none", Suit.DIAMONDS, Suit.CLUBS)
    lines = [
        TravellerLine(
            i + 1,
            (f"{NAMES[i]} & {NAMES[i + 5]}", f"{NAMES[i + 2]} & Ana"),
            (f"{100 - 25 * i}%", f"{25 * i}%"),
            suits[i],
            *("15", str(35 + 25 * i), f"+{3 - i}" if i < 3 else "0"),
            best=None if i == 2 else int(i > 2),
        )
        for i in range(5)
    ]
    lines[3] = replace(lines[3], note="levels +2, set by a manager")
    captions = ("Trump", "Kitty", "Points", "Levels", "Score")
    return TravellerPicture("Friday evening · Board 7", "Level 8. Declarer: seat 3.", captions, tuple(lines))


def event_bracket() -> BracketPicture:
    """Seven entrants: a bye, long names, a walkover, and a final that is not decided."""

    def box(first: str, second: str, *scores: str) -> BracketBox:
        if not scores:
            return BracketBox((BracketSide(first), BracketSide(second)))
        won = scores[0] > scores[1]
        return BracketBox((BracketSide(first, scores[0], won), BracketSide(second, scores[1], not won)))

    long = "Dragons & Tigers United of the South"
    bye = BracketBox((BracketSide(long, won=True), BracketSide()), "bye")
    quarter = (box("Mei & Ana", "庄家小王", "2", "1"), box(NAMES[2], NAMES[3], "0", "2"), box("老張", "Bob", "2", "0"))
    walkover = BracketBox((BracketSide(NAMES[3], won=False), BracketSide("老張", won=True)))
    columns = (
        BracketColumn("Quarterfinals", (bye, *quarter)),
        BracketColumn("Semifinals", (box(long, "Mei & Ana", "2", "1"), walkover)),
        BracketColumn("Final", (box(long, "老張"),)),
    )
    third = BracketColumn("Third place", (BracketBox((BracketSide("Mei & Ana"), BracketSide())),))
    return BracketPicture("Friday cup", "best of 3", columns, third)


def event_crosstable() -> EventCrossPicture:
    """A Swiss event of ten after eight rounds, with byes and forfeits."""
    signs = (("+", CellTone.WIN), ("=", CellTone.DRAW), ("–", CellTone.LOSS), ("", CellTone.NOTHING))

    def cell(row: int, column: int) -> CrossCell:
        if row == column:
            return CrossCell("○")
        sign, tone = signs[(row * row + column * (row + 3)) % 4]
        opponent = "" if row + column == 10 else str((row + column + 1) % 10 + 1)
        return CrossCell(sign + opponent, tone)

    lines = tuple(
        CrossLine(
            row + 1, f"{NAMES[row]} & {NAMES[(row * 5 + 2) % 12]}", tuple(cell(row, n) for n in range(8)), f"{9 - row}½"
        )
        for row in range(10)
    )
    legend = "+7 beat no. 7 · =7 drew · –7 lost · + – forfeit · ○ bye"
    return EventCrossPicture("Friday evening", "Round 8 of 9", tuple("12345678"), "Points", lines, legend)


def season() -> SeasonPicture:
    """A finished season."""
    podium = (("Mei & Ana", "31 wins"), ("庄家小王", "28 wins"), ("Jonathan R.", "25 wins"))
    facts = (("Deals played", "412"), ("Matches", "38"), ("Longest tractor", "5"), ("Most points in a deal", "240"))
    return SeasonPicture("Season 3", "1 Sep – 21 Nov 2026", podium, facts)


def review() -> ReviewPicture:
    """The expected points in the course of a deal. The player made two mistakes."""
    points = (72, 70, 78, 75, 90, 88, 86, 101, 96, 94, 99, 120)
    shown = tuple(ReviewPoint(at + 1, value, at in {4, 7}) for at, value in enumerate(points) if at != 5)
    facts = (("Your mistakes", "−12 points"), ("Cards and others", "−18 points"))
    labels = ("80 points win", "Trick", "End")
    return ReviewPicture("Opponents' expected points", "Table 12 · deal 3", shown, 80, *labels, facts)


def examples() -> ExamplePicture:
    """A tractor, two pairs that are no tractor, a throw, and single cards in order of strength."""
    return ExamplePicture(
        "Tractor or not? Level 7",
        (
            Example((parse_cards("S6 S6 S8 S8"),), "6 and 8 touch: the sevens are trumps", is_correct=True),
            Example((parse_cards("SK SK SJ SJ"),), "the queens are missing", is_correct=False),
            Example((parse_cards("SA"), parse_cards("SK SK"), parse_cards("S9 S9 S8 S8")), "a throw", "+"),
            Example(tuple((card,) for card in parse_cards("BJ LJ H7 S7 HA HK")), "", ">"),
        ),
    )


def replay_moment() -> ReplayPicture:
    """A replay in which every hand is open."""
    pack = deal_cards(100, 4)
    return ReplayPicture(four_seats().view, NAMES[:4], tuple(pack[i::4] for i in range(4)))


PICTURES = {
    "hand-following": following(),
    "hand-burying": burying(),
    "hand-hinted": replace(following(), picked=(), hinted=parse_cards("HQ")),
    "hand-39": HandPicture(make_view(hand=deal_cards(39, 8, 3))),
    "hand-empty": HandPicture(make_view(hand=())),
    "table-4": four_seats(),
    "table-laps": second_lap(),
    "table-12": twelve_seats(),
    "table-declaring": declaring(),
    "table-failed-throw": failed_throw(),
    "table-burying": TablePicture(make_view(phase=PhaseName.BURYING, hand_sizes=(33, 25, 25, 25)), NAMES[:4]),
    "lobby": LobbyPicture(
        ("Mei", None, "Bot 1", None), frozenset({Seat(2)}), "Club", ("2 decks", "2 → A"), (0, 1, 0, 1), host=Seat(0)
    ),
    "result": deal_over(),
    "result-laps": lap_over(),
    "result-match": match_over(),
    "standings": standings(),
    "ratings": ratings(),
    "head-to-head": head_to_head(),
    "event-standings": event_standings(),
    "event-standings-pairs": pair_standings(),
    "event-standings-40": long_event_standings(),
    "event-round": event_round(),
    "event-bracket": event_bracket(),
    "event-crosstable": event_crosstable(),
    "traveller": traveller(),
    "season": season(),
    "examples": examples(),
    "review": review(),
    "replay": replay_moment(),
}


def build_golden_scene(name: str) -> Scene:
    """Return the scene of a golden picture."""
    picture = PICTURES[name]
    return LAYOUTS[type(picture)](picture)


def paint_png(painter: Painter, scene: Scene) -> bytes:
    """Return a scene as PNG bytes."""
    image = painter.paint(scene)
    round_corners(image, scene.radius)
    return encode_png(image, scene.ground).png


def open_png(data: bytes) -> Image.Image:
    """Return a picture's pixels on white, so that transparent corners show."""
    drawn = Image.open(io.BytesIO(data)).convert("RGBA")
    ground = Image.new("RGBA", drawn.size, (255, 255, 255, 255))
    ground.alpha_composite(drawn)
    return ground.convert("RGB")


def main() -> None:
    """Write every golden picture whose pixels have changed. Files with equal pixels may differ in compression."""
    GOLDEN_FOLDER.mkdir(exist_ok=True)
    painter = Painter(Fonts())
    for name in PICTURES:
        path, png = GOLDEN_FOLDER / f"{name}.png", paint_png(painter, build_golden_scene(name))
        if not path.exists() or open_png(path.read_bytes()).tobytes() != open_png(png).tobytes():
            path.write_bytes(png)
            sys.stderr.write(f"{path} is written\n")


if __name__ == "__main__":
    main()
