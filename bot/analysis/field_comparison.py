"""The field comparison: one game beside the other games with the same tile sequence.

All home games of a phase have the same tiles (art. 2.1). A turn of another game is compared as long
as its player has the same rack; the racks differ once the players have used different tiles.
Players have their public names.
"""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.messages import words_of
from bot.documents.views.listing import CENTRE, LEFT, RIGHT, Column, Table
from bot.documents.views.record import racks_before
from bot.runtime.embargo import embargoed_games, keeps_closed
from bot.runtime.folding import load_competition, load_game, load_match
from bot.runtime.public_names import public_names
from bot.runtime.shared import BotSettings
from bot.texts.messages import Text, say
from engine.competitions.competition import Competition
from engine.games.events import PlacementMade
from engine.games.game import Game, move_notation
from engine.ids import GameId, PersonId, Seat, match_of
from storage.analysis.sequences import SearchedSequence

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

    move: int
    """The number of the move in the game, from 0."""
    rack: str
    own: FieldMove
    """The move in the game itself."""
    others: tuple[FieldMove, ...]

    @property
    def name(self) -> Text:
        """Return the name of the turn: its round and its colour."""
        seat = Seat.RED if self.move % 2 == 0 else Seat.BLUE
        return say(_TURN_NAMES[seat], round=self.move // 2 + 1)

    @property
    def best(self) -> FieldMove:
        """Return the highest-scoring move; of equal ones, the game's own."""
        return max((self.own, *self.others), key=lambda move: move.points)


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
            turn = ComparedTurn(move=number, rack=own.rack, own=own.move, others=moves)
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
        made = FieldMove(person=person, written=move_notation(move), points=points)
        yield _Turn(rack, made)


async def on_same_sequence(tx: AsyncConnection, shared: BotSettings, game: Game) -> list[Game]:
    """Return the other public games with the game's sequence."""
    return [
        (await load_game(tx, shared, other))[0] async for other in _other_games(tx, shared, game.id)
    ]


async def has_other_games(tx: AsyncConnection, shared: BotSettings, game: Game) -> bool:
    """Return whether another public game has the same sequence."""
    async for _ in _other_games(tx, shared, game.id):
        return True
    return False


async def _other_games(
    tx: AsyncConnection, shared: BotSettings, game: GameId
) -> AsyncIterator[GameId]:
    """Yield the other public games with the game's sequence."""
    competition = await _competition(tx, shared, game)
    if competition is None:
        return
    games = await embargoed_games(tx, competition)
    seed = games[game].seed
    for other in games.values():
        if other.seed != seed or other.game == game:
            continue
        if await keeps_closed(tx, shared, other.game) is None:
            yield other.game


async def _competition(
    tx: AsyncConnection, shared: BotSettings, game: GameId
) -> Competition | None:
    """Return the competition of the game; None for a friendly game."""
    match, _ = await load_match(tx, shared, match_of(game))
    if not match.competition:
        return None
    return (await load_competition(tx, shared, match.competition))[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldComparison:
    """The comparison for one game, and the players' names."""

    turns: tuple[ComparedTurn, ...]
    tables: int
    """The number of games with the sequence, including this one."""
    names: Mapping[PersonId, str]
    """Public names of the people of the game's competition."""


async def compare(tx: AsyncConnection, shared: BotSettings, game: Game) -> FieldComparison:
    """Return the comparison of a game with the other public games of its sequence."""
    others = await on_same_sequence(tx, shared, game)
    competition = await _competition(tx, shared, game.id)
    names = {} if competition is None else await public_names(tx, competition)
    return FieldComparison(turns=compared_turns(game, others), tables=len(others) + 1, names=names)


async def table_of(tx: AsyncConnection, shared: BotSettings, game: GameId) -> Table:
    """Return the comparison as a table: each compared turn with its own and its best move.

    Raises:
        LookupError: nothing of the game may be shown.
    """
    if await keeps_closed(tx, shared, game) is not None:
        raise LookupError(game)
    loaded, _ = await load_game(tx, shared, game)
    comparison = await compare(tx, shared, loaded)
    return Table(
        key="analysis",
        over=say("analysis.tables.over", game=game),
        title=say("analysis.tables.title"),
        name=say("analysis.tables.title"),
        columns=_COLUMNS,
        rows=tuple(
            (
                turn.name,
                turn.rack,
                len(turn.others) + 1,
                _move_text(turn.own),
                _move_text(turn.best),
                say("analysis.tables.who", who=comparison.names[turn.best.person]),
            )
            for turn in comparison.turns
        ),
        words=comparison_text(game, comparison.turns, comparison.tables),
    )


async def possible_text(
    tx: AsyncConnection, shared: BotSettings, game: Game, search: SearchedSequence
) -> Text:
    """Return the highest total found for the sequence, and the highest total in a game on it."""
    games = [game, *await on_same_sequence(tx, shared, game)]
    best = max(each.red.score + each.blue.score for each in games)
    return say(
        "analysis.possible",
        game=game.id,
        total=max(search.total, best),
        best=best,
        n=len(games),
        words=words_of(search.edition, is_official=search.official),
    )


_COLUMNS: Final = (
    Column(say("analysis.tables.column.round"), CENTRE),
    Column(say("analysis.tables.column.hand"), LEFT),
    Column(say("analysis.tables.column.tables"), RIGHT),
    Column(say("analysis.tables.column.own"), LEFT),
    Column(say("analysis.tables.column.best"), LEFT, is_strong=True),
    Column(say("analysis.tables.column.who"), LEFT, is_wide=True),
)


def comparison_text(game: GameId, turns: Sequence[ComparedTurn], tables: int) -> Text:
    """Return the summary: the games compared, the last compared round, and the best moves."""
    if tables == 1:
        return say("analysis.tables.alone", game=game)
    if not turns:
        return say("analysis.tables.apart", game=game, n=tables)
    best = sum(turn.own.points >= turn.best.points for turn in turns)
    last = turns[-1].move // 2 + 1
    return say("analysis.tables.card", game=game, n=tables, round=last, stops=len(turns), best=best)


def _move_text(move: FieldMove) -> Text:
    return say("analysis.laid", placement=move.written, points=move.points)
