"""SIGKILL beside a player in a browser: the page is complete, and nothing takes effect twice.

One match continues through all these tests; a player in a browser plays against one in Telegram.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.ids import Seat
from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser, FeedMessage, seat_of
from tests.e2e.harness import PATIENCE
from tests.e2e.killable import ASKED, COMMITTED, DECIDED, RECEIVED, SENT, SHOWN, STEPS, STORED
from tests.e2e.plays import best
from tests.e2e.process import MOMENT, Process, process
from tests.e2e.texts import patterns, told

pytestmark = pytest.mark.asyncio(loop_scope="module")

OF_A_PAGE = (ASKED, *(step for step in STEPS if step != RECEIVED), SHOWN)
"""Where a request of the page may be interrupted."""
_KEYS = ("sheets.follow", "sheets.caption")


@dataclass(frozen=True, slots=True)
class Address:
    """The address of the bot's page."""

    base_url: str


@dataclass(slots=True)
class Mortal:
    """The bot's process, and a game of a browser against Telegram."""

    bot: Process
    id: str
    ana: BrowserUser
    ion: SandboxUser
    arbiter: SandboxUser

    async def game(self) -> Game:
        """Return the game, rebuilt from its events."""
        return await self.bot.stored.game(self.id)

    async def turn_of(self, seat: Seat) -> tuple[Game, str]:
        """Have the other player pass if it is their turn; return the game and the next move."""
        game = await self.game()
        if game.turn is not seat:
            if seat is Seat.BLUE:
                await self.post(button=await self.preview("PAS"), message=(await self.last()).id)
            else:
                (preview,) = await self.bot.say(self.ion, "PAS")
                self.ion.press(preview, "Trimite")
            await self.bot.settle()
            game = await self.game()
        assert game.turn is seat
        return game, best(game) or "PAS"

    async def preview(self, typed: str) -> str:
        """Have Ana type a move; return the data of the button that sends it."""
        await self.post(text=typed)
        await self.bot.settle()
        return _send_of(await self.last())

    async def last(self) -> FeedMessage:
        """Return Ana's newest preview."""
        shown = await self.ana.messages()
        return next(each for each in reversed(shown) if _send_of(each))

    async def post(self, key: str = "", **sent: Any) -> Any:
        """Have Ana send a request until it is answered, because the bot may be starting."""
        key = key or str(uuid4())
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(httpx.HTTPError):
                    answer = await self.ana.ask("POST", "/chat", id=key, **sent)
                    if answer.status_code == HTTPStatus.OK:
                        return answer.json()
                    assert answer.status_code == HTTPStatus.ACCEPTED, answer.text
                await asyncio.sleep(MOMENT)

    async def feed_sheets(self, version: int) -> list[FeedMessage]:
        """Return the messages of Ana's page with the sheets of that version."""
        found = [p for key in _KEYS for p in patterns(key, game=self.id, version=version)]
        return [m for m in await self.ana.messages() if any(p.fullmatch(m.text) for p in found)]

    def sheets(self, user: SandboxUser, version: int) -> list[str]:
        """Return the captions of that version's sheets in a Telegram chat."""
        return [
            f"{m.chat.id} {m.text}"
            for key in _KEYS
            for m in told(user.messages, key, game=self.id, version=version)
        ]


def _send_of(message: FeedMessage) -> str:
    return next((each.data for each in message.buttons if each.data.startswith("send:")), "")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def mortal(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Mortal]:
    """Give a game that Ana opens in her browser, against Ion in Telegram."""
    async with process(tmp_path_factory.mktemp("mortal")) as bot:
        assert bot.web is not None
        code, (one, other), arbiter = await bot.arranged()
        ana = BrowserUser(Address(str(bot.web.base_url)))
        assert (await ana.take(seat_of(one))).status_code == HTTPStatus.OK
        ion = bot.sandbox.add_user("Ion", "ro")
        await bot.join(ion, other)
        yield Mortal(bot, f"{code}/1", ana, ion, arbiter)


@pytest.mark.parametrize("step", OF_A_PAGE)
async def test_killed_while_a_browser_sends_a_move_it_counts_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """The repeated press has one answer and one effect; page, opponent and arbiter show it once."""
    before, typed = await mortal.turn_of(Seat.RED)
    button = await mortal.preview(typed)
    shown, key = await mortal.last(), str(uuid4())
    earlier = [each.id for each in await mortal.ana.messages()]
    mortal.bot.order.write_text(step)

    with suppress(httpx.HTTPError):
        await mortal.ana.ask("POST", "/chat", id=key, button=button, message=shown.id)
    await mortal.bot.dies()
    answers = [await mortal.post(key, button=button, message=shown.id) for _ in range(2)]
    await mortal.bot.settle()

    assert answers[0] == answers[1]
    after = await mortal.game()
    assert after.moves[:-1] == before.moves
    assert isinstance(after.moves[-1], PlacementMade)
    version = len(await mortal.bot.stored.events(mortal.id))
    told_by_telegram = [
        caption for user in (mortal.ion, mortal.arbiter) for caption in mortal.sheets(user, version)
    ]
    assert len(Counter(told_by_telegram)) == 2
    assert len(told_by_telegram) == 2 or step == SENT
    page = await mortal.ana.messages()
    assert [each.id for each in page][: len(earlier)] == earlier
    (confirmed,) = [each for each in page if each.id == shown.id]
    assert not _send_of(confirmed)
    assert await mortal.bot.stored.findings() == ()


@pytest.mark.parametrize("step", [*STEPS, SHOWN])
async def test_killed_while_a_browser_is_told_of_a_move_its_page_shows_it_once(
    mortal: Mortal, step: str
) -> None:
    """The opponent's turn and its sheets are on the page exactly once, whatever was interrupted."""
    before, typed = await mortal.turn_of(Seat.BLUE)
    await mortal.bot.say(mortal.ion, typed)
    earlier = [each.id for each in await mortal.ana.messages()]

    await mortal.bot.killed_at(step, mortal.ion)

    after = await mortal.game()
    assert after.moves[:-1] == before.moves
    assert len(after.moves) == len(before.moves) + 1
    version = len(await mortal.bot.stored.events(mortal.id))
    (sheets,) = await mortal.feed_sheets(version)
    assert len(sheets.pictures) == 2
    page = await mortal.ana.messages()
    ids = [each.id for each in page]
    assert ids[: len(earlier)] == earlier
    assert len(set(ids)) == len(ids)
    new = page[len(earlier) :]
    (turn,) = [each for each in new if not each.silent]
    drawn = await mortal.ana.ask("GET", f"/feed/{turn.pictures[0]}")
    assert drawn.content.startswith(b"\x89PNG")
    assert await mortal.bot.stored.findings() == ()


@pytest.mark.parametrize("step", [ASKED, STORED, DECIDED, COMMITTED, SHOWN])
async def test_killed_while_a_browser_types_its_text_and_the_answer_are_there_once(
    mortal: Mortal, step: str
) -> None:
    """The page shows the text once with one answer under it."""
    earlier, key = len(await mortal.ana.messages()), str(uuid4())
    mortal.bot.order.write_text(step)

    with suppress(httpx.HTTPError):
        await mortal.ana.ask("POST", "/chat", id=key, text="/regulament 7.2")
    await mortal.bot.dies()
    await mortal.post(key, text="/regulament 7.2")
    await mortal.bot.settle()

    own, answer = (await mortal.ana.messages())[earlier:]
    assert (own.from_bot, own.text) == (False, "/regulament 7.2")
    assert answer.from_bot
    assert "7.2" in answer.text
