"""A person's own lines of play as JSON for the page. Pure. docs/app.md describes the format."""

from collections.abc import Container

from bot.service.operations.play.notebooks import OpenNotebook, faults_of
from bot.service.pure.play.notebook_lines import line_json
from bot.texts.i18n import Catalogue
from bot.texts.messages import say
from bot.texts.notices.play.notebook import fate_text
from bot.web.play.game_answers import words_json
from bot.web.refusals import Json, faults_json
from engine.games.events import PlacementMade
from engine.games.game import Move, Stage
from engine.games.notebook import LineProgress, LineResult, NotebookLine, NotebookPosition
from engine.games.planned_moves import Ply, planned_notation
from engine.ids import Seat


def notebook_json(opened: OpenNotebook, own: Seat, catalogue: Catalogue) -> Json:
    """Return a notebook: its lines with their state, and the positions of future moves."""
    still_open = LineProgress(LineResult.OPEN)
    lines = [*((line, still_open) for line in opened.going), *opened.gone]
    return {
        "lines": [_line(line, progress, catalogue) for line, progress in lines],
        "positions": [_position(opened, position, own, catalogue) for position in opened.positions],
        "version": opened.version,
        "revision": opened.revision,
    }


def _line(line: NotebookLine, progress: LineProgress, catalogue: Catalogue) -> Json:
    """Return a line with what became of it; an open one needs no text."""
    fate = progress.outcome
    text = "" if fate is LineResult.OPEN else catalogue.plain(fate_text(line, progress))
    return {**line_json(line), "fate": fate.value, "text": text}


def _position(
    opened: OpenNotebook, position: NotebookPosition, own: Seat, catalogue: Catalogue
) -> Json:
    """Return a position of the notebook, with what its move gives or why it is impossible."""
    above = position.above
    answer = {
        "number": position.number,
        "above": None if above is None else above.number,
        "move": planned_notation(position.planned),
        "name": position.name,
        "note": position.note,
        "faults": faults_json(faults_of(opened.game, position, own), catalogue),
        "text": None,
    }
    if position.ply is None:
        if not position.faults:
            answer["text"] = catalogue.plain(say("notebook.after_impossible"))
        return answer
    return {**answer, **_ply(position.ply, opened.lexicon)}


def _ply(ply: Ply, lexicon: Container[str]) -> Json:
    """Return a move of a line, and the position after it."""
    after = ply.after
    return {
        "colour": ply.move.by.value,
        "round": ply.move.round,
        **_move_json(ply.move, lexicon),
        "leaves": ply.leaves,
        "takes": ply.takes,
        "racks": {seat.value: after.side(seat).rack for seat in Seat},
        "scores": {seat.value: after.side(seat).score for seat in Seat},
        "used": after.drawn,
        "turn": after.turn.value if after.stage is Stage.RUNNING else None,
    }


def _move_json(move: Move, lexicon: Container[str]) -> Json:
    """Return a move of a line as JSON."""
    if not isinstance(move, PlacementMade):
        return {"pass": True, "words": [], "points": 0, "counted": 0}
    return {
        "pass": False,
        "position": move.square.position(move.axis),
        "word": move.word,
        "words": words_json(move.words, lexicon),
        "points": move.points,
        "counted": move.counted,
    }
