"""What `test_disputes` and other tests share."""

from functools import reduce
from typing import Any

from bot.service.service import Service
from engine.board import EMPTY, Axis, Square, squares
from engine.games.events import Event
from engine.games.fold import evolve
from engine.games.game import Game
from engine.ids import GameId
from engine.notation import format_placement
from engine.placement import Placement
from storage import log
from storage.streams import game_stream
from tests.builders import ask, play
from tests.e2e.harness import (
    Table,
    arbiter_made,
)
from tests.e2e.season import cup

PARTNER = {"federation_ruleset": "cn-2025-partner"}


_LINES = [
    *((Square(7, 1), Axis.ACROSS, 14),) * 2,
    *((Square(row, column), Axis.DOWN, 8) for row in (7, 0) for column in range(1, 15, 2)),
]
"""Where seven letters can be laid at once, time and again: a row, and columns across it."""


def _stripe(game: Game, *, backwards: bool = False) -> str:
    """Return a play of the whole rack of the player to move, whatever its words."""
    rack = list(game.side(game.turn).rack.replace("?", "e"))
    if backwards:
        rack.reverse()
    for start, axis, length in _LINES:
        there = list(squares(start, axis, length))
        if start.row == 0:
            there = list(squares(start, axis, 15))
        free = [square for square in there if game.board[square] == EMPTY][: len(rack)]
        if len(free) == len(rack):
            first, last = there[0], free[-1]
            lies = dict(zip(free, rack, strict=True))
            whole = [square for square in there if square <= last or game.board[square] != EMPTY]
            word = "".join(lies.get(square, game.board[square]) for square in whole)
            return format_placement(Placement(first, axis, word))
    raise AssertionError("the board is full")


async def last_placement_waits(laid: Table) -> tuple[Any, ...]:
    """Have a cup's only game wait for Red's acceptance of the last placement.

    Only that placement is sent; all before it is written to the log.
    """
    await arbiter_made(laid)
    made = await cup(laid, "Ana Pop", "Ion Rus")
    (pair,) = await made.pairs()
    await _all_but_last(laid, GameId(pair.id))
    await pair.place(pair.blue, _stripe(await pair.game()))
    assert (await pair.game()).waits_for_acceptance
    return made.left


async def _all_but_last(laid: Table, game: GameId) -> None:
    """Store all placements of the game but the last, which would end it; nobody is notified."""
    async with laid.app.runtime.unit() as unit:
        service = Service(unit, laid.app.shared)
        before = await service.games.load(game)
        now, made = before.game, list[Event]()
        while not play(now, _stripe(now), at=unit.now).waits_for_acceptance:
            events = ask(now, _stripe(now), at=unit.now)
            now, made = reduce(evolve, events, now), [*made, *events]
        known = service.games.head_of(before)
        *_, last = await log.append(
            unit.tx, game_stream(game), before.seq, made, unit.now, known=known
        )
        after = service.games.note(now, last)
        await service.game_acts.keep(after, moved=True)
