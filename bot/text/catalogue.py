"""The catalogue: the messages of all languages. They call commands by the names that Discord shows to the reader."""

import re
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Final, Self

from bot.text import po_files
from bot.text.describe import (
    alt_text,
    cards,
    log_lines,
    match_summary,
    picture_alt_text,
    prompts,
    refusals,
    rules,
    scores,
    seat_names,
    sides,
)
from bot.text.languages import DEFAULT, LANGUAGES, find_language
from bot.text.messages import Messages

COMMAND_MENTION: Final = re.compile(r"(?<![A-Za-z0-9_/.:}>])/([a-z]+)(?: ([a-z]+))?")
"""A command in a message, such as `/tractor new`. The second word may be a subcommand or an ordinary word."""


def command_name_key(*path: str) -> str:
    """Return the message key of a command's name; `path` holds the parts of its English name."""
    return f"command.{'_'.join(path)}.name"


def with_command_names(messages: Mapping[str, po_files.MessageTemplate]) -> dict[str, po_files.MessageTemplate]:
    """Return the messages with every command name translated."""
    called = {key: message.forms[0] for key, message in messages.items() if key.startswith("command.")}
    translate = partial(_translate_mention, called=called)
    return {
        key: replace(one, forms=tuple(COMMAND_MENTION.sub(translate, form) for form in one.forms))
        for key, one in messages.items()
    }


def _translate_mention(found: re.Match[str], called: Mapping[str, str]) -> str:
    group, part = found[1], found[2]
    if command_name_key(group) not in called:
        return found[0]
    name = f"/{called[command_name_key(group)]}"
    return name if part is None else f"{name} {called.get(command_name_key(group, part), part)}"


class Texts(Messages):
    """The messages of one language by key. The functions of `bot.text.describe` are methods of this class."""

    format_refusal = refusals.format_refusal
    format_event = log_lines.format_event
    format_suit = cards.format_suit
    format_suit_signs = cards.format_suit_signs
    format_button_cards = cards.format_button_cards
    format_card = cards.format_card
    format_cards = cards.format_cards
    format_cards_aloud = cards.format_cards_aloud
    format_shape = cards.format_shape
    format_friend_call = cards.format_friend_call
    format_level = rules.format_level
    format_still_out = prompts.format_still_out
    format_won_trick = log_lines.format_won_trick
    format_prompt = prompts.format_prompt
    format_pass = prompts.format_pass
    format_take_back = prompts.format_take_back
    format_waiting = prompts.format_waiting
    format_score_line = scores.format_score_line
    format_declarers_line = scores.format_declarers_line
    format_sides = sides.format_sides
    format_outcome = scores.format_outcome
    format_my_points = scores.format_my_points
    format_my_result = scores.format_my_result
    format_match_length = match_summary.format_match_length
    format_match_end = match_summary.format_match_end
    format_match_outcome = match_summary.format_match_outcome
    format_tally = match_summary.format_tally
    format_trick_end = alt_text.format_trick_end
    format_failed_throw = alt_text.format_failed_throw
    format_hand_alt_text = picture_alt_text.format_hand_alt_text
    format_table_alt_text = picture_alt_text.format_table_alt_text
    format_replay_alt_text = picture_alt_text.format_replay_alt_text
    format_animation_alt_text = picture_alt_text.format_animation_alt_text
    format_preset = rules.format_preset
    format_preset_summary = rules.format_preset_summary
    format_option = rules.format_option
    format_option_value = rules.format_option_value
    format_computer_name = seat_names.format_computer_name


class Catalogue:
    """The texts of all languages. They do not change after `load`."""

    def __init__(self, languages: Iterable[po_files.Translations]) -> None:
        self._languages: Final = {one.tag: one for one in languages}
        self._texts: Final[Mapping[str, Texts]] = {tag: Texts(one) for tag, one in self._languages.items()}
        self.default = self._texts[DEFAULT.tag]
        """The texts for readers whose language is missing or unknown."""

    @classmethod
    @cache
    def load(cls, folder: Path = po_files.LOCALES_FOLDER) -> Self:
        """Read all languages; later calls in the same process return the same catalogue."""
        read = [po_files.read_translations(language, folder) for language in LANGUAGES]
        return cls(replace(one, messages=with_command_names(one.messages)) for one in read)

    def with_default(self, tag: str) -> Self:
        """Return a copy of the catalogue with the language of this tag as the default."""
        changed = copy(self)
        changed.default = self._texts[tag]
        return changed

    def texts_for(self, locale: str | None) -> Texts:
        """Return the texts for a locale as Discord writes it, or those of the default language if none fits."""
        language = None if locale is None else find_language(locale)
        return self.default if language is None else self._texts[language.tag]

    def list_texts(self) -> tuple[Texts, ...]:
        """Return the texts of all languages."""
        return tuple(self._texts.values())
