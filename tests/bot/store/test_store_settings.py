"""Settings of people and servers outlive the program. Forgetting a person deletes the person's settings."""

from dataclasses import replace
from datetime import UTC
from types import SimpleNamespace

from store_factories import ANN, BEN, GUILD

from bot.ids import GuildId
from bot.ui.core.memory.guild_settings import EndPermission, GuildSettings, GuildSettingsCache
from bot.ui.core.memory.people import (
    SWITCH_NAMES,
    People,
    PingPreference,
    Preferences,
    dump_preferences,
    parse_preferences,
)

CHOSEN = Preferences(
    "zh-TW", text_hand=True, confirm=True, ping=PingPreference.DM, language_offered_in=(GuildId(GUILD), GuildId(8))
)


async def test_preferences_outlive_the_program(store):
    assert await People(store.people, store.settings, str.isprintable).get_preferences(ANN) == Preferences()
    people = People(store.people, store.settings, str.isprintable)
    await people.save_preferences(ANN, Preferences(large=True))
    await people.save_preferences(ANN, CHOSEN)
    assert await people.get_preferences(ANN) == CHOSEN
    assert await People(store.people, store.settings, str.isprintable).get_preferences(ANN) == CHOSEN
    assert await People(store.people, store.settings, str.isprintable).get_preferences(BEN) == Preferences()


async def test_chosen_language_precedes_the_language_in_discord(store):
    people = People(store.people, store.settings, str.isprintable)
    await people.remember_user(SimpleNamespace(id=ANN, name="ann", display_name="Ann"), "fr")
    assert await people.get_locale(ANN) == "fr"
    await people.save_preferences(ANN, CHOSEN)
    assert await people.get_locale(ANN) == "zh-TW"


async def test_forgotten_users_have_no_preferences(store):
    people = People(store.people, store.settings, str.isprintable)
    await people.remember_user(SimpleNamespace(id=ANN, name="ann", display_name="Ann"), "fr")
    await people.save_preferences(ANN, CHOSEN)
    await store.personal_data.delete_personal_data(ANN)
    people.forget(ANN)
    assert await people.get_preferences(ANN) == Preferences()
    assert await people.get_locale(ANN) is None


async def test_server_settings_outlive_the_program(store):
    chosen = GuildSettings(
        (5, 6), "standard", "zh-CN", 45, 90, threads=False, may_end=EndPermission.MANAGERS, time_zone="Asia/Taipei"
    )
    guilds = GuildSettingsCache(store.settings)
    assert await guilds.load_settings(GUILD) == GuildSettings()
    await guilds.save_settings(GUILD, GuildSettings(threads=False))
    await guilds.save_settings(GUILD, chosen)
    again = GuildSettingsCache(store.settings)
    assert again.get_settings(GUILD) == GuildSettings()  # the database is not read yet
    assert await again.load_settings(GUILD) == again.get_settings(GUILD) == await guilds.load_settings(GUILD)


async def test_unknown_time_zone_falls_back_to_utc(store):
    guilds = GuildSettingsCache(store.settings)
    await guilds.save_settings(GUILD, GuildSettings(time_zone="Mars/Olympus"))
    assert (await GuildSettingsCache(store.settings).load_settings(GUILD)).zone is UTC


def test_unknown_preference_falls_back_to_default():
    kept = dump_preferences(CHOSEN) | {"language": "xx", "ping": "by pigeon", "gone": 1}
    assert parse_preferences(kept) == replace(CHOSEN, language=None, ping=PingPreference.WHEN_SLOW)


def test_every_yes_or_no_preference_is_a_switch():
    assert set(SWITCH_NAMES) == {name for name, value in dump_preferences(Preferences()).items() if value is False} - {
        "confirm_offered",
        "coach_offered",
    }
