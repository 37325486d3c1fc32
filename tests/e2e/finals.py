"""A championship of three players with a short preliminary phase, who all reach the final."""

from dataclasses import dataclass
from typing import Any

from engine.ids import GameId
from tests.e2e.championship import set_up
from tests.e2e.harness import Table, arbiter_made, bucharest
from tests.e2e.season import Season

THREE = ("Ana Pop", "Ion Rus", "Dan Ene")
FINAL = bucharest("2025-10-10")


async def preliminary(
    table: Table, names: tuple[str, ...] = THREE, *, advance: int | None = None
) -> Season:
    """Return the championship on the preliminary phase's first day; all players have joined.

    All players advance, or the best `advance`.
    """
    going = {"groups": "1", "advance": f"{advance or len(names)}"}
    championship = await set_up(table, going, title="Cupa Finalelor")
    await championship.enter("\n".join(names))
    await championship.claim_all(*names)
    await championship.draw()
    made = Season(championship)
    await made.meet()
    await table.travel_to(bucharest("2025-05-05"))
    return made


async def qualified(
    table: Table, names: tuple[str, ...] = THREE, *, advance: int | None = None
) -> Season:
    """Return it between the phases; Red has resigned every game of the preliminary phase."""
    made = await preliminary(table, names, advance=advance)
    for listed in await made.matches():
        await made.abandoned(GameId(f"{listed.code}/1"), listed.red)
        await made.return_now(listed)
        await made.abandoned(GameId(f"{listed.code}/2"), listed.blue)
    for pair in await made.pairs():
        await made.homologate(pair)
    await made.championship.say(f"/campionat {made.code}")
    await made.championship.steps("advance", "yes_advance")
    return made


@dataclass(frozen=True, slots=True)
class Qualified:
    """The opening that ends between the phases, with players of these names."""

    names: tuple[str, ...] = THREE
    advance: int | None = None

    async def __call__(self, laid: Table) -> tuple[Any, ...]:
        """Play the opening; return what `Season.at` needs."""
        await arbiter_made(laid)
        return (await qualified(laid, self.names, advance=self.advance)).left


async def open_final(made: Season) -> None:
    """Continue from between the phases to the first day of the final."""
    await made.championship.draw()
    await made.table.travel_to(FINAL)


async def two_will_advance(laid: Table) -> tuple[Any, ...]:
    """Begin the preliminary phase, of whose three players two advance and one is the reserve."""
    await arbiter_made(laid)
    return (await preliminary(laid, advance=2)).left
