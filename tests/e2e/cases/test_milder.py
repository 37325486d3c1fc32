"""A milder ruling in place of another restores what that one changed (art. 10.1, 10.3)."""

import pytest

from tests.e2e.bench import choose, own_case, rule, tap
from tests.e2e.harness import Pair
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told


@pytest.mark.article("7.2", "10.1")
async def test_a_warning_in_place_of_days_takes_the_days_back(pair: Pair) -> None:
    """The arbiter reads before, and both players after, that the days are as before."""
    laid = pair.table
    before = (await pair.game()).allowance((await pair.game()).turn)
    card = await own_case(laid, pair.id)
    await choose(laid, card, "extension", "extension.red.n5")
    assert (await pair.game()).allowance((await pair.game()).turn) == before + 5

    await laid.press(laid.arbiter, card, "button.case.reverse")
    done = await rule(laid, card, "warning.red")

    assert mentions(done, "ruling.done")
    assert (await pair.game()).allowance((await pair.game()).turn) == before
    for user in (pair.red, pair.blue):
        assert len(told(user.messages, "case.decision")) == 3


@pytest.mark.article("10.1", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_warning_in_place_of_a_disqualification_reinstates_the_player(
    season: Season,
) -> None:
    """The player is in the competition again, and all their games go on."""
    laid = season.table
    pair = (await season.pairs())[0]
    person = (await pair.game()).red.person
    card = await own_case(laid, pair.id)
    await rule(laid, card, "exclusion.red")
    assert (await season.competition()).excluded == {person}

    await laid.press(laid.arbiter, card, "button.case.reverse")
    (asked,) = await tap(laid, laid.arbiter, card, f"rule:{pair.id}#1:warning.red")
    assert mentions(asked, "effect.there_goes_on")
    (shown,) = await laid.say(laid.arbiter, "A fost o greșeală.")
    await laid.press(laid.arbiter, shown, "button.decide")

    assert not (await season.competition()).excluded
    games = [
        (await laid.stored.game(f"{match.code}/1")) for match in await season.matches(of=person)
    ]
    assert [game.ended for game in games] == [None, None]
