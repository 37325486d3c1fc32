"""Every act of an arbiter, and a withdrawal, can be taken back where it is shown (art. 10.1).

Games, status and figures are then what they were. The act's own card offers it, as the card of an
extension does, with a reason and a second tap.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.games.events import Ending
from engine.games.game import Stage
from engine.ids import Leg, PersonId
from sandbox import Message
from tests.e2e.bench import own_case, rule
from tests.e2e.cases.effects.acts_taken_back_shared import instead_of_a_loss, undone
from tests.e2e.cases.effects.figures_taken_over_shared import results, taken
from tests.e2e.harness import Pair, table
from tests.e2e.matches.endings_shared import both_have_moved, resign
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told, worded

three = pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")


@pytest_asyncio.fixture(name="moved")
async def _moved(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in whose home game Red has made a move and Blue has passed."""
    async with table(tmp_path, after=both_have_moved) as laid:
        yield Pair(laid, *laid.done)


async def withdrawn(season: Season) -> Message:
    """Have Ana withdraw from the cup; return the arbiter's notice."""
    laid, ana = season.table, season.players["Ana Pop"]
    (question,) = await laid.say(ana, "/retragere")
    await laid.press(ana, question, "button.retire")
    (notice,) = told(laid.arbiter.messages, "retire.arbiter", who="Ana Pop")
    return notice


async def all_run(season: Season, player: PersonId) -> bool:
    """Return whether the player's home games run, and no return game has an end."""
    for match in await season.matches(of=player):
        if (await season.game(match.code, Leg.HOME)).stage is not Stage.RUNNING:
            return False
        if (await season.table.stored.match(match.code)).ended:
            return False
    return True


async def plays_again(season: Season, player: PersonId) -> bool:
    """Return whether games, the player's own card and the table know of no withdrawal."""
    laid, ana = season.table, season.players["Ana Pop"]
    (own,) = await laid.say(ana, f"/campionat {season.code}")
    (standings,) = await laid.say(laid.arbiter, f"/clasament {season.code}")
    return (
        await all_run(season, player)
        and not mentions(own, "comp.own_left")
        and worded("standings.withdrew") not in standings.text
        and not mentions(standings, "standings.retired", who="Ana Pop")
    )


@pytest.mark.article("8.5")
async def test_the_arbiter_takes_figures_taken_over_back(given_up: Pair) -> None:
    """The calculated figures are proposed again."""
    pair, laid = given_up, given_up.table
    before = await results(pair)
    card = await taken(pair, "1,2 0,8")
    assert await results(pair) != before

    await undone(laid, laid.arbiter, card)

    assert await results(pair) == before


@pytest.mark.article("9.1", "9.4", "10.3")
async def test_a_milder_ruling_in_place_of_a_loss_lets_the_game_go_on(moved: Pair) -> None:
    """*Avertisment* in its place lets a game that the loss ended continue.

    A level game after a resignation is lifted to that resignation; it does not resume.
    """
    pair, laid = moved, moved.table
    card = await own_case(laid, pair.id)
    assert await instead_of_a_loss(pair, card, "warning.red") is None
    await resign(pair, pair.blue)
    before = (await pair.game()).ended
    card = await own_case(laid, pair.id)
    await rule(laid, card, "level")

    await rule(laid, card, "lifted")

    ended = (await pair.game()).ended
    assert before is not None
    assert ended is not None
    assert (ended.ending, ended.by) == (Ending.ABANDONED, before.by)


@pytest.mark.article("9.1")
@three
async def test_the_notice_of_a_withdrawal_takes_it_back(season: Season) -> None:
    """The arbiter reads that a player has left, and one button lifts it."""
    laid, ana = season.table, await season.person("Ana Pop")
    notice = await withdrawn(season)
    assert not await all_run(season, ana)

    await undone(laid, laid.arbiter, notice)

    assert await plays_again(season, ana)


@pytest.mark.article("6.1")
async def test_the_arbiter_takes_a_channel_back(moved: Pair) -> None:
    """The players write through the bot again."""
    pair, laid = moved, moved.table
    (why,) = await laid.say(laid.arbiter, f"/legatura {pair.code} e-mail")
    await laid.press(laid.arbiter, why, "means.usual")
    await laid.press(laid.arbiter, why, "button.decide")
    assert (await laid.stored.match(pair.code)).channel_settings.channel == "email"

    await undone(laid, laid.arbiter, why)

    assert (await laid.stored.match(pair.code)).channel_settings.channel == ""
