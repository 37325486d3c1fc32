"""What `test_retirement` and other tests share."""

from sandbox import Message
from tests.e2e.season import Season


async def asked_to_free(season: Season, name: str) -> Message:
    """Have the arbiter request to free the seat of that player; return the answer."""
    made = season.championship
    await made.say(f"/campionat {season.code}")
    await made.steps("players")
    await made.press("button.plain", label=name)
    answers = await made.press("button.comp.free")
    return answers[-1] if answers else made.card  # a refusal stands on the card


async def freed(season: Season, name: str) -> None:
    """Free the seat of that player, as the arbiter."""
    await asked_to_free(season, name)
    (shown,) = await season.table.say(season.table.arbiter, "Are alt cont.")
    await season.table.press(season.table.arbiter, shown, "button.decide")
