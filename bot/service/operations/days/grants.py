"""Days that an arbiter gives or takes back: an event in each game, one notice for each person.

`preview_lines` is the preview; `give` records and notifies.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, NamedTuple

from bot.runtime.shared import UserInput
from bot.service.pure.acts import order_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Param, Text, say
from bot.texts.notices.participants import Participants
from engine.games.deadlines import days_left
from engine.games.fold import evolve
from engine.games.game import Game, Stage
from engine.games.orders import Order, grant_time
from engine.games.ruling_events import Outage
from engine.ids import GameId, PersonId, Seat

ARTICLE: Final = "7.2"
"""The article by which days are given."""
MOST_SHOWN: Final = 60
"""The most lines of a card."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Days for one seat of one game; a negative number takes earlier ones back."""

    snapshot: GameSnapshot
    """The game before the grant."""
    seat: Seat
    days: int
    outage: Outage | None = None
    """The outage that the days compensate, if any."""


async def preview_lines(
    readers: Readers, user_input: UserInput, grants: Iterable[Grant], reason: str
) -> list[Text]:
    """Return a line for each grant, for the arbiter to confirm.

    Raises:
        EngineError: one of them is not possible.
    """
    order = order_of(user_input, ARTICLE, reason)
    lines = []
    for grant in grants:
        game = grant.snapshot.game
        events = grant_time(game, order, grant.seat, grant.days, grant.outage)
        after = reduce(evolve, events, game)
        participants = await readers.participants.of(after)
        lines.append(_lines(readers, after, participants, grant).for_others)
    return lines


def row_facts(lines: Sequence[Text]) -> dict[str, Param]:
    """Return the facts `rows` and `more` of a card, with as many lines as a phone shows."""
    more = len(lines) - MOST_SHOWN
    return {
        "rows": lines[:MOST_SHOWN],
        "more": say("grant.more", n=more) if more > 0 else None,
    }


async def give(recorder: Recorder, order: Order, author: str, grants: Sequence[Grant]) -> None:
    """Record the grants; notify everyone but the arbiter of the order, once for all their games.

    `author`: who gives the days, for the text.

    Raises:
        EngineError: one of them is not possible; then none is recorded.
    """
    lines_of: dict[PersonId, list[Text]] = {}
    grants_in: dict[GameId, list[Grant]] = {}
    for grant in grants:
        grants_in.setdefault(grant.snapshot.game.id, []).append(grant)
    for game_grants in grants_in.values():
        after = (await _record(recorder, order, game_grants)).game
        participants = await recorder.participants.of(after)
        for grant in game_grants:
            lines = _lines(recorder, after, participants, grant)
            others = {participants.at(grant.seat.partner).id, participants.arbiter.id}
            for other in others - {order.arbiter}:
                lines_of.setdefault(other, []).append(lines.for_others)
            lines_of.setdefault(participants.at(grant.seat).id, []).append(lines.for_player)
    about = next(iter(grants_in)) if len(grants_in) == 1 else ""
    for person, own_lines in lines_of.items():
        text = say("grant.told", rows=own_lines, reason=order.reason, author=author)
        # Automatic grants follow a notice of the outage, which made the sound.
        await recorder.notify_person(person, text, about=about, silent=order.automatic)


async def _record(recorder: Recorder, order: Order, grants: Sequence[Grant]) -> GameSnapshot:
    """Record the grants of one game; return the game after them."""
    snapshot = grants[0].snapshot
    events = [
        event
        for grant in grants
        for event in grant_time(snapshot.game, order, grant.seat, grant.days, grant.outage)
    ]
    return await recorder.game_acts.record(snapshot, events, order.at)


class _GrantLines(NamedTuple):
    """One grant's effect, as the player and as everyone else reads it."""

    for_player: Text
    for_others: Text


def _lines(readers: Readers, after: Game, participants: Participants, grant: Grant) -> _GrantLines:
    """Return the lines about a grant; they name the last day if the seat is to move."""
    is_to_move = after.stage is Stage.RUNNING and after.turn is grant.seat
    facts: dict[str, Param] = {
        "game": after.id,
        "n": abs(grant.days),
        "left": days_left(after, grant.seat, readers.games.today(after)),
        "until": say("grant.until", until=participants.until(after)) if is_to_move else None,
    }
    is_taken = grant.days < 0
    return _GrantLines(
        for_player=Text("grant.taken_you" if is_taken else "grant.given_you", facts),
        for_others=Text(
            "grant.taken" if is_taken else "grant.given",
            {**facts, "who": participants.at(grant.seat).name},
        ),
    )
