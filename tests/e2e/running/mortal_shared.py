"""A game of a browser against Telegram whose bot is killed and restarted."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import uuid4

import httpx
import pytest
from _pytest.mark import ParameterSet

from engine.games.game import Game
from engine.ids import Seat
from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser, FeedMessage, seat_of
from tests.e2e.harness import PATIENCE
from tests.e2e.plays import best
from tests.e2e.process import MOMENT, Process
from tests.e2e.texts import patterns, told
from tests.smtp import PostBox

ANA = "ana.pop@example.org"
_KEYS = ("sheets.follow", "sheets.caption")


def steps(*kept: str, soak: Iterable[str]) -> list[str | ParameterSet]:
    """Return the steps that every run tries, and those that only `make soak` tries."""
    return [*kept, *(pytest.param(step, marks=pytest.mark.campaign) for step in soak)]


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

    @classmethod
    async def mailed(cls, bot: Process, box: PostBox) -> "Mortal":
        """Seat Ana, who confirms her address, and Ion, who is to move."""
        assert bot.web is not None
        code, (one, other), arbiter = await bot.arranged()
        ana = BrowserUser(Address(str(bot.web.base_url)))
        assert (await ana.take(seat_of(one))).status_code == HTTPStatus.OK
        ion = bot.sandbox.add_user("Ion", "ro")
        mortal = cls(bot, f"{code}/1", ana, ion, arbiter)
        await mortal.post(text=f"/email {ANA}")
        await bot.settle()
        await mortal.post(text=box.code(ANA))
        await bot.join(ion, other)
        return mortal

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
        return send_of(await self.last())

    async def last(self) -> FeedMessage:
        """Return Ana's newest preview."""
        shown = await self.ana.messages()
        return next(each for each in reversed(shown) if send_of(each))

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


def send_of(message: FeedMessage) -> str:
    """Return the data of the message's button that sends a move, or ""."""
    return next((each.data for each in message.buttons if each.data.startswith("send:")), "")
