"""The games that a person may see on the board; any other game is answered as unknown."""

from typing import TYPE_CHECKING

from engine.errors import Fault, GameStateError
from engine.ids import GameId

if TYPE_CHECKING:
    from bot.runtime.shared import Said
    from bot.service.play.games import SeenGame
    from bot.service.service import Service


async def visible(service: "Service", said: "Said", code: str) -> "SeenGame":
    """Return a game in which the person is a player or an arbiter.

    Raises:
        GameStateError: there is no such game for them.
    """
    try:
        return await service.games.visible(said, GameId(code))
    except GameStateError as error:
        if error.faults[0].code != "not_your_match":
            raise
        raise GameStateError(Fault("no_such_game", facts={"game": code})) from error


async def own(service: "Service", said: "Said", code: str) -> "SeenGame":
    """Return a game in which the person is a player.

    Raises:
        GameStateError: the person only rules the game, or there is no such game for them.
    """
    seen = await visible(service, said, code)
    return await service.games.of_player(said, seen.game.id)
