"""`turretur possible`: find the most points both players could have scored with a sequence.

The command searches for the highest total of both over the whole game, which may take a night. One
JSON object:

    sequence  the letters, in the order of drawing
    lexicon   the word list that was used
    ruleset   the rules, caps of the first rounds included (art. 1.4)
    width     how many boards were kept of each number of tiles; the same width finds the same game
    done      false if `--seconds` ran out: continue with the same `--state`
    total     the points of both in the best game found; null before one is found
    red, blue the points of each
    label     estimated: the game proves that the total is possible, not that no more is
    game      its turns, {"position","word","points"}; a pass has an empty position and PAS

Exit status: 0 the search is done, 1 it is not, 2 bad input.
"""

import json
import time
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.analysis.word_graphs import graph_of_edition, graph_of_text, lexicon_option, list_name
from bot.cli.options import config_option, json_option
from bot.cli.output import NO, print_json, refuse
from bot.cli.paths import FilePath
from bot.cli.written_files import write_whole
from engine.rulesets import NATIONAL_2025, RULESETS, Ruleset
from engine.tiles import TileSet, load_tile_set

if TYPE_CHECKING:
    from engine.analysis.possible import Search


@click.command("possible")
@click.argument("letters", nargs=-1, metavar="LETTERS…")
@click.option(
    "--width", type=click.IntRange(1), help="Keep this many boards of each number of tiles."
)
@click.option(
    "--ruleset", default=NATIONAL_2025.name, show_default=True, metavar="NAME", help="The ruleset."
)
@lexicon_option("Default: the free Romanian list.")
@click.option("--seconds", type=click.IntRange(1), help="Stop after about this many seconds.")
@click.option(
    "--state",
    "state_file",
    type=FilePath(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file in which the search is stored and from which it continues.",
)
@config_option
@json_option
def command(  # noqa: PLR0913, PLR0917  (one argument for each option)
    letters: tuple[str, ...],
    width: int | None,
    ruleset: str,
    words_file: Path | None,
    seconds: int | None,
    state_file: Path | None,
    config_file: Path | None,
    as_json: bool,
) -> None:
    """Find the highest total of both players that a sequence allowed, with a game that reaches it.

    For sequences whose games are over. LETTERS are the whole sequence in order, ? for a blank;
    spaces do not matter. The search takes some minutes at the usual width; a greater width finds
    better games.
    """
    from engine.words.dawg import dump
    from engine.words.lexicon import DEFAULT_EDITION

    if ruleset not in RULESETS:
        refuse(f"no ruleset {ruleset!r}; there are {', '.join(RULESETS)}")
    rules = RULESETS[ruleset]
    sequence = _sequence(letters, load_tile_set(rules.tile_set))
    name = DEFAULT_EDITION if words_file is None else str(words_file)
    graph = graph_of_edition(None, config_file) if words_file is None else graph_of_text(words_file)
    words = sha256(dump(graph)).hexdigest()  # equal lists have equal graphs, whatever their names
    search = _search(sequence, rules, width, state_file, words)
    end = None if seconds is None else time.monotonic() + seconds
    while not search.is_done and (end is None or time.monotonic() < end):
        search.step(graph)
        if state_file is not None:
            _store(state_file, search, words)
    report = {"sequence": sequence, "lexicon": name, "ruleset": ruleset, **_result_row(search)}
    if as_json:
        print_json(report)
    else:
        _show(report, is_stored=state_file is not None)
    if not search.is_done:
        raise SystemExit(NO)


def _sequence(letters: tuple[str, ...], tile_set: TileSet) -> str:
    """Return the sequence in upper case; end the command unless it has every tile of the set."""
    sequence = "".join("".join(letters).split()).upper()
    if not sequence:
        refuse("possible needs the tiles of a sequence")
    for tile in sorted(set(sequence) | set(tile_set.counts)):
        has, wanted = sequence.count(tile), tile_set.counts.get(tile, 0)
        if has != wanted:
            refuse(f"the sequence has {tile} {has} times; the set {tile_set.name} has {wanted}")
    return sequence


def _search(
    sequence: str, rules: Ruleset, width: int | None, state_file: Path | None, words: str
) -> "Search":
    """Return the search stored in that file, or a new one; end the command if it is another.

    `words` is the digest of the words; a search from before it was stored has none.
    """
    from engine.analysis.possible import WIDTH, Search

    tile_set = load_tile_set(rules.tile_set)
    if state_file is None or not state_file.exists():
        return Search(sequence, tile_set, rules, WIDTH if width is None else width)
    try:
        saved = json.loads(state_file.read_text(encoding="utf-8"))
        search = Search.restored(saved, tile_set, rules)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        refuse(f"{state_file}: this is no search by the rules {rules.name}")
    if saved.get("words", words) != words:
        refuse(f"{state_file}: a search with other words; give the same --lexicon")
    if search.letters != sequence or width not in {None, search.width}:
        refuse(f"{state_file}: a search of another sequence, or of width {search.width}")
    return search


def _store(file: Path, search: "Search", words: str) -> None:
    """Write the search, and the digest of the words with which it goes on."""
    write_whole(file, json.dumps({"words": words, **search.saved()}).encode())


def _result_row(search: "Search") -> dict[str, Any]:
    """Return the best game found so far as JSON."""
    best = search.best
    return {
        "width": search.width,
        "done": search.is_done,
        "total": None if best is None else best.total,
        "red": None if best is None else best.scores[0],
        "blue": None if best is None else best.scores[1],
        "label": "estimated",
        "game": [] if best is None else [step._asdict() for step in best.steps],
    }


def _show(report: dict[str, Any], *, is_stored: bool) -> None:
    """Print the moves of the best game, its total, and how an unfinished search goes on."""
    for number, step in enumerate(report["game"], 1):
        line = f"{step['position']} {step['word']}".strip()
        click.echo(f"{number:3d}  {'red' if number % 2 else 'blue'}: {line} {step['points']}")
    if report["total"] is None:
        click.echo("no game has ended yet")
    else:
        scores = f"{report['red']}-{report['blue']}"
        summary = f"estimated: {report['total']} points were possible ({scores}); perhaps more were"
        click.echo(f"{summary} ({list_name(report['lexicon'])})")
    if not report["done"]:
        advice = "continue with the same --state" if is_stored else "only --state stores it"
        click.echo(f"the search is not done; {advice}")
