"""A place that an arbiter frees in mid-game, and that nobody takes (art. 9.1, 9.6)."""

from decimal import Decimal

import pytest

from tests.e2e.bench import own_case
from tests.e2e.harness import Table, bucharest
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told


async def freed(season: Season, name: str) -> None:
    """Have the arbiter free the place of that player."""
    made, table = season.championship, season.table
    await made.say(f"/campionat {season.code}")
    await made.steps("players")
    await made.press("button.plain", label=name)
    await made.press("button.comp.free")
    (shown,) = await table.say(table.arbiter, "Are alt cont.")
    await table.press(table.arbiter, shown, "button.decide")


@pytest.mark.article("9.1", "9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-20")
async def test_a_place_freed_in_mid_game_is_an_abandonment_at_the_closing(
    table: Table, season: Season
) -> None:
    """The card says when it was freed and what had arrived before; the proposal is not 1–1."""
    (pair,) = await season.pairs()
    for user in (pair.red, pair.blue, pair.red):
        await table.answer_sheet(user, pair.id, best(await pair.game()) or "PAS")
    await table.travel_to(bucharest("2025-05-08", "09:00:00"))
    blue = next(name for name, user in season.players.items() if user is pair.blue)
    await freed(season, blue)
    card = await own_case(table, pair.id)
    assert mentions(card, "silence.place_free", who=blue, on="2025-05-08")
    assert mentions(card, "case.delivered", who=blue)
    assert not mentions(card, "case.never_delivered")
    await table.travel_to(bucharest("2025-05-26", "09:00:00"))
    over = told(table.arbiter.messages, "closing.closed")[-1]

    for key in ("closing.end_all", "closing.usual", "button.decide"):
        await table.press(table.arbiter, over, key)

    home = (await table.stored.match(pair.code)).results[0]
    assert home.red > Decimal(1) > home.blue
