"""Moves a seat of a match to another person, in the match and in its begun games.

`engine.matches.decide` decides; this module writes.
"""

from collections.abc import Iterable
from datetime import datetime

from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from engine.competitions.competition import Competition
from engine.games.orders import take_seat
from engine.ids import PersonId
from engine.matches.events import MatchEvent
from engine.matches.match import games_of
from storage.play import conditions, entries


async def seat(  # noqa: PLR0913, PLR0917  (the decision, and both people)
    service: Recorder,
    snapshot: MatchSnapshot,
    events: Iterable[MatchEvent],
    before: PersonId,
    after: PersonId,
    at: datetime,
) -> MatchSnapshot:
    """Write the match's events, and replace `before` by `after` in its games.

    Conditional moves and open entries are deleted.
    """
    snapshot = await service.match_acts.advance(snapshot, events, at)
    for game in games_of(snapshot.match):
        found = await service.games.load(game)
        colour = found.game.seat_of(before)
        if colour is None:
            continue
        is_free = after not in snapshot.match.seated
        if before != after:
            await conditions.clear(service.unit.tx, game, before)
            await entries.clear(service.unit.tx, game)
        if before != after or (not is_free and found.game.side(colour).left is not None):
            taken = take_seat(found.game, at, colour, after, is_free=is_free)
            await service.game_acts.record(found, taken, at, ruled=True)
    return snapshot


async def begun_matches(
    service: Readers, competition: Competition, person: PersonId
) -> list[MatchSnapshot]:
    """Return that player's matches in all begun phases of a competition."""
    if competition.history:
        return []
    return [
        await service.matches.load(listed.code)
        for phase in competition.phases
        if phase.started is not None
        for listed in phase.matches
        if person in listed.players
    ]
