"""SIGKILL at every step of a move: nothing is lost, and nothing has its effect twice.

One match goes on through all these tests, whatever their order; each finds it where the one before
left it, and moves it on.
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
from sandbox import Message, SandboxUser
from tests.e2e.harness import PATIENCE
from tests.e2e.killable import ASKED, DECIDED, RECEIVED, SENT, STEPS, STORED
from tests.e2e.mini_app import API, of
from tests.e2e.plays import best
from tests.e2e.process import MOMENT, Process, process
from tests.e2e.texts import facts_of, says, told

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(slots=True)
class Mortal:
    """The bot's process, and a game that is going on."""

    bot: Process
    id: str
    red: SandboxUser
    blue: SandboxUser
    arbiter: SandboxUser

    async def game(self) -> Game:
        """Return the game as its events make it."""
        return await self.bot.stored.game(self.id)

    async def next(self) -> tuple[Game, SandboxUser, SandboxUser, str]:
        """Return the game, who is on turn, their partner, and what they will place."""
        game = await self.game()
        people = (self.red, self.blue) if game.turn is Seat.RED else (self.blue, self.red)
        return game, *people, best(game) or "PAS"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def mortal(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Mortal]:
    """Give a game in which Red is about to open."""
    async with process(tmp_path_factory.mktemp("mortal")) as bot:
        code, *people = await bot.match()
        yield Mortal(bot, f"{code}/1", *people)


def albums(user: SandboxUser, game: str, version: int) -> list[Message]:
    """Return the captions of the sheets of that version that the person has been sent."""
    keys = ("sheets.follow", "sheets.caption")
    return [m for key in keys for m in told(user.messages, key, game=game, version=version)]


@pytest.mark.parametrize("step", STEPS)
async def test_killed_while_a_placement_is_sent_it_counts_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """The move is in the log once; author, partner and arbiter all are notified of it.

    Only where Telegram's answer was not heard may the same numbered sheet come again.
    """
    before, author, partner, typed = await mortal.next()
    (preview,) = await mortal.bot.say(author, typed)

    await mortal.bot.killed_at(step, author)

    after = await mortal.game()
    assert after.moves[:-1] == before.moves
    assert isinstance(after.moves[-1], PlacementMade)
    assert says(preview, "play.sent", placement=typed)
    version = len(await mortal.bot.stored.events(mortal.id))
    copies = Counter(
        message.text
        for user in (partner, mortal.arbiter)
        for message in albums(user, mortal.id, version)
    )
    assert len(copies) == 2
    assert sum(copies.values()) == 2 or step == SENT
    assert await mortal.bot.stored.findings() == ()


@pytest.mark.parametrize("step", [ASKED, *(step for step in STEPS if step != RECEIVED)])
async def test_killed_while_a_move_is_made_in_the_mini_app_it_counts_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """Who asks again with the same number is told that it is made; partner and arbiter hear of it.

    Whether he heard an answer before the program died or not: it is one move, answered alike.
    """
    before, author, partner, typed = await mortal.next()
    version = len(await mortal.bot.stored.events(mortal.id))
    sent = {"version": version, "id": str(uuid4())}
    sent |= {"pass": True} if typed == "PAS" else {"placement": typed}
    tab = await mortal.bot.tab(author)
    mortal.bot.order.write_text(step)

    with suppress(httpx.HTTPError):
        await tab.post(f"{of(mortal.id)}/moves", **sent)
    await mortal.bot.dies()
    answers = [await _until_answered(mortal.bot, author, f"{of(mortal.id)}/moves", sent)]
    await mortal.bot.settle()
    answers.append(await _until_answered(mortal.bot, author, f"{of(mortal.id)}/moves", sent))

    after = await mortal.game()
    version = len(await mortal.bot.stored.events(mortal.id))
    assert answers == [{"version": version}] * 2
    assert after.moves[:-1] == before.moves
    assert len(told(author.messages, "play.sent", placement=typed, game=mortal.id)) == 1
    copies = [m for user in (partner, mortal.arbiter) for m in albums(user, mortal.id, version)]
    assert len({message.chat.id for message in copies}) == 2
    assert len(copies) == 2 or step == SENT
    assert await mortal.bot.stored.findings() == ()


@pytest.mark.parametrize("step", [ASKED, STORED, DECIDED])
async def test_killed_while_a_notebook_is_written_it_is_written_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """Asked again with the same number: the lines are there, and written once."""
    _, author, _, _ = await mortal.next()
    path = f"{of(mortal.id)}/notebook"
    version = len(await mortal.bot.stored.events(mortal.id))
    sent = {"lines": [["PAS", "PAS"]], "version": version, "id": str(uuid4())}
    tab = await mortal.bot.tab(author)
    before = (await tab.get(path)).json()["revision"]
    mortal.bot.order.write_text(step)

    with suppress(httpx.HTTPError):
        await tab.client.put(f"{API}{path}", json=sent)
    await mortal.bot.dies()
    answers = [await _until_answered(mortal.bot, author, path, sent, "PUT") for _ in range(2)]

    assert answers == [{"version": version, "revision": before + 1}] * 2
    kept = (await (await mortal.bot.tab(author)).get(path)).json()
    assert [line["moves"] for line in kept["lines"]] == [["PAS", "PAS"]]
    assert kept["revision"] == before + 1
    assert await mortal.bot.stored.findings() == ()


async def _until_answered(
    bot: Process, author: SandboxUser, path: str, sent: dict[str, Any], method: str = "POST"
) -> object:
    """Ask until there is an answer: the program may still be starting, or at work on it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(httpx.HTTPError):
                client = (await bot.tab(author)).client
                answer = await client.request(method, f"{API}{path}", json=sent)
                if answer.status_code == HTTPStatus.OK:
                    return answer.json()
                assert answer.status_code == HTTPStatus.ACCEPTED, answer.text
            await asyncio.sleep(MOMENT)


@pytest.mark.parametrize("step", STEPS)
async def test_killed_while_a_placement_is_shown_it_is_shown_all_the_same(
    mortal: Mortal, step: str
) -> None:
    """The typed placement is not lost: its preview comes, and its button sends it once."""
    before, author, _, typed = await mortal.next()
    seen = len(author.messages)

    await mortal.bot.killed_at(step, author, typed)

    previews = told(author.messages[seen:], "preview.placement", game=mortal.id)
    assert len(previews) == 1 or step == SENT
    assert len({facts_of(each, "preview.placement")["placement"] for each in previews}) == 1
    author.press(previews[0], "Trimite")
    await mortal.bot.settle()
    after = await mortal.game()
    assert after.moves[:-1] == before.moves
    assert len(after.moves) == len(before.moves) + 1
    assert await mortal.bot.stored.findings() == ()
