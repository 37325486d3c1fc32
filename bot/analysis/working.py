"""The work itself: what each turn of a record could have been, in the process of its own."""

from dataclasses import replace
from pathlib import Path

from bot.analysis.findings import End, Findings, Label, Laid, Turn
from bot.analysis.task import Task
from engine.analysis.ahead import Ahead, Lookout, opened
from engine.analysis.ending import ProvenTurn, prove_end
from engine.analysis.misses import kind_of
from engine.analysis.positions import Position, capped, positions
from engine.analysis.static import Turn as StaticTurn
from engine.analysis.static import turn as static_turn
from engine.gcg import read_gcg
from engine.ids import Seat
from engine.lexicon import Lexicon, find_edition
from engine.notation import format_position, parse_placement
from engine.tiles import load_tile_set

_SEATS = (Seat.RED, Seat.BLUE)


def findings_of(task: Task) -> Findings:
    """Return what the game held.

    Raises:
        UnknownEdition: its word list is not here any more.
    """
    rules, tile_set = task.rules, load_tile_set(task.rules.tile_set)
    record = read_gcg(task.record.encode())
    graph = Lexicon(find_edition(task.edition.sha256, Path(task.folder))).graph
    found, _ = positions(record, tile_set, rules)
    ending = prove_end(found, graph, tile_set, rules)
    proven = {one.position.number: one for one in ending.turns} if ending else {}
    lookout = Lookout(graph, tile_set, rules)
    coming = {one.position.number: one for one in opened(record, found, tile_set, rules)}
    turns = []
    for position in found:
        static = static_turn(position, graph, tile_set, rules)
        if static is None:
            continue
        if position.number in proven:
            told = _proven(proven[position.number])
        elif position.number in coming:
            told = _estimated(lookout.ahead(coming[position.number]))
        else:
            told = _static(static)
        turns.append(_turn(position, static, *told))
    end = None if ending is None else End(move=ending.start.number - 1, spread=ending.spread)
    return Findings(edition=task.edition.name, turns=tuple(turns), end=end)


def _static(turn: StaticTurn) -> tuple[Label, Laid | None, int]:
    best = turn.best
    laid = best and Laid(position=best.position, word=best.word, points=turn.best_points)
    return Label.STATIC, laid, turn.lost


def _estimated(ahead: Ahead) -> tuple[Label, Laid | None, int]:
    position, word, points = ahead.best
    return Label.ESTIMATED, Laid(position=position, word=word, points=points), ahead.lost


def _proven(turn: ProvenTurn) -> tuple[Label, Laid | None, int]:
    move = turn.best.move
    if move is None:
        return Label.PROVEN, Laid(position="", word="PAS", points=0), turn.lost
    points = capped(move.points, turn.position.cap)
    return Label.PROVEN, Laid(position=move.position, word=move.word, points=points), turn.lost


def _turn(
    position: Position, static: StaticTurn, label: Label, best: Laid | None, lost: int
) -> Turn:
    placement = position.placement
    miss = None
    if lost and best is not None and best.position:
        where = parse_placement(f"{best.position} {placement.word}")
        miss = kind_of(position.board, replace(where, word=best.word)).value
    return Turn(
        move=position.number - 1,
        seat=_SEATS[position.player],
        made=Laid(
            position=format_position(placement.square, placement.axis),
            word=placement.word,
            points=position.counted,
        ),
        rank=static.rank,
        of=static.of,
        best=best if lost else None,
        lost=max(lost, 0),
        label=label,
        behind=static.lost,
        sevens_missed=static.sevens_missed,
        miss=miss,
    )
