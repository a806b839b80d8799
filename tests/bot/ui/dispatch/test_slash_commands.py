"""The commands are valid in every language, and synced only when they change."""

import re
from dataclasses import replace
from types import SimpleNamespace

import discord
import pytest

from bot.events.pairing.ports import BracketSettings
from bot.events.settings import EventSettings
from bot.league.leagues.league_settings import LeagueSettings, PointScheme
from bot.play.clock.timing import SystemClock
from bot.processes.lease_holder import LeaseHolder
from bot.setting_fields import list_settings
from bot.text.catalogue import Catalogue, command_name_key
from bot.text.languages import TAGS, TRANSLATED
from bot.ui.admin.commands import add_admin_commands
from bot.ui.client import TractorClient
from bot.ui.core.interactions.command_builder import CatalogueTranslator
from bot.ui.core.services import Services, UiConfig
from bot.ui.learn.help_view import list_command_lines
from bot.ui.surfaces.outbox import Outbox

NAME = re.compile(r"^[-_'\w]{1,32}$")
CATALOGUE = Catalogue.load()
TRANSLATED_LOCALES = {name for language in TRANSLATED for name in language.discord_locales}


class Notes:
    def __init__(self):
        self.kept = {}

    async def get(self, name):
        return self.kept.get(name)

    async def set(self, name, value):
        self.kept[name] = value


@pytest.fixture
async def client(monkeypatch):
    notes = Notes()
    registry = SimpleNamespace()
    league = SimpleNamespace(posts=SimpleNamespace(card_wakeup=None))
    before, after = (None, None, None, league, None), (None,) * 7
    kit = Services(registry, CATALOGUE, None, None, notes, *before, SystemClock(), *after, UiConfig())
    client = TractorClient(kit, Outbox(), LeaseHolder(None, None))
    monkeypatch.setattr(TractorClient, "application_id", 1)
    await client.tree.set_translator(CatalogueTranslator(CATALOGUE))
    client.synced = 0

    async def sync(**_):
        client.synced += 1

    monkeypatch.setattr(client.tree, "sync", sync)
    yield client
    await client.http.close()


async def payloads(client):
    return [await c.get_translated_payload(client.tree, client.tree.translator) for c in client.tree.get_commands()]


def parts(payload):
    yield payload
    for option in payload.get("options", []):
        yield from parts(option)


async def test_names_and_descriptions_exist_in_every_language(client):
    commands = await payloads(client)
    assert {c["name"] for c in commands} >= {
        "tractor", "hand", "play", "table", "help", "rules", "replay", "last", "record", "verify", "standings", "team", "settings", "config", "privacy",
    }  # fmt: skip
    for part in [p for c in commands for p in parts(c)]:
        for locale in (None, *TRANSLATED_LOCALES):
            name = part["name"] if locale is None else part["name_localizations"][locale]
            words = part["description"] if locale is None else part["description_localizations"][locale]
            assert NAME.match(name), name
            assert name == name.lower()
            assert 0 < len(words) <= 100
        for choice in part.get("choices", []):
            names = [choice["name"], *choice["name_localizations"].values()]
            assert all(0 < len(n) <= 100 for n in names)
            assert set(choice["name_localizations"]) == TRANSLATED_LOCALES
        assert len(part.get("choices", [])) <= 25


async def test_names_have_hyphens_between_words(client):
    names = [part["name"] for command in await payloads(client) for part in parts(command)]
    assert [name for name in names if "_" in name] == []


@pytest.mark.parametrize("owner", [EventSettings, BracketSettings, LeagueSettings, PointScheme])
def test_command_options_are_named_like_their_settings(owner):
    english = CATALOGUE.texts_for("en")
    for field in list_settings(owner):
        assert english.say(f"option.{field.key}.name") == field.name.replace("_", "-")


@pytest.mark.parametrize("locale", TAGS)
async def test_help_names_commands_in_readers_language(client, locale):
    """The help lists each command with its subcommands, on one line or on several."""
    texts = CATALOGUE.texts_for(locale)
    told = await list_command_lines(SimpleNamespace(client=client), texts)
    assert len(told) < 1900
    for command in await payloads(client):
        name = command["name_localizations"].get(locale, command["name"])
        (line, *_) = [one for one in told.split("\n") if one.startswith(f"- `/{name}`") or f"`/{name} " in one]
        for part in [p for p in parts(command) if p["type"] == 1 and p is not command]:
            called = part["name_localizations"].get(locale, part["name"])
            assert f"/{name} {called}`" in told or called in line


async def test_command_names_match_their_mention_keys(client):
    for command in client.tree.walk_commands():
        name = CATALOGUE.texts_for("zh-TW").say(command_name_key(*command.qualified_name.split()))
        translated = await client.tree.translator.translate(command._locale_name, discord.Locale.taiwan_chinese, None)
        assert translated == name


async def test_help_lists_commands_by_subject(client):
    told = await list_command_lines(SimpleNamespace(client=client), CATALOGUE.texts_for("zh-TW"))
    order = [
        told.index(f"`/{name}") for name in ("拖拉機", "手牌", "出牌", "離席", "教學", "上一局", "聯賽", "設定", "隱私")
    ]
    assert order == sorted(order)


async def test_commands_are_only_for_servers_with_the_bot(client):
    """Each command states where it can be used. Otherwise Discord would use the settings in its portal."""
    add_admin_commands(client.tree, replace(client._services, config=UiConfig(admin_guild=5)), None)
    admin = client.tree.get_commands(guild=discord.Object(5))
    sent = [*await payloads(client), *[one.to_dict(client.tree) for one in admin]]
    assert "admin" in {command["name"] for command in sent}
    for command in sent:
        assert (command["contexts"], command["integration_types"]) == ([0], [0])


async def test_commands_are_sent_once_until_they_change(client):
    assert await client.command_sync.send_commands()
    assert not await client.command_sync.send_commands()
    client.tree.remove_command("help")
    assert await client.command_sync.send_commands()
    assert client.synced == 2


async def test_client_needs_only_the_guilds_intent(client):
    assert client.intents == discord.Intents(guilds=True)
    assert client.intents.value == 1
    state = client._connection
    assert state.max_messages is None
    assert state.member_cache_flags == discord.MemberCacheFlags.none()
    assert not state._chunk_guilds


async def test_commands_and_options_stay_few(client):
    """There are at most 40 commands, each with at most 8 options. New settings belong on panels instead."""
    typed = [one for one in client.tree.walk_commands() if not isinstance(one, discord.app_commands.Group)]
    assert len(typed) <= 40
    assert {one.qualified_name for one in typed if len(one.parameters) > 8} == set()
