"""Conditional replies at work: what a move makes of those that wait for it.

What is used is an ordinary move, judged once more, sent with the move it answers and dated like it,
so that it uses no day (art. 7.1). What a condition is, and whether one can be set, is
`engine.games.conditional`.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from functools import reduce

from engine.board import Board
from engine.errors import EngineError, Fault
from engine.games.conditional import Condition
from engine.games.decide import decide
from engine.games.events import Event, Passed, PlacementMade, PlacementReturned
from engine.games.fold import evolve
from engine.games.game import Game, Move, Stage
from engine.games.planned import Wordless, command_of, is_made, move_of
from engine.games.ruling_events import GameReopened, MovesAnnulled, MovesRestored
from engine.ids import Seat

_OF_ANOTHER_BOARD = (PlacementReturned, MovesAnnulled, MovesRestored, GameReopened)
"""What makes everything that was set beforehand a plan for a game that is no more."""


class Reason(Enum):
    """Why conditions came to nothing."""

    OTHERWISE = "otherwise"
    """The partner played something that none of them names."""
    ILLEGAL = "illegal"
    """The answer was no longer possible."""
    OWN_MOVE = "own_move"
    """The author himself played otherwise than he had planned."""
    CHANGED = "changed"
    """A placement was returned or annulled, or stands again: the board is another."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """Conditions of one player that came to nothing."""

    by: Seat
    conditions: tuple[Condition, ...]
    reason: Reason
    faults: tuple[Fault, ...] = ()
    """What forbade the answer, where it was no longer possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of the conditions of both players when something happened in the game."""

    events: tuple[Event, ...] = ()
    """What follows at once, marked as conditional."""
    used: tuple[tuple[Seat, Condition], ...] = ()
    dropped: tuple[Dropped, ...] = ()
    onward: tuple[tuple[Seat, Condition], ...] = ()
    """What those that were used go on with: it waits from now on in their place."""

    def settled(self, seat: Seat) -> bool:
        """Return whether any condition of that player's was used or dropped."""
        return any(by is seat for by, _ in self.used) or any(
            each.by is seat for each in self.dropped
        )


def follow(
    before: Game,
    decided: Iterable[Event],
    waiting: Mapping[Seat, Sequence[Condition]],
    at: datetime,
    lexicon: Container[str],
) -> Outcome:
    """Return what these events, decided but not yet applied, make of the conditions that wait.

    A move is answered by the partner's condition that names it; that answer may in turn be
    answered by a condition that its reader had set beforehand. Each player's conditions are about
    the partner's next move, so they are used up or dropped by it; those that share the answer and
    go on wait for the move after it.
    """
    events = tuple(decided)
    left = {seat: tuple(waiting[seat]) for seat in Seat if waiting.get(seat)}
    if not left:
        return Outcome()
    if any(isinstance(event, _OF_ANOTHER_BOARD) for event in events):
        return Outcome(dropped=_all_dropped(left, Reason.CHANGED))
    chain = _Chain(before, events, left)
    for event in events:
        if isinstance(event, PlacementMade | Passed):
            chain.moved(event, at, lexicon)
    dropped, onward = list(chain.dropped), chain.onward()
    if chain.game.stage is not Stage.RUNNING:
        dropped += _all_dropped(left, Reason.ENDED)
        onward = ()
    return Outcome(
        events=tuple(chain.events),
        used=tuple(chain.used),
        dropped=tuple(dropped),
        onward=onward,
    )


class _Chain:
    """Follows a move, the answer to it, and the answer to that."""

    def __init__(
        self, before: Game, events: tuple[Event, ...], left: dict[Seat, tuple[Condition, ...]]
    ) -> None:
        self.board = before.board
        """As it was before the last move."""
        self.game = reduce(evolve, events, before)
        self.left = left
        self.events: list[Event] = []
        self.used: list[tuple[Seat, Condition]] = []
        self.dropped: list[Dropped] = []

    def moved(self, move: Move, at: datetime, lexicon: Container[str]) -> None:
        """Settle what waited for this move; go on with the answer, if there is one."""
        self._keep_planned(move)
        if self.game.stage is not Stage.RUNNING:
            return
        author = move.by.partner
        mine = self.left.pop(author, ())
        chosen = _fitting(self.board, mine, move)
        if chosen is None:
            self._drop(author, mine, Reason.OTHERWISE)
            return
        try:
            answer = decide(self.game, command_of(author, chosen.reply), at, lexicon)
        except EngineError as error:
            self._drop(author, (chosen,), Reason.ILLEGAL, error.faults)
            return
        marked = tuple(_marked(event) for event in answer)
        self.used.append((author, chosen))
        self._go_on(author, chosen, mine)
        self.events += marked
        self.board = self.game.board
        self.game = reduce(evolve, marked, self.game)
        self.moved(move_of(marked), at, lexicon)

    def _go_on(self, author: Seat, used: Condition, mine: tuple[Condition, ...]) -> None:
        """Let what those with the same answer plan after it wait, behind that answer."""
        after = tuple(
            replace(each.then, own=used.reply)
            for each in mine
            if each.then is not None and each.shares(used)
        )
        if after:
            self.left[author] = after

    def onward(self) -> tuple[tuple[Seat, Condition], ...]:
        """Return what waits now that did not before: all that is left to whose answer was used."""
        authors = {author for author, _ in self.used}
        return tuple((by, each) for by in Seat if by in authors for each in self.left.get(by, ()))

    def _keep_planned(self, move: Move) -> None:
        """Drop those of the mover's own conditions that were to follow another move of his."""
        mine = self.left.pop(move.by, ())
        kept = tuple(
            each for each in mine if each.own is not None and is_made(self.board, each.own, move)
        )
        if kept:
            self.left[move.by] = kept
        self._drop(move.by, tuple(each for each in mine if each not in kept), Reason.OWN_MOVE)

    def _drop(
        self,
        by: Seat,
        conditions: tuple[Condition, ...],
        reason: Reason,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        if conditions:
            lost = Dropped(by=by, conditions=conditions, reason=reason, faults=faults)
            self.dropped.append(lost)


def _all_dropped(left: Mapping[Seat, tuple[Condition, ...]], reason: Reason) -> tuple[Dropped, ...]:
    return tuple(
        Dropped(by=seat, conditions=conditions, reason=reason) for seat, conditions in left.items()
    )


def _fitting(board: Board, conditions: tuple[Condition, ...], move: Move) -> Condition | None:
    """Return the condition that names the move, or else the one for whatever the partner does."""
    named = [each for each in conditions if is_made(board, each.partner, move)]
    anything = [each for each in conditions if each.partner is Wordless.ANY]
    return next(iter([*named, *anything]), None)


def _marked(event: Event) -> Event:
    """Return the event marked as a conditional reply, if it is a move."""
    if isinstance(event, PlacementMade | Passed):
        return replace(event, conditional=True)
    return event
