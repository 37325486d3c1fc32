"""`/carnet`: lines of play that a person tries out in the chat, visible only to them.

    /carnet                       all of them, numbered
    /carnet H8 CASA; 9G SAT       a line from the present board, both players' moves in turn
    /carnet 3                     position 3: each move's points and remaining rack
    /carnet 3 I8 ARE              continue the line from there
    /carnet 3 5                   two positions compared, round by round
    /carnet 3 nume …, nota …      its name, and a comment

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
_NAMES: Final = frozenset({"NUME", "NAME"})
_NOTES: Final = frozenset({"NOTA", "NOTE"})
_DROPS: Final = frozenset({"STERGE", "DROP", "DELETE"})
_BOARDS: Final = frozenset({"TABLA", "BOARD"})
_CONDITIONS: Final = frozenset({"CONDITIE", "CONDITIONAL"})
_WITH: Final = re.compile(r"(?:cu |si |și |with |and )?(\d{1,3})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Open:
    """A person's open notebook."""

    service: Service
    user_input: UserInput
    snapshot: GameSnapshot
    seat: Seat
    book: OpenNotebook

    async def keep(self, lines: tuple[NotebookLine, ...]) -> "_Open":
        """Store these lines, and return the updated notebook."""
        person = self.user_input.person.id
        await self.service.notebooks.keep(person, self.snapshot, lines, self.user_input.at)
        return replace(self, book=await self.service.notebooks.open(person, self.snapshot))


async def notebook(service: Service, user_input: UserInput) -> None:
    """Handle `/carnet [GAME] [what]`."""
    if (await named_first(service, user_input, user_input.args)).text:
        await about_a_game(service, user_input, TextKind.NOTEBOOK, user_input.args, write)
    else:
        await about_one(service, user_input, View.NOTEBOOK, show)


async def show(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Answer with all of the person's lines in the game."""
    _list(await _open(service, user_input, snapshot))


async def _open(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> _Open:
    """Open the person's notebook in a game."""
    seat = service.games.seat(user_input, snapshot.game)
    return _Open(
        service,
        user_input,
        snapshot,
        seat,
        await service.notebooks.open(user_input.person.id, snapshot),
    )


def _list(own: _Open, *, edits: bool = False) -> None:
    answer = own.service.edit if edits else own.service.reply
    answer(own.user_input, list_text(own.book), list_buttons(own.book))


async def write(service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str) -> None:
    """Carry out the typed instruction in the notebook."""
    own = await _open(service, user_input, snapshot)
    numbered = _NUMBERED.fullmatch(text.strip())
    if numbered is None or _begins_a_move(text):
        await _add(own, (), text)
        return
    position = own.book.position(int(numbered["number"]))
    rest = numbered["rest"].strip()
    if not rest:
        await _show(own, position)
        return
    if other := _WITH.fullmatch(rest):
        await _compare(own, position, own.book.position(int(other[1])))
        return
    word, _, more = rest.partition(" ")
    act = _ACTS.get(fold(word).upper().rstrip(":"))
    if act is not None:
        await act(own, position, more.strip())
    else:
        await _add(own, position.path, rest)


def _begins_a_move(text: str) -> bool:
    """Return whether the text begins with a square such as `8H`, not with a number alone."""
    return re.match(r"\s*\d{1,2}[A-Oa-o]\b", text) is not None


async def _add(own: _Open, before: Path, text: str) -> None:
    """Add a line from that position, and show its end."""
    line = NotebookLine(
        moves=(*before, *read_moves(text.lstrip("+ "))), root=root_of(own.snapshot.game)
    )
    if _at(own, line.moves) is None:
        own = await own.keep((*with_line(own.book.going, line), *_gone(own)))
    await _show(own, _at(own, line.moves))


def _gone(own: _Open) -> tuple[NotebookLine, ...]:
    return tuple(line for line, _ in own.book.gone)


def _at(own: _Open, path: Path) -> NotebookPosition | None:
    """Return the position after these moves; None if no line contains it."""
    return next((position for position in own.book.positions if position.path == path), None)


async def _show(own: _Open, position: NotebookPosition | None, *, edits: bool = False) -> None:
    """Show a position with its buttons."""
    if position is None:  # impossible, because the line has just been stored
        raise AssertionError("a line that is kept leads nowhere")
    participants = await own.service.games.participants(own.snapshot.game)
    text = position_text(own.book, position, own.seat, participants)
    answer = own.service.edit if edits else own.service.reply
    answer(own.user_input, text, position_buttons(own.book, position))


async def _compare(own: _Open, one: NotebookPosition, other: NotebookPosition) -> None:
    own.service.reply(own.user_input, comparison_text(own.book, one, other, own.seat))


async def _name(own: _Open, position: NotebookPosition, text: str) -> None:
    await _say_of(own, position, name=tidy(text, LONGEST_NAME), note=position.note)


async def _note(own: _Open, position: NotebookPosition, text: str) -> None:
    await _say_of(own, position, name=position.name, note=tidy(text, LONGEST_NOTE))


async def _say_of(own: _Open, position: NotebookPosition, *, name: str, note: str) -> None:
    """Store the name or comment of a position; an empty text removes it."""
    line = NotebookLine(moves=position.path, root=root_of(own.snapshot.game), name=name, note=note)
    own = await own.keep((*with_line(own.book.going, line), *_gone(own)))
    await _show(own, _at(own, line.moves))


async def _drop(own: _Open, position: NotebookPosition, _text: str = "") -> None:
    own = await own.keep((*without_position(own.book.going, position.path), *_gone(own)))
    _list(own, edits=bool(own.user_input.incoming.callback))


async def _board(own: _Open, position: NotebookPosition, _text: str = "") -> None:
    """Send the board of the position."""
    if position.ply is None:
        await _show(own, position)
        return
    moves = LINE.join(map(planned_notation, position.path))
    picture = BoardShown(own.snapshot.game.id, own.snapshot.seq, line=moves)
    caption = say("notebook.board", number=position.number, moves=moves)
    own.service.toast(own.user_input)
    own.service.reply(own.user_input, caption, pictures=(picture,))


async def _as_condition(own: _Open, position: NotebookPosition, _text: str = "") -> None:
    """Turn the line into a conditional move, as far as possible."""
    service, user_input, snapshot = own.service, own.user_input, own.snapshot
    await service.conditions.check_allowed(snapshot.game)
    condition = of_line(position.path, is_own=snapshot.game.turn is own.seat)
    tried = await service.conditions.keep_condition(snapshot, own.seat, condition, user_input.at)
    lexicon = await lexicon_of(service, snapshot.game)
    row = (
        refused_text(condition, tried)
        if tried.faults
        else kept_text(snapshot.game, condition, tried, lexicon)
    )
    service.toast(user_input)
    service.reply(user_input, say("condition.answer", game=snapshot.game.id, rows=[row]))


_Act = Callable[[_Open, NotebookPosition, str], Awaitable[None]]
_ACTS: Final[Mapping[str, _Act]] = {
    **dict.fromkeys(_NAMES, _name),
    **dict.fromkeys(_NOTES, _note),
    **dict.fromkeys(_DROPS, _drop),
    **dict.fromkeys(_BOARDS, _board),
    **dict.fromkeys(_CONDITIONS, _as_condition),
}


async def _pressed_show(own: _Open, position: NotebookPosition, _text: str = "") -> None:
    await _show(own, position, edits=True)


_PRESSED: Final[Mapping[NotebookAction, _Act]] = {
    NotebookAction.SHOW: _pressed_show,
    NotebookAction.BOARD: _board,
    NotebookAction.CONDITION: _as_condition,
    NotebookAction.DROP: _drop,
}


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle its buttons: `nb:GAME:REVISION:MOVES:ACTION:NUMBER`.

    The numbers belong to the notebook and board shown. If either has changed, the whole notebook is
    shown again and nothing else happens.
    """
    game, revision, moves, action, number = NOTEBOOK.read(user_input.args)
    snapshot = await service.games.of_player(user_input, game)
    own = await _open(service, user_input, snapshot)
    if (revision, moves) != (own.book.revision, len(snapshot.game.moves)):
        service.toast(user_input, say("notebook.other"))
        _list(own)
    elif action is NotebookAction.LIST:
        _list(own, edits=True)
    elif action is NotebookAction.CLEAR:
        _list(await own.keep(own.book.going), edits=True)
    elif action in _PRESSED and number.isdecimal():
        await _PRESSED[action](own, own.book.position(int(number)), "")
    else:
        raise GameStateError(Fault("button_unknown"))
