"""A game that began elsewhere, from a GCG file with dates: the same statements as in the form.

`#player1` is Red. `#start` has the day on which the game began, `#sequence` all its letters. The
note under each event has the day of sending, or the days of arrival and of sending; a word of
`ACCEPTED` after them says that a word outside the list was accepted (art. 5.2).
"""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Final

from bot.documents.tables.cells import days_in, parse_day
from bot.documents.tables.formats.sheets import BROKEN, PLAIN, read_part
from bot.documents.tables.headings import plain
from bot.documents.tables.import_stated import (
    GAMES,
    MOVES,
    FormFault,
    GcgFile,
    ImportForm,
    StatedGame,
)
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Text, say
from engine.errors import Fault, NotationError
from engine.games.events import Ending
from engine.games.importing import StatedEnd, StatedTurn
from engine.gcg.reader import read_gcg
from engine.gcg.record import GameRecord, GcgEntry, GcgKind
from engine.gcg.replay import replay_record, sequence_in
from engine.ids import Leg, Seat
from engine.sequences.stated import sequence_from
from engine.tiles import TileSet

_SCORES: Final = frozenset({GcgKind.END_RACK, GcgKind.RACK_PENALTY})
"""Events that the engine adds itself at the end of a game."""
MOST_FILES: Final = 500
"""The most games in an archive."""
LARGEST_ARCHIVE: Final = 4 << 20
"""The most bytes of the files in an archive, unpacked."""
_SEATS: Final = tuple(Seat)
"""The seats in the order of a record's players."""
ACCEPTED: Final = ("admisă", "admis", "acceptată", "acceptat", "accepted")
"""The words of a note that a word outside the list was accepted."""


def read_import_gcg(
    content: bytes, name: str, tiles: TileSet
) -> tuple[ImportForm, tuple[FormFault, ...]]:
    """Return what the file states, and every fault with its line."""
    reading = _Reading(name)
    record = reading.record(content)
    form = reading.form if record is None else reading.read(record, tiles)
    return form, tuple(reading.faults)


def game_files(file: GcgFile) -> tuple[tuple[GcgFile, ...], tuple[FormFault, ...]]:
    """Return the GCG files in a file, which is one itself or a ZIP archive of them."""
    if not file.name.lower().endswith(".zip"):
        return (file,), ()
    try:
        with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
            parts = [part for part in archive.infolist() if part.filename.lower().endswith(".gcg")]
            size = sum(part.file_size for part in parts)
            if len(parts) > MOST_FILES or size > LARGEST_ARCHIVE:
                return (), (_of_file(file, say("import.zip_large", n=MOST_FILES)),)
            if any(part.compress_type not in PLAIN for part in parts):
                return (), (_of_file(file, say("import.zip_broken")),)
            files = tuple(GcgFile(part.filename, read_part(archive, part)) for part in parts)
    except BROKEN:
        return (), (_of_file(file, say("import.zip_broken")),)
    return files, () if files else (_of_file(file, say("import.zip_empty")),)


def _of_file(file: GcgFile, what: Text) -> FormFault:
    """Return a fault of a file as a whole."""
    return FormFault(file.name, 0, "", what)


def read_season_gcg(
    content: bytes, name: str, day: date, tiles: TileSet
) -> tuple[StatedGame | None, tuple[FormFault, ...]]:
    """Return a game of a past season as the file states it, or None, and every fault.

    A file without dates has all its moves on `day`; one without `#sequence` has the racks. The
    words count, because the game's result does.
    """
    reading = _Reading(name)
    record = reading.record(content)
    game = None if record is None else reading.season_game(record, day, tiles)
    return game, tuple(reading.faults)


class _Reading:
    """The state of reading a record."""

    def __init__(self, name: str) -> None:
        self.form = ImportForm(names={GAMES: name, MOVES: name}, is_record=True)
        self.faults: list[FormFault] = []
        self._name = name

    def note(self, line: int, what: Text) -> None:
        """Add a fault."""
        self.faults.append(FormFault(self._name, line, "", what))

    def record(self, content: bytes) -> GameRecord | None:
        """Return the record of a game of two players, or None after its faults."""
        try:
            record = read_gcg(content)
        except NotationError as error:
            for fault in error.faults:
                self.note(_line_of(fault), fault_text(fault))
            return None
        if len(record.players) != len(_SEATS):
            self.note(0, say("import.gcg_players", n=len(record.players)))
            return None
        return record

    def read(self, record: GameRecord, tiles: TileSet) -> ImportForm:
        """Return the form of the record."""
        start = parse_day(record.pragma("start"))
        if start is None:
            self.note(0, say("import.gcg_start"))
        if not record.pragma("sequence"):
            self.note(0, say("import.gcg_sequence"))
        turns = tuple(self._turns(record))
        is_possible = self._check(record, tiles)
        if start is None or not record.pragma("sequence") or not is_possible:
            return self.form
        red, blue = (player.name or player.nick for player in record.players)
        game = StatedGame(
            row=0,
            key="1",
            leg=Leg.HOME,
            group="",
            red=red,
            blue=blue,
            start=start,
            sequence=sequence_from(record.pragma("sequence")),
            turns=turns,
            is_whole=not self.faults,
        )
        return replace(self.form, games=(game,), title=record.title)

    def season_game(self, record: GameRecord, day: date, tiles: TileSet) -> StatedGame | None:
        """Return the game of a record, or None after its faults."""
        start = parse_day(record.pragma("start"))
        played = [entry for entry in record.entries if entry.kind not in _SCORES]
        if start is None or not all(days_in(entry.note) for entry in played):
            start = day
            dated = (replace(entry, note=f"{day:%d.%m.%Y}") for entry in played)
            record = replace(record, entries=tuple(dated))
        if not self._check(record, tiles):
            return None
        sequence = sequence_from(record.pragma("sequence")) or sequence_in(record, tiles)
        if isinstance(sequence, Fault):
            self.note(_line_of(sequence), fault_text(sequence))
            return None
        turns = tuple(replace(turn, is_accepted=True) for turn in self._turns(record))
        if self.faults:
            return None
        red, blue = (" ".join((player.name or player.nick).split()) for player in record.players)
        return StatedGame(
            row=0,
            key=self._name,
            leg=Leg.HOME,
            group="",
            red=red,
            blue=blue,
            start=start,
            sequence=sequence,
            turns=turns,
            end=StatedEnd(row=0, ending=Ending.PLAYED_OUT),
        )

    def _check(self, record: GameRecord, tiles: TileSet) -> bool:
        """Return whether each turn of the record is possible; add the fault of one that is not."""
        fault = replay_record(record, tiles).fault
        if fault is not None:
            self.note(_line_of(fault), fault_text(fault))
        return fault is None

    def _turns(self, record: GameRecord) -> Iterator[StatedTurn]:
        """Yield the turns; stop, after noting it, at an event without a day or of another kind."""
        for entry in record.entries:
            if entry.kind in _SCORES:
                continue
            days = days_in(entry.note)
            if entry.kind not in {GcgKind.PLAY, GcgKind.PASS}:
                self.note(entry.line, say("import.gcg_event"))
                return
            if not days:
                self.note(entry.line, say("import.gcg_day"))
                return
            yield _turn(entry, days)


def _line_of(fault: Fault) -> int:
    """Return the line of a fault; 0 for one of the file as a whole."""
    return int(str(fault.facts.get("line", 0)))


def _turn(entry: GcgEntry, days: tuple[date, ...]) -> StatedTurn:
    """Return the turn of a record, with the days from its note."""
    return StatedTurn(
        row=entry.line,
        placement=entry.placement,
        sent=days[-1],
        received=days[0] if len(days) > 1 else None,
        seat=_SEATS[entry.player],
        points=entry.points,
        is_accepted=not set(map(plain, ACCEPTED)).isdisjoint(map(plain, entry.note.split())),
    )
