"""Plans a running game's deadlines and their grace, and collects facts for due ones.

`bot.service.pure.days.agenda` turns dates into instants, `bot.program.sweep` handles due rows,
`bot.texts.notices.days.reminders` makes the notices.
"""

import json
from collections.abc import Container
from datetime import datetime, timedelta

from bot.runtime.mail_states import mail_state_of
from bot.service.context import Context
from bot.service.notices.play.written_moves import written_in
from bot.service.pure.days.agenda import at_hour, game_rows, is_time_up
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.days.digests import Digests
from bot.texts.notices.days.reminders import ReminderContext
from bot.texts.notices.days.silence import Idle
from bot.texts.notices.participants import Member, NamedGame
from bot.texts.notices.play.deliveries import Dispatch
from bot.texts.outgoing import text_from_json
from engine.competitions.competition import Competition
from engine.games.deadlines import CALLS, Due, deadlines, silent_seat
from engine.games.turns import exceeded
from engine.ids import PersonId, Seat
from engine.thinking_time import day_of
from storage.days import due
from storage.people import devices, former_chats
from storage.people.people import Person
from storage.queues import outbox
from storage.streams import game_stream


class Planning:
    """Rewrites the due rows of games after a move or a change of hours."""

    def __init__(self, readers: Readers, digests: Digests) -> None:
        self._readers, self._digests = readers, digests
        self._tx = readers.unit.tx

    async def plan_all(self, person: PersonId) -> None:
        """Rewrite the due rows of the person's running games after a change of hours."""
        for snapshot in await self._readers.games.running(person):
            await self.plan(snapshot)

    async def plan(self, snapshot: GameSnapshot, *, moved: bool = False) -> None:
        """Rewrite the game's due rows.

        Rows that are already due (after an outage) stay, unless a player has moved since. A game
        of an import that was taken back has none.
        """
        game = snapshot.game
        match = (await self._readers.matches.load(game.match)).match
        if not await self._readers.competitions.is_in_force(match):
            await due.replace_all(self._tx, game_stream(game.id), ())
            return
        players = game.red.person, game.blue.person
        others = {*match.writers.values(), *await self._readers.competitions.arbiters(match)}
        concerned = (*players, *sorted(others - set(players)))
        await self._readers.persons.gather(concerned)
        people = {person: await self._readers.persons.get(person) for person in concerned}
        grace = await self.grace(snapshot)
        now = self._readers.unit.now
        closing = await self._readers.closings.last_day(match)
        timed_game = await self._readers.arrivals.for_time_decisions(game)
        rows = game_rows(timed_game, people, now, grace, closing=closing)
        digests = self._digests.rows(*people.values())
        stream = game_stream(game.id)
        if moved:
            await due.replace_all(self._tx, stream, rows, missing=digests)
        else:
            await due.refresh(self._tx, stream, [*rows, *digests], now)

    async def replan(self, competition: Competition) -> None:
        """Plan the running games' deadlines again after a move of the closing date."""
        for snapshot in await self._readers.games.running_in(competition.code):
            await self.plan(snapshot)

    async def grace(self, snapshot: GameSnapshot) -> datetime | None:
        """Return the end of the grace period after the last day, or None for no grace."""
        if not is_time_up(snapshot.game, self._readers.games.today(snapshot.game)):
            return None
        entered = await self._readers.entries.grace(snapshot.game)
        sent = entered or await self._readers.previews.grace(snapshot)
        return sent or await self._readers.absences.grace(snapshot.game)


async def reminder_context(
    readers: Readers, deadline: Due, snapshot: GameSnapshot
) -> ReminderContext:
    """Return a due deadline with all facts for its notices."""
    participants = await readers.games.participants(snapshot.game)
    person = await readers.persons.get(participants.at(deadline.seat).id)
    match = (await readers.matches.load(snapshot.game.match)).match
    ruling = await readers.competitions.arbiters(match)
    today = readers.games.today(snapshot.game)
    return ReminderContext(
        due=deadline,
        game=snapshot.game,
        seq=snapshot.seq,
        participants=participants,
        arbiters=[await readers.matches.member(match, arbiter) for arbiter in ruling],
        today=today,
        day_over=at_hour(today + timedelta(days=1), 0, snapshot.game.rules.time_zone),
        written=await written_in(readers, snapshot),
        local_day=day_of(readers.unit.now, person.time_zone),
        silent=await _silent(readers, deadline, participants.at(deadline.seat))
        if deadline.kind in CALLS
        else (),
    )


async def _silent(readers: Readers, deadline: Due, player: Member) -> list[NamedGame]:
    """Return the games that remind the player on the day of this one."""
    games = []
    for snapshot in await readers.games.running(player.id):
        game = await readers.arrivals.for_time_decisions(snapshot.game)
        participants = await readers.games.participants(game)
        if (
            not game.is_practice
            and game.seat_of(player.id) is game.turn
            and participants.at(game.turn).address == player.address
            and not await readers.closings.is_game_closed(game)
            and any(
                due.kind in CALLS and due.on == deadline.on
                for due in deadlines(game, deadline.on - timedelta(days=1))
            )
        ):
            games.append(NamedGame(game=game, participants=participants))
    return games


async def idle(readers: Readers, snapshot: GameSnapshot) -> Idle:
    """Return a running game with all facts for the case file of a silence or exceeded time."""
    game, participants = snapshot.game, await readers.games.participants(snapshot.game)
    today, timed_game = readers.games.today(game), await readers.arrivals.for_time_decisions(game)
    late = [seat for seat in Seat if exceeded(timed_game, seat, today)]
    seat = silent_seat(game)
    seat = seat if seat in late or not late else late[0]
    person = await readers.persons.get(participants.at(seat).id)
    match = (await readers.matches.load(game.match)).match
    freed = match.vacated(person.id)
    had = person if freed is None else await readers.persons.get(freed[0])
    chat = participants.at(seat).address or had.address
    return Idle(
        game=game,
        participants=participants,
        seat=seat,
        is_late=seat in late,
        now=readers.unit.now,
        today=today,
        deliveries=await _dispatched(readers, snapshot, await _chats_of(readers, had, chat)),
        match=match,
        is_reachable=person.reachable,
        opened=await devices.last_opened(readers.unit.tx, person.id),
        mail=await mail_state_of(readers.unit.tx, readers.shared, person.id),
        freed=None if freed is None else freed[1],
    )


async def _chats_of(context: Context, person: Person, chat: int | None) -> set[int]:
    """Return that chat and, if it is the person's own, those that they had before."""
    if chat is None or chat != person.address:
        return set() if chat is None else {chat}
    return {chat, *await former_chats.of_people(context.unit.tx, [person.id])}


async def _dispatched(
    context: Context, snapshot: GameSnapshot, chats: Container[int]
) -> list[Dispatch]:
    """Return the outcome of each message about the game to these chats, the oldest first."""
    dispatches = []
    for row in await outbox.deliveries(context.unit.tx, snapshot.game.id):
        stored = json.loads(row.payload).get("text")
        if row.chat in chats and row.state in {outbox.SENT, outbox.DEAD} and stored:
            text = text_from_json(stored)
            dispatches.append(Dispatch(text=text, at=row.created_at, sent_at=row.sent_at))
    return dispatches
