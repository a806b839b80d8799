"""Every reason for a refusal has an English sentence, which uses only the facts of the reason."""

import random
import re
import string

import pytest
from illegal_actions import illegal_actions
from random_play import play_randomly
from small_deals import after_declaring, after_drawing, run

from engine.deal.game import apply, view_for
from engine.io.english import _SENTENCES, format_refusal
from engine.model.errors import IllegalAction, Reason
from engine.model.notation import parse_action
from engine.model.presets import preset
from engine.model.seats import Seat


@pytest.mark.parametrize("reason", Reason.list_keys(), ids=str)
def test_sentence_of_every_reason_needs_only_the_facts_of_this_reason(reason):
    used = {name for _, name, _, _ in string.Formatter().parse(_SENTENCES[reason]) if name}
    assert used <= set(reason.facts)


PLAYING = run(after_declaring(), "0 bury LJ D10", "0 play SQ")[0]


@pytest.mark.parametrize(
    ("phase", "action", "words"),
    [
        (PLAYING, "1 play HA SK SK", "cards needed: 1, given: 3"),
        (PLAYING, "1 play HA", "the hand lacks HA"),
        (PLAYING, "1 play CQ", "cards of trump required: 1, given: 0"),
        (PLAYING, "1 pass", "not possible in the phase playing"),
        (PLAYING, "2 play HK", "it is not this seat's turn"),
        (PLAYING, "1 takeback", "the option play_takeback does not allow it"),
        (after_declaring(), "0 bury SQ", "cards needed: 2, given: 1"),
        (after_drawing(), "0 declare SQ", "SQ is no declaration"),
        (run(after_drawing(), "0 declare SJ")[0], "1 declare CJ", "SJ stands, and this is not stronger"),
        (run(after_drawing(), "0 pass")[0], "0 pass", "the seat has passed"),
    ],
)
def test_refusal_has_its_english_sentence(phase, action, words):
    with pytest.raises(IllegalAction) as refused:
        apply(phase, *parse_action(action))
    assert words in format_refusal(refused.value)


@pytest.mark.parametrize("name", ["standard", "online", "finding-friends", "hidden-ten"])
def test_facts_are_written_as_plain_text(name):
    """No sentence shows a fact as Python would print it, such as a tuple or an enum member."""
    rng, said = random.Random(3), set()
    for number, (phase, _, _) in enumerate(play_randomly(preset(name), 4, deals=1)):
        for seat in range(len(phase.hands)) if number % 5 == 0 and hasattr(phase, "hands") else ():
            for action in illegal_actions(view_for(phase, Seat(seat)), rng):
                try:
                    apply(phase, Seat(seat), action)
                except IllegalAction as refusal:
                    said.add((refusal.reason, format_refusal(refusal)))
    assert len({reason for reason, _ in said}) > 5
    assert not [words for _, words in said if re.search(r"[(\[{<=']", words.replace("seat's", ""))]
