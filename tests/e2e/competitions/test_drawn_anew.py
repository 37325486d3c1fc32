"""A result corrected after the next phase has started but before any move (art. 8.5, 10.2)."""

from pathlib import Path

import pytest

from engine.competitions.competition import Competition, CompetitionStage
from engine.games.events import Ending
from engine.matches.match import MatchStage
from tests.e2e.bench import has_button
from tests.e2e.championship import Championship
from tests.e2e.competitions.competition_course_shared import final_opened
from tests.e2e.harness import bucharest
from tests.e2e.harness import table as laid_out
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told


@pytest.mark.article("8.5", "10.2")
async def test_a_final_is_drawn_again_until_somebody_has_placed(tmp_path: Path) -> None:
    """Its matches are cancelled, all read who advances now, and the new matches are played.

    After the first move the draw stays; the arbiter reads the new order and gets no further offer.
    """
    async with laid_out(tmp_path, after=final_opened) as table:
        made = Season.at(table, *table.done).championship
        again = await _drawn_again(made)
        await _stays_after_a_move(made, again)


async def _drawn_again(made: Championship) -> Competition:
    """Correct a result in the final's first hours, and draw it again; return the competition."""
    table = made.table
    last = (await made.now()).phases[0].qualified[1][-1]
    await made.draw()
    await table.travel_to(bucharest("2025-10-10", "09:00:00"))
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
    await _is_not_verified(made, f"{before[0].code}/1")
    await made.draw()
    await made.steps("start")
    await table.travel(1 / 1440)
    again = await made.now()
    assert again.stage is CompetitionStage.RUNNING
    for listed in again.phase.matches:
        assert (await table.stored.match(listed.code)).stage is MatchStage.HOME
    return again


async def _is_not_verified(made: Championship, game: str) -> None:
    """Have a player of a cancelled game ask for its proof; they read why there is none."""
    names = await made.names()
    red = made.players[names[(await made.table.stored.game(game)).red.person]]
    (answer,) = await made.table.say(red, f"/verifica {game}")
    assert mentions(answer, "verify.drawn_again")


async def _stays_after_a_move(made: Championship, competition: Competition) -> None:
    """Have a player move, and correct another result."""
    table, names = made.table, await made.names()
    first = competition.phase.matches[0]
    game = await table.stored.game(f"{first.code}/1")
    red = made.players[names[first.red]]
    await table.answer_sheet(red, game.id, best(game) or "PAS")
    seen = len(table.arbiter.messages)

    await made.correct(competition.phases[0].qualified[1][-1])

    note = told(table.arbiter.messages[seen:], "comp.order_changed")[-1]
    assert not mentions(note, "comp.order_again_running")
    await made.say(f"/campionat {made.code}")
    assert not has_button(made.card, "button.comp.again")
    await table.forge(table.arbiter, made.card, f"c:{made.code}:again:yes")
    assert (await made.now()).phase.matches == competition.phase.matches


@pytest.mark.article("8.5", "10.2")
async def test_a_list_made_again_never_names_who_withdrew(tmp_path: Path) -> None:
    """Neither the note about the new order nor the new list names a finalist who withdrew."""
    async with laid_out(tmp_path, after=final_opened) as table:
        made = Season.at(table, *table.done).championship
        competition = await made.now()
        going, others = competition.phases[0].qualified
        gone, last = going[0].player, others[-1]
        who = (await made.names())[gone]
        await made.press("button.comp.players")
        await made.press("button.plain", label=who)
        await made.steps("withdraw", "yes_withdraw")

        seen = len(table.arbiter.messages)
        await made.correct(last)
        note = told(table.arbiter.messages[seen:], "comp.order_changed")[-1]
        assert mentions(note, "comp.order_going")
        (line,) = [line for line in note.text.splitlines() if "califica:" in line]
        await made.say(f"/campionat {made.code}")
        await made.steps("again", "yes_again")

        again = told(table.arbiter.messages, "comp.advanced_again")[-1]
        assert who not in again.text
        assert who not in line
        assert gone not in (await made.now()).phase.players
