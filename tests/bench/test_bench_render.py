"""How fast and how small pictures are: each as a ratio to Pillow's default PNG of the same pixels, in the same run.

Times are of this thread's processor, the least of several, both sides in turn; a hand's layout is reckoned anew each
time, as after every play. Figures are told with `-s`.
"""

import asyncio
import io
import random
import statistics
import threading
import time
from dataclasses import replace
from itertools import accumulate

import pytest
from PIL import Image

from bot.render import (
    HandPicture,
    Pictures,
    RatingPicture,
    Series,
    StandingsPicture,
    StandingsRow,
    TablePicture,
    rows,
)
from bot.render.fonts import Fonts
from bot.render.paint import Painter
from bot.render.pool import LAYOUTS
from engine.cards import Suit
from engine.rules import Teams
from engine.view import Ask
from tests.bot.render import gallery
from tests.bot.render.scenes import NAMES, dealt, play, trick, view_of

ROUNDS = 15
PAINTER = Painter(Fonts())


def hand(count: int, seed: int) -> HandPicture:
    """A hand that follows, with a strip of three plays, one card picked; of 33 cards one that buries."""
    if count == 33:
        view = view_of(hand=dealt(33, seed), ask=Ask.BURY)
        return HandPicture(view, None, view.hand[:3], names=NAMES[:4])
    lying = trick((play(1, "HK HK"), play(2, "H9 H10"), play(3, "HA HA")), 3, 30)
    view = view_of(hand=dealt(count, seed), ask=Ask.FOLLOW, trick=lying)
    lit = frozenset(card for card in view.hand if view.trump.effective_suit(card) is Suit.HEARTS)
    return HandPicture(view, lit, view.hand[:1], names=NAMES[:4])


def large_trick() -> HandPicture:
    """Eleven plays of ten cards each, few of them alike."""
    pack = dealt(110, 5, 6)
    lying = trick((play(i, " ".join(map(str, pack[i * 10 : i * 10 + 10]))) for i in range(11)), 3, 100)
    view = view_of(
        gallery.rules_for(12, Teams.FRIENDS), hand=dealt(13, 9, 6), ask=Ask.FOLLOW, trick=lying, points=(0,) * 12
    )
    return HandPicture(view, names=NAMES)


def long_standings() -> StandingsPicture:
    """As many lines as one picture has."""
    form = tuple(tuple((i + k) % 3 != 0 for k in range(5)) for i in range(15))
    names = (*NAMES, "Piston", "Harvest Moon", "李小龙")
    rows = (
        StandingsRow(i + 1, names[i], 120 - 5 * i, 60 + 3 * i, "A", i % 3, 1648 - 31 * i, 18 - 7 * i, form[i])
        for i in range(15)
    )
    return StandingsPicture("League standings", "Season 3 · week 6", tuple(rows))


def long_ratings() -> RatingPicture:
    """Eight players over a hundred games."""
    chance = random.Random(4)
    steps = ([chance.choice((-20, -14, -9, 9, 14, 20)) for _ in range(100)] for _ in range(8))
    lines = (Series(NAMES[i], tuple(accumulate(line, initial=1500))) for i, line in enumerate(steps))
    return RatingPicture("Rating", "last 100 games", tuple(lines))


def made(picture) -> bytes:
    rows.plan.cache_clear()
    return gallery.painted(PAINTER, LAYOUTS[type(picture)](picture))


def plain(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def spent(work, *facts) -> float:
    began = time.thread_time()
    work(*facts)
    return time.thread_time() - began


def ratio(pictures) -> tuple[float, int]:
    """Return the mean over `pictures` of ours to the plain encoding, and the bytes of the largest."""
    shares, largest = [], 0
    for picture in pictures:
        data = made(picture)
        largest = max(largest, len(data))
        image = gallery.opened(data)
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours.append(spent(made, picture))
            theirs.append(spent(plain, image))
        shares.append(min(ours) / min(theirs))
    return statistics.mean(shares), largest


@pytest.mark.bench
@pytest.mark.parametrize(
    ("name", "pictures", "most", "kilobytes"),
    [
        ("hand of 25", [hand(25, seed) for seed in range(6)], 0.40, 40),
        ("hand of 33", [hand(33, seed) for seed in range(6)], 0.45, 56),
        ("hand under a trick of 110 cards", [large_trick()], 0.60, 56),
        ("table of 4", [gallery.four_seats(), gallery.failed_throw(), gallery.declaring()], 0.45, 40),
        (
            "table of 8",
            [
                TablePicture(
                    view_of(gallery.rules_for(8), trick=trick((play(i, cards) for i in range(7)), 3, 40)), NAMES[:8]
                )
                for cards in ("HK", "HK HK", "HK HK HQ HQ")
            ],
            0.45,
            40,
        ),
        ("table of 12", [gallery.twelve_seats()], 0.45, 40),
        ("result", [gallery.deal_over()], 0.45, 40),
        ("standings", [gallery.standings()], 1.0, 40),
        ("standings of 15", [long_standings()], 1.0, 40),
        ("rating chart", [gallery.ratings()], 1.0, 40),
        ("long rating chart", [long_ratings()], 1.0, 40),
        ("match chart", [gallery.climb()], 1.0, 40),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_pictures_cost_less_than_their_plain_encoding(name, pictures, most, kilobytes):
    found, largest = ratio(pictures)
    print(f"\n{name}: {found:.2f} of the plain encoding (at most {most}), {largest} bytes")
    assert found <= most
    assert largest <= kilobytes << 10


@pytest.mark.bench
async def test_a_picture_already_drawn_costs_nothing():
    pictures = Pictures(workers=1)
    picture = hand(25, 1)
    first = await pictures.hand(picture)
    drawn = spent(made, picture)
    began = time.perf_counter()
    again = await pictures.hand(replace(picture))
    found = time.perf_counter() - began
    pictures.close()
    assert again is first
    assert found < drawn


async def delays(work) -> list[float]:
    """Return by how much a tick of one millisecond came late, in seconds, while `work` ran."""
    late: list[float] = []
    task = asyncio.ensure_future(work())
    while not task.done():
        began = time.perf_counter()
        await asyncio.sleep(0.001)
        late.append(time.perf_counter() - began - 0.001)
    await task
    return late


def p99(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]


@pytest.mark.bench
async def test_the_event_loop_goes_on_while_pictures_are_drawn():
    """Nothing is waited for but the machine: where it is busy, plain encodings in threads are the measure."""
    image = gallery.opened(made(hand(33, 1)))
    pictures = Pictures(workers=2)
    for seed in range(4):  # the first pictures draw the sprites
        await pictures.hand(hand(25, 100 + seed))

    async def drawing():
        await asyncio.gather(*(pictures.hand(hand(25 if seed % 2 else 33, seed)) for seed in range(60)))

    async def encoding():
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(pictures._pool, plain, image) for _ in range(30)))

    ours, theirs = p99(await delays(drawing)), p99(await delays(encoding))
    pictures.close()
    print(f"\nthe event loop's p99 delay: {1000 * ours:.1f} ms drawing, {1000 * theirs:.1f} ms encoding plainly")
    assert ours < max(0.010, 2 * theirs)


@pytest.mark.bench
async def test_caches_stay_within_their_bounds():
    pictures = Pictures(workers=2)
    for seed in range(40):
        for count in (7, 25, 33, 39):
            view = view_of(hand=dealt(count, seed, 3))
            lit = frozenset(view.hand[:9])
            await pictures.hand(HandPicture(view, lit, view.hand[:2], four_colour=seed % 2 == 0))
    for picture in gallery.PICTURES.values():
        await pictures.draw(picture)
    used = pictures.used
    pictures.close()
    print(f"\ncaches hold {used / (1 << 20):.1f} MiB; {threading.active_count()} threads")
    assert used <= 48 << 20
