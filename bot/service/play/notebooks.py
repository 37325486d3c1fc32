"""The notebooks side of the service: lines of play that a person tries out in a game of his.

They are his alone: nothing said here names them to anybody else, no message about them is filed
under the game, and they stand beside the log, not in it. What becomes of a line as the game goes
on is worked out whenever it is shown (`engine.games.notebook`).
"""

import asyncio
import json
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from bot.service.cases.ruled_words import lexicon_of
from bot.texts.formats import clean
from engine.errors import Fault, GameStateError, NotationError, RuleViolation
from engine.games.game import Stage
from engine.games.notebook import (
    LONGEST_NAME,
    LONGEST_NOTE,
    Course,
    Courses,
    Line,
    Path,
    Position,
    check_room,
    judge,
    open_lines,
    root_of,
    unjudged,
)
from engine.games.planned import named, planned
from engine.games.variations import Variation, variation
from storage.play import notebooks
from storage.play.notebooks import Notebook

if TYPE_CHECKING:
    from datetime import datetime

    from bot.service.play.games import SeenGame
    from bot.service.readers import Readers
    from engine.games.game import Game
    from engine.ids import PersonId, Seat

_BETWEEN: Final = re.compile(r"\s*(?:;|\n|[-=–—]{0,8}>|→|⇒|➜|➔|➡️?)\s*")
"""What stands between the moves of a line."""
AT_ONCE: Final = 16
"""Positions judged before whatever else waits has its turn: three milliseconds."""
_TO_COME: Final = ("H8 CASA", "9G SAT")
"""What a line looks like, where none can be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A person's notebook in a game, as the game has made it."""

    game: "Game"
    going: tuple[Line, ...]
    """The lines that may still come, as they go on from the present board."""
    positions: tuple[Position, ...]
    """Of these lines, each judged."""
    gone: tuple[tuple[Line, Course], ...]
    """The others, and what became of them."""
    lexicon: Container[str]
    """The words that are valid in the game."""
    version: int = 0
    """The game's when they were written; the present one where nothing is."""
    revision: int = 0

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return all lines."""
        return (*self.going, *(line for line, _ in self.gone))

    def position(self, number: int) -> Position:
        """Return the position of that number.

        Raises:
            GameStateError: there is none.
        """
        if not 0 < number <= len(self.positions):
            facts: dict[str, str | int] = {"number": number, "n": len(self.positions)}
            raise GameStateError(Fault("no_such_position", facts=facts))
        return self.positions[number - 1]


class Notebooks:
    """Everything a handler may do with one's own lines."""

    def __init__(self, service: "Readers") -> None:
        self._service = service
        self._tx = service.unit.tx

    async def open(self, person: "PersonId", seen: "SeenGame") -> Opened:
        """Return the person's lines in that game, judged on the board as it stands."""
        kept = await notebooks.find(self._tx, person, seen.game.id)
        lexicon = await lexicon_of(self._service, seen.game)
        stored = "[]" if kept is None else kept.lines
        opened = await self._judged_lately(f"{person}:{seen.game.id}", seen.game, stored, lexicon)
        return replace(
            opened,
            version=seen.seq if kept is None else kept.version,
            revision=0 if kept is None else kept.revision,
        )

    async def _judged_lately(
        self, key: str, game: "Game", stored: str, lexicon: Container[str]
    ) -> Opened:
        """Return these lines judged: as they were the last time, if nothing has changed since."""
        opened = self._service.shared.opened
        before: tuple[str, Opened] | None = opened.get(key)
        if before is not None:
            known, found = before
            if known == stored and found.game is game and found.lexicon == lexicon:
                return found
        going, gone = open_lines(game, lines_of(json.loads(stored)))
        courses = Courses(game)
        found = Opened(
            game=game,
            going=going,
            positions=await _judged(game, going, lexicon),
            gone=tuple((line, courses.of(line)) for line in gone),
            lexicon=lexicon,
        )
        opened.put(key, (stored, found))
        return found

    async def tried(self, game: "Game", moves: Path) -> Variation:
        """Return these moves made on the present board, as far as they can be."""
        return variation(game, moves, await lexicon_of(self._service, game))

    async def keep(
        self, person: "PersonId", seen: "SeenGame", lines: Sequence[Line], at: "datetime"
    ) -> int:
        """Keep these lines in the place of those before; return how often they were written.

        A line that was not there before must be one that could be played. One without a root goes
        on from the present board.

        Raises:
            EngineError: a line is too long, there are too many, or a move could not be made.
        """
        before = await notebooks.find(self._tx, person, seen.game.id)
        known = () if before is None else lines_of(json.loads(before.lines))
        known_paths = {_written(each) for each in (*known, *open_lines(seen.game, known)[0])}
        root = root_of(seen.game)
        kept = [_rooted(each, root) for each in lines]
        check_room(kept)
        new = [each for each in kept if each.root == root and _written(each) not in known_paths]
        await self._check(seen.game, new, seen.game.seat_of(person))
        revision = 1 if before is None else before.revision + 1
        await notebooks.keep(
            self._tx,
            Notebook(
                person=person,
                game_id=seen.game.id,
                version=seen.seq,
                revision=revision,
                lines=json.dumps([*map(line_json, kept)], ensure_ascii=False),
                at=at,
            ),
        )
        return revision

    async def _check(self, game: "Game", lines: Sequence[Line], own: "Seat | None") -> None:
        """Refuse lines that could not be played."""
        if lines and game.stage is not Stage.RUNNING:
            raise GameStateError(Fault("game_over", "4.3"))
        for each in await _judged(game, lines, await lexicon_of(self._service, game)):
            if each.faults:
                above = each.above.ply if each.above is not None else None
                is_own = (game if above is None else above.after).turn is own
                raise RuleViolation(*(one if is_own else of_partner(one) for one in each.faults))


async def _judged(
    game: "Game", lines: Iterable[Line], lexicon: Container[str]
) -> tuple[Position, ...]:
    """Return all positions of these lines, each judged; others have their turn meanwhile."""
    positions = unjudged(lines)
    for number, each in enumerate(positions, 1):
        judge(game, each, lexicon)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return positions


def of_partner(fault: Fault) -> Fault:
    """Return what stands against a move of the partner's: what is about a hand is about his."""
    return replace(fault, code="not_on_his_rack") if fault.code == "not_on_rack" else fault


def _rooted(line: Line, root: str) -> Line:
    return line if line.root else replace(line, root=root)


def _written(line: Line) -> tuple[str, ...]:
    return tuple(map(named, line.moves))


def lines_of(stored: Iterable[Any]) -> tuple[Line, ...]:
    """Return the lines that are stored, or sent: a list of moves each, or an object with them.

    What cannot be read of what is stored is left out: it was written before lines were judged.
    """
    found = list[Line]()
    for each in stored:
        try:
            found.append(line_of(each))
        except NotationError:
            continue
    return tuple(found)


def line_of(sent: Any) -> Line:
    """Return one line.

    Raises:
        NotationError: a move cannot be read, or there is none.
    """
    fields: Mapping[str, Any] = sent if isinstance(sent, dict) else {"moves": sent}
    moves = fields.get("moves")
    if not isinstance(moves, list) or not moves:
        raise _no_line("")
    return Line(
        moves=tuple(planned(_move_text(each)) for each in moves),
        root=_text(fields, "root", 40),
        name=_text(fields, "name", LONGEST_NAME),
        note=_text(fields, "note", LONGEST_NOTE),
    )


def _move_text(sent: Any) -> str:
    """Return a move as it was sent: as it is written, or an object with that."""
    text = sent.get("placement") if isinstance(sent, dict) else sent
    if not isinstance(text, str):
        raise _no_line("")
    return text


def _text(fields: Mapping[str, Any], name: str, longest: int) -> str:
    text = fields.get(name)
    return tidy(text, longest) if isinstance(text, str) else ""


def tidy(text: str, longest: int) -> str:
    """Return a name or a note in one line, no longer than that."""
    return clean(text, longest=longest, lines=False) if text.strip() else ""


def line_json(line: Line) -> dict[str, Any]:
    """Return the line as it is stored and shown."""
    moves = [*map(named, line.moves)]
    return {"moves": moves, "root": line.root, "name": line.name, "note": line.note}


def read_moves(text: str) -> Path:
    """Return the moves of a line as it is typed: `H8 CASA; 9G SAT; PAS`, or with arrows.

    Raises:
        NotationError: there is none, or one cannot be read.
    """
    parts = [each for each in _BETWEEN.split(text.strip()) if each]
    if not parts:
        raise _no_line(text)
    return tuple(map(planned, parts))


def _no_line(text: str) -> NotationError:
    return NotationError(
        Fault("no_line", facts={"text": text[:60], "example": "; ".join(_TO_COME)})
    )
