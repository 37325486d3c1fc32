"""Games that a ruling resumes after the closing of their phase (art. 9.4, 10.1)."""

from datetime import date, timedelta

import pytest

from engine.matches.match import MatchStage
from sandbox import Message
from tests.e2e.bench import lifting, offered, own_case, rule, tap, turn
from tests.e2e.competitions.closing.closing_shared import end_all
from tests.e2e.harness import Table, bucharest
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told, worded

FINISH = date(2025, 5, 27) + timedelta(days=20)


async def task_list(table: Table) -> Message:
    """Return the arbiter's task list."""
    (shown,) = await table.say(table.arbiter, "/mesa")
    return shown


@pytest.mark.article("9.4", "10.1")
async def test_a_game_reopened_after_the_closing_has_a_day_by_which_it_ends(
    ended: tuple[Season, Message],
) -> None:
    """A game reopened after the closing date is played until its own day, on the task list."""
    running, _ = ended
    table, pair = running.table, (await running.pairs())[0]
    assert (await table.stored.match(pair.code)).stage is MatchStage.PROPOSED
    card = await own_case(table, pair.id)
    until = FINISH.isoformat()
    await turn(table, table.arbiter, card)
    assert mentions(card, "effect.finish_by", match=pair.code, until=until)

    await rule(table, card, lifting(card))

    assert (await table.stored.match(pair.code)).play_until == FINISH
    decided = told(pair.red.messages, "case.decision")[-1]
    assert mentions(decided, "effect.finish_by", match=pair.code, until=until)
    (listed,) = await table.say(pair.red, "/jocuri")
    assert mentions(listed, "games.row_mine", game=pair.id)
    await table.answer_sheet(pair.red, pair.id, best(await pair.game()) or "PAS")
    assert len((await pair.game()).moves) == 3
    assert mentions(await task_list(table), "docket.reopened")
    (closing,) = await table.say(table.arbiter, f"/inchidere {running.code}")
    assert pair.id not in closing.text

    await table.travel_to(bucharest("2025-06-20", "09:00:00"))

    assert mentions(await task_list(table), "docket.reopened")
    (listed,) = await table.say(pair.blue, "/jocuri")
    assert mentions(listed, "games.row_closed", game=pair.id, closing=until)
    await tap(table, table.arbiter, await task_list(table), f"mesa:open:reopened:{pair.id}")
    card = table.arbiter.messages[-1]
    await rule(table, card, "level")
    assert not mentions(await task_list(table), "docket.reopened")


@pytest.mark.article("7.1", "9.4")
async def test_a_return_game_that_a_reopened_match_cannot_begin_waits_for_statements(
    running: Season,
) -> None:
    """The arbiter may not end it before the answers are due, and other games need not wait."""
    table, pair = running.table, (await running.pairs())[0]
    await table.travel_to(bucharest("2025-05-19", "09:00:00"))
    await rule(table, await own_case(table, pair.id), "abandoned.red")
    await table.travel_to(bucharest("2025-05-22", "09:00:00"))
    card = await own_case(table, pair.id)
    await turn(table, table.arbiter, card)
    await rule(table, card, lifting(card))
    assert (await table.stored.match(pair.code)).play_until == date(2025, 6, 11)
    await table.travel_to(bucharest("2025-06-10", "09:00:00"))
    (asked,) = await table.say(pair.blue, f"/abandon {pair.id}")
    await table.press(pair.blue, asked, "button.abandon")
    await table.travel_to(bucharest("2025-06-12", "09:00:00"))

    await _end_all(table)

    assert (await table.stored.match(pair.code)).stage is MatchStage.BETWEEN
    (listed,) = await table.say(table.arbiter, f"/inchidere {running.code}")
    assert f"{pair.code}/2" in listed.text
    assert listed.buttons == ()
    await table.travel_to(bucharest("2025-06-17", "09:00:00"))
    (card,) = await table.say(table.arbiter, f"/inchidere {running.code}")
    await tap(table, table.arbiter, card, f"close1:{pair.code}")
    asked = table.arbiter.last
    table.arbiter.press(asked, worded("closing.usual_match", closing="2025-06-11"))
    await table.settle()
    await table.press(table.arbiter, asked, "button.decide")
    assert (await table.stored.match(pair.code)).stage is MatchStage.PROPOSED


async def _end_all(table: Table) -> None:
    """Have the arbiter end everything that is settled; check that nothing is refused."""
    (card,) = await table.say(table.arbiter, "/inchidere")
    assert says(await end_all(table, card), "closing.done")


@pytest.mark.article("9.4", "10.3")
async def test_an_exclusion_lifted_after_the_closing_lets_its_games_be_played(
    running: Season,
) -> None:
    """Each resumed game has a last day, which the card names."""
    table, pair = running.table, (await running.pairs())[0]
    card = await own_case(table, pair.id)
    await rule(table, card, "exclusion.red")
    await table.travel_to(bucharest("2025-05-27", "09:00:00"))
    await table.press(table.arbiter, card, "button.case.reverse")
    until = FINISH.isoformat()
    assert mentions(card, "effect.finish_by", match=pair.code, until=until)

    await rule(table, card, offered(card)[0])

    match = await table.stored.match(pair.code)
    assert match.play_until == FINISH
    assert match.all_running
    await table.answer_sheet(pair.red, pair.id, best(await pair.game()) or "PAS")
    assert len((await pair.game()).moves) == 3
    assert mentions(await task_list(table), "docket.reopened")
