"""Commands in messages: called in every language as that language's Discord shows them."""

import pytest

from bot.text.naming import NAMED, name_key, with_names
from bot.text.reading import LOCALES, Message, read_language


@pytest.mark.parametrize("tag", LOCALES)
def test_messages_are_written_with_the_english_names(tag):
    """What looks like a command in a catalogue is one, so that no name is left as it was written."""
    messages = read_language(tag).messages
    found = {m.groups() for one in messages.values() for form in one.forms for m in NAMED.finditer(form)}
    assert len(found) > 20
    groups = {key.split(".")[1] for key in messages if key.startswith("command.")}
    for name, part in found:
        assert name in groups, name
        grouped = any(group.startswith(f"{name}_") for group in groups)
        assert not grouped or (part is not None and name_key(name, part) in messages), (name, part)


@pytest.mark.parametrize("tag", ["zh-CN", "zh-TW"])
def test_no_chinese_message_names_an_english_command(catalogue, tag):
    for key, message in catalogue._languages[tag].messages.items():
        for form in message.forms:
            assert NAMED.search(form) is None, (key, form)


def test_names_parts_and_the_rest_of_the_sentence(catalogue):
    words = {
        "command.team.name": "隊伍", "command.team_create.name": "建立", "command.hand.name": "手牌",
        "x": "`/team create`、`/hand`（/hand then）https://a.b/hand /nothing {a}/team",
    }  # fmt: skip
    told = with_names({key: Message((text,)) for key, text in words.items()})["x"].forms[0]
    assert told == "`/隊伍 建立`、`/手牌`（/手牌 then）https://a.b/hand /nothing {a}/team"
    assert "`/回來`" in catalogue.texts("zh-TW").say("seats.away")
    assert "`/back`" in catalogue.texts("en").say("seats.away")
