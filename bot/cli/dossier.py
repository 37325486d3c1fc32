"""`turretur dossier`: write the case file of a game, a match or a case, as `/dosar` sends it."""

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.opening import bot_settings, configured, database_at, refusing_unreadable
from bot.cli.options import config_option, database_option, json_option, language_option
from bot.cli.output import counted, print_json, printable, refuse
from bot.cli.paths import FilePath
from bot.cli.written_files import write_private

if TYPE_CHECKING:
    from bot.documents.dossier.archive import PackedDossier
    from bot.runtime.config.settings import Config


@click.command("dossier")
@click.argument("subject", metavar="GAME")
@config_option
@database_option
@click.option(
    "--out",
    metavar="FILE",
    type=FilePath(path_type=Path),
    help="The ZIP to write, or a folder for it. Default: this folder.",
)
@language_option("The language of the PDF.")
@click.option(
    "--at",
    metavar="INSTANT",
    help="Show what was known at this instant (ISO 8601 with offset). Default: now.",
)
@json_option
def command(  # noqa: PLR0913, PLR0917  (one parameter for each option)
    subject: str,
    config_file: Path | None,
    url: str | None,
    out: Path | None,
    language: str,
    at: str | None,
    as_json: bool,
) -> None:
    """Write the case file of GAME (K7QF/1), of a match (K7QF) or of a case as one ZIP.

    The ZIP has a PDF, the sheets, the record (GCG), the logs with their hash chains, and a program
    that checks them with Python alone. The same instant (--at) gives the same file. A note says if
    others may not see one of its games yet (art. 2.1).
    """
    import asyncio

    from bot.documents.dossier.facts import NothingToShow

    instant, config = _instant(at), configured(config_file)
    try:
        with refusing_unreadable(config):
            packed, embargoes = asyncio.run(
                _packed_dossier(config, url, subject.upper(), instant, language)
            )
    except NothingToShow:
        refuse(f"nothing is stored of {subject}; codes look like K7QF/1 or K7QF")
    path = _path(out, packed.name)
    write_private(path, packed.content)
    summary = {**_summary(packed, path), "embargo": embargoes}
    if as_json:
        print_json(summary)
    else:
        size, digest = counted(summary["size"], "byte"), summary["sha256"]
        click.echo(f"{printable(path)}: {size}, SHA-256 {digest}")
        for line in embargoes:
            click.echo(line, err=True)
        for stream, head in summary["streams"].items():
            click.echo(f"  {stream}: {counted(head['events'], 'event')}, the last {head['hash']}")


def _instant(written: str | None) -> datetime | None:
    """Return the instant of `--at`, None without the option; end the command for any other text."""
    if written is None:
        return None
    try:
        instant = datetime.fromisoformat(written)
    except ValueError:
        refuse(f"--at: not an instant such as 2025-05-14T22:00:00+03:00: {written}")
    if instant.tzinfo is None:
        refuse(f"--at: the offset from UTC is missing, such as +03:00: {written}")
    return instant


async def _packed_dossier(
    config: "Config", url: str | None, name: str, at: datetime | None, language: str
) -> "tuple[PackedDossier, list[str]]":
    """Return the packed case file at that instant, or now, and the lines about closed games."""
    from bot.cli.embargo import embargo_line, embargo_of
    from bot.documents.dossier.archive import dossier_file
    from bot.documents.dossier.facts import Subject
    from bot.runtime.clock import SystemClock
    from bot.texts.i18n import load_catalogue

    catalogue = load_catalogue(language, formal=config.federation.is_formal)
    subject = Subject.named(name, at=at or SystemClock().now())
    async with database_at(url or config.storage.url) as database:
        packed = await dossier_file(database, bot_settings(config), subject, catalogue)
        games = [facts.game.id for facts in packed.dossier.games]
        reasons = [await embargo_of(database, config, game) for game in games]
        return packed, [embargo_line(reason) for reason in reasons if reason is not None]


def _path(out: Path | None, name: str) -> Path:
    """Return the path of the ZIP: `out` itself, or a file of that name in the folder `out`."""
    if out is None:
        return Path(name)
    return out if out.suffix.lower() == ".zip" else out / name


def _summary(packed: "PackedDossier", path: Path) -> dict[str, Any]:
    """Return the facts of a case file as JSON."""
    import hashlib

    dossier = packed.dossier
    return {
        "file": str(path),
        "size": len(packed.content),
        "sha256": hashlib.sha256(packed.content).hexdigest(),
        "at": dossier.subject.at.isoformat(),
        "games": [
            {
                "game": facts.game.id,
                "stage": facts.game.stage.value,
                "red": dossier.names[facts.game.red.person],
                "blue": dossier.names[facts.game.blue.person],
                "red_score": facts.game.red.score,
                "blue_score": facts.game.blue.score,
                "red_days": facts.game.red.days,
                "blue_days": facts.game.blue.days,
                "changes_of_days": len(facts.ledger),
            }
            for facts in dossier.games
        ],
        "cases": [record.case.id for record in dossier.cases],
        "deliveries": len(dossier.deliveries),
        "lines": len(dossier.chat_messages),
        "streams": {
            stream.name: {"events": len(stream.rows), "hash": stream.head}
            for stream in dossier.streams
        },
    }
