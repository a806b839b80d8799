"""In a list of any length, users choose by page or by a part of a name."""

from bot.ids import EventId
from bot.text.catalogue import Catalogue
from bot.ui.core.messages.custom_id_codec import parse_id
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.long_list import FIND, ListPlace, asks_to_find, find_form, list_blocks, read_place
from bot.ui.core.messages.message import Buttons, Select
from bot.ui.events.control_ids import EventAction, EventControl

TEXTS = Catalogue.load().default
MOST = 500


def show(count, at):
    """Return the option labels and the button IDs of a list with `count` people."""
    blocks = list_blocks(
        [(str(number), f"Pair {number:03}", "") for number in range(1, count + 1)],
        at,
        TEXTS,
        "events.which_person",
        lambda page: EventControl(EventAction.PERSON, EventId(1), 0, str(page)),
        lambda page, mark: EventControl(EventAction.PEOPLE, EventId(1), page, mark),
    )
    labels = [option.label for one in blocks if isinstance(one, Select) for option in one.options]
    return labels, [button.id for one in blocks if isinstance(one, Buttons) for button in one.buttons]


def test_short_list_has_no_buttons():
    labels, buttons = show(MAX_OPTIONS, ListPlace())
    assert (len(labels), buttons) == (MAX_OPTIONS, [])


def test_pages_together_list_everybody_once():
    pages = [show(MOST, ListPlace(page))[0] for page in range(1, MOST // MAX_OPTIONS + 1)]
    assert [one for page in pages for one in page] == [f"Pair {number:03}" for number in range(1, MOST + 1)]


def test_page_beyond_the_end_shows_the_last_one():
    assert show(MOST, ListPlace(99))[0][-1] == "Pair 500"


def test_typed_part_narrows_the_list():
    assert show(MOST, ListPlace(1, "PAIR 12"))[0] == [f"Pair {number}" for number in range(120, 130)]


def test_misspelt_name_finds_the_nearest():
    assert show(MOST, ListPlace(1, "Pear 417"))[0][0] == "Pair 417"


def test_long_list_offers_to_find_a_name():
    *_, last = show(MOST, ListPlace(3))[1]
    find = parse_id(last)
    assert asks_to_find(find.mark, {})
    form = find_form(find, TEXTS)
    assert form.custom_id == str(find)
    assert read_place(find.number, {form.fields[0].key: " 417 "}) == ListPlace(1, "417")
    assert not asks_to_find(find.mark, {FIND: "417"})
