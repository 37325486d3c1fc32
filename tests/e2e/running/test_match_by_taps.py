"""Two people play a match by taps on their phones while the bot is killed several times."""

from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from engine.games.events import PlacementMade
from engine.games.game import Game, Stage
from sandbox import SandboxUser
from tests.e2e.harness import button, last_with
from tests.e2e.killable import DECIDED
from tests.e2e.phone import Phone, phone, user_to_move
from tests.e2e.plays import legal
from tests.e2e.process import Process, process

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PLACED = 3
"""Placements in each game; then both pass until it is over."""
KILLED = 2
"""The placement of each game in the middle of which the bot is killed."""


@dataclass(frozen=True, slots=True)
class Page:
    """The address of the process's Mini App."""

    base_url: str

    def signed(self, who: SandboxUser, /, **more: str) -> str:
        """Return Telegram's signed data for a person at this moment."""
        return who.signed(**more)


async def made(bot: Process, own: Phone, before: Game) -> Game:
    """Return the game once the move after `before` is in its log.

    If the bot dies before it has stored the request, the page offers to send the move again.
    """
    while True:
        await bot.settle()
        game = await bot.stored.game(before.id)
        if len(game.moves) > len(before.moves):
            return game
        if (await own.main_button())["is_active"]:
            await own.send()


async def tapped(bot: Process, own: Phone, game: Game) -> Game:
    """Have the player to move tap and send a play or a pass; return the game afterwards."""
    number = len(game.moves) + 1
    if number > PLACED:
        await own.page.get_by_role("button", name="PAS", exact=True).tap()
    else:
        await own.lay(game, legal(game)[0].placement)
        await own.shows_result("✓")
    if number == KILLED:
        bot.order.write_text(DECIDED)
    await own.send()
    if number == KILLED:
        await bot.dies()
    return await made(bot, own, game)


@pytest.mark.campaign
async def test_two_people_play_a_whole_match_by_taps(tmp_path: Path, browser: Browser) -> None:
    """Home and return game are played to their ends, and the move of each kill is made once."""
    async with process(tmp_path) as bot:
        code, red, blue, _ = await bot.match()
        web = Page(bot.environment["TURRETUR_SERVER_PUBLIC_URL"])
        for leg in (1, 2):
            game = await bot.stored.game(f"{code}/{leg}")
            async with AsyncExitStack() as stack:
                phones = {
                    user.id: await stack.enter_async_context(phone(browser, web, user, game.id))
                    for user in (red, blue)
                }
                first, second = (red, blue) if leg == 1 else (blue, red)
                while game.stage is Stage.RUNNING:
                    own = phones[user_to_move(game, first, second).id]
                    await expect(own.page.locator(".score")).to_contain_text("e rândul tău")
                    game = await tapped(bot, own, game)
                for each in phones.values():
                    await expect(each.page.locator(".score")).to_contain_text("încheiată")
            placed = [move for move in game.moves if isinstance(move, PlacementMade)]
            assert (len(placed), len(game.moves)) == (PLACED, PLACED + 4)
            if leg == 1:
                for user in (red, blue):
                    offer = last_with(user, f"ret:{code}")
                    user.press_button(offer, button(offer, "button.return_leg"))
                    await bot.settle()
        assert await bot.stored.findings() == ()
