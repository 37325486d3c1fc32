"""`/exerseaza`: a game against the program, which answers at once and never counts."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from bot.runtime.limits import PRACTICE, Allowance, RateLimits, open_gate
from engine.games.events import Ending, PlacementMade
from engine.ids import PROGRAM, Seat
from engine.matches.match import MatchStage
from engine.matches.practice import THINKING_DAYS
from storage.people import forgetting, people
from storage.people.obligations import obligations_of
from tests.e2e.harness import (
    MORNING,
    Table,
    bucharest,
    last_with,
    table,
)
from tests.e2e.matches.practice_shared import Trainee, practice_begun, practice_moved
from tests.e2e.mini_app import mini_app
from tests.e2e.plays import longest
from tests.e2e.public_site import written
from tests.e2e.texts import facts_of, mentions, says, told


@pytest_asyncio.fixture
async def begun(tmp_path: Path) -> AsyncIterator[Trainee]:
    """Give a person whose practice game has begun."""
    async with table(tmp_path, after=practice_begun) as laid:
        yield Trainee(laid, *laid.done)


@pytest_asyncio.fixture
async def moved(tmp_path: Path) -> AsyncIterator[Trainee]:
    """Give a person whose practice game has a move of each side."""
    async with table(tmp_path, after=practice_moved) as laid:
        yield Trainee(laid, *laid.done)


@pytest.fixture
def trainee(table: Table) -> Trainee:
    """Give a person who has never written to the bot."""
    return Trainee(table, table.sandbox.add_user("Ana Pop", language_code="ro"))


async def test_a_stranger_plays_a_practice_game_to_its_end(trainee: Trainee) -> None:
    """Each move brings the program's answer on one board; nobody else is notified of the game."""
    laid, ana = trainee.table, trainee.user
    known = len(laid.arbiter.messages), len(laid.operator.messages)
    pair = await trainee.begin()
    boards = 0
    while (game := await pair.game()).ended is None:
        assert game.turn is Seat.RED
        await pair.place(ana, longest(game) or "PAS")
        boards += 1
        assert len(told(ana.messages, "turn.board", game=pair.id)) <= boards

    assert game.ended.ending in {Ending.PLAYED_OUT, Ending.PASSES}
    assert len(told(ana.messages, "turn.board", game=pair.id)) == boards - 1
    (over,) = told(ana.messages, "game.ended", game=pair.id)
    assert [each.data for each in over.buttons] == [
        f"an:show:{pair.id}",
        f"would:{pair.id}",
        "train",
    ]
    assert not told(ana.messages, "results.final_friendly")
    assert (await laid.stored.match(pair.code)).stage is MatchStage.HOMOLOGATED
    assert (len(laid.arbiter.messages), len(laid.operator.messages)) == known
    assert not told(ana.messages, "play.sent_friendly")


@pytest.mark.article("3.1")
@pytest.mark.article("5.1")
async def test_a_refused_placement_cites_its_article(begun: Trainee) -> None:
    """The refusals for an unknown word and a first word off the centre are those of any game."""
    pair = begun.playing()

    for move, article in (("H8 PLOSA", "3.1"), ("A1 COPAL", "5.1")):
        (refused,) = await begun.table.say(begun.user, move)
        assert says(refused, "play.refused", typed=move)
        assert f"art.\N{NO-BREAK SPACE}{article}" in refused.text
    assert not (await pair.game()).moves


async def test_the_program_says_what_it_would_have_played(begun: Trainee) -> None:
    """After a move it names an equal or better play; before any move it does not."""
    pair = begun.playing()
    laid, ana = begun.table, begun.user
    start = last_with(ana, f"pass:{pair.id}")
    assert not [each for each in start.buttons if each.data.startswith("would")]
    await pair.place(ana, "H8 AC")
    await pair.place(ana, "PAS")

    board = last_with(ana, f"would:{pair.id}")
    (answer,) = await laid.press(ana, board, "button.practice.would")

    facts = facts_of(answer, "practice.would")
    assert facts["own"] == "PAS"
    assert facts["points"] != "0 puncte"
    ruled = await laid.match(red=ana, names=("Ana Pop", "Ion Rus"))
    await laid.forge(ana, board, f"would:{ruled.id}")
    assert told(ana.messages, "practice.would") == [answer]


async def test_a_new_game_ends_the_old_one_only_if_asked(begun: Trainee) -> None:
    """One practice game runs at a time, and an old card does not end it by mistake."""
    pair = begun.playing()
    laid, ana = begun.table, begun.user
    (stale,) = [one for one in ana.messages if says(one, "practice.begun")]
    seen = len(ana.messages)
    await laid.forge(ana, stale, "train:strong:")
    assert says(stale, "practice.running", game=pair.id)
    assert (await pair.game()).ended is None

    await laid.press(ana, stale, "button.practice.again")
    assert says(stale, "practice.offer_again", game=pair.id)
    await begun.choose(stale, "strong")

    ended = (await pair.game()).ended
    assert ended is not None
    assert not told(ana.messages[seen:], "game.ended")
    again = begun.playing()
    assert again.code != pair.code
    assert (await again.game()).ended is None


@pytest.mark.article("7.2")
async def test_a_practice_game_ends_by_itself_after_fourteen_days(moved: Trainee) -> None:
    """No reminder comes; one silent message reports it, and requests do not count the loss."""
    pair = moved.playing()
    laid, ana = moved.table, moved.user
    known = len(laid.arbiter.messages), len(laid.operator.messages)
    seen = len(ana.messages)

    await laid.travel(2)
    await laid.travel_to(MORNING + timedelta(days=THINKING_DAYS + 1))
    assert (await pair.game()).ended is None
    assert len(ana.messages) == seen
    await laid.travel(1)

    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.ending is Ending.TIME
    (over,) = ana.messages[seen:]
    assert says(over, "practice.over", game=pair.id, days=THINKING_DAYS)
    assert over.silent
    assert (len(laid.arbiter.messages), len(laid.operator.messages)) == known
    (card,) = await laid.say(ana, "/joaca")
    await laid.forge(ana, card, "play:10:2:public")
    (listed,) = await laid.say(laid.sandbox.add_user("Dan", language_code="ro"), "/cereri")
    assert mentions(listed, "requests.punctual_new")
    assert "pierdute" not in listed.text


async def test_practice_counts_for_nothing(moved: Trainee, tmp_path: Path) -> None:
    """A practice game has no seat, leave, conditional move or message, and no public page."""
    pair = moved.playing()
    laid, ana = moved.table, moved.user

    (answer,) = await laid.say(ana, "- salut")
    assert says(answer, "chat.practice")
    answer = (await laid.say(ana, f"/conditie {pair.id} orice -> PAS"))[-1]
    assert mentions(answer, "fault.practice_answers_at_once", game=pair.id)
    (answer,) = await laid.say(ana, "/concediu 10.05 12.05")
    assert says(answer, "leave.no_match")
    (listed,) = await laid.say(ana, "/cereri")
    await laid.forge(ana, listed, "apart:")
    assert says(listed, "requests.blocks_nobody")
    site = await written(laid, tmp_path / "site")
    assert not [path for path, page in site.everything().items() if pair.code.encode() in page]

    code, one, _ = await laid.invite("Ana-Maria Pop", "Ion Rus")
    await laid.join(ana, one)

    names = {one.name for one in await _everybody(laid)}
    assert "Ana-Maria Pop" in names
    assert "Ana Pop" not in names
    assert code != pair.code


async def _everybody(laid: Table) -> list[people.Person]:
    async with laid.app.runtime.database.reading() as tx:
        return await people.everybody(tx)


async def test_a_real_game_comes_before_practice(begun: Trainee) -> None:
    """`/urmatoarea` opens the real game first, and no button counts practice as waiting."""
    laid, ana = begun.table, begun.user
    practice = begun.playing()
    real = await laid.match(red=ana)

    (board, *_) = await laid.say(ana, "/urmatoarea")
    assert real.code in board.text
    (preview,) = await laid.say(ana, f"{real.code} H8 COPAL")
    await laid.press(ana, preview, "button.send")

    assert not [each for each in preview.buttons if each.data == "next"]
    assert (await practice.game()).ended is None


async def test_the_program_agrees_to_end_early(moved: Trainee) -> None:
    """The program accepts such a proposal at once (art. 9.2)."""
    pair = moved.playing()
    laid, ana = moved.table, moved.user
    (question,) = await laid.say(ana, "/intrerupere")
    await laid.press(ana, question, "button.interruption")

    assert says(question, "practice.agreed", game=pair.id)
    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.ending is Ending.INTERRUPTED


async def test_who_is_forgotten_leaves_no_practice_game_running(begun: Trainee) -> None:
    """A practice game does not delay an erasure, and ends later without a message."""
    pair = begun.playing()
    laid, ana = begun.table, begun.user
    person = (await pair.game()).red.person
    known = len(laid.arbiter.messages), len(laid.operator.messages)
    async with laid.app.runtime.database.transaction() as tx:
        assert not (await obligations_of(tx, person)).in_play
        await forgetting.forget(tx, person, laid.sandbox.clock.now(), "Jucător retras")

    await laid.travel(1)

    assert (await pair.game()).ended is not None
    (hello,) = await laid.say(ana, "/start")
    assert says(hello, "start.hello")
    assert (len(laid.arbiter.messages), len(laid.operator.messages)) == known


async def test_the_board_shows_the_practice_game_and_its_answer(trainee: Trainee) -> None:
    """The program answers a move in the Mini App in the same way as one in the chat."""
    pair = await trainee.begin("strong")
    async with mini_app(trainee.table) as app:
        tab = await app.open(trainee.user)
        (listed,) = (await tab.get("/games")).json()
        assert listed["game"] == pair.id
        answer = await tab.move(pair.id, "H8 COPAL")
        assert answer.status_code == 200, answer.text
        assert (await tab.game(pair.id))["turn"] == "red"

    game = await pair.game()
    assert [type(move) for move in game.moves] == [PlacementMade] * 2
    assert game.blue.person == PROGRAM
    assert game.turn is Seat.RED


async def test_nobody_begins_practice_games_without_end(tmp_path: Path) -> None:
    """After ten games, here two, one an hour may begin, and the running game continues."""
    assert Allowance(10, timedelta(hours=1)) == PRACTICE
    two = RateLimits(replace(PRACTICE, burst=2))
    async with table(
        tmp_path, at=bucharest("2025-05-01"), gate=replace(open_gate(), practices=two)
    ) as laid:
        trainee = Trainee(laid, laid.sandbox.add_user("Ana Pop", language_code="ro"))
        pair = await trainee.begin()
        for _ in range(2):
            (card,) = await laid.say(trainee.user, "/exerseaza")
            await laid.press(trainee.user, card, "button.practice.again")
            await trainee.choose(card, "easy")
            pair = trainee.playing()

        assert mentions(trainee.user.messages[-1], "fault.practice_too_often")
        assert (await pair.game()).ended is None
        await laid.travel(1 / 24)
        (card,) = await laid.say(trainee.user, "/exerseaza")
        await laid.press(trainee.user, card, "button.practice.again")
        await trainee.choose(card, "easy")
        assert trainee.playing().code != pair.code
