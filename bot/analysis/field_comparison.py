"""The field comparison: one sequence at all its tables, compared with one game.

All home games of a phase have the same tiles (art. 2.1). Another table is compared as long as the
player on turn has the same rack; the racks differ once the players have used different tiles.
Players have their public names.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.analysis.messages import words_of
from bot.documents.views.listing import CENTRE, LEFT, RIGHT, Column, Table
from bot.runtime.embargo import keeps_closed, tables_in
from bot.runtime.folding import load_competition, load_game, load_match
from bot.runtime.public_names import public_names
from bot.texts.messages import Text, say
from engine.competitions.competition import Competition
from engine.games.events import PlacementMade
from engine.games.game import Game, written
from engine.ids import GameId, PersonId, Seat, match_of
from engine.tiles import without
from storage.analysis.sequences import Searched

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.shared import Shared

_MARKS: Final = {Seat.RED: "analysis.tables.red", Seat.BLUE: "analysis.tables.blue"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A player's move from a rack."""

    person: PersonId
    written: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One turn of the game, and the moves of other tables from the same rack."""

    move: int
    hand: str
    own: Made
    others: tuple[Made, ...]

    @property
    def name(self) -> Text:
        """Return the name of the turn: its round and its colour."""
        seat = Seat.RED if self.move % 2 == 0 else Seat.BLUE
        return say(_MARKS[seat], round=self.move // 2 + 1)

    @property
    def best(self) -> Made:
        """Return the highest-scoring move; of equal ones, the game's own."""
        return max((self.own, *self.others), key=lambda made: made.points)


def stops(asked: Game, others: Sequence[Game]) -> tuple[Stop, ...]:
    """Return the turns at which another table had the same rack, in order."""
    elsewhere = [list(_turns(game)) for game in others]
    found = []
    for move, (hand, own) in enumerate(_turns(asked)):
        same = tuple(
            table[move][1]
            for table in elsewhere
            if move < len(table) and sorted(table[move][0]) == sorted(hand)
        )
        if same:
            found.append(Stop(move=move, hand=hand, own=own, others=same))
    return tuple(found)


def _turns(game: Game) -> Iterator[tuple[str, Made]]:
    """Yield, for each move, the rack it was made from and the move."""
    size = game.rules.rack_size
    drawn = 2 * size
    hands = {Seat.RED: game.sequence[:size], Seat.BLUE: game.sequence[size:drawn]}
    for move in game.moves:
        person, hand = game.side(move.by).person, hands[move.by]
        points = move.counted if isinstance(move, PlacementMade) else 0
        yield hand, Made(person=person, written=written(move), points=points)
        if isinstance(move, PlacementMade):
            taken = game.sequence[drawn : drawn + len(move.tiles)]
            hands[move.by] = without(hand, move.tiles) + taken
            drawn += len(taken)


async def on_same_sequence(tx: "AsyncConnection", shared: "Shared", game: Game) -> list[Game]:
    """Return the other public games of the sequence."""
    competition = await _competition(tx, shared, game.id)
    if competition is None:
        return []
    tables = await tables_in(tx, competition)
    seed = tables[game.id].seed
    found = []
    for table in tables.values():
        if table.seed != seed or table.game == game.id:
            continue
        if await keeps_closed(tx, shared, table.game) is None:
            found.append((await load_game(tx, shared, table.game))[0])
    return found


async def _competition(tx: "AsyncConnection", shared: "Shared", game: GameId) -> Competition | None:
    match, _ = await load_match(tx, shared, match_of(game))
    if not match.competition:
        return None
    return (await load_competition(tx, shared, match.competition))[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Travelled:
    """The comparison for one game, and the players' names."""

    stops: tuple[Stop, ...]
    tables: int
    names: Mapping[PersonId, str]
    """Public names of the people of the game's competition."""


async def travelled(tx: "AsyncConnection", shared: "Shared", game: Game) -> Travelled:
    """Return the comparison of a game with the other public games of its sequence."""
    others = await on_same_sequence(tx, shared, game)
    competition = await _competition(tx, shared, game.id)
    names = {} if competition is None else await public_names(tx, competition)
    return Travelled(stops=stops(game, others), tables=len(others) + 1, names=names)


async def table_of(tx: "AsyncConnection", shared: "Shared", game: GameId) -> Table:
    """Return the table of the comparison.

    Raises:
        LookupError: nothing of the game may be shown.
    """
    if await keeps_closed(tx, shared, game) is not None:
        raise LookupError(game)
    asked, _ = await load_game(tx, shared, game)
    seen = await travelled(tx, shared, asked)
    return Table(
        key="analysis",
        over=say("analysis.tables.over", game=game),
        title=say("analysis.tables.title"),
        name=say("analysis.tables.title"),
        columns=_COLUMNS,
        rows=tuple(
            (
                stop.name,
                stop.hand,
                len(stop.others) + 1,
                _laid(stop.own),
                _laid(stop.best),
                say("analysis.tables.who", who=seen.names[stop.best.person]),
            )
            for stop in seen.stops
        ),
        words=tables_text(game, seen.stops, seen.tables),
    )


async def possible_text(
    tx: "AsyncConnection", shared: "Shared", game: Game, found: Searched
) -> Text:
    """Return the most points possible with the tiles, beside the best game played on them."""
    games = [game, *await on_same_sequence(tx, shared, game)]
    best = max(one.red.score + one.blue.score for one in games)
    return say(
        "analysis.possible",
        game=game.id,
        total=max(found.total, best),
        best=best,
        n=len(games),
        words=words_of(found.edition, is_official=found.official),
    )


_COLUMNS: Final = (
    Column(say("analysis.tables.column.round"), CENTRE),
    Column(say("analysis.tables.column.hand"), LEFT),
    Column(say("analysis.tables.column.tables"), RIGHT),
    Column(say("analysis.tables.column.own"), LEFT),
    Column(say("analysis.tables.column.best"), LEFT, is_strong=True),
    Column(say("analysis.tables.column.who"), LEFT, is_wide=True),
)


def tables_text(game: GameId, found: Sequence[Stop], tables: int) -> Text:
    """Return the message about the comparison: the number of tables, and where they differ."""
    if tables == 1:
        return say("analysis.tables.alone", game=game)
    if not found:
        return say("analysis.tables.apart", game=game, n=tables)
    best = sum(stop.own.points >= stop.best.points for stop in found)
    last = found[-1].move // 2 + 1
    return say("analysis.tables.card", game=game, n=tables, round=last, stops=len(found), best=best)


def _laid(made: Made) -> Text:
    return say("analysis.laid", placement=made.written, points=made.points)
