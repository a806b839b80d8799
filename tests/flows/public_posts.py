"""Records everything that the bot sends publicly, and checks its language."""

import re
from contextlib import contextmanager
from functools import cache, reduce
from unittest.mock import patch

from usage_stats import CODE

from bot.text.catalogue import Catalogue
from bot.text.languages import LANGUAGES
from bot.ui.core.messages.message import Picture, Select, Text
from bot.ui.discord_io.messages import Messenger

QUOTED = re.compile(r"<[^>]*>|https?://\S+|\*\*[^*]*\*\*")
"""Mentions, links and names, which belong to no language."""
ENGLISH = re.compile(r"(?:\b[a-z]+\b[ ,]+){2}[a-z]{2,}")


@cache
def _catalogue():
    return {one.tag: Catalogue.load()._languages[one.tag].messages for one in LANGUAGES}


@cache
def _own_letters(tag):
    """Return the non-ASCII letters that this Chinese language uses and the other one does not."""
    forms = {other: "".join(f for m in known.values() for f in m.forms) for other, known in _catalogue().items()}
    letters = {other: {letter for letter in text if not letter.isascii()} for other, text in forms.items()}
    return reduce(set.difference, (letters[other] for other in letters if other not in {tag, "en"}), letters[tag])


@cache
def _english_labels():
    """Return the English messages without placeholders. Each of them may be the whole text of a label."""
    return {form for one in _catalogue()["en"].values() for form in one.forms if form.isascii() and "{" not in form}


def find_languages(text):
    """Return the tags of the languages that a text certainly contains."""
    plain = QUOTED.sub("", CODE.sub("", text))
    found = {tag for tag in _catalogue() if tag != "en" and not _own_letters(tag).isdisjoint(plain)}
    is_label = text in _english_labels() and re.search("[a-z]{3}", text)
    return found | ({"en"} if is_label or ENGLISH.search(plain) else set())


def list_texts(message):
    """Return every text of a message."""
    found = []
    for block in message.blocks:
        match block:
            case Text(words):
                found += words.splitlines()
            case Picture(alt_text=words):
                found.append(words)
            case Select(prompt=prompt, options=options):
                found += [prompt, *(one.label for one in options)]
            case _:
                found += [one.label for one in getattr(block, "buttons", ())]
    return found


class PublicPosts:
    """Collects texts of public messages and names of threads in `texts`, and pings as (users, texts) in `pings`."""

    def __init__(self):
        self.texts, self.pings, self.direct = [], [], set()

    def clear(self):
        self.texts.clear()
        self.pings.clear()

    def find_foreign(self, tag):
        """Return (languages, text) for each text that is in another language than this one."""
        return [(found, text) for text in self.texts if (found := find_languages(text) - {tag})]

    def speak(self, tag):
        """Check that every text is in this language or in none. Return whether a text is certainly in this one."""
        foreign = self.find_foreign(tag)
        assert foreign == [], foreign[:3]
        return any(tag in find_languages(text) for text in self.texts)


@contextmanager
def recorded_posts():
    """Record everything that is sent publicly within the context, and yield the record."""
    posts, send, ping = PublicPosts(), Messenger._send_with_pictures, Messenger.send_ping
    direct, open_, rename = Messenger.send_direct, Messenger.open_thread, Messenger.rename_thread

    async def send_public(self, channel, content, send_as):
        posts.texts.extend(list_texts(content))
        return await send(self, channel, content, send_as)

    async def send_direct(self, user, content, **number):
        posts.direct.add(id(content))
        return await direct(self, user, content, **number)

    async def send_ping(self, channel, content, *users, number=None):
        if id(content) not in posts.direct:
            posts.pings.append((users, list_texts(content)))
        return await ping(self, channel, content, *users, number=number)

    async def open_thread(self, guild, channel, message, name, people, wait):
        posts.texts.append(name)
        return await open_(self, guild, channel, message, name, people, wait)

    async def rename_thread(self, thread, name):
        posts.texts.append(name)
        await rename(self, thread, name)

    with (
        patch.object(Messenger, "_send_with_pictures", send_public),
        patch.object(Messenger, "send_ping", send_ping),
        patch.object(Messenger, "send_direct", send_direct),
        patch.object(Messenger, "open_thread", open_thread),
        patch.object(Messenger, "rename_thread", rename_thread),
    ):
        yield posts
