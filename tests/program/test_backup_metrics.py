"""Prometheus gets the time of the last scheduled backup."""

from prometheus_client import CollectorRegistry, generate_latest

from bot.monitoring.status_server import BackupCollector


def read_figures(made):
    registry = CollectorRegistry()
    registry.register(BackupCollector(lambda: made))
    return generate_latest(registry).decode()


def test_newest_backup_time_is_exported():
    figures = read_figures(1_795_000_000.0)
    assert "# TYPE tractor_last_backup_time_seconds gauge" in figures
    assert float(figures.split()[-1]) == 1_795_000_000.0


def test_no_time_is_exported_without_backup():
    assert read_figures(None) == ""
