"""Games that a ruling resumes after the closing of their phase (art. 9.4, 10.1)."""

from datetime import date, timedelta

import pytest

from engine.matches.match import MatchStage
from sandbox import Message
from tests.e2e.bench import lifting, offered, own_case, rule, tap, turn
from tests.e2e.harness import Table, bucharest
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told

FINISH = date(2025, 5, 27) + timedelta(days=20)


async def task_list(table: Table) -> Message:
    """Return the arbiter's task list."""
    (shown,) = await table.say(table.arbiter, "/mesa")
    return shown


@pytest.mark.article("9.4", "10.1")
async def test_a_game_reopened_after_the_closing_has_a_day_by_which_it_ends(
    running: Season,
) -> None:
    """A game reopened after the closing date is played until its own day, on the task list."""
    table, pair = running.table, (await running.pairs())[0]
    await table.travel_to(bucharest("2025-05-27", "09:00:00"))
    over = told(table.arbiter.messages, "closing.closed")[-1]
    for key in ("closing.end_all", "closing.usual", "button.decide"):
        await table.press(table.arbiter, over, key)
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
