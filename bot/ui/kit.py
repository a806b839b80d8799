"""All that panels, commands and messages share, handed in once by whoever starts the program."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.league.service import League
from bot.play.history import Archive
from bot.play.ports import Brain, Clock
from bot.play.registry import Registry
from bot.ui.drafts import Drafts
from bot.ui.emoji import EmojiBook
from bot.ui.guilds import Guilds
from bot.ui.people import People
from bot.ui.places import Places
from bot.ui.ports import Artist, Manners, Notes, Private, Surfaces
from bot.ui.refills import Refills

if TYPE_CHECKING:
    from bot.text.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Kit:
    """What the surface works with."""

    registry: Registry
    catalogue: "Catalogue"
    artist: Artist
    surfaces: Surfaces
    notes: Notes
    private: Private
    people: People
    guilds: Guilds
    league: League
    brain: Brain
    clock: Clock
    manners: Manners = field(default_factory=Manners)
    drafts: Drafts = field(default_factory=Drafts)
    refills: Refills = field(default_factory=Refills)
    emoji: EmojiBook = field(default_factory=EmojiBook)
    places: Places = field(default_factory=Places)
    archive: Archive = field(default_factory=Archive)
