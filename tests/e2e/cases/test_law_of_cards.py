"""An arbiter's card announces exactly the effects of the ruling (art. 10.3)."""

from decimal import Decimal

import pytest

from engine.ids import GameId, Leg, MatchCode
from engine.matches.match import MatchStage
from tests.e2e.bench import (
    REASON,
    choose,
    confirm,
    own_case,
    rule,
    tap,
)
from tests.e2e.harness import Pair
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, told


@pytest.mark.article("10.3")
async def test_a_case_ruled_again_lifts_the_penalty_that_it_gave(pair: Pair) -> None:
    """A later warning replaces the penalty of its case; the penalty of another case remains."""
    laid = pair.table
    first, second = await own_case(laid, pair.id), None
    await choose(laid, first, "penalty", "penalty.blue.p0.3")
    second = await own_case(laid, pair.id)
    await choose(laid, second, "penalty", "penalty.blue.p0.2")

    await rule(laid, first, "warning.blue")

    blue = (await pair.game()).blue.person
    penalties = (await laid.stored.match(pair.code)).penalties
    assert penalties == {(blue, Leg.HOME): Decimal("0.2")}
    decision = told(pair.blue.messages, "case.decision")[-1]
    assert mentions(decision, "ruling.warning", who="Ion Rus")
    assert mentions(decision, "effect.penalties", who="Ion Rus", points="0.2")


@pytest.mark.article("5.3", "8.5")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_score_corrected_after_approval_reaches_the_standings(
    season: Season,
) -> None:
    """A corrected score changes the standings even if the coefficients stay equal."""
    laid = season.table
    pair = (await season.pairs())[0]
    game = await pair.game()
    word = best(game)
    assert word is not None
    await pair.place(pair.red, word)
    await season.abandoned(GameId(f"{pair.code}/1"), game.blue.person)
    (listed,) = [one for one in await season.matches() if one.code == pair.code]
    await season.return_now(listed)
    await season.abandoned(GameId(f"{pair.code}/2"), game.red.person)
    await season.homologate(pair)
    match = await laid.stored.match(MatchCode(pair.code))
    assert match.stage is MatchStage.HOMOLOGATED
    before = (await season.competition()).phase.results[GameId(f"{pair.code}/1")]

    card = await own_case(laid, f"{pair.code}/1")
    case = facts_of(card, "case.card")["case"]
    await tap(laid, laid.arbiter, card, f"k:{case}:more:score")
    await laid.forge(laid.arbiter, laid.arbiter.last, f"rule:{case}:score.m0.n9")
    await confirm(laid, laid.arbiter, REASON, laid.arbiter.last)

    after = (await season.competition()).phase.results[GameId(f"{pair.code}/1")]
    assert (after.red, after.blue) == (before.red, before.blue)
    assert (before.red_score, after.red_score) != (9, before.red_score)
    assert after.red_score == 9
