"""The analysis itself, in a process of its own: better plays, and the best game on the tiles."""

from pathlib import Path

from bot.analysis.findings import EndFinding, FindingLabel, Findings, PlayedMove, TurnFinding
from bot.analysis.task import AnalysisTask, BestGame
from engine.analysis.ending import RecordEnding
from engine.analysis.misses import missed
from engine.analysis.possible import Search
from engine.analysis.verdicts import Verdict, analyse
from engine.gcg.reader import read_gcg
from engine.tiles import load_tile_set
from engine.words.lexicon import Lexicon, find_edition


def findings_of(task: AnalysisTask) -> Findings:
    """Return the analysis of the game.

    Raises:
        UnknownEdition, BrokenEdition: the word list cannot be used.
    """
    lexicon = _lexicon_of(task)
    record, tile_set = read_gcg(task.record.encode()), load_tile_set(task.rules.tile_set)
    analysis = analyse(
        record, lexicon.graph, tile_set, task.rules, deep=True, sequence=task.sequence
    )
    turns = tuple(turn for verdict in analysis.verdicts if (turn := _turn(verdict)) is not None)
    ending = analysis.ending
    end = None if ending is None else _end(ending)
    official = lexicon.edition.official
    return Findings(edition=task.edition.name, official=official, turns=turns, end=end)


def _lexicon_of(task: AnalysisTask) -> Lexicon:
    """Return the word list of the task.

    Raises:
        UnknownEdition: the word list is no longer available.
        BrokenEdition: its files are damaged.
    """
    return Lexicon(find_edition(task.edition.sha256, Path(task.folder)))


def best_of(task: AnalysisTask) -> BestGame:
    """Return the points of both players in the best game found on the tiles.

    Raises:
        UnknownEdition, BrokenEdition: the word list cannot be used.
    """
    lexicon, tile_set = _lexicon_of(task), load_tile_set(task.rules.tile_set)
    search = Search(task.sequence, tile_set, task.rules, task.width)
    while not search.is_done:
        search.step(lexicon.graph)
    total = 0 if search.best is None else search.best.total
    return BestGame(total=total, edition=task.edition.name, official=lexicon.edition.official)


def _end(ending: RecordEnding) -> EndFinding:
    return EndFinding(
        move=ending.start.number - 1, spread=ending.spread, coefficients=ending.coefficients
    )


def _turn(verdict: Verdict) -> TurnFinding | None:
    """Return a turn, or None if the record lacks the rack; this bot's records always have it."""
    position, best, static = verdict.position, verdict.best, verdict.static
    if static is None or verdict.lost is None:
        return None
    placement, miss = position.placement, missed(verdict)
    return TurnFinding(
        move=position.number - 1,
        made=PlayedMove(
            position=placement.square.position(placement.axis),
            word=placement.word,
            points=position.counted,
        ),
        rank=static.rank,
        of=static.plays,
        best=PlayedMove(**best._asdict()) if verdict.lost > 0 and best is not None else None,
        lost=max(verdict.lost, 0),
        label=FindingLabel(verdict.label),
        behind=static.lost,
        sevens_missed=static.sevens_missed,
        miss=None if miss is None else miss.value,
        line=tuple(PlayedMove(**step._asdict()) for step in verdict.line)
        if verdict.lost > 0
        else (),
    )
