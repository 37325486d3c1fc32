"""The analysis of a finished game as JSON. Pure."""

from enum import StrEnum

from bot.analysis.analysed_games import AnalysedGame
from bot.analysis.boards import laid_by
from bot.analysis.findings import PlayedMove, TurnFinding
from bot.analysis.messages import sentences, words_of
from bot.texts.i18n import Catalogue
from bot.texts.messages import Text
from bot.web.refusals import Json
from engine.board import Axis
from engine.games.game import Game, index_of


class AnalysisState(StrEnum):
    """Whether there is an analysis."""

    READY = "ready"
    WAITING = "waiting"
    """The person has requested it."""
    NONE = "none"
    """The person may request it."""
    EMPTY = "empty"
    """Nothing was placed in the game."""


def analysis_json(known: AnalysedGame, catalogue: Catalogue) -> Json:
    """Return the analysis, turn by turn."""
    game, findings = known.game, known.findings
    list_used = words_of(findings.edition, is_official=findings.official)
    return {
        "state": AnalysisState.READY.value,
        "text": catalogue.plain(list_used),
        "lines": [
            catalogue.plain(text)
            for text in sentences(findings, known.names, game.left_in_sequence)
        ],
        "turns": [_turn(game, turn) for turn in findings.turns],
    }


def no_analysis_json(state: AnalysisState, text: Text | None, catalogue: Catalogue) -> Json:
    """Return that there is no analysis, with the reason if it needs one."""
    worded = "" if text is None else catalogue.plain(text)
    return {"state": state.value, "text": worded, "lines": [], "turns": []}


def _turn(game: Game, turn: TurnFinding) -> Json:
    """Return one turn of the analysis as JSON."""
    return {
        "number": index_of(game.moves[turn.move]) + 1,
        "lost": turn.lost,
        "label": turn.label.value,
        "best": None if turn.best is None else _best_move(game, turn, turn.best),
    }


def _best_move(game: Game, turn: TurnFinding, best: PlayedMove) -> Json:
    """Return the best move of a turn, with its tiles as pairs of square and letter."""
    return {
        "move": best.notation,
        "points": best.points,
        "laid": [
            [tile.square.position(Axis.ACROSS), tile.letter] for tile in laid_by(game, turn, best)
        ],
        "then": turn.continuation,
    }
