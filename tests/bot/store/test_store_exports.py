"""What a person is handed of himself: all rows about him, his own actions, nobody else's, and no keys."""

import json
import re
from pathlib import Path

from store_samples import ANN, BEN, CAT, DAN, add, facts, play, sit
from test_store_people import play_a_match

from bot.play.occupants import Person, UserId
from bot.play.ports import Status
from bot.store.exports import person_tables
from bot.store.models import Base
from engine.rules import Level

USERS = (ANN, CAT, BEN, DAN)
ROOT = Path(__file__).parents[3]


async def test_all_rows_about_a_person_and_no_key(store):
    table = await play_a_match(store)
    await store.note(f"locale:{ANN}", "fr")
    kept = await store.kept_of(ANN)
    assert set(kept) >= {"people", "tables", "seats", "panels", "team_members", "deal_result_seats", "notes", "actions"}
    assert kept["people"][0]["name"] == "Ann the Great"
    assert kept["notes"] == [{"name": f"locale:{ANN}", "value": "fr"}]
    assert kept["seats"][0]["table_id"] == table
    assert "token" not in kept["panels"][0]["token"]
    assert "Ben" not in json.dumps(kept)


async def test_own_actions_are_those_of_ones_seats_while_they_were_ones_own(store):
    seats = tuple(map(Person, USERS))
    async with store.begin() as tx:
        table = await tx.add_table(facts(seats))
        await tx.save_table(facts(seats, id=table, status=Status.PLAYING, levels=(Level.TWO,) * 4))
        for revision, user in enumerate(USERS, 1):
            await tx.append(table, sit(revision, revision - 1, user))
        await tx.append(table, play(5, "S5"))
        await tx.append(table, sit(6, 0, DAN))
        await tx.append(table, play(7, "S6"))
        await tx.append(table, sit(8, 0, ANN))
        await tx.append(table, play(9, "S7"))
        await tx.commit()
    said = {user: [row["text"] for row in (await store.kept_of(user)).get("own_actions", [])] for user in USERS}
    assert said == {ANN: ["0 play S5", "0 play S7"], CAT: [], BEN: [], DAN: ["0 play S6"]}


async def test_of_a_stranger_nothing_is_kept(store):
    await play_a_match(store)
    assert await store.kept_of(99) == {}


async def test_times_are_readable_and_ids_exact(store):
    long = UserId(1_234_567_890_123_456_789)
    await add(store, facts((Person(long), None, None, None), host=long))
    kept = await store.kept_of(long)
    assert re.match(r"\d{4}-\d\d-\d\dT", kept["tables"][0]["opened_at"])
    assert kept["seats"][0]["user_id"] == "1234567890123456789"


def test_the_privacy_page_names_every_table_of_the_database():
    page = (ROOT / "PRIVACY.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| ") and "`" in line]
    named = {name for row in rows for name in re.findall(r"`([a-z_]+)`", row.split("|")[-2])}
    assert named == set(Base.metadata.tables)


def test_every_table_that_refers_to_people_is_exported():
    found = {table.name for table in person_tables()}
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
