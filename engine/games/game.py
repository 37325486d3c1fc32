"""A game as it stands: sheets, hands, clocks, whose turn it is.

It is made from events by `engine.games.fold`; what may happen next is decided in
`engine.games.decide`, and what an arbiter may order in `engine.games.orders`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum
from itertools import groupby

from engine.board import EMPTY_BOARD, Axis, Board, Square
from engine.games.events import (
    EditionRef,
    GameEnded,
    Passed,
    PlacementMade,
    PlacementReturned,
    SheetsArrived,
)
from engine.games.ruling_events import MovesAnnulled, Outage, ScoreCorrected
from engine.ids import GameId, Leg, MatchCode, PersonId, Seat
from engine.notation import format_position
from engine.rulesets import Phase, Ruleset, WordPolicy
from engine.thinking_time import LeavePeriod, day_of, days_running
from engine.tiles import TileSet, load_tile_set


class Stage(Enum):
    """Where a game stands; everything else about it follows from its events."""

    NOT_STARTED = "not started"
    RUNNING = "running"
    ENDED = "ended"


Move = PlacementMade | Passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One player's half of a game."""

    person: PersonId
    rack: str
    leave: tuple[LeavePeriod, ...] = ()
    score: int = 0
    """Points as counted: capped where art. 1.4 caps them, end adjustments included."""
    days: int = 0
    """Days of thinking time used by the placements sent so far (art. 7.1)."""
    granted: int = 0
    """Days the arbiter gave on top of the budget."""
    made_good: tuple[tuple[Outage, int], ...] = ()
    """The outages whose days he was given back, and how many days that were."""
    moves: int = 0
    """Placements and passes made: the rounds this player has completed."""
    time_exceeded: bool = False

    def leave_on(self, day: date) -> LeavePeriod | None:
        """Return the leave in which that day lies, if he is on leave then."""
        return next((each for each in self.leave if each.first <= day <= each.last), None)


@dataclass(frozen=True, slots=True)
class Voided:
    """Moves that no longer stand, and what took them back at once."""

    event: PlacementReturned | MovesAnnulled
    moves: tuple[Move, ...]

    @property
    def keep(self) -> int:
        """Return how many moves stood before them."""
        return index_of(self.moves[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class StoppedTurn:
    """A turn that a ruling stopped, and that went on once the ruling was taken back (art. 7.1)."""

    by: Seat
    at: datetime
    """When the ruling stopped it."""
    move: int
    """Which move of the game it is thinking about, from 0, those of both players counted."""
    received: date
    until: date
    days: int
    """Days of thinking time used before it was stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as it stands after its last event."""

    id: GameId
    match: MatchCode
    leg: Leg
    phase: Phase
    rules: Ruleset
    edition: EditionRef
    sequence: str
    start: date
    red: Side
    blue: Side
    stage: Stage = Stage.RUNNING
    board: Board = EMPTY_BOARD
    drawn: int
    """How many tiles of the sequence have been taken."""
    moves: tuple[Move, ...] = ()
    returned: tuple[tuple[PlacementMade, PlacementReturned], ...] = ()
    """Placements sent back by the partner, kept for the sheet (art. 5.2)."""
    held: tuple[tuple[PlacementMade, PlacementReturned], ...] = ()
    """The turns that ended by returning a placement, whatever became of that placement since."""
    annulled: tuple[tuple[Move, MovesAnnulled], ...] = ()
    """Moves annulled by the arbiter, kept for the sheet (art. 5.2)."""
    stopped: tuple[StoppedTurn, ...] = ()
    """The parts of turns that were used before a ruling that has been taken back."""
    courses: tuple[tuple[Move, ...], ...] = field(default=(), compare=False)
    """The moves as they stood each time some were returned or annulled; how the game came about,
    not how it stands, so that no comparison asks for it."""
    corrections: tuple[tuple[PlacementMade, ScoreCorrected], ...] = ()
    """Placements as they were, and where the arbiter put their arithmetic right (art. 5.3).

    Those annulled since are among them: if they are restored, they stand as put right.
    """
    turn: Seat = Seat.RED
    turns: int = field(default=0, compare=False)
    """How often the turn has passed on, or was given back: a number that names each turn; how the
    game came about, too."""
    received: date
    """The day on which the player to move got the last placement."""
    arrivals: tuple[SheetsArrived, ...] = ()
    """Where sheets reached the player to move later than on the day they were sent (art. 7.1)."""
    interruption_by: Seat | None = None
    """Who proposes to interrupt the game, while the proposal stands."""
    query: str = ""
    """The case in which the player to move has asked the arbiter of a word; empty: in none."""
    ended: GameEnded | None = None
    accepted: tuple[Move, ...] = ()
    """The placements that the partner accepted in words, standing or not (art. 5.2)."""
    returnable: bool = False
    """Whether the partner may return the last placement: nobody has acted since (art. 5.2)."""
    closing: date | None = field(default=None, compare=False)
    """The last day of its phase: no day after it is counted (art. 9.4); None: in no competition.

    No event of the game says it, since it may move: the reader of a game adds it.
    """

    def side(self, seat: Seat) -> Side:
        """Return that player's half."""
        return self.red if seat is Seat.RED else self.blue

    def seat_of(self, person: PersonId) -> Seat | None:
        """Return the seat the person holds, if any."""
        return {self.red.person: Seat.RED, self.blue.person: Seat.BLUE}.get(person)

    @property
    def voided(self) -> tuple["Voided", ...]:
        """Return the moves that no longer stand, as they were returned or annulled together."""
        runs = [Voided(back, (placement,)) for placement, back in self.returned]
        for ruling, group in groupby(self.annulled, key=lambda one: one[1]):
            runs.append(Voided(ruling, tuple(move for move, _ in group)))
        return tuple(sorted(runs, key=lambda run: run.event.at))

    @property
    def tile_set(self) -> TileSet:
        """Return the tiles the game is played with."""
        return load_tile_set(self.rules.tile_set)

    @property
    def budget(self) -> int:
        """Return the days of thinking time that the phase gives each player (art. 7.1)."""
        return self.rules.budget(self.phase)

    def allowance(self, seat: Seat) -> int:
        """Return the seat's days of thinking time, those granted by the arbiter included."""
        return self.budget + self.side(seat).granted

    @property
    def round(self) -> int:
        """Return the round that the player to move is about to play."""
        return self.side(self.turn).moves + 1

    @property
    def complete_rounds(self) -> int:
        """Return the rounds in which both players have placed or passed (art. 9.1)."""
        return min(self.red.moves, self.blue.moves)

    @property
    def left_in_sequence(self) -> int:
        """Return how many tiles of the sequence nobody has taken yet."""
        return len(self.sequence) - self.drawn

    @property
    def passes_in_a_row(self) -> int:
        """Return how many of the last moves were passes."""
        count = 0
        for move in reversed(self.moves):
            if not isinstance(move, Passed):
                break
            count += 1
        return count

    @property
    def last_move(self) -> Move | None:
        """Return the last placement or pass that stands."""
        return self.moves[-1] if self.moves else None

    @property
    def waits_for_acceptance(self) -> bool:
        """Return whether the last tiles have been laid and the partner may still return them.

        He is on turn, and all that is left to him is to accept or to return (art. 4.3, 5.2).
        """
        last = self.last_move
        return (
            self.stage is Stage.RUNNING
            and self.returnable
            and isinstance(last, PlacementMade)
            and not self.left_in_sequence
            and not self.side(last.by).rack
        )

    @property
    def may_return(self) -> bool:
        """Return whether words are the partner's to judge, so that he may return a placement."""
        return self.rules.word_policy is not WordPolicy.REFUSE

    def day_of(self, at: datetime) -> date:
        """Return the day of an instant, where the competition is; never before the last arrival.

        What is done in a game is dated so, and clocks run on from it (art. 7.1).
        """
        return max(day_of(at, self.rules.time_zone), self.received)

    def cap(self, seat: Seat) -> int | None:
        """Return the most that the seat's next placement counts, if it is capped (art. 1.4)."""
        caps = self.rules.red_caps if seat is Seat.RED else self.rules.blue_caps
        made = self.side(seat).moves
        return caps[made] if made < len(caps) else None


def index_of(move: Move) -> int:
    """Return which move of the game it is, or was, from 0, those of both players counted."""
    return 2 * (move.round - 1) + (move.by is Seat.BLUE)


def written(move: Move) -> str:
    """Return the move as players write it: `H8 CASA`, or `PAS`."""
    if isinstance(move, Passed):
        return "PAS"
    return f"{format_position(move.square, move.axis)} {move.word}"


def squares(square: Square, axis: Axis, length: int) -> Iterable[Square]:
    """Yield the squares of a word of that length, in reading order."""
    row, column = square
    for step in range(length):
        yield Square(row, column + step) if axis is Axis.ACROSS else Square(row + step, column)


def used_and_running(game: Game, seat: Seat, on: date) -> int:
    """Return the days the seat has used by that day, the placement it is thinking about included.

    Who has only a last placement to accept thinks about none. Rules: art. 7.1.
    """
    side = game.side(seat)
    if game.stage is not Stage.RUNNING or game.turn is not seat or game.waits_for_acceptance:
        return side.days
    return side.days + thinking_days(game, seat, on)


def thinking_days(game: Game, seat: Seat, sent: date) -> int:
    """Return the days a placement by that seat would use if it were sent on that day."""
    return days_running(game.received, until_closing(game, sent), game.side(seat).leave)


def until_closing(game: Game, on: date) -> date:
    """Return that day, or the closing day if that is past: every clock stops there (art. 9.4)."""
    return on if game.closing is None else min(on, game.closing)
