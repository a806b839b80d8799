"""What a manager decides about a league: from the options of a command, or from a form."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.league.leagues import (
    DECAYS,
    LONGEST_SEASON,
    MOST_WORTH,
    By,
    Draft,
    Fading,
    LeagueFacts,
    Replaced,
    Reset,
    Scheme,
)
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.teams import LONGEST_NAME
from bot.play.seating import rules_of
from bot.ui.changes import LONGEST_TYPED, changes_of, typed_changes, written
from bot.ui.controls import control
from bot.ui.forms import Field, Form
from bot.ui.league.showing import ROOM
from engine.errors import BadRules
from engine.notation import parse_rules, rules_text
from engine.presets import preset as rules_called

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

_DIGITS: Final = 9


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asked for with options; None: not a word about it."""

    name: str | None = None
    preset: str | None = None
    changes: str | None = None
    by: str | None = None
    days: int | None = None
    """0: until a manager closes it."""
    reset: str | None = None
    channel: int | None = None
    silent: bool = False
    """No channel any more."""
    fading: str | None = None
    replaced: str | None = None


def drafted(old: Draft, wanted: Wanted, texts: "Texts") -> Draft:
    """Return what a manager decided, with what was asked for in place of what was.

    Raises:
        Refused: the rules cannot be played.
    """
    rules = old.rules
    if wanted.preset is not None or wanted.changes is not None:
        typed = None if wanted.changes is None else typed_changes(wanted.changes, texts)
        kept = changes_to(old) if wanted.preset is None else {}
        rules = rules_text(rules_of(wanted.preset or old.preset, kept if typed is None else typed))
    return replace(
        old,
        name=old.name if wanted.name is None else wanted.name,
        preset=wanted.preset or old.preset,
        rules=rules,
        by=old.by if wanted.by is None else By(wanted.by),
        days=old.days if wanted.days is None else wanted.days or None,
        reset=old.reset if wanted.reset is None else Reset(wanted.reset),
        channel=None if wanted.silent else wanted.channel or old.channel,
        replaced=old.replaced if wanted.replaced is None else Replaced(wanted.replaced),
        decay=old.decay if wanted.fading is None else DECAYS[Fading(wanted.fading)],
    )


def usual_draft(preset: str) -> Draft:
    """Return what a league is that nobody has decided anything about, by the rules of `preset`."""
    return Draft("", preset, rules_text(rules_called(preset)))


def changes_to(draft: Draft) -> dict[str, str]:
    """Return in what a league's rules differ from those of its preset."""
    try:
        return changes_of(draft.preset, parse_rules(draft.rules))
    except (BadRules, ValueError):  # a preset or an option of an earlier version
        return {}


def edit_form(league: LeagueFacts, texts: "Texts") -> Form:
    """Return the form in which a league is changed."""
    draft, scheme = league.draft, league.draft.scheme
    points = f"{scheme.deal} {scheme.level} {scheme.match}"
    fields = (
        Field("name", texts.say("leagues.form.name"), given=draft.name, longest=LONGEST_NAME),
        Field("days", texts.say("leagues.form.days"), given=str(draft.days or 0), longest=4),
        Field("points", texts.say("leagues.form.points"), texts.say("leagues.form.points_hint"), points, longest=12),
        Field(
            "changes",
            texts.say("leagues.form.changes"),
            texts.say("leagues.form.changes_hint"),
            written(changes_to(draft)),
            required=False,
            longest=LONGEST_TYPED,
            long=True,
        ),
    )
    return Form(control(ROOM, "edit", league.id), texts.say("leagues.form", name=league.name), fields)


def filled_in(old: Draft, typed: Mapping[str, str], texts: "Texts") -> Draft:
    """Return what a manager decided in the form.

    Raises:
        LeagueRefused: a number is none, or out of bounds (`BAD_NUMBER`).
        Refused: the rules cannot be played.
    """
    days = whole(typed.get("days", ""), texts.say("leagues.form.days"), 0, LONGEST_SEASON)
    wanted = Wanted(typed.get("name"), None, typed.get("changes"), None, days)
    return replace(drafted(old, wanted, texts), scheme=_scheme(typed.get("points", ""), texts))


def whole(text: str, field: str, least: int, most: int) -> int:
    """Read a whole number that was typed.

    Raises:
        LeagueRefused: it is none, or not from `least` to `most` (`BAD_NUMBER`).
    """
    plain = text.strip()
    if plain.isdecimal() and len(plain) <= _DIGITS and least <= int(plain) <= most:
        return int(plain)
    raise LeagueRefused(LeagueWhy.BAD_NUMBER, field=field, least=least, most=most, given=plain[:20])


def _scheme(text: str, texts: "Texts") -> Scheme:
    words = text.replace(",", " ").replace("，", " ").split()
    field = texts.say("leagues.form.points")
    if len(words) != 3:  # noqa: PLR2004 - a deal, a level, a match
        raise LeagueRefused(LeagueWhy.BAD_NUMBER, field=field, least=0, most=MOST_WORTH, given=text.strip()[:20])
    return Scheme(*(whole(word, field, 0, MOST_WORTH) for word in words))
