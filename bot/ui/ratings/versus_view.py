"""Compares two players."""

from typing import Final

from bot.ids import UserId
from bot.league.results.read_models import HeadToHead
from bot.render.values.league_pictures import ComparisonLine, HeadToHeadPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_preset, format_recent_results
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_select
from bot.ui.core.messages.message import Block, Message, Text
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from bot.ui.ratings.profile_view import NO_DEALS, DealsByPreset, PlayerNames, format_deals_by_preset, preset_options

VERSUS_FILENAME: Final = "versus.png"


class ShowVersus(ControlId, route="lg:rival"):
    """Compares two players by the chosen preset."""

    left: UserId
    right: UserId


async def versus_view(
    services: Services, both: HeadToHead, names: PlayerNames, texts: Texts, met: DealsByPreset = NO_DEALS
) -> Message:
    """Return a comparison of two players as a picture and as text. `met` has their deals by preset, most first."""
    left, right = names[both.left], names[both.right]
    rows = _compare(both, texts)
    picture = HeadToHeadPicture(texts.say("leagues.versus_title"), left, right, rows, both.form)
    lines = [f"## {escape_name(left)} – {escape_name(right)} · {format_preset(both.pool.preset, texts)}"]
    lines += [texts.say("leagues.versus_line", caption=one.caption, left=one.left, right=one.right) for one in rows]
    if both.form:
        lines.append(f"- {texts.say('leagues.versus_form', form=format_recent_results(both.form, texts))}")
    together = both.together
    if together.deals:
        lines.append(f"- {texts.say('leagues.versus_partners', won=together.won, deals=together.deals)}")
    shown = (await picture_block(services, picture, texts, VERSUS_FILENAME),) if both.against.deals else ()
    return Message((*shown, Text("\n".join(lines)), *_presets((both.left, both.right), both.pool.preset, met, texts)))


def never_met_view(
    pair: tuple[UserId, UserId], preset: str, met: DealsByPreset, names: PlayerNames, texts: Texts
) -> Message:
    """Return the message that two players have met only by other presets, whose deals are in `met`, most first."""
    facts = {"left": escape_name(names[pair[0]]), "right": escape_name(names[pair[1]])}
    if not met:
        return Message((Text(texts.say("leagues.versus_none", **facts)),))
    rules = format_deals_by_preset(met, texts)
    words = texts.say("figures.not_met", preset=format_preset(preset, texts), rules=rules, **facts)
    return Message((Text(words), *_presets(pair, preset, met, texts)))


def _presets(pair: tuple[UserId, UserId], preset: str, met: DealsByPreset, texts: Texts) -> tuple[Block, ...]:
    """Return a select of the presets by which two players have met, if there is one besides `preset`."""
    if not set(met) - {preset}:
        return ()
    options = preset_options(met, preset, met, texts)
    return (labelled_select(ShowVersus(*pair), texts, "leagues.pools", options),)


def _compare(both: HeadToHead, texts: Texts) -> tuple[ComparisonLine, ...]:
    against, (left, right) = both.against, both.ratings
    return (
        ComparisonLine(texts.say("leagues.versus.against"), str(against.won), str(against.lost), against.win_rate),
        ComparisonLine(texts.say("leagues.versus.rating"), str(left.displayed), str(right.displayed)),
    )
