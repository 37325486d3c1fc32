"""What `test_conditional` and other tests share."""

from engine.ids import GameId
from storage.play import conditions
from tests.builders import play
from tests.e2e.harness import MORNING, Pair
from tests.e2e.plays import legal, written


async def waiting(pair: Pair) -> list[tuple[str, str]]:
    """Return the conditional moves stored for the game."""
    async with pair.table.app.runtime.database.reading() as tx:
        stored = await conditions.of_game(tx, GameId(pair.id))
    return [(each.partner_move, each.reply) for each in stored]


async def answer_to(pair: Pair, *moves: str) -> str:
    """Return a legal move for the player to move after these."""
    game = play(await pair.game(), *moves, at=MORNING)
    return written(legal(game)[-1])
