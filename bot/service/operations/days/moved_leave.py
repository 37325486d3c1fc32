"""Adjusts leave after dates move, a player is reinstated or days are given up; notifies of it.

`engine.competitions.leave` decides what counts, and
`bot.service.operations.matches.copied_leave` writes it in matches (art. 7.2).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.service.notices.notifier import Notifier
from bot.service.operations.matches.copied_leave import copy_leave
from bot.service.readers.matches.match_snapshots import MatchSnapshot
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
from engine.ids import PersonId
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


async def _copy_to_matches(
    recorder: Recorder, competition: Competition, player: PersonId
) -> list[MatchSnapshot]:
    """Copy the phase's leave to the player's matches; return the changed ones."""
    return [
        snapshot
        for snapshot in await recorder.matches.active(player)
        if snapshot.match.competition == competition.code
        and await copy_leave(recorder, competition, player, snapshot)
    ]


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
