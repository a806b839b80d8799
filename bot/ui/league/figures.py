"""A person's figures: what his deals by one preset say of him, in words and with his rating over time as a picture."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.league.deals import Role
from bot.league.ids import UserId
from bot.league.looks import Pool, Profile, Record
from bot.league.ratings import SETTLED, Rating
from bot.render.statistics import RatingPicture, Series
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Option, Select, Text, in_rows
from bot.ui.captions import league_labels_of
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.league.showing import ROOM, day, pictured, preset_words
from bot.ui.limits import OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.text.catalogue import Texts

CHART: Final = "rating.png"
LEAST: Final = 2
"""Ratings that a chart needs."""
Names = Mapping[UserId, str]
Played = Mapping[str, int]
"""Deals by preset, most first."""
NOWHERE: Final[Played] = MappingProxyType({})


async def profile_body(
    kit: Kit, profile: Profile, pools: "Sequence[Pool]", names: Names, texts: "Texts", own: Played = NOWHERE
) -> Body:
    """Return a person's figures in one pool, with a list of the others. `names`: his and his partner's."""
    name = names[profile.user]
    heading = texts.say("leagues.profile_heading", name=plain(name), preset=preset_words(profile.pool.preset, texts))
    if not profile.record.deals:
        return nothing_body(name, profile.pool.preset, pools, texts, profile.user, own)
    lines = [f"## {heading}", *(f"- {line}" for line in _lines(profile, names, texts))]
    if profile.pool.stale:
        lines.append(f"-# {texts.say('leagues.being_worked_out')}")
    return Body(
        (
            Text("\n".join(lines)),
            *await _chart(kit, profile, name, texts),
            *_pools(profile.user, profile.pool.preset, pools, own, texts),
        )
    )


def nothing_body(
    name: str, preset: str, pools: "Sequence[Pool]", texts: "Texts", user: UserId, own: Played = NOWHERE
) -> Body:
    """Return that somebody has not played by these rules, by which he has, and the rules that others have played by."""
    heading = texts.say("leagues.profile_heading", name=plain(name), preset=preset_words(preset, texts))
    lines = [f"## {heading}", texts.say("leagues.profile_none", name=plain(name))]
    if own:
        lines.append(texts.say("figures.has_played", name=plain(name), rules=played_words(own, texts)))
    return Body((Text("\n".join(lines)), *_pools(user, preset, pools, own, texts)))


def played_words(own: Played, texts: "Texts") -> str:
    """Return by which rules deals were played, with how many."""
    told = (texts.say("figures.rules", preset=preset_words(one, texts), count=deals) for one, deals in own.items())
    return texts.listed(told)


def played_options(presets: Iterable[str], chosen: str, own: Played, texts: "Texts") -> tuple[Option, ...]:
    """Return presets to choose from, each with how many deals were played by it."""
    return tuple(
        Option(
            one,
            cut(preset_words(one, texts), OPTION_TEXT),
            cut(texts.say("figures.deals", count=own[one]), OPTION_TEXT) if one in own else "",
            one == chosen,
        )
        for one in list(presets)[:OPTIONS]
    )


def rating_words(rating: Rating, texts: "Texts") -> str:
    """Return a rating, and how long it is still provisional."""
    if rating.provisional:
        return texts.say("leagues.profile_provisional", rating=rating.shown, left=SETTLED - rating.deals)
    return texts.say("leagues.profile_rating", rating=rating.shown)


def form_words(form: tuple[bool, ...], texts: "Texts") -> str:
    """Return results, oldest first, as letters."""
    return " ".join(texts.say("leagues.w" if won else "leagues.l") for won in form)


def _lines(profile: Profile, names: Names, texts: "Texts") -> Iterator[str]:
    rating = rating_words(profile.rating, texts)
    place = {"rank": profile.rank, "ranked": profile.ranked}
    yield rating if profile.rank is None else texts.say("leagues.profile_place", rating=rating, **place)
    yield _record("leagues.profile_deals", profile.record, texts)
    for role in Role:
        if (record := profile.by_role.get(role)) is not None and record.deals:
            yield _record(f"leagues.profile_role.{role}", record, texts)
    yield from _averages(profile, texts)
    if profile.matches_won:
        yield texts.say("leagues.profile_matches", count=profile.matches_won)
    if profile.climbs:
        yield texts.say("leagues.profile_climbs", count=profile.climbs)
    yield from _highlights(profile, names, texts)


def _averages(profile: Profile, texts: "Texts") -> Iterator[str]:
    if profile.points_taken is not None:
        yield texts.say("leagues.profile_taken", points=round(profile.points_taken, 1))
    if profile.points_given is not None:
        yield texts.say("leagues.profile_given", points=round(profile.points_given, 1))


def _highlights(profile: Profile, names: Names, texts: "Texts") -> Iterator[str]:
    if profile.partner is not None:
        user, record = profile.partner
        yield _record("leagues.profile_partner", record, texts, name=plain(names[user]))
    if profile.best is not None and profile.best.rise:
        role = texts.say(f"leagues.role.{profile.best.role}")
        yield texts.say("leagues.profile_best", rise=profile.best.rise, day=day(profile.best.at), role=role)
    if profile.form:
        yield texts.say("leagues.profile_form", form=form_words(profile.form, texts))


def _record(key: str, record: Record, texts: "Texts", **facts: str) -> str:
    return texts.say(key, won=record.won, deals=record.deals, **facts)


async def _chart(kit: Kit, profile: Profile, name: str, texts: "Texts") -> tuple[Block, ...]:
    if len(profile.history) < LEAST:
        return ()
    ratings = tuple(moment.rating.shown for moment in profile.history)
    title = texts.say("leagues.chart_title", name=name)
    picture = RatingPicture(
        title, preset_words(profile.pool.preset, texts), (Series(name, ratings),), league_labels_of(texts)
    )
    return (await pictured(kit, picture, texts, CHART),)


def _pools(user: UserId, preset: str, pools: "Sequence[Pool]", own: Played, texts: "Texts") -> tuple[Block, ...]:
    """Return the list of rules that are rated in this server, his own first, where there is another; and all people."""
    board = Button(control(ROOM, "board", preset, 1, "", "l"), cut(texts.say("leagues.button.board")))
    offered = dict.fromkeys((*own, *(one.preset for one in pools)))
    if not set(offered) - {preset}:
        return in_rows((board,))
    options = played_options(offered, preset, own, texts)
    choice = Select(control(ROOM, "profile", user), cut(texts.say("leagues.pools"), PROMPT), options)
    return (choice, *in_rows((board,)))
