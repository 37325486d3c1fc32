"""Due rows: what each deadline, reminder or digest requires on its day (art. 7).

The sweep claims a row and handles it here, in the same unit of work.
"""

from collections.abc import Awaitable, Callable, Mapping
from itertools import chain
from typing import Final

from bot.service.competitions import phases, sign_ups
from bot.service.lookups.play.held_move_checks import (
    check_none_held_at_all,
    check_none_held_in_match,
)
from bot.service.notices.matches import request_posts
from bot.service.notices.play import written_notices
from bot.service.operations.days import outage_batches
from bot.service.operations.days.outage_batches import MAKING_GOOD
from bot.service.operations.days.outage_rounds import AWAY
from bot.service.operations.matches.result_reminders import remind
from bot.service.people import forgetting
from bot.service.pure.days.agenda import RESULTS_DAYS, due_of
from bot.service.pure.days.digest_rows import SHEETS, wants_digests
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.days.deadline_facts import reminder_context
from bot.service.service import Service
from bot.texts.notices.days.due_checks import concerns_now, is_about_leave, is_true_now, is_urgent
from bot.texts.notices.days.reminders import notices_of_deadline
from engine.games.commands import CheckTime
from engine.games.deadlines import Deadline, Due
from engine.games.game import Stage
from engine.ids import GameId, MatchCode, match_about
from storage.days import due
from storage.people.forgetting import FORGOTTEN
from storage.streams import CASES, COMPETITIONS, GAMES, PEOPLE, REQUESTS, SIGN_UPS, WRITTEN, name_of

Handler = Callable[[Service, due.DueRow], Awaitable[None]]
"""Does what a claimed row requires."""


async def handle(service: Service, row: due.DueRow) -> None:
    """Execute the claimed row: start, remind, record, or send, by its kind."""
    await _check_none_held(service, row)
    await _handler_of(row)(service, row)


def _handler_of(row: due.DueRow) -> Handler:
    """Return the handler of a row: of its kind if there is one, or else of its stream."""
    by_stream = (handler for begin, handler in _BY_STREAM.items() if row.stream.startswith(begin))
    by_kind = (handler for begin, handler in _BY_KIND.items() if row.kind.startswith(begin))
    return next(chain(by_kind, by_stream), _match)


async def _check_none_held(service: Service, row: due.DueRow) -> None:
    """Check that no move is held that would make a reminder or a digest untrue."""
    if row.stream.startswith(GAMES):
        await check_none_held_in_match(service, match_about(name_of(row.stream)))
    else:
        await check_none_held_at_all(service)


async def _match(service: Service, row: due.DueRow) -> None:
    """Start a game on its day, or remind players of results that are not approved."""
    snapshot = await service.matches.load(MatchCode(name_of(row.stream)))
    await due.remove(service.unit.tx, row.stream, row.kind)
    if row.kind in RESULTS_DAYS:
        await remind(service, snapshot, row)
        return
    await service.starts.start(snapshot, service.unit.now)


async def _game(service: Service, row: due.DueRow) -> None:
    """Send the deadline's reminder, or record exceeded time; then plan the next deadlines."""
    snapshot = await service.games.load(GameId(name_of(row.stream)))
    deadline = due_of(row)
    if snapshot.game.stage is not Stage.RUNNING:
        await due.replace_all(service.unit.tx, row.stream, [])
        return
    match = (await service.matches.load(snapshot.game.match)).match
    # After the closing, its earlier deadlines are past, too.
    if await service.closings.is_match_closed(match, service.unit.now):
        await due.replace_all(service.unit.tx, row.stream, [])
        return
    await due.remove(service.unit.tx, row.stream, row.kind)
    if deadline.kind is Deadline.TIME_EXCEEDED:
        if await service.planning.grace(snapshot) is None:
            snapshot = await service.game_acts.act(snapshot, CheckTime(), service.unit.now)
    elif await _is_notice_needed(service, deadline, snapshot):
        for notice in notices_of_deadline(await reminder_context(service, deadline, snapshot)):
            await service.notify(notice, can_wait=not notice.pictures, aloud=is_urgent(deadline))
    if snapshot.game.stage is Stage.RUNNING:
        await service.planning.plan(snapshot)


async def _is_notice_needed(service: Service, deadline: Due, snapshot: GameSnapshot) -> bool:
    """Return whether to send the reminder: it still applies, and no digest contains it.

    A player whose sheets are still on their way gets no reminder.
    """
    today = service.games.today(snapshot.game)
    if not concerns_now(deadline, snapshot.game) or not is_true_now(deadline, snapshot.game, today):
        return False
    if await _digest_says(service, deadline, snapshot):
        return False
    return is_about_leave(deadline) or not await service.arrivals.are_awaited(snapshot.game)


async def _digest_says(service: Service, deadline: Due, snapshot: GameSnapshot) -> bool:
    """Return whether the person's digest of the day contains this reminder.

    Planning the game's next deadlines makes sure that the person has a digest.
    """
    if is_urgent(deadline) or deadline.kind not in {Deadline.YOUR_TURN, Deadline.DAYS_LEFT}:
        return False
    return wants_digests(await service.persons.get(snapshot.game.side(deadline.seat).person))


_BY_KIND: Final[Mapping[str, Handler]] = {
    AWAY: lambda service, row: service.outage_rounds.go_round(row),
    MAKING_GOOD: outage_batches.go_on,
    FORGOTTEN: forgetting.take_out,
    SHEETS: lambda service, row: service.daily_sheets.send_due(row),
}
"""The handlers of rows by the beginning of their kind."""
_BY_STREAM: Final[Mapping[str, Handler]] = {
    GAMES: _game,
    COMPETITIONS: phases.on_day,
    PEOPLE: lambda service, row: service.digest_sender.send_due(row),
    CASES: lambda service, row: service.case_acts.remind(row),
    WRITTEN: written_notices.on_due,
    SIGN_UPS: sign_ups.on_day,
    REQUESTS: request_posts.on_day,
}
"""The handlers of rows by the prefix of their stream; any other stream is a match's."""
