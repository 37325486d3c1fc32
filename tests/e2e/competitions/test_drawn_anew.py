"""A result corrected after the next phase has started but before any move (art. 8.5, 10.2)."""

import pytest

from engine.competitions.competition import CompetitionStage
from engine.games.events import Ending
from engine.matches.match import MatchStage
from tests.e2e.bench import has_button
from tests.e2e.competitions.test_competition_course import opened_final
from tests.e2e.harness import Table, bucharest
from tests.e2e.plays import best
from tests.e2e.texts import mentions, told

FINAL = bucharest("2025-10-10", "09:00:00")


@pytest.mark.article("8.5", "10.2")
async def test_a_final_in_which_nobody_has_placed_is_drawn_again(table: Table) -> None:
    """Its matches are cancelled, all read who advances now, and the new matches are played."""
    made = await opened_final(table)
    advanced = (await made.now()).phases[0].advanced
    assert advanced is not None
    last = advanced.reserves[-1]
    await made.draw()
    await table.travel_to(FINAL)
    before = (await made.now()).phase.matches
    assert (await table.stored.match(before[0].code)).stage is MatchStage.HOME
    seen = len(table.arbiter.messages)

    await made.correct(last)

    assert mentions(
        told(table.arbiter.messages[seen:], "comp.order_changed")[-1], "comp.order_again_running"
    )
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.again")
    assert mentions(made.card, "comp.ask.again_running")
    seen = len(made.players["Ana Pop"].messages)
    await made.press("button.comp.yes_again")

    after = await made.now()
    assert after.stage is CompetitionStage.OPEN
    assert last in after.phase.players
    assert told(made.players["Ana Pop"].messages[seen:], "comp.redrawn")
    for listed in before:
        assert (await table.stored.match(listed.code)).stage is MatchStage.CANCELLED
        game = await table.stored.game(f"{listed.code}/1")
        assert game.ended is not None
        assert game.ended.ending is Ending.CANCELLED
    await made.draw()
    await made.steps("start")
    await table.travel(1 / 1440)
    again = await made.now()
    assert again.stage is CompetitionStage.RUNNING
    for listed in again.phase.matches:
        assert (await table.stored.match(listed.code)).stage is MatchStage.HOME


@pytest.mark.article("10.2")
async def test_a_final_in_which_somebody_has_placed_is_not_drawn_again(table: Table) -> None:
    """The draw stays; the arbiter reads the new order and gets no further offer."""
    made = await opened_final(table)
    advanced = (await made.now()).phases[0].advanced
    assert advanced is not None
    await made.draw()
    await table.travel_to(FINAL)
    competition, names = await made.now(), await made.names()
    first = competition.phase.matches[0]
    game = await table.stored.game(f"{first.code}/1")
    red = made.players[names[first.red]]
    await table.answer_sheet(red, game.id, best(game) or "PAS")
    seen = len(table.arbiter.messages)

    await made.correct(advanced.reserves[-1])

    note = told(table.arbiter.messages[seen:], "comp.order_changed")[-1]
    assert not mentions(note, "comp.order_again_running")
    await made.say(f"/campionat {made.code}")
    assert not has_button(made.card, "button.comp.again")
    await table.forge(table.arbiter, made.card, f"c:{made.code}:again:yes")
    assert (await made.now()).phase.matches == competition.phase.matches
