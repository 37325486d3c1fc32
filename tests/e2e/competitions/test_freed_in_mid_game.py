"""A seat that an arbiter frees during games, and that nobody takes (art. 9.1, 9.6)."""

from decimal import Decimal

import pytest

from sandbox import Message
from tests.e2e.bench import own_case
from tests.e2e.harness import Table, bucharest
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told


async def asked_to_free(season: Season, name: str) -> list[Message]:
    """Have the arbiter request to free the seat of that player; return the answers."""
    made, table = season.championship, season.table
    await made.say(f"/campionat {season.code}")
    await made.steps("players")
    await made.press("button.plain", label=name)
    await made.press("button.comp.free")
    return await table.say(table.arbiter, "Are alt cont.")


async def freed(season: Season, name: str) -> None:
    """Free the seat of that player, as the arbiter."""
    (shown,) = await asked_to_free(season, name)
    await season.table.press(season.table.arbiter, shown, "button.decide")


@pytest.mark.article("9.1", "9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-20")
async def test_a_place_freed_in_mid_game_is_an_abandonment_at_the_closing(
    table: Table, season: Season
) -> None:
    """The card shows when it was freed and what had arrived; the proposal is not 1–1."""
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


@pytest.mark.article("9.1", "9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_the_place_of_a_player_who_withdrew_goes_to_nobody_else(season: Season) -> None:
    """Freeing a withdrawn player's seat is refused: the next player would inherit it."""
    ana, who = season.players["Ana Pop"], await season.person("Ana Pop")
    (question,) = await season.table.say(ana, "/retragere")
    await season.table.press(ana, question, "button.retire")
    assert who in (await season.competition()).former_players

    answers = await asked_to_free(season, "Ana Pop")

    assert [one for one in answers if mentions(one, "fault.place_of_withdrawn")]
    assert who in (await season.competition()).phase.players
