"""A sent move waits a few seconds, in which its author may take it back."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.program.held_sending import BUSY
from engine.games.events import InterruptionProposed, Passed, PlacementMade
from engine.ids import Seat
from sandbox import Message, SandboxUser
from storage.play import held_moves
from tests.e2e.harness import Pair, Table, arbiter_made, bucharest, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app, of
from tests.e2e.play.undo_shared import SECONDS, UNDO
from tests.e2e.plays import best
from tests.e2e.texts import says, told
from tests.sandbox.pictures import picture


@pytest_asyncio.fixture(name="pair")
async def _pair(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match whose home game has just begun, and where a move waits twenty seconds."""
    async with table(tmp_path, changed=UNDO, after=match_begun) as laid:
        yield Pair(laid, *laid.done)


async def over(laid: Table, seconds: float = SECONDS) -> None:
    """Advance the clock past the time in which a move may be taken back.

    An update that is still being handled may delay the move a little longer.
    """
    await laid.travel_to(laid.sandbox.clock.now() + timedelta(seconds=seconds) + BUSY)


async def taken_back(laid: Table, user: SandboxUser, held: Message) -> list[Message]:
    """Have a person take back the move of a message."""
    return await laid.press(user, held, "button.take_back")


def seen_by(*users: SandboxUser) -> int:
    """Return the number of messages that these people have."""
    return sum(len(user.messages) for user in users)


async def test_a_held_move_goes_when_its_time_is_over(pair: Pair) -> None:
    """Nobody else reads it before; then the sheets follow, and its message is the usual one."""
    others = pair.blue, pair.table.arbiter
    before = seen_by(*others)

    held = await pair.place(pair.red, "H8 CASA")

    assert says(held, "play.held", placement="H8 CASA")
    assert [each.data.partition(":")[0] for each in held.buttons] == ["undo"]
    assert seen_by(*others) == before
    assert (await pair.game()).turn is Seat.RED

    mine = seen_by(pair.red)
    await over(pair.table)

    assert says(held, "play.sent", placement="H8 CASA")
    assert not held.buttons
    assert seen_by(pair.red) == mine
    assert seen_by(*others) > before
    (move,) = (await pair.game()).moves
    assert isinstance(move, PlacementMade)


async def test_a_move_taken_back_was_never_sent(pair: Pair) -> None:
    """Opponent and arbiter read nothing, and the author on turn sends another move."""
    others = pair.blue, pair.table.arbiter
    before, events = seen_by(*others), await pair.events()
    held = await pair.place(pair.red, "H8 CASA")

    await taken_back(pair.table, pair.red, held)
    await over(pair.table)

    assert says(held, "play.taken_back", placement="H8 CASA")
    assert not held.buttons
    assert seen_by(*others) == before
    assert await pair.events() == events

    await pair.place(pair.red, "H8 SAC")
    await over(pair.table)
    (move,) = (await pair.game()).moves
    assert isinstance(move, PlacementMade)
    assert move.word == "SAC"


@pytest.mark.only_telegram("sends a photograph")
async def test_a_move_taken_back_keeps_its_photograph_back(pair: Pair) -> None:
    """Its author reads that the photograph was not sent, either, and must be sent again."""
    pair.red.send_photo(picture(), caption="H8 CASA")
    await pair.table.settle()
    held = pair.red.last
    await pair.table.press(pair.red, held, "button.send")

    await taken_back(pair.table, pair.red, held)

    assert says(held, "play.taken_back_sheet", placement="H8 CASA")


async def test_a_pass_can_be_taken_back(pair: Pair) -> None:
    """A pass waits in the same way."""
    held = await pair.place(pair.red, "PAS")
    assert says(held, "play.held", placement="PAS")
    await taken_back(pair.table, pair.red, held)
    assert not (await pair.game()).moves

    held = await pair.place(pair.red, "PAS")
    await over(pair.table)
    assert says(held, "play.sent", placement="PAS")
    assert isinstance((await pair.game()).moves[-1], Passed)


@pytest.mark.article("7.1")
async def test_the_instant_that_counts_is_that_of_the_press(tmp_path: Path) -> None:
    """A move sent before midnight counts for that day, even if it takes effect after it."""
    at = bucharest("2025-05-04", "23:59:50")
    async with table(tmp_path, changed=UNDO, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        await laid.travel_to(at)
        await pair.place(pair.red, "H8 CASA")
        await over(laid)
        (move,) = (await pair.game()).moves
        assert laid.sandbox.clock.now() > at
        assert move.at == at
        assert (move.sent.isoformat(), move.days) == ("2025-05-04", 2)


@pytest.mark.article("5.2")
async def test_a_move_that_has_gone_is_not_taken_back(pair: Pair) -> None:
    """A late press gets a refusal with the article on wrong moves, and the move remains."""
    held = await pair.place(pair.red, "H8 CASA")
    data = held.buttons[0].data
    await over(pair.table)

    toast = await pair.table.forge(pair.red, held, data)

    assert "/arbitru" in toast
    assert says(held, "play.sent", placement="H8 CASA")
    assert len((await pair.game()).moves) == 1


async def test_nobody_else_takes_a_move_back(pair: Pair) -> None:
    """The button works for the move's author only, and for that move only."""
    held = await pair.place(pair.red, "H8 CASA")
    old = held.buttons[0].data
    await pair.table.forge(pair.blue, pair.blue.messages[-1], old)
    await taken_back(pair.table, pair.red, held)
    await pair.place(pair.red, "H8 SAC")
    await pair.table.forge(pair.red, held, old)
    await over(pair.table)
    assert len((await pair.game()).moves) == 1


async def test_what_stops_the_bot_sends_what_was_held(pair: Pair) -> None:
    """After a stop the move takes effect once, with the time of its press."""
    await pair.place(pair.red, "H8 CASA")
    pressed = pair.table.sandbox.clock.now()
    await pair.table.stop_bot()
    await pair.table.sandbox.clock.travel_to(pressed + timedelta(seconds=3))
    await pair.table.start_bot()
    (move,) = (await pair.game()).moves
    assert move.at == pressed
    assert len(told(pair.blue.messages, "sheets.follow", game=pair.id)) == 1


async def test_every_other_act_in_the_game_sends_it_first(pair: Pair) -> None:
    """If the opponent resigns in between, the game ends with that move made."""
    await pair.place(pair.red, "H8 CASA")
    (question,) = await pair.table.say(pair.blue, f"/abandon {pair.id}")
    await pair.table.press(pair.blue, question, "button.abandon")
    game = await pair.game()
    assert [type(move) for move in game.moves] == [PlacementMade]
    assert game.ended is not None


async def test_a_proposal_comes_after_the_move_that_was_sent_before_it(pair: Pair) -> None:
    """The log has the waiting move first, then the opponent's proposal to end early."""
    for user in (pair.red, pair.blue):
        await pair.place(user, best(await pair.game()) or "PAS")
        await over(pair.table)
    held = await pair.place(pair.red, best(await pair.game()) or "PAS")
    (question,) = await pair.table.say(pair.blue, f"/intrerupere {pair.id}")
    await pair.table.press(pair.blue, question, "button.interruption")
    kinds = [type(event) for event in await pair.events()]
    assert kinds[-2:] == [PlacementMade, InterruptionProposed]
    assert says(held, "play.sent")


async def test_another_move_typed_meanwhile_sends_the_first(pair: Pair) -> None:
    """The answer shows the board after the first move: it is not the author's turn."""
    held = await pair.place(pair.red, "H8 CASA")
    (answer,) = [
        each
        for each in await pair.table.say(pair.red, f"{pair.code} H8 SAC")
        if says(each, "play.not_your_turn")
    ]
    assert answer.from_bot
    assert says(held, "play.sent", placement="H8 CASA")
    assert len((await pair.game()).moves) == 1


async def test_the_next_game_is_another_one_meanwhile(pair: Pair) -> None:
    """The next game is below a waiting move, and a move typed without code belongs to it."""
    other = await pair.table.match("faza finala", red=pair.red)
    (question,) = await pair.table.say(pair.red, "H8 CASA")
    pair.red.press_button(question, next(b for b in question.buttons if pair.id in b.label))
    await pair.table.settle()
    held = pair.red.last
    await pair.table.press(pair.red, held, "button.send")

    (board,) = await pair.table.press(pair.red, held, "button.next")
    assert other.id in board.text
    assert other.id in (await pair.type(pair.red, best(await other.game()) or "PAS")).text
    assert says(held, "play.held", placement="H8 CASA")
    assert not (await pair.game()).moves


async def test_zero_seconds_turn_it_off(tmp_path: Path) -> None:
    """With 0 a move takes effect at the press."""
    async with table(tmp_path, changed={"play_undo_seconds": "0"}, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        sent = await pair.place(pair.red, "H8 CASA")
        assert says(sent, "play.sent", placement="H8 CASA")


async def test_postgresql_holds_and_makes_a_move_once(tmp_path: Path, postgres_url: str) -> None:
    """Two programs that make a waiting move at the same instant make it once."""
    settings = {"storage_url": postgres_url, **UNDO}
    async with table(tmp_path, settings=settings, after=arbiter_made) as laid:
        pair = await laid.match()
        held = await pair.place(pair.red, "H8 CASA")
        async with laid.app.runtime.database.reading_latest() as tx:
            assert await held_moves.games(tx) == [pair.id]
        await taken_back(laid, pair.red, held)
        await pair.place(pair.red, "H8 SAC")
        await over(laid)
        assert len((await pair.game()).moves) == 1


@pytest_asyncio.fixture(name="web")
async def _web(pair: Pair) -> AsyncIterator[MiniApp]:
    """Give the Mini App of that bot."""
    async with mini_app(pair.table) as web:
        yield web


async def test_a_move_of_the_mini_app_is_taken_back_there(pair: Pair, web: MiniApp) -> None:
    """Answer and game name the seconds left; after the withdrawal nothing was sent."""
    others = pair.blue, pair.table.arbiter
    before = seen_by(*others)
    tab, version = await web.open(pair.red), len(await pair.events())

    sent = (await tab.move(pair.id, "H8 CASA")).json()

    held = sent["held"]
    assert (sent["version"], held["placement"], held["seconds"]) == (version, "H8 CASA", SECONDS)
    assert (await tab.game(pair.id))["held"] == held
    assert (await tab.get("/games")).json()[0]["mine"] is False
    partners = await web.open(pair.blue)
    assert (await partners.game(pair.id))["held"] is None
    assert (await partners.post(f"{of(pair.id)}/take-back", token=held["token"])).status_code == 422

    answer = await tab.post(f"{of(pair.id)}/take-back", token=held["token"])
    assert answer.json() == {"version": version}
    await over(pair.table)
    shown = await tab.game(pair.id)
    assert (shown["held"], shown["placements"], shown["turn"]) == (None, [], "red")
    assert seen_by(*others) == before
    again = await tab.post(f"{of(pair.id)}/take-back", token=held["token"])
    assert (again.status_code, again.json()["error"]) == (422, "gone")
    assert "/arbitru" in again.json()["text"]


async def test_a_second_tab_does_not_end_the_time_to_take_a_move_back(
    pair: Pair, web: MiniApp
) -> None:
    """Sending again says that the move is held; it stays held and can be taken back."""
    first, second = await web.open(pair.red), await web.open(pair.red)
    sent = (await first.move(pair.id, "H8 CASA")).json()

    for written in ("H8 CASA", "H8 SAC"):
        again = await second.move(pair.id, written)
        assert (again.status_code, again.json()["error"]) == (422, "held")
        assert "H8 CASA" in again.json()["text"]
    assert not (await pair.game()).moves
    token = (await second.game(pair.id))["held"]["token"]
    assert token == sent["held"]["token"]
    await second.post(f"{of(pair.id)}/take-back", token=token)
    await over(pair.table)
    assert not (await pair.game()).moves


async def test_a_move_of_the_mini_app_goes_and_is_announced_silently(
    pair: Pair, web: MiniApp
) -> None:
    """The chat has one silent line, edited once the move has been sent."""
    tab = await web.open(pair.red)
    mine = len(pair.red.messages)
    await tab.move(pair.id, "H8 CASA")
    await pair.table.settle()
    (line,) = pair.red.messages[mine:]
    assert says(line, "play.held", placement="H8 CASA")
    assert line.silent
    await over(pair.table)
    assert pair.red.messages[mine:] == [line]
    assert says(line, "play.sent", placement="H8 CASA")
    assert len((await tab.game(pair.id))["placements"]) == 1


async def test_what_was_sent_in_one_place_is_taken_back_in_the_other(
    pair: Pair, web: MiniApp
) -> None:
    """A move sent in the chat can be taken back on the board, and the reverse."""
    tab = await web.open(pair.red)
    held = await pair.place(pair.red, "H8 CASA")
    token = (await tab.game(pair.id))["held"]["token"]
    await tab.post(f"{of(pair.id)}/take-back", token=token)
    await pair.table.settle()
    assert says(held, "play.taken_back", placement="H8 CASA")

    await tab.move(pair.id, "H8 SAC")
    await pair.table.settle()
    await taken_back(pair.table, pair.red, pair.red.messages[-1])
    assert (await tab.game(pair.id))["held"] is None
    await over(pair.table)
    assert not (await pair.game()).moves
