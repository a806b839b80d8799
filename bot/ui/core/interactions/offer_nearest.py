"""Says that nothing has a typed name, and offers the names that come closest."""

from collections.abc import Mapping

from bot.events.refusals import EventRefused
from bot.league.refusals import LeagueRefused
from bot.names import find_nearest_keys, name_key
from bot.text.catalogue import Texts
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button, Message, Text, button_rows


def nearest_view(
    refused: EventRefused | LeagueRefused, typed: str, ids: Mapping[str, ControlId], texts: Texts
) -> Message:
    """Return a refusal with buttons to the nearest of these names; their ids open what has the name."""
    names = {name_key(name): name for name in ids}
    nearest = [names[key] for key in find_nearest_keys(typed, names)]
    refusal = format_refusal(refused, texts)
    words = f"{refusal} {texts.say('events.nearest')}" if nearest else refusal
    return Message((Text(words), *button_rows(tuple(Button(ids[name], name) for name in nearest))))
