"""The effect of a placement before it is made, as previews and written moves show it."""

from collections.abc import Container
from datetime import datetime
from typing import NamedTuple

from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.readers.readers import Readers
from engine.games.appraisal import Appraisal, appraise
from engine.games.game import Game
from engine.ids import Seat
from engine.placement import Placement


class MoveEffect(NamedTuple):
    """A play as it would count, and the valid words of its game."""

    appraisal: Appraisal
    lexicon: Container[str]


async def effect_of(
    readers: Readers, game: Game, seat: Seat, placement: Placement, at: datetime
) -> MoveEffect:
    """Return the effect of a placement whose message has that instant (art. 4, 7.1).

    A placement that is not allowed has its faults in the appraisal.
    """
    lexicon = await lexicon_of(readers, game)
    timed_game = await readers.arrivals.for_time_decisions(game)
    appraisal = appraise(timed_game, seat, placement, timed_game.day_of(at), lexicon)
    return MoveEffect(appraisal, lexicon)
