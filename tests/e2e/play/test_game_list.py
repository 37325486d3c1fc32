"""`/jocuri` for a player with more games than one page shows."""

import re
from dataclasses import dataclass

import pytest_asyncio

from bot.chat.play.game_list import ON_PAGE
from bot.service.service import Service
from engine.games.commands import Pass
from engine.ids import GameId, Seat
from sandbox import Message, SandboxUser
from tests.e2e.harness import Pair, Table, button
from tests.e2e.play.many_games_shared import started
from tests.e2e.texts import mentions, says

CODE = re.compile(r"\b\w{4}/1\b")


@dataclass(frozen=True, slots=True)
class Busy:
    """A player with one game more than a page holds, on turn in all but one."""

    table: Table
    ana: SandboxUser
    games: list[str]
    waits: str
    """The game in which the partner is to move."""

    async def press(self, message: Message, label: str) -> list[str]:
        """Press the button of that label; return the games in the message afterwards."""
        (found,) = [each for each in message.buttons if each.label == label]
        self.ana.press_button(message, found)
        await self.table.settle()
        return CODE.findall(message.text)


@pytest_asyncio.fixture
async def busy(pair: Pair) -> Busy:
    """Give a player with many games, who has passed in the first of them."""
    table = pair.table
    await pair.place(pair.red, "PAS")
    arbiter, ana = [(await table.stored.person(one.id)).id for one in (table.arbiter, pair.red)]
    async with table.app.runtime.unit() as unit:
        service = Service(unit, table.app.shared)
        partners = [await service.person_acts.expect(f"Om {number}") for number in range(ON_PAGE)]
        others = [await started(service, arbiter, ana, partner) for partner in partners]
    await table.settle()
    return Busy(table, pair.red, [pair.id, *others], pair.id)


async def test_many_games_are_listed_a_page_at_a_time(busy: Busy) -> None:
    """Each game appears once, waiting turns first; buttons open the other pages.

    A forged or outdated page number opens an existing page.
    """
    (listed,) = await busy.table.say(busy.ana, "/jocuri")

    assert says(listed, "games.list", n=ON_PAGE + 1)
    first = CODE.findall(listed.text)
    assert len(first) == ON_PAGE
    assert busy.waits not in first
    boards = [each.data for each in listed.buttons if each.data.startswith("show:")]
    assert [data.split(":")[1] for data in boards] == first[: len(boards)]

    second = await busy.press(listed, "2/2 ▶")
    assert sorted(first + second) == sorted(busy.games)
    assert second[-1] == busy.waits
    assert await busy.press(listed, "◀ 1/2") == first

    for made_up, page in (("games:99", second), ("games:-1", first), ("games:", first)):
        await busy.table.forge(busy.ana, listed, made_up)
        assert CODE.findall(listed.text) == page


async def test_a_return_game_that_waits_is_listed_and_can_be_begun(passed_out: Pair) -> None:
    """A waiting return game is listed alone or last; once requested, it has no button."""
    pair, table = passed_out, passed_out.table
    waits = {"match": pair.code, "partner": "Ion Rus"}

    (alone,) = await table.say(pair.red, "/jocuri")
    assert mentions(alone, "games.coming_row", **waits)
    button(alone, "button.return_of")
    other = await table.match(red=pair.red)
    (listed,) = await table.say(pair.red, "/jocuri")
    assert mentions(listed, "games.row_mine", game=other.id)
    assert mentions(listed, "games.coming_row", **waits)
    await table.press(pair.red, listed, "button.return_of")
    assert says(listed, "return_leg.waiting", match=pair.code)

    (again,) = await table.say(pair.red, "/jocuri")
    assert mentions(again, "games.coming_row", **waits)
    assert not any(each.data.startswith("ret:") for each in again.buttons)
    (blues_list,) = await table.say(pair.blue, "/jocuri")
    await table.press(pair.blue, blues_list, "button.return_of")
    assert says(blues_list, "return_leg.starting", match=pair.code)


async def test_the_list_follows_a_move_of_the_same_unit_of_work(pair: Pair) -> None:
    """After a move the list shows the next player, also if it was read before."""
    table = pair.table
    async with table.app.runtime.unit() as unit:
        service = Service(unit, table.app.shared)
        snapshot = await service.games.load(GameId(pair.id))
        red, blue = snapshot.game.red.person, snapshot.game.blue.person
        on_turn = [(await service.game_lists.listed(red))[0].turn_person]
        await service.game_acts.act(snapshot, Pass(by=Seat.RED), unit.now)
        on_turn += [(await service.game_lists.listed(each))[0].turn_person for each in (red, blue)]
    assert on_turn == [red, blue, blue]
