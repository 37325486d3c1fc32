"""Gives the seat of a number that nobody has any longer to the person's other number, in a match.

`engine.matches.seating.merge` decides; a competition's own part is `engine.competitions.entering`.
"""

from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from engine.cases.decide import merge as merge_case
from engine.competitions.guards import Act
from engine.games.orders import rename_seat
from engine.ids import PersonId
from engine.matches.match import games_of
from engine.matches.seating import merge


async def merge_match(
    recorder: Recorder, snapshot: MatchSnapshot, act: Act, *, person: PersonId, into: PersonId
) -> None:
    """Give the seat of `person` to `into`, in the match, its games and its cases.

    Raises:
        GameStateError: as `engine.matches.seating.merge`.
    """
    by, at = act.by, act.at
    events = merge(snapshot.match, by, at, person=person, into=into)
    snapshot = await recorder.match_acts.advance(snapshot, events, at)
    for game in games_of(snapshot.match):
        game_snapshot = await recorder.games.load(game)
        seat = game_snapshot.game.seat_of(person)
        if seat is not None:
            await recorder.game_acts.record(
                game_snapshot, rename_seat(game_snapshot.game, at, seat, into), at, ruled=True
            )
        for case in await recorder.cases.of_game(game):
            await recorder.case_acts.append(
                case, merge_case(case.case, by, at, person=person, into=into), at
            )
