"""A championship of three who play a short preliminary phase and all qualify for the final."""

from engine.ids import GameId
from tests.e2e.championship import set_up
from tests.e2e.harness import Table, bucharest, last_with
from tests.e2e.season import Season

THREE = ("Ana Pop", "Ion Rus", "Dan Ene")
FINAL = bucharest("2025-10-10")


async def preliminary(table: Table, names: tuple[str, ...] = THREE) -> Season:
    """Return the championship on the first day of its preliminary phase; all players have come."""
    championship = await set_up(
        table, {"groups": "1", "advance": f"{len(names)}"}, title="Cupa Finalelor"
    )
    await championship.enter("\n".join(names))
    for name in names:
        await championship.claim(name)
    await championship.draw()
    made = Season(championship)
    await made.meet()
    await table.travel_to(bucharest("2025-05-05"))
    return made


async def qualified(table: Table, names: tuple[str, ...] = THREE) -> Season:
    """Return it between the phases: every game of the preliminary phase was abandoned by Red."""
    made = await preliminary(table, names)
    for listed in await made.matches():
        await made.abandoned(GameId(f"{listed.code}/1"), listed.red)
        for person in (listed.red, listed.blue):
            user = made.users[person]
            await table.press(user, last_with(user, f"ret:{listed.code}"), "button.return_leg")
        await made.abandoned(GameId(f"{listed.code}/2"), listed.blue)
    for pair in await made.pairs():
        await made.homologate(pair)
    await made.championship.say(f"/campionat {made.code}")
    await made.championship.steps("advance", "yes_advance")
    return made


async def final(table: Table, names: tuple[str, ...] = THREE) -> Season:
    """Return it on the first day of its final."""
    made = await qualified(table, names)
    await made.championship.draw()
    await table.travel_to(FINAL)
    return made
