"""What is final: a main arbiter's ruling, to everybody but the main arbiter (art. 10.1).

It is while the game runs; what a player may do after the end is art. 10.2.
"""

from dataclasses import dataclass

from engine.cases.case import Case
from engine.cases.events import CaseRuled, Ruling, RulingKind
from engine.errors import Fault, GameStateError
from engine.ids import PersonId

_TAKING_BACK = frozenset({RulingKind.WORD_INVALID, RulingKind.RETURNED, RulingKind.ANNULLED})
_SET_ANEW = frozenset({RulingKind.SCORE, RulingKind.PENALTY})
"""What a second ruling of the same kind, about the same, puts in place of the first."""
_ABOUT_WORDS = frozenset({RulingKind.WORD_VALID, RulingKind.WORD_INVALID, RulingKind.WORD_ACCEPTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Who rules a game, and all that has been brought there."""

    main: PersonId
    """The main arbiter, as things stand now."""
    running: bool
    """Whether the game is being played."""
    cases: tuple[Case, ...] = ()
    """The cases of the game."""


def check_final(bench: Bench, case: Case, by: PersonId, ruling: Ruling) -> None:
    """Refuse an arbiter who is not the main one what would change a ruling of the main one's.

    In the same case, or by a case of his own that takes back what was ruled in another.

    Raises:
        GameStateError: `ruling_is_final`.
    """
    if by == bench.main or not bench.running:
        return
    for other in (case, *(one for one in bench.cases if one.id != case.id)):
        was = other.ruled
        if was is None or not _by_main(was, bench.main):
            continue
        if other.id == case.id or _changes(ruling, was.ruling):
            raise GameStateError(Fault("ruling_is_final", "10.1", {"case": other.id}))


def _by_main(was: CaseRuled, main: PersonId) -> bool:
    """Return whether the main arbiter ruled so: the one of that time, or the one of today."""
    return was.main or was.arbiter == main


def _changes(new: Ruling, was: Ruling) -> bool:
    """Return whether a ruling in another case takes back what that one decided."""
    if new.kind in _ABOUT_WORDS and was.kind in _ABOUT_WORDS:
        return new.kind is not was.kind and bool(set(new.words) & set(was.words))
    if new.kind is RulingKind.RESTORED:
        return was.kind in _TAKING_BACK
    if new.kind is RulingKind.REINSTATED:
        undoes = was.kind is RulingKind.EXCLUSION
    elif new.kind is RulingKind.EXTENSION:
        undoes = was.kind is new.kind and (new.number or 0) < 0
    else:
        undoes = was.kind is new.kind and new.kind in _SET_ANEW
    return undoes and (new.seat, new.move) == (was.seat, was.move)
