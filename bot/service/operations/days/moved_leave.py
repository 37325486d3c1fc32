"""Adjusts leave after dates move, a player is reinstated or days are given up; notifies of it.

`engine.competitions.leave` decides what counts; this module writes it and notifies (art.
7.2).
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.notices.notifier import Notifier
from bot.service.readers.matches.match_snapshots import OVER, MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.changes import CompetitionChange
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text, say
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.events import (
    ActLifted,
    PlayerLeaveChanged,
    PlayerReinstated,
)
from engine.competitions.leave import MovedLeave, moved
from engine.games.events import Event, LeaveAnnounced, LeaveWithdrawn
from engine.ids import MatchCode, PersonId, Seat, game_id
from engine.matches.events import MatchEvent, MatchLeaveAnnounced, MatchLeaveWithdrawn
from engine.thinking_time import LeavePeriod, day_of

RETURNS: Final = (PlayerReinstated, ActLifted)
"""The events by which a player plays again."""


async def follow(
    recorder: Recorder, change: CompetitionChange, announced: Iterable[LeavePeriod] = ()
) -> None:
    """Write the changes of leave in matches and games, and notify each player once.

    `announced`: the days that the player announced or withdrew just now, and so knows of.
    """
    after = change.after.competition
    today = day_of(recorder.unit.now, after.rules.time_zone)
    leave_of: dict[PersonId, list[MovedLeave]] = {}
    for leave in moved(change.before, after, today, announced):
        leave_of.setdefault(leave.player, []).append(leave)
    for player, changes in sorted(leave_of.items()):
        changed_matches = await _copy_to_matches(recorder, after, player)
        await _notify(recorder, change, player, changes, changed_matches)


async def copy_to(recorder: Recorder, code: MatchCode) -> None:
    """Copy the phase's leave of both players to a match that a ruling has resumed.

    The match recorded no leave while it was over.
    """
    snapshot = await recorder.matches.load(code)
    if not snapshot.match.competition or snapshot.match.stage in OVER:
        return
    competition = await recorder.competitions.get(snapshot.match.competition)
    for player in snapshot.match.people:
        # Loaded again, because the first player's leave may have changed it.
        await _copy_to_match(recorder, competition, player, await recorder.matches.load(code))


async def _copy_to_matches(
    recorder: Recorder, competition: Competition, player: PersonId
) -> list[MatchSnapshot]:
    """Copy the phase's leave to the player's matches; return the changed ones."""
    return [
        snapshot
        for snapshot in await recorder.matches.active(player)
        if snapshot.match.competition == competition.code
        and await _copy_to_match(recorder, competition, player, snapshot)
    ]


async def _copy_to_match(
    recorder: Recorder, competition: Competition, player: PersonId, snapshot: MatchSnapshot
) -> bool:
    """Copy the phase's leave to one match of the player; return whether it has changed."""
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


async def _notify(
    notifier: Notifier,
    change: CompetitionChange,
    player: PersonId,
    changes: Sequence[MovedLeave],
    changed_matches: Sequence[MatchSnapshot],
) -> None:
    """Notify the player of what counts now, and the opponents of changed matches."""
    name = await notifier.persons.name(player)
    competition = change.after.competition
    rows = [row for leave in changes for row in _rows(competition, leave)]
    about = changed_matches[0].match.code if changed_matches else ""
    is_back = any(isinstance(event, RETURNS) for event in change.events)
    # If the player gave leave up, other announced days may use it.
    is_freed = all(isinstance(event, PlayerLeaveChanged) for event in change.events)
    key, partner_key = "leave.moved", "leave.moved_partner"
    if is_freed:
        key, partner_key = "leave.freed", "leave.freed_partner"
    elif is_back:
        key = "leave.plays_again"
    text = Text(key, {"title": competition.title, "rows": rows})
    await notifier.notify_person(player, text, about=about)
    partner_rows = [row for leave in changes for row in _partner_rows(leave)]
    for snapshot in changed_matches:
        text = say(partner_key, who=name, match=snapshot.match.code, rows=partner_rows)
        partner = snapshot.match.partner(player)
        await notifier.notify_person(partner, text, about=snapshot.match.code, silent=True)


def _rows(competition: Competition, change: MovedLeave) -> list[Text]:
    """Return a line for each changed period, for the player."""
    phase = phase_name(competition, change.phase)
    kinds = (("out", change.out), ("back", change.back), ("unpaid", change.unpaid))
    return [
        Text(f"leave.moved_{kind}", {**_facts(period), "phase": phase, "left": change.left})
        for kind, periods in kinds
        for period in periods
    ]


def _partner_rows(change: MovedLeave) -> Iterable[Text]:
    """Yield a line for each changed period, for the opponent."""
    for kind, periods in (("no_leave", change.out), ("leave", change.back)):
        for period in periods:
            yield Text(f"leave.moved_to_{kind}", _facts(period))


def _facts(period: LeavePeriod) -> dict[str, str | int]:
    """Return the facts of a line: the first day, the last day and the number of days."""
    return {**period.facts, "n": period.days}
