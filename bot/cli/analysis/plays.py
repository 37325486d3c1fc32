"""`turretur plays`: list every legal play of a rack on a board.

For finished games, tests and demonstrations. A board is 15 lines of 15 characters: `.` an empty
square, an upper-case letter a tile, a lower-case one a blank. A rack is letters and `?` for blanks.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

import click

from bot.cli.analysis.word_graphs import graph_of_edition, graph_of_text, lexicon_option
from bot.cli.options import config_option, json_option
from bot.cli.output import print_json, refuse
from bot.cli.paths import FilePath
from engine.board import Board
from engine.rulesets import NATIONAL_2025
from engine.tiles import TileSet, load_tile_set, tile_set_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.plain import Play


class _Position(NamedTuple):
    """A board and a rack, whose plays are to be listed."""

    board: Board
    rack: str


@click.command("plays")
@click.option(
    "--board",
    "board_file",
    type=FilePath(path_type=Path),
    metavar="FILE",
    help="The board: 15 lines of 15 squares, `.` for an empty one, A for a tile, a for a blank.",
)
@click.option("--rack", metavar="LETTERS", help="The tiles of the rack; ? is a blank.")
@click.option(
    "--positions",
    "positions_file",
    type=FilePath(path_type=Path),
    metavar="FILE.jsonl",
    help='Many positions, one {"board":[15 rows],"rack":"AEI?RST"} a line; answers in JSON lines.',
)
@click.option(
    "--tiles",
    type=click.Choice(tile_set_names()),
    default=NATIONAL_2025.tile_set,
    show_default=True,
    help="The tile set.",
)
@lexicon_option()
@click.option(
    "--edition", metavar="NAME", help="Use this imported edition. Default: the shipped one."
)
@config_option
@json_option
def command(  # noqa: PLR0913, PLR0917  (one argument for each option)
    board_file: Path | None,
    rack: str | None,
    positions_file: Path | None,
    tiles: str,
    words_file: Path | None,
    edition: str | None,
    config_file: Path | None,
    as_json: bool,
) -> None:
    """List every legal play, best score first.

    Give --board and --rack, or --positions. Scores are those before any points cap. The word list
    is --lexicon, --edition, or the free list of the program.
    """
    from engine.generator import plays

    tile_set, rules = load_tile_set(tiles), replace(NATIONAL_2025, tile_set=tiles)
    positions = _positions(board_file, rack, positions_file, tile_set)
    if words_file is not None and edition is not None:
        refuse("--lexicon goes without --edition")
    graph = graph_of_text(words_file) if words_file else graph_of_edition(edition, config_file)
    for board, hand in positions:
        legal = plays(board, hand, graph, tile_set, rules)
        if positions_file is not None:
            print_json({"plays": [play._asdict() for play in legal]})
        elif as_json:
            print_json([play._asdict() for play in legal])
        else:
            _show(legal)


def _positions(
    board_file: Path | None, rack: str | None, positions_file: Path | None, tile_set: TileSet
) -> list[_Position]:
    """Return the positions to search, all of them read before the first search."""
    if positions_file is not None:
        if board_file is not None or rack is not None:
            refuse("Use --positions without --board and --rack.")
        lines = enumerate(_text(positions_file).split("\n"), 1)
        return [
            _read_position(line, tile_set, f"{positions_file}: line {number}")
            for number, line in lines
            if line.strip()
        ]
    if board_file is None or rack is None:
        refuse("give --board FILE and --rack LETTERS, or --positions FILE.jsonl")
    rows = _text(board_file).rstrip().split("\n")
    board = _board([row.rstrip("\r") for row in rows], tile_set, str(board_file))
    return [_Position(board, _rack(rack, tile_set, "--rack"))]


def _read_position(line: str, tile_set: TileSet, where: str) -> _Position:
    """Return board and rack of a line of JSON, or end the command."""
    try:
        position = json.loads(line)
    except ValueError as error:
        refuse(f"{where}: not JSON: {error}")
    except RecursionError:
        refuse(f"{where}: nested too deeply")
    fields = position if isinstance(position, dict) else {}
    rows, rack = fields.get("board"), fields.get("rack")
    if not (isinstance(rack, str) and _are_texts(rows)):
        refuse(f'{where}: not of the form {{"board":[15 rows],"rack":"AEI?RST"}}')
    return _Position(_board(rows, tile_set, where), _rack(rack, tile_set, where))


def _are_texts(value: object) -> TypeGuard[list[str]]:
    """Return whether a value read from JSON is a list of texts."""
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _board(rows: list[str], tile_set: TileSet, where: str) -> Board:
    """Return the board in these rows, or end the command."""
    try:
        board = Board.from_rows(rows)
    except ValueError as error:
        refuse(f"{where}: {error}")
    for square, tile in board.tiles():
        if tile not in tile_set.values:
            refuse(
                f"{where}: line {square.row + 1}: there is no tile {tile!r} in the set"
                f" {tile_set.name!r}; a blank is written {tile.lower()!r}"
            )
    return board


def _rack(typed: str, tile_set: TileSet, where: str) -> str:
    """Return the rack in upper case, or end the command."""
    rack = typed.strip().upper()
    for tile in rack:
        if tile not in tile_set.counts:
            refuse(f"{where}: there is no tile {tile!r} in the set {tile_set.name!r}")
    if len(rack) > NATIONAL_2025.rack_size:
        refuse(f"{where}: a rack has {NATIONAL_2025.rack_size} tiles at most, not {len(rack)}")
    return rack


def _text(file: Path) -> str:
    """Return the text of a file, or end the command."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        refuse(f"{file}: {error.strerror}")
    except UnicodeDecodeError:
        refuse(f"{file}: not text in UTF-8")


def _show(listed: "Sequence[Play]") -> None:
    """Print the plays for people, one a line: points, play, adjacent words."""
    for play in listed:
        adjacent = f"  ({', '.join(play.words[1:])})" if len(play.words) > 1 else ""
        click.echo(f"{play.score:4d}  {play.position:<3} {play.word}{adjacent}")
