"""What `test_overview` and other tests share."""

from playwright.async_api import Locator

from sandbox import SandboxUser
from tests.chromium import FAULTS_OF_LOOKS
from tests.e2e.harness import Pair, Table, last_with, match_begun
from tests.e2e.phone import Phone
from tests.e2e.play.board_shared import faults, has_no_faults_in_both_themes
from tests.e2e.play.conditional_shared import answer_to


async def both_resigned(laid: Table) -> tuple[str, SandboxUser, SandboxUser, str]:
    """Play two moves of a match and resign both games; return it and the second move."""
    pair = Pair(laid, *await match_begun(laid))
    await pair.place(pair.red, "H8 CASA")
    second = await answer_to(pair)
    await pair.place(pair.blue, second)
    await pair.give_up_both()
    return pair.code, pair.red, pair.blue, second


def button(own: Phone, name: str) -> Locator:
    """Return a button by its name."""
    return own.page.get_by_role("button", name=name, exact=True)


def card(own: Phone, game: str) -> Locator:
    """Return a game's card in the overview or the archive."""
    return own.page.locator(f'[data-game="{game}"]')


async def fits(own: Phone) -> bool:
    """Return whether nothing runs off the side of the screen."""
    wide = await own.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide <= 0 and not await own.cut_off()


async def approved(pair: Pair) -> None:
    """Have both accept the results, and the arbiter approve them."""
    table = pair.table
    for user in (pair.red, pair.blue):
        await table.press(user, last_with(user, f"res:{pair.code}:yes"), "button.results_yes")
    (card,) = await table.say(table.arbiter, f"/omologheaza {pair.code}")
    await table.press(table.arbiter, card, "button.homologate")


async def clean_in_both_themes(own: Phone, view: str) -> None:
    """Check that axe finds no error in the view, light and dark, and that it fits the screen."""
    await has_no_faults_in_both_themes(own, view)
    assert await fits(own), view


async def clean_at(own: Phone, view: str, *sizes: tuple[int, int]) -> None:
    """Check the looks of a clean view, and that it fits, at each further size."""
    for width, height in sizes:
        await own.resize(width, height)
        at = f"{view} {width}"
        assert not (found := await faults(own, FAULTS_OF_LOOKS)), f"{at}: {found}"
        assert await fits(own), at
