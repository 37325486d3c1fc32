"""An arbiter's card announces exactly the effects of the ruling (art. 10.3)."""

from decimal import Decimal

import pytest

from engine.ids import GameId, Leg, MatchCode
from engine.matches.match import MatchStage
from tests.e2e.bench import (
    REASON,
    choose,
    confirm,
    offered,
    own_case,
    rule,
    tap,
    turn,
)
from tests.e2e.harness import Pair
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, told


@pytest.mark.article("10.3")
async def test_a_penalty_in_a_game_in_play_is_announced_with_the_points_that_will_come_off(
    pair: Pair,
) -> None:
    """Card and players read the same figure when it is lifted; an absent one cannot be lifted."""
    laid = pair.table
    card = await own_case(laid, pair.id)
    await choose(laid, card, "penalty", "penalty.blue.p0.3")
    for user in (pair.red, pair.blue):
        decision = told(user.messages, "case.decision")[-1]
        assert mentions(decision, "effect.penalty_ahead", who="Ion Rus", game=pair.id)
        assert not mentions(decision, "effect.nothing")

    await laid.press(laid.arbiter, card, "button.case.reverse")
    assert offered(card)[0] == "lifted"
    assert mentions(card, "effect.penalty_none", who="Ion Rus", game=pair.id)
    await rule(laid, card, "lifted")
    assert (await laid.stored.match(pair.code)).penalties == {}

    later = await own_case(laid, pair.id)
    case = facts_of(later, "case.card")["case"]
    await laid.forge(laid.arbiter, later, f"rule:{case}:penalty.blue.p0")
    assert mentions(laid.arbiter.last, "fault.no_penalty")


@pytest.mark.article("10.3")
async def test_a_case_ruled_again_lifts_the_penalty_that_it_gave(pair: Pair) -> None:
    """A later warning replaces the penalty of its case; the penalty of another case remains."""
    laid = pair.table
    first, second = await own_case(laid, pair.id), None
    await choose(laid, first, "penalty", "penalty.blue.p0.3")
    second = await own_case(laid, pair.id)
    await choose(laid, second, "penalty", "penalty.blue.p0.2")

    await laid.press(laid.arbiter, first, "button.case.reverse")
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


@pytest.mark.article("10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_the_card_of_an_exclusion_names_the_return_games_still_to_begin(
    season: Season,
) -> None:
    """The card names the return games of every match that will not be played for now."""
    laid = season.table
    pairs = await season.pairs()
    pair = pairs[0]
    out = (await laid.stored.match(pair.code)).first
    (other,) = [one for one in pairs[1:] if out in (await laid.stored.match(one.code)).people]
    partner = (await laid.stored.match(other.code)).partner(out)
    await season.abandoned(GameId(other.id), partner)
    card = await own_case(laid, pair.id)
    await turn(laid, laid.arbiter, card)

    game = await pair.game()
    seat = "red" if game.red.person == out else "blue"
    for code in (pair.code, other.code):
        assert mentions(card, "effect.not_to_begin", game=f"{code}/2")
    await rule(laid, card, f"exclusion.{seat}")
    decision = told(pair.blue.messages, "case.decision")[-1]
    for code in (pair.code, other.code):
        assert mentions(decision, "effect.not_to_begin", game=f"{code}/2")

    await laid.press(laid.arbiter, card, "button.case.reverse")
    assert mentions(card, "effect.to_begin", game=f"{other.code}/2")
