"""Codes for rulings and moves in button data: short, and untrusted when read.

A ruling is its kind and its parts, `penalty.blue.p0.3`; the words of a ruling about words are those
of its case. An instant is its microseconds since 2000. An act that is taken back is `t` and its
instant. A move is `s2` (the third on the board), `r0` (the first returned) or `a0` (the first
annulled), a point, and its instant, because another may stand there later.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation

from engine.cases.case import Case
from engine.cases.events import Ruling, RulingKind
from engine.errors import Fault, GameStateError
from engine.games.events import PlacementMade
from engine.games.game import Game, Move
from engine.games.ruling_events import MovesAnnulled
from engine.ids import Seat

ABOUT_WORDS = frozenset({RulingKind.WORD_VALID, RulingKind.WORD_INVALID, RulingKind.WORD_ACCEPTED})
"""The rulings about the words of a case."""
_LONGEST_NUMBER = 5
_LONGEST_INSTANT = 17
"""Digits, of a number and of an instant in microseconds."""
_EPOCH, _TICK = datetime(2000, 1, 1, tzinfo=UTC), timedelta(microseconds=1)


def code_of(ruling: Ruling, case: Case | None = None) -> str:
    """Return the ruling's code; in a case with several words, it includes the word's number."""
    parts = [ruling.kind.value]
    if ruling.seat is not None:
        parts.append(ruling.seat.value)
    if ruling.move is not None:
        parts.append(f"m{ruling.move}")
    if ruling.number is not None:
        parts.append(f"n{ruling.number}")
    if case is not None and len(ruling.words) == 1 < len(case.words):
        parts.append(f"w{case.words.index(ruling.words[0])}")
    lifts_move = ruling.kind is RulingKind.LIFTED and ruling.move is not None
    if lifts_move and ruling.placed is not None:
        parts.append(f"t{_ticks(ruling.placed)}")
    if ruling.penalty is not None:
        # Last, because a penalty contains a decimal point.
        parts.append(f"p{ruling.penalty}")
    return ".".join(parts)


def ruling_of(code: str, case: Case) -> Ruling:
    """Return the ruling of a code.

    Raises:
        GameStateError: `button_unknown`, the bot never wrote this code.
    """
    kind, _, rest = code.partition(".")
    if kind not in set(RulingKind):
        raise _unknown()
    parts = _parts_of(rest)
    words = case.words if kind in ABOUT_WORDS else ()
    if parts.word is not None:
        words = words[parts.word :][:1]  # none if the case has no such word
    # A word ruled valid puts the returned move back; one ruled invalid leaves it off the board.
    stands_again = kind == RulingKind.WORD_VALID and parts.move is not None
    stays_off = kind == RulingKind.WORD_INVALID and parts.move is None
    placed = case.placed if stands_again or stays_off else parts.placed
    if kind == RulingKind.LIFTED and placed is None and case.ruled is not None:
        placed = case.ruled.at
    return Ruling(
        kind=RulingKind(kind),
        seat=parts.seat,
        move=parts.move,
        number=parts.number,
        penalty=parts.penalty,
        words=words,
        placed=placed,
        placement=case.placement if stands_again else "",
        query=case.id if case.is_query and stays_off else None,
    )


@dataclass(slots=True)
class _Parts:
    """What a code adds to the kind of its ruling."""

    seat: Seat | None = None
    move: int | None = None
    number: int | None = None
    word: int | None = None
    """The index among the words of the case."""
    placed: datetime | None = None
    penalty: Decimal | None = None


def _parts_of(rest: str) -> _Parts:
    """Read a code after its kind.

    Raises:
        GameStateError: `button_unknown`, the bot never wrote this code.
    """
    parts = _Parts()
    while rest:
        if rest.startswith("p"):
            parts.penalty = _decimal(rest[1:])
            break
        part, _, rest = rest.partition(".")
        if part in set(Seat):
            parts.seat = Seat(part)
        elif part.startswith("m"):
            parts.move = _index(part[1:])
        elif part.startswith("n"):
            parts.number = _number(part[1:])
        elif part.startswith("w"):
            parts.word = _index(part[1:])
        elif part.startswith("t"):
            parts.placed = _instant(part[1:])
        else:
            raise _unknown()
    return parts


def placement_code(game: Game, placement: PlacementMade) -> str:
    """Return the code of a move on the board, returned or annulled.

    Raises:
        GameStateError: `button_unknown`, the game never had this move.
    """
    for kind, moves in _moves_by_letter(game).items():
        for number, move in enumerate(moves):
            if move is placement:
                return f"{kind}{number}.{_ticks(move.at)}"
    raise _unknown()


def placement_of(game: Game, code: str) -> PlacementMade:
    """Return the move of a code; codes of earlier versions have no instant.

    Raises:
        GameStateError: `button_unknown`; or `placement_gone`, it no longer stands in its place.
    """
    place, _, instant = code.partition(".")
    moves, number = _moves_by_letter(game).get(place[:1], ()), _index(place[1:])
    move = moves[number] if number < len(moves) else None
    if instant and (move is None or move.at != _instant(instant)):
        raise GameStateError(Fault("placement_gone", facts={"game": game.id}))
    if not isinstance(move, PlacementMade):
        raise _unknown()
    return move


def _moves_by_letter(game: Game) -> dict[str, tuple[Move, ...]]:
    """Return the moves by the letter of their code."""
    return {
        "s": game.moves,
        "r": tuple(move for move, _ in game.returned),
        "a": tuple(
            move
            for run in game.voided
            if isinstance(run.event, MovesAnnulled)
            for move in run.moves
        ),
    }


def _index(text: str) -> int:
    """Return the place of a move or a word, from 0."""
    index = _number(text)
    if index < 0:
        raise _unknown()
    return index


def _number(text: str) -> int:
    """Return a number, which is negative for days taken back."""
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > _LONGEST_NUMBER:
        raise _unknown()
    return int(text)


def _ticks(at: datetime) -> int:
    """Return the microseconds of an instant since 2000."""
    return (at - _EPOCH) // _TICK


def _instant(text: str) -> datetime:
    if not text.isdecimal() or len(text) > _LONGEST_INSTANT:
        raise _unknown()
    return _EPOCH + int(text) * _TICK


def _decimal(text: str) -> Decimal:
    try:
        number = Decimal(text[:8])
    except InvalidOperation:
        raise _unknown() from None
    if not number.is_finite():  # `Decimal` also reads „NaN” and „Infinity”
        raise _unknown()
    return number


def _unknown() -> GameStateError:
    return GameStateError(Fault("button_unknown"))
