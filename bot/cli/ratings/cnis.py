"""`turretur cnis`: scales, season standings and pairings of the individual championship."""

from pathlib import Path
from typing import Any

import click

from bot.cli.options import Commands, json_option, out_option
from bot.cli.output import print_json, refuse
from bot.cli.paths import FilePath

FILE = FilePath(exists=True, dir_okay=False, path_type=Path)
CATEGORIES = ("senior", "dean", "hopeful", "junior", "cadet", "prichindel", "youth")
SYSTEMS = ("koth", "round-robin", "seniors")
table_option = click.option(
    "--table",
    type=FILE,
    help="The federation's own table: a row for each place, a column for each scale.",
)


@click.group("cnis", cls=Commands)
def command() -> None:
    """Calculate scales, standings and pairings of the national individual championship."""


@command.command("scale")
@click.option(
    "--participants",
    type=click.IntRange(1, 10_000),
    required=True,
    help="The number of participants.",
)
@click.option("--value", help="V, the value of the game by rating minus 150, such as -3 or 12.5.")
@click.option("--game-value", help="The value of the game by rating (V + 150), instead of --value.")
@table_option
@out_option
@json_option
def scale_command(*, participants: int, out: Path | None, as_json: bool, **asked: Any) -> None:
    """Show the points of every place in a game (art. 6)."""
    from bot.cli.ratings.cnis_input import scale_of
    from bot.cli.ratings.cnis_output import scale_json, scale_text, write_answer

    scale = scale_of(participants, **asked)
    write_answer(out, scale)
    _show(scale_json(scale), scale_text(scale), as_json=as_json)


@command.command("standings")
@click.option(
    "--results",
    type=FILE,
    multiple=True,
    help="Results, with columns date,type,event,player,place …; several files are one season.",
)
@click.option(
    "--youth-results",
    type=FILE,
    multiple=True,
    help="Results of youth events, with the same columns; nobody has titles of both (art. 20).",
)
@click.option(
    "--players",
    type=FILE,
    required=True,
    help="The players, with columns player,born,opt_out,rating …",
)
@click.option(
    "--category",
    type=click.Choice(CATEGORIES),
    help="Use only this category; youth means every youth category.",
)
@click.option(
    "--year",
    type=click.IntRange(1900, 9999),
    help="The year of the competition, which decides age categories.",
)
@click.option("--stage", help="Print the common table of this youth stage (art. 22) instead.")
@click.option(
    "--common",
    is_flag=True,
    help="Youth by the common stage tables (art. 22), not by category (art. 14, 16).",
)
@table_option
@out_option
@json_option
def standings_command(*, as_json: bool, stage: str | None, out: Path | None, **asked: Any) -> None:
    """Show a season's standings and titles.

    Without --category: of every competition that the results name; of seniors if they name none.
    """
    from bot.cli.ratings import cnis_output
    from bot.cli.ratings.cnis_input import SeasonFiles, stage_of, standings_of
    from bot.cli.ratings.cnis_output import write_answer

    files = SeasonFiles(**asked)
    if not (files.results or files.youth_results):
        refuse("expected --results or --youth-results")
    if stage is not None:
        stage_table = stage_of(files, stage)
        write_answer(out, stage_table)
        _show(
            cnis_output.stage_json(stage, stage_table),
            cnis_output.stage_text(stage, stage_table),
            as_json=as_json,
        )
        return
    standings = standings_of(files)
    write_answer(out, standings)
    _show(
        cnis_output.standings_json(standings),
        cnis_output.standings_text(standings),
        as_json=as_json,
    )


@command.command("pair")
@click.option(
    "--players",
    type=FILE,
    required=True,
    help="The players, with columns player,club,rating,withdrawn …",
)
@click.option(
    "--history", type=FILE, help="The earlier rounds, with columns date,tournament,round,player1 …"
)
@click.option(
    "--round",
    "number",
    type=click.IntRange(min=1),
    required=True,
    help="The number of the round to pair.",
)
@click.option("--system", type=click.Choice(SYSTEMS), required=True, help="The pairing system.")
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    help="The number of rounds. Default: 5 for koth, 8 for seniors; a round robin has its own.",
)
@click.option("--repeats", is_flag=True, help="Let players meet again without limit.")
@click.option(
    "--repeats-first",
    is_flag=True,
    help="In rounds that keep clubs apart, avoid repeated pairs before pairs of one club.",
)
@out_option
@json_option
def pair_command(*, as_json: bool, number: int, out: Path | None, **asked: Any) -> None:
    """Pair the next round: tables, and the player with the bye (art. 5, 13)."""
    from bot.cli.ratings.cnis_input import RoundFiles, round_of
    from bot.cli.ratings.cnis_output import round_json, round_text, write_answer
    from bot.texts.i18n import load_catalogue

    files = RoundFiles(**asked)
    pairing, remarks = round_of(files, number=number)
    write_answer(out, pairing)
    notes = [load_catalogue("en").plain(remark) for remark in remarks]
    _show(round_json(pairing, files.system, notes), round_text(pairing, notes), as_json=as_json)


def _show(value: dict[str, Any], text: str, *, as_json: bool) -> None:
    """Print the answer, as JSON or as text."""
    if as_json:
        print_json(value)
    else:
        click.echo(text)
