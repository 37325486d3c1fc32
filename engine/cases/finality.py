"""What is final: a main arbiter's ruling, to everybody but the main arbiter (art. 10.1).

Asked of what a ruling does to the game, not of its kind alone. It is final while the game runs and
afterwards, unless it ended the game; what a player may do about that one is art. 10.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cases.case import Case
from engine.cases.disputes import disputed
from engine.cases.events import CaseRuled, ClaimKind, Ruling, RulingKind
from engine.errors import Fault, GameStateError
from engine.games.events import Ending, Event, GameEnded
from engine.games.game import Game, written
from engine.games.ruling_events import GameReopened, MovesRestored
from engine.ids import PersonId

_K = RulingKind
_ENDS = frozenset(
    {
        _K.LOST_ON_TIME,
        _K.BOTH_LOST_ON_TIME,
        _K.NO_SHOW,
        _K.ABANDONED,
        _K.LOSS,
        _K.LEVEL,
        _K.EXCLUSION,
    }
)
_ABOUT_WORDS = frozenset({_K.WORD_VALID, _K.WORD_INVALID, _K.WORD_ACCEPTED})
_STANDS = frozenset({_K.WORD_VALID, _K.WORD_ACCEPTED, _K.REJECTED})
"""By which a disputed placement stands."""
_TAKES_OFF = frozenset({_K.RETURNED, _K.ANNULLED, _K.WORD_INVALID})
_OF_TIME = frozenset({Ending.TIME, Ending.BOTH_TIME, Ending.NO_SHOW, Ending.ABANDONED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Who rules a game, and all that has been brought there."""

    main: PersonId
    """The main arbiter, as things stand now."""
    game: Game
    """As it stands."""
    cases: tuple[Case, ...] = ()
    """The cases of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What a ruling does to the game: the events that follow, and the game after them."""

    ruling: Ruling
    events: Sequence[Event]
    after: Game


def check_final(bench: Bench, case: Case, by: PersonId, deed: Deed) -> None:
    """Refuse an arbiter who is not the main one what would change a ruling of the main one's.

    In the same case, or by one of their own that takes back what was ruled in another.

    Raises:
        GameStateError: `ruling_is_final`.
    """
    if by == bench.main:
        return
    for other in (case, *(one for one in bench.cases if one.id != case.id)):
        was = other.ruled
        if was is None or not _by_main(was, bench.main) or not _is_final(bench.game, was):
            continue
        if other.id == case.id or _undoes(bench.game, deed, other, was):
            raise GameStateError(Fault("ruling_is_final", "10.1", {"case": other.id}))


def _by_main(was: CaseRuled, main: PersonId) -> bool:
    """Return whether the main arbiter ruled so: the one of that time, or the one of today."""
    return was.main or was.arbiter == main


def _is_final(game: Game, was: CaseRuled) -> bool:
    """Return whether that ruling was made during the game and did not end it (art. 10.1)."""
    return game.ended is None or was.at < game.ended.at


def _undoes(game: Game, deed: Deed, other: Case, was: CaseRuled) -> bool:
    """Return whether the ruling takes back what that one decided."""
    return (
        _says_otherwise(deed.ruling, was.ruling)
        or _ends_otherwise(deed, other, was.ruling)
        or _moves_otherwise(game, deed, other, was)
    )


def _says_otherwise(new: Ruling, was: Ruling) -> bool:
    """Return whether the two decide the same question differently."""
    if new.kind in _ABOUT_WORDS and was.kind in _ABOUT_WORDS:
        return new.kind is not was.kind and bool(set(new.words) & set(was.words))
    if new.kind is RulingKind.REINSTATED:
        undoes = was.kind is RulingKind.EXCLUSION
    elif new.kind is RulingKind.EXTENSION:
        undoes = was.kind is new.kind and (new.number or 0) * (was.number or 0) < 0
    elif new.kind is RulingKind.PENALTY:  # those of several cases add up: only lifting one undoes
        undoes = was.kind is new.kind and not new.penalty
    else:
        undoes = was.kind is new.kind is RulingKind.SCORE
    return undoes and (new.seat, new.move) == (was.seat, was.move)


def _ends_otherwise(deed: Deed, other: Case, was: Ruling) -> bool:
    """Return whether it ends a game that was to go on, or the other way about.

    A time claim that was rejected is no loss for that time; nor is a result that stands as played.
    """
    ends = [event for event in deed.events if isinstance(event, GameEnded)]
    opens = any(isinstance(event, GameReopened) for event in deed.events)
    if was.kind in _ENDS:
        return opens
    if was.kind is RulingKind.REOPENED:
        return any(event.arbiter is not None or event.ending in _OF_TIME for event in ends)
    if was.kind is RulingKind.AS_PLAYED or (
        was.kind is RulingKind.REJECTED and other.kind is ClaimKind.TIME
    ):
        seat = was.seat if other.against is None else deed.after.seat_of(other.against)
        return any(
            event.ending is Ending.BOTH_TIME or (event.ending in _OF_TIME and event.by is seat)
            for event in ends
        )
    return False


def _moves_otherwise(game: Game, deed: Deed, other: Case, was: CaseRuled) -> bool:
    """Return whether it takes a placement off that was to stand, or puts one back."""
    stand = {(one.at, written(one)) for one in deed.after.moves}
    gone = [move for move in game.moves if (move.at, written(move)) not in stand]
    kind = was.ruling.kind
    if kind in _TAKES_OFF:
        return any(isinstance(one, MovesRestored) and one.voided == was.at for one in deed.events)
    if kind is RulingKind.RESTORED:
        return any(move.at < was.at for move in gone)
    made = disputed(other, game) if kind in _STANDS else None
    return made is not None and made in gone
