"""House rules are saved by name, in limited number, with one default. Other servers cannot change them."""

import asyncio

import pytest
from sqlalchemy import text
from store_factories import GUILD

from bot.ids import GuildId, HouseRulesId
from bot.play.house_rules import MAX_HOUSE_RULES, HouseRulesBook
from bot.play.refusals import TableRefusal, TableRefused
from bot.text.catalogue import Catalogue

HERE, THERE = GuildId(GUILD), GuildId(GUILD + 1)
CHANGES = {"follow": "tuples", "compulsory_levels": "5,10,K", "players": "6", "kitty_size": "6"}


@pytest.fixture
def book(store):
    return HouseRulesBook(store.house_rules)


async def refusal_of(doing):
    with pytest.raises(TableRefused) as refused:
        await doing
    return refused.value.reason


async def test_house_rules_are_kept(book):
    saved = await book.save(HERE, "  Friday   rules ", "standard", CHANGES)
    assert saved.name == "Friday rules"
    (kept,) = await book.list_all(HERE)
    assert kept == saved
    assert kept.build().players == 6
    assert await book.find_by_name(HERE, "ＦＲＩＤＡＹ rules") == kept
    assert await book.list_all(THERE) == []
    assert await refusal_of(book.get(THERE, kept.id)) is TableRefusal.NO_HOUSE_RULES


@pytest.mark.parametrize(
    "name", ["friday rules", "FRIDAY  RULES", "Ｆriday rules", "Frid\N{CYRILLIC SMALL LETTER A}y rules"]
)
async def test_names_are_unique_ignoring_case(book, name):
    await book.save(HERE, "Friday rules", "standard", {})
    other = await book.save(HERE, "Sunday rules", "standard", {})
    assert await refusal_of(book.save(HERE, name, "pagat", {})) is TableRefusal.HOUSE_RULES_TAKEN
    assert await refusal_of(book.rename(HERE, other.id, name)) is TableRefusal.HOUSE_RULES_TAKEN
    assert (await book.save(THERE, name, "pagat", {})).preset == "pagat"


async def test_same_name_at_once_is_saved_once(book):
    tries = await asyncio.gather(*(book.save(HERE, "Friday", "standard", {}) for _ in range(4)), return_exceptions=True)
    assert sum(isinstance(one, TableRefused) for one in tries) == 3
    assert len(await book.list_all(HERE)) == 1


async def test_server_has_limited_house_rules(book):
    tries = (book.save(HERE, f"Rules {n}", "standard", {}) for n in range(MAX_HOUSE_RULES + 3))
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert {one.reason for one in done if isinstance(one, TableRefused)} == {TableRefusal.TOO_MANY_HOUSE_RULES}
    assert len(await book.list_all(HERE)) == MAX_HOUSE_RULES
    await book.delete(HERE, (await book.list_all(HERE))[0].id)
    await book.save(HERE, "Again", "standard", {})


async def test_names_with_markup_or_wrong_length_are_refused(book):
    for name in (
        "", "   ", "x" * 33, "<@123>", "@everyone", "[here](http://x)", "see https://x.io", "discord.gg/abc", "www.x.io",
        "**bold**", "`code`", "a\u202eb", "\u200b", "||secret||", "<#5>", "# big",
    ):  # fmt: skip
        assert await refusal_of(book.save(HERE, name, "standard", {})) is TableRefusal.HOUSE_RULES_NAME, name
        assert await book.list_all(HERE) == []


@pytest.mark.parametrize("name", ["周五规则", "F", "x" * 32, "Friday (5 players)", "Ann's", "80+", "週五 🎉"])
async def test_plain_names_are_kept(book, name):
    assert (await book.save(HERE, name, "standard", {})).name == name


async def test_unplayable_rules_are_not_saved(book):
    reason = await refusal_of(book.save(HERE, "Odd", "standard", {"kitty_size": "7"}))
    assert reason is TableRefusal.INVALID_RULES
    assert await book.list_all(HERE) == []


async def test_only_one_set_is_the_default(book):
    first, second = await book.save(HERE, "A", "standard", {}), await book.save(HERE, "B", "pagat", {})
    foreign = await book.save(THERE, "A", "standard", {})
    await book.set_default(THERE, foreign.id)
    for one in (first, second):
        await book.set_default(HERE, one.id)
        assert (await book.find_default(HERE)).id == one.id
        assert sum(house.is_default for house in await book.list_all(HERE)) == 1
    await book.delete(HERE, second.id)
    assert await book.find_default(HERE) is None
    await book.set_default(HERE, first.id)
    await book.set_default(HERE, None)
    assert await book.find_default(HERE) is None
    assert (await book.find_default(THERE)).id == foreign.id


async def test_other_servers_house_rules_cannot_be_changed(book):
    foreign = await book.save(THERE, "Theirs", "standard", {})
    tries = (
        book.rename(HERE, foreign.id, "Ours"),
        book.replace(HERE, foreign.id, "pagat", {}),
        book.delete(HERE, foreign.id),
        book.set_default(HERE, foreign.id),
        book.delete(HERE, HouseRulesId(999)),
    )
    for one in tries:
        assert await refusal_of(one) is TableRefusal.NO_HOUSE_RULES
    assert await book.list_all(THERE) == [foreign]


@pytest.mark.parametrize(("column", "value"), [("changes", "gone=yes"), ("preset", "gone")])
async def test_refusal_of_outdated_house_rules_names_them(book, store, column, value):
    saved = await book.save(HERE, "Friday rules", "standard", CHANGES)
    async with store.house_rules._connections.write() as connection:
        await connection.execute(text(f"UPDATE house_rules SET {column} = :value"), {"value": value})
        await connection.commit()
    (kept,) = await book.list_all(HERE)
    with pytest.raises(TableRefused) as refused:
        kept.build()
    assert refused.value.reason is TableRefusal.HOUSE_RULES_OUTDATED
    for locale in ("en-US", "zh-CN", "zh-TW"):
        words = Catalogue.load().texts_for(locale).format_refusal(refused.value)
        assert "Friday rules" in words
        assert value.partition("=")[0] in words
    assert await refusal_of(book.set_default(HERE, saved.id)) is TableRefusal.HOUSE_RULES_OUTDATED
    again = await book.replace(HERE, saved.id, "standard", {})
    assert again.build().players == 4
    await book.delete(HERE, saved.id)


async def test_set_is_found_by_id_name_and_default(book):
    first, second = await book.save(HERE, "A", "standard", {}), await book.save(HERE, "B", "pagat", {})
    assert [await book.get(HERE, one.id) for one in (first, second)] == [first, second]
    assert [await book.find_by_name(HERE, name) for name in ("b", "C")] == [second, None]
    assert (await book.find_default(HERE), first.is_default) == (None, False)
    await book.set_default(HERE, second.id)
    assert (await book.find_default(HERE)).id == second.id
    assert (await book.rename(HERE, second.id, "b")).name == "b", "its own name is not taken"
    for action, reason, facts in (
        (book.save(HERE, "a", "standard", {}), TableRefusal.HOUSE_RULES_TAKEN, {"name": "A"}),
        (book.save(HERE, "x" * 33, "standard", {}), TableRefusal.HOUSE_RULES_NAME, {"longest": 32}),
    ):
        with pytest.raises(TableRefused) as refused:
            await action
        assert (refused.value.reason, refused.value.facts) == (reason, facts)
    with pytest.raises(TableRefused) as refused:
        await book.replace(HERE, first.id, "nonsense", {})
    assert refused.value.reason is TableRefusal.INVALID_RULES
    assert await book.delete(HERE, first.id) == first
    assert [one.name for one in await book.list_all(HERE)] == ["b"]
