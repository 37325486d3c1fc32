"""Conditional moves: stored until the opponent moves, then used or dropped.

Conditional moves are secret: no other person's notice names them, and no message about them is
filed under the game, whose case file others may read.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.lookups.play.first_moves import check_first_move
from bot.service.lookups.play.held_move_checks import check_none_held
from bot.service.operations.conversation.channel import lacks_sheet
from bot.service.pure.play.condition_lines import (
    condition_of,
    line_of,
    move_name,
    pair_text,
    planned_move,
    read_condition,
    written,
)
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.changes import AuthorNotice, AutomaticMoves
from bot.texts.fault_texts import refusal_lines
from bot.texts.messages import Text, say
from engine.errors import Fault, GameStateError
from engine.games.answering import Dropped, DropReason, follow
from engine.games.conditional import Condition, Rehearsal, rehearse
from engine.games.events import Event
from engine.games.game import Game
from engine.games.planned_moves import Planned
from engine.ids import PersonId, Seat
from storage.play import conditions, previews
from storage.play.conditions import StoredCondition

MOST_CONDITIONS = 20
"""The most conditional moves of one player in one game."""
TOO_MANY = "too_many_conditions"
"""The fault code for more than `MOST_CONDITIONS` conditional moves."""


class RehearsedCondition(NamedTuple):
    """A typed conditional move, and what would become of it; it is stored if it has no faults."""

    condition: Condition
    rehearsal: Rehearsal


@dataclass(slots=True)
class _Waiting:
    """The conditional moves of a game by seat, and where each is stored."""

    by_seat: dict[Seat, tuple[Condition, ...]] = field(default_factory=dict)
    """In the order of entry."""
    stored: dict[tuple[Seat, Condition], StoredCondition] = field(default_factory=dict)


class Conditions:
    """Stores conditional moves, and uses them when the opponent moves."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._tx = readers.unit.tx

    async def of(self, person: PersonId, game: Game) -> list[StoredCondition]:
        """Return the person's conditional moves in that game, in the order of entry."""
        stored = await conditions.of_game(self._tx, game.id)
        return [condition for condition in stored if condition.person == person]

    async def check_allowed(self, game: Game) -> None:
        """Refuse conditional moves where moves count only on sheets; they have none (art. 4.2).

        Raises:
            GameStateError: `sheets_only`.
        """
        if await lacks_sheet(self._readers, game, None):
            raise GameStateError(Fault("sheets_only", "4.2"))

    async def keep(
        self, snapshot: GameSnapshot, seat: Seat, line: str, at: datetime
    ) -> RehearsedCondition:
        """Store the conditional move `H8 CASA -> 9G SAT; J8 CAR -> PAS` if all of it is possible.

        It replaces conflicting ones. A previewed move that is not sent yet must come before it.

        Raises:
            EngineError: as for `check_allowed`, there are too many, the line cannot be read, or it
                is the author's turn without a preview.
        """
        await self.check_allowed(snapshot.game)
        condition = replace(read_condition(line), own=await self._own_move(snapshot, seat))
        rehearsal = await self._store_if_possible(snapshot, seat, condition, at)
        return RehearsedCondition(condition, rehearsal)

    async def keep_condition(
        self, snapshot: GameSnapshot, seat: Seat, condition: Condition, at: datetime
    ) -> Rehearsal:
        """Store the conditional move if all of it is possible, and delete conflicting ones.

        Raises:
            EngineError: as for `check_allowed`, there are too many, it is not the time, the
                previewed move before it is not possible, or the opponent is the program, which
                answers at once.
        """
        await self.check_allowed(snapshot.game)
        return await self._store_if_possible(snapshot, seat, condition, at)

    async def _store_if_possible(
        self, snapshot: GameSnapshot, seat: Seat, new_condition: Condition, at: datetime
    ) -> Rehearsal:
        """Rehearse a conditional move, and store it if it is possible and there is room."""
        person = snapshot.game.side(seat).person
        known = await self.of(person, snapshot.game)
        replaced = [row for row in known if new_condition.clashes(condition_of(row))]
        if len(known) - len(replaced) >= MOST_CONDITIONS:
            raise GameStateError(Fault(TOO_MANY, facts={"n": MOST_CONDITIONS}))
        if snapshot.game.is_practice:
            raise GameStateError(
                Fault("practice_answers_at_once", facts={"game": snapshot.game.id})
            )
        await check_first_move(self._readers, snapshot.game, person)
        await check_none_held(self._readers, (snapshot.game.id,))
        lexicon = await lexicon_of(self._readers, snapshot.game)
        rehearsal = rehearse(snapshot.game, seat, new_condition, self._readers.unit.now, lexicon)
        if not rehearsal.faults:
            for row in replaced:
                await conditions.remove(self._tx, person, row.id, row.at)
            await self._put(snapshot.game, seat, new_condition, at)
        return rehearsal

    async def _put(self, game: Game, seat: Seat, condition: Condition, at: datetime) -> None:
        """Store a condition after the player's others."""
        await conditions.add(
            self._tx,
            game.side(seat).person,
            game.id,
            own_move="" if condition.own is None else written(condition.own),
            partner_move=written(condition.partner),
            reply=written(condition.reply),
            later="" if condition.then is None else line_of(condition.then),
            at=at.replace(microsecond=0),
        )

    async def _own_move(self, snapshot: GameSnapshot, seat: Seat) -> Planned | None:
        """Return the player's previewed move that is not sent yet and must come first, or None."""
        if snapshot.game.turn is not seat:
            return None
        person = snapshot.game.side(seat).person
        preview = await previews.open_preview(self._tx, person, snapshot.game.id)
        if preview is None or preview.seq != snapshot.step:
            return None
        return planned_move(preview.placement)

    async def follow(self, before: Game, decided: tuple[Event, ...]) -> AutomaticMoves:
        """Use or drop the conditional moves for these events; return the moves to record.

        Used and dropped ones are deleted, and later rounds of a used one are stored. The caller
        notifies the authors.
        """
        stored = await conditions.of_game(self._tx, before.id)
        if not stored:
            return AutomaticMoves()
        waiting = _by_seat(before, stored)
        lexicon = await lexicon_of(self._readers, before)
        at = max(self._readers.unit.now, *(event.at for event in decided))
        outcome = follow(before, decided, waiting.by_seat, at, lexicon)
        author_notices: list[AuthorNotice] = []
        for seat, condition in outcome.used:
            person = before.side(seat).person
            await conditions.clear(self._tx, before.id, person)
            onward = [following for by, following in outcome.onward if by is seat]
            author_notices.append(AuthorNotice(person, _used(before, condition, onward)))
        for lost in outcome.dropped:
            for dropped in lost.conditions:
                row = waiting.stored.get((lost.by, dropped))
                if row is not None:  # None: a later round of a condition that was used just now
                    await conditions.remove(self._tx, row.person, row.id, row.at)
            if lost.reason is not DropReason.ENDED:  # the end of a game is notified anyway
                author_notices.append(
                    AuthorNotice(before.side(lost.by).person, _dropped(before, lost))
                )
            if lost.reason is not DropReason.OWN_MOVE:
                await conditions.clear(self._tx, before.id, before.side(lost.by).person)
        for seat, condition in outcome.onward:
            await self._put(before, seat, condition, at)
        return AutomaticMoves(events=outcome.events, author_notices=tuple(author_notices))


def _by_seat(game: Game, stored: Iterable[StoredCondition]) -> _Waiting:
    """Return the stored conditional moves of the game's players, in order."""
    waiting = _Waiting()
    for stored_condition in stored:
        seat = game.seat_of(stored_condition.person)
        if seat is not None:
            condition = condition_of(stored_condition)
            waiting.by_seat[seat] = (*waiting.by_seat.get(seat, ()), condition)
            waiting.stored[seat, condition] = stored_condition
    return waiting


def _used(game: Game, condition: Condition, onward: list[Condition]) -> Text:
    """Return that a condition has made the move, and which conditions follow from it."""
    return say(
        "condition.used",
        game=game.id,
        partner_move=move_name(condition.partner),
        reply=move_name(condition.reply),
        onward=[say("condition.used_on", then=pair_text(following)) for following in onward],
    )


def _dropped(game: Game, lost: Dropped) -> Text:
    """Return which conditional moves were dropped, and why."""
    rows = [pair_text(condition) for condition in lost.conditions]
    reasons = refusal_lines(lost.faults)
    key = f"condition.dropped_{lost.reason.value}"
    if lost.reason is DropReason.ILLEGAL:
        return say(key, game=game.id, rows=rows, faults=reasons)
    return say(key, game=game.id, rows=rows)
