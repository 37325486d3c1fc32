"""Turn stored findings into the view that `bot.documents.render.lists.losses` draws."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from bot.analysis.analysed_games import read
from bot.analysis.boards import laid_by, tiles_before
from bot.analysis.field_comparison import table_of
from bot.analysis.findings import FindingLabel, Findings, TurnFinding, account
from bot.analysis.messages import words_of
from bot.documents.render.lists.listing import render_listing
from bot.documents.render.lists.losses import Bar, LossesView, MissLine, MissView, render_losses
from bot.documents.views.boards import board_picture
from bot.documents.views.setting import SIDES
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.texts.i18n import Catalogue
from bot.texts.messages import Plain, say
from bot.texts.pictures import AnalysisPicture, AnalysisView
from engine.games.game import Game
from engine.ids import GameId, Seat


def losses_view(
    game: Game, findings: Findings, names: Mapping[Seat, str], plain: Plain
) -> LossesView:
    """Return the view of a finished game's findings."""
    return LossesView(
        over=plain(say("analysis.picture.over", game=game.id)),
        title=plain(say("analysis.picture.title")),
        totals=(
            _total(findings, Seat.RED, names, plain),
            _total(findings, Seat.BLUE, names, plain),
        ),
        bars=tuple(Bar(SIDES[turn.seat], turn.round, turn.lost) for turn in findings.turns),
        missed=tuple(_missed(game, turn, names, plain) for turn in findings.worst_turns),
        footer=plain(say(_footer(game, findings))),
        words=plain(words_of(findings.edition, is_official=findings.official)),
    )


def _footer(game: Game, findings: Findings) -> str:
    """Return the key of the note on what the figures are worth."""
    if all(turn.label is FindingLabel.STATIC for turn in findings.turns):
        return "analysis.picture.footer_static"
    is_early = game.left_in_sequence and findings.is_estimated
    return "analysis.picture.footer_undrawn" if is_early else "analysis.picture.footer"


def _total(findings: Findings, seat: Seat, names: Mapping[Seat, str], plain: Plain) -> str:
    lost = account(findings.of(seat)).lost
    return plain(say("analysis.picture.total", who=names[seat], lost=lost))


def _missed(game: Game, turn: TurnFinding, names: Mapping[Seat, str], plain: Plain) -> MissView:
    """Return the better play of a turn on its board, with the points that it lost."""
    best = turn.best
    if best is None:
        raise ValueError("nothing was missed there")
    board = replace(
        board_picture(game, turn.seat, plain),
        tiles=tiles_before(game, turn),
        proposed=laid_by(game, turn, best),
        last=frozenset(),
    )
    return MissView(
        board=board,
        heading=plain(say("analysis.picture.heading", n=turn.round, who=names[turn.seat])),
        lines=(
            MissLine(
                plain(say("analysis.picture.made")),
                plain(say("analysis.laid", placement=turn.made.notation, points=turn.made.points)),
            ),
            MissLine(
                plain(say("analysis.picture.possible")),
                plain(say("analysis.laid", placement=best.notation, points=best.points)),
            ),
            MissLine(
                plain(say(f"analysis.picture.lost.{turn.label}")),
                plain(say("analysis.points", points=turn.lost)),
            ),
        ),
    )


async def picture_of(
    runtime: Runtime, shared: BotSettings, picture: AnalysisPicture, catalogue: Catalogue
) -> bytes:
    """Return a picture of a game's analysis, or of the field comparison, as a PNG.

    Raises:
        ClosedAgain: nothing of the game may be shown.
    """
    async with runtime.database.reading() as tx:
        if AnalysisView(picture.what) is AnalysisView.TABLES:
            table = await table_of(tx, shared, GameId(picture.game))
            return await asyncio.to_thread(render_listing, table.view(0, catalogue.plain))
        analysed = await read(tx, shared, GameId(picture.game))
    names = analysed.names_in(catalogue)
    view = losses_view(analysed.game, analysed.findings, names, catalogue.plain)
    return await asyncio.to_thread(render_losses, view)
