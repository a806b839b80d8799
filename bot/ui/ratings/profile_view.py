"""A player's profile with their rating over time, and the comparison of two players, for one preset."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.ids import UserId
from bot.league.results.deals import SeatRole
from bot.league.results.ratings import MIN_RANKED_DEALS, Rating
from bot.league.results.read_models import HeadToHead, PlayerProfile, RatingPool, WinRecord
from bot.render.values.league_pictures import ComparisonLine, HeadToHeadPicture, RatingPicture, RatingSeries
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_day, format_recent_results
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.message import Block, Button, Message, Select, Text, button_rows
from bot.ui.core.pictures.picture_blocks import league_picture_labels, picture_block
from bot.ui.core.services import Services

MIN_RATINGS: Final = 2
"""The fewest ratings for which a chart is shown."""
PlayerNames = Mapping[UserId, str]
DealsByPreset = Mapping[str, int]
"""The number of deals by preset, the most played first."""
NO_DEALS: Final[DealsByPreset] = MappingProxyType({})


class ShowProfile(ControlId, route="lg:profile"):
    """Shows a player's profile for the chosen preset."""

    user: UserId


class ShowLeaderboard(ControlId, route="lg:board"):
    """Shows a page of the leaderboard. `mark` makes the id differ from others in the same message."""

    preset: str
    page: int
    search: str
    mark: str


async def profile_view(
    services: Services,
    profile: PlayerProfile,
    pools: Sequence[RatingPool],
    names: PlayerNames,
    texts: Texts,
    own: DealsByPreset = NO_DEALS,
) -> Message:
    """Return a player's statistics for one preset, and a select of presets. `names` includes their usual partner."""
    name, preset = names[profile.user], profile.pool.preset
    if not profile.record.deals:
        return empty_profile_view(name, preset, pools, texts, profile.user, own)
    heading = texts.say("leagues.profile_heading", name=escape_name(name), preset=texts.format_preset(preset))
    lines = [f"## {heading}", *(f"- {line}" for line in _profile_lines(profile, names, texts))]
    if profile.pool.stale:
        lines.append(f"-# {texts.say('leagues.being_worked_out')}")
    chart = await _chart_blocks(services, profile, name, texts)
    return Message((Text("\n".join(lines)), *chart, *_pool_blocks(profile.user, preset, pools, own, texts)))


def empty_profile_view(
    name: str, preset: str, pools: Sequence[RatingPool], texts: Texts, user: UserId, own: DealsByPreset = NO_DEALS
) -> Message:
    """Return a message which says that a user has no deals under a preset, and which presets they have played."""
    heading = texts.say("leagues.profile_heading", name=escape_name(name), preset=texts.format_preset(preset))
    lines = [f"## {heading}", texts.say("leagues.profile_none", name=escape_name(name))]
    if own:
        lines.append(texts.say("figures.has_played", name=escape_name(name), rules=format_deals_by_preset(own, texts)))
    return Message((Text("\n".join(lines)), *_pool_blocks(user, preset, pools, own, texts)))


def format_deals_by_preset(own: DealsByPreset, texts: Texts) -> str:
    """Return a text that lists the presets played, each with its number of deals."""
    parts = (texts.say("figures.rules", preset=texts.format_preset(one), count=deals) for one, deals in own.items())
    return texts.format_list(parts)


def preset_select(
    id_: ControlId, presets: Collection[str], chosen: str, own: DealsByPreset, texts: Texts
) -> tuple[Select, ...]:
    """Return a select of presets, or () if there is none but `chosen`. `own` maps presets to numbers of deals."""
    if not set(presets) - {chosen}:
        return ()
    counts = {one: texts.say("figures.deals", count=own[one]) if one in own else "" for one in presets}
    options = [
        select_option(one, texts.format_preset(one), count, chosen=one == chosen) for one, count in counts.items()
    ]
    return (labelled_select(id_, texts, "leagues.pools", options[:MAX_OPTIONS]),)


def format_rating(rating: Rating, texts: Texts) -> str:
    """Return a rating; a provisional one is followed by the number of deals until it counts."""
    if rating.provisional:
        return texts.say("leagues.profile_provisional", rating=rating.displayed, left=MIN_RANKED_DEALS - rating.deals)
    return texts.say("leagues.profile_rating", rating=rating.displayed)


def _profile_lines(profile: PlayerProfile, names: PlayerNames, texts: Texts) -> Iterator[str]:
    rating = format_rating(profile.rating, texts)
    place = {"rank": profile.rank, "ranked": profile.ranked_count}
    yield rating if profile.rank is None else texts.say("leagues.profile_place", rating=rating, **place)
    yield _format_record("leagues.profile_deals", profile.record, texts)
    for role in SeatRole:
        if (record := profile.by_role.get(role)) is not None and record.deals:
            yield _format_record(f"leagues.profile_role.{role}", record, texts)
    if profile.points_taken is not None:
        yield texts.say("leagues.profile_taken", points=round(profile.points_taken, 1))
    if profile.points_given is not None:
        yield texts.say("leagues.profile_given", points=round(profile.points_given, 1))
    if profile.matches_won:
        yield texts.say("leagues.profile_matches", count=profile.matches_won)
    if profile.climbs:
        yield texts.say("leagues.profile_climbs", count=profile.climbs)
    yield from _highlight_lines(profile, names, texts)


def _highlight_lines(profile: PlayerProfile, names: PlayerNames, texts: Texts) -> Iterator[str]:
    if profile.partner is not None:
        user, record = profile.partner
        yield _format_record("leagues.profile_partner", record, texts, name=escape_name(names[user]))
    best = profile.best_deal
    if best is not None and best.rise:
        role = texts.say(f"leagues.role.{best.role}")
        yield texts.say("leagues.profile_best", rise=best.rise, day=format_day(best.at), role=role)
    if profile.form:
        yield texts.say("leagues.profile_form", form=format_recent_results(profile.form, texts))


def _format_record(key: str, record: WinRecord, texts: Texts, **facts: str) -> str:
    return texts.say(key, won=record.won, deals=record.deals, **facts)


async def _chart_blocks(services: Services, profile: PlayerProfile, name: str, texts: Texts) -> tuple[Block, ...]:
    if len(profile.history) < MIN_RATINGS:
        return ()
    ratings = tuple(moment.rating.displayed for moment in profile.history)
    title, rules = texts.say("leagues.chart_title", name=name), texts.format_preset(profile.pool.preset)
    picture = RatingPicture(title, rules, (RatingSeries(name, ratings),), league_picture_labels(texts))
    return (await picture_block(services, picture, texts, "rating.png"),)


def _pool_blocks(
    user: UserId, preset: str, pools: Sequence[RatingPool], own: DealsByPreset, texts: Texts
) -> tuple[Block, ...]:
    board = Button(ShowLeaderboard(preset, 1, "", "l"), texts.say("leagues.button.board"))
    offered = dict.fromkeys((*own, *(one.preset for one in pools)))
    return (*preset_select(ShowProfile(user), offered, preset, own, texts), *button_rows((board,)))


class ShowVersus(ControlId, route="lg:rival"):
    """Compares two players for the chosen preset."""

    left: UserId
    right: UserId


async def versus_view(
    services: Services, both: HeadToHead, names: PlayerNames, texts: Texts, met: DealsByPreset = NO_DEALS
) -> Message:
    """Return a comparison of two players as text, with a picture if they have been opponents."""
    left, right = names[both.left], names[both.right]
    rows = _compare(both, texts)
    picture = HeadToHeadPicture(texts.say("leagues.versus_title"), left, right, rows, both.form)
    lines = [f"## {escape_name(left)} – {escape_name(right)} · {texts.format_preset(both.pool.preset)}"]
    lines += [texts.say("leagues.versus_line", caption=one.caption, left=one.left, right=one.right) for one in rows]
    if both.form:
        lines.append(f"- {texts.say('leagues.versus_form', form=format_recent_results(both.form, texts))}")
    together = both.together
    if together.deals:
        lines.append(f"- {texts.say('leagues.versus_partners', won=together.won, deals=together.deals)}")
    shown = (await picture_block(services, picture, texts, "versus.png"),) if both.against.deals else ()
    others = preset_select(ShowVersus(both.left, both.right), met, both.pool.preset, met, texts)
    return Message((*shown, Text("\n".join(lines)), *others))


def never_met_view(
    pair: tuple[UserId, UserId], preset: str, met: DealsByPreset, names: PlayerNames, texts: Texts
) -> Message:
    """Return a message which says that two players never met under a preset, and under which presets they did."""
    facts = {"left": escape_name(names[pair[0]]), "right": escape_name(names[pair[1]])}
    if not met:
        return Message((Text(texts.say("leagues.versus_none", **facts)),))
    rules = format_deals_by_preset(met, texts)
    words = texts.say("figures.not_met", preset=texts.format_preset(preset), rules=rules, **facts)
    return Message((Text(words), *preset_select(ShowVersus(*pair), met, preset, met, texts)))


def _compare(both: HeadToHead, texts: Texts) -> tuple[ComparisonLine, ...]:
    against, (left, right) = both.against, both.ratings
    return (
        ComparisonLine(texts.say("leagues.versus.against"), str(against.won), str(against.lost), against.win_rate),
        ComparisonLine(texts.say("leagues.versus.rating"), str(left.displayed), str(right.displayed)),
    )
