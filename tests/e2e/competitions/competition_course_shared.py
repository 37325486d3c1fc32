"""What `test_competition_course` and other tests share."""

from typing import Any

from tests.e2e.competitions.going_on_shared import NAMES, SixRunning
from tests.e2e.harness import Table, continues
from tests.e2e.season import Season


async def all_played(laid: Table) -> tuple[Any, ...]:
    """Play the opening of six players whose preliminary phase is over, all games approved."""
    championship = Season.at(laid, *await SixRunning(joined=NAMES)(laid)).championship
    await championship.homologate_all()
    await championship.say(f"/campionat {championship.code}")
    return Season(championship).left


@continues(all_played)
async def final_opened(laid: Table) -> tuple[Any, ...]:
    """Have the arbiter open the final of the six players."""
    championship = Season.at(laid, *laid.done).championship
    await championship.steps("advance", "yes_advance")
    return Season(championship).left
