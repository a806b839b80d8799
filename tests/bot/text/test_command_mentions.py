"""Commands in messages have the names that Discord shows in each language."""

import pytest

from bot.text.catalogue import COMMAND_MENTION, command_name_key, with_command_names
from bot.text.languages import LANGUAGES, TRANSLATED
from bot.text.po_files import MessageTemplate, read_translations


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda one: one.tag)
def test_command_mentions_name_commands(language):
    """Each text in a catalogue that looks like a command must be one. Otherwise its name would stay untranslated."""
    messages = read_translations(language).messages
    found = {m.groups() for one in messages.values() for form in one.forms for m in COMMAND_MENTION.finditer(form)}
    assert len(found) > 20
    groups = {key.split(".")[1] for key in messages if key.startswith("command.")}
    for name, part in found:
        assert name in groups, name
        grouped = any(group.startswith(f"{name}_") for group in groups)
        assert not grouped or (part is not None and command_name_key(name, part) in messages), (name, part)


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda one: one.tag)
def test_translated_messages_translate_command_names(catalogue, language):
    for key, message in catalogue._languages[language.tag].messages.items():
        for form in message.forms:
            assert COMMAND_MENTION.search(form) is None, (key, form)


def test_only_command_mentions_are_translated(catalogue):
    words = {
        "command.team.name": "隊伍", "command.team_create.name": "建立", "command.hand.name": "手牌",
        "x": "`/team create`、`/hand`（/hand then）https://a.b/hand /nothing {a}/team",
    }  # fmt: skip
    told = with_command_names({key: MessageTemplate((text,)) for key, text in words.items()})["x"].forms[0]
    assert told == "`/隊伍 建立`、`/手牌`（/手牌 then）https://a.b/hand /nothing {a}/team"
    assert "`/回來`" in catalogue.texts_for("zh-TW").say("seats.away")
    assert "`/back`" in catalogue.texts_for("en").say("seats.away")
