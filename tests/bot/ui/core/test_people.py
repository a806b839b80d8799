"""What is known of users is not saved again."""

from types import SimpleNamespace

import pytest

from bot.ids import UserId
from bot.ui.core.memory.people import People

ANN = UserId(7)


@pytest.fixture
def store():
    async def save(_user, _value):
        """Save nothing."""

    return SimpleNamespace(save_name=save, save_locale=save)


@pytest.mark.parametrize(("name", "locale"), [("Anna", "de"), ("Ann", "fr")])
async def test_changed_name_or_locale_is_not_remembered(store, name, locale):
    people = People(store, None)
    await people.remember_user(ANN, "Ann", "de")
    assert people.is_remembered(ANN, "Ann", "de")
    assert not people.is_remembered(ANN, name, locale)


async def test_name_that_was_not_saved_is_not_remembered(store):
    async def fail(_user, _value):
        raise OSError

    people = People(store, None)
    await people.remember_user(ANN, "Ann", "de")
    store.save_name = fail
    with pytest.raises(OSError):
        await people.remember_user(ANN, "Anna", "de")
    assert not people.is_remembered(ANN, "Anna", "de")
