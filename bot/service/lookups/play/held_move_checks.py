"""Checks before something is written that no move is held in the games that it concerns.

Each check covers more games than the one before; a writer takes the narrowest that covers what it
writes. `bot.service.held_first` makes the held moves, and runs the use case again. Without
`shared.undo`, the time in which a move may be taken back, no move is ever held.
"""

from collections.abc import Iterable

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.context import Context
from bot.service.readers.readers import Readers
from engine.ids import CompetitionCode, GameId, MatchCode, match_of
from storage.play import held_moves


class MoveIsHeldError(Exception):
    """A move is held in games that the use case concerns; only `held_first` catches it."""

    def __init__(self, games: tuple[GameId, ...]) -> None:
        self.games = games
        super().__init__(", ".join(games))


async def check_none_held(context: Context, games: Iterable[GameId]) -> None:
    """Check before something is written about these games that no move is held in them.

    Raises:
        MoveIsHeldError: there is one.
    """
    if context.shared.undo:
        codes = frozenset(games)
        _raise_if_any(game for game in await held_moves.games(context.unit.tx) if game in codes)


async def check_none_held_in_match(context: Context, code: MatchCode) -> None:
    """Check that no move is held in either game of a match.

    Raises:
        MoveIsHeldError: there is one.
    """
    if context.shared.undo:
        held = await held_moves.games(context.unit.tx)
        _raise_if_any(game for game in held if match_of(game) == code)


async def check_none_held_in(readers: Readers, code: CompetitionCode) -> None:
    """Check that no move is held in a competition, whose games share its dates and word rulings.

    Raises:
        MoveIsHeldError: there is one.
    """
    if readers.shared.undo and code:
        held_here = []
        for game in await held_moves.games(readers.unit.tx):
            with leaving_out_damaged():  # nobody can make a move in a damaged match
                if (await readers.matches.get(match_of(game))).competition == code:
                    held_here.append(game)
        _raise_if_any(held_here)


async def check_none_held_at_all(context: Context) -> None:
    """Check that no move is held in any game.

    Raises:
        MoveIsHeldError: there is one.
    """
    if context.shared.undo:
        _raise_if_any(await held_moves.games(context.unit.tx))


def _raise_if_any(games: Iterable[GameId]) -> None:
    """Raise `MoveIsHeldError` with the games, if there are any."""
    held = tuple(games)
    if held:
        raise MoveIsHeldError(held)
