"""Pictures are rendered quickly, are small, and hardly delay the event loop. Caches stay within their limits.

A time is given as a ratio: the time to render a picture, divided by the time in which Pillow saves the same pixels as a
PNG with default settings. Both are processor times of one thread. They are measured several times in turn, and the
shortest time of each counts. The layout of a hand is computed again for each picture, as after a play. `-s` prints the
figures.
"""

import asyncio
import io
import random
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate, islice

import pytest
from PIL import Image

from bot.render.all_pictures import LAYOUTS
from bot.render.hands import hand_rows
from bot.render.painting.fonts import Fonts
from bot.render.painting.painter import Painter
from bot.render.renderer import PictureRenderer
from bot.render.values.game_pictures import HandPicture, TablePicture
from bot.render.values.league_pictures import RatingPicture, RatingSeries, StandingsLine, StandingsPicture
from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.model.actions import CloseWindow, Draw
from engine.model.cards import Suit
from engine.model.options import Teams
from engine.model.presets import preset
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask
from engine.players.levels import choose
from tests.bot.render import golden_pictures
from tests.bot.render.sample_views import NAMES, deal_cards, make_play, make_trick, make_view

PAINTER = Painter(Fonts())


def hand(count: int, seed: int) -> HandPicture:
    """Return the picture of a hand whose player must follow three plays and has picked one card.

    If `count` is 33, the player must bury instead and has picked three cards.
    """
    if count == 33:
        view = make_view(hand=deal_cards(33, seed), ask=Ask.BURY)
        return HandPicture(view, None, view.hand[:3], names=NAMES[:4])
    lying = make_trick((make_play(1, "HK HK"), make_play(2, "H9 H10"), make_play(3, "HA HA")), 3, 30)
    view = make_view(hand=deal_cards(count, seed), ask=Ask.FOLLOW, trick=lying)
    lit = frozenset(card for card in view.hand if view.trump.effective_suit(card) is Suit.HEARTS)
    return HandPicture(view, lit, view.hand[:1], names=NAMES[:4])


def large_trick() -> HandPicture:
    """Return the picture of a hand below a trick. The trick has eleven plays of ten cards, most of them different."""
    pack = deal_cards(110, 5, 6)
    lying = make_trick((make_play(i, " ".join(map(str, pack[i * 10 : i * 10 + 10]))) for i in range(11)), 3, 100)
    view = make_view(
        golden_pictures.make_rules(12, Teams.FRIENDS),
        hand=deal_cards(13, 9, 6),
        ask=Ask.FOLLOW,
        trick=lying,
        points=(0,) * 12,
    )
    return HandPicture(view, names=NAMES)


def long_standings() -> StandingsPicture:
    """Return standings with as many lines as one picture holds."""
    form = tuple(tuple((i + k) % 3 != 0 for k in range(5)) for i in range(15))
    names = (*NAMES, "Piston", "Harvest Moon", "李小龙")
    hand_rows = (StandingsLine(i + 1, names[i], 120 - 5 * i, 60 + 3 * i, 1648 - 31 * i, form[i]) for i in range(15))
    return StandingsPicture("League standings", "Season 3 · week 6", tuple(hand_rows))


def long_ratings() -> RatingPicture:
    """Return the ratings of eight players over a hundred games."""
    chance = random.Random(4)
    steps = ([chance.choice((-20, -14, -9, 9, 14, 20)) for _ in range(100)] for _ in range(8))
    lines = (RatingSeries(NAMES[i], tuple(accumulate(line, initial=1500))) for i, line in enumerate(steps))
    return RatingPicture("Rating", "last 100 games", tuple(lines))


def made(picture) -> bytes:
    hand_rows.plan_rows.cache_clear()
    return golden_pictures.paint_png(PAINTER, LAYOUTS[type(picture)](picture))


def plain(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def spent(work, *facts) -> float:
    began = time.thread_time()
    work(*facts)
    return time.thread_time() - began


def ratio(pictures, rounds) -> tuple[float, int]:
    """Return the mean of the pictures' ratios to Pillow's time, and the size in bytes of the largest picture."""
    shares, largest = [], 0
    for picture in pictures:
        data = made(picture)
        largest = max(largest, len(data))
        image = golden_pictures.open_png(data)
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(spent(made, picture))
            theirs.append(spent(plain, image))
        shares.append(min(ours) / min(theirs))
    return statistics.mean(shares), largest


@pytest.mark.parametrize(
    ("name", "pictures", "most", "kilobytes"),
    [
        ("hand of 25", [hand(25, seed) for seed in range(6)], 0.6, 48),
        ("hand of 33", [hand(33, seed) for seed in range(6)], 0.7, 72),
        ("hand under a trick of 110 cards", [large_trick()], 0.8, 72),
        (
            "table of 4",
            [golden_pictures.four_seats(), golden_pictures.failed_throw(), golden_pictures.declaring()],
            0.7,
            48,
        ),
        (
            "table of 8",
            [
                TablePicture(
                    make_view(
                        golden_pictures.make_rules(8), trick=make_trick((make_play(i, cards) for i in range(7)), 3, 40)
                    ),
                    NAMES[:8],
                )
                for cards in ("HK", "HK HK", "HK HK HQ HQ")
            ],
            0.7,
            48,
        ),
        ("table of 12", [golden_pictures.twelve_seats()], 0.7, 56),
        ("result", [golden_pictures.deal_over()], 0.7, 48),
        ("standings", [golden_pictures.standings()], 1.3, 48),
        ("standings of 15", [long_standings()], 1.3, 48),
        ("rating chart", [golden_pictures.ratings()], 1.3, 48),
        ("long rating chart", [long_ratings()], 1.3, 48),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_pictures_stay_within_time_and_size(name, pictures, most, kilobytes, scale):
    found, largest = ratio(pictures[: scale.pick(6, 1)], scale.pick(15, 1))
    print(f"\n{name}: {found:.2f} of the plain encoding (at most {most}), {largest} bytes")
    assert scale.is_short or found <= most
    assert largest <= kilobytes << 10


async def test_cached_picture_costs_less_than_painting_it(scale):
    pictures = PictureRenderer(workers=1)
    picture = hand(25, 1)
    first = await pictures.render(picture)
    drawn = spent(made, picture)
    found = []
    for _ in range(5):
        began = time.perf_counter()
        assert await pictures.render(replace(picture)) is first
        found.append(time.perf_counter() - began)
    pictures.close()
    assert scale.is_short or min(found) < drawn


def deal_pictures(actions: int) -> list[list[HandPicture | TablePicture]]:
    """Return the pictures of the table and of the four hands after each action of a deal."""
    rules, rng = preset("standard"), random.Random(5)
    phase = apply(start(rules), TABLE, make_fair_deal(rules, rng.randbytes(32))).phase
    phase = apply(phase, TABLE, Draw(100)).phase
    steps: list[list[HandPicture | TablePicture]] = []
    while (seats := to_act(phase)) and len(steps) < actions:
        hands = [HandPicture(view_for(phase, Seat(seat)), names=NAMES[:4]) for seat in range(4)]
        steps.append([TablePicture(spectator_view(phase), NAMES[:4], show_last_trick=True), *hands])
        action = choose("expert", view_for(phase, seats[0]), rng) or CloseWindow()
        phase = apply(phase, TABLE if isinstance(action, CloseWindow) else seats[0], action).phase
    return steps


@pytest.mark.timeout(300)
def test_pictures_of_a_deal_stay_within_time_and_size(scale):
    """The first rendering starts with empty caches. The next ones find all but the layouts of hands in the caches."""
    pictures = list(dict.fromkeys(one for step in deal_pictures(scale.pick(1000, 4)) for one in step))
    painter = Painter(Fonts())

    def render():
        hand_rows.plan_rows.cache_clear()
        return [golden_pictures.paint_png(painter, LAYOUTS[type(one)](one)) for one in pictures]

    cold = spent(render)
    warm = min(spent(render) for _ in range(scale.pick(2, 1)))
    files = render()
    images = [golden_pictures.open_png(data) for data in files[::10]]
    theirs = spent(lambda: [plain(image) for image in images]) / len(images) * len(files)
    size = sum(map(len, files)) / len(files)
    print(
        f"\n{len(files)} pictures of a deal: cold {1000 * cold / len(files):.1f} ms each, warm {1000 * warm / len(files):.1f} ms,"
        f" {warm / theirs:.2f} of the plain encoding, {size / 1024:.0f} KiB on average, {max(map(len, files)) / 1024:.0f} at most"
    )
    assert max(map(len, files)) <= 48 << 10
    assert scale.is_short or cold <= 0.6 * theirs
    assert scale.is_short or warm <= 0.45 * theirs


async def delays(work) -> list[float]:
    """Sleep repeatedly for a millisecond while `work` runs. Return how many seconds too late each sleep ended."""
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


async def test_the_event_loop_goes_on_while_pictures_are_rendered(scale):
    """The renderer's best round must not be much worse than the worst round of Pillow's encoder, run in threads."""
    image = golden_pictures.open_png(made(hand(33, 1)))
    pictures, threads = PictureRenderer(workers=2), ThreadPoolExecutor(2)
    for seed in range(4):  # the first pictures fill the cache of sprites
        await pictures.render(hand(25, 100 + seed))

    seeds = iter(range(1000))  # no hand is rendered twice, so none comes from the cache

    async def drawing():
        chosen = islice(seeds, scale.pick(60, 4))
        await asyncio.gather(*(pictures.render(hand(25 if seed % 2 else 33, seed)) for seed in chosen))

    async def encoding():
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(threads, plain, image) for _ in range(scale.pick(30, 4))))

    pairs = [(p99(await delays(drawing)), p99(await delays(encoding))) for _ in range(scale.pick(5, 1))]
    ours, theirs = min(ours for ours, _ in pairs), max(theirs for _, theirs in pairs)
    pictures.close()
    threads.shutdown()
    print(f"\nthe event loop's p99 delay: {1000 * ours:.1f} ms drawing, {1000 * theirs:.1f} ms encoding plainly")
    assert scale.is_short or ours < max(0.010, 3 * theirs)


async def test_caches_stay_within_their_bounds(scale):
    pictures = PictureRenderer(workers=2)
    for seed in range(scale.pick(40, 2)):
        for count in (7, 25, 33, 39):
            view = make_view(hand=deal_cards(count, seed, 3))
            lit = frozenset(view.hand[:9])
            await pictures.render(HandPicture(view, lit, view.hand[:2], four_colour=seed % 2 == 0))
    for picture in golden_pictures.PICTURES.values():
        await pictures.render(picture)
    used = pictures.cached_bytes
    pictures.close()
    print(f"\ncaches hold {used / (1 << 20):.1f} MiB; {threading.active_count()} threads")
    assert used <= 70 << 20
