"""A waiting claim whose author is disqualified before the ruling (art. 7.2, 10.3)."""

import pytest

from engine.games.events import Ending
from engine.ids import Seat
from tests.e2e.bench import card_of, claim, offered, own_case, rule
from tests.e2e.harness import bucharest
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions


@pytest.mark.article("7.2", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene", exclusion="keep")
async def test_a_time_claim_keeps_its_facts_when_the_claimant_is_excluded(season: Season) -> None:
    """The card counts days as of the claim and offers the loss on time in the opponent's favour."""
    table = season.table
    pair = (await season.pairs())[0]
    await pair.place(pair.red, "H8 CASA")
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    await pair.place(pair.red, best(await pair.game()) or "PAS")
    await table.travel_to(bucharest("2025-05-26"))
    case = await claim(pair, pair.red, "time")
    card = card_of(table.arbiter, case)
    late = pair.blue.name.removesuffix(" de pe telefon")
    assert mentions(card, "case.days_over", who=late, used=24, allowance=20)
    match = await table.stored.match(pair.code)
    other = next(one for one in await season.matches(of=match.red) if one.code != pair.code)
    own = await own_case(table, f"{other.code}/1")
    await table.travel(1)

    await rule(table, own, f"exclusion.{'red' if other.red == match.red else 'blue'}")

    game = await table.stored.game(f"{pair.code}/1")
    assert game.ended is not None
    assert (game.ended.ending, game.ended.by) == (Ending.EXCLUDED, Seat.RED)
    assert mentions(card, "case.days_over", who=late, used=24, allowance=20)
    assert mentions(card, "ending.excluded")
    assert offered(card)[0] == "lost_on_time.blue"
    await rule(table, card, "lost_on_time.blue")
    result = (await table.stored.match(pair.code)).results[0]
    assert result.blue < 1 < result.red
