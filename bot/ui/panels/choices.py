"""The private messages in which a person chooses for himself, and those who manage a server choose for it."""

from typing import TYPE_CHECKING, Final

from bot.play.timing import Timing
from bot.ui.body import Body, Button, Option, Select, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.guilds import GuildSettings, MayEnd
from bot.ui.limits import OPTION_TEXT, PROMPT
from bot.ui.panels.asked import cut
from bot.ui.preferences import LANGUAGES, SWITCHES, Ping, Preferences
from engine.presets import PRESETS

if TYPE_CHECKING:
    from bot.play.occupants import ChannelId
    from bot.text.catalogue import Texts

SETTINGS: Final = "set"
CONFIG: Final = "conf"
Pace = tuple[int | None, int | None]
USUAL: Final = "-"
"""The value of the choice that nothing is chosen."""
PACES: Final = ((30, 60), (60, 120), (120, 240), (300, 600), (86_400, 86_400))
"""Seconds for a turn and for burying that a server may choose."""
MINUTE: Final = 60
DAY: Final = 86_400


def settings_body(chosen: Preferences, texts: "Texts") -> Body:
    """Return what a person has chosen, with a control for each choice."""
    lines = [f"## {texts.say('settings.heading')}", texts.say("settings.about")]
    lines += [f"- **{_switch(name, chosen, texts)}** · {texts.say(f'settings.{name}.about')}" for name in SWITCHES]
    language = _list(
        texts,
        control(SETTINGS, "language"),
        texts.say("settings.language"),
        _languages(texts.say("settings.as_discord"), chosen.language),
    )
    ping = _list(
        texts,
        control(SETTINGS, "ping"),
        texts.say("settings.ping"),
        tuple(Option(one, texts.say(f"settings.ping.{one}"), "", one is chosen.ping) for one in Ping),
    )
    switches = tuple(
        Button(
            control(SETTINGS, name, int(not getattr(chosen, name))),
            cut(_switch(name, chosen, texts)),
            Tone.GOOD if getattr(chosen, name) else Tone.QUIET,
        )
        for name in SWITCHES
    )
    return Body((Text("\n".join(lines)), language, ping, *in_rows(switches)))


def config_body(chosen: GuildSettings, here: "ChannelId", texts: "Texts") -> Body:
    """Return what has been chosen for a server, with a control for each choice; `here` is the channel to allow."""
    lines = [f"## {texts.say('config.heading')}", texts.say("config.about"), _channels(chosen, texts)]
    preset = _list(
        texts,
        control(CONFIG, "preset"),
        texts.say("config.preset"),
        (
            Option(USUAL, texts.say("config.preset_usual"), "", chosen.preset is None),
            *(Option(one, cut(texts.preset(one), OPTION_TEXT), "", one == chosen.preset) for one in PRESETS),
        ),
    )
    language = _list(
        texts,
        control(CONFIG, "language"),
        texts.say("config.language"),
        _languages(texts.say("config.as_server"), chosen.language),
    )
    pace = _list(texts, control(CONFIG, "pace"), texts.say("config.pace"), _paces(chosen, texts))
    ends = _list(
        texts,
        control(CONFIG, "end"),
        texts.say("config.may_end"),
        tuple(Option(one, texts.say(f"config.may_end.{one}"), "", one is chosen.may_end) for one in MayEnd),
    )
    return Body((Text("\n".join(lines)), preset, language, pace, ends, *in_rows(_buttons(chosen, here, texts))))


def pace_value(turn: int | None, bury: int | None) -> str:
    """Return times as the value of a choice; `read_pace` reads it back."""
    return USUAL if turn is None and bury is None else f"{turn or ''}.{bury or ''}"


def read_pace(value: str) -> Pace:
    """Read what `pace_value` wrote.

    Raises:
        ValueError: it is no choice.
    """
    if value == USUAL:
        return None, None
    turn, bury = value.split(".")
    return int(turn) if turn else None, int(bury) if bury else None


def _switch(name: str, chosen: Preferences, texts: "Texts") -> str:
    state = texts.say("settings.on" if getattr(chosen, name) else "settings.off")
    return texts.say("settings.switch", name=texts.say(f"settings.{name}"), state=state)


def _list(texts: "Texts", id_: str, prompt: str, options: tuple[Option, ...]) -> Select:
    """Return a list whose every line begins with what it is about: a phone shows the chosen line alone."""
    told = tuple(
        Option(o.value, cut(texts.say("settings.line", prompt=prompt, choice=o.label), OPTION_TEXT), o.hint, o.chosen)
        for o in options
    )
    return Select(id_, cut(prompt, PROMPT), told)


def _languages(usual: str, chosen: str | None) -> tuple[Option, ...]:
    own = {"en": "English", "zh-CN": "简体中文", "zh-TW": "繁體中文（台灣）"}
    return (
        Option(USUAL, usual, "", chosen is None),
        *(Option(tag, own[tag], "", tag == chosen) for tag in LANGUAGES),
    )


def _paces(chosen: GuildSettings, texts: "Texts") -> tuple[Option, ...]:
    now = (chosen.turn_seconds, chosen.bury_seconds)
    kinds: tuple[Pace, ...] = ((None, None), *PACES)
    kinds = kinds if now in kinds else (now, *kinds)
    return tuple(Option(pace_value(*pace), _pace(*pace, texts), "", pace == now) for pace in kinds)


def _pace(turn: int | None, bury: int | None, texts: "Texts") -> str:
    times = Timing()
    lasts = {"turn": time_words(turn or int(times.turn), texts), "bury": time_words(bury or int(times.bury), texts)}
    return texts.say("config.pace_usual" if turn is bury is None else "config.pace_of", **lasts)


def time_words(seconds: int, texts: "Texts") -> str:
    """Return a time in days, minutes or seconds, whichever it is a whole number of."""
    if seconds % DAY == 0:
        return texts.say("config.days", count=seconds // DAY)
    if seconds % MINUTE == 0:
        return texts.say("config.minutes", count=seconds // MINUTE)
    return texts.say("config.seconds", count=seconds)


def _channels(chosen: GuildSettings, texts: "Texts") -> str:
    if not chosen.channels:
        return texts.say("config.anywhere")
    return texts.say("config.channels", channels=" ".join(f"<#{one}>" for one in chosen.channels))


def _buttons(chosen: GuildSettings, here: "ChannelId", texts: "Texts") -> tuple[Button, ...]:
    listed = here in chosen.channels
    state = texts.say("settings.on" if chosen.threads else "settings.off")
    return (
        Button(control(CONFIG, "here", int(not listed)), cut(texts.say("config.unlist" if listed else "config.list"))),
        Button(control(CONFIG, "anywhere"), cut(texts.say("config.open")), disabled=not chosen.channels),
        Button(
            control(CONFIG, "threads", int(not chosen.threads)),
            cut(texts.say("settings.switch", name=texts.say("config.threads"), state=state)),
            Tone.GOOD if chosen.threads else Tone.QUIET,
        ),
    )
