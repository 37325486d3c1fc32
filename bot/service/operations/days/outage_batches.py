"""Days of an outage given back, or taken back, in many games, in portions (art. 7.1).

Each portion is a separate unit of work through a due row of the person who ordered it, with the
remaining games. So moves have precedence, a stop loses nothing, and no game is handled twice. Each
player's days are counted when they are given. `bot.service.operations.days.outage_orders` handles
fewer games at once.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.operations.days.grants import ARTICLE, Grant, give
from bot.service.operations.days.outages import (
    day_facts,
    games_in,
    given_in,
    lost_in,
    outage_of,
    undo_button,
)
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Card, Notice, say
from engine.errors import EngineError
from engine.games.game import Stage
from engine.games.orders import Order, grant_time
from engine.ids import GameId, PersonId
from storage.days import due
from storage.play.game_rows import GameRow
from storage.streams import name_of, person_stream

AT_ONCE: Final = 100
"""The most games in one unit of work: about a second."""
PORTION: Final = 25
"""The games in one portion: a quarter of a second. Moves wait no longer than that."""
MAKING_GOOD: Final = "making_good:"
"""The kind of these due rows; the number of the ordering update follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchProgress:
    """An order with its finished and remaining work; stored as JSON in its due row."""

    about: str
    """The outage's code."""
    reason: str
    is_undo: bool
    """Whether the days are taken back."""
    left: list[list[str]]
    """The remaining games, in portions."""
    done: int = 0
    """Games in which days were given or taken back."""
    refused: int = 0
    """Games in which it was impossible, because other orders took the days back."""


async def plan(context: Context, user_input: UserInput, work: BatchProgress) -> None:
    """Start the work, portion by portion."""
    await due.put(
        context.unit.tx,
        due.DueRow(
            stream=person_stream(user_input.person.id),
            kind=f"{MAKING_GOOD}{user_input.incoming.update}",
            due_at=context.unit.now,
            payload=json.dumps(asdict(work)),
        ),
    )


async def go_on(recorder: Recorder, row: due.DueRow) -> None:
    """Carry out the next portion; after the last, report the total to its author."""
    work = BatchProgress(**json.loads(row.payload))
    person = await recorder.persons.get(PersonId(int(name_of(row.stream))))
    grants = await _next_grants(recorder, work)
    order = Order(at=recorder.unit.now, arbiter=person.id, article=ARTICLE, reason=work.reason)
    possible = [grant for grant in grants if _can_be_given(order, grant)]
    if possible:
        await give(recorder, order, person.name, possible)
    games_done = games_in(possible)
    work = replace(
        work,
        left=work.left[1:],
        done=work.done + games_done,
        refused=work.refused + games_in(grants) - games_done,
    )
    if work.left:
        await due.put(recorder.unit.tx, replace(row, payload=json.dumps(asdict(work))))
        return
    await due.remove(recorder.unit.tx, row.stream, row.kind)
    if person.address is not None:
        text, buttons = _report(work)
        notice = Notice(
            to=person.address, text=text, buttons=buttons, dedup=f"{row.kind}:{person.id}"
        )
        await recorder.notify(notice, aloud=True)  # the author may be waiting for the report


async def _next_grants(readers: Readers, work: BatchProgress) -> list[Grant]:
    """Return the grants of the next portion, in games that still run."""
    running = await still_running(readers, work.left[0])
    outage = outage_of(work.about)
    return given_in(running, outage) if work.is_undo else await lost_in(readers, running, outage)


async def still_running(readers: Readers, portion: Sequence[str]) -> list[GameSnapshot]:
    """Return the games of a portion that have not ended since, and were not taken back.

    Damaged ones are left out.
    """
    running = []
    for game in portion:
        with leaving_out_damaged():
            snapshot = await readers.games.load(GameId(game))
            match = await readers.matches.get(snapshot.game.match)
            is_running = snapshot.game.stage is Stage.RUNNING
            if is_running and await readers.competitions.is_in_force(match):
                running.append(snapshot)
    return running


def _can_be_given(order: Order, grant: Grant) -> bool:
    """Return whether the rules allow the grant now."""
    try:
        grant_time(grant.snapshot.game, order, grant.seat, grant.days, grant.outage)
    except EngineError:
        return False
    return True


def _report(work: BatchProgress) -> Card:
    """Return the final report, and the button that undoes the work."""
    outage = outage_of(work.about)
    facts = day_facts(outage)
    refused = say("outage.refused", games=work.refused) if work.refused else None
    if work.is_undo:
        return Card(say("outage.undone_many", games=work.done, refused=refused, **facts))
    if not work.done:
        return Card(say("outage.cost_nothing", **facts))
    return Card(say("outage.done_many", games=work.done, **facts), ((undo_button(outage),),))


def portions(rows: Sequence[GameRow]) -> Iterator[list[str]]:
    """Yield the games in portions: competitions in a row, matches unsplit."""
    ordered = sorted(rows, key=lambda row: (row.competition, row.match_id, row.game_id))
    portion: list[str] = []
    for _, of_match in groupby(ordered, key=lambda row: row.match_id):
        games = [row.game_id for row in of_match]
        if len(portion) + len(games) > PORTION:
            yield portion
            portion = []
        portion += games
    if portion:
        yield portion
