"""People who press and type at random, and unusual leads that they would hardly find by chance."""

from collections import Counter
from itertools import permutations

from random_commands import fill_form
from screens import LoopbackPlayer
from usage_stats import kind_of, seconds_stalled

from bot.loopback.errors import ClientError
from bot.loopback.world.permissions import sees
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.hand.card_selects import parse_selected_cards
from engine.cards_in_play.groupings import groupings
from tests.wire.driven_loopback import Seen
from tests.wire.driver import Answer

SELECTS_OF_PEOPLE, SELECTS_OF_CHANNELS = 5, 8


class RandomPlayer(LoopbackPlayer):
    """A person who sees every channel; their presses are counted and logged."""

    def __init__(self, session, name, locale):
        super().__init__(session.loopback.person(name, locale=locale))
        self.session, self.locale = session, locale

    def seen(self, limit=10):
        """Return the newest messages in all channels that the person sees, as (message, channel id), oldest first."""
        loopback = self.session.loopback
        actor = loopback._control._actor(self.name, self.locale)
        channels = [c for c in loopback.world.channels.values() if sees(loopback.world, actor.person.id, c)]
        found = [(Seen(raw), str(c.id)) for c in channels for raw in actor.visible(c, limit)]
        return sorted(found, key=lambda one: int(one[0].id))[-limit:]

    async def screens(self):
        return [self._screen(seen) for seen, _ in self.seen()]

    async def press(self, screen, custom_id):
        """Press, or choose at random in a select; fill in a form that opens."""
        rng = self.session.rng
        select = screen.selects.get(custom_id)
        if select is None:
            answer = await self._do(
                kind_of(custom_id), self.person.click(str(screen.id), custom_id=custom_id), custom_id
            )
        else:
            values = self._values(select, rng)
            answer = await self.choose(screen, custom_id, values)
        if answer is not None and answer.modal:
            await self._do("form", self.person.submit(answer, fill_form(answer.modal, rng)), answer.modal["custom_id"])

    def _values(self, select, rng):
        if select["type"] == SELECTS_OF_PEOPLE:
            options = [p.name for p in self.session.people]
        elif select["type"] == SELECTS_OF_CHANNELS:
            options = ["tractor", "general"]
        else:
            options = [o["value"] for o in select.get("options") or ()]
        most = min(select.get("max_values", 1), len(options))
        count = rng.randint(min(select.get("min_values", 1), most), min(most, select.get("min_values", 1) + 3))
        return rng.sample(options, count)

    async def choose(self, screen, custom_id, values):
        """Choose exactly these values in a select."""
        return await self._do(kind_of(custom_id), self.person.select(str(screen.id), custom_id, values), custom_id)

    async def type(self, command, **values):
        channel = self.session.channel_for(self)
        return await self._do(f"/{command}", self.person.slash(channel, command, **values), values)

    async def complete(self, command, option, typed):
        channel = self.session.channel_for(self)
        answer = await self._do(f"/{command}…", self.person.autocomplete(channel, command, option, typed), typed)
        return [choice["value"] for choice in answer.choices] if answer else []

    async def _do(self, kind, doing, what):
        """Await an interaction and count it. Return None if the client refuses it, as when the control has gone."""
        stats = self.session.stats
        self.session.journal.append(f"{self.name}: {kind} {what}")
        stalled = seconds_stalled()
        try:
            answer: Answer = await doing
        except ClientError:
            return None
        stats.count_answer(answer.raw, seconds_stalled() - stalled)
        (stats.commands if kind.startswith("/") else stats.controls)[kind] += 1
        return answer


def unusual_leads(panel, view):
    """Return choices of cards that make an unusual lead, each as (custom id of a list, values to choose in it).

    The cards of such a lead can be grouped in two ways. If no list has such cards, each choice has two different cards.
    The list then has another copy of the first card.
    """
    doubtful, simple = [], []
    for custom_id in panel.ids(ControlVerb.PICK):
        copies = Counter(option["value"].partition("#")[0] for option in panel.selects[custom_id]["options"])
        several = [card for card, count in copies.items() if count > 1]
        for first, second in permutations(several, 2):
            values = _some(first, 3, copies) + _some(second, 2, copies)
            doubtful += [(custom_id, values)] if _counts_in_two_ways(values, view) else []
        others = [(card, other) for card in several for other in copies if other != card]
        simple += [(custom_id, _some(card, 1, copies) + _some(other, 1, copies)) for card, other in others]
    return doubtful or simple


def _some(card, most, copies):
    return [f"{card}#{n}" for n in range(1, min(most, copies[card]) + 1)]


def _counts_in_two_ways(values, view):
    cards = parse_selected_cards(values)
    one_suit = len({view.trump.effective_suit(card) for card in cards}) == 1
    return one_suit and len(groupings(cards, view.trump, view.rules, view.gone, 2)) > 1
