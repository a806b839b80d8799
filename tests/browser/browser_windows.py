"""Opens windows with the local page. A test fails on console errors, warnings and requests to other servers."""

import os

SHOTS = os.environ.get("SCREENSHOTS")
"""The folder for screenshots. Without it, no screenshots are made."""


class Windows:
    def __init__(self, browser, loopback):
        self.browser, self.loopback = browser, loopback
        self.contexts, self.faults = [], []

    async def open(self, who="ann", width=1280, height=800, theme="dark", scale=1, **more):
        phone = width < 700
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            device_scale_factor=scale,
            has_touch=phone,
            **more,
        )
        self.contexts.append(context)
        context.on("request", self._only_here)
        page = await context.new_page()
        page.set_default_timeout(60_000)
        page.on(
            "console", lambda m: self.faults.append(f"console: {m.text}") if m.type in {"error", "warning"} else None
        )
        page.on("pageerror", lambda e: self.faults.append(f"page: {e}"))
        await page.goto(self.loopback.page + (f"?as={who}" if who else ""))
        await page.wait_for_selector("#composer-input")
        return page

    def _only_here(self, request):
        if not request.url.startswith((self.loopback.url, self.loopback.url.replace("http", "ws"))):
            self.faults.append(f"request to elsewhere: {request.url}")

    async def close(self):
        for context in self.contexts:
            await context.close()
        assert not self.faults, "\n".join(self.faults)


async def picture_of(page, name):
    """Save a screenshot if SCREENSHOTS is set."""
    if SHOTS:
        await page.screenshot(path=f"{SHOTS}/{name}.png")
