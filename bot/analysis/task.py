"""The tasks and answers that the bot and the analysis process exchange, one JSON line each."""

from dataclasses import dataclass

from cattrs.preconf.json import make_converter

from engine.games.events import EditionRef
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisTask:
    """An analysis of a game, or, with a `width`, a search for the best game on its tiles."""

    record: str
    """The game's record, as GCG."""
    sequence: str
    """All tiles of the game in the order of drawing (art. 1.3), drawn or not.

    If empty, the record gives them.
    """
    rules: Ruleset
    edition: EditionRef
    folder: str
    """The folder of word lists that are not part of the program."""
    width: int = 0
    """The boards that the search for the best game keeps per move; 0 asks for an analysis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestGame:
    """The best game that a search has found."""

    total: int
    """The points of both players in the best game found."""
    edition: str
    """The name of the word list."""
    official: bool
    """Whether that is the federation's official list."""


_converter = make_converter()


def task_to_json(task: AnalysisTask) -> str:
    """Return the task as one line of JSON."""
    return str(_converter.dumps(task, ensure_ascii=False))


def task_from_json(line: str | bytes) -> AnalysisTask:
    """Return the task of that JSON."""
    task: AnalysisTask = _converter.loads(line, AnalysisTask)
    return task


def best_to_json(best: BestGame) -> str:
    """Return the best game as one line of JSON."""
    return str(_converter.dumps(best, ensure_ascii=False))


def best_from_json(line: str | bytes) -> BestGame:
    """Return the best game of that JSON."""
    best: BestGame = _converter.loads(line, BestGame)
    return best
