"""What people and servers have chosen is kept, replaced, and forgotten with the person."""

from store_samples import ANN, BEN, GUILD

from bot.ui.guilds import Guilds, GuildSettings, MayEnd
from bot.ui.people import People
from bot.ui.preferences import SWITCHES, Ping, Preferences, preference_values, preferences_of

CHOSEN = Preferences("zh-TW", text_hand=True, confirm=True, ping=Ping.DM)


async def test_preferences_outlive_the_program(store):
    assert await People(store, store, store).preferences(ANN) == Preferences()
    people = People(store, store, store)
    await people.prefer(ANN, Preferences(large=True))
    await people.prefer(ANN, CHOSEN)
    assert await people.preferences(ANN) == CHOSEN
    assert await People(store, store, store).preferences(ANN) == CHOSEN
    assert await People(store, store, store).preferences(BEN) == Preferences()


async def test_a_chosen_language_goes_before_discords(store):
    people = People(store, store, store)
    await people.met(ANN, "Ann", "fr")
    assert await people.locale(ANN) == "fr"
    await people.prefer(ANN, CHOSEN)
    assert await people.locale(ANN) == "zh-TW"


async def test_the_forgotten_have_no_preferences(store):
    people = People(store, store, store)
    await people.met(ANN, "Ann", "fr")
    await people.prefer(ANN, CHOSEN)
    await store.forget(ANN)
    people.forget(ANN)
    assert await people.preferences(ANN) == Preferences()
    assert await people.locale(ANN) is None


async def test_server_settings_outlive_the_program(store):
    chosen = GuildSettings((5, 6), "club", "zh-CN", 45, 90, threads=False, may_end=MayEnd.MANAGERS)
    guilds = Guilds(store)
    assert await guilds.settings(GUILD) == GuildSettings()
    await guilds.choose(GUILD, GuildSettings(threads=False))
    await guilds.choose(GUILD, chosen)
    again = Guilds(store)
    assert again.known(GUILD) == GuildSettings()  # nothing is read yet
    assert await again.settings(GUILD) == again.known(GUILD) == await guilds.settings(GUILD)


def test_what_is_no_longer_known_is_as_usual():
    kept = preference_values(CHOSEN) | {"language": "xx", "ping": "by pigeon", "gone": 1}
    assert preferences_of(kept) == Preferences(text_hand=True, confirm=True)


def test_every_yes_or_no_is_a_switch():
    assert set(SWITCHES) == {name for name, value in preference_values(Preferences()).items() if value is False}
