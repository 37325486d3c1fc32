"""Conditional replies: „if the partner plays this, I answer that” (art. 1.1).

Sequence, board and both hands are open, so everything the answer depends on is known beforehand. A
condition may go on: „and if he then plays that, I answer this”, up to `MOST_ROUNDS` in all. It is
judged when it is set and each round again when it is used; what is used is an ordinary move, sent
with the move it answers and dated like it, so that it uses no day (art. 7.1). Pure: where
conditions wait, and who hears of them, is not known here.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from functools import reduce

from engine.board import Board
from engine.errors import EngineError, Fault, GameStateError
from engine.games.appraisal import refused_words
from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.events import Event, Passed, PlacementMade, PlacementReturned
from engine.games.fold import evolve
from engine.games.game import Game, Move, Stage, squares
from engine.games.ruling_events import GameReopened, MovesAnnulled, MovesRestored
from engine.ids import Seat
from engine.placement import Placement, survey


class Wordless(Enum):
    """What stands in a condition in place of a placement."""

    PASS = "pass"  # noqa: S105  (a move, not a word that opens doors)
    ANY = "any"
    """Whatever the partner does that no other condition names."""


Planned = Placement | Wordless
MOST_ROUNDS = 3
"""How many answers one condition may plan."""
_OF_ANOTHER_BOARD = (PlacementReturned, MovesAnnulled, MovesRestored, GameReopened)
"""What makes everything that was set beforehand a plan for a game that is no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition: the partner's move, and the answer to it."""

    partner: Planned
    reply: Planned
    own: Planned | None = None
    """The author's own move that comes first; None where the partner was already to move."""
    then: "Condition | None" = None
    """What is to wait for the partner's next move once this one has been answered."""

    @property
    def rounds(self) -> tuple["Condition", ...]:
        """Return this condition and those that come after it, in their order."""
        return (self, *(self.then.rounds if self.then is not None else ()))

    def shares(self, used: "Condition") -> bool:
        """Return whether it plans the same answer to the same move: both may go on from it."""
        return (self.partner, self.reply) == (used.partner, used.reply)

    def clashes(self, other: "Condition") -> bool:
        """Return whether the other plans another answer to one of its moves, or less, or more.

        Of two that clash the later one stands; others may go apart after the same beginning.
        """
        if self.partner != other.partner:
            return False
        if self.reply != other.reply or self.then is None or other.then is None:
            return True
        return self.then.clashes(other.then)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """What a condition would do as the game stands now: two moves, or what forbids them."""

    partner: Move | None = None
    """None for whatever the partner does, and where it could not be made."""
    partner_faults: tuple[Fault, ...] = ()
    reply: Move | None = None
    reply_faults: tuple[Fault, ...] = ()
    then: "Rehearsal | None" = None
    """Of what comes after it; None where nothing does, or where it ends here already."""

    @property
    def rounds(self) -> tuple["Rehearsal", ...]:
        """Return this rehearsal and those of what comes after it, in their order."""
        return (self, *(self.then.rounds if self.then is not None else ()))

    @property
    def is_possible(self) -> bool:
        """Return whether all its moves could be made."""
        return not any(each.partner_faults or each.reply_faults for each in self.rounds)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Return the words of an answer, if nothing but that they are no words forbids it."""
        last = self.rounds[-1]
        return () if last.partner_faults else refused_words(last.reply_faults)


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


def rehearse(
    game: Game, seat: Seat, condition: Condition, at: datetime, lexicon: Container[str]
) -> Rehearsal:
    """Return what the condition would do if the partner played so now, both moves judged.

    For whatever the partner may do, the answer is judged as if he passed.

    Raises:
        GameStateError: it is not the moment: the partner is not the next to move.
        RuleViolation: the author's own move, planned to come first, is not possible.
    """
    if condition.own is not None:
        game = _after(game, seat, condition.own, at, lexicon)[0]
    if game.stage is Stage.RUNNING and game.turn is seat:
        raise GameStateError(Fault("condition_not_now", "4.1"))
    return _rehearsed(game, seat, condition, at, lexicon)


def _rehearsed(
    game: Game, seat: Seat, condition: Condition, at: datetime, lexicon: Container[str]
) -> Rehearsal:
    if condition.partner is Wordless.ANY and (faults := _against_any(game, condition)):
        return Rehearsal(partner_faults=faults)
    try:
        then, move = _after(game, seat.partner, condition.partner, at, lexicon)
    except EngineError as error:
        return Rehearsal(partner_faults=error.faults)
    if then.stage is not Stage.RUNNING or then.waits_for_acceptance:
        return Rehearsal(partner=move, partner_faults=(Fault("condition_ends_game", "4.3"),))
    known = None if condition.partner is Wordless.ANY else move
    try:
        then, reply = _after(then, seat, condition.reply, at, lexicon)
    except EngineError as error:
        return Rehearsal(partner=known, reply_faults=error.faults)
    if condition.then is None:
        return Rehearsal(partner=known, reply=reply)
    after = _rehearsed(then, seat, condition.then, at, lexicon)
    return Rehearsal(partner=known, reply=reply, then=after)


def _against_any(game: Game, condition: Condition) -> tuple[Fault, ...]:
    """Return why no answer can be set to whatever the partner may do."""
    if condition.then is not None:
        return (Fault("condition_any_last"),)
    return (Fault("condition_any_words", "5.2"),) if game.may_return else ()


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
            answer = decide(self.game, _command(author, chosen.reply), at, lexicon)
        except EngineError as error:
            self._drop(author, (chosen,), Reason.ILLEGAL, error.faults)
            return
        marked = tuple(_marked(event) for event in answer)
        self.used.append((author, chosen))
        self._go_on(author, chosen, mine)
        self.events += marked
        self.board = self.game.board
        self.game = reduce(evolve, marked, self.game)
        self.moved(_move_of(marked), at, lexicon)

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
            each for each in mine if each.own is not None and _is(self.board, each.own, move)
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
    named = [each for each in conditions if _is(board, each.partner, move)]
    anything = [each for each in conditions if each.partner is Wordless.ANY]
    return next(iter([*named, *anything]), None)


def _is(board: Board, planned: Planned, move: Move) -> bool:
    """Return whether the move lays on the board the very tiles that were planned.

    One tile may form two words, either of which may be named as the main one.
    """
    if isinstance(planned, Wordless):
        return planned is Wordless.PASS and isinstance(move, Passed)
    if isinstance(move, Passed):
        return False
    return _laid(board, planned) == _laid(board, Placement(move.square, move.axis, move.word))


def _laid(board: Board, placement: Placement) -> Board | None:
    """Return the board with the placement on it, or None if it does not fit there."""
    would = survey(board, placement)
    if would.overhang or would.clashes:
        return None
    lies = squares(placement.square, placement.axis, len(would.word))
    return board.lay(zip(lies, would.word, strict=True))


def _after(
    game: Game, seat: Seat, planned: Planned, at: datetime, lexicon: Container[str]
) -> tuple[Game, Move]:
    """Return the game after the planned move, and the move; it is refused as any other is."""
    events = decide(game, _command(seat, planned), at, lexicon)
    return reduce(evolve, events, game), _move_of(events)


def _move_of(events: Iterable[Event]) -> Move:
    return next(event for event in events if isinstance(event, PlacementMade | Passed))


def _command(seat: Seat, planned: Planned) -> Command:
    if isinstance(planned, Wordless):
        return Pass(by=seat)
    return Place(by=seat, placement=planned)


def _marked(event: Event) -> Event:
    """Return the event marked as a conditional reply, if it is a move."""
    if isinstance(event, PlacementMade | Passed):
        return replace(event, conditional=True)
    return event
