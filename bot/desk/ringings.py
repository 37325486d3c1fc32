"""A deadline that has come, gathered for those who say it: `bot.days.reminders`."""

from typing import TYPE_CHECKING

from bot.days.ringing import Ringing
from engine.games.deadlines import Due
from engine.thinking_time import day_of
from storage import outbox

if TYPE_CHECKING:
    from bot.desk.games import SeenGame
    from bot.desk.readers import Readers


async def ringing(desk: "Readers", rung: Due, seen: "SeenGame") -> Ringing:
    """Return a deadline that has come, with all that its notices may speak of."""
    cast = await desk.games.cast(seen.game)
    concerned = cast.at(rung.seat)
    deliveries = [
        delivery
        for delivery in await outbox.deliveries(desk.unit.tx, seen.game.id)
        if delivery.chat == concerned.chat and delivery.state in {outbox.SENT, outbox.DEAD}
    ]
    person = await desk.persons.get(concerned.id)
    match = (await desk.matches.load(seen.game.match)).match
    ruling = await desk.competitions.arbiters(match)
    return Ringing(
        due=rung,
        game=seen.game,
        seq=seen.seq,
        cast=cast,
        match=match,
        arbiters=[await desk.matches.member(match, arbiter) for arbiter in ruling],
        now=desk.unit.now,
        local_day=day_of(desk.unit.now, person.time_zone),
        deliveries=deliveries,
        is_reachable=person.reachable,
    )
