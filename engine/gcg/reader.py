"""Reading GCG files: bytes or text → record. A format error is refused with its line.

Totals decide where a file is not explicit. Files of other programs write a lost turn as `-- +0`, a
withdrawn play as `-- +0` with the smaller total, and a time penalty without its sign; and both
players may have one nickname.
"""

import re
from contextlib import suppress
from dataclasses import replace
from itertools import starmap

from engine.board import Square
from engine.errors import Fault, NotationError
from engine.gcg.event_line import EventLine, check_tiles, parse_event_line
from engine.gcg.record import (
    MOST_PLAYERS,
    NUMBERED,
    ORIENTATION,
    GameRecord,
    GcgEntry,
    GcgKind,
    GcgPlayer,
    Pragma,
    unreadable,
)
from engine.gcg.squares import LaidTiles
from engine.gcg.texts import decode, split_cap, split_lines, tidy_line, tidy_text
from engine.gcg.turns import TurnReader

_PRAGMA = re.compile(r"#(\S*)\s*(.*)", re.DOTALL)
_ONE_LINE = {"title": "title", "lexicon": "lexicon", "tile-distribution": "tile_distribution"}
"""The field of the record for each pragma that occurs once, on one line."""
_TEXTS = frozenset({"description", "note"})
"""The pragmas whose text may continue on the next lines."""
_ORIENTATIONS = {
    **dict.fromkeys(("standard", "normal", "horizontal", "across", "number-first"), False),
    **dict.fromkeys(("transposed", "flipped", "vertical", "down", "letter-first"), True),
}
"""Whether positions are written the other way round, by the value of `#orientation`."""


def read_gcg(data: bytes) -> GameRecord:
    """Return the record in the file.

    Raises:
        NotationError: the file breaks the format; the fault's `line` says where, and is the last
            line with text if a player is missing.
    """
    return parse_gcg(decode(data))


def parse_gcg(text: str) -> GameRecord:
    """Return the record in the text; its encoding pragma is ignored.

    Raises:
        NotationError: the text breaks the format; the fault's `line` says where, and is the last
            line with text if a player is missing.
    """
    reader = _Reader()
    for number, line in enumerate(split_lines(text.removeprefix("\ufeff")), 1):
        reader.read_line(line.strip(), number)
    return reader.record()


def read_legible(data: bytes) -> tuple[GameRecord, Fault | None]:
    """Return the record as far as the file is readable, and the fault that ends it there.

    Raises:
        NotationError: it is not text, or does not name all its players before it ends or breaks
            the format.
    """
    reader = _Reader()
    for number, line in enumerate(split_lines(decode(data).removeprefix("\ufeff")), 1):
        try:
            reader.read_line(line.strip(), number)
        except NotationError as error:
            with suppress(NotationError):
                return reader.record(), error.faults[0]
            raise
    return reader.record(), None


def _noted(entry: GcgEntry, notes: list[str]) -> GcgEntry:
    """Return the entry with the notes under it; those of a play may have a points cap."""
    note, uncapped = tidy_text("\n".join(notes)), None
    if entry.kind is GcgKind.PLAY:
        note, uncapped = split_cap(note, entry.points)
    return replace(entry, note=note, uncapped=uncapped)


class _Reader:
    """Reads one line after the other; its fields have everything read so far.

    Players are numbered from 1, as in the file.
    """

    def __init__(self) -> None:
        self._line = 1
        """The last line with text, from 1."""
        self._begun = False
        """Whether a line with text was read, after which no encoding can be named."""
        self._players: dict[int, GcgPlayer] = {}
        self._values: dict[str, str] = {}
        """Fields of the record that have one line."""
        self._racks: dict[int, tuple[str, int]] = {}
        """Each player's tiles, and the line that states them."""
        self._incomplete: str | None = None
        """The rack of the player to move in an unfinished game; None if it is finished."""
        self._description: list[str] = []
        self._notes: list[str] = []
        """The lines of the notes before the first event."""
        self._others: list[tuple[Pragma, list[str]]] = []
        """The pragmas that nothing interprets, each with the lines of its text."""
        self._entries: list[tuple[GcgEntry, list[str]]] = []
        """The events so far, each with the lines of its notes."""
        self._laid = LaidTiles()
        self._turns = TurnReader()
        self._nicks: dict[int, str] = {}
        """The nicknames as written; those of the players differ."""
        self._is_transposed = False
        self._open: list[str] | None = None
        """The text to which a continuation line belongs; None if there is none."""

    def read_line(self, text: str, number: int) -> None:
        if text:
            self._line = number
        if text.startswith(">"):
            self._read_event(parse_event_line(text, number))
        elif text.startswith("#"):
            self._read_pragma(text)
        elif self._open is not None:
            self._open.append(text)
        elif text:
            raise self._fault("stray_text", text)
        self._begun |= bool(text)

    def _read_pragma(self, text: str) -> None:
        """Read a line that begins with `#`; an unknown pragma is stored as it is."""
        match = _PRAGMA.fullmatch(text)
        keyword, value = (match[1], match[2]) if match else ("", "")
        name = keyword.casefold()
        if name == "-":
            if self._open is None:
                raise self._fault("stray_text", text)
            self._open.append(value)
            return
        self._open = None
        if (numbered := NUMBERED.fullmatch(name)) is not None:
            self._read_numbered(numbered[1], numbered[2], value)
        elif name in _ONE_LINE:
            self._set_once(_ONE_LINE[name], name, tidy_line(value))
        elif name in _TEXTS:
            notes = self._entries[-1][1] if self._entries else self._notes
            self._open = self._description if name == "description" else notes
            self._open.append(value)
        elif name == "character-encoding":
            if self._begun:
                raise self._fault("late_encoding", value)
        elif name == "incomplete":
            self._incomplete = check_tiles(value, self._line)
        elif name == "id":
            first, _, rest = tidy_line(value).partition(" ")
            self._set_once("id_authority", "id", first if rest else "")
            self._values["id"] = rest or first
        elif name != ORIENTATION or not self._is_orientation(value):
            self._open = [value]
            pragma = Pragma(keyword=keyword, text="", after=len(self._entries))
            self._others.append((pragma, self._open))

    def _set_once(self, field: str, pragma: str, value: str) -> None:
        if field in self._values:
            raise self._fault("repeated", f"#{pragma}")
        self._values[field] = value

    def _read_numbered(self, kind: str, digits: str, value: str) -> None:
        """Read a rack or a player, as `#rack1` or `#player2`.

        A file that grew during play may state a rack again; the last one is that of its end.
        """
        number = int(digits.lstrip("0")[:3] or 0)  # Python refuses numbers of thousands of digits
        if not 1 <= number <= MOST_PLAYERS:
            raise unreadable("player_number", self._line, f"#{kind}{digits}", most=MOST_PLAYERS)
        if kind == "rack":
            self._racks[number] = check_tiles(value, self._line), self._line
            return
        nick, _, name = tidy_line(value).partition(" ")
        if not nick:
            raise self._fault("no_nick", f"#player{number}")
        if number in self._players:
            raise self._fault("repeated", f"#player{number}")
        player = GcgPlayer(nick=self._distinct(nick, number), name=name or nick)
        self._nicks[number], self._players[number] = nick, player

    def _distinct(self, nick: str, number: int) -> str:
        """Return a nickname that no other player has.

        Two players may share one if nobody else plays, because their totals tell them apart.
        """
        nicks = [*self._nicks.values(), nick]
        shared = next((one for one in nicks if nicks.count(one) > 1), None)
        if shared is None:
            return nick
        if len(nicks) > 2:
            raise self._fault("same_nick", shared)
        return f"{nick}-{number}"

    def _is_orientation(self, value: str) -> bool:
        """Take over how positions are written; return False for an unknown value."""
        is_transposed = _ORIENTATIONS.get(tidy_line(value).casefold())
        if is_transposed is None:
            return False
        if self._entries and is_transposed is not self._is_transposed:
            raise self._fault("late_orientation", value)
        self._is_transposed = is_transposed
        return True

    def _read_event(self, event: EventLine) -> None:
        """Read an event: find its player, its meaning, and the squares of a play."""
        self._open = None
        namesakes = tuple(n for n, nick in self._nicks.items() if nick == event.nick)
        player = self._turns.player_of(event.entry, namesakes)
        if player is None:
            raise self._fault("unknown_player", event.nick)
        entry = replace(self._turns.meant(event.entry, player), player=player - 1)
        if entry.kind is GcgKind.PLAY:
            square, axis = event.square, event.axis
            if self._is_transposed:
                square, axis = Square(square.column, square.row), axis.other
            placement = self._laid.read(event.word, square, axis, self._line)
            self._laid.lay(placement)
            entry = replace(entry, placement=placement)
        elif entry.kind is GcgKind.WITHDRAWN:
            if not self._turns.can_withdraw(player):
                raise self._fault("nothing_to_withdraw", event.nick)
            self._laid.take_back()
        self._turns.note(entry, player)
        self._entries.append((entry, []))

    def record(self) -> GameRecord:
        """Return the record of all lines read so far; refuse it if a player is not named."""
        count = len(self._players)
        missing = next((n for n in range(1, count + 1) if n not in self._players), 0)
        if missing or not count:
            raise self._fault("no_player", f"#player{missing or 1}")
        for number, (_, line) in self._racks.items():
            if number > count:
                raise unreadable("no_player", line, f"#player{number}")
        racks = [self._racks.get(number, ("", 0))[0] for number in range(1, count + 1)]
        return GameRecord(
            players=tuple(self._players[number] for number in range(1, count + 1)),
            entries=tuple(starmap(_noted, self._entries)),
            description=tidy_text("\n".join(self._description)),
            note=tidy_text("\n".join(self._notes)),
            incomplete=self._incomplete is not None,
            incomplete_rack=self._incomplete or "",
            racks=tuple(racks) if any(racks) else (),
            pragmas=tuple(
                replace(pragma, text=tidy_text("\n".join(lines))) for pragma, lines in self._others
            ),
            **self._values,
        )

    def _fault(self, code: str, text: str) -> NotationError:
        return unreadable(code, self._line, text)
