"""Milliseconds of processor time for the sheets and the board, and the memory for drawing.

`python -m benchmarks render`. First time: the first picture of its kind in a process, which
opens the typefaces and draws every letter. New game: caches are warm, but words and names are new,
as in a bot with many games. Same game: all caches are warm, as for the arbiter's copy.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.support.rows import FigureRow, show
from bot.documents.render.board import render_board
from bot.documents.render.sheets.competition_sheet import render_competition_sheet
from bot.documents.render.sheets.time_sheet import render_time_sheet
from bot.documents.render.view import CompetitionSheetView, PlayerScore
from tests.bot.documents.render.samples import CROSSED, GAME_HEAD, board_picture, competition_sheet
from tests.bot.documents.render.time_samples import time_sheet


def _ms(draw: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        start = process_time()
        draw()
        spent.append(process_time() - start)
    return median(spent) * 1000


def _resident() -> float:
    """Return the resident memory of the process in MB (Linux)."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096 / 1e6


def _renamed(player: PlayerScore, chance: random.Random) -> PlayerScore:
    """Return the player with another name and other words of the same length."""
    rows = tuple(
        replace(
            row,
            word="".join(chance.choice("AEIORTSNLCMP") for _ in row.word),
            adjacent=tuple("".join(chance.choice("AEIORTSNLC") for _ in w) for w in row.adjacent),
        )
        for row in player.rows
    )
    return replace(player, rows=rows, name=f"{player.name} {chance.randrange(10**6)}")


def _another(view: CompetitionSheetView, chance: random.Random) -> CompetitionSheetView:
    return replace(
        view,
        head=replace(view.head, game=f"{chance.randrange(10**6)}/1"),
        red=_renamed(view.red, chance),
        blue=_renamed(view.blue, chance),
    )


def run() -> list[FigureRow]:
    """Return the measured rows."""
    before = _resident()
    chance = random.Random(1)
    view, times = competition_sheet(CROSSED, 26), time_sheet(13, leave=6)
    board = board_picture(CROSSED, 6, "7N AX")
    first = _ms(lambda: render_competition_sheet(view), 1), _ms(lambda: render_time_sheet(times), 1)
    sheet = _ms(lambda: render_competition_sheet(view), 15)
    clock = _ms(lambda: render_time_sheet(times), 15)
    picture = _ms(lambda: render_board(board), 25)
    games = iter([_another(view, chance) for _ in range(40)])
    clocks = iter(
        [time_sheet(13, leave=6, head=replace(GAME_HEAD, game=f"{n}/2")) for n in range(40)]
    )
    new = _ms(lambda: (render_competition_sheet(next(games)), render_time_sheet(next(clocks))), 40)
    size = len(render_competition_sheet(view)) / 1000
    return [
        FigureRow("both sheets, same game", sheet + clock, "ms", 60),
        FigureRow("both sheets, new game", new, "ms", 60, "words and names not drawn before"),
        FigureRow("both sheets, first time", sum(first), "ms", note="in a new process"),
        FigureRow("competition sheet", sheet, "ms", note="13 rounds"),
        FigureRow("thinking-time sheet", clock, "ms", note="13 rounds"),
        FigureRow("board picture", picture, "ms"),
        FigureRow("competition sheet, PNG", size, "kB"),
        FigureRow("memory for drawing", _resident() - before, "MB"),
    ]


if __name__ == "__main__":
    sys.exit(not show(run()))
