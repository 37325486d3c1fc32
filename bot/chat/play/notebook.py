"""`/carnet`: lines of play that a person tries out in the chat, visible only to them.

    /carnet                       all of them, numbered
    /carnet H8 CASA; 9G SAT       a line from the present board, both players' moves in turn
    /carnet 3                     position 3: each move's points and remaining rack
    /carnet 3 I8 ARE              continue the line from there
    /carnet 3 5                   two positions compared, round by round
    /carnet 3 nume …              its name, or with `nota` a comment
    /carnet 3 tablă               its board, or with `condiție` the line as a conditional move
    /carnet 3 șterge              without it, and without what follows

These messages are not linked to the game, whose case file others may read.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.chat.play.condition_texts import kept_text, refused_text
from bot.chat.play.notebook_text import (
    comparison_text,
    list_buttons,
    list_text,
    position_buttons,
    position_text,
)
from bot.chat.play.one_game import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.operations.play.notebooks import OpenNotebook
from bot.service.pure.play.notebook_lines import read_moves, tidy
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import NOTEBOOK, NotebookAction, TextKind, View
from bot.texts.messages import say
from bot.texts.pictures import BoardShown
from engine.errors import Fault, GameStateError
from engine.games.conditional import of_line
from engine.games.notebook import (
    LONGEST_NAME,
    LONGEST_NOTE,
    NotebookLine,
    NotebookPosition,
    Path,
    root_of,
    with_line,
    without_position,
)
from engine.games.planned_moves import LINE, planned_notation
from engine.ids import Seat
from engine.notation import fold

_NUMBERED: Final = re.compile(r"(?P<number>\d{1,3})\b[.):]?\s*(?P<rest>.*)", re.DOTALL)
"""An instruction that begins with the number of a position."""
# The words after that number, in both languages; `_TYPED_ACTS` has what each set of them does.
_NAMES: Final = frozenset({"NUME", "NAME"})
_NOTES: Final = frozenset({"NOTA", "NOTE"})
_DROPS: Final = frozenset({"STERGE", "DROP", "DELETE"})
_BOARDS: Final = frozenset({"TABLA", "BOARD"})
_CONDITIONS: Final = frozenset({"CONDITIE", "CONDITIONAL"})
_COMPARED: Final = re.compile(r"(?:(?:cu|si|with|and)\s+)?(\d{1,3})", re.IGNORECASE)
"""The number of a second position, with which the first is compared, in folded text."""
_ACT: Final = re.compile(r"(?P<word>[^\s:]+)\s*:?\s*(?P<text>.*)", re.DOTALL)
"""A word such as `nume`, with or without a colon, and the text for it."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A person's notebook in a game, opened by a command or a press."""

    service: Service
    user_input: UserInput
    snapshot: GameSnapshot
    seat: Seat
    book: OpenNotebook

    async def keep(self, lines: tuple[NotebookLine, ...]) -> "_Opened":
        """Store these lines, and return the updated notebook."""
        person = self.user_input.person.id
        await self.service.notebooks.keep(person, self.snapshot, lines, self.user_input.at)
        return replace(self, book=await self.service.notebooks.open(person, self.snapshot))


async def notebook(service: Service, user_input: UserInput) -> None:
    """Handle `/carnet [GAME] [what]`."""
    if (await named_first(service, user_input, user_input.args)).text:
        await about_a_game(service, user_input, TextKind.NOTEBOOK, user_input.args, write)
    else:
        await about_one(service, user_input, View.NOTEBOOK, show_notebook)


async def show_notebook(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Answer with all of the person's lines in the game."""
    _show_all(await _open_notebook(service, user_input, snapshot))


async def _open_notebook(
    service: Service, user_input: UserInput, snapshot: GameSnapshot
) -> _Opened:
    """Open the person's notebook in a game."""
    seat = service.games.seat(user_input, snapshot.game)
    return _Opened(
        service,
        user_input,
        snapshot,
        seat,
        await service.notebooks.open(user_input.person.id, snapshot),
    )


def _show_all(opened: _Opened, *, edits: bool = False) -> None:
    answer = opened.service.edit if edits else opened.service.reply
    answer(opened.user_input, list_text(opened.book), list_buttons(opened.book))


async def write(service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str) -> None:
    """Carry out the typed instruction in the notebook."""
    opened = await _open_notebook(service, user_input, snapshot)
    numbered = _NUMBERED.fullmatch(text.strip())
    if numbered is None or _begins_a_move(text):
        await _add_line(opened, (), text)
        return
    position = opened.book.position(int(numbered["number"]))
    rest = numbered["rest"].strip()
    if not rest:
        await _show_position(opened, position)
        return
    if second := _COMPARED.fullmatch(fold(rest)):
        await _compare(opened, position, opened.book.position(int(second[1])))
        return
    typed = _ACT.match(rest)
    act = _TYPED_ACTS.get(fold(typed["word"]).upper()) if typed else None
    if typed and act:
        await act(opened, position, typed["text"])
    else:
        await _add_line(opened, position.path, rest)


def _begins_a_move(text: str) -> bool:
    """Return whether the text begins with a square such as `8H`, not with a number alone."""
    return re.match(r"\s*\d{1,2}[A-Oa-o]\b", text) is not None


async def _add_line(opened: _Opened, before: Path, text: str) -> None:
    """Add a line from that position, and show its end."""
    line = NotebookLine(
        moves=(*before, *read_moves(text.lstrip("+ "))), root=root_of(opened.snapshot.game)
    )
    if _position_at(opened, line.moves) is None:
        opened = await opened.keep(
            (*with_line(opened.book.going, line), *_impossible_lines(opened))
        )
    await _show_position(opened, _position_at(opened, line.moves))


def _impossible_lines(opened: _Opened) -> tuple[NotebookLine, ...]:
    return tuple(line for line, _ in opened.book.gone)


def _position_at(opened: _Opened, path: Path) -> NotebookPosition | None:
    """Return the position after these moves; None if no line contains it."""
    return next((position for position in opened.book.positions if position.path == path), None)


async def _show_position(
    opened: _Opened, position: NotebookPosition | None, *, edits: bool = False
) -> None:
    """Show a position with its buttons."""
    if position is None:  # impossible, because the line has just been stored
        raise AssertionError("a line that is kept leads nowhere")
    participants = await opened.service.participants.of(opened.snapshot.game)
    text = position_text(opened.book, position, opened.seat, participants)
    answer = opened.service.edit if edits else opened.service.reply
    answer(opened.user_input, text, position_buttons(opened.book, position))


async def _compare(opened: _Opened, first: NotebookPosition, second: NotebookPosition) -> None:
    opened.service.reply(
        opened.user_input, comparison_text(opened.book, first, second, opened.seat)
    )


async def _set_name(opened: _Opened, position: NotebookPosition, text: str) -> None:
    await _store_comment(opened, position, name=tidy(text, LONGEST_NAME), note=position.note)


async def _set_note(opened: _Opened, position: NotebookPosition, text: str) -> None:
    await _store_comment(opened, position, name=position.name, note=tidy(text, LONGEST_NOTE))


async def _store_comment(
    opened: _Opened, position: NotebookPosition, *, name: str, note: str
) -> None:
    """Store the name or comment of a position; an empty text removes it."""
    line = NotebookLine(
        moves=position.path, root=root_of(opened.snapshot.game), name=name, note=note
    )
    opened = await opened.keep((*with_line(opened.book.going, line), *_impossible_lines(opened)))
    await _show_position(opened, _position_at(opened, line.moves))


async def _drop_position(opened: _Opened, position: NotebookPosition, _text: str) -> None:
    opened = await opened.keep(
        (*without_position(opened.book.going, position.path), *_impossible_lines(opened))
    )
    _show_all(opened, edits=bool(opened.user_input.incoming.callback))


async def _send_board(opened: _Opened, position: NotebookPosition, _text: str) -> None:
    """Send the board of the position."""
    if position.ply is None:
        await _show_position(opened, position)
        return
    moves = LINE.join(map(planned_notation, position.path))
    picture = BoardShown(opened.snapshot.game.id, opened.snapshot.seq, line=moves)
    caption = say("notebook.board", number=position.number, moves=moves)
    opened.service.toast(opened.user_input)
    opened.service.reply(opened.user_input, caption, pictures=(picture,))


async def _set_as_condition(opened: _Opened, position: NotebookPosition, _text: str) -> None:
    """Turn the line into a conditional move, as far as possible."""
    service, user_input, snapshot = opened.service, opened.user_input, opened.snapshot
    condition = of_line(position.path, is_own=snapshot.game.turn is opened.seat)
    tried = await service.conditions.keep_condition(snapshot, opened.seat, condition, user_input.at)
    lexicon = await lexicon_of(service, snapshot.game)
    row = (
        refused_text(condition, tried)
        if tried.faults
        else kept_text(snapshot.game, condition, tried, lexicon)
    )
    service.toast(user_input)
    service.reply(user_input, say("condition.answer", game=snapshot.game.id, rows=[row]))


_PositionAct = Callable[[_Opened, NotebookPosition, str], Awaitable[None]]
"""Does something with a position; the text is what was typed after its word."""
_TYPED_ACTS: Final[Mapping[str, _PositionAct]] = {
    **dict.fromkeys(_NAMES, _set_name),
    **dict.fromkeys(_NOTES, _set_note),
    **dict.fromkeys(_DROPS, _drop_position),
    **dict.fromkeys(_BOARDS, _send_board),
    **dict.fromkeys(_CONDITIONS, _set_as_condition),
}


async def _show_pressed(opened: _Opened, position: NotebookPosition, _text: str) -> None:
    await _show_position(opened, position, edits=True)


_PRESSED_ACTS: Final[Mapping[NotebookAction, _PositionAct]] = {
    NotebookAction.SHOW: _show_pressed,
    NotebookAction.BOARD: _send_board,
    NotebookAction.CONDITION: _set_as_condition,
    NotebookAction.DROP: _drop_position,
}


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle its buttons: `nb:GAME:REVISION:MOVES:ACTION:NUMBER`.

    The numbers belong to the notebook and board shown. If either has changed, the whole notebook is
    shown again and nothing else happens.
    """
    game, revision, moves, action, number = NOTEBOOK.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    opened = await _open_notebook(service, user_input, snapshot)
    if (revision, moves) != (opened.book.revision, len(snapshot.game.moves)):
        service.toast(user_input, say("notebook.other"))
        _show_all(opened)
    elif action is NotebookAction.LIST:
        _show_all(opened, edits=True)
    elif action is NotebookAction.CLEAR:
        _show_all(await opened.keep(opened.book.going), edits=True)
    elif action in _PRESSED_ACTS and number.isdecimal():
        await _PRESSED_ACTS[action](opened, opened.book.position(int(number)), "")
    else:
        raise GameStateError(Fault("button_unknown"))
