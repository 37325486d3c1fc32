"""`turretur analyse`: compare the moves of finished games (GCG) with every possible play.

One JSON object a line and file, in the order given:

    file     as named on the command line
    lexicon  the word list that was used
    turns    one for each play in the record, including plays taken back later:
             n              the number of its event in the record, as `turretur replay` counts
             player         the nickname
             position       `H8` across, `8H` down
             word           the whole main word, blanks in lower case
             points         those that count: capped with --ruleset (art. 1.4), else as they are
             rank           1 plus the number of plays that score more
             of             the number of possible plays
             best           the best play, {"position","word","points"}; null if there is none
             lost           how many points less than the best
             label          the method for best and lost. static: by the points of the play alone;
                            estimated: with the opponent's best reply and the best answer to it,
                            as far as the game went; proven: by the final spread
             sevens_missed  how many plays of the whole rack there were; 0 if one was made
    end      where the game could be played to its end with every tile known:
             from           the number of the first event from which on all turns are proven; if
                            there is none, of the first such event
             label          proven, or "not proven"
             spread         the first mover's final score minus the opponent's, with best play
                            (without --json also the coefficients, if both play for them)
    error    null, or the line and its error; turns then end before it

Several files end with their totals, refused files left out; with --json only on request (--totals):

    files    how many games they are of
    players  one for each name: player, games, taken and possible (points, as the accuracy counts
             them), lost (points by label), kinds (turns and points by the best play's kind:
             extension, parallel, front_hook, hook, through, opening), sevens_missed (turns)

If the record does not give the rack, rank, of, best, lost and sevens_missed are null.

Exit status: 0 every file was analysed, 2 one was refused.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.analysis.record_files import complain_of_unknown, fault_sentence, tiles_of
from bot.cli.analysis.word_graphs import graph_of_edition, graph_of_text, lexicon_option, list_name
from bot.cli.options import config_option, json_option
from bot.cli.output import complain, counted, print_json, printable, refuse
from bot.cli.paths import FilePath
from engine.rulesets import RULESETS, Ruleset
from engine.tiles import TileSet, load_tile_set, tile_set_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.analysis.accuracy import Accuracy
    from engine.analysis.ending import RecordEnding
    from engine.analysis.verdicts import Verdict
    from engine.gcg.record import GameRecord
    from engine.words.dawg import Dawg

PROVEN, NOT_PROVEN = "proven", "not proven"
_BY_WHEN = {"static": "", "estimated": " over up to three plays", PROVEN: " at the end"}
"""The end of the sentence on a better play, by the label of its method."""
_SHIPPED_FOR = "ro"
"""The tile set of the word list that is part of the program."""


@click.command("analyse")
@click.argument("files", nargs=-1, type=FilePath(path_type=Path), metavar="FILE.gcg…")
@click.option(
    "--tiles",
    type=click.Choice(tile_set_names()),
    help="The tile set. Default: the ruleset's, then what a file names, then en.",
)
@lexicon_option("Default: the free Romanian list.")
@click.option(
    "--ruleset",
    metavar="NAME",
    help="Calculate by this ruleset, with its caps and its end of the game.",
)
@click.option(
    "--deep",
    is_flag=True,
    help="Also look three moves ahead, and prove the end once both racks are known.",
)
@click.option(
    "--totals", "in_all", is_flag=True, help="End with one object that has the totals of all files."
)
@config_option
@json_option
def command(  # noqa: PLR0913, PLR0917  (one argument for each option)
    files: tuple[Path, ...],
    tiles: str | None,
    words_file: Path | None,
    ruleset: str | None,
    deep: bool,
    in_all: bool,
    config_file: Path | None,
    as_json: bool,
) -> None:
    """Compare each move of finished games (GCG) with every possible play.

    The answer gives the rank of each move, the best play and the points lost; for several files
    also the totals of each player, by kind of loss. Without a ruleset the game is free, without
    points caps.
    """
    from bot.cli.analysis.totals import Totals, show_totals, totals_row

    if not files:
        refuse("analyse needs at least one file")
    rules = _rules(ruleset)
    wanted = tiles or (None if ruleset is None else rules.tile_set)
    words = _words(words_file, config_file)
    reports, totals = [], Totals()
    for file in files:
        report = _report(file, wanted, words, rules, deep=deep)
        reports.append(report)
        if report.error is None and report.record is not None:
            totals.add(report.record, report.verdicts)
        if as_json:
            print_json(report.row)
        else:
            _show(report)
    if as_json and in_all:
        print_json(totals_row(totals))
    elif not as_json and (in_all or len(files) > 1):
        show_totals(totals, len(files))
    _refuse_if_any([report for report in reports if report.error is not None])


def _rules(name: str | None) -> Ruleset:
    """Return the ruleset of that name; without a name, that of a free game without points caps."""
    from engine.gcg.replay import OPEN_GAME

    if name is None:
        return OPEN_GAME
    if name not in RULESETS:
        refuse(f"no ruleset {name!r}; there are {', '.join(RULESETS)}")
    return RULESETS[name]


def _refuse_if_any(refused: "Sequence[_FileReport]") -> None:
    """End the command with status 2 if a file was refused."""
    if refused:
        first = refused[0]
        more = f" ({len(refused)} files refused)" if len(refused) > 1 else ""
        refuse(f"{first.row['file']}: {first.error}{more}")


@dataclass(frozen=True, slots=True)
class _WordList:
    """The word list against which plays are checked."""

    name: str
    graph: "Dawg"
    is_shipped: bool


def _words(file: Path | None, config_file: Path | None) -> _WordList:
    """Return the words of that file, or the list that is part of the program."""
    from engine.words.lexicon import DEFAULT_EDITION

    if file is not None:
        return _WordList(str(file), graph_of_text(file), is_shipped=False)
    return _WordList(DEFAULT_EDITION, graph_of_edition(None, config_file), is_shipped=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class _FileReport:
    """The report on one file."""

    row: dict[str, Any]
    """The report as JSON, as the module describes it."""
    coefficients: tuple[Decimal, Decimal] | None = None
    """The coefficients at the end, with best play; None if not proven."""
    record: "GameRecord | None" = None
    """The game; None if it could not be read."""
    verdicts: "tuple[Verdict, ...]" = ()
    """The findings on each turn."""

    @property
    def error(self) -> str | None:
        """Return why the file was refused, or None."""
        error: str | None = self.row["error"]
        return error

    @property
    def accuracies(self) -> "Iterator[tuple[str, Accuracy]]":
        """Yield each player's nickname and accuracy."""
        from engine.analysis.accuracy import accuracy

        for number, player in enumerate(self.record.players if self.record else ()):
            yield player.nick, accuracy(self.verdicts, number)


def _report(
    file: Path, tiles: str | None, words: _WordList, rules: Ruleset, *, deep: bool
) -> _FileReport:
    """Return the report on a file; `tiles` is the tile set if the command line names it."""
    from engine.errors import NotationError
    from engine.gcg.reader import read_legible

    empty: dict[str, Any] = {"file": str(file), "lexicon": words.name, "turns": [], "end": None}
    try:
        record, broken = read_legible(file.read_bytes())
    except OSError as error:
        return _FileReport(row={**empty, "error": error.strerror or str(error)})
    except NotationError as error:
        return _FileReport(row={**empty, "error": fault_sentence(error.faults[0])})
    complain_of_unknown(record, file)
    tile_set = load_tile_set(tiles or tiles_of(record, file))
    is_named = bool(tiles or record.tile_distribution)
    if words.is_shipped and tile_set.name != _SHIPPED_FOR:
        return _FileReport(row={**empty, "error": _no_words(tile_set.name, is_named=is_named)})
    report = _analysed(file, record, words.graph, tile_set, rules, deep=deep, is_named=is_named)
    fault = report.error
    if broken is not None and fault is None:
        fault = fault_sentence(broken)
    return replace(report, row={**empty, **report.row, "error": fault})


def _no_words(tiles: str, *, is_named: bool) -> str:
    """Return why nothing was analysed: the word list of the program is of another language."""
    if is_named:
        return f"no word list is shipped for the tile set {tiles}; give --lexicon WORDS.txt"
    return (
        f"the file names no tile set and is taken for {tiles}, for which no word list is shipped; "
        f"give --tiles {_SHIPPED_FOR} for the list that is, or --lexicon WORDS.txt for another"
    )


def _analysed(  # noqa: PLR0913  (a file, its game, and options)
    file: Path,
    record: "GameRecord",
    graph: "Dawg",
    tile_set: TileSet,
    rules: Ruleset,
    *,
    deep: bool,
    is_named: bool,
) -> _FileReport:
    """Return the turns and the end of a report, and any error that cut the record short.

    `is_named` is whether the file or the command line names the tile set.
    """
    from engine.analysis.verdicts import analyse

    analysis = analyse(record, graph, tile_set, rules, deep=deep)
    if deep:
        _remark(file, is_estimated=analysis.is_open, is_proven=analysis.ending is not None)
    verdicts = tuple(analysis.verdicts)
    turns = [_turn(record.players[verdict.position.player].nick, verdict) for verdict in verdicts]
    if any(not position.rack for position in analysis.found):
        complain(f"{file}: the record lacks the rack of some turns, which are not ranked")
    row = {
        "turns": turns,
        "end": None if analysis.ending is None else _end(analysis.ending),
        "error": None
        if analysis.fault is None
        else fault_sentence(analysis.fault, tiles_told=is_named),
    }
    return _FileReport(
        row=row,
        coefficients=None if analysis.ending is None else analysis.ending.coefficients,
        record=record,
        verdicts=verdicts,
    )


def _remark(file: Path, *, is_estimated: bool, is_proven: bool) -> None:
    """Print on stderr what the record lacks for an analysis."""
    if not is_estimated and not is_proven:
        complain(f"{file}: the tiles to come are not known; only the static pass")
    elif not is_estimated:
        complain(f"{file}: the order of the tiles to come is not recorded; nothing is estimated")
    elif not is_proven:
        complain(f"{file}: the racks at the end are not known; nothing is proven")


def _turn(nick: str, verdict: "Verdict") -> dict[str, Any]:
    """Return one turn of the analysis as JSON."""
    position = verdict.position
    placement, static = position.placement, verdict.static
    return {
        "n": position.number,
        "player": nick,
        "position": placement.square.position(placement.axis),
        "word": placement.word,
        "points": position.counted,
        "rank": None if static is None else static.rank,
        "of": None if static is None else static.plays,
        "best": None if verdict.best is None else verdict.best._asdict(),
        "lost": verdict.lost,
        "label": verdict.label,
        "sevens_missed": None if static is None else static.sevens_missed,
    }


def _end(ending: "RecordEnding") -> dict[str, Any]:
    """Return from which event on the end of the game was searched, and its spread, as JSON."""
    label = NOT_PROVEN if ending.spread is None else PROVEN
    return {"from": ending.start.number, "label": label, "spread": ending.spread}


def _show(report: _FileReport) -> None:
    """Print the report for people: a line a turn, then the accuracy, which is not a rating."""
    row = report.row
    click.echo(printable(f"{row['file']} ({list_name(row['lexicon'])})"))
    if report.error is not None:
        click.echo(f"     refused: {report.error}")
    for turn in row["turns"]:
        _show_turn(turn)
    if row["end"] is not None:
        _show_end(row["end"], report.coefficients)
    for nick, accuracy in report.accuracies if report.error is None else ():
        if accuracy.share is not None:
            points = counted(accuracy.possible, "point")
            share = f"{accuracy.taken} of the {points} that each rack allowed"
            click.echo(f"{nick}: {share} ({int(100 * accuracy.share)}%; not a rating)")


def _show_turn(turn: dict[str, Any]) -> None:
    """Print a turn, the better play if there is one, and missed plays of the whole rack."""
    line = f"{turn['n']:3d}  {turn['player']}: {turn['position']} {turn['word']} {turn['points']}"
    if turn["rank"] is None:
        click.echo(f"{line}; the rack is not recorded")
        return
    click.echo(f"{line}; rank {turn['rank']} of {counted(turn['of'], 'play')}")
    best = turn["best"]
    if best and turn["lost"]:
        where = f"{best['position']} {best['word']}".strip()
        more, when = counted(turn["lost"], "point"), _BY_WHEN[turn["label"]]
        click.echo(f"     {turn['label']}: {where} {best['points']}, {more} more{when}")
    if missed := turn["sevens_missed"]:
        click.echo(f"     {counted(missed, 'play')} of the whole rack missed")


def _show_end(end: dict[str, Any], coefficients: tuple[Decimal, Decimal] | None) -> None:
    """Print from which turn on the end is proven, its spread and its coefficients."""
    line = f"from {end['from']} on: {end['label']}"
    if end["spread"] is not None:
        first, second = coefficients or (None, None)
        worth = NOT_PROVEN if coefficients is None else f"{first}, {second}"
        line += f", final spread {end['spread']:+d}; coefficients {worth}"
    click.echo(line)
