"""Return games that neither player may begin: a disqualified player never wins (art. 9.1, 10.3)."""

from collections.abc import AsyncIterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.games.events import Ending
from engine.ids import GameId, Leg, PersonId
from engine.matches.match import Match, MatchStage
from sandbox import Message
from tests.e2e.bench import later, offered, own_case, rule
from tests.e2e.competitions.closing.closing_shared import end_all
from tests.e2e.harness import Table, bucharest, continues
from tests.e2e.harness import table as table_laid
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import facts_of, mentions, pattern, told

NOTHING = Decimal("0.0000")
THREE = ("Ana Pop", "Ion Rus", "Dan Ene")


until_4_may = pytest.mark.cup(*THREE, until="2025-05-04", exclusion="keep")


async def _home_resigned(made: Season, moves: int = 0) -> str:
    """Have Ion resign the home game against Ana; return their match."""
    ana, ion = await made.person("Ana Pop"), await made.person("Ion Rus")
    met = next(one for one in await made.matches() if one.players == {ana, ion})
    for _ in range(moves):
        await made.place(await made.table.stored.game(f"{met.code}/1"))
    await made.abandoned(GameId(f"{met.code}/1"), ion)
    return met.code


async def _exclude(made: Season, name: str) -> Message:
    """Disqualify a player in their game against Dan; return the card."""
    player, dan = await made.person(name), await made.person("Dan Ene")
    listed = next(one for one in await made.matches() if one.players == {player, dan})
    card = await own_case(made.table, f"{listed.code}/1")
    await rule(made.table, card, f"exclusion.{'red' if listed.red == player else 'blue'}")
    return card


@continues(cup_begun(*THREE, exclusion="keep"))
async def ana_excluded(laid: Table) -> tuple[Any, ...]:
    """Have Ion resign a game against Ana, who is then disqualified; return match and card, too."""
    made = Season.at(laid, *laid.done)
    code = await _home_resigned(made)
    return made.left, code, await _exclude(made, "Ana Pop")


@pytest_asyncio.fixture(name="excluded")
async def _excluded(tmp_path: Path) -> AsyncIterator[tuple[Season, str, Message]]:
    """Give that cup, the match of Ana and Ion, and the card of Ana's case."""
    async with table_laid(tmp_path, after=ana_excluded) as laid:
        left, code, card = laid.done
        yield Season.at(laid, *left), code, card


def _worth(match: Match) -> set[Decimal]:
    """Return both players' coefficients of the return game."""
    (result,) = (one for one in match.results if one.leg is Leg.RETURN)
    return {result.red, result.blue}


async def _loser(made: Season, code: str) -> PersonId | None:
    game = await made.table.stored.game(f"{code}/2")
    assert game.ended is not None
    assert game.ended.ending is Ending.NO_SHOW
    return None if game.ended.by is None else game.side(game.ended.by).person


@pytest.mark.article("9.1", "10.3")
async def test_a_return_game_of_two_excluded_players_brings_nobody_a_win(
    excluded: tuple[Season, str, Message],
) -> None:
    """Both get 0; if one is reinstated, only the other loses; if both are, they play.

    In the case's own game a disqualified Red who never placed gets 0 and the opponent 1.5300.
    """
    made, code, card = excluded
    table = made.table
    there = (await table.stored.match(facts_of(card, "case.card")["case"][:4])).results[0]
    assert (there.red, there.blue) == (NOTHING, Decimal("1.5300"))
    cards = {"Ana Pop": card, "Ion Rus": await _exclude(made, "Ion Rus")}
    await later(table, 5)
    match = await table.stored.match(code)
    assert match.stage is MatchStage.PROPOSED
    assert _worth(match) == {NOTHING}
    assert await _loser(made, code) is None

    await table.press(table.arbiter, cards["Ana Pop"], "button.case.reverse")
    assert mentions(cards["Ana Pop"], "effect.there_lost", game=f"{code}/2", who="Ion Rus")
    await rule(table, cards["Ana Pop"], offered(cards["Ana Pop"])[0])

    assert await _loser(made, code) == await made.person("Ion Rus")
    assert _worth(await table.stored.match(code)) == {NOTHING, Decimal("1.5300")}
    await table.press(table.arbiter, cards["Ion Rus"], "button.case.reverse")
    assert mentions(cards["Ion Rus"], "effect.there_goes_on", game=f"{code}/2")
    await rule(table, cards["Ion Rus"], offered(cards["Ion Rus"])[0])
    assert (await table.stored.match(code)).running is Leg.RETURN


@pytest.mark.article("9.1", "9.4", "10.3")
@pytest.mark.parametrize("moves", [0, 2])
@until_4_may
async def test_nor_does_one_that_the_closing_overtook(season: Season, moves: int) -> None:
    """Ana is disqualified and wins nothing, though Ion resigned; an absent player has 0, too.

    The opponent reads that Ana is disqualified, and not that it was Ana's turn.
    """
    made, table, code = season, season.table, await _home_resigned(season, moves)
    await _exclude(made, "Ana Pop")
    await table.travel_to(bucharest("2025-05-10", "09:00:00"))
    over = told(table.arbiter.messages, "closing.closed")[-1]
    (row,) = [line for line in over.text.split("\n\n") if f"{code}/2" in line]
    assert pattern("ending.no_show" if moves else "ending.nobody").search(row)
    for name, key in (("Ana Pop", "closing.excluded"), ("Ion Rus", "closing.partner_excluded")):
        user = made.players[name]
        (asked,) = told(user.messages, "closing.question", game=f"{code}/2")
        assert mentions(asked, key if moves else "closing.never_began")

    await end_all(table, over)

    ion = await made.person("Ion Rus")
    match = await table.stored.match(code)
    (result,) = (one for one in match.results if one.leg is Leg.RETURN)
    own = dict(zip(match.colours(Leg.RETURN), (result.red, result.blue), strict=True))
    assert own.pop(ion) == (Decimal("1.5300") if moves else NOTHING)
    assert set(own.values()) == {NOTHING}


@pytest.mark.article("9.1", "10.3")
async def test_nor_is_it_won_by_who_was_excluded_before_the_opponent_left(
    excluded: tuple[Season, str, Message],
) -> None:
    """The resigning player's question says so, and the disqualified opponent reads the same."""
    made, code, _ = excluded
    table = made.table
    ion, ana = made.players["Ion Rus"], made.players["Ana Pop"]
    (question,) = await table.say(ion, "/retragere")
    await table.press(ion, question, "button.retire_from")
    await table.press(ion, question, "button.retire")

    assert _worth(await table.stored.match(code)) == {NOTHING}
    (heard,) = told(ana.messages, "retire.partner", match=code)
    assert mentions(heard, "retire.partner_row", game=f"{code}/2", own="0.0000")
