"""Conditional moves: “if the opponent plays this, I answer that” (art. 1.1).

Sequence, board and both racks are open, so the result of a reply is known beforehand. A condition
may continue with further pairs of moves, up to `MOST_ROUNDS` in all. It is validated when set, and
again in each round when used (`engine.games.answering`).
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.errors import EngineError, Fault, GameStateError, RuleViolation
from engine.games.appraisal import refused_words
from engine.games.events import PlacementMade
from engine.games.game import Game, Move, Stage
from engine.games.planned_moves import Planned, Wordless, play_planned
from engine.ids import Seat

MOST_ROUNDS = 3
"""The most replies in one condition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition: the opponent's move, and the reply to it."""

    partner: Planned
    """The opponent's move that the condition is for."""
    reply: Planned
    """The author's reply to that move."""
    own: Planned | None = None
    """The author's own move that comes first; None if it was already the opponent's turn."""
    then: "Condition | None" = None
    """The condition for the opponent's next move after the reply; None if there is none."""

    @property
    def rounds(self) -> tuple["Condition", ...]:
        """This condition and its continuations, in order."""
        return (self, *(self.then.rounds if self.then is not None else ()))

    def shares(self, used: "Condition") -> bool:
        """Return whether both plan the same reply to the same move, so that both may continue."""
        return (self.partner, self.reply) == (used.partner, used.reply)

    def clashes(self, other: "Condition") -> bool:
        """Return whether the other has a different reply, fewer or more rounds for the same moves.

        Of two that clash the later one applies. Others may diverge after the same beginning.
        """
        if self.partner != other.partner:
            return False
        if self.reply != other.reply or self.then is None or other.then is None:
            return True
        return self.then.clashes(other.then)


def of_line(moves: Sequence[Planned], *, is_own: bool) -> Condition:
    """Return the condition for a line of play, up to the last reply that a condition may have.

    `is_own` says that the first move is the author's own and comes before the condition.

    Raises:
        RuleViolation: no move in the line answers one of the opponent's.
    """
    own, rest = (moves[0], moves[1:]) if is_own and moves else (None, moves)
    pairs = list(zip(rest[::2], rest[1::2], strict=False))[:MOST_ROUNDS]
    condition: Condition | None = None
    for partner, reply in reversed(pairs):
        condition = Condition(partner=partner, reply=reply, then=condition)
    if condition is None:
        raise RuleViolation(Fault("line_without_answer"))
    return replace(condition, own=own)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A trial of a condition in the current game: its possible moves, and the faults of the next.

    The moves of the opponent and the replies alternate.
    """

    moves: tuple[Move, ...] = ()
    """The possible moves, in order; a pass for any move of the opponent."""
    faults: tuple[Fault, ...] = ()
    """The faults of the next move; empty if all moves are possible."""

    @property
    def is_by_author(self) -> bool:
        """Whether the next move is a reply, and not a move of the opponent."""
        return len(self.moves) % 2 == 1

    @property
    def points(self) -> int | None:
        """The total counted points of the replies; None if none of them is a placement."""
        made = [move.counted for move in self.moves[1::2] if isinstance(move, PlacementMade)]
        return sum(made) if made else None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The refused words of a reply, if they are its only fault."""
        return refused_words(self.faults) if self.is_by_author else ()


def rehearse(
    game: Game, seat: Seat, condition: Condition, at: datetime, lexicon: Container[str]
) -> Rehearsal:
    """Return the result of a condition if the opponent made that move now, with all validated.

    If the condition is for any move of the opponent, the reply is tried after a pass.

    Raises:
        GameStateError: the opponent is not the next player to move.
        RuleViolation: the author's own first move is not possible.
    """
    if condition.own is not None:
        game = play_planned(game, seat, condition.own, at, lexicon)[0]
    if game.stage is Stage.RUNNING and game.turn is seat:
        raise GameStateError(Fault("condition_not_now", "4.1"))
    made: list[Move] = []
    for one in condition.rounds:
        try:
            _check_against_any(game, one)
            then, move = play_planned(game, seat.partner, one.partner, at, lexicon)
            if then.stage is not Stage.RUNNING or then.waits_for_acceptance:
                raise RuleViolation(Fault("condition_ends_game", "4.3"))
            made.append(move)
            game, move = play_planned(then, seat, one.reply, at, lexicon)
            made.append(move)
        except EngineError as error:
            return Rehearsal(tuple(made), error.faults)
    return Rehearsal(tuple(made))


def _check_against_any(game: Game, condition: Condition) -> None:
    """Check that a reply to any move of the opponent can be set, if this is one."""
    if condition.partner is not Wordless.ANY:
        return
    if condition.then is not None:
        raise RuleViolation(Fault("condition_any_last"))
    if game.may_return:
        raise RuleViolation(Fault("condition_any_words", "5.2"))
