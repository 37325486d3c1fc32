"""The form in which an arbiter states games that began elsewhere: a spreadsheet with six sheets.

This module reads the sheets into plain statements and notes every cell that cannot be read. The
engine checks the moves (`engine.games.importing`). Rows that begin with "exemplu" are ignored, so
that the examples in an empty form may stay. Headings and words are Romanian or English.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

from bot.documents.tables.cell_texts import truth_of
from bot.documents.tables.cells import is_unplayed, parse_day, parse_number, parse_whole
from bot.documents.tables.checks.doubtful_days import doubtful_days
from bot.documents.tables.checks.notes import NoteRows, note_text
from bot.documents.tables.checks.person_texts import person_text
from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.crosstables.tables import read_crosstables
from bot.documents.tables.faults import TableFault, lines_text, listed
from bot.documents.tables.formats.files import FIRST, FileLimits, Row, TableFile
from bot.documents.tables.formats.sheets import ARCHIVE, read_book, read_rows
from bot.documents.tables.headings import is_set_aside, looks_like, plain
from bot.documents.tables.import_stated import (
    COMPETITION,
    GAMES,
    LEAVE,
    MOVES,
    RESULTS,
    RULINGS,
    SHEETS,
    FormFault,
    ImportForm,
    SeasonAnswers,
    StatedGame,
    StatedPenalty,
    StatedResult,
    key_of,
)
from bot.documents.tables.names import words_of
from bot.texts.i18n import fault_text
from bot.texts.messages import Text, say
from engine.coefficients import check_penalty
from engine.errors import EngineError, NotationError, RuleViolation
from engine.games.events import Ending
from engine.games.importing import StatedEnd, StatedGrant, StatedLeave, StatedTurn, sequence_from
from engine.ids import Leg, Seat
from engine.matches.channel import read_channel
from engine.notation import is_pass, parse_placement
from engine.rulesets import Phase

NO_ANSWERS: Final = SeasonAnswers()
LIMITS: Final = FileLimits(size=4 << 20, rows=10_000, unpacked=4 << 20)
"""Enough for the moves of 250 games; other updates wait while the form is read."""
LONGEST_NAME: Final = 60
MAXIMUM_SHOWN: Final = Fraction("1.6667")
"""The greatest coefficient (art. 9.5)."""
LONGEST_TITLE: Final = 80
LONGEST_REASON: Final = 200

COLUMNS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    COMPETITION: {"what": ("Ce", "What"), "value": ("Valoarea", "Value")},
    GAMES: {
        "game": ("Partida", "Game"),
        "leg": ("Manșa", "Leg"),
        "group": ("Grupa", "Group"),
        "red": ("ROȘU", "Red"),
        "blue": ("ALBASTRU", "Blue"),
        "start": ("Începută la", "Started on"),
        "sequence": ("Șirul", "Sequence"),
        "ending": ("Încheiată prin", "Ended by"),
        "loser": ("De către", "By whom"),
        "ended": ("Încheiată la", "Ended on"),
        "channel": ("Legătura", "Channel"),
    },
    MOVES: {
        "game": ("Partida", "Game"),
        "round": ("Tura", "Round"),
        "colour": ("Culoarea", "Colour"),
        "placement": ("Depunerea", "Move"),
        "points": ("Puncte", "Points"),
        "total": ("Total", "Total"),
        "received": ("Primită la", "Received on"),
        "sent": ("Trimisă la", "Sent on"),
        "days": ("Zile", "Days"),
        "accepted": ("Admisă", "Accepted"),
        "returned": ("Returnată la", "Sent back on"),
        "restored": ("Repusă la", "Restored on"),
    },
    LEAVE: {
        "player": ("Jucătorul", "Player"),
        "first": ("Prima zi", "First day"),
        "last": ("Ultima zi", "Last day"),
        "announced": ("Anunțat la", "Announced on"),
    },
    RULINGS: {
        "game": ("Partida", "Game"),
        "colour": ("Culoarea", "Colour"),
        "what": ("Ce", "What"),
        "value": ("Cât", "How much"),
        "on": ("La", "On"),
        "reason": ("Motivul", "Reason"),
    },
    RESULTS: {
        "group": ("Grupa", "Group"),
        "leg": ("Manșa", "Leg"),
        "red": ("ROȘU", "Red"),
        "blue": ("ALBASTRU", "Blue"),
        "red_score": ("Puncte ROȘU", "Red points"),
        "blue_score": ("Puncte ALBASTRU", "Blue points"),
        "red_coefficient": ("Coeficient ROȘU", "Red coefficient"),
        "blue_coefficient": ("Coeficient ALBASTRU", "Blue coefficient"),
    },
}
"""The columns of each sheet in order, with their Romanian and English headings."""
REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    COMPETITION: ("what", "value"),
    GAMES: ("red", "blue", "start", "sequence"),
    MOVES: ("placement", "sent"),
    LEAVE: ("player", "first", "last"),
    RULINGS: ("colour", "what", "value", "on"),
    RESULTS: ("red", "blue"),
}
_OF_WHOLE_TABLE: Final = frozenset({"import.cross_rows", "import.cross_no_column"})
"""The faults of a crosstable that merged cells may cause."""
_PLAYED: Final = frozenset({"start", "ended", "sent", "received", "returned", "restored", "on"})
"""The columns with days that are over."""
_PERSONS: Final = ("red", "blue", "player")
"""The columns with persons."""
GUIDES: Final = ("Cum se completează", "How to fill it in")
"""The names of the sheet with explanations."""
EXAMPLES: Final = ("exemplu", "example")
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "title": ("Titlul", "Title"),
    "phase": ("Faza", "Phase"),
    "start": ("A început la", "Began on"),
    "closing": ("Se închide la", "Closes on"),
    "advance": ("Merg mai departe", "Advance"),
    "final_start": ("Finala începe la", "Final starts on"),
    "final_closing": ("Finala se închide la", "Final closes on"),
}
"""The lines of the competition's sheet."""

_SEATS: Final = {
    **dict.fromkeys(("r", "roșu", "red"), Seat.RED),
    **dict.fromkeys(("a", "albastru", "b", "blue"), Seat.BLUE),
}
_LEGS: Final = {
    **dict.fromkeys(("tur", "home", "1", ""), Leg.HOME),
    **dict.fromkeys(("retur", "return", "2"), Leg.RETURN),
}
_PHASES: Final = {
    **dict.fromkeys(("preliminară", "preliminara", "preliminary", ""), Phase.PRELIMINARY),
    **dict.fromkeys(("finală", "final"), Phase.FINAL),
}
DAYS, PENALTY = "days", "penalty"
RULING_WORDS: Final = {DAYS: ("zile", "days"), PENALTY: ("penalizare", "penalty")}
"""The Romanian and the English word for each ruling."""
_RULINGS: Final = {word: what for what, words in RULING_WORDS.items() for word in words}
ENDING_WORDS: Final = {
    Ending.PLAYED_OUT: ("ultimele litere", "last tiles"),
    Ending.PASSES: ("pase", "passes"),
    Ending.ABANDONED: ("abandon", "resigned"),
    Ending.TIME: ("timp", "time"),
    Ending.INTERRUPTED: ("întrerupere", "end early"),
    Ending.NO_SHOW: ("neprezentare", "no-show"),
}
"""The Romanian and the English word for each end."""
_ENDINGS: Final = {word: ending for ending, words in ENDING_WORDS.items() for word in words}


def read_import(
    content: bytes,
    name: str,
    answers: SeasonAnswers = NO_ANSWERS,
    today: date | None = None,
) -> tuple[ImportForm, tuple[FormFault, ...]]:
    """Return what the form or the crosstable states, and every cell that cannot be read.

    `answers`: the arbiter's answers to questions that a crosstable leaves open.
    `today`: the day of reading, after which nothing was played; None if unknown.

    Raises:
        TableError: the file as a whole cannot be read.
    """
    file = TableFile(name=name, content=io.BytesIO(content), limits=LIMITS)
    if content[: len(ARCHIVE)] == ARCHIVE:
        reading = _Reading(read_book(file), answers, today)
    else:
        reading = _Reading({name: list(read_rows(file))}, answers, today)
        file.traits[name] = file.traits_of(FIRST)
    form, faults = reading.form()
    remarks = [*reading.remarks, *(one.what for one in file.remarks)]
    for sheet, traits in file.traits.items():
        found = [
            *traits.remarks(reading.headers.get(sheet, 0)),
            *reading.doubtful_days(sheet, today),
        ]
        remarks += [say("import.of_sheet", sheet=sheet, what=one.what) for one in found]
    return replace(form, remarks=tuple(remarks)), (*_merged(faults, file),)


def _merged(faults: Sequence[FormFault], file: TableFile) -> Iterator[FormFault]:
    """Yield the faults; where an empty cell belongs to merged cells, say so.

    After a fault of a whole crosstable, the merged cells below it follow.
    """
    said: set[tuple[str, str]] = set()
    for fault in faults:
        area = file.traits_of(fault.sheet).merged_in(fault.row)
        if area is not None and fault.what == say("table.blank"):
            said.add((fault.sheet, area))
            yield replace(fault, what=say("table.merged", area=area))
        else:
            yield fault
    for fault in faults:
        for (row, _), area in file.traits_of(fault.sheet).merged.items():
            is_below = fault.what.key in _OF_WHOLE_TABLE and row > fault.row
            if is_below and (fault.sheet, area) not in said:
                said.add((fault.sheet, area))
                yield FormFault(fault.sheet, row, "", say("table.merged", area=area))


class _Line:
    """One row of a sheet, by column."""

    def __init__(self, reading: "_Reading", sheet: str, row: int, cells: Mapping[str, str]) -> None:
        self.row = row
        self._reading, self._sheet, self._cells = reading, sheet, cells

    def __getitem__(self, column: str) -> str:
        """Return the cell's text, "" for an empty or a missing one."""
        return self._cells.get(column, "")

    @property
    def is_example(self) -> bool:
        """Return whether the first filled cell says that the row is an example."""
        first = next((cell for cell in self._cells.values() if cell), "")
        return any(plain(first).startswith(word) for word in EXAMPLES)

    def fault(self, column: str, what: Text) -> None:
        """Note why the cell cannot be read."""
        self._reading.note(self._sheet, self.row, column, what)

    def refused(self, column: str, error: EngineError) -> None:
        """Note why the engine cannot read the cell."""
        for fault in error.faults:
            self._reading.note(self._sheet, self.row, column, fault_text(fault))

    def day(self, column: str, *, is_needed: bool = False) -> date | None:
        """Return the cell's date; None if it is empty or unreadable."""
        text = self[column]
        found = parse_day(text)
        if found is None and (text or is_needed):
            what = say("table.date", found=text) if text else say("table.blank")
            self.fault(column, what)
        if found is not None and column in _PLAYED:
            self._reading.note_day(self._sheet, self.row, text)
        return found

    def whole(self, column: str) -> int | None:
        """Return the cell's whole number; None if it is empty or unreadable."""
        text = self[column]
        found = parse_whole(text) if text else None
        if text and found is None:
            key = "import.cross_unplayed" if is_unplayed(text) else "import.whole"
            self.fault(column, say(key, found=text))
        return found

    def coefficient(self, column: str) -> Decimal | None:
        """Return the cell's coefficient; None if it is empty or impossible (art. 8–9)."""
        text = self[column]
        number = parse_number(text) if text else None
        if not text:
            return None
        if is_unplayed(text):
            self.fault(column, say("import.cross_unplayed", found=text))
            return None
        if number is None or number > MAXIMUM_SHOWN:
            self.fault(column, say("import.coefficient", found=text))
            return None
        return Decimal(text.replace(",", ".").strip()).quantize(Decimal("0.0001"))

    def truth(self, column: str) -> bool:
        """Return whether the cell means yes; an empty cell means no, another word is a fault."""
        found = truth_of(self[column])
        if self[column] and found is None:
            self.fault(column, say("import.truth", found=self[column]))
        return bool(found)

    def word(self, column: str, words: Mapping[str, object]) -> object | None:
        """Return the meaning of the cell's word; None if it is none of the words."""
        text = self[column]
        meanings = {plain(word): meaning for word, meaning in words.items()}
        if plain(text) in meanings:
            return meanings[plain(text)]
        if text:
            wanted = ", ".join(filter(None, words))
            self.fault(column, say("import.word", found=text, words=wanted))
        return None

    def name(self, column: str, most: int = LONGEST_NAME) -> str:
        """Return the cell's text without extra spaces; "" with a fault if it is no name."""
        person = person_text(self[column])
        text = person.name if most == LONGEST_NAME else " ".join(self[column].split())
        if not text:
            self.fault(column, say("table.blank"))
        elif most == LONGEST_NAME and (unfit := person.fault(text)) is not None:
            self.fault(column, unfit.what)
        elif not (2 <= len(text) <= most and text.isprintable()):
            self.fault(column, say("table.name", found=text))
        else:
            if most == LONGEST_NAME and text:
                self._reading.check_order(self, column, text)
            return text
        return ""


class _Reading:
    """The state of reading a file's sheets."""

    def __init__(
        self,
        book: Mapping[str, Sequence[Row]],
        answers: SeasonAnswers,
        today: date | None = None,
    ) -> None:
        self._today = today
        self.faults: list[FormFault] = []
        self.headings: dict[tuple[str, str], str] = {}
        self.names: dict[str, str] = {}
        self._rows: dict[str, Sequence[Row]] = {}
        self.remarks: list[Text] = []
        """What the arbiter should know about the file: rows set aside, hidden rows."""
        self._broken: set[str] = set()
        """The games of which a move cannot be read, so that no later one can be checked."""
        self._by_words: dict[tuple[str, ...], tuple[str, int]] = {}
        """The first name with these words, and its row."""
        self._days: dict[str, dict[str, list[int]]] = {}
        """The days of play, as written, with their rows, by sheet."""
        self._is_season = False
        """Whether the file states a season that is over, which has only two days."""
        self.headers: dict[str, int] = {}
        """The row of the headings in each sheet, as the file names it."""
        self._answers = answers
        self._others: dict[str, Sequence[Row]] = {}
        """The sheets that do not belong to the form, which may have crosstables."""
        catalogue = {plain(word): sheet for sheet, own in SHEETS.items() for word in own}
        for name, rows in book.items():
            sheet = catalogue.get(plain(name))
            if sheet is not None and sheet not in self.names:
                self.names[sheet], self._rows[sheet] = name, rows
            else:
                self._others[name] = rows

    def note(self, sheet: str, row: int, column: str, what: Text) -> None:
        """Add a fault."""
        name = self.names.get(sheet, SHEETS[sheet][0])
        heading = self.headings.get((sheet, column), COLUMNS[sheet].get(column, ("",))[0])
        self.faults.append(FormFault(name, row, heading, what))

    def note_day(self, sheet: str, row: int, text: str) -> None:
        """Record a day of play for `doubtful_days`."""
        name = self.names.get(sheet, sheet)
        self._days.setdefault(name, {}).setdefault(text, []).append(row)

    def doubtful_days(self, sheet: str, today: date | None) -> Iterator[TableFault]:
        """Yield a remark on the days of a sheet that are probably mistyped."""
        others = {text for name, own in self._days.items() if name != sheet for text in own}
        own, least = self._days.get(sheet, {}), 2 if self._is_season else 3
        for code, text, rows in doubtful_days(own, today, others, least):
            yield TableFault(code, rows[0], facts={"found": text, "lines": lines_text(rows)})

    def form(self) -> tuple[ImportForm, tuple[FormFault, ...]]:
        """Return the form, and its faults in the order of sheets and rows."""
        results, stated = list(self._lines(RESULTS)), list(self._lines(GAMES))
        if not results and (season := self._crosstables(stated)) is not None:
            return season, tuple(self.faults)
        self._is_season = bool(results) and not stated
        about = self._about()
        found = tuple(one for line in results if (one := _result(line)) is not None)
        is_to_come = self._today is not None and (about.closing or date.min) > self._today
        if results and not stated and not is_to_come:
            self._name_unread(frozenset())
            names, headings = self.names, self.headings
            season = replace(about, results=found, names=names, headings=headings)
            return season, tuple(self.faults)
        if GAMES not in self.names and not results:
            self.note(GAMES, 0, "", say("import.no_sheet", name=SHEETS[GAMES][0]))
            return ImportForm(), tuple(self.faults)
        self._name_unread(frozenset())
        games = [game for line in stated if (game := _game(line)) is not None]
        turns = self._turns(games)
        rulings = self._rulings(games)
        form = replace(
            about,
            games=tuple(
                replace(
                    game,
                    turns=tuple(turns[game.key]),
                    grants=tuple(one for one in rulings[game.key] if isinstance(one, StatedGrant)),
                    penalties=tuple(
                        one for one in rulings[game.key] if isinstance(one, StatedPenalty)
                    ),
                    is_whole=game.key not in self._broken,
                )
                for game in games
            ),
            results=found,
            is_running=True,
            leave=self._leave(),
            names=self.names,
            headings=self.headings,
        )
        if not games and not found and not self.faults:
            self.note(GAMES, 0, "", say("import.no_games"))
        return form, tuple(self.faults)

    def _crosstables(self, games: Sequence[_Line]) -> ImportForm | None:
        """Return a season that is over from its crosstables; None if there are none.

        `games`: the rows of games, which cannot stand beside one.
        """
        found = read_crosstables(self._others, self._answers)
        if found is None:
            return None
        for game in games:
            game.fault("game", say("import.games_and_results"))
        self.faults += found.faults
        self._is_season = True
        for sheet, row, text in found.written_days:
            self.note_day(sheet, row, text)
        self.headers.update(found.headers)
        self._name_unread(frozenset(found.headers))
        if found.notes:
            rows = listed([text for _, _, text in found.notes])
            self.remarks.append(say("import.rows_aside", rows=rows))
        about, answers = self._about(), self._answers
        days = found.days if len(found.days) == len(("start", "closing")) else (None, None)
        return replace(
            about,
            title=answers.title or about.title or found.title[:LONGEST_TITLE],
            start=answers.start or about.start or days[0],
            closing=answers.closing or about.closing or days[1],
            results=found.results,
            is_crosstable=True,
            layout=found.layout,
            names={**self.names, RESULTS: next(iter(self._others))},
            headings=self.headings,
        )

    def check_order(self, line: _Line, column: str, name: str) -> None:
        """Note a name that has the words of another in another order."""
        first, row = self._by_words.setdefault(words_of(name), (name, line.row))
        if key_of(first) != key_of(name):
            line.fault(column, say("import.turned", found=name, near=first, row=row))

    def _name_unread(self, read: frozenset[str]) -> None:
        """Note each sheet with data that nothing is read from."""
        own = {plain(name) for name in GUIDES}
        for name, rows in self._others.items():
            if rows and name not in read and plain(name) not in own:
                self.faults.append(FormFault(name, 0, "", say("import.sheet_unread")))

    def _lines(self, sheet: str) -> Iterator[_Line]:
        """Yield the rows under the header, without examples."""
        rows = list(self._rows.get(sheet, ()))
        header = next(
            (
                at
                for at, row in enumerate(rows[: MOST_TITLES + 1])
                if self._is_header(sheet, row[1])
            ),
            None,
        )
        if header is None:
            if rows:
                wanted = ", ".join(COLUMNS[sheet][column][0] for column in REQUIRED[sheet])
                self.note(sheet, 0, "", say("import.no_header", columns=wanted))
            return
        self.headers[self.names[sheet]] = rows[header][0]
        places = self._places(sheet, rows[header][1])
        self._check_headings(sheet, rows[header], places)
        persons = [places[column] for column in _PERSONS if column in places]
        needed = [places[column] for column in REQUIRED[sheet]]
        notes = NoteRows(persons, needed)
        for number, cells in rows[header + 1 :]:
            if persons and notes.takes(number, cells):
                self.remarks.append(say("import.rows_aside", rows=note_text(cells)))
                continue
            notes.pass_over(number, cells)
            values = {
                column: " ".join(cells[place].split()) if place < len(cells) else ""
                for column, place in places.items()
            }
            line = _Line(self, sheet, number, values)
            if any(values.values()) and not line.is_example:
                yield line

    def _places(self, sheet: str, cells: Sequence[str]) -> dict[str, int]:
        """Return the position of each column that the row names."""
        found: dict[str, int] = {}
        for place, cell in enumerate(cells):
            for column, words in COLUMNS[sheet].items():
                if plain(cell) in map(plain, words) and column not in found:
                    found[column] = place
                    self.headings[sheet, column] = cell.strip()
        return {column: found[column] for column in COLUMNS[sheet] if column in found}

    def _check_headings(self, sheet: str, row: Row, places: Mapping[str, int]) -> None:
        """Note each column that is none of the form but looks like a name, a result or the like."""
        number, cells = row
        for place, cell in enumerate(cells):
            is_known = place in places.values() or is_set_aside(cell)
            if not is_known and looks_like(cell) is not None:
                what = say("import.doubtful_column", found=cell.strip())
                self.faults.append(FormFault(self.names[sheet], number, "", what))

    def _is_header(self, sheet: str, cells: Sequence[str]) -> bool:
        return self._places(sheet, cells).keys() >= {*REQUIRED[sheet]}

    def _about(self) -> ImportForm:
        """Return the statements on the competition's sheet."""
        found = ImportForm()
        final: dict[str, date | None] = {}
        keys = {plain(word): key for key, words in KEYS.items() for word in words}
        for line in self._lines(COMPETITION):
            key = keys.get(plain(line["what"]))
            if key is None:
                wanted = ", ".join(words[0] for words in KEYS.values())
                line.fault("what", say("import.word", found=line["what"], words=wanted))
            elif key == "title" and line["value"]:
                found = replace(found, title=line.name("value", LONGEST_TITLE))
            elif key == "phase":
                phase = line.word("value", _PHASES)
                found = replace(found, phase=phase) if isinstance(phase, Phase) else found
            elif key in {"closing", "start"}:
                day = line.day("value")
                is_start = key == "start"
                found = replace(found, start=day) if is_start else replace(found, closing=day)
                if day is not None and self._is_season:
                    self.note_day(COMPETITION, line.row, line["value"])
            elif key == "advance":
                found = replace(found, advance=_advance(line))
            elif key in {"final_start", "final_closing"}:
                final[key] = line.day("value")
        start, closing = final.get("final_start"), final.get("final_closing")
        return replace(found, final=(start, closing)) if start and closing else found

    def _turns(self, games: Sequence[StatedGame]) -> dict[str, list[StatedTurn]]:
        """Return the moves of each game, in the order of the rows."""
        found: dict[str, list[StatedTurn]] = {game.key: [] for game in games}
        for line in self._lines(MOVES):
            key = _game_of(line, games)
            if key is None:
                continue
            turn = _turn(line)
            if turn is None:
                self._broken.add(key)
            elif key not in self._broken:
                found[key].append(turn)
        return found

    def _rulings(self, games: Sequence[StatedGame]) -> dict[str, list[StatedGrant | StatedPenalty]]:
        """Return the arbiter's rulings in each game, in the order of the rows."""
        found: dict[str, list[StatedGrant | StatedPenalty]] = {game.key: [] for game in games}
        for line in self._lines(RULINGS):
            key, ruling = _game_of(line, games), _ruling(line)
            if key is not None and ruling is not None:
                found[key].append(ruling)
        return found

    def _leave(self) -> dict[str, tuple[StatedLeave, ...]]:
        found: dict[str, tuple[StatedLeave, ...]] = {}
        for line in self._lines(LEAVE):
            player = key_of(line.name("player"))
            first, last = line.day("first", is_needed=True), line.day("last", is_needed=True)
            announced = line.day("announced")
            if player and first and last:
                stated = StatedLeave(row=line.row, first=first, last=last, announced=announced)
                found[player] = (*found.get(player, ()), stated)
        return found


def _game_of(line: _Line, games: Sequence[StatedGame]) -> str | None:
    """Return the key of the game that a row is about, or None after its fault."""
    key = key_of(line["game"]) or (games[0].key if len(games) == 1 else "")
    if any(game.key == key for game in games):
        return key
    known = ", ".join(game.key for game in games[:20])
    what = say("import.no_such_game", found=line["game"], games=known)
    line.fault("game", what if line["game"] else say("table.blank"))
    return None


def _ruling(line: _Line) -> StatedGrant | StatedPenalty | None:
    """Return the ruling of a row, or None after its faults."""
    what, seat = line.word("what", _RULINGS), line.word("colour", _SEATS)
    on = line.day("on", is_needed=True)
    reason = line.name("reason", LONGEST_REASON)
    for column in ("what", "colour", "value"):
        if not line[column]:
            line.fault(column, say("table.blank"))
    if not (what and isinstance(seat, Seat) and on and reason and line["value"]):
        return None
    if what == DAYS:
        days = line.whole("value")
        if days is None:
            return None
        return StatedGrant(row=line.row, seat=seat, days=days, on=on, reason=reason)
    number = parse_number(line["value"])
    points = None if number is None else Decimal(line["value"].replace(",", "."))
    try:
        check_penalty(points or Decimal(-1))
    except RuleViolation as error:
        line.refused("value", error)
        return None
    if points is None:
        return None
    return StatedPenalty(row=line.row, seat=seat, points=points, on=on, reason=reason)


def _result(line: _Line) -> StatedResult | None:
    """Return the result of a row, or None after its faults."""
    red, blue = line.name("red"), line.name("blue")
    leg = line.word("leg", _LEGS)
    scores = line.whole("red_score"), line.whole("blue_score")
    figures = line.coefficient("red_coefficient"), line.coefficient("blue_coefficient")
    if not (red and blue and isinstance(leg, Leg)):
        return None
    if key_of(red) == key_of(blue):
        line.fault("blue", say("import.same_player", found=blue))
        return None
    if (scores[0] is None) is not (scores[1] is None):
        line.fault("blue_score", say("import.both"))
    if (figures[0] is None) is not (figures[1] is None):
        line.fault("blue_coefficient", say("import.both"))
    both = None if scores[0] is None or scores[1] is None else (scores[0], scores[1])
    worth = None if figures[0] is None or figures[1] is None else (figures[0], figures[1])
    if both is None and worth is None:
        line.fault("red_score", say("import.no_result"))
        return None
    return StatedResult(
        row=line.row,
        leg=leg,
        group=" ".join(line["group"].split()).upper()[:10],
        red=red,
        blue=blue,
        scores=both,
        coefficients=worth,
    )


def _advance(line: _Line) -> tuple[int, int] | None:
    """Return how many advance from each group, and how many best others: `2`, or `2+1`."""
    text = line["value"].replace(" ", "")
    if not text:
        return None
    first, _, others = text.partition("+")
    found = parse_whole(first, least=0), parse_whole(others or "0", least=0)
    if found[0] is None or found[1] is None or not sum(filter(None, found)):
        line.fault("value", say("import.advance", found=text))
        return None
    return found[0], found[1]


def _game(line: _Line) -> StatedGame | None:
    """Return the game of a row, or None after its faults."""
    red, blue = line.name("red"), line.name("blue")
    start = line.day("start", is_needed=True)
    leg = line.word("leg", _LEGS)
    if not line["sequence"]:
        line.fault("sequence", say("table.blank"))
    end = _end(line)
    channel = _channel(line)
    if not (red and blue and start and isinstance(leg, Leg) and line["sequence"]):
        return None
    if key_of(red) == key_of(blue):
        line.fault("blue", say("import.same_player", found=blue))
        return None
    return StatedGame(
        row=line.row,
        key=key_of(line["game"]),
        leg=leg,
        group=" ".join(line["group"].split()).upper()[:10],
        red=red,
        blue=blue,
        start=start,
        sequence=sequence_from(line["sequence"]),
        end=end,
        channel=channel,
    )


def _end(line: _Line) -> StatedEnd | None:
    """Return the end that a row states, or None."""
    if not line["ending"]:
        return None
    ending = line.word("ending", _ENDINGS)
    by = line.word("loser", _SEATS) if line["loser"] else None
    on = line.day("ended")
    if not isinstance(ending, Ending):
        return None
    if ending in {Ending.ABANDONED, Ending.TIME, Ending.NO_SHOW} and by is None:
        line.fault("loser", say("import.loser"))
        return None
    return StatedEnd(row=line.row, ending=ending, on=on, by=by if isinstance(by, Seat) else None)


def _channel(line: _Line) -> str:
    if not line["channel"] or plain(line["channel"]) in {"bot", "telegrambot"}:
        return ""
    try:
        return read_channel(line["channel"])
    except NotationError as error:
        line.refused("channel", error)
        return ""


def _turn(line: _Line) -> StatedTurn | None:
    """Return the turn of a row, or None after its faults."""
    sent = line.day("sent", is_needed=True)
    received = line.day("received")
    figures = {column: line.whole(column) for column in ("points", "total", "days")}
    seat = line.word("colour", _SEATS) if line["colour"] else None
    if not line["placement"]:
        line.fault("placement", say("table.blank"))
        return None
    try:
        placed = None if is_pass(line["placement"]) else parse_placement(line["placement"])
    except NotationError as error:
        line.refused("placement", error)
        return None
    if sent is None:
        return None
    return StatedTurn(
        row=line.row,
        placement=placed,
        sent=sent,
        received=received,
        seat=seat if isinstance(seat, Seat) else None,
        is_accepted=line.truth("accepted"),
        returned=line.day("returned"),
        restored=line.day("restored"),
        **figures,
    )
