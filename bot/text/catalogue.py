"""All that can be said, in each language; and `Texts`, one language with the game's values in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Self

from bot.play.occupants import Computer
from bot.play.refusals import Refused
from bot.text import reading
from bot.text.describe import alt, alt_replay, asking, cards, events, people, refusals, rules, scores, sides, teaching
from bot.text.describe.people import Names
from bot.text.describe.rules import Section
from bot.text.describe.teaching import Step
from bot.text.naming import with_names
from bot.text.words import NoWords, Words
from engine.actions import FriendCall
from engine.cards import Card, Suit
from engine.errors import IllegalAction
from engine.events import DealResult, Event
from engine.rules import Level, Rules
from engine.view import View

__all__ = ["Catalogue", "Names", "NoWords", "Section", "Step", "Texts"]

DEFAULT: Final = "en"
_TRADITIONAL: Final = ("tw", "hk", "mo", "hant")


class Texts(Words):
    """One language: messages by key (`say`), and the game's values in words."""

    def __init__(self, language: reading.Language) -> None:
        super().__init__(language)
        self._namer: Words = self
        self._calling: dict[str, Texts] = {}

    def calling(self, other: "Texts") -> "Texts":
        """Return the same words with computer players called as `other` calls them: at a table all say one name."""
        if other.tag == self.tag:
            return self
        if other.tag not in self._calling:
            self._calling[other.tag] = made = Texts(self._language)
            made._namer = other
        return self._calling[other.tag]

    def refusal(self, refused: IllegalAction | Refused, names: Names | None = None) -> str:
        """Return why something was refused. `names` say whose turn it is; without them seats are numbered."""
        return refusals.refusal(self, refused, names)

    def event(self, happened: Event, names: Names | None = None) -> str | None:
        """Return an event as a line of the table's log; None for one that needs no telling."""
        return events.event(self, happened, names)

    def suit(self, which: Suit) -> str:
        """Return a suit, or the trumps, as a plural."""
        return cards.suit(self, which)

    def card(self, face: Card) -> str:
        """Return one card: `10 of hearts`, `little joker`."""
        return cards.card(self, face)

    def cards(self, faces: Iterable[Card]) -> str:
        """Return cards grouped by suit: `10-10-5-5 of hearts and K of spades`."""
        return cards.cards(self, faces)

    def shape(self, units: Sequence[Sequence[Card]]) -> str:
        """Return what a lead is made of: `a pair`, `a tractor of 2 pairs`, `a throw of …`."""
        return cards.shape(self, units)

    def call(self, called: FriendCall) -> str:
        """Return a friend's card and which copy of it counts."""
        return cards.call(self, called)

    def level(self, which: Level) -> str:
        """Return a level as it is said."""
        return rules.level(self, which)

    def ask(self, view: View) -> str:
        """Return in one line what is asked of the view's seat, or what it waits for."""
        return asking.ask(self, view)

    def take_back(self, view: View) -> str:
        """Return what a button says that takes back what the view's seat has declared or played."""
        return asking.take_back(self, view)

    def waiting(self, view: View, names: Names | None = None) -> str:
        """Return who is waited for, as all may know it; nothing when nobody is."""
        return asking.waiting(self, view, names)

    def score_line(self, view: View, names: Names | None = None) -> str:
        """Return level, trumps, declarer, points and levels in one line, as far as the view may know them."""
        return scores.score_line(self, view, names)

    def sides(self, view: View, names: Names | None = None) -> str:
        """Return who is on whose side, where that is found during a deal, as far as the view's seat can know."""
        return self.sentences(sides.sides(self, view, names))

    def result(self, ended: DealResult, names: Names | None = None) -> str:
        """Return how a deal, and perhaps the match, ended: a sentence a line."""
        return scores.result(self, ended, names)

    def hand_alt(
        self,
        view: View,
        names: Names | None = None,
        playable: frozenset[Card] | None = None,
        picked: Sequence[Card] = (),
        *,
        bare: bool = False,
    ) -> str:
        """Return a hand picture in words, at most 1024 characters; `bare`: what is asked is said beside it."""
        return alt.hand_alt(self, view, names, playable, picked, bare=bare)

    def failed_throw(self, view: View, names: Names | None = None) -> str:
        """Return which throw failed in the trick that lies on the table; nothing if none did."""
        return alt.failed_throw(self, view, names)

    def table_alt(self, view: View, names: Names | None = None) -> str:
        """Return a table picture, or that of a result, in words, at most 1024 characters."""
        return alt.table_alt(self, view, names)

    def replay_alt(self, view: View, names: Names | None, hands: Sequence[Sequence[Card]]) -> str:
        """Return a moment of a deal that is over, with all hands open, in words, at most 1024 characters."""
        return alt_replay.replay_alt(self, view, names, hands)

    def animation_alt(self, view: View, names: Names | None = None) -> str:
        """Return a whole deal as a moving picture in words, at most 1024 characters; `view` is that of its end."""
        return alt_replay.animation_alt(self, view, names)

    def preset(self, which: str) -> str:
        """Return the name of a set of rules, at most 34 characters."""
        return rules.preset(self, which)

    def preset_about(self, which: str) -> str:
        """Return in at most 100 characters what is special about a set of rules."""
        return rules.preset_about(self, which)

    def option(self, which: str) -> str:
        """Return the name of an option of the rules, at most 34 characters."""
        return rules.option(self, which)

    def option_value(self, which: str, value: object) -> str:
        """Return what an option means when it has this value, at most 100 characters."""
        return rules.option_value(self, which, value)

    def rules_lines(self, played: Rules) -> list[str]:
        """Return the rules in plain words, a sentence a line: the essentials, then all that is not as usual."""
        return rules.rules_lines(self, played)

    def rules_sections(self, played: Rules) -> tuple[Section, ...]:
        """Return the rules in plain words under headings, for `/rules`."""
        return rules.rules_sections(self, played)

    def primer(self, played: Rules) -> tuple[Section, ...]:
        """Return how a game by these rules is played, told from the beginning; uses Discord's bold type."""
        return teaching.primer(self, played)

    def glossary(self) -> tuple[Section, ...]:
        """Return the words of the game, each with what it means."""
        return teaching.glossary(self)

    def tutorial(self, step: Step, **facts: object) -> Section:
        """Return what is explained at a step of the tutorial; `facts` are what its words ask for."""
        return teaching.tutorial(self, step, **facts)

    def computer_name(self, computer: Computer, *, bare: bool = False) -> str:
        """Return what a computer player is called, and how well it plays; `bare`: the name alone."""
        return people.computer_name(self, self._namer, computer, bare=bare)


class Catalogue:
    """All languages. Load it once, at start."""

    def __init__(self, languages: Iterable[reading.Language]) -> None:
        self._languages: Final = {one.tag: one for one in languages}
        self._texts: Final[Mapping[str, Texts]] = {tag: Texts(one) for tag, one in self._languages.items()}

    @classmethod
    def load(cls, folder: Path = reading.FOLDER) -> Self:
        """Read all languages.

        Raises:
            BadCatalogue: a file has a key twice, a message that is not finished, or a malformed placeholder.
        """
        return cls(_named(reading.read_language(tag, folder)) for tag in reading.LOCALES)

    def texts(self, locale: str) -> Texts:
        """Return the language for a locale as Discord writes it; English where there is none that fits."""
        return self._texts[matched(locale)]

    def faults(self) -> list[str]:
        """Return every key that a language lacks, and every message that asks for other facts than the English one."""
        base = self._languages[DEFAULT].messages
        return [fault for one in self._languages.values() for fault in _faults(one, base)]


def _named(language: reading.Language) -> reading.Language:
    return replace(language, messages=with_names(language.messages))


def matched(locale: str) -> str:
    """Return the language of ours that serves a locale: `en`, `zh-CN` or `zh-TW`."""
    parts = locale.replace("_", "-").lower().split("-")
    if parts[0] != "zh":
        return DEFAULT
    return "zh-TW" if any(part in _TRADITIONAL for part in parts[1:]) else "zh-CN"


def _faults(language: reading.Language, base: Mapping[str, reading.Message]) -> Iterable[str]:
    mine = language.messages
    yield from (f"{language.tag}: {key} is missing" for key in sorted(base.keys() - mine.keys()))
    yield from (f"{language.tag}: {key} is in no other language" for key in sorted(mine.keys() - base.keys()))
    for key in sorted(mine.keys() & base.keys()):
        if (has := mine[key].placeholders) != (wants := base[key].placeholders):
            yield f"{language.tag}: {key} asks for {sorted(has)}, not {sorted(wants)}"
