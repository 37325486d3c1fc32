"""Notifies operators and players of a damaged log, once for each."""

from functools import partial

from bot.runtime.shared import BotSettings
from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Notice, say
from engine.ids import PersonId
from storage.errors import DamagedLog
from storage.matches import match_rows
from storage.people import people
from storage.play import game_rows
from storage.streams import GAMES, MATCHES, name_of


async def notify_of_damage(unit: UnitOfWork, shared: BotSettings) -> None:
    """Queue the notices about each damaged log of which nobody is notified yet.

    An operator who plays reads only the alarm. Without a commit, the next call notifies them.
    """
    untold = shared.damaged.untold
    for stream, error in tuple(untold.items()):
        unit.after_commit.append(partial(untold.pop, stream, None))
        damage_key = f"damaged:{stream}:{error.seq}"
        alarm = say("operator.damaged_log", stream=stream, seq=error.seq, reason=error.reason)
        for operator in shared.operators:
            unit.say(Notice(to=operator, text=alarm, dedup=f"{damage_key}:alert:{operator}"))
        for person in await people.several(unit.tx, await _people_of(unit, error)):
            if person.address is not None and person.address not in shared.operators:
                text = say("error.damaged_log", code=name_of(stream))
                unit.say(Notice(to=person.address, text=text, dedup=f"{damage_key}:{person.id}"))


async def _people_of(unit: UnitOfWork, error: DamagedLog) -> set[PersonId]:
    """Return the players and the arbiter of the damaged game or match; nobody for another log."""
    name = name_of(error.stream)
    row: game_rows.GameRow | match_rows.MatchRow | None = None
    if error.stream.startswith(GAMES):
        row = await game_rows.game(unit.tx, name)
    elif error.stream.startswith(MATCHES):
        row = await match_rows.match(unit.tx, name)
    return set() if row is None else {row.red, row.blue, row.arbiter}
