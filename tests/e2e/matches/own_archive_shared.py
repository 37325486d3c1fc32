"""What `test_own_archive` and other tests share."""

from typing import Any

from tests.e2e.harness import Table
from tests.e2e.season import Season, cup_begun


async def nine_matches_left(laid: Table) -> tuple[Any, ...]:
    """Have Ana leave a cup of nine matches, the results of which are then proposed."""
    others = tuple(f"Jucător {letter}" for letter in "ABCDEFGHI")
    begun = await cup_begun("Ana Pop", *others, on_paper=others)(laid)
    ana = Season.at(laid, *begun).players["Ana Pop"]
    (question,) = await laid.say(ana, "/retragere")
    await laid.press(ana, question, "button.retire")
    return begun
