"""The files for hosting (image, containers, service and dashboard) fit the program and give it few rights."""

import configparser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.monitoring.status_server import BackupCollector, BotCollector
from bot.play.all_tables.table_statistics import TableStatistics
from bot.play.clock.timing import SystemClock
from bot.play.tables.store_health import StoreRecord
from bot.settings import Settings
from bot.ui.core.memory.answer_times import AnswerTimes
from bot.ui.core.memory.refusal_memory import RefusalMemory

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / ".ci"))

from try_dockerfile import copy, list_allowed, read_steps  # noqa: E402 - a script beside the tests

STEPS = list(read_steps((ROOT / "Dockerfile").read_text()))
SETTINGS = {name.upper() for name in Settings.model_fields}


def get_environment():
    lines = " ".join(rest for name, rest in STEPS if name == "ENV")
    return dict(part.split("=", 1) for part in lines.split())


def test_image_gets_program_but_no_secrets(tmp_path):
    """The files of an installation are copied, but no token or data."""
    for sources in (rest.split() for name, rest in STEPS if name == "COPY" and "--from" not in rest):
        *files, target = sources
        copy(files, tmp_path / target)
    for needed in ("pyproject.toml", "setup.py", "requirements.lock", "bot/__main__.py", "migrations/env.py"):
        assert (tmp_path / needed).exists(), needed
    assert not {".env", "data", ".git", "tests"} & set(list_allowed())
    assert not list(tmp_path.rglob("__pycache__"))
    with pytest.raises(AssertionError, match="is ignored"):
        copy([".env"], tmp_path)


def test_image_runs_as_unprivileged_user():
    names = [name for name, _ in STEPS]
    (made,) = (rest for name, rest in STEPS if name == "RUN" and "useradd" in rest)
    assert dict(STEPS)["USER"] == re.search(r"--uid (\d+)", made)[1], "a name does not tell that it is not root"
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert dict(STEPS)["ENTRYPOINT"] == '["tractor"]'
    assert dict(STEPS)["STOPSIGNAL"] == "SIGTERM"
    assert not any("TOKEN" in rest for _, rest in STEPS)


def test_image_sets_only_known_settings(monkeypatch):
    given = {name: value for name, value in get_environment().items() if name in SETTINGS}
    assert set(get_environment()) - SETTINGS == {"PATH", "PYTHONUNBUFFERED", "container"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = Settings(_env_file=None)
    assert settings.database_url == "sqlite+aiosqlite:////data/tractor.db"
    assert settings.metrics_host == "127.0.0.1", "the health check asks inside the container"


@pytest.mark.parametrize("name", ["tractor.service", "tractor@.service"])
def test_services_start_after_their_database(name):
    lines = (ROOT / "deploy" / name).read_text().splitlines()
    assert "After=network-online.target postgresql.service" in lines


def test_health_check_asks_for_healthz_in_python():
    check = json.loads(dict(STEPS)["HEALTHCHECK"].partition("CMD ")[2])
    assert check[:2] == ["python", "-c"]
    compile(check[2], "health check", "exec")
    assert "/healthz" in check[2]


def test_compose_file_restricts_the_bot():
    text = (ROOT / "compose.yaml").read_text()
    for wanted in (
        "read_only: true",
        "no-new-privileges:true",
        "cap_drop:",
        "profiles:\n      - postgres",
        "- data:/data",
    ):
        assert wanted in text
    assert "ports:" not in text
    assert "TOKEN=" not in text


def test_two_containers_share_all_shards():
    text = (ROOT / "compose.shards.yaml").read_text()
    base = (ROOT / "compose.yaml").read_text()
    _, *services = re.split(r"^  (?=[a-z0-9-]+:$)", text, flags=re.MULTILINE)
    assert [service.partition(":")[0] for service in services] == ["bot", "bot-2"]
    assert "extends:\n      file: compose.yaml\n      service: bot\n" in services[1]
    played = []
    for service in services:
        assert "depends_on:\n      postgres:" in service
        given = {
            name.lower(): value for name, value in re.findall(r'^ {6}(SHARD_\w+): "?([\d,]+)"?$', service, re.MULTILINE)
        }
        settings = Settings(_env_file=None, database_url="postgresql+asyncpg://postgres/tractor", **given)
        assert settings.shards.count == 16
        played += settings.shards.ids
    assert sorted(played) == list(range(16)), "each shard has one process"
    assert all(f"\n  {name}:\n" in base for name in ("bot", "postgres"))


def read_unit(name):
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(ROOT / "deploy" / name)
    return unit


UNITS = ("tractor.service", "tractor@.service")


def test_multi_process_service_has_same_restrictions():
    one, several = ((ROOT / "deploy" / name).read_text().splitlines() for name in UNITS)
    own = {line.partition("=")[0] for line in set(one) ^ set(several) if not line.startswith("#")}
    assert own == {"Description", "Documentation", "EnvironmentFile", "StateDirectory", "WorkingDirectory"}
    assert [line for line in several if line.startswith("EnvironmentFile")] == [
        "EnvironmentFile=/etc/tractor.env",
        "EnvironmentFile=/etc/tractor-%i.env",
    ]


@pytest.mark.parametrize("name", UNITS)
def test_service_fits_signals_and_exit_statuses_of_program(name):
    unit = read_unit(name)
    assert unit["Service"]["KillSignal"] == "SIGTERM"
    assert unit["Service"]["RestartPreventExitStatus"] == "2", "main returns 2 for a wrong setting"
    assert unit["Service"]["ExecStart"].endswith("/tractor run")
    assert unit["Service"]["WorkingDirectory"] == f"/var/lib/{unit['Service']['StateDirectory']}"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_the_service(tmp_path, name):
    program = "ExecStart=/opt/tractor/.venv/bin/tractor run"
    text = (ROOT / "deploy" / name).read_text()
    assert program in text
    (tmp_path / name).write_text(text.replace(program, f"ExecStart={sys.executable} -m bot run"))
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / name.replace("@.", "@1."))]
    if "@" in name:
        (tmp_path / "tractor@1.service").symlink_to(tmp_path / name)
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (checked.returncode, "tractor" in checked.stderr) == (0, False), checked.stderr


def list_figures():
    """Return the names of the samples that the bot exports about itself and its backups."""
    health = SimpleNamespace(count_waiting=lambda: 0, record=StoreRecord(1.0, 2.0, "full"))
    registry = SimpleNamespace(
        list_live=tuple,
        loader=SimpleNamespace(broken=()),
        refuses_new_tables=False,
        statistics=TableStatistics(0.0),
        health=health,
    )
    client = SimpleNamespace(is_ready=lambda: True, guilds=(), latency=0.1)
    answers = AnswerTimes()
    answers.note("component", 0.1)
    refusals = RefusalMemory(SystemClock())
    refusals.counts["refused"] += 1
    collectors = BotCollector(client, registry, answers, refusals), BackupCollector(lambda: 1.0)
    return {sample.name for one in collectors for family in one.collect() for sample in family.samples}


def test_dashboard_shows_figures_that_exist():
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text())
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    named = set(re.findall(r"\btractor_\w+", " ".join(queries)))
    assert named <= list_figures()
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"]) > 10
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in dashboard["panels"]}
    assert len(places) == len(dashboard["panels"])
    text = (ROOT / "docs" / "hosting.md").read_text()
    assert set(re.findall(r"`(tractor_\w+)", text)) <= list_figures() | {"tractor_answer_seconds"}
