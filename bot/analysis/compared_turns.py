"""The turns of a game beside those of other games in which the player had the same rack. Pure.

All home games of a phase have the same tiles (art. 2.1). A turn is compared with the turn of the
same number in another game if its player has the same rack; the racks differ once the players have
used different tiles, or one has passed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.analysis.findings import round_of, seat_of
from bot.documents.views.record import racks_before
from bot.texts.messages import Text, say
from engine.games.events import PlacementMade
from engine.games.game import Game, move_notation
from engine.ids import PersonId, Seat

_TURN_NAMES: Final = {Seat.RED: "analysis.tables.red", Seat.BLUE: "analysis.tables.blue"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMove:
    """A move that one player made with the compared rack."""

    person: PersonId
    written: str
    """The move in notation."""
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTurn:
    """One turn of the game, and the moves in other games from the same rack."""

    number: int
    """The number of the move in the game, from 0."""
    rack: str
    own: FieldMove
    """The move in the game itself."""
    in_others: tuple[FieldMove, ...]
    """The moves of that turn in other games, at least one."""

    @property
    def name(self) -> Text:
        """Return the name of the turn: its round and its colour."""
        return say(_TURN_NAMES[seat_of(self.number)], round=self.round)

    @property
    def round(self) -> int:
        """Return the round of the turn, from 1; Red and Blue have one move in each."""
        return round_of(self.number)

    @property
    def best(self) -> FieldMove:
        """Return the highest-scoring move; of equal ones, the game's own."""
        return max((self.own, *self.in_others), key=lambda move: move.points)


def compared_turns(game: Game, others: Sequence[Game]) -> tuple[ComparedTurn, ...]:
    """Return the turns at which a player of another game had the same rack, in order."""
    turns_of_others = [list(_turns(other)) for other in others]
    compared = []
    for number, own in enumerate(_turns(game)):
        at_same_turn = (turns[number] for turns in turns_of_others if number < len(turns))
        moves = tuple(
            other.move for other in at_same_turn if sorted(other.rack) == sorted(own.rack)
        )
        if moves:
            turn = ComparedTurn(number=number, rack=own.rack, own=own.move, in_others=moves)
            compared.append(turn)
    return tuple(compared)


class _Turn(NamedTuple):
    """A move, and the rack from which it was made."""

    rack: str
    move: FieldMove


def _turns(game: Game) -> Iterator[_Turn]:
    """Yield the turns of the game, in order."""
    for move, rack in zip(game.moves, racks_before(game), strict=True):
        person = game.side(move.by).person
        points = move.counted if isinstance(move, PlacementMade) else 0
        yield _Turn(rack, FieldMove(person=person, written=move_notation(move), points=points))
