"""Pictures and spreadsheets of standings, made from the database when they are sent."""

import asyncio

from bot.documents.standings.album import drawn, parse_which
from bot.documents.standings.reading import competition_at, matches_of, scene_of
from bot.documents.standings.scene import Scene
from bot.documents.standings.workbook import sheets, workbook
from bot.documents.views.printed import printed
from bot.runtime.public_names import public_names
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.texts.i18n import Catalogue
from bot.texts.pictures import StandingsPicture
from engine.ids import CompetitionCode
from engine.matches.match import Match


async def picture_of(
    runtime: Runtime, shared: BotSettings, picture: StandingsPicture, catalogue: Catalogue
) -> bytes:
    """Return a table as a PNG: the competition of that event, with the results proposed now."""
    table_ref = parse_which(picture.which)
    async with runtime.database.reading() as tx:
        known = await competition_at(tx, shared, CompetitionCode(picture.competition), picture.seq)
        scene = await scene_of(tx, shared, known, runtime.clock.now(), table_ref.phase)
        if table_ref.is_public:
            scene = scene.for_everybody(await public_names(tx, scene.competition))
    return await asyncio.to_thread(
        drawn, scene.with_names(catalogue.name), table_ref, catalogue.plain
    )


async def spreadsheet(
    runtime: Runtime, shared: BotSettings, of: str, catalogue: Catalogue
) -> tuple[str, bytes]:
    """Return name and content of the XLSX file of a phase, which `of` names as `CODE:NUMBER`."""
    scene, matches = await _phase_of(runtime, shared, of, catalogue)
    content = await asyncio.to_thread(workbook, scene, matches, catalogue.plain)
    return f"{_name_of(scene)}.xlsx", content


async def pages_to_sign(
    runtime: Runtime, shared: BotSettings, of: str, catalogue: Catalogue
) -> tuple[str, bytes]:
    """Return name and content of the PDF of a phase, with the sheets of its spreadsheet."""
    scene, matches = await _phase_of(runtime, shared, of, catalogue)
    pages = list(sheets(scene, matches, catalogue.plain))
    return f"{_name_of(scene)}.pdf", await asyncio.to_thread(printed, pages, catalogue.plain)


async def _phase_of(
    runtime: Runtime, shared: BotSettings, of: str, catalogue: Catalogue
) -> tuple[Scene, tuple[Match, ...]]:
    """Return a phase with its matches; `of` names it as `CODE:NUMBER`."""
    code, _, number = of.rpartition(":")
    async with runtime.database.reading() as tx:
        known = await competition_at(tx, shared, CompetitionCode(code))
        scene = await scene_of(tx, shared, known, runtime.clock.now(), int(number))
        matches = await matches_of(tx, shared, known[0], int(number))
    return scene.with_names(catalogue.name), tuple(matches)


def _name_of(scene: Scene) -> str:
    return f"clasament-{scene.competition.code}-{scene.phase.plan.phase.value}"
