"""Due rows: what each deadline, reminder or digest requires on its day (art. 7).

The sweep claims a row and handles it here, in the same unit of work.
"""

from bot.service.competitions import phases, sign_ups
from bot.service.lookups.play.held_move_checks import (
    check_none_held_at_all,
    check_none_held_in_match,
)
from bot.service.notices.matches import request_posts
from bot.service.notices.play import written_notices
from bot.service.operations.days import outage_batches
from bot.service.operations.days.absence_rounds import AWAY
from bot.service.operations.days.outage_batches import MAKING_GOOD
from bot.service.people import forgetting
from bot.service.pure.days.agenda import RESULTS_KINDS, due_of
from bot.service.pure.days.digest_rows import SHEETS, wants_digests
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.days.deadline_facts import reminder_context
from bot.service.service import Service
from bot.texts.notices.days.reminders import (
    concerns_now,
    is_about_leave,
    is_true_now,
    is_urgent,
    notices_of_deadline,
)
from engine.games.commands import CheckTime
from engine.games.deadlines import Deadline, Due
from engine.games.game import Stage
from engine.ids import GameId, MatchCode, match_of
from storage.days import due
from storage.people.forgetting import FORGOTTEN
from storage.streams import CASES, COMPETITIONS, GAMES, PEOPLE, REQUESTS, SIGN_UPS, WRITTEN, name_of


async def handle(service: Service, row: due.DueRow) -> None:
    """Execute the claimed row: start, remind, record, or send, by its kind."""
    await _check_none_held(service, row)
    if row.stream.startswith(GAMES):
        await _game(service, row)
    elif row.stream.startswith(COMPETITIONS):
        await phases.on_day(service, row)
    elif row.kind.startswith(AWAY):
        await service.rounds.go_round(row)
    elif row.kind.startswith(MAKING_GOOD):
        await outage_batches.go_on(service, row)
    elif row.kind == FORGOTTEN:
        await forgetting.take_out(service, row)
    elif row.kind.startswith(SHEETS):
        await service.daily_sheets.tell(row)
    elif row.stream.startswith(PEOPLE):
        await service.digest_sender.send_due(row)
    elif row.stream.startswith(CASES):
        await service.case_acts.remind(row)
    elif row.stream.startswith(WRITTEN):
        await written_notices.on_due(service, row)
    elif row.stream.startswith((SIGN_UPS, REQUESTS)):
        await _without_log(service, row)
    else:
        await _match(service, row)


async def _without_log(service: Service, row: due.DueRow) -> None:
    """Close a sign-up, or end the posts of an expired request."""
    is_sign_up = row.stream.startswith(SIGN_UPS)
    await (sign_ups if is_sign_up else request_posts).on_day(service, row)


async def _check_none_held(service: Service, row: due.DueRow) -> None:
    """Check that no move is held that would make a reminder or a digest untrue."""
    if row.stream.startswith(GAMES):
        await check_none_held_in_match(service, match_of(GameId(name_of(row.stream))))
    else:
        await check_none_held_at_all(service)


async def _match(service: Service, row: due.DueRow) -> None:
    """Start a game on its day, or remind players of results that are not approved."""
    snapshot = await service.matches.load(MatchCode(name_of(row.stream)))
    await due.remove(service.unit.tx, row.stream, row.kind)
    if row.kind in RESULTS_KINDS:
        await service.results.remind(snapshot, row)
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
    if await service.closings.is_match_closed(
        match, service.unit.now
    ):  # earlier deadlines are past, too
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
