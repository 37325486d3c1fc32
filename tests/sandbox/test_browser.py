import asyncio
import itertools
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect
from playwright.async_api import Route as Held
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from sandbox import ButtonKind, MessageButton, Sandbox, serve
from sandbox.formatting.entities import Formatted
from sandbox.serving import serve_app
from tests.chromium import AXE, FAULTS_BY_SCHEME
from tests.sandbox.conftest import client
from tests.sandbox.double import polling
from tests.sandbox.pictures import picture

_DATES = """async (list) => {
  const all = [];
  for (let at = list.scrollHeight; at >= 0; at -= 10) {
    list.scrollTo({ top: at, behavior: "instant" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const days = [...list.querySelectorAll(".day")];
    const seen = days.filter((day) => getComputedStyle(day).visibility === "visible");
    all.push(seen.map((day) => {
      const { top, bottom } = day.getBoundingClientRect();
      return [day.textContent, top, bottom];
    }));
  }
  return all;
}"""
"""Scroll a chat up in steps; return each step's visible dates from above, with top and bottom."""

PATIENCE = 120_000.0
"""Milliseconds that anything may take on a busy machine."""
expect.set_options(timeout=PATIENCE)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def page(sandbox: Sandbox, browser: Browser) -> AsyncIterator[Page]:
    """Open the page with Ana, Ion, an arbiter and a bot that answers."""
    for name in ("Ana Pop", "Ion Rus", "Arbitru"):
        sandbox.add_user(name, "ro")
    async with serve(sandbox) as base_url, client(sandbox, base_url) as bot, polling(bot):
        page = await browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(f"{base_url}/sandbox/")
        yield page
        await page.close()
    assert errors == []


def column(page: Page, name: str) -> Locator:
    """Return a person's chat."""
    return page.get_by_role("region", name=name, exact=True)


async def say(chat: Locator, text: str) -> None:
    """Type a text in a chat and send it."""
    await chat.get_by_label("Scrie un mesaj").fill(text)
    await chat.get_by_label("Trimite", exact=True).click()


async def test_a_question_is_typed_asked_and_answered(page: Page) -> None:
    """One button shows an alert, and the other edits the message with a toast.

    A person may type the next message while one is sent; a refused message comes back.
    """
    ana = column(page, "Ana Pop")
    await ana.get_by_role("button", name="START").click()
    await expect(ana.get_by_text("Trimiți /start?")).to_be_visible()
    await ana.get_by_role("button", name="Renunță").click()
    alert = ana.get_by_role("alertdialog")
    await expect(alert).to_contain_text("netrimisă")
    await alert.get_by_role("button", name="OK").click()
    await ana.get_by_role("log").get_by_role("button", name="Trimite").first.click()

    await expect(ana.get_by_role("status")).to_contain_text("Gata")
    await expect(ana.locator(".theirs").first).to_contain_text("Trimis: H8 CASĂ")
    await expect(ana.locator(".theirs .text b").first).to_have_text("H8 CASĂ")
    await expect(ana.locator(".theirs").first).to_contain_text("modificat")

    answer = asyncio.Event()

    async def hold(route: Held) -> None:
        await answer.wait()
        await route.continue_()

    await page.route("**/send", hold)
    await say(ana, "prima")
    await ana.get_by_label("Scrie un mesaj").fill("a doua")
    answer.set()
    await expect(ana.locator(".text", has_text="prima").first).to_be_visible()
    await expect(ana.get_by_label("Scrie un mesaj")).to_have_value("a doua")
    await page.unroute("**/send")
    await page.route("**/send", lambda route: route.abort())
    await ana.get_by_label("Trimite", exact=True).click()
    await expect(ana.locator(".toast").filter(has_not_text="Gata")).to_be_visible()
    await expect(ana.get_by_label("Scrie un mesaj")).to_have_value("a doua")


async def test_pictures_appear_and_open(page: Page, sandbox: Sandbox) -> None:
    """An album shows both pictures, a click enlarges one, arrows turn the page.

    Texts, buttons and pictures have enough contrast in light and dark colours.
    """
    ana = column(page, "Ana Pop")
    await ana.get_by_role("button", name="START").click()
    await ana.get_by_label("Comenzile botului").click()
    await page.get_by_role("button", name="/fisa").click()
    pictures = ana.locator(".picture img")
    await expect(pictures).to_have_count(2)
    await expect(ana.get_by_text("Ambele fișe")).to_be_visible()
    await page.evaluate(AXE.read_text())
    for scheme, call in FAULTS_BY_SCHEME:
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = await page.evaluate(call)
        assert [
            f"{scheme}: {each['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
            for each in found["violations"]
            for node in each["nodes"]
        ] == []

    await pictures.first.click()
    shown = page.locator(".lightbox img")
    await expect(shown).to_be_visible()
    first = await shown.get_attribute("src")
    await page.keyboard.press("ArrowRight")
    await expect(shown).not_to_have_attribute("src", first or "")
    await page.keyboard.press("Escape")

    await ana.locator("input[type=file]").set_input_files(
        {"name": "fisa.png", "mimeType": "image/png", "buffer": picture(300, 300, colour="green")}
    )
    await ana.get_by_label("Trimite", exact=True).click()
    await expect(ana.get_by_text("Am primit fișa.")).to_be_visible()
    await expect(pictures).to_have_count(4)
    width = await pictures.last.evaluate("image => image.decode().then(() => image.naturalWidth)")
    assert width == 300
    user = next(iter(sandbox.users.values()))
    assert user.last.photo is not None
    assert user.last.photo.content == picture(300, 300, colour="green")


async def test_time_travels_from_the_toolbar(page: Page, sandbox: Sandbox) -> None:
    """The date is Romanian and changes; the next message has it; “Acum” resets it.

    The bottom of the page names a time step that the bot refuses.
    """
    await expect(page.locator("#date")).to_have_text("joi, 1 mai 2025")
    await expect(page.locator("#time")).to_have_text("15:00")
    await page.get_by_role("button", name="Ziua următoare").click()
    await expect(page.locator("#date")).to_have_text("vineri, 2 mai 2025")
    await page.get_by_role("button", name="+5 zile").click()
    await page.get_by_role("button", name="+1 oră").click()
    await expect(page.locator("#date")).to_have_text("miercuri, 7 mai 2025")
    await expect(page.locator("#shift")).to_have_text("cu 6 zile și o oră înaintea ceasului")
    ion = column(page, "Ion Rus")
    await ion.get_by_role("button", name="START").click()
    await expect(ion.locator(".day")).to_have_text("miercuri, 7 mai 2025")
    await expect(ion.locator("time").first).to_have_text("16:00")
    await page.get_by_role("button", name="Acum").click()

    await expect(page.locator("#date")).to_have_text("joi, 1 mai 2025")
    assert not sandbox.clock.shift

    async def hang(now: datetime) -> None:
        raise TimeoutError(f"nothing by {now}")

    leave = sandbox.clock.on_travel(hang)
    await page.get_by_role("button", name="+1 oră").click()
    await expect(page.get_by_role("alert")).to_contain_text("nothing by")
    await expect(page.get_by_role("button", name="+1 oră")).to_be_enabled()
    leave()


async def test_dates_never_lie_over_each_other(page: Page, sandbox: Sandbox) -> None:
    """On a phone no date covers another in a chat of five days, however far it is scrolled."""
    await page.set_viewport_size({"width": 390, "height": 500})
    ana = column(page, "Ana Pop")
    await ana.get_by_role("button", name="START").click()
    await expect(ana.locator(".day")).to_have_count(1)
    for day in range(2, 6):
        await sandbox.travel(timedelta(days=1))
        await say(ana, f"ziua {day}")
        await expect(ana.locator(".day")).to_have_count(day)
    over, shown = [], set()
    for step, found in enumerate(await ana.get_by_role("log").evaluate(_DATES)):
        shown |= {date for date, _, _ in found}
        pairs = itertools.pairwise(found)
        over += [(one[0], other[0], step) for one, other in pairs if other[1] < one[2]]

    assert not over
    assert len(shown) == 5


async def test_invitations_are_followed_and_handed_on(page: Page) -> None:
    """A link in the arbiter's chat starts the bot for the arbiter or for a chosen person."""
    arbiter, ion = column(page, "Arbitru"), column(page, "Ion Rus")
    await arbiter.get_by_role("button", name="START").click()
    await say(arbiter, "/meci Ana - Ion")
    await arbiter.get_by_role("link", name="start=abc1").click()
    await expect(arbiter.get_by_text("Invitație: abc1")).to_be_visible()
    await arbiter.get_by_label("Deschide invitația ca altă persoană").click()
    await page.locator(".popover").get_by_role("button", name="Ion Rus").click()

    await expect(ion.locator(".own")).to_contain_text("/start abc1")
    await expect(ion.get_by_text("Invitație: abc1")).to_be_visible()

    ana = column(page, "Ana Pop")
    await arbiter.get_by_role("button", name="Trimite lui Ion").click()
    await page.locator(".popover").get_by_role("button", name="Ana Pop").click()
    await expect(ana.locator(".own")).to_contain_text("/start abc1")


async def test_messages_are_replied_to_edited_and_the_bot_blocked(
    page: Page, sandbox: Sandbox
) -> None:
    """A click on a bubble replies, the pencil edits, the menu blocks and unblocks."""
    ana = column(page, "Ana Pop")
    await ana.get_by_role("button", name="START").click()
    await ana.locator(".theirs .text").click()
    await say(ana, "de acord")
    await expect(ana.locator(".own .quote").first).to_contain_text("Trimiți /start?")
    await ana.locator(".own", has_text="de acord").hover()
    await ana.get_by_label("Modifică").last.click()
    await say(ana, "nu sunt de acord")
    await expect(ana.get_by_text("O modificare nu schimbă mutarea.")).to_be_visible()
    await expect(ana.locator(".own").last).to_contain_text("nu sunt de acord")

    await ana.get_by_label("Opțiuni").click()
    await page.get_by_role("button", name="Blochează botul").click()
    await ana.get_by_role("button", name="Deblochează botul").click()
    await expect(ana.get_by_label("Scrie un mesaj")).to_be_visible()
    assert not next(iter(sandbox.users.values())).chat.bot_is_shut_out


async def test_a_person_is_added_and_a_phone_shows_one_chat(page: Page, sandbox: Sandbox) -> None:
    """The new person has a column; a narrow screen has a tab for each, and a short date."""
    await page.get_by_label("Adaugă o persoană").click()
    await page.get_by_placeholder("Numele persoanei").fill("Vlad Pop")
    await page.get_by_role("button", name="Adaugă", exact=True).click()
    vlad = column(page, "Vlad Pop")
    await vlad.get_by_role("button", name="START").click()
    await expect(vlad.get_by_text("Trimiți /start?")).to_be_visible()
    await page.set_viewport_size({"width": 390, "height": 844})
    await sandbox.travel(timedelta(days=149))
    await expect(page.locator("#date")).to_have_text("sâm., 27 sept. 2025")
    tab = page.locator("#tabs").get_by_role("button", name="Vlad Pop")
    await tab.click()

    await expect(vlad).to_be_in_viewport(ratio=0.9)
    await expect(tab).to_have_class("on")
    await page.get_by_label("English").click()
    await expect(page.get_by_role("button", name="Next day")).to_be_visible()
    await page.set_viewport_size({"width": 320, "height": 480})
    assert await page.evaluate("document.documentElement.scrollWidth") == 320


async def test_a_group_has_a_column_in_which_everybody_writes(page: Page, sandbox: Sandbox) -> None:
    """The bar adds it, its top chooses the writer, and topics have names."""
    await page.get_by_label("Adaugă un grup").click()
    await page.get_by_placeholder("Numele grupului").fill("Campionat")
    await page.get_by_label("cu subiecte (forum)").check()
    await page.get_by_role("button", name="Adaugă", exact=True).click()
    group = column(page, "Campionat")
    await expect(group.get_by_text("3 membri")).to_be_visible()
    await expect(group.get_by_label("Atașează o poză sau un fișier")).to_be_hidden()

    await group.get_by_label("Scrie ca").select_option("Ion Rus")
    await say(group, "Bună ziua tuturor")
    await group.get_by_label("Scrie ca").select_option("Ana Pop")

    await expect(group.locator(".author", has_text="Ion Rus")).to_be_visible()
    written = [each for each in sandbox.groups[-1].messages if not each.from_bot]
    assert [(each.sender.name, each.text) for each in written] == [("Ion Rus", "Bună ziua tuturor")]

    await group.get_by_label("Scrie ca").select_option("Ion Rus")
    await group.get_by_label("Scrie un mesaj").press("ArrowUp")
    await say(group, "Bună seara tuturor")
    await expect(group.locator(".own").last).to_contain_text("Bună seara tuturor")
    assert written[0].text == "Bună seara tuturor"


async def test_the_bot_is_taken_to_a_group_that_is_chosen(page: Page, sandbox: Sandbox) -> None:
    """A link to a group asks which one; without any the page says what to do."""
    arbiter = column(page, "Arbitru")
    await arbiter.get_by_role("button", name="START").click()
    await say(arbiter, "/grup")
    link = arbiter.get_by_role("link", name="startgroup=abc1")
    await link.click()
    await expect(arbiter.get_by_role("status")).to_contain_text("Adaugă întâi un grup")
    sandbox.add_group("🎲 Cupa Iași", sandbox.users.values())
    group = column(page, "🎲 Cupa Iași")
    await expect(group.locator(".avatar")).to_have_text("CI")
    await link.click()
    await page.locator(".popover").get_by_role("button", name="🎲 Cupa Iași").click()

    await expect(group.locator(".message").first).to_contain_text(f"/start@{sandbox.username} abc1")
    assert "/start" not in [message.text for message in sandbox.users[1003].messages[1:]]

    sandbox.groups[-1].upgrade()
    await expect(group).to_have_count(1)
    await expect(group.locator(".service")).to_have_text("Grupul a devenit supergrup")


async def test_a_mini_app_opens_over_the_chat_and_both_talk(
    page: Page, sandbox: Sandbox, browser: Browser
) -> None:
    """Its address has the signed data; its buttons are shown, and presses reach it."""
    del browser
    ana = next(iter(sandbox.users.values()))
    async with serve_app(_TALKING) as there:
        message = sandbox.world.post(ana.chat, sandbox.world.bot, Formatted("Tabla?"))
        address = f"{there}/app/?game=K7QF%2F1"
        message.keyboard = ((MessageButton("Deschide", address, ButtonKind.MINI_APP),),)
        sandbox.world.changed(message)
        await page.get_by_role("button", name="Deschide").click()
        over = page.get_by_role("dialog", name="Deschide")
        await over.get_by_role("button", name="Trimite").click()
        inside = page.frame_locator("iframe")
        await expect(inside.locator("#said")).to_have_text("main_button_pressed")
        signed = await inside.locator("#signed").text_content()
        assert f'"id":{ana.id}' in (signed or "")
        await over.get_by_role("button", name="Închide").click()
        await expect(over).to_have_count(0)


_TALKER = """<!doctype html><title>Tabla</title><p id="signed"></p><p id="said"></p><script>
const given = new URLSearchParams(location.hash.slice(1));
const signed = new URLSearchParams(given.get("tgWebAppData"));
document.getElementById("signed").textContent = signed.get("user");
addEventListener("message", (event) => {
  const { eventType } = JSON.parse(event.data);
  if (eventType.endsWith("pressed")) document.getElementById("said").textContent = eventType;
});
const tell = (eventType, eventData) =>
  parent.postMessage(JSON.stringify({ eventType, eventData }), "*");
tell("web_app_ready", null);
tell("web_app_setup_main_button", { is_visible: true, is_active: true, text: "Trimite" });
</script>"""
"""A page that shows what it was given, and what it is told."""
_TALKING = Starlette(routes=[Route("/app/", lambda _: HTMLResponse(_TALKER))])
