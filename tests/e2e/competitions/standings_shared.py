"""What `test_standings` and other tests share."""

from engine.figures import Figures
from engine.ids import GameId, Leg
from tests.e2e.harness import Table, continues
from tests.e2e.season import Season, cup_begun

NAMES = ("Ana Pop", "Ion Rus", "Dan Moș-Țărnă")


@continues(cup_begun(*NAMES))
async def part_of_a_cup(laid: Table) -> tuple[object, ...]:
    """Play four of six games and approve two; return the cup, its people and final scores."""
    made = Season.at(laid, *laid.done)
    one, *_ = matches = await made.matches()
    for number, match in enumerate(matches):
        await made.interrupted(match.code, Leg.HOME, choices=(number, 2 * number))
    await made.return_now(one)
    await made.interrupted(one.code, Leg.RETURN, choices=(1, 2))
    await made.homologate((await made.pairs())[0])
    names = {await made.person(name): name for name in NAMES}
    finished: dict[GameId, Figures] = {}
    for match in matches:
        finished |= await made.finished(match)
    return made.left, names, finished
