"""Conditional moves: “if the opponent plays this, I answer that” (art. 1.1).

Sequence, board and both racks are open, so the result of a reply is known beforehand. A condition
may continue with further pairs of moves, up to `MOST_ROUNDS` in all. It is validated when set, and
again in each round when used (`engine.games.answering`). Pure: other modules store conditions and
notify players.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """A trial of a condition in the current game: two moves, or the faults of one."""

    partner: Move | None = None
    """The opponent's move; None for any move of the opponent, or if the move is not possible."""
    partner_faults: tuple[Fault, ...] = ()
    """The faults of the opponent's move."""
    reply: Move | None = None
    """The reply; None if one of the two moves is not possible."""
    reply_faults: tuple[Fault, ...] = ()
    """The faults of the reply."""
    then: "Rehearsal | None" = None
    """The trial of the continuation; None if there is none or the trial stops here."""

    @property
    def rounds(self) -> tuple["Rehearsal", ...]:
        """This trial and those of the continuations, in order."""
        return (self, *(self.then.rounds if self.then is not None else ()))

    @property
    def is_possible(self) -> bool:
        """Whether all moves are possible."""
        return not any(each.partner_faults or each.reply_faults for each in self.rounds)

    @property
    def points(self) -> int | None:
        """The total counted points of the replies; None if none of them is a placement."""
        made = [one.reply.counted for one in self.rounds if isinstance(one.reply, PlacementMade)]
        return sum(made) if made else None

    @property
    def unknown(self) -> tuple[str, ...]:
        """The refused words of a reply, if they are its only fault."""
        last = self.rounds[-1]
        return () if last.partner_faults else refused_words(last.reply_faults)


def rehearse(
    game: Game, seat: Seat, condition: Condition, at: datetime, lexicon: Container[str]
) -> Rehearsal:
    """Return the result of a condition if the opponent made that move now, with both validated.

    If the condition is for any move of the opponent, the reply is tried after a pass.

    Raises:
        GameStateError: the opponent is not the next player to move.
        RuleViolation: the author's own first move is not possible.
    """
    if condition.own is not None:
        game = play_planned(game, seat, condition.own, at, lexicon)[0]
    if game.stage is Stage.RUNNING and game.turn is seat:
        raise GameStateError(Fault("condition_not_now", "4.1"))
    return _rehearsed(game, seat, condition, at, lexicon)


def _rehearsed(
    game: Game, seat: Seat, condition: Condition, at: datetime, lexicon: Container[str]
) -> Rehearsal:
    if condition.partner is Wordless.ANY and (faults := _against_any(game, condition)):
        return Rehearsal(partner_faults=faults)
    try:
        then, move = play_planned(game, seat.partner, condition.partner, at, lexicon)
    except EngineError as error:
        return Rehearsal(partner_faults=error.faults)
    known = None if condition.partner is Wordless.ANY else move
    if then.stage is not Stage.RUNNING or then.waits_for_acceptance:
        return Rehearsal(partner=known, partner_faults=(Fault("condition_ends_game", "4.3"),))
    try:
        then, reply = play_planned(then, seat, condition.reply, at, lexicon)
    except EngineError as error:
        return Rehearsal(partner=known, reply_faults=error.faults)
    if condition.then is None:
        return Rehearsal(partner=known, reply=reply)
    after = _rehearsed(then, seat, condition.then, at, lexicon)
    return Rehearsal(partner=known, reply=reply, then=after)


def _against_any(game: Game, condition: Condition) -> tuple[Fault, ...]:
    """Return the reasons why no reply to any move of the opponent can be set."""
    if condition.then is not None:
        return (Fault("condition_any_last"),)
    return (Fault("condition_any_words", "5.2"),) if game.may_return else ()
