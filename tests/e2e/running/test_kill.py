"""SIGKILL at every step of a move: nothing is lost, and nothing takes effect twice.

One match continues through all these tests, in any order; each continues from the state that the
last one left.

`make test` tries the steps at which a kill finds a fault of its own: before and after the record,
after sending, and after Telegram's answer. `make soak` tries the other steps too.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio

from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.ids import Seat
from sandbox import Message, SandboxUser
from storage.matches import match_rows
from tests.e2e.harness import PATIENCE, button
from tests.e2e.killable import ANSWERED, ASKED, COMMITTED, DECIDED, RECEIVED, SENT, STORED
from tests.e2e.matches.importing_shared import filled, played
from tests.e2e.mini_app import API, of
from tests.e2e.plays import best
from tests.e2e.process import MOMENT, Process, process
from tests.e2e.running.mortal_shared import steps
from tests.e2e.texts import facts_of, mentions, says, told

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass(slots=True)
class Mortal:
    """The bot's process, and a running game."""

    bot: Process
    id: str
    red: SandboxUser
    blue: SandboxUser
    arbiter: SandboxUser

    async def game(self) -> Game:
        """Return the game, rebuilt from its events."""
        return await self.bot.stored.game(self.id)

    async def next(self) -> tuple[Game, SandboxUser, SandboxUser, str]:
        """Return the game, the player on turn, their opponent, and the next move."""
        game = await self.game()
        people = (self.red, self.blue) if game.turn is Seat.RED else (self.blue, self.red)
        return game, *people, best(game) or "PAS"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def mortal(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Mortal]:
    """Give a game in which Red will open."""
    async with process(tmp_path_factory.mktemp("mortal")) as bot:
        code, *people = await bot.match()
        yield Mortal(bot, f"{code}/1", *people)


def albums(user: SandboxUser, game: str, version: int) -> list[Message]:
    """Return the captions of that version's sheets in a person's chat."""
    keys = ("sheets.follow", "sheets.caption")
    return [m for key in keys for m in told(user.messages, key, game=game, version=version)]


@pytest.mark.parametrize("step", steps(DECIDED, COMMITTED, SENT, ANSWERED, soak=[RECEIVED, STORED]))
async def test_killed_while_a_placement_is_sent_it_counts_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """The move is in the log once; author, opponent and arbiter are all notified.

    The same numbered sheet may come again only if Telegram's answer was lost.
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


@pytest.mark.parametrize("step", steps(COMMITTED, soak=[DECIDED]))
async def test_killed_after_a_practice_move_it_has_exactly_one_answer(
    mortal: Mortal, step: str
) -> None:
    """The program's answer is stored with the person's move, or neither is; one board shows it."""
    bot = mortal.bot
    trainee = bot.sandbox.add_user("Elev", "ro")
    (card,) = await bot.say(trainee, "/exerseaza")
    trainee.press_button(card, button(card, "button.practice.medium"))
    await bot.settle()
    (begun,) = told(trainee.messages, "leg.started")
    game = next(each.data.partition(":")[2] for each in begun.buttons if "pass" in each.data)
    typed = best(await bot.stored.game(game)) or "PAS"
    (preview,) = await bot.say(trainee, typed)

    await bot.killed_at(step, trainee)

    after = await bot.stored.game(game)
    assert [move.by for move in after.moves] == [Seat.RED, Seat.BLUE]
    assert says(preview, "practice.sent", placement=typed)
    assert len(told(trainee.messages, "turn.board", game=game)) == 1
    assert await bot.stored.findings() == ()


@pytest.mark.parametrize("step", steps(DECIDED, soak=[STORED, COMMITTED]))
async def test_killed_while_an_import_is_recorded_it_is_there_once(
    mortal: Mortal, step: str
) -> None:
    """One transaction has match, game and invitations, so all exist once."""
    bot, arbiter = mortal.bot, mortal.arbiter
    before = await ruled(bot, arbiter)
    await bot.say(arbiter, "/preia")
    arbiter.send_document("preluare.xlsx", filled(played()))
    await bot.settle()
    card = arbiter.messages[-1]
    while mentions(card, "resolve.ask"):  # the names are those of known people
        arbiter.press_button(card, button(card, "button.resolve.another"))
        await bot.settle()
    if mentions(card, "import.recorded_match"):  # an earlier case has recorded the same match
        arbiter.press_button(card, button(card, "button.import.again"))
        await bot.settle()
        card = next(each for each in reversed(arbiter.messages) if each.buttons)
    invited = len(told(arbiter.messages, "arrange.invitation"))
    bot.order.write_text(step)
    arbiter.press_button(card, button(card, "button.import.yes"))
    await bot.dies()
    await bot.settle()

    (code,) = await ruled(bot, arbiter) - before
    assert len((await bot.stored.game(f"{code}/1")).moves) == len(played().moves)
    assert len(told(arbiter.messages, "arrange.invitation")) == invited + 2
    assert await bot.stored.findings() == ()


async def ruled(bot: Process, arbiter: SandboxUser) -> set[str]:
    """Return the codes of the matches of the arbiter."""
    person = await bot.stored.person(arbiter.id)
    async with bot.stored.database.reading() as tx:
        return {row.match_id for row in await match_rows.matches_of(tx, person.id)}


@pytest.mark.parametrize("step", steps(ASKED, DECIDED, COMMITTED, soak=[STORED, SENT, ANSWERED]))
async def test_killed_while_a_move_is_made_in_the_mini_app_it_counts_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """A repeated request gets the answer that the move is made; opponent and arbiter are notified.

    It is one move with one answer, also if the first answer arrived before the program's end.
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


async def test_killed_while_a_move_may_be_taken_back_it_is_sent_at_once_and_once(
    tmp_path: Path,
) -> None:
    """The next start makes it without further delay; it counts as of its writing."""
    async with process(tmp_path, play_undo_seconds="300") as bot:
        code, red, blue, _ = await bot.match()
        game = f"{code}/1"
        (preview,) = await bot.say(red, "H8 CASA")
        written = red.messages[-2].date

        await bot.killed_at(COMMITTED, red)
        await bot.sandbox.wait_for(lambda: says(preview, "play.sent"), seconds=PATIENCE)
        await bot.settle()

        (move,) = (await bot.stored.game(game)).moves
        assert move.at == written
        version = len(await bot.stored.events(game))
        assert len(albums(blue, game, version)) == 1
        assert await bot.stored.findings() == ()


@pytest.mark.parametrize("step", steps(DECIDED, soak=[ASKED, STORED]))
async def test_killed_while_a_notebook_is_written_it_is_written_exactly_once(
    mortal: Mortal, step: str
) -> None:
    """A repeated request with the same number leaves the lines written once."""
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
    """Repeat the request until it is answered, because the program may be busy or starting."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(httpx.HTTPError):
                client = (await bot.tab(author)).client
                answer = await client.request(method, f"{API}{path}", json=sent)
                if answer.status_code == HTTPStatus.OK:
                    return answer.json()
                assert answer.status_code == HTTPStatus.ACCEPTED, answer.text
            await asyncio.sleep(MOMENT)


@pytest.mark.parametrize("step", steps(RECEIVED, DECIDED, soak=[STORED, COMMITTED, SENT, ANSWERED]))
async def test_killed_while_a_placement_is_shown_it_is_shown_all_the_same(
    mortal: Mortal, step: str
) -> None:
    """The typed move is not lost: its preview is sent, and its button sends it once."""
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
