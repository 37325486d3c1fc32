"""A place of a match changes hands: in the match, and in every game of it that has begun.

Who may have it has been decided (`engine.matches.decide`); here it is written.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from bot.service.matches.matches import SeenMatch
from engine.competitions.competition import Competition
from engine.games.orders import take_seat
from engine.ids import PersonId
from engine.matches.events import MatchEvent
from engine.matches.match import games_of
from storage.play import conditions, entries

if TYPE_CHECKING:
    from bot.service.recording import Recorder


async def seat(  # noqa: PLR0913, PLR0917  (what was decided, and from whom to whom)
    service: "Recorder",
    seen: SeenMatch,
    events: Iterable[MatchEvent],
    before: PersonId,
    after: PersonId,
    at: datetime,
) -> SeenMatch:
    """Write what the match has decided, and put `after` where `before` sat in its games.

    What waited for the partner's move, and what was being entered from a sheet, is forgotten.
    """
    seen = await service.match_acts.advance(seen, events, at)
    if before == after:
        return seen
    for game in games_of(seen.match):
        found = await service.games.load(game)
        colour = found.game.seat_of(before)
        if colour is not None:
            await conditions.clear(service.unit.tx, game, before)
            await entries.clear(service.unit.tx, game)
            taken = take_seat(found.game, at, colour, after)
            await service.game_acts.record(found, taken, at, ruled=True)
    return seen


async def begun_matches(
    service: "Recorder", competition: Competition, person: PersonId
) -> list[SeenMatch]:
    """Return the matches of a competition, in all its phases that have begun, with that player."""
    return [
        await service.matches.load(listed.code)
        for phase in competition.phases
        if phase.started is not None
        for listed in phase.matches
        if person in listed.players
    ]
