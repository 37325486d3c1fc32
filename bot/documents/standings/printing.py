"""Pictures and files of standings, made from the database when they are sent."""

import asyncio

from bot.documents.standings.album import parse_which, table_picture
from bot.documents.standings.stored_scene import competition_at, matches_of, scene_of
from bot.documents.standings.workbook import sheets
from bot.documents.views.exports import FileForm, exported
from bot.runtime.public_names import public_names
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.texts.i18n import Catalogue
from bot.texts.messages import say
from bot.texts.pictures import NamedFile, StandingsPicture
from engine.ids import CompetitionCode


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
        table_picture, scene.with_names(catalogue.name), table_ref, catalogue.plain
    )


async def lists_file(
    runtime: Runtime, shared: BotSettings, lists: str, form: FileForm, catalogue: Catalogue
) -> NamedFile:
    """Return a file of the lists of a phase, which `lists` names as `CODE:NUMBER`.

    `CODE:NUMBER:LIST` names one of its lists (`bot.documents.standings.list_sheets`).
    """
    code, number, *rest = lists.split(":")
    which = rest[0] if rest else ""
    async with runtime.database.reading() as tx:
        known = await competition_at(tx, shared, CompetitionCode(code))
        scene = await scene_of(tx, shared, known, runtime.clock.now(), int(number))
        scene = scene.with_names(catalogue.name)
        matches = () if which else await matches_of(tx, shared, known.competition, int(number))
    made_sheets = [*sheets(scene, matches, catalogue.plain, which)]
    content = await asyncio.to_thread(exported, made_sheets, form, scene.today, catalogue.plain)
    name = catalogue.plain(say(f"workbook.file.{which or 'standings'}"))
    return NamedFile(
        f"{name}-{scene.competition.code}-{scene.phase.plan.phase.value}.{form}", content
    )
