"""Applies conditional moves: the effect of a move on the conditions that wait for it.

A conditional reply is an ordinary move. It is validated again and sent when the move it answers is
recorded, so it uses no days (art. 7.1). `engine.games.conditional` defines conditions and
checks whether one can be set.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from engine.board import Board
from engine.errors import EngineError, Fault
from engine.games.conditional import Condition
from engine.games.decide import decide
from engine.games.events import Event, Passed, PlacementMade, PlacementReturned
from engine.games.fold import recorded
from engine.games.game import Game, Move, Stage
from engine.games.planned_moves import Wordless, command_of, is_made, move_of
from engine.games.ruling_events import MovesAnnulled, RulingLifted
from engine.ids import Seat


def _changes_board(event: Event) -> bool:
    """Return whether all conditions are dropped after the event, as the board is different."""
    if isinstance(event, MovesAnnulled):
        return event.beside is None
    return isinstance(event, PlacementReturned | RulingLifted)


class DropReason(Enum):
    """The reason why conditions were dropped."""

    OTHERWISE = "otherwise"
    """The opponent made a move that no condition names."""
    ILLEGAL = "illegal"
    """The reply was no longer possible."""
    OWN_MOVE = "own_move"
    """The author made another move than planned."""
    CHANGED = "changed"
    """A placement was returned, annulled or restored, so the board is different."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Dropped conditions of one player."""

    by: Seat
    conditions: tuple[Condition, ...]
    reason: DropReason
    faults: tuple[Fault, ...] = ()
    """The faults of the reply if it was no longer possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionsOutcome:
    """The effect of events on the conditions of both players."""

    events: tuple[Event, ...] = ()
    """The replies and their consequences, marked as conditional."""
    used: tuple[tuple[Seat, Condition], ...] = ()
    """The conditions whose reply was made, each with its author's seat."""
    dropped: tuple[Dropped, ...] = ()
    onward: tuple[tuple[Seat, Condition], ...] = ()
    """The continuations of used conditions, which wait in their place from now on."""


def follow(
    before: Game,
    decided: Iterable[Event],
    waiting: Mapping[Seat, Sequence[Condition]],
    at: datetime,
    lexicon: Container[str],
) -> ConditionsOutcome:
    """Return the effect of decided events, recorded at that instant, on the waiting conditions.

    The opponent's condition that names a move answers it. A condition of the mover may in turn
    answer that reply. All conditions are about the opponent's next move, so it uses or drops them.
    Those with the same reply and a continuation wait for the move after it.
    """
    events = tuple(decided)
    left = {seat: tuple(waiting.get(seat, ())) for seat in Seat}
    if not any(left.values()):
        return ConditionsOutcome()
    chain = _Chain(before.board, recorded(before, events, at), left, at, lexicon)
    if any(map(_changes_board, events)):
        chain.drop_all(DropReason.CHANGED)
    for event in events:
        if isinstance(event, PlacementMade | Passed):
            chain.moved(event)
    if chain.game.stage is not Stage.RUNNING:
        chain.drop_all(DropReason.ENDED)
    return ConditionsOutcome(
        events=tuple(chain.events),
        used=tuple(chain.used),
        dropped=tuple(chain.dropped),
        onward=chain.onward(),
    )


@dataclass(slots=True)
class _Chain:
    """Follows a move, the reply to it, and the reply to that."""

    board: Board
    """The board before the last move."""
    game: Game
    left: dict[Seat, tuple[Condition, ...]]
    """The conditions that still wait, of each author."""
    at: datetime
    """The instant at which the moves are recorded, from which a reply has its date."""
    lexicon: Container[str]
    events: list[Event] = field(default_factory=list)
    used: list[tuple[Seat, Condition]] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)

    def moved(self, move: Move) -> None:
        """Use or drop the conditions that waited for this move; continue with any reply."""
        self._keep_planned(move)
        if self.game.stage is not Stage.RUNNING:
            return
        author = move.by.partner
        waiting, self.left[author] = self.left[author], ()
        chosen = _fitting(self.board, waiting, move)
        if chosen is None:
            self._drop(author, waiting, DropReason.OTHERWISE)
            return
        try:
            answer = decide(self.game, command_of(author, chosen.reply), self.at, self.lexicon)
        except EngineError as error:
            self._drop(author, (chosen,), DropReason.ILLEGAL, error.faults)
            return
        marked = tuple(
            replace(event, conditional=True) if isinstance(event, PlacementMade | Passed) else event
            for event in answer
        )
        self.used.append((author, chosen))
        self.left[author] = tuple(  # the continuations of all with the same reply wait next
            replace(each.then, own=chosen.reply)
            for each in waiting
            if each.then is not None and each.shares(chosen)
        )
        self.events += marked
        self.board = self.game.board
        self.game = recorded(self.game, marked, self.at)
        self.moved(move_of(marked))

    def onward(self) -> tuple[tuple[Seat, Condition], ...]:
        """Return the conditions newly waiting for each author whose reply was used."""
        authors = {author for author, _ in self.used}
        return tuple((by, each) for by in Seat if by in authors for each in self.left[by])

    def _keep_planned(self, move: Move) -> None:
        """Drop the mover's conditions that should follow another move of theirs."""
        waiting = self.left[move.by]
        kept = self.left[move.by] = tuple(
            each for each in waiting if each.own is not None and is_made(self.board, each.own, move)
        )
        dropped = tuple(each for each in waiting if each not in kept)
        self._drop(move.by, dropped, DropReason.OWN_MOVE)

    def drop_all(self, reason: DropReason) -> None:
        """Drop every condition that still waits."""
        for seat in Seat:
            self._drop(seat, self.left[seat], reason)
            self.left[seat] = ()

    def _drop(
        self,
        by: Seat,
        conditions: tuple[Condition, ...],
        reason: DropReason,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        if conditions:
            self.dropped.append(Dropped(by=by, conditions=conditions, reason=reason, faults=faults))


def _fitting(board: Board, conditions: tuple[Condition, ...], move: Move) -> Condition | None:
    """Return the condition that names the move, otherwise the one for any move, otherwise None."""
    named = [each for each in conditions if is_made(board, each.partner, move)]
    anything = [each for each in conditions if each.partner is Wordless.ANY]
    return next(iter([*named, *anything]), None)
