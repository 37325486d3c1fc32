"""A deadline that has come, gathered for those who say it: `bot.service.deadlines.reminders`."""

from typing import TYPE_CHECKING

from bot.service.deadlines.ringing import Ringing
from engine.games.deadlines import Due
from engine.thinking_time import day_of
from storage import outbox

if TYPE_CHECKING:
    from bot.service.games import SeenGame
    from bot.service.readers import Readers


async def ringing(service: "Readers", rung: Due, seen: "SeenGame") -> Ringing:
    """Return a deadline that has come, with all that its notices may speak of."""
    cast = await service.games.cast(seen.game)
    concerned = cast.at(rung.seat)
    deliveries = [
        delivery
        for delivery in await outbox.deliveries(service.unit.tx, seen.game.id)
        if delivery.chat == concerned.chat and delivery.state in {outbox.SENT, outbox.DEAD}
    ]
    person = await service.persons.get(concerned.id)
    match = (await service.matches.load(seen.game.match)).match
    ruling = await service.competitions.arbiters(match)
    return Ringing(
        due=rung,
        game=seen.game,
        seq=seen.seq,
        cast=cast,
        arbiters=[await service.matches.member(match, arbiter) for arbiter in ruling],
        now=service.unit.now,
        local_day=day_of(service.unit.now, person.time_zone),
        deliveries=deliveries,
        is_reachable=person.reachable,
    )
