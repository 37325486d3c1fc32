"""`turretur replay`: replay game records (GCG) and compare recorded with computed points.

One JSON object a line and file, in the order given:

    file          as named on the command line
    events        {"n","player","type","recorded","computed","words"}, one an event line
    mismatches    how many events' recorded points differ from the computed ones
    wrong_totals  the numbers of the events whose recorded total does not add up
    error         null, or the line and its error; events then ends before it

`type` is one of play, pass, exchange, withdrawn, challenge_bonus, time_penalty, adjustment,
end_rack and rack_penalty. A challenge bonus, a time penalty and an adjustment follow from nothing
else in the record, so their computed points are the recorded ones. A total adds up if it is the
player's previous total plus the points, recorded or computed, so that a single slip counts once.

An impossible turn ends the events: a word that cannot be laid, a tile that is not on the recorded
rack, a rack of more than seven, more of a letter than the set has, a player twice running.

Exit status: 0 all points and totals are right, 1 some are not, 2 a file was refused.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.analysis.record_files import complain_of_unknown, fault_sentence, tiles_of
from bot.cli.options import json_option
from bot.cli.output import NO, print_json, refuse
from bot.cli.paths import FilePath
from engine.tiles import load_tile_set, tile_set_names

if TYPE_CHECKING:
    from engine.gcg.record import GameRecord
    from engine.gcg.replay import Checked


@click.command("replay")
@click.argument("files", nargs=-1, type=FilePath(path_type=Path), metavar="FILE.gcg…")
@click.option("--tiles", metavar="NAME", help="The tile set. Default: what a file names, then en.")
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
    """Return the report on one file, as the module describes it."""
    from engine.errors import NotationError
    from engine.gcg.reader import read_gcg
    from engine.gcg.replay import replay_record

    try:
        record = read_gcg(file.read_bytes())
    except OSError as error:
        return _empty(file, error.strerror or str(error))
    except NotationError as error:
        return _empty(file, fault_sentence(error.faults[0]))
    complain_of_unknown(record, file)
    replay = replay_record(record, load_tile_set(tiles or tiles_of(record, file)))
    return {
        "file": str(file),
        "events": [_event(record, event) for event in replay.checked],
        "mismatches": len(replay.mismatches),
        "wrong_totals": replay.wrong_totals,
        "error": None
        if replay.fault is None
        else fault_sentence(replay.fault, tiles_told=bool(tiles or record.tile_distribution)),
    }


def _empty(file: Path, error: str) -> dict[str, Any]:
    return {"file": str(file), "events": [], "mismatches": 0, "wrong_totals": [], "error": error}


def _event(record: "GameRecord", event: "Checked") -> dict[str, Any]:
    """Return an event as the module describes it."""
    return {
        "n": event.number,
        "player": record.players[event.entry.player].nick,
        "type": event.entry.kind.value,
        "recorded": event.entry.points,
        "computed": event.computed,
        "words": event.words,
    }
