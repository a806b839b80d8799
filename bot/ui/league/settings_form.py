"""The settings of a league, from the options of a command or from a form."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.league.leagues.league_settings import MAX_PLACES, MAX_POINTS_EACH, MAX_SEASON_DAYS, LeagueSettings
from bot.league.leagues.leagues import LeagueInfo
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.teams import MAX_NAME_LENGTH
from bot.play.table_rules.table_changes import build_rules
from bot.setting_fields import list_settings, with_values
from bot.text.catalogue import Texts
from bot.ui.core.messages.form import Form, FormField
from bot.ui.core.rules.rule_sets import RuleSet
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.typed.rule_changes import MAX_TEXT_LENGTH, find_changes, format_changes, parse_changes
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_rules
from engine.model.presets import preset as rules_called

_DIGITS: Final = 9
_FIELDS: Final = {field.name: field for field in list_settings(LeagueSettings)}


def with_rules(old: LeagueSettings, rule_set: RuleSet | None, changes: str | None, texts: Texts) -> LeagueSettings:
    """Return the settings with a preset, or with house rules, whose changes are copied; typed changes come on top.

    Without a preset, the typed changes replace those of the league.

    Raises:
        TableRefused: the rules cannot be played.
    """
    if rule_set is None and changes is None:
        return old
    preset, copied = (old.preset, {}) if rule_set is None else (rule_set.preset, rule_set.changes)
    rules = build_rules(preset, {**copied, **parse_changes(changes or "", texts)})
    return replace(old, preset=preset, rules=format_rules(rules))


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
    draft, scheme, order = league.settings, league.settings.scheme, _FIELDS["order"]
    points = f"{scheme.deal} {scheme.level} {scheme.match}"
    orders = tuple((value, texts.say(order.get_value_key(value))) for value in order.values)
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
    days = parse_whole_number(typed.get("days", ""), texts.say("leagues.form.days"), MAX_SEASON_DAYS)
    chosen = {
        "name": typed.get("name", old.name),
        "season_days": _FIELDS["season_days"].from_given(days),
        "order": _FIELDS["order"].from_given(typed.get("order", old.scheme.order)),
        **_parse_points(typed.get("points", ""), texts),
    }
    return with_values(with_rules(old, None, typed.get("changes"), texts), chosen)


def parse_whole_number(text: str, field: str, most: int) -> int:
    """Parse a typed whole number.

    Raises:
        LeagueRefused: it is not a number from 0 to `most` (`BAD_NUMBER`).
    """
    plain = text.strip()
    if plain.isdecimal() and len(plain) <= _DIGITS and int(plain) <= most:
        return int(plain)
    raise _refuse_number(plain, field, most)


def _refuse_number(text: str, field: str, most: int) -> LeagueRefused:
    return LeagueRefused(LeagueRefusal.BAD_NUMBER, field=field, least=0, most=most, given=text.strip()[:20])


def read_places(text: str | None, texts: Texts) -> dict[str, object]:
    """Return the setting of points for places, typed as "10-7-5" or "10 7 5"; nothing if none are typed."""
    if text is None:
        return {}
    words = text.translate(str.maketrans("-–,，/", "     ")).split()
    field = texts.say("leagues.places_field")
    if not 1 <= len(words) <= MAX_PLACES:
        raise _refuse_number(text, field, MAX_POINTS_EACH)
    return {"places": tuple(parse_whole_number(word, field, MAX_POINTS_EACH) for word in words)}


def _parse_points(text: str, texts: Texts) -> dict[str, int]:
    words = text.replace(",", " ").replace("，", " ").split()
    field, names = texts.say("leagues.form.points"), ("deal", "level", "match")
    if len(words) != len(names):
        raise _refuse_number(text, field, MAX_POINTS_EACH)
    return {name: parse_whole_number(word, field, MAX_POINTS_EACH) for name, word in zip(names, words, strict=True)}
