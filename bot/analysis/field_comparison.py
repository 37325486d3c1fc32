"""The field comparison: one game beside the other games with the same tile sequence.

Players have their public names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.analysed_games import ClosedAgain
from bot.analysis.compared_turns import ComparedTurn, FieldMove, compared_turns
from bot.analysis.same_sequence import competition_of_game, on_same_sequence
from bot.documents.views.listing import CENTRE, LEFT, RIGHT, Column, Table
from bot.runtime.embargo import keeps_closed
from bot.runtime.folding import load_game
from bot.runtime.public_names import public_names
from bot.runtime.shared import BotSettings
from bot.texts.messages import Text, say
from engine.games.game import Game
from engine.ids import GameId, PersonId

_COLUMNS: Final = (
    Column(say("analysis.tables.column.round"), CENTRE),
    Column(say("analysis.tables.column.hand"), LEFT),
    Column(say("analysis.tables.column.tables"), RIGHT),
    Column(say("analysis.tables.column.own"), LEFT),
    Column(say("analysis.tables.column.best"), LEFT, is_strong=True),
    Column(say("analysis.tables.column.who"), LEFT, is_wide=True),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldComparison:
    """The comparison for one game, and the players' names."""

    turns: tuple[ComparedTurn, ...]
    other_games: int
    """The number of other games with the sequence."""
    names: Mapping[PersonId, str]
    """Public names of the people of the game's competition."""


async def compare(tx: AsyncConnection, shared: BotSettings, game: Game) -> FieldComparison:
    """Return the comparison of a game with the other public games of its sequence."""
    others = await on_same_sequence(tx, shared, game)
    competition = await competition_of_game(tx, shared, game.id)
    names = {} if competition is None else await public_names(tx, competition)
    turns = compared_turns(game, others)  # none without a competition, so that all are named
    return FieldComparison(turns=turns, other_games=len(others), names=names)


async def table_of(tx: AsyncConnection, shared: BotSettings, game: GameId) -> Table:
    """Return the comparison as a table: each compared turn with its own and its best move.

    Raises:
        ClosedAgain: nothing of the game may be shown.
    """
    if await keeps_closed(tx, shared, game) is not None:
        raise ClosedAgain(game)
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
                len(turn.in_others) + 1,
                _move_text(turn.own),
                _move_text(turn.best),
                say("analysis.tables.who", who=comparison.names[turn.best.person]),
            )
            for turn in comparison.turns
        ),
        words=comparison_text(game, comparison.turns, comparison.other_games),
    )


def comparison_text(game: GameId, turns: Sequence[ComparedTurn], other_games: int) -> Text:
    """Return the summary: the games compared, the last compared round, and the best moves.

    `other_games` is the number of games with the sequence besides this one.
    """
    if not other_games:
        return say("analysis.tables.alone", game=game)
    games = other_games + 1
    if not turns:
        return say("analysis.tables.apart", game=game, n=games)
    best = sum(turn.own.points >= turn.best.points for turn in turns)
    last = turns[-1].round
    return say("analysis.tables.card", game=game, n=games, round=last, stops=len(turns), best=best)


def _move_text(move: FieldMove) -> Text:
    """Return a move with its points."""
    return say("analysis.laid", placement=move.written, points=move.points)
