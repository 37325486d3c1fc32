"""A match between a player in a browser and one in Telegram."""

from typing import Any, NamedTuple

from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser, seat_of
from tests.e2e.harness import Table, arbiter_made, continues
from tests.e2e.mini_app import MiniApp, mini_app


class BrowserPair(NamedTuple):
    """A match, its player in a browser, and the other one in Telegram."""

    code: str
    ana: BrowserUser
    ion: SandboxUser


async def seat_taken(laid: Table) -> tuple[Any, ...]:
    """Have Ana, who moves first, take her seat in a browser before Ion has joined.

    Return the match, the cookies and the token of her browser, and Ion's link.
    """
    await arbiter_made(laid)
    async with mini_app(laid) as web:
        code, one, other = await laid.invite()
        ana = BrowserUser(web)
        assert (await ana.take(seat_of(one))).status_code == 200
        await laid.settle()
    return code, ana.cookies, ana.token, other


def ana_in(web: MiniApp) -> BrowserUser:
    """Return Ana's browser at a table after that opening."""
    _, cookies, token, *_ = web.table.done
    return BrowserUser(web, cookies=cookies, token=token)


async def ion_joined(table: Table) -> tuple[str, SandboxUser]:
    """Have Ion join in Telegram after that opening; return the match and Ion."""
    code, _, _, link = table.done
    ion = table.sandbox.add_user("Ionel", language_code="ro")
    await table.join(ion, link)
    return code, ion


@continues(seat_taken)
async def both_seated(laid: Table) -> tuple[Any, ...]:
    """Have Ion join as well; return the same, and Ion."""
    _, ion = await ion_joined(laid)
    return *laid.done, ion


def pair_in(web: MiniApp) -> BrowserPair:
    """Return the match and both players at a table after that opening."""
    code, _, _, _, ion = web.table.done
    return BrowserPair(code, ana_in(web), ion)
