"""Runs a use case after the held moves that it must not overtake, in one unit of work.

A held move was sent earlier, so it is made earlier. A use case learns only while it runs which
games it concerns. If a move is held in one, its writes are rolled back, the move is made, and the
use case runs again with readers of its own. So the board before that move decides nothing.
"""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from bot.runtime.shared import BotSettings
from bot.runtime.unit import UnitOfWork
from bot.service.lookups.play.held_move_checks import MoveIsHeldError
from bot.service.service import Service
from engine.ids import GameId

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class HeldFirst:
    """The outcome of an attempt that was rolled back, because moves are held."""

    games: tuple[GameId, ...]
    """The games in which they are held."""


async def after_held_moves(
    unit: UnitOfWork, shared: BotSettings, use_case: Callable[[Service], Awaitable[T]]
) -> T:
    """Return what the use case returns; held moves in its games are made before it.

    If it fails, its writes and messages are rolled back, but not those of the held moves.
    """
    while isinstance(outcome := await _attempt(unit, shared, use_case), HeldFirst):
        await make_held(unit, shared, outcome.games)
    return outcome


async def make_held(unit: UnitOfWork, shared: BotSettings, games: Iterable[GameId]) -> None:
    """Make the moves held in these games, and others that must be made with them.

    Their messages are stored at once: they come first, and have the precedence of moves.
    """
    asked_in, is_move, to_make = unit.asked_in, unit.is_move, tuple(games)
    while isinstance(outcome := await _attempt(unit, shared, _making(to_make)), HeldFirst):
        to_make = (*to_make, *outcome.games)
    await unit.flush()
    # `make` sets these for the messages of the held moves; the use case has its own again.
    unit.asked_in, unit.is_move = asked_in, is_move


def _making(games: tuple[GameId, ...]) -> Callable[[Service], Awaitable[None]]:
    """Return the use case that makes the moves held in these games."""
    return lambda service: service.held_moves.make(games)


async def _attempt(
    unit: UnitOfWork, shared: BotSettings, use_case: Callable[[Service], Awaitable[T]]
) -> T | HeldFirst:
    """Return what the use case returns, or the games whose held moves come first."""
    try:
        async with unit.savepoint():
            return await use_case(Service(unit, shared))
    except MoveIsHeldError as error:
        return HeldFirst(error.games)
