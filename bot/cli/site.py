"""`turretur site`: write the public site as a folder of pages, for any web server."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.opening import configured, database_at
from bot.cli.options import config_option, database_option, json_option
from bot.cli.output import NO, counted, print_json, printable, refuse
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config
    from bot.site.build import BuildResult


@click.command("site")
@config_option
@database_option
@click.option(
    "--out",
    metavar="DIR",
    required=True,
    type=FilePath(path_type=Path, file_okay=False),
    help="The folder to write into; existing files that are up to date are kept.",
)
@click.option("--competition", metavar="CODE", help="Read only this competition.")
@json_option
def command(
    *,
    config_file: Path | None,
    url: str | None,
    out: Path,
    competition: str | None,
    as_json: bool,
) -> None:
    """Write the public site: competitions, standings, matches, and games step by step.

    Plain HTML that needs no special server. The same log gives the same bytes; a later run writes
    only pages that changed. Facts under embargo (art. 2.1) are left out.
    """
    from bot.runtime.event_loop import run
    from storage.errors import StorageError

    config = configured(config_file)
    try:
        report = run(
            _build(config, url or config.storage.url, out, competition and competition.upper())
        )
    except StorageError as error:
        refuse(f"{error}")
    if report is None:
        refuse(f"there is no competition {competition}; codes look like CC25")
    if as_json:
        counts = {"files": report.files, "written": [*report.written], "removed": [*report.removed]}
        print_json({**counts, "failed": {**report.failed}})
    else:
        _report(out, report)
    if report.failed:
        raise SystemExit(NO)


def _report(out: Path, built: "BuildResult") -> None:
    """Print how many files changed, and the pages that could not be built."""
    changed = f"{len(built.written):,} written, {len(built.removed):,} taken away"
    click.echo(f"{printable(out)}: {counted(built.files, 'file')}, {changed}")
    for key, reason in built.failed.items():
        click.echo(f"{key}: not made, and so not shown\n{reason}", err=True)


async def _build(
    config: "Config", address: str, out: Path, competition: str | None
) -> "BuildResult | None":
    """Build the site into that folder: all of it, or the pages of one competition.

    Return None if there is no such competition; nothing is changed then.
    """
    from bot.site.build import make_site
    from bot.site.options import options_of
    from bot.site.source import BuildCaches
    from storage.competitions import competition_rows

    async with database_at(address) as database:
        if competition is not None:
            async with database.reading() as tx:
                if competition not in await competition_rows.codes(tx):
                    return None
        return await make_site(database, BuildCaches(), options_of(config, competition), out)
