"""Each server belongs to the process that has its shard."""

import pytest

from bot.processes.process import EVERYTHING, Shards
from bot.settings import InvalidSettings, read_settings


def test_every_server_has_one_process():
    servers = [n << 22 | 5 for n in range(50)]
    processes = [Shards(3, (0, 2)), Shards(3, (1,))]
    assert all(sum(one.has_guild(server) for one in processes) == 1 for server in servers)
    assert processes[0].has_guild(2 << 22)
    assert all(map(EVERYTHING.has_guild, servers))
    assert (processes[0].is_first, processes[1].is_first) == (True, False)
    assert not processes[0].is_everything
    assert Shards(2, (0, 1)).is_everything


@pytest.fixture
def settings(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://host/name")

    def read(**given):
        for name in ("SHARD_COUNT", "SHARD_IDS"):
            monkeypatch.delenv(name, raising=False)
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        return read_settings().shards

    return read


def test_settings_name_the_shards(settings):
    assert settings() == EVERYTHING
    assert settings(SHARD_COUNT="", SHARD_IDS="") == EVERYTHING
    assert settings(SHARD_COUNT="3") == Shards(3, (0, 1, 2))
    assert settings(SHARD_COUNT="16", SHARD_IDS="8, 3,3") == Shards(16, (3, 8))


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"SHARD_IDS": "0"}, "SHARD_IDS: needs SHARD_COUNT too"),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0,2"}, "SHARD_IDS: must be numbers from 0 to 1"),
        ({"SHARD_COUNT": "0"}, "SHARD_COUNT: "),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "all"}, "SHARD_IDS: "),
        ({"SHARD_COUNT": "4", "SHARD_IDS": "0-3"}, "SHARD_IDS: must be numbers with commas between them"),
        ({"SHARD_COUNT": "4", "SHARD_IDS": ","}, "SHARD_IDS: must be numbers with commas between them"),
        ({"SHARD_COUNT": "4", "SHARD_IDS": "0 1"}, "SHARD_IDS: must be numbers with commas between them"),
        (
            {"SHARD_COUNT": "2", "DATABASE_URL": "sqlite+aiosqlite:///a.db"},
            "SHARD_COUNT: several shards need PostgreSQL",
        ),
    ],
)
def test_wrong_shards_are_refused_in_one_line(settings, given, refusal):
    with pytest.raises(InvalidSettings) as refused:
        settings(**given)
    assert str(refused.value).startswith(refusal)
    assert "\n" not in str(refused.value)
