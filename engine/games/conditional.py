"""Conditional replies: „if the partner plays this, I answer that” (art. 1.1).

Sequence, board and both hands are open, so everything the answer depends on is known beforehand. A
condition may go on: „and if he then plays that, I answer this”, up to `MOST_ROUNDS` in all. It is
judged when it is set and each round again when it is used (`engine.games.answering`). Pure: where
conditions wait, and who hears of them, is not known here.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from engine.errors import EngineError, Fault, GameStateError, RuleViolation
from engine.games.appraisal import refused_words
from engine.games.events import PlacementMade
from engine.games.game import Game, Move, Stage
from engine.games.planned import Planned, Wordless, made
from engine.ids import Seat

MOST_ROUNDS = 3
"""How many answers one condition may plan."""


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


def of_line(moves: Sequence[Planned], *, is_own: bool) -> Condition:
    """Return the condition that a line of play makes, up to the last answer that one holds.

    `is_own`: its first move is the author's own, and comes before the condition.

    Raises:
        RuleViolation: nothing in it answers a move of the partner's.
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
    def points(self) -> int | None:
        """Return what its answers count together; None where none of them is a placement."""
        made = [one.reply.counted for one in self.rounds if isinstance(one.reply, PlacementMade)]
        return sum(made) if made else None

    @property
    def unknown(self) -> tuple[str, ...]:
        """Return the words of an answer, if nothing but that they are no words forbids it."""
        last = self.rounds[-1]
        return () if last.partner_faults else refused_words(last.reply_faults)


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
        game = made(game, seat, condition.own, at, lexicon)[0]
    if game.stage is Stage.RUNNING and game.turn is seat:
        raise GameStateError(Fault("condition_not_now", "4.1"))
    return _rehearsed(game, seat, condition, at, lexicon)


def _rehearsed(
    game: Game, seat: Seat, condition: Condition, at: datetime, lexicon: Container[str]
) -> Rehearsal:
    if condition.partner is Wordless.ANY and (faults := _against_any(game, condition)):
        return Rehearsal(partner_faults=faults)
    try:
        then, move = made(game, seat.partner, condition.partner, at, lexicon)
    except EngineError as error:
        return Rehearsal(partner_faults=error.faults)
    known = None if condition.partner is Wordless.ANY else move
    if then.stage is not Stage.RUNNING or then.waits_for_acceptance:
        return Rehearsal(partner=known, partner_faults=(Fault("condition_ends_game", "4.3"),))
    try:
        then, reply = made(then, seat, condition.reply, at, lexicon)
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
