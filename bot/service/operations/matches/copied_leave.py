"""Copies a player's leave in a phase to their matches and to the running games (art. 7.2).

`engine.competitions.leave` decides which days count in the phase.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from engine.cases.situation import missed_leave
from engine.competitions.competition import Competition
from engine.games.events import Event, LeaveAnnounced, LeaveWithdrawn
from engine.ids import Leg, PersonId, Seat, game_id
from engine.matches.events import MatchEvent, MatchLeaveAnnounced, MatchLeaveWithdrawn


async def copy_to_resumed(recorder: Recorder, snapshot: MatchSnapshot, leg: Leg) -> MatchSnapshot:
    """Copy both players' leave in the phase to a game that resumes, and to its match; return it.

    The match recorded no leave while it was over, and the game none while the other one ran alone.
    """
    if not snapshot.match.competition:
        return snapshot
    competition = await recorder.competitions.get(snapshot.match.competition)
    for player in snapshot.match.people:
        await copy_leave(recorder, competition, player, snapshot)
        # Loaded again, because the leave may have changed it.
        snapshot = await recorder.matches.load(snapshot.match.code)
    game, now = await recorder.games.load(game_id(snapshot.match.code, leg)), recorder.unit.now
    await recorder.game_acts.record(game, missed_leave(game.game, snapshot.match, now), now)
    return snapshot


async def copy_leave(
    recorder: Recorder, competition: Competition, player: PersonId, snapshot: MatchSnapshot
) -> bool:
    """Copy the phase's leave to an unfinished match of the player; return whether it changed."""
    in_match = snapshot.match.leave_of(player)
    in_phase = competition.state_of(snapshot.match.phase).leave_of(player)
    now = recorder.unit.now
    events: list[MatchEvent] = [
        MatchLeaveWithdrawn(at=now, person=player, period=period)
        for period in in_match
        if period not in in_phase
    ]
    events += [
        MatchLeaveAnnounced(at=now, person=player, period=period)
        for period in in_phase
        if period not in in_match
    ]
    if events:
        await record_in_games(recorder, snapshot, player, events, now)
    return bool(events)


async def record_in_games(
    recorder: Recorder,
    snapshot: MatchSnapshot,
    player: PersonId,
    events: Sequence[MatchEvent],
    at: datetime,
) -> None:
    """Write a change of the player's leave in the match and its running games; no damaged ones."""
    snapshot = await recorder.match_acts.advance(snapshot, events, at)
    games: list[GameSnapshot] = []
    for leg in snapshot.match.all_running:
        with leaving_out_damaged():
            games.append(await recorder.games.load(game_id(snapshot.match.code, leg)))
    for game in games:
        seat = Seat.RED if game.game.red.person == player else Seat.BLUE
        await recorder.game_acts.record(game, _in_game(seat, events), at)


def _in_game(seat: Seat, events: Iterable[MatchEvent]) -> Iterator[Event]:
    """Yield the changes of leave for a game of the match."""
    for event in events:
        if isinstance(event, MatchLeaveAnnounced):
            yield LeaveAnnounced(at=event.at, by=seat, period=event.period)
        elif isinstance(event, MatchLeaveWithdrawn):
            yield LeaveWithdrawn(at=event.at, by=seat, period=event.period)
