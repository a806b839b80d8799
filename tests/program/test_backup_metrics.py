"""When the last scheduled backup was made is among the figures for Prometheus."""

from datetime import UTC, datetime
from functools import partial
from unittest.mock import Mock

from prometheus_client import CollectorRegistry, generate_latest

from bot.metrics import BackupCollector
from bot.scheduled_backups import NAME, find_newest_backup

MADE = datetime(2026, 11, 22, 3, 4, 5, tzinfo=UTC)


def read_figures(folder):
    registry = CollectorRegistry()
    registry.register(BackupCollector(partial(find_newest_backup, folder)))
    return generate_latest(registry).decode()


def test_newest_backup_is_told(tmp_path):
    (tmp_path / datetime(2026, 11, 21, tzinfo=UTC).strftime(NAME)).touch()
    (tmp_path / MADE.strftime(NAME)).touch()
    (tmp_path / "tractor-other.db").touch()
    figures = read_figures(tmp_path)
    assert "# TYPE tractor_last_backup_time_seconds gauge" in figures
    assert float(figures.split()[-1]) == MADE.timestamp()


def test_no_backup_is_no_figure(tmp_path):
    assert read_figures(tmp_path) == ""
    assert read_figures(tmp_path / "absent") == ""
    unreadable = Mock(glob=Mock(side_effect=PermissionError(13, "Permission denied")))
    assert read_figures(unreadable) == ""
