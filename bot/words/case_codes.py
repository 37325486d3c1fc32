"""How rulings and placements are written in the data of buttons: short, and hostile when read.

A ruling is its kind and the parts it has, `penalty.blue.p0.3`; the words of a ruling about words
are those of its case. A placement is `s2` (the third that stands) or `r0` (the first returned).
"""

from decimal import Decimal, InvalidOperation

from engine.cases.case import Case
from engine.cases.events import Ruling, RulingKind
from engine.errors import Fault, GameStateError
from engine.games.events import PlacementMade
from engine.games.game import Game
from engine.ids import Seat

_ABOUT_WORDS = frozenset({RulingKind.WORD_VALID, RulingKind.WORD_INVALID, RulingKind.WORD_ACCEPTED})
_LONGEST_NUMBER = 5


def code_of(ruling: Ruling) -> str:
    """Return the ruling as buttons carry it."""
    parts = [ruling.kind.value]
    if ruling.seat is not None:
        parts.append(ruling.seat.value)
    if ruling.move is not None:
        parts.append(f"m{ruling.move}")
    if ruling.number is not None:
        parts.append(f"n{ruling.number}")
    if ruling.penalty is not None:
        # The last part: a penalty has a point of its own.
        parts.append(f"p{ruling.penalty}")
    return ".".join(parts)


def ruling_of(code: str, case: Case) -> Ruling:
    """Return the ruling that is written there.

    Raises:
        GameStateError: `button_unknown`, it was never written by us.
    """
    kind, *parts = code.split(".", 4)
    if kind not in set(RulingKind):
        raise _unknown()
    seat, move, number, penalty = None, None, None, None
    rest = ".".join(parts)
    while rest:
        if rest.startswith("p"):
            penalty, rest = _decimal(rest[1:]), ""
            continue
        part, _, rest = rest.partition(".")
        if part in set(Seat):
            seat = Seat(part)
        elif part.startswith("m"):
            move = _number(part[1:])
        elif part.startswith("n"):
            number = _number(part[1:])
        else:
            raise _unknown()
    words = case.words if kind in _ABOUT_WORDS else ()
    return Ruling(
        kind=RulingKind(kind), seat=seat, move=move, number=number, penalty=penalty, words=words
    )


def placement_code(game: Game, placement: PlacementMade) -> str:
    """Return the placement, one that stands or was returned, as buttons carry it."""
    for place, move in enumerate(game.moves):
        if move is placement:
            return f"s{place}"
    returned = [move for move, _ in game.returned]
    return f"r{next(n for n, move in enumerate(returned) if move is placement)}"


def placement_of(game: Game, code: str) -> PlacementMade:
    """Return the placement that is written there.

    Raises:
        GameStateError: `button_unknown`, or it is not there any more.
    """
    kind, number = code[:1], _number(code[1:])
    moves = game.moves if kind == "s" else tuple(move for move, _ in game.returned)
    move = moves[number] if kind in {"s", "r"} and 0 <= number < len(moves) else None
    if not isinstance(move, PlacementMade):
        raise _unknown()
    return move


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > _LONGEST_NUMBER:
        raise _unknown()
    return int(text)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text[:8])
    except InvalidOperation:
        raise _unknown() from None


def _unknown() -> GameStateError:
    return GameStateError(Fault("button_unknown"))
