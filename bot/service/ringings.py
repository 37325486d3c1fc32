"""What is gathered of a game for those who speak of it: a deadline that has come, or a silence."""

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.service.deadlines.agenda import at_hour
from bot.service.deadlines.reminders import Ringing
from bot.service.deadlines.silence import Idle
from bot.texts.notices.deliveries import Dispatch
from bot.texts.outgoing import text_from_json
from engine.games.deadlines import Due
from engine.ids import Seat
from engine.thinking_time import day_of
from storage import outbox

if TYPE_CHECKING:
    from bot.service.games import SeenGame
    from bot.service.readers import Readers


async def ringing(service: "Readers", rung: Due, seen: "SeenGame") -> Ringing:
    """Return a deadline that has come, with all that its notices may speak of."""
    cast = await service.games.cast(seen.game)
    person = await service.persons.get(cast.at(rung.seat).id)
    match = (await service.matches.load(seen.game.match)).match
    ruling = await service.competitions.arbiters(match)
    today = service.games.today(seen.game)
    return Ringing(
        due=rung,
        game=seen.game,
        seq=seen.seq,
        cast=cast,
        arbiters=[await service.matches.member(match, arbiter) for arbiter in ruling],
        today=today,
        day_over=at_hour(today + timedelta(days=1), 0, seen.game.rules.time_zone),
        local_day=day_of(service.unit.now, person.time_zone),
    )


async def idle(service: "Readers", seen: "SeenGame") -> Idle:
    """Return a running game with all that the file of a silence, or of exceeded time, may say."""
    game, cast = seen.game, await service.games.cast(seen.game)
    late = [seat for seat in Seat if game.side(seat).time_exceeded]
    seat = game.turn if game.turn in late or not late else late[0]
    person = await service.persons.get(cast.at(seat).id)
    return Idle(
        game=game,
        cast=cast,
        seat=seat,
        is_late=seat in late,
        now=service.unit.now,
        today=service.games.today(game),
        deliveries=await _dispatched(service, seen, cast.at(seat).chat),
        is_reachable=person.reachable,
    )


async def _dispatched(service: "Readers", seen: "SeenGame", chat: int | None) -> list[Dispatch]:
    """Return what became of each message about the game to that chat, oldest first."""
    found = []
    for row in await outbox.deliveries(service.unit.tx, seen.game.id):
        stored = json.loads(row.payload).get("text")
        if row.chat == chat and row.state in {outbox.SENT, outbox.DEAD} and stored:
            text = text_from_json(stored)
            found.append(Dispatch(text=text, at=row.created_at, sent_at=row.sent_at))
    return found
