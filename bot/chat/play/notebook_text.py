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
from bot.texts.signs import gained, signed
from engine.games.events import PlacementMade
from engine.games.game import Game, Stage, move_notation
from engine.games.notebook import LineProgress, NotebookLine, NotebookPosition
from engine.games.planned_moves import Ply, planned_notation
from engine.ids import Seat

MOST_ROWS: Final = 40
"""The most positions in one message; the others are reached by number."""
MOST_GONE: Final = 5
IN_A_ROW: Final = 5
_DEEPEST: Final = 6
"""The deepest indentation of a row on a narrow phone."""
_STEP: Final = "·"


def list_text(book: OpenNotebook) -> Text:
    """Return all positions of a notebook, numbered, and the impossible lines."""
    game = book.game.id
    if not book.positions and not book.gone:
        is_over = book.game.stage is Stage.ENDED
        return say("notebook.none_ended" if is_over else "notebook.none", game=game)
    more = len(book.positions) - MOST_ROWS
    gone = [_gone_row(line, course) for line, course in book.gone[-MOST_GONE:]]
    return say(
        "notebook.list",
        game=game,
        rows=[_row(position) for position in book.positions[:MOST_ROWS]]
        or [say("notebook.no_rows")],
        more=say("notebook.more", n=more) if more > 0 else None,
        gone=say("notebook.gone", rows=gone) if gone else None,
        how=say("notebook.how", game=game),
    )


def _row(position: NotebookPosition) -> Text:
    """Return the line of a position, indented by its depth."""
    inset = _STEP * min(len(position.path) - 1, _DEEPEST)
    return say(
        "notebook.row",
        inset=say("notebook.inset", step=inset) if inset else None,
        number=position.number,
        mark=_mark(position.ply),
        move=planned_notation(position.planned),
        counted=_counted(position.ply),
        name=say("notebook.name", name=position.name) if position.name else None,
        note=say("notebook.noted") if position.note else None,
    )


def _mark(ply: Ply | None) -> Text:
    """Return the colour of the move's player, or that the move is impossible."""
    return say("notebook.cross" if ply is None else f"notebook.mark_{ply.move.by.value}")


def _counted(ply: Ply | None) -> Text | None:
    """Return the points of a move, and those that count if there are fewer; None for a pass."""
    if ply is None or not isinstance(ply.move, PlacementMade):
        return None
    if ply.move.counted == ply.move.points:
        return say("notebook.points", n=ply.move.points)
    return say("notebook.capped", points=ply.move.points, counted=ply.move.counted)


def _gone_row(line: NotebookLine, course: LineProgress) -> Text:
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
        for position in islice(book.positions, 4 * IN_A_ROW)
    ]
    rows = rows_of(numbers, IN_A_ROW)
    if not book.gone:
        return rows
    clear = Button(say("button.line_clear"), data_of(book, NotebookAction.CLEAR))
    return (*rows, (clear,))


def data_of(book: OpenNotebook, action: NotebookAction, number: int | str = "") -> str:
    """Return a button's data, valid only for this notebook and this board."""
    return NOTEBOOK.data(book.game.id, book.revision, len(book.game.moves), action, f"{number}")


def position_text(
    book: OpenNotebook, position: NotebookPosition, seat: Seat, participants: Participants
) -> Text:
    """Return the line to a position: each move with its points, leave and drawn tiles."""
    rows = [_ply(ply, book.lexicon) for ply in position.plies]
    above: NotebookPosition | None = position
    while above is not None and not above.faults:
        above = above.above
    if above is not None:
        faults = refusal_lines(faults_of(book, above, seat))
        rows.append(say("notebook.impossible", move=planned_notation(above.planned), faults=faults))
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


def _ply(ply: Ply, lexicon: Container[str]) -> Text:
    """Return one move of a line, with its points and its invalid words."""
    words = ply.move.words if isinstance(ply.move, PlacementMade) else ()
    wrong = ", ".join(word for word in words if word.upper() not in lexicon)
    return say(
        "notebook.ply",
        mark=_mark(ply),
        round=ply.move.round,
        move=move_notation(ply.move),
        counted=_counted(ply),
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
    book: OpenNotebook, one: NotebookPosition, other: NotebookPosition, seat: Seat
) -> Text:
    """Return two lines side by side: the points after each round, and the remaining racks."""
    first, second = (
        {ply.move.round: ply.after for ply in position.plies} for position in (one, other)
    )
    rows = [
        say(
            "notebook.compare_row",
            round=number,
            one=_standing(first.get(number), seat),
            other=_standing(second.get(number), seat),
        )
        for number in first | second
    ]
    leads = [_lead(after, seat) for after in _ends(book, one, other)]
    hands = [tiles_of(after.side(seat).rack) for after in _ends(book, one, other)]
    return say(
        "notebook.compare",
        game=book.game.id,
        one=one.number,
        other=other.number,
        rows=rows,
        hand=hands[0],
        other_hand=hands[1],
        verdict=_verdict(one, other, leads[0] - leads[1]),
    )


def _ends(book: OpenNotebook, *positions: NotebookPosition) -> Iterator[Game]:
    for position in positions:
        yield position.plies[-1].after if position.plies else book.game


def _standing(after: Game | None, seat: Seat) -> str:
    """Return the points after a round for their owner: `24–36 (−12)`."""
    if after is None:
        return "—"
    own, theirs = after.side(seat).score, after.side(seat.partner).score
    return f"{signed(own)}–{signed(theirs)} ({gained(own - theirs)})"


def _verdict(one: NotebookPosition, other: NotebookPosition, ahead: int) -> Text:
    if ahead == 0:
        return say("notebook.compare_level")
    better = one if ahead > 0 else other
    return say("notebook.compare_better", number=better.number, n=abs(ahead))
