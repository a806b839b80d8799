"""What a league is: its rules, points, season and managers, with the ways to everything else."""

from typing import TYPE_CHECKING

from bot.league.leagues import By, LeagueFacts, Season, fading_of
from bot.text.describe.people import plain
from bot.ui.body import Body, Button, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.league.setup import changes_to
from bot.ui.league.showing import ROOM, day, preset_words
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


def card_body(league: LeagueFacts, season: Season | None, managers: str, texts: "Texts", notice: str = "") -> Body:
    """Return what a league is; `season` is its newest, `managers` names those it has."""
    lines = [f"## {texts.say('leagues.heading', name=plain(league.name))}"]
    lines += [
        f"- {line}" for line in (*_play(league, texts), season_line(season, texts), *_people(league, managers, texts))
    ]
    if league.archived_at is not None:
        lines.append(texts.say("leagues.archived"))
    if notice:
        lines.append(notice)
    return Body((Text("\n".join(lines)), *in_rows(_ways(league, texts))))


def season_line(season: Season | None, texts: "Texts") -> str:
    """Return which season is open."""
    if season is None:
        return texts.say("leagues.season_none")
    if season.closed_at is not None:
        return texts.say("leagues.season_closed", number=season.number)
    since = day(season.opened_at)
    if season.closes_at is None:
        return texts.say("leagues.season_open", number=season.number, since=since)
    return texts.say("leagues.season_until", number=season.number, since=since, until=day(season.closes_at))


def _play(league: LeagueFacts, texts: "Texts") -> tuple[str, ...]:
    draft, scheme = league.draft, league.draft.scheme
    told = (texts.say("leagues.change", option=texts.option(o), value=v) for o, v in changes_to(draft).items())
    changes = texts.listed(told)
    rules = "leagues.rules_changed" if changes else "leagues.rules"
    return (
        texts.say(rules, preset=preset_words(draft.preset, texts), changes=changes),
        texts.say(f"leagues.counts.{draft.by}"),
        texts.say("leagues.points", deal=scheme.deal, level=scheme.level, match=scheme.match),
        *((texts.say("leagues.days", count=draft.days),) if draft.days is not None else ()),
        *((texts.say(f"leagues.reset.{draft.reset}.about"),) if draft.by is By.TEAMS else ()),
        *((texts.say(f"leagues.fading.{fading_of(draft.decay)}.about"),) if draft.decay else ()),
        texts.say(f"leagues.unfinished.{draft.replaced if draft.by is By.PERSONS else draft.by}"),
    )


def _people(league: LeagueFacts, managers: str, texts: "Texts") -> tuple[str, ...]:
    channel = league.draft.channel
    return (
        texts.say("leagues.managed_by", who=managers) if managers else texts.say("leagues.managed"),
        texts.say("leagues.news_nowhere") if channel is None else texts.say("leagues.news_in", channel=f"<#{channel}>"),
    )


def _ways(league: LeagueFacts, texts: "Texts") -> tuple[Button, ...]:
    join = () if league.archived_at is not None else (_way("join", league, texts, Tone.GOOD),)
    return (*join, *(_way(where, league, texts) for where in ("table", "report", "history")))


def _way(where: str, league: LeagueFacts, texts: "Texts", tone: Tone = Tone.QUIET) -> Button:
    return Button(control(ROOM, where, league.id), cut(texts.say(f"leagues.button.{where}")), tone)
