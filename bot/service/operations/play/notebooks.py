"""Notebooks: lines of play that a person tries out in their own game.

They are private: no other person's notice names them, no message about them is filed under the
game, and they are stored outside the log. `engine.games.notebook` calculates how a line continues
each time it is shown.
"""

import asyncio
import json
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.service.lookups.cases.ruled_words import lexicon_of
from bot.service.pure.play.notebook_lines import line_json, lines_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.endings import check_running
from engine.games.game import Game
from engine.games.notebook import (
    LineProgress,
    NotebookLine,
    NotebookPosition,
    Path,
    check_room,
    open_lines,
    root_of,
    unvalidated,
    validate_position,
)
from engine.games.planned_moves import Variation, planned_notation, variation
from engine.ids import PersonId, Seat
from storage.play import notebooks
from storage.play.notebooks import Notebook

AT_ONCE: Final = 16
"""The number of positions checked before other tasks get a turn: about three milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNotebook:
    """A person's notebook on the game's current board."""

    game: Game
    going: tuple[NotebookLine, ...]
    """The lines that are still possible, as they continue from the current board."""
    positions: tuple[NotebookPosition, ...]
    """The checked positions of these lines; people call them by their number, from 1."""
    gone: tuple[tuple[NotebookLine, LineProgress], ...]
    """The impossible lines, and why each is impossible."""
    lexicon: Container[str]
    """The valid words of the game."""
    version: int = 0
    """The game's version when the lines were stored; the current one without lines."""
    revision: int = 0
    """How often the notebook was stored."""

    @property
    def lines(self) -> tuple[NotebookLine, ...]:
        """Return all lines."""
        return (*self.going, *(line for line, _ in self.gone))

    def position(self, number: int) -> NotebookPosition:
        """Return the position of that number.

        Raises:
            GameStateError: no position has that number.
        """
        if not 0 < number <= len(self.positions):
            facts: dict[str, str | int] = {"number": number, "n": len(self.positions)}
            raise GameStateError(Fault("no_such_position", facts=facts))
        return self.positions[number - 1]


class Notebooks:
    """All operations on a person's own lines."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        self._tx = readers.unit.tx

    async def open(self, person: PersonId, snapshot: GameSnapshot) -> OpenNotebook:
        """Return the person's lines in that game, checked on the current board."""
        stored = await notebooks.find(self._tx, person, snapshot.game.id)
        lexicon = await lexicon_of(self._readers, snapshot.game)
        opened = await self._checked(
            f"{person}:{snapshot.game.id}",
            snapshot.game,
            "[]" if stored is None else stored.lines,
            lexicon,
        )
        return replace(
            opened,
            version=snapshot.seq if stored is None else stored.version,
            revision=0 if stored is None else stored.revision,
        )

    async def _checked(
        self, key: str, game: Game, lines_json: str, lexicon: Container[str]
    ) -> OpenNotebook:
        """Return the checked lines, from the last check under that key if nothing has changed.

        The games of two units of work are the same object while no event was added.
        """
        last_checks = self._readers.shared.notebooks
        last: tuple[str, OpenNotebook] | None = last_checks.get(key)
        if last is not None:
            last_json, notebook = last
            if last_json == lines_json and notebook.game is game and notebook.lexicon == lexicon:
                return notebook
        going, gone = open_lines(game, lines_of(json.loads(lines_json)))
        notebook = OpenNotebook(
            game=game,
            going=going,
            positions=await _validated(game, going, lexicon),
            gone=gone,
            lexicon=lexicon,
        )
        last_checks.put(key, (lines_json, notebook))
        return notebook

    async def tried(self, game: Game, moves: Path) -> Variation:
        """Return these moves made on the current board, as far as possible."""
        return variation(game, moves, await lexicon_of(self._readers, game))

    async def keep(
        self,
        person: PersonId,
        snapshot: GameSnapshot,
        lines: Sequence[NotebookLine],
        at: datetime,
    ) -> int:
        """Replace the stored lines by these; return how often the notebook was stored.

        A new line must be possible. A line without a root continues from the current board.

        Raises:
            EngineError: a line is too long, there are too many, or a move is not possible.
        """
        before = await notebooks.find(self._tx, person, snapshot.game.id)
        known = () if before is None else lines_of(json.loads(before.lines))
        going, _ = open_lines(snapshot.game, known)
        known_paths = {_written(line) for line in (*known, *going)}
        root = root_of(snapshot.game)
        rooted = [_rooted(line, root) for line in lines]
        check_room(rooted)
        # Stored lines stay even if they have become impossible; only new ones are checked.
        new = [line for line in rooted if line.root == root and _written(line) not in known_paths]
        await self._check(snapshot.game, new, snapshot.game.seat_of(person))
        revision = 1 if before is None else before.revision + 1
        await notebooks.keep(
            self._tx,
            Notebook(
                person=person,
                game_id=snapshot.game.id,
                version=snapshot.seq,
                revision=revision,
                lines=json.dumps([*map(line_json, rooted)], ensure_ascii=False),
                at=at,
            ),
        )
        return revision

    async def _check(self, game: Game, lines: Sequence[NotebookLine], own: Seat | None) -> None:
        """Refuse impossible lines of the player of that seat.

        Raises:
            EngineError: the game is over, or a move of a line is not possible.
        """
        if lines:
            check_running(game)
        for position in await _validated(game, lines, await lexicon_of(self._readers, game)):
            if position.faults:
                raise RuleViolation(*faults_of(game, position, own))


async def _validated(
    game: Game, lines: Iterable[NotebookLine], lexicon: Container[str]
) -> tuple[NotebookPosition, ...]:
    """Return all checked positions of these lines; other tasks get turns meanwhile."""
    positions = unvalidated(lines)
    for number, position in enumerate(positions, 1):
        validate_position(game, position, lexicon)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return positions


def of_partner(fault: Fault) -> Fault:
    """Return an error in an opponent's move, about the opponent's rack."""
    return replace(fault, code="not_on_his_rack") if fault.code == "not_on_rack" else fault


def _rooted(line: NotebookLine, root: str) -> NotebookLine:
    """Return the line; without a root, it continues from that board."""
    return line if line.root else replace(line, root=root)


def _written(line: NotebookLine) -> tuple[str, ...]:
    """Return the moves of the line as text, to compare lines."""
    return tuple(map(planned_notation, line.moves))


def faults_of(game: Game, position: NotebookPosition, own: Seat | None) -> tuple[Fault, ...]:
    """Return the errors of a move for the player of that seat, each with the right rack."""
    # Without a move before it: a first move, or one after an impossible move, which has no errors.
    before = position.above.ply if position.above is not None else None
    turn = game.turn if before is None else before.after.turn
    return position.faults if turn is own else tuple(map(of_partner, position.faults))
