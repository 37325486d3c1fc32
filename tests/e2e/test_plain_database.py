"""A game on a database that is asked the libraries' own way, should the short one ever fail."""

from pathlib import Path

from engine.games.events import Ending
from tests.e2e.harness import DATABASE, Pair, match_begun, table


async def test_a_game_is_played_without_the_short_way(tmp_path: Path) -> None:
    """Placements, a restart in the middle, passes to the end: all is kept, told and in order."""
    settings = {"storage_url": f"sqlite+aiosqlite:///{tmp_path}/{DATABASE}?direct=no"}
    async with table(tmp_path, settings=settings, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        assert not laid.app.runtime.database.is_direct
        await pair.place(pair.red, "H8 SOLA")
        await pair.place(pair.blue, "11G DA")
        await laid.stop_bot()
        await laid.start_bot()
        await pair.pass_all(pair.red, pair.blue)

        game = await pair.game()
        assert len(game.moves) == 6
        assert game.ended is not None
        assert game.ended.ending is Ending.PASSES
