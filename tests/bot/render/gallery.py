"""The pictures that are kept as golden ones: `python -m tests.bot.render.gallery` paints them anew.

Look at every picture that has changed, at full size and 302 pixels wide, before it is committed.
"""

import io
import random
import sys
from dataclasses import replace
from pathlib import Path

from PIL import Image

from bot.render import (
    Comparison,
    CrossTablePicture,
    Example,
    ExamplePicture,
    HandPicture,
    HeadToHeadPicture,
    LobbyPicture,
    MatchPicture,
    RatingPicture,
    ReplayPicture,
    ResultPicture,
    SeasonPicture,
    Series,
    StandingsPicture,
    StandingsRow,
    TablePicture,
)
from bot.render.encode import png, round_off
from bot.render.fonts import Fonts
from bot.render.labels import Labels
from bot.render.paint import Painter
from bot.render.pool import LAYOUTS
from bot.render.scene import Scene
from engine.actions import FriendCall
from engine.cards import Rank, Suit, parse_card, parse_cards
from engine.events import Declaration
from engine.rules import Direction, Level, Rules, Teams
from engine.seats import Seat
from engine.trump import Trump
from engine.view import Ask, CalledFriend, PhaseName
from tests.bot.render.scenes import NAMES, dealt, play, result, rules_for, trick, view_of

GOLDEN = Path(__file__).parents[2] / "golden_pictures"
CHINESE = Labels(
    trump="主", no_trump="无主", level="级", points="分", trick="第{n}手", follow="跟", kitty="底牌", to_act="出牌中"
)


def following() -> HandPicture:
    """25 cards in the middle of a trick of hearts, one of them picked."""
    lying = trick((play(1, "HK HK"), play(2, "H9 H10"), play(3, "HA HA")), 3, 30)
    view = view_of(hand=dealt(25), ask=Ask.FOLLOW, trick=lying)
    lit = frozenset(card for card in view.hand if view.trump.effective_suit(card) is Suit.HEARTS)
    return HandPicture(view, lit, parse_cards("HQ"), names=NAMES[:4])


def burying() -> HandPicture:
    """33 cards, three of them picked to be buried; Chinese captions, two colours."""
    trump = Trump.of(Rules(), Rank.SEVEN, Suit.HEARTS)
    facts = {"trump": trump, "levels": (Level.SEVEN,) * 4, "ask": Ask.BURY, "phase": PhaseName.BURYING}
    hand = dealt(33, 8)
    return HandPicture(view_of(hand=hand, **facts), None, hand[:3], CHINESE, four_colour=False)


def four_seats() -> TablePicture:
    """A trick of four cards each, the third play winning."""
    plays = (play(0, "HK HK HQ HQ"), play(1, "H9 H9 H5 H4"), play(2, "SA SA SK SK"))
    return TablePicture(view_of(trick=trick(plays, 2, 45), to_act=(Seat(3),)), NAMES[:4])


def twelve_seats() -> TablePicture:
    """Friends called by twelve, in Chinese."""
    rules = rules_for(12, Teams.FRIENDS)
    leads = ("DK DK", "D9 D9", "D10 D10", "S3 S3", "D4 D5", "BJ LJ", "D2 D3", "C2 C2", "DJ DQ", "DA DA", "D6 D7")
    friends = tuple(
        CalledFriend(FriendCall(parse_card(card), i + 1), Seat(i) if i % 2 else None)
        for i, card in enumerate(("SA", "H10", "DA", "CA", "LJ"))
    )
    view = view_of(
        rules,
        trick=trick((play(i, cards) for i, cards in enumerate(leads)), 9, 60),
        to_act=(Seat(11),),
        friends=friends,
        levels=(Level.TEN, Level.ACE) * 6,
        sides=(True, None, None, True, *(None,) * 8),
        points=(0, 120) * 6,
        opponents_points=None,
    )
    return TablePicture(view, NAMES, CHINESE)


def declaring() -> TablePicture:
    """Two declarations while cards are still drawn, clockwise."""
    view = view_of(
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
    """A throw of five of which one card is left."""
    plays = (play(0, "HK", "HA HA HK HQ HQ"), play(1, "HA"))
    return TablePicture(view_of(trick=trick(plays, 1, 20), to_act=(Seat(2),)), NAMES[:4])


def deal_over() -> ResultPicture:
    """Opponents take over with a kitty that counted fourfold."""
    ended = result()
    return ResultPicture(view_of(phase=PhaseName.FINISHED, result=ended, kitty=ended.kitty), NAMES[:4])


def match_over() -> ResultPicture:
    """The declarers win the match; the kitty stays hidden."""
    ended = replace(
        result(), declarers_hold=True, opponents_points=35, multiplier=0, winners=(Seat(0), Seat(2)), next_declarer=None
    )
    return ResultPicture(view_of(phase=PhaseName.FINISHED, result=ended), NAMES[:4])


def standings() -> StandingsPicture:
    """Eight players."""
    rows = tuple(
        StandingsRow(
            i + 1,
            NAMES[i],
            21 - 2 * i,
            9 + i,
            Level(14 - i).text,
            2 if i == 0 else 0,
            1648 - 31 * i,
            18 - 7 * i,
            tuple((i + k) % 3 != 0 for k in range(5)),
        )
        for i in range(8)
    )
    return StandingsPicture("League standings", "Season 3 · week 6", rows)


def ratings() -> RatingPicture:
    """Six players over forty games, one of whom came late."""
    chance = random.Random(5)
    lines = []
    for i in range(6):
        line = [1500]
        while len(line) < (41 if i else 18):
            line.append(line[-1] + chance.choice((-20, -14, -9, 9, 14, 20)))
        lines.append(Series(NAMES[i], tuple(line)))
    return RatingPicture("Rating", "last 40 games", tuple(lines))


def head_to_head() -> HeadToHeadPicture:
    """Two pairs."""
    lines = (
        Comparison("Matches", "7", "5", 7 / 12),
        Comparison("Deals", "61", "54", 61 / 115),
        Comparison("Longest climb", "K", "J"),
    )
    return HeadToHeadPicture("Head to head", "Mei & Ana", "老張 & Bob", lines, (True, True, False, True, False))


def cross_table() -> CrossTablePicture:
    """Six players, some of whom never met."""
    cells = tuple(
        tuple(((i * 3 + j) % 9, (j * 3 + i) % 9) if (i + j) % 5 else None for j in range(6)) for i in range(6)
    )
    return CrossTablePicture("Everybody against everybody", "Season 3", NAMES[:6], cells)


def season() -> SeasonPicture:
    """A season that is over."""
    podium = (("Mei & Ana", "31 wins"), ("庄家小王", "28 wins"), ("Jonathan R.", "25 wins"))
    facts = (("Deals played", "412"), ("Matches", "38"), ("Longest tractor", "5"), ("Most points in a deal", "240"))
    return SeasonPicture("Season 3", "1 Sep – 21 Nov 2026", podium, facts)


def climb() -> MatchPicture:
    """A match of eleven deals."""
    levels = ("2 2 3 3 5 5 8 9 9 J K A", "2 4 4 5 5 7 7 7 10 10 10 10")
    lines = (tuple(levels[0].split()), tuple(levels[1].split()))
    facts = (("Deals", "11"), ("Duration", "1:40"))
    return MatchPicture("Match over", "21 Nov 2026", (("Mei", "庄家小王"), ("Jonathan R.", "Ana")), 0, lines, facts)


def examples() -> ExamplePicture:
    """A tractor, none, and a throw."""
    return ExamplePicture(
        "Tractor or not? Level 7",
        (
            Example((parse_cards("S6 S6 S8 S8"),), "6 and 8 touch: the sevens are trumps", verdict=True),
            Example((parse_cards("SK SK SJ SJ"),), "the queens are missing", verdict=False),
            Example((parse_cards("SA"), parse_cards("SK SK"), parse_cards("S9 S9 S8 S8")), "a throw", "+"),
            Example(tuple((card,) for card in parse_cards("BJ LJ H7 S7 HA HK")), "", ">"),
        ),
    )


def replayed() -> ReplayPicture:
    """All hands open."""
    pack = dealt(100, 4)
    return ReplayPicture(four_seats().view, NAMES[:4], tuple(pack[i::4] for i in range(4)))


PICTURES = {
    "hand-following": following(),
    "hand-burying": burying(),
    "hand-39": HandPicture(view_of(hand=dealt(39, 8, 3))),
    "hand-empty": HandPicture(view_of(hand=())),
    "table-4": four_seats(),
    "table-12": twelve_seats(),
    "table-declaring": declaring(),
    "table-failed-throw": failed_throw(),
    "table-burying": TablePicture(view_of(phase=PhaseName.BURYING, hand_sizes=(33, 25, 25, 25)), NAMES[:4]),
    "lobby": LobbyPicture(
        ("Mei", None, "Bot 1", None), frozenset({Seat(2)}), "Club", ("2 packs", "2 → A"), (0, 1, 0, 1), host=Seat(0)
    ),
    "result": deal_over(),
    "result-match": match_over(),
    "standings": standings(),
    "ratings": ratings(),
    "head-to-head": head_to_head(),
    "cross-table": cross_table(),
    "season": season(),
    "match": climb(),
    "examples": examples(),
    "replay": replayed(),
}


def scene_of(name: str) -> Scene:
    """Return the scene of a golden picture."""
    picture = PICTURES[name]
    return LAYOUTS[type(picture)](picture)


def painted(painter: Painter, scene: Scene) -> bytes:
    """Return a scene as the bytes that would be sent."""
    image = painter.paint(scene)
    round_off(image, scene.radius)
    return png(image, scene.ground).png


def opened(data: bytes) -> Image.Image:
    """Return a picture's pixels, on a ground that shows where it is clear."""
    drawn = Image.open(io.BytesIO(data)).convert("RGBA")
    ground = Image.new("RGBA", drawn.size, (255, 255, 255, 255))
    ground.alpha_composite(drawn)
    return ground.convert("RGB")


def main() -> None:
    """Write every golden picture."""
    GOLDEN.mkdir(exist_ok=True)
    painter = Painter(Fonts())
    for name in PICTURES:
        (GOLDEN / f"{name}.png").write_bytes(painted(painter, scene_of(name)))
    sys.stderr.write(f"{len(PICTURES)} pictures written to {GOLDEN}\n")


if __name__ == "__main__":
    main()
