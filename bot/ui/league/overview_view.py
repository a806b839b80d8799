"""The overview of a league: its rules, points, season and managers, with buttons to its other pages."""

from bot.league.leagues.league_settings import RankedBy, StandingsOrder
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_day, list_chosen_settings
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.league.control_ids import EventList, LeagueAction, LeagueControl, LeagueList, ShowStandings
from bot.ui.league.settings_panel import list_rule_changes


def overview_view(
    league: LeagueInfo,
    season: Season | None,
    managers: str,
    texts: Texts,
    notice: str = "",
    roles: tuple[str, ...] = (),
    *,
    is_manager: bool = False,
    is_in: bool = False,  # whether the user who sees the panel, or a team of theirs, takes part
) -> Message:
    """Return the panel of a league with its newest `season` and its `managers`. `roles` are lines about its roles."""
    lines = [f"## {texts.say('leagues.heading', name=escape_name(league.name))}"]
    rules = (*_rules(league, texts), season_line(season, texts), *_earlier_scheme(league, season, texts))
    lines += [f"- {line}" for line in (*rules, *_contacts(league, managers, texts), *roles)]
    if league.archived_at is not None:
        lines.append(texts.say("leagues.archived"))
    if notice:
        lines.append(notice)
    manage = [_link("manage", league, texts)] if is_manager and league.archived_at is None else []
    last = (*manage, labelled_button(LeagueList(), texts, "leagues.button.list"))
    return Message((Text("\n".join(lines)), *button_rows(_links(league, texts, is_in=is_in)), *button_rows(last)))


def _earlier_scheme(league: LeagueInfo, season: Season | None, texts: Texts) -> tuple[str, ...]:
    counts = league.settings.scheme, league.settings.min_people
    if season is None or season.closed_at is not None or (season.scheme, season.min_people) == counts:
        return ()
    order = texts.say(f"leagues.order.{season.scheme.order}.about", count=season.scheme.min_deals)
    return (texts.say("leagues.earlier_scheme", number=season.number, order=order),)


def season_line(season: Season | None, texts: Texts) -> str:
    """Return a line about the newest season, whether open or closed. `season` is None before the first season."""
    if season is None:
        return texts.say("leagues.season_none")
    if season.closed_at is not None:
        return texts.say("leagues.season_closed", number=season.number)
    since = format_day(season.opened_at)
    if season.closes_at is None:
        return texts.say("leagues.season_open", number=season.number, since=since)
    return texts.say("leagues.season_until", number=season.number, since=since, until=format_day(season.closes_at))


def _rules(league: LeagueInfo, texts: Texts) -> tuple[str, ...]:
    draft, scheme, least = league.settings, league.settings.scheme, league.settings.min_people
    by_places = scheme.order is StandingsOrder.PLACES
    changed = list_rule_changes(draft.preset, draft.rules).items()
    changes = texts.format_list(texts.say("leagues.change", option=texts.format_option(o), value=v) for o, v in changed)
    rules = "leagues.rules_changed" if changes else "leagues.rules"
    return (
        texts.say(rules, preset=texts.format_preset(draft.preset), changes=changes),
        texts.say(f"leagues.counts.{draft.ranked_by}"),
        texts.say("leagues.points", deal=scheme.deal, level=scheme.level, match=scheme.match),
        texts.say(f"leagues.order.{scheme.order}.about", count=scheme.min_deals),
        texts.say("leagues.people_all") if least is None else texts.say("leagues.people", count=least),
        *((texts.say("leagues.places", points="-".join(map(str, scheme.places))),) if by_places else ()),
        *list_chosen_settings(draft, texts),
        texts.say("leagues.hints_on" if draft.hints else "leagues.hints_off"),
        *((texts.say("leagues.days", count=draft.season_days),) if draft.season_days is not None else ()),
        *((texts.say(f"leagues.level_reset.{draft.level_reset}.about"),) if draft.ranked_by is RankedBy.TEAMS else ()),
        *((texts.say(f"leagues.rating_decay.{draft.rating_decay}.about"),) if draft.decay else ()),
    )


def _contacts(league: LeagueInfo, managers: str, texts: Texts) -> tuple[str, ...]:
    channel, results = league.settings.news_channel, league.settings.results_channel
    return (
        texts.say("leagues.managed_by", who=managers) if managers else texts.say("leagues.managed"),
        texts.say("leagues.news_nowhere") if channel is None else texts.say("leagues.news_in", channel=f"<#{channel}>"),
        *((texts.say("leagues.results_in", channel=f"<#{results}>"),) if results is not None else ()),
        *((texts.say("leagues.entries_are_closed"),) if league.entries_closed_at is not None else ()),
    )


def _links(league: LeagueInfo, texts: Texts, *, is_in: bool) -> tuple[Button, ...]:
    closed = league.archived_at is not None or league.entries_closed_at is not None
    join = () if closed or is_in else (_link("join", league, texts, ButtonStyle.SUCCESS),)
    leave = (_link("toleave", league, texts),) if is_in and league.archived_at is None else ()
    events = labelled_button(EventList(league.id), texts, "leagues.button.events")
    return (*join, *(_link(action, league, texts) for action in ("table", "report", "history")), *leave, events)[:5]


def _link(action: str, league: LeagueInfo, texts: Texts, tone: ButtonStyle = ButtonStyle.SECONDARY) -> Button:
    id_ = ShowStandings(league.id) if action == "table" else LeagueControl(LeagueAction(action), league.id)
    return Button(id_, texts.say(f"leagues.button.{action}"), tone)
