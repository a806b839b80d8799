"""A headless Chromium of this machine."""

import shutil
from contextlib import asynccontextmanager

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is built to run without windows, in half of the processor time."""
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
    """Run a browser; expectations wait up to a minute, for busy machines."""
    from playwright.async_api import async_playwright, expect

    expect.set_options(timeout=60_000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        await browser.close()
