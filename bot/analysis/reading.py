"""A finished game together with what is known of it, read for whoever draws or writes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.analysis.findings import Findings
from bot.analysis.stored import current
from bot.runtime.embargo import keeps_closed
from bot.runtime.folding import load_game
from engine.games.game import Game
from engine.ids import GameId, Seat
from storage.people import people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.shared import Shared


class ClosedAgain(LookupError):  # noqa: N818  (says what is the case)
    """There are no findings of the game that may be seen: it has been resumed since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A game, what it held, and its players' names as they are stored."""

    game: Game
    findings: Findings
    names: Mapping[Seat, str]


async def read(tx: "AsyncConnection", shared: "Shared", game: GameId) -> Known:
    """Return what is known of the game.

    Raises:
        ClosedAgain: nothing is, or nobody may see it.
    """
    folded, head = await load_game(tx, shared, game)
    found = await current(tx, game, head.hash)
    if found is None or await keeps_closed(tx, shared, game) is not None:
        raise ClosedAgain(game)
    return Known(game=folded, findings=found, names=await names_of(tx, folded))


async def names_of(tx: "AsyncConnection", game: Game) -> dict[Seat, str]:
    """Return the names of those who played, as they are stored."""
    return {seat: (await people.get(tx, game.side(seat).person)).name for seat in Seat}
