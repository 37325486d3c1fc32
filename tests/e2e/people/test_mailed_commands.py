"""Commands that a mail names: each is a link that writes it on the page, and sends nothing."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from sandbox import SandboxUser
from tests.e2e.browser_user import seat_of
from tests.e2e.harness import table
from tests.e2e.laptop import laptop
from tests.e2e.mini_app import mini_app
from tests.e2e.people.mail_shared import ANA, MailWorld, address_confirmed, mail_world

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")
PAGE = "http://127.0.0.1/app/"


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=address_confirmed) as world:
        yield world


async def mailed(world: MailWorld, ion: SandboxUser, line: str) -> tuple[str, str]:
    """Have Ion write to Ana; return the plain text and the HTML of the mail."""
    await world.table.say(ion, f"- {line}")
    mail = world.box.to(ANA)[-1]
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    return plain.get_content(), html.get_content()


async def test_each_command_of_a_mail_is_a_link(world: MailWorld) -> None:
    """In the HTML the command itself is the link; in the plain text each is listed once below."""
    _, _, ion = await world.seated()
    plain, html = await mailed(world, ion, "scrie /concediu 5, apoi (/ajutor) și iar /concediu")

    for command in ("/concediu", "/ajutor"):
        assert html.count(f'<a href="{PAGE}#comanda={command}">{command}</a>') >= 1
        assert plain.splitlines().count(f"{command}: {PAGE}#comanda={command}") == 1
    assert "scrie /concediu 5, apoi (/ajutor) și iar /concediu" in plain


async def test_what_only_looks_like_a_command_is_none(world: MailWorld) -> None:
    """Games, dates, addresses, alternatives and marks stay as they are."""
    code, _, ion = await world.seated()
    line = f"partida {code}/1, 5/6, și/sau https://a.ro/ajutor <b>/ajutor/x</b> & /A"
    plain, html = await mailed(world, ion, line)

    assert "#comanda=" not in plain + html
    assert "&lt;b&gt;/ajutor/x&lt;/b&gt; &amp; /A" in html


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_the_link_writes_the_command_and_sends_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    """On a page that is opened, and on one that is open; anything but a command is ignored."""
    async with table(tmp_path) as laid, mini_app(laid) as web, AsyncExitStack() as stack:
        _, one, _ = await laid.invite()
        fragment = f"#seat={seat_of(one)}"
        own = await stack.enter_async_context(laptop(browser, web.base_url, fragment))
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line").first.wait_for()
        sent: list[str] = []
        own.page.on("request", lambda each: sent.append(each.url))
        field = own.page.locator(".write textarea")

        await own.page.evaluate("location.hash = '#comanda=/concediu'")
        await expect(field).to_have_value("/concediu")
        await expect(field).to_be_focused()
        await own.page.goto("about:blank")
        await own.page.goto(f"{own_page(web.base_url)}#comanda=/timp")
        await expect(field).to_have_value("/timp")
        assert "#" not in own.page.url
        await own.page.goto("about:blank")
        await own.page.goto(f"{own_page(web.base_url)}#comanda=H8%20CASA")
        await own.page.locator(".feed .line").first.wait_for()
        await expect(field).to_have_value("")
        await laid.settle()
        assert not [each for each in sent if each.endswith("/api/chat")]


def own_page(base_url: str) -> str:
    """Return the address of the page."""
    return f"{base_url.rstrip('/')}/app/"
