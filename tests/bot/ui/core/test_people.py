"""The bot remembers which names and locales of users it has saved. It adds the user name to undrawable names."""

from types import SimpleNamespace

import pytest

from bot.ids import UserId
from bot.play.values.table_info import Person
from bot.ui.core.memory.people import MAX_NAME_LENGTH, People
from tests.bot.render.layout_checks import FONTS

ANN = UserId(7)


def account(name, handle="ann_7"):
    return SimpleNamespace(id=ANN, name=handle, display_name=name)


@pytest.fixture
def store():
    async def save(_user, _value):
        """Save nothing."""

    return SimpleNamespace(save_name=save, save_locale=save)


@pytest.mark.parametrize(("name", "locale"), [("Anna", "de"), ("Ann", "fr")])
async def test_changed_name_or_locale_is_not_remembered(store, name, locale):
    people = People(store, None, FONTS.can_draw)
    await people.remember_user(account("Ann"), "de")
    assert people.is_remembered(account("Ann"), "de")
    assert not people.is_remembered(account(name), locale)


async def test_name_that_was_not_saved_is_not_remembered(store):
    async def fail(_user, _value):
        raise OSError

    people = People(store, None, FONTS.can_draw)
    await people.remember_user(account("Ann"), "de")
    store.save_name = fail
    with pytest.raises(OSError):
        await people.remember_user(account("Anna"), "de")
    assert not people.is_remembered(account("Anna"), "de")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("李珺", "李珺"),
        ("佢哋", "佢哋"),
        ("Ann 🫨", "Ann 🫨"),
        ("𝓐𝓷𝓷", "𝓐𝓷𝓷"),
        ("አበበ", "አበበ @ann_7"),
        ("प्रिया", "प्रिया @ann_7"),
        ("Dr. பிரியா", "Dr. பிரியா @ann_7"),
        ("𝄞", "𝄞 @ann_7"),
        ("አ" * 99, "አ" * (MAX_NAME_LENGTH - len(" @ann_7")) + " @ann_7"),
    ],
)
async def test_undrawable_name_is_shown_with_the_user_name(store, name, shown):
    people = People(store, None, FONTS.can_draw)
    await people.remember_user(account(name), "de")
    assert await people.find_names((Person(ANN),), None) == (shown,)
    assert people.is_remembered(account(name), "de")
    assert people.is_remembered(account(name, "another"), "de") == (name == shown)
