"""What `test_notebook` and other tests share."""

from tests.builders import play
from tests.e2e.harness import MORNING, Pair
from tests.e2e.plays import legal, written


async def line_of(pair: Pair, *moves: str, plies: int) -> list[str]:
    """Return a line of this length that begins with these moves, then takes the best ones."""
    game = play(await pair.game(), *moves, at=MORNING)
    found = list(moves)
    while len(found) < plies:
        found.append(written(legal(game)[0]))
        game = play(game, found[-1], at=MORNING)
    return found
