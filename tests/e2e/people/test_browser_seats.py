"""A seat in a browser: a link that any messenger carries, and the whole game without Telegram."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.e2e.browser_user import BrowserUser
from tests.e2e.harness import Table, table
from tests.e2e.mini_app import MiniApp, mini_app


def code_of(link: str) -> str:
    """Return the code of an invitation's link."""
    return link.rpartition("=")[2]


@pytest_asyncio.fixture(name="web")
async def _web(arranged: Table) -> AsyncIterator[MiniApp]:
    """Give the page of a bot with an arbiter."""
    async with mini_app(arranged) as web:
        yield web


@pytest_asyncio.fixture(name="arranged")
async def _arranged(tmp_path: Path) -> AsyncIterator[Table]:
    async with table(tmp_path) as laid:
        yield laid


async def test_a_player_takes_a_seat_and_moves_in_a_browser(arranged: Table, web: MiniApp) -> None:
    """A link opened in any browser gives the seat after „Da”; a typed move reaches the opponent."""
    code, one, other = await arranged.invite()
    ion = arranged.sandbox.add_user("Ionel", language_code="ro")
    ana = BrowserUser(web)
    asked = (await ana.look_at(code_of(one))).json()
    assert asked["open"]
    assert "Ești Ana Pop?" in asked["html"]

    taken = await ana.take(code_of(one))
    assert taken.status_code == 200, taken.text
    await arranged.join(ion, other)
    await arranged.settle()

    texts = [each.text for each in await ana.messages()]
    assert any(f"{code}/1" in text for text in texts), texts
    (preview,) = await ana.say(arranged, "H8 CASA")
    send = next(each for each in preview.buttons if each.data.startswith("send:"))
    await ana.press(preview, send.data)
    await arranged.settle()
    assert any("CASA" in each.text for each in ion.messages if each.from_bot)
