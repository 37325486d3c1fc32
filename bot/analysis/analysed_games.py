"""Read a finished game with its findings, for code that draws or writes them."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis.findings import Findings
from bot.analysis.stored_findings import current
from bot.runtime.embargo import keeps_closed
from bot.runtime.folding import load_game
from bot.runtime.shared import BotSettings
from bot.texts.i18n import Catalogue
from bot.texts.pictures import PictureGoneError
from engine.games.game import Game
from engine.ids import GameId, Seat
from storage.people import people


class ClosedAgain(PictureGoneError):  # noqa: N818  (named after the situation)
    """No findings of the game may be shown, for example because a ruling has resumed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedGame:
    """A game, its findings, and its players' stored names."""

    game: Game
    findings: Findings
    names: Mapping[Seat, str]

    def names_in(self, catalogue: Catalogue) -> dict[Seat, str]:
        """Return the players' names as a reader of that language sees them."""
        return {seat: catalogue.name(name) for seat, name in self.names.items()}


async def read(tx: AsyncConnection, shared: BotSettings, game: GameId) -> AnalysedGame:
    """Return the game with its findings.

    Raises:
        ClosedAgain: there are no findings, or nobody may see them.
    """
    folded, head = await load_game(tx, shared, game)
    findings = await current(tx, game, head.hash)
    if findings is None or await keeps_closed(tx, shared, game) is not None:
        raise ClosedAgain(game)
    return AnalysedGame(game=folded, findings=findings, names=await names_of(tx, folded))


async def names_of(tx: AsyncConnection, game: Game) -> dict[Seat, str]:
    """Return the stored names of the players."""
    return {seat: (await people.get(tx, game.side(seat).person)).name for seat in Seat}
