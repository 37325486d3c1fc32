"""`turretur replay`: replay game records (GCG) and compare recorded with computed points.

One JSON object a line and file, in the order given:

    file          as named on the command line
    events        {"n","player","type","recorded","computed","words"}, one an event line
    mismatches    how many events' recorded points differ from the computed ones
    wrong_totals  the numbers of the events whose recorded total does not add up
    error         null, or the line and its error; events then ends before it

`type` is one of play, pass, exchange, withdrawn, challenge_bonus, time_penalty, end_rack and
rack_penalty. A challenge bonus and a time penalty follow from nothing else in the record, so their
computed points are the recorded ones. A total adds up if it is the player's previous total plus the
points, recorded or computed, so that a single slip counts once.

Exit status: 0 all points and totals are right, 1 some are not, 2 a file was refused.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.output import NO, complain, json_option, print_json, refuse
from bot.cli.paths import FilePath
from engine.tiles import load_tile_set, tile_set_names

if TYPE_CHECKING:
    from engine.errors import Fault
    from engine.gcg import Checked, GameRecord

_DEFAULT_TILES = "en"
_DISTRIBUTIONS = {"english": "en", "romanian": "ro", "romana": "ro", "română": "ro"}
_LAYOUTS = {"", "crosswordgame", "standard", "standard15"}

MESSAGES: Mapping[str, str] = {
    "gcg_encoding": "character encoding {text!r} is unknown; use one of {known}",
    "gcg_bytes": "the bytes are not text in {text}",
    "gcg_late_encoding": "#character-encoding may only stand on the first line",
    "gcg_stray_text": "{text!r} is neither a pragma nor an event, and continues no note",
    "gcg_repeated": "{text} stands here a second time",
    "gcg_player_number": "{text}: players are numbered 1 to {most}",
    "gcg_no_nick": "{text} needs a nickname",
    "gcg_same_nick": "two players have the nickname {text!r}",
    "gcg_no_player": "the file ends without {text}",
    "gcg_unknown_player": "no #player line names {text!r}",
    "gcg_event": "{text!r} is no event; write '>nick: RACK 8G WORD +12 12'",
    "gcg_no_action": "nothing says what the player did",
    "gcg_position": "{text!r} is no position on the board, and no other event",
    "gcg_no_word": "the word is missing",
    "gcg_word": "{text!r} cannot be read as a word",
    "gcg_tiles": "{text!r} cannot be read as tiles",
    "gcg_long_tile": "{text!r} has a tile of several letters, which no tile set here has",
    "gcg_no_points": "the points are missing",
    "gcg_points": "{text!r} cannot be read as points",
    "gcg_no_total": "the total is missing",
    "gcg_total": "{text!r} cannot be read as a total",
    "gcg_off_board": "{text} runs off the board",
    "gcg_empty_square": "{text} runs through {square}, where no tile lies",
    "gcg_occupied": "{text} needs {square}, where {there} lies",
    "gcg_nothing_to_withdraw": "there is no play of this player to withdraw",
    "gcg_unknown_tile": "{text!r} is not in the tile set {tiles}",
    "off_board": "{text} runs off the board",
    "off_centre": "the first word, {text}, does not cover the centre",
    "not_connected": "{text} touches no tile on the board",
    "no_new_tile": "{text} lays no new tile",
    "one_letter": "{text} forms no word of two letters or more",
}


@click.command("replay")
@click.argument("files", nargs=-1, type=FilePath(path_type=Path), metavar="FILE.gcg…")
@click.option("--tiles", metavar="NAME", help="Tile set; else what a file names, else en.")
@json_option
def command(files: tuple[Path, ...], tiles: str | None, as_json: bool) -> None:
    """Replay game records (GCG) and compare recorded with computed scores.

    Always answers in JSON, one object a line and file. Exit status: 0 all scores are right, 1 some
    are not, 2 a file was refused.
    """
    del as_json  # there is no other format
    if not files:
        refuse("replay needs at least one file")
    if tiles is not None and tiles not in tile_set_names():
        refuse(f"no tile set {tiles!r}; there are {', '.join(tile_set_names())}")
    reports = [_report(file, tiles) for file in files]
    for report in reports:
        print_json(report)
    refused = [report for report in reports if report["error"] is not None]
    if refused:
        more = f" ({len(refused)} files refused)" if len(refused) > 1 else ""
        refuse(f"{refused[0]['file']}: {refused[0]['error']}{more}")
    if any(report["mismatches"] or report["wrong_totals"] for report in reports):
        raise SystemExit(NO)


def _report(file: Path, tiles: str | None) -> dict[str, Any]:
    from engine.errors import NotationError
    from engine.gcg import read_gcg, replay_record

    try:
        record = read_gcg(file.read_bytes())
    except OSError as error:
        return _empty(file, error.strerror or str(error))
    except NotationError as error:
        return _empty(file, fault_sentence(error.faults[0]))
    layout = record.pragma("board-layout")
    if layout.casefold() not in _LAYOUTS:
        complain(f"{file}: board layout {layout!r} is unknown; replayed on the standard board")
    replay = replay_record(record, load_tile_set(tiles or tiles_of(record, file)))
    return {
        "file": str(file),
        "events": [_event(record, event) for event in replay.checked],
        "mismatches": len(replay.mismatches),
        "wrong_totals": replay.wrong_totals,
        "error": None if replay.fault is None else fault_sentence(replay.fault),
    }


def _empty(file: Path, error: str) -> dict[str, Any]:
    return {"file": str(file), "events": [], "mismatches": 0, "wrong_totals": [], "error": error}


def _event(record: "GameRecord", event: "Checked") -> dict[str, Any]:
    return {
        "n": event.number,
        "player": record.players[event.entry.player].nick,
        "type": event.entry.kind.value,
        "recorded": event.entry.points,
        "computed": event.computed,
        "words": event.words,
    }


def tiles_of(record: "GameRecord", file: Path) -> str:
    """Return the tile set that the file names; an unknown one counts as English, with a warning."""
    named = record.tile_distribution.casefold()
    known = _DISTRIBUTIONS.get(named, named)
    if known in tile_set_names():
        return known
    if known:
        complain(f"{file}: tile distribution {named!r} is unknown; counted with {_DEFAULT_TILES}")
    return _DEFAULT_TILES


def fault_sentence(fault: "Fault") -> str:
    """Return the error as plain English, with its line first."""
    from engine.gcg import MOST_PLAYERS

    facts = {"most": MOST_PLAYERS} | {
        name: ", ".join(fact) if isinstance(fact, tuple) else fact
        for name, fact in fault.facts.items()
    }
    message = MESSAGES.get(fault.code)
    said = str(fault) if message is None else message.format(**facts)
    return f"line {facts['line']}: {said}"
