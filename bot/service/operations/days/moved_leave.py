"""Adjusts leave after dates move, a player is reinstated or days are given up; notifies of it.

`engine.competitions.leave` decides what counts; this module writes it and notifies (art.
7.2).
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from bot.service.notices.notifier import Notifier
from bot.service.readers.matches.match_snapshots import OVER, MatchSnapshot
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
    recorder: Recorder, change: CompetitionChange, own: Iterable[LeavePeriod] = ()
) -> None:
    """Write the changes of leave in matches and games, and notify each player once.

    `own` are the days that the player announced or withdrew, and so knows of.
    """
    after = change.after.competition
    today = day_of(recorder.unit.now, after.rules.time_zone)
    moves = moved(change.before, after, today, own)
    changes_of: dict[PersonId, list[MovedLeave]] = {}
    for move in moves:
        changes_of.setdefault(move.player, []).append(move)
    for player, changes in sorted(changes_of.items()):
        touched = await _write(recorder, after, player)
        await _notify(recorder, change, player, changes, touched)


async def copy_to(recorder: Recorder, code: MatchCode) -> None:
    """Copy the phase's leave of both players to a match that a ruling has resumed.

    The match recorded no leave while it was over.
    """
    snapshot = await recorder.matches.load(code)
    if not snapshot.match.competition or snapshot.match.stage in OVER:
        return
    competition = await recorder.competitions.get(snapshot.match.competition)
    for player in snapshot.match.people:
        await _write_in(recorder, competition, player, await recorder.matches.load(code))


async def _write(
    recorder: Recorder, competition: Competition, player: PersonId
) -> list[MatchSnapshot]:
    """Copy the phase's leave to the player's matches; return the changed ones."""
    return [
        snapshot
        for snapshot in await recorder.matches.active(player)
        if snapshot.match.competition == competition.code
        and await _write_in(recorder, competition, player, snapshot)
    ]


async def _write_in(
    recorder: Recorder, competition: Competition, player: PersonId, snapshot: MatchSnapshot
) -> bool:
    """Copy the phase's leave to one match of the player; return whether it has changed."""
    own = snapshot.match.leave_of(player)
    leave = competition.state_of(snapshot.match.phase).leave_of(player)
    gone = [period for period in own if period not in leave]
    new = [period for period in leave if period not in own]
    now = recorder.unit.now
    events: list[MatchEvent] = [
        MatchLeaveWithdrawn(at=now, person=player, period=period) for period in gone
    ]
    events += [MatchLeaveAnnounced(at=now, person=player, period=period) for period in new]
    if events:
        await note(recorder, snapshot, player, events, now)
    return bool(events)


async def note(
    recorder: Recorder,
    snapshot: MatchSnapshot,
    player: PersonId,
    events: Sequence[MatchEvent],
    at: datetime,
) -> None:
    """Write a change of the player's leave in the match and its running games."""
    snapshot = await recorder.match_acts.advance(snapshot, events, at)
    for leg in snapshot.match.all_running:
        game = await recorder.games.load(game_id(snapshot.match.code, leg))
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
    touched: Sequence[MatchSnapshot],
) -> None:
    """Notify the player of what counts now, and the opponents of changed games."""
    known = await notifier.persons.get(player)
    competition = change.after.competition
    rows = [row for leave in changes for row in _rows(competition, leave)]
    about = touched[0].match.code if touched else ""
    is_back = any(isinstance(event, RETURNS) for event in change.events)
    # Other days use the leave that the player has given up.
    is_freed = all(isinstance(event, PlayerLeaveChanged) for event in change.events)
    key, partner_key = "leave.moved", "leave.moved_partner"
    if is_freed:
        key, partner_key = "leave.freed", "leave.freed_partner"
    elif is_back:
        key = "leave.plays_again"
    text = Text(key, {"title": competition.title, "rows": rows})
    await notifier.notify_person(player, text, about=about)
    partner_rows = [row for leave in changes for row in _partner_rows(leave)]
    for snapshot in touched:
        text = say(partner_key, who=known.name, match=snapshot.match.code, rows=partner_rows)
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
    """Return the first day, the last day and the number of days."""
    return {**period.facts, "n": period.days}
