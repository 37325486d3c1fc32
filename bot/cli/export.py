"""`turretur export`: write a game, or the lists of a competition, from the database."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.embargo import embargo_line, embargo_of
from bot.cli.opening import bot_settings, configured, database_at, refusing_unreadable
from bot.cli.options import config_option, database_option, json_option, language_option
from bot.cli.output import print_json, printable, refuse
from bot.cli.paths import FilePath
from bot.cli.written_files import write_private

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.runtime.config.settings import Config
    from engine.embargo import EmbargoReason
    from storage.db import Database


async def game_files(
    database: "Database", config: "Config", game: str, language: str
) -> dict[str, bytes]:
    """Return the game's files by name, or an empty mapping if there is no such game.

    The files are the record (GCG), both sheets (PNG) and the event log. The log has a JSON object a
    line with the hash chain, which `storage.log` explains.

    Raises:
        GameStateError: its log is damaged.
    """
    from bot.program.bot_settings import shared_of
    from bot.runtime.clock import SystemClock
    from bot.runtime.unit import Runtime
    from bot.runtime.wordlists import WordLists
    from bot.texts.pictures import CompetitionSheet, Document, DocumentKind, TimeSheet
    from bot.transport.sending.press import MediaMaker
    from storage import log
    from storage.streams import game_stream

    async with database.reading() as tx:
        # Not the exported rows, which lack those that cannot be read.
        is_there = bool(await log.rows_of(tx, game_stream(game)))
        rows = await log.exported(tx, game_stream(game))
    if not is_there:
        return {}
    word_lists = WordLists(config)
    shared = shared_of(config, word_lists, "")
    press = MediaMaker(Runtime(database, SystemClock()), shared, word_lists.file)
    name, record = await press.document(Document(DocumentKind.GCG, game), language)
    stem = name.removesuffix(".gcg")
    seq = rows[-1]["seq"]
    competition = CompetitionSheet(game, seq)
    times = TimeSheet(game, seq)
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return {
        name: record,
        f"{stem}-fisa-de-concurs.png": await press.picture(competition, language),
        f"{stem}-fisa-timp-gandire.png": await press.picture(times, language),
        f"{stem}-events.jsonl": lines.encode(),
    }


async def competition_files(
    database: "Database", config: "Config", code: str, language: str
) -> dict[str, bytes]:
    """Return the lists of a competition by file name; an empty mapping if there is no competition.

    A competition whose import was taken back does not exist either. Each phase has a spreadsheet
    (XLSX), and pages to print and sign (PDF).

    Raises:
        GameStateError: its log is damaged.
    """
    from bot.documents.standings.printing import lists_file
    from bot.documents.views.exports import FileForm
    from bot.runtime.clock import SystemClock
    from bot.runtime.damaged_logs import is_of_damage
    from bot.runtime.folding import load_competition
    from bot.runtime.unit import Runtime
    from bot.texts.i18n import load_catalogue
    from engine.errors import GameStateError
    from engine.ids import CompetitionCode

    shared = bot_settings(config)
    async with database.reading() as tx:
        try:
            competition, _ = await load_competition(tx, shared, CompetitionCode(code))
        except GameStateError as error:
            if is_of_damage(error):
                raise
            return {}
    runtime, catalogue = Runtime(database, SystemClock()), load_catalogue(language)
    files = [
        await lists_file(runtime, shared, f"{code}:{number}", form, catalogue)
        for number in range(competition.number + 1)
        for form in (FileForm.XLSX, FileForm.PDF)
    ]
    return dict(files)


@click.command("export")
@click.argument("game")
@config_option
@database_option
@click.option(
    "--out",
    type=FilePath(path_type=Path, file_okay=False),
    default=Path(),
    help="The folder to write into. Default: this one.",
)
@language_option("The language of the sheets.")
@json_option
def command(  # noqa: PLR0913, PLR0917  (one parameter for each option)
    game: str,
    config_file: Path | None,
    url: str | None,
    out: Path,
    language: str,
    as_json: bool,
) -> None:
    """Write GAME (its code, such as K7QF/1): GCG, both sheets as PNG, the event log as JSON lines.

    With a competition's code, such as CC25, write its players, standings, crosstables and pairings
    as a spreadsheet, and as pages to print and sign.

    The log's lines have the hash chain, so that anyone can check them. A note says if others may
    not see the game yet (art. 2.1), so that the files are only for its players and arbiters.
    """
    import asyncio

    config = configured(config_file)
    with refusing_unreadable(config):
        files, embargo_reason = asyncio.run(
            _export(config, url or config.storage.url, game.upper(), language)
        )
    if not files:
        refuse(f"there is no game or competition {game}; codes look like K7QF/1 or CC25")
    written = _write(files, out)
    embargo = None if embargo_reason is None else embargo_line(embargo_reason)
    if as_json:
        names = [str(file) for file in written]
        print_json({"game": game.upper(), "files": names, "embargo": embargo})
    else:
        if embargo is not None:
            click.echo(embargo, err=True)
        for file in written:
            click.echo(printable(file))


async def _export(
    config: "Config", address: str, game: str, language: str
) -> "tuple[Mapping[str, bytes], EmbargoReason | None]":
    """Return the files of a game or competition; of a game, also why others may not see it."""
    async with database_at(address) as database:
        if "/" not in game:
            return await competition_files(database, config, game, language), None
        files = await game_files(database, config, game, language)
        return files, await embargo_of(database, config, game) if files else None


def _write(files: "Mapping[str, bytes]", out: Path) -> list[Path]:
    """Write the files into that folder, and return their paths."""
    for name, content in files.items():
        write_private(out / name, content)
    return [out / name for name in files]
