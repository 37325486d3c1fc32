"""Whether a ruling is possible now, as far as only the bot knows it.

The rules are in `engine.matches.silence` and `engine.cases.rulings`. Only the bot knows that sheets
are still on their way, and a player does not lose by silence before they arrive (art. 7.1, 9.1). It
also knows of damaged logs, without which nobody is disqualified from all games.
"""

from datetime import datetime

from bot.service.lookups.cases.situation import check_whole
from bot.service.readers.readers import Readers
from engine.cases.events import Ruling, RulingKind
from engine.cases.rulings import OF_PLAYER
from engine.errors import EngineError
from engine.games.endings import absent
from engine.games.game import Game, Stage
from engine.matches.silence import check_no_show

_OF_SILENCE = frozenset({RulingKind.NO_SHOW, RulingKind.ABANDONED})
"""The rulings that end a game because its player is silent."""


async def check_may_rule(readers: Readers, game: Game, ruling: Ruling, at: datetime) -> None:
    """Refuse a ruling that is not possible now for a reason that only the bot knows.

    Raises:
        GameStateError: `no_show_too_early`, the player has not had the days for a first move; or
            the ruling is about all games of the player, and the log of one is damaged.
    """
    seat = ruling.seat
    if ruling.kind in OF_PLAYER and seat is not None:
        await check_whole(readers, game, game.side(seat).person)
    if game.stage is not Stage.RUNNING or ruling.kind not in _OF_SILENCE or seat is None:
        return
    if absent(game) is seat:
        check_no_show(await readers.arrivals.for_time_decisions(game), seat, at)


async def may_rule(readers: Readers, game: Game, ruling: Ruling, at: datetime) -> bool:
    """Return whether `check_may_rule` allows the ruling."""
    try:
        await check_may_rule(readers, game, ruling, at)
    except EngineError:
        return False
    return True
