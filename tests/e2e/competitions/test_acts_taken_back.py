"""Acts before the start of a phase that the arbiter takes back: one button, a reason, no trace."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.participation import free_places, participation, reserves
from engine.competitions.status import Role
from engine.ids import PersonId
from tests.e2e.bench import has_button
from tests.e2e.championship import FOUR, Championship, press
from tests.e2e.competitions.competition_course_shared import final_opened
from tests.e2e.grouped import linked, posts
from tests.e2e.harness import bucharest
from tests.e2e.harness import table as laid_out
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told


@pytest_asyncio.fixture(name="final")
async def _final(tmp_path: Path) -> AsyncIterator[Championship]:
    """Give a competition whose final is open for the players who advanced."""
    async with laid_out(tmp_path, after=final_opened) as laid:
        yield Season.at(laid, *laid.done).championship


async def player(made: Championship, name: str) -> None:
    """Show the card of a player of the present phase."""
    await made.say(f"/campionat {made.code}")
    await made.press("button.comp.players")
    await made.press("button.plain", label=name)


async def taken_back(made: Championship, kind: str) -> str:
    """Press that button on the card, give the usual reason and confirm; return the preview."""
    (asked,) = await made.press(f"button.comp.undo_{kind}")
    shown = asked.text
    await press(made.table, made.arbiter, asked, "taken_back.usual")
    await press(made.table, made.arbiter, asked, "button.decide")
    assert mentions(asked, "taken_back.done")
    return shown


def seen(now: Competition) -> object:
    """Return everybody's seat, and the stage."""
    return now.phase.entries, now.phase.groups, now.phase.matches, now.stage, now.number


async def withdrawn(made: Championship) -> tuple[PersonId, str]:
    """Have the arbiter withdraw the first finalist; return who it was, with the name."""
    gone = (await made.now()).phase.players[0]
    name = (await made.names())[gone]
    await player(made, name)
    await made.steps("withdraw", "yes_withdraw")
    return gone, name


async def test_an_entry_is_taken_back_from_the_players_card(entered: Championship) -> None:
    """The player reads it and was never entered; after the draw there is no such button."""
    championship, ana = entered, entered.players["Ana Pop"]
    before = await championship.now()
    who = next(one for one, name in (await championship.names()).items() if name == "Ana Pop")
    await player(championship, "Ana Pop")

    await taken_back(championship, "entry")

    after = await championship.now()
    assert participation(after, who).role is Role.STRANGER
    assert len(after.phase.players) == len(before.phase.players) - 1
    assert told(ana.messages, "taken_back.you_out")
    await championship.say(f"/campionat {championship.code}")
    await championship.steps("commit", "yes_commit")
    await player(championship, "Ion Rus")
    assert not has_button(championship.card, "button.comp.undo_entry")


async def _reserves_seat_taken_back(final: Championship) -> None:
    """Take back a seat given to a reserve: it is free again, and the reserve is offered at once."""
    await withdrawn(final)
    before = await final.now()
    reserve = reserves(before)[0].player
    await final.press("button.comp.fill")
    names = await final.names()
    await player(final, names[reserve])

    await taken_back(final, "filling")

    after = await final.now()
    assert seen(after) == seen(before)
    assert free_places(after)
    await final.say(f"/campionat {final.code}")
    await final.press("button.comp.fill")
    assert (await final.now()).phase.players[-1] == reserve


async def test_a_replacement_is_taken_back(entered: Championship) -> None:
    """The replaced player has the same seat again and reads it."""
    championship, ana = entered, entered.players["Ana Pop"]
    await championship.draw()
    before = await championship.now()
    await player(championship, "Ana Pop")
    await championship.press("button.comp.replace")
    await championship.say("Zoe Nica")
    await player(championship, "Zoe Nica")

    await taken_back(championship, "replacement")

    assert seen(await championship.now()) == seen(before)
    assert told(ana.messages, "taken_back.you_in")


async def test_a_list_that_a_replacement_changed_is_sent_again_once_it_is_taken_back(
    championship: Championship,
) -> None:
    """Their opponent reads last the list that counts."""
    await championship.enter(FOUR)
    ema = await championship.claim("Ema Ilie")
    await championship.draw()
    await championship.press("button.comp.publish")
    await player(championship, "Ana Pop")
    await championship.press("button.comp.replace")
    await championship.say("Zoe Nica")
    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.publish")
    (first, second) = told(ema.messages, "comp.own")
    await player(championship, "Zoe Nica")
    await taken_back(championship, "replacement")

    await championship.say(f"/campionat {championship.code}")
    await championship.press("button.comp.publish")

    assert [each.text for each in told(ema.messages, "comp.own")] == [
        first.text,
        second.text,
        first.text,
    ]
    assert first.text != second.text


async def test_the_phase_before_is_opened_again(final: Championship) -> None:
    """The question names what no longer applies; results stay, and the next phase opens again.

    An act between question and confirmation is named first. A reserve's seat is taken back, too;
    once the phase runs, nothing of it is.
    """
    opened = await final.now()
    group = await linked(Season(final))
    _, who = await withdrawn(final)
    await final.draw()
    await final.say(f"/campionat {final.code}")
    (asked,) = await final.press("button.comp.undo_advance")
    assert mentions(asked, "taken_back.idle_withdrawal", who=who)
    assert mentions(asked, "taken_back.idle_draw")

    await taken_back(final, "advance")

    now = await final.now()
    assert (now.stage, now.number) == (CompetitionStage.RUNNING, 0)
    assert now.phase.results == opened.phases[0].results
    assert told(final.players["Ana Pop"].messages, "taken_back.you_advance")
    assert told(posts(group), "post.reopened")
    await final.say(f"/campionat {final.code}")
    await final.steps("advance", "yes_advance")
    assert (await final.now()).phase.players == opened.phase.players
    await _previewed_again(final)
    await final.say(f"/campionat {final.code}")
    await final.steps("advance", "yes_advance")
    await _reserves_seat_taken_back(final)
    await _not_taken_back(final)


async def _previewed_again(final: Championship) -> None:
    """Act between question and confirmation: the act is named before the decision is made."""
    await final.say(f"/campionat {final.code}")
    (asked,) = await final.press("button.comp.undo_advance")
    await press(final.table, final.arbiter, asked, "taken_back.usual")
    gone, who = await withdrawn(final)

    await press(final.table, final.arbiter, asked, "button.decide")

    assert mentions(asked, "taken_back.idle_withdrawal", who=who)
    assert (await final.now()).number == 1
    await press(final.table, final.arbiter, asked, "button.decide")
    assert (await final.now()).number == 0
    assert gone in (await final.now()).phase.players


async def _not_taken_back(final: Championship) -> None:
    """Press old buttons once the games of the phase exist: they answer with the reason."""
    await final.draw()
    await final.table.travel_to(bucharest("2025-10-10", "09:00:00"))
    await final.say(f"/campionat {final.code}")
    assert not has_button(final.card, "button.comp.undo_advance")

    for what, why in (("advance:0", "phase_running"), ("withdrawal:1", "button_unknown")):
        await final.table.forge(final.arbiter, final.card, f"c:{final.code}:undo:{what}")

        assert (await final.now()).stage is CompetitionStage.RUNNING
        assert mentions(final.arbiter.last, f"fault.{why}"), what
