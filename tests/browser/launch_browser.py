"""Finds a Chromium on this machine, and runs it without a window."""

import shutil
from contextlib import asynccontextmanager

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The names of Chromium, the best first. chromium-headless-shell needs half of the processor time."""
CHROMIUM = next((p for p in map(shutil.which, NAMES) if p), None)
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
    "--mute-audio",
]


@asynccontextmanager
async def launched():
    """Run a browser. Assertions about the page wait up to a minute, because the machine may be busy."""
    from playwright.async_api import async_playwright, expect

    expect.set_options(timeout=60_000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        await browser.close()
