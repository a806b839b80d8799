"""The settings of a league, from the options of a command or from a form."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.league.leagues import (
    DECAY_RATES,
    MAX_PLACES,
    MAX_POINTS_EACH,
    MAX_SEASON_DAYS,
    OFFERED_ORDERS,
    LeagueInfo,
    LeagueSettings,
    LevelReset,
    PointScheme,
    RankedBy,
    RatingDecay,
    ReplacementPolicy,
    StandingsOrder,
)
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams import MAX_NAME_LENGTH
from bot.play.table_rules.table_changes import build_rules
from bot.text.catalogue import Texts
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.rules.rule_sets import RuleSet
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH, find_changes, format_changes, parse_changes
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_rules
from engine.model.presets import preset as rules_called

_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class LeagueEdit:
    """The changes that a command's options ask for; None: leave it as it is."""

    name: str | None = None
    preset: str | None = None
    changes: str | None = None
    ranked_by: str | None = None
    days: int | None = None
    """0: until a manager closes the season."""
    reset: str | None = None
    channel: int | None = None
    no_channel: bool = False
    """Remove the channel."""
    rating_decay: str | None = None
    replacement_policy: str | None = None
    results: int | None = None
    no_results: bool = False
    """Post no results any more."""
    order: str | None = None
    min_deals: int | None = None
    people: int | None = None
    """0: in every seat."""
    hints: bool | None = None
    places: str | None = None
    """Points for the first, second … place of an event, as typed."""
    event_deals: bool | None = None


def with_rule_set(wanted: LeagueEdit, rules: RuleSet, texts: Texts) -> LeagueEdit:
    """Return the edit with a preset, or with house rules, whose changes are copied; typed changes come on top."""
    typed = parse_changes(wanted.changes or "", texts)
    changes = format_changes({**rules.changes, **typed}) if rules.changes or wanted.changes is not None else None
    return replace(wanted, preset=rules.preset, changes=changes)


def apply_edit(old: LeagueSettings, wanted: LeagueEdit, texts: Texts) -> LeagueSettings:
    """Return the settings with the requested changes.

    Raises:
        Refused: the rules cannot be played.
    """
    rules = old.rules
    if wanted.preset is not None or wanted.changes is not None:
        typed = None if wanted.changes is None else parse_changes(wanted.changes, texts)
        kept = list_rule_changes(old) if wanted.preset is None else {}
        rules = format_rules(build_rules(wanted.preset or old.preset, kept if typed is None else typed))
    scheme = replace(
        old.scheme,
        order=old.scheme.order if wanted.order is None else StandingsOrder(wanted.order),
        min_deals=old.scheme.min_deals if wanted.min_deals is None else wanted.min_deals,
        places=old.scheme.places if wanted.places is None else _parse_places(wanted.places, texts),
        event_deals=old.scheme.event_deals if wanted.event_deals is None else wanted.event_deals,
    )
    return replace(
        old,
        scheme=scheme,
        min_people=old.min_people if wanted.people is None else wanted.people or None,
        hints=old.hints if wanted.hints is None else wanted.hints,
        name=old.name if wanted.name is None else wanted.name,
        preset=wanted.preset or old.preset,
        rules=rules,
        ranked_by=old.ranked_by if wanted.ranked_by is None else RankedBy(wanted.ranked_by),
        season_days=old.season_days if wanted.days is None else wanted.days or None,
        level_reset=old.level_reset if wanted.reset is None else LevelReset(wanted.reset),
        announcement_channel=None if wanted.no_channel else wanted.channel or old.announcement_channel,
        replacement_policy=old.replacement_policy
        if wanted.replacement_policy is None
        else ReplacementPolicy(wanted.replacement_policy),
        results_channel=wanted.results or (None if wanted.no_results else old.results_channel),
        decay=old.decay if wanted.rating_decay is None else DECAY_RATES[RatingDecay(wanted.rating_decay)],
    )


def default_league_settings(preset: str) -> LeagueSettings:
    """Return the default settings of a league with the rules of `preset`."""
    return LeagueSettings("", preset, format_rules(rules_called(preset)))


def list_rule_changes(draft: LeagueSettings) -> dict[str, str]:
    """Return the options in which a league's rules differ from its preset."""
    try:
        return find_changes(draft.preset, parse_rules(draft.rules))
    except (InvalidRules, ValueError):  # a preset or an option of an earlier version
        return {}


def league_edit_form(league: LeagueInfo, texts: Texts) -> Form:
    """Return the form to edit a league."""
    draft, scheme = league.settings, league.settings.scheme
    points = f"{scheme.deal} {scheme.level} {scheme.match}"
    orders = tuple((str(one), texts.say(f"leagues.order.{one}")) for one in OFFERED_ORDERS)
    fields = (
        FormField("name", texts.say("leagues.form.name"), default=draft.name, max_length=MAX_NAME_LENGTH),
        FormField("days", texts.say("leagues.form.days"), default=str(draft.season_days or 0), max_length=4),
        FormField(
            "points", texts.say("leagues.form.points"), texts.say("leagues.form.points_hint"), points, max_length=12
        ),
        FormField("order", texts.say("leagues.form.order"), default=str(scheme.order), choices=orders),
        FormField(
            "changes",
            texts.say("leagues.form.changes"),
            texts.say("leagues.form.changes_hint"),
            format_changes(list_rule_changes(draft)),
            required=False,
            max_length=MAX_TEXT_LENGTH,
            multiline=True,
        ),
    )
    return Form(str(LeagueControl(LeagueAction.EDIT, league.id)), texts.say("leagues.form", name=league.name), fields)


def parse_edit_form(old: LeagueSettings, typed: Mapping[str, str], texts: Texts) -> LeagueSettings:
    """Return the settings with the values of the form.

    Raises:
        LeagueRefused: a value is not a number, or out of bounds (`BAD_NUMBER`).
        Refused: the rules cannot be played.
    """
    days = parse_whole_number(typed.get("days", ""), texts.say("leagues.form.days"), 0, MAX_SEASON_DAYS)
    order = typed["order"] if typed.get("order") in set(OFFERED_ORDERS) else None  # a form of an earlier version
    wanted = LeagueEdit(typed.get("name"), None, typed.get("changes"), None, days, order=order)
    edited = apply_edit(old, wanted, texts)
    return replace(edited, scheme=_parse_points(edited.scheme, typed.get("points", ""), texts))


def parse_whole_number(text: str, field: str, least: int, most: int) -> int:
    """Parse a typed whole number.

    Raises:
        LeagueRefused: it is not a number from `least` to `most` (`BAD_NUMBER`).
    """
    plain = text.strip()
    if plain.isdecimal() and len(plain) <= _DIGITS and least <= int(plain) <= most:
        return int(plain)
    raise LeagueRefused(LeagueRefusal.BAD_NUMBER, field=field, least=least, most=most, given=plain[:20])


def _parse_places(text: str, texts: Texts) -> tuple[int, ...]:
    """Return typed points for places, as "10-7-5" or "10 7 5"."""
    words = text.translate(str.maketrans("-–,，/", "     ")).split()
    field = texts.say("leagues.places_field")
    if not 1 <= len(words) <= MAX_PLACES:
        raise LeagueRefused(
            LeagueRefusal.BAD_NUMBER, field=field, least=0, most=MAX_POINTS_EACH, given=text.strip()[:20]
        )
    return tuple(parse_whole_number(word, field, 0, MAX_POINTS_EACH) for word in words)


def _parse_points(scheme: PointScheme, text: str, texts: Texts) -> PointScheme:
    words = text.replace(",", " ").replace("，", " ").split()
    field = texts.say("leagues.form.points")
    if len(words) != 3:  # noqa: PLR2004 - a deal, a level, a match
        raise LeagueRefused(
            LeagueRefusal.BAD_NUMBER, field=field, least=0, most=MAX_POINTS_EACH, given=text.strip()[:20]
        )
    deal, level, match = (parse_whole_number(word, field, 0, MAX_POINTS_EACH) for word in words)
    return replace(scheme, deal=deal, level=level, match=match)
