"""The kinds of games, and what a game of each kind has.

Lists, pickers, pages and texts ask this module, so that none decides alone whether a game has an
arbiter, a reader, a phase, claims or leave.
"""

from dataclasses import dataclass

from engine.ids import NO_ARBITER, PROGRAM, PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKind:
    """What games of one kind have."""

    name: str
    has_arbiter: bool = False
    """Whether an arbiter rules them, so that letters, cases and word queries have a reader."""
    has_reader: bool = True
    """Whether the opponent is a person, who reads messages and waits for moves."""
    has_claims: bool = True
    """Whether a player may claim: a ruling, or without an arbiter the game on time (art. 7.2)."""
    counts: bool = True
    """Whether the result may count for a rating, a record or a table."""


CHAMPIONSHIP = GameKind(name="championship", has_arbiter=True)
"""A game of a competition."""
ARRANGED = GameKind(name="arranged", has_arbiter=True)
"""A game outside competitions that an arbiter rules."""
FRIENDLY = GameKind(name="friendly")
"""A game that two people play without an arbiter."""
PRACTICE = GameKind(name="practice", has_reader=False, has_claims=False, counts=False)
"""A game against the program."""


def kind_of(arbiter: PersonId, second: PersonId, competition: str) -> GameKind:
    """Return the kind of a match; `competition` is empty outside competitions."""
    if second == PROGRAM:
        return PRACTICE
    if competition:
        return CHAMPIONSHIP
    return FRIENDLY if arbiter == NO_ARBITER else ARRANGED
