"""A person's export has all rows about them and their own actions, but no other person's and no credentials."""

import json
import re
from pathlib import Path

from store_factories import ANN, BEN, CAT, DAN, add_table, facts, play, sit
from test_store_people import play_a_match

from bot.ids import UserId
from bot.play.values.table_info import Person, TableStatus
from bot.store.people.personal_data import list_person_tables
from bot.store.schema.base import Base
from engine.model.options import Level

USERS = (ANN, CAT, BEN, DAN)
ROOT = Path(__file__).parents[3]


async def test_export_has_own_rows_and_no_credentials(store):
    table = await play_a_match(store)
    await store.people.save_locale(ANN, "fr")
    kept = await store.personal_data.export_personal_data(ANN)
    assert set(kept) >= {"people", "tables", "seats", "panels", "team_members", "deal_result_seats", "actions"}
    assert kept["people"] == [{"id": str(ANN), "name": "Ann the Great", "locale": "fr"}]
    assert kept["seats"][0]["table_id"] == table
    assert "token" not in kept["panels"][0]["token"]
    assert "Ben" not in json.dumps(kept)


async def test_own_actions_are_those_of_the_user_while_seated(store):
    seats = tuple(map(Person, USERS))
    async with store.tables.begin() as tx:
        table = await tx.add_table(facts(seats))
        await tx.save_table(facts(seats, id=table, status=TableStatus.PLAYING, start_levels=(Level.TWO,) * 4))
        for revision, user in enumerate(USERS, 1):
            await tx.append_entry(table, sit(revision, revision - 1, user))
        await tx.append_entry(table, play(5, "S5"))
        await tx.append_entry(table, sit(6, 0, DAN))
        await tx.append_entry(table, play(7, "S6"))
        await tx.append_entry(table, sit(8, 0, ANN))
        await tx.append_entry(table, play(9, "S7"))
        await tx.commit()
    own_actions = {
        user: [row["text"] for row in (await store.personal_data.export_personal_data(user)).get("own_actions", [])]
        for user in USERS
    }
    assert own_actions == {ANN: ["0 play S5", "0 play S7"], CAT: [], BEN: [], DAN: ["0 play S6"]}


async def test_export_of_a_stranger_is_empty(store):
    await play_a_match(store)
    assert await store.personal_data.export_personal_data(99) == {}


async def test_times_are_readable_and_ids_exact(store):
    long = UserId(1_234_567_890_123_456_789)
    await add_table(store, facts((Person(long), None, None, None), host=long))
    kept = await store.personal_data.export_personal_data(long)
    assert re.match(r"\d{4}-\d\d-\d\dT", kept["tables"][0]["opened_at"])
    assert kept["seats"][0]["user_id"] == "1234567890123456789"


def test_privacy_page_names_every_table():
    page = (ROOT / "PRIVACY.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| ") and "`" in line]
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row.split("|")[-2])}
    assert named == set(Base.metadata.tables)


def test_export_covers_tables_that_refer_to_people():
    found = {table.name for table in list_person_tables()}
    assert found >= {
        "people",
        "seats",
        "actions",
        "tables",
        "panels",
        "preferences",
        "team_members",
        "deal_result_seats",
    }
