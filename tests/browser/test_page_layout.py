"""The page fits windows of every size. It has names for screen readers, enough contrast, and all translations."""

import json
import re

import pytest
from browser_windows import picture_of
from fruit_bot import LANGUAGES, Stall, picture
from page_stalls import run
from playwright.async_api import expect

from bot.loopback.server import PAGE

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

DESK, PHONE = ("desk", 1280, 800), ("phone", 390, 844)


LOOKS = [
    (*DESK, "dark"),
    (*PHONE, "light"),
    (*DESK, "light"),
    (*PHONE, "dark"),
]


@pytest.mark.parametrize(("place", "width", "height", "theme"), LOOKS)
async def test_layout_fits_and_controls_have_names(bot, windows, place, width, height, theme):
    page = await windows.open("ann" if place == "desk" else "hua", width=width, height=height, theme=theme)
    await run(page, "/stall")
    await expect(page.locator(".message .select")).to_be_visible()
    await run(page, "/basket show")
    await expect(page.locator(".message.ephemeral .select")).to_be_visible()
    await picture_of(page, f"chat-{place}-{theme}")
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    assert (
        await page.evaluate(
            "Math.max(...[...document.querySelectorAll('#log *')].map(n => n.getBoundingClientRect().right))"
        )
        <= width
    )
    assert await page.evaluate(NAMELESS) == []
    assert await page.evaluate("document.documentElement.dataset.theme") == theme


NAMELESS = """() => [...document.querySelectorAll('button, a[href], input, textarea, [role=option], img')]
  .filter(n => n.checkVisibility() && !n.closest('[aria-hidden=true]'))
  .filter(n => n.tagName === 'IMG' ? !n.hasAttribute('alt') : !(n.getAttribute('aria-label') || n.textContent.trim() || n.labels?.length || n.querySelector('img[alt]')))
  .map(n => n.outerHTML)"""


async def test_theme_is_remembered(bot, windows):
    page = await windows.open(theme="dark")
    await page.get_by_role("button", name="Switch between dark and light").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")


CONTRAST = """() => {
  const lum = c => { const [r, g, b] = c.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const value = name => { const d = document.createElement('i'); d.style.color = `var(--${name})`; document.body.append(d); const c = getComputedStyle(d).color.match(/[\\d.]+/g).map(Number); d.remove(); return c.slice(0, 3); };
  const ratio = (a, b) => { const [x, y] = [lum(value(a)), lum(value(b))].sort((p, q) => q - p); return (x + .05) / (y + .05); };
  const out = {};
  for (const ink of ['ink', 'ink-2', 'ink-3', 'link', 'danger-ink', 'brand']) for (const ground of ['ground', 'side', 'raised']) out[`${ink} on ${ground}`] = ratio(ink, ground);
  for (const fill of ['primary', 'success', 'danger', 'brand-deep']) { const d = lum(value(fill)); out[`white on ${fill}`] = 1.05 / (d + .05); }
  return out;
}"""


@pytest.mark.parametrize("theme", ["dark", "light"])
async def test_text_contrast_is_sufficient(bot, windows, theme):
    page = await windows.open(theme=theme)
    weak = {pair: round(ratio, 2) for pair, ratio in (await page.evaluate(CONTRAST)).items() if ratio < 4.5}
    assert weak == {}


async def test_every_translation_has_all_texts(bot, windows):
    page = await windows.open()
    english = await page.evaluate("import('/page/js/words.js').then(m => m.ENGLISH)")
    files = {path.stem: path for path in (PAGE / "words").glob("*.json")}
    assert set(files) == {locale for locale, _ in LANGUAGES} - {"en-US"}
    for path in files.values():
        assert blanks(json.loads(path.read_text(encoding="utf-8"))) == blanks(english)


def blanks(texts):
    return {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in texts.items()}


async def test_phone_has_drawer(bot, windows):
    page = await windows.open("ann", width=390, height=844)
    await expect(page.locator("#sidebar")).not_to_be_in_viewport()
    await page.get_by_role("button", name="Channels and settings").click()
    await page.locator("#sidebar .channel", has_text="general").click()
    await expect(page.locator(".top h1")).to_have_text("general")
    await expect(page.locator("#sidebar")).not_to_be_in_viewport()
    await bot.guilds[0].text_channels[0].send(view=Stall("x"), file=picture())
    await page.go_back()
    await expect(page.locator(".message .container")).to_be_visible()
