"""Adds two folders to the package `bot` when it is installed: `migrations` and `assets/fonts`.

All other settings are in pyproject.toml, which cannot both find packages and place folders.
"""

from setuptools import find_packages, setup

FOLDERS = {
    "bot.migrations": "migrations",
    "bot.migrations.versions": "migrations/versions",
    "bot.assets.fonts": "assets/fonts",
}

setup(
    packages=[*find_packages(include=["bot", "bot.*", "engine", "engine.*"]), *FOLDERS],
    package_dir=FOLDERS,
    package_data={
        "bot": ["py.typed", "text/locales/*/*.po", "loopback/page/**/*"],
        "bot.assets.fonts": ["*.ttf", "*.otf", "*.txt", "*.json"],
        "bot.migrations": ["*.mako"],
        "engine": ["py.typed"],
    },
)
