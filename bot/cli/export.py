"""`turretur export`: a game out of the database, as a record, as pictures, as its log."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.configuration import config_option, configured, database_at, database_option
from bot.cli.output import json_option, language_option, print_json, refuse, write_private

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.runtime.config.settings import Config


@click.command("export")
@click.argument("game")
@config_option
@database_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="The folder to write into; else this one.",
)
@language_option("Of the sheets.")
@json_option
def command(  # noqa: PLR0913, PLR0917  (one parameter an option)
    game: str,
    config_file: Path | None,
    url: str | None,
    out: Path,
    language: str,
    as_json: bool,
) -> None:
    """Write GAME (its code, such as K7QF/1): GCG, both sheets as PNG, the event log as JSON lines.

    The log's lines carry the hash chain, so that whoever gets them can check them.
    """
    from storage.errors import StorageError

    try:
        config = configured(config_file)
        files = asyncio.run(_export(config, url or config.storage.url, game.upper(), language))
    except StorageError as error:
        refuse(f"{error}")
    if not files:
        refuse(f"there is no game {game}; codes look like K7QF/1")
    written = _write(files, out)
    if as_json:
        print_json({"game": game.upper(), "files": [str(file) for file in written]})
    else:
        for file in written:
            click.echo(file)


async def _export(
    config: "Config", address: str, game: str, language: str
) -> "Mapping[str, bytes]":
    from bot.cli.archive import game_files

    async with database_at(address) as database:
        return await game_files(database, config, game, language)


def _write(files: "Mapping[str, bytes]", out: Path) -> list[Path]:
    for name, content in files.items():
        write_private(out / name, content)
    return [out / name for name in files]
