"""A notebook as text for its author: the list of positions, one position, a comparison."""

from collections.abc import Container, Iterator
from itertools import islice
from typing import Final

from bot.service.operations.play.notebooks import OpenNotebook, faults_of
from bot.texts.buttons.play import NOTEBOOK, NotebookAction
from bot.texts.fault_texts import refusal_lines
from bot.texts.messages import Button, Buttons, Text, rows_of, say
from bot.texts.notices.participants import Participants
from bot.texts.notices.play.notebook import fate_text
from bot.texts.notices.play.turn import tiles_of
from bot.texts.signs import UNSTATED, gained, score
from engine.games.events import PlacementMade
from engine.games.game import Game, Stage, move_notation
from engine.games.notebook import LineProgress, NotebookLine, NotebookPosition
from engine.games.planned_moves import Ply, planned_notation
from engine.ids import Seat

_MOST_ROWS: Final = 40
"""The most positions in one message; the others are reached by number."""
_MOST_IMPOSSIBLE: Final = 5
"""The most impossible lines in one message, the latest."""
_IN_A_ROW: Final = 5
"""The numbers of positions in a row of buttons."""
_MOST_BUTTONS: Final = 4 * _IN_A_ROW
"""The most positions with a button."""
_DEEPEST: Final = 6
"""The deepest indentation of a row on a narrow phone."""
_INDENT: Final = "·"
"""Stands before a row once for each move above it."""


def list_text(book: OpenNotebook) -> Text:
    """Return all positions of a notebook, numbered, and the impossible lines."""
    game = book.game.id
    if not book.positions and not book.gone:
        is_over = book.game.stage is Stage.ENDED
        return say("notebook.none_ended" if is_over else "notebook.none", game=game)
    more = len(book.positions) - _MOST_ROWS
    gone = [_impossible_row(line, course) for line, course in book.gone[-_MOST_IMPOSSIBLE:]]
    return say(
        "notebook.list",
        game=game,
        rows=[_position_row(position) for position in book.positions[:_MOST_ROWS]]
        or [say("notebook.no_rows")],
        more=say("notebook.more", n=more) if more > 0 else None,
        gone=say("notebook.gone", rows=gone) if gone else None,
        how=say("notebook.how", game=game),
    )


def _position_row(position: NotebookPosition) -> Text:
    """Return the line of a position, indented by its depth."""
    inset = _INDENT * min(len(position.path) - 1, _DEEPEST)
    return say(
        "notebook.row",
        inset=say("notebook.inset", step=inset) if inset else None,
        number=position.number,
        mark=_mark(position.ply),
        move=planned_notation(position.planned),
        counted=_points_text(position.ply),
        name=say("notebook.name", name=position.name) if position.name else None,
        note=say("notebook.noted") if position.note else None,
    )


def _mark(ply: Ply | None) -> Text:
    """Return the colour of the move's player, or that the move is impossible."""
    return say("notebook.cross" if ply is None else f"notebook.mark_{ply.move.by.value}")


def _points_text(ply: Ply | None) -> Text | None:
    """Return the points of a move, and those that count if there are fewer; None for a pass."""
    if ply is None or not isinstance(ply.move, PlacementMade):
        return None
    if ply.move.counted == ply.move.points:
        return say("notebook.points", n=ply.move.points)
    return say("notebook.capped", points=ply.move.points, counted=ply.move.counted)


def _impossible_row(line: NotebookLine, course: LineProgress) -> Text:
    """Return a line that has become impossible, and why."""
    return say(
        "notebook.gone_row",
        moves=" → ".join(map(planned_notation, line.moves)),
        name=say("notebook.name", name=line.name) if line.name else None,
        why=fate_text(line, course),
    )


def list_buttons(book: OpenNotebook) -> Buttons:
    """Return a button for each of the first positions, and one that deletes impossible lines."""
    numbers = [
        Button(
            say("button.line_number", number=position.number),
            data_of(book, NotebookAction.SHOW, position.number),
        )
        for position in islice(book.positions, _MOST_BUTTONS)
    ]
    rows = rows_of(numbers, _IN_A_ROW)
    if not book.gone:
        return rows
    clear = Button(say("button.line_clear"), data_of(book, NotebookAction.CLEAR))
    return (*rows, (clear,))


def data_of(book: OpenNotebook, action: NotebookAction, number: int | None = None) -> str:
    """Return a button's data, valid only for this notebook and this board.

    `number`: of a position; None for the whole notebook.
    """
    which = "" if number is None else f"{number}"
    return NOTEBOOK.data(book.game.id, book.revision, len(book.game.moves), action, which)


def position_text(
    book: OpenNotebook, position: NotebookPosition, seat: Seat, participants: Participants
) -> Text:
    """Return the line to a position: each move with its points, leave and drawn tiles."""
    rows = [_ply_text(ply, book.lexicon) for ply in position.plies]
    # The positions after an impossible move are impossible without faults of their own.
    refused: NotebookPosition | None = position
    while refused is not None and not refused.faults:
        refused = refused.above
    if refused is not None:
        faults = refusal_lines(faults_of(book.game, refused, seat))
        rows.append(
            say("notebook.impossible", move=planned_notation(refused.planned), faults=faults)
        )
    after = position.plies[-1].after if position.plies else book.game
    partner = participants.at(seat.partner).name
    return say(
        "notebook.position",
        game=book.game.id,
        number=position.number,
        name=say("notebook.name", name=position.name) if position.name else None,
        rows=rows,
        over=None if after.stage is Stage.RUNNING else say("notebook.over"),
        score=_score(book.game, after, seat, partner),
        hands=say(
            "notebook.hands",
            own=tiles_of(after.side(seat).rack),
            theirs=tiles_of(after.side(seat.partner).rack),
            partner=partner,
        ),
        note=say("notebook.note", text=position.note) if position.note else None,
        on=say("notebook.on", game=book.game.id, number=position.number),
    )


def _score(now: Game, after: Game, seat: Seat, partner: str) -> Text:
    """Return the score after the line, and how the lead changes."""
    lead = _lead(after, seat)
    return say(
        "notebook.score",
        own=after.side(seat).score,
        theirs=after.side(seat.partner).score,
        partner=partner,
        lead=gained(lead),
        gain=gained(lead - _lead(now, seat)),
    )


def _lead(game: Game, seat: Seat) -> int:
    return game.side(seat).score - game.side(seat.partner).score


def _ply_text(ply: Ply, lexicon: Container[str]) -> Text:
    """Return one move of a line, with its points and its invalid words."""
    words = ply.move.words if isinstance(ply.move, PlacementMade) else ()
    wrong = ", ".join(word for word in words if word.upper() not in lexicon)
    return say(
        "notebook.ply",
        mark=_mark(ply),
        round=ply.move.round,
        move=move_notation(ply.move),
        counted=_points_text(ply),
        leaves=tiles_of(ply.leaves),
        takes=say("notebook.takes", letters=ply.takes) if ply.takes else None,
        wrong=say("notebook.wrong", words=wrong) if wrong else None,
    )


def position_buttons(book: OpenNotebook, position: NotebookPosition) -> Buttons:
    """Return the buttons of a position."""
    number = position.number
    drop = Button(say("button.line_drop"), data_of(book, NotebookAction.DROP, number))
    back = Button(say("button.line_list"), data_of(book, NotebookAction.LIST))
    if position.ply is None:
        return ((drop, back),)
    board = Button(say("button.line_board"), data_of(book, NotebookAction.BOARD, number))
    condition = Button(
        say("button.line_condition"), data_of(book, NotebookAction.CONDITION, number)
    )
    return ((board, condition), (drop, back))


def comparison_text(
    book: OpenNotebook, first: NotebookPosition, second: NotebookPosition, seat: Seat
) -> Text:
    """Return two lines side by side: the points after each round, and the remaining racks."""
    first_rounds, second_rounds = (
        {ply.move.round: ply.after for ply in position.plies} for position in (first, second)
    )
    rows = [
        say(
            "notebook.compare_row",
            round=number,
            one=_score_after(first_rounds.get(number), seat),
            other=_score_after(second_rounds.get(number), seat),
        )
        for number in first_rounds | second_rounds
    ]
    leads = [_lead(after, seat) for after in _final_games(book, first, second)]
    hands = [tiles_of(after.side(seat).rack) for after in _final_games(book, first, second)]
    return say(
        "notebook.compare",
        game=book.game.id,
        one=first.number,
        other=second.number,
        rows=rows,
        hand=hands[0],
        other_hand=hands[1],
        verdict=_verdict(first, second, leads[0] - leads[1]),
    )


def _final_games(book: OpenNotebook, *positions: NotebookPosition) -> Iterator[Game]:
    for position in positions:
        yield position.plies[-1].after if position.plies else book.game


def _score_after(after: Game | None, seat: Seat) -> str:
    """Return the points after a round for their owner: `24–36 (−12)`, or `—` for None."""
    if after is None:
        return UNSTATED
    shown = score(after.side(seat).score, after.side(seat.partner).score)
    return f"{shown} ({gained(_lead(after, seat))})"


def _verdict(first: NotebookPosition, second: NotebookPosition, ahead: int) -> Text:
    """Return which line is better for the author, if `ahead` is what the first one gains more."""
    if ahead == 0:
        return say("notebook.compare_level")
    better = first if ahead > 0 else second
    return say("notebook.compare_better", number=better.number, n=abs(ahead))
