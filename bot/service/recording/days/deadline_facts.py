"""Collects the facts of a due deadline: for reminders, and for the case file of a silence."""

import json
from collections.abc import Container, Sequence
from datetime import timedelta
from typing import NamedTuple

from bot.runtime.mail_states import mail_state_of
from bot.service.context import Context
from bot.service.notices.play.written_moves import written_in
from bot.service.pure.days.hours import at_hour
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.texts.notices.days.reminders import ReminderContext
from bot.texts.notices.days.silence import Idle
from bot.texts.notices.participants import Member, NamedGame
from bot.texts.notices.play.deliveries import Dispatch
from bot.texts.outgoing import text_from_json
from engine.games.deadlines import CALLS, Due, deadlines, silent_seat
from engine.games.game import Game
from engine.ids import Seat
from engine.matches.outstanding import late_seats
from engine.matches.silence import finding_day, may_be_found
from engine.thinking_time import day_of
from storage.people import devices
from storage.queues import outbox


async def reminder_context(
    readers: Readers, deadline: Due, snapshot: GameSnapshot
) -> ReminderContext:
    """Return a due deadline with all facts for its notices."""
    participants = await readers.participants.of(snapshot.game)
    person = await readers.persons.get(participants.at(deadline.seat).id)
    match = await readers.matches.get(snapshot.game.match)
    arbiters = await readers.competitions.arbiters(match)
    today = readers.games.today(snapshot.game)
    silent_games: Sequence[NamedGame] = ()
    if deadline.kind in CALLS:
        silent_games = await _called_on_same_day(readers, deadline, participants.at(deadline.seat))
    return ReminderContext(
        due=deadline,
        game=snapshot.game,
        seq=snapshot.seq,
        participants=participants,
        arbiters=[await readers.matches.member(match, arbiter) for arbiter in arbiters],
        today=today,
        day_over=at_hour(today + timedelta(days=1), 0, snapshot.game.rules.time_zone),
        written=await written_in(readers, snapshot),
        local_day=day_of(readers.unit.now, person.time_zone),
        silent=silent_games,
    )


async def _called_on_same_day(readers: Readers, deadline: Due, player: Member) -> list[NamedGame]:
    """Return the games that first remind the player of their silence on the same day."""
    games = []
    for snapshot in await readers.game_lists.running(player.id):
        if snapshot.game.is_practice or snapshot.game.seat_of(player.id) is not snapshot.game.turn:
            continue
        game = await readers.arrivals.for_time_decisions(snapshot.game)
        is_called = any(
            due.kind in CALLS and due.on == deadline.on
            for due in deadlines(game, deadline.on - timedelta(days=1))
        )
        if not is_called or await readers.closings.is_game_closed(game):
            continue
        participants = await readers.participants.of(game)
        if participants.at(game.turn).address == player.address:
            games.append(NamedGame(game=game, participants=participants))
    return games


class IdleSeat(NamedTuple):
    """The seat that a game waits for."""

    seat: Seat
    is_late: bool
    """Whether its player has exceeded their time; otherwise they are silent, or it is free."""


async def idle_seat(readers: Readers, game: Game) -> IdleSeat:
    """Return the seat that a running game waits for.

    Exceeded time counts before silence: if only the other player is late, it is theirs.
    """
    timed_game = await readers.arrivals.for_time_decisions(game)
    late = late_seats(timed_game, readers.games.today(game))
    silent = silent_seat(game)
    seat = late[0] if late and silent not in late else silent
    return IdleSeat(seat, seat in late)


async def idle(readers: Readers, snapshot: GameSnapshot) -> Idle:
    """Return a running game with all facts for the case file of a silence or exceeded time."""
    game, participants = snapshot.game, await readers.participants.of(snapshot.game)
    seat, is_late = await idle_seat(readers, game)
    person = await readers.persons.get(participants.at(seat).id)
    match = await readers.matches.get(game.match)
    chats = await readers.matches.chats_of_seat(match, participants.at(seat))
    freed_seat = match.reserved_seat(person.id)
    timed_game = await readers.arrivals.for_time_decisions(game)
    may_be_ruled = is_late or may_be_found(timed_game, readers.unit.now)
    return Idle(
        game=game,
        participants=participants,
        seat=seat,
        is_late=is_late,
        now=readers.unit.now,
        today=readers.games.today(game),
        deliveries=await _dispatches(readers, snapshot, chats),
        match=match,
        is_reachable=person.reachable,
        opened=await devices.last_opened(readers.unit.tx, person.id),
        mail=await mail_state_of(readers.unit.tx, readers.shared, person.id),
        freed=None if freed_seat is None else freed_seat.day,
        found_from=None if may_be_ruled else finding_day(timed_game),
    )


async def _dispatches(
    context: Context, snapshot: GameSnapshot, chats: Container[int]
) -> list[Dispatch]:
    """Return the outcome of each message about the game to these chats, the oldest first."""
    dispatches = []
    for row in await outbox.deliveries(context.unit.tx, snapshot.game.id):
        text_json = json.loads(row.payload).get("text")
        is_decided = row.state in {outbox.MessageState.SENT, outbox.MessageState.DEAD}
        if row.chat in chats and is_decided and text_json:
            text = text_from_json(text_json)
            dispatches.append(Dispatch(text=text, at=row.created_at, sent_at=row.sent_at))
    return dispatches
