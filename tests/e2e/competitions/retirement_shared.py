"""What `test_retirement` and other tests share."""

from sandbox import Message
from tests.e2e.season import Season


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
