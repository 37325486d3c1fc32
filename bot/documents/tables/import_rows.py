"""The rows of the form: each cell as a value, each row as a statement."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

from bot.documents.tables.cell_texts import truth_of
from bot.documents.tables.cells import is_unplayed, parse_day, parse_number, parse_whole
from bot.documents.tables.checks.person_texts import person_text
from bot.documents.tables.headings import plain
from bot.documents.tables.import_columns import (
    DAYS,
    ENDINGS,
    EXAMPLE_WORDS,
    LEGS,
    RULINGS_BY_WORD,
    SEATS,
)
from bot.documents.tables.import_notes import FormNotes
from bot.documents.tables.import_stated import StatedGame, StatedPenalty, StatedResult, key_of
from bot.texts.fault_texts import fault_text
from bot.texts.messages import Text, say
from engine.coefficients import MAXIMUM, check_penalty
from engine.errors import EngineError, NotationError, RuleViolation
from engine.games.events import Ending
from engine.games.importing import StatedEnd, StatedGrant, StatedTurn
from engine.ids import Leg, Seat
from engine.matches.channel import read_channel
from engine.notation import is_pass, parse_placement
from engine.sequences.stated import sequence_from

LONGEST_NAME: Final = 60
LONGEST_TITLE: Final = 80
LONGEST_REASON: Final = 200
LONGEST_GROUP: Final = 10
"""The most characters of each text."""
_SHORTEST_TEXT: Final = 2
"""The least characters of any of them."""
_MOST_NAMED: Final = 20
"""The most games that an error names."""
_PLAYED: Final = frozenset({"start", "ended", "sent", "received", "returned", "restored", "on"})
"""The columns with days that are over."""
_GROUP: Final = re.compile(r"[^\W_]+(?: [^\W_]+)*")
"""The name of a group, which is part of addresses and of buttons' codes."""


class FormRow:
    """One row of a sheet, by column: its cells as values, each fault noted."""

    def __init__(self, notes: FormNotes, sheet: str, row: int, cells: Mapping[str, str]) -> None:
        self.row = row
        self._notes, self._sheet, self._cells = notes, sheet, cells

    def __getitem__(self, column: str) -> str:
        """Return the cell's text, "" for an empty or a missing one."""
        return self._cells.get(column, "")

    @property
    def is_example(self) -> bool:
        """Return whether the first filled cell says that the row is an example."""
        first = next((cell for cell in self._cells.values() if cell), "")
        return any(plain(first).startswith(word) for word in EXAMPLE_WORDS)

    def group(self) -> str:
        """Return the name of the group in upper case, "" without one; note an unusable name."""
        name = " ".join(self["group"].split()).upper()
        if name and not (len(name) <= LONGEST_GROUP and _GROUP.fullmatch(name)):
            self.fault("group", say("import.group_name", found=name, most=LONGEST_GROUP))
        return name

    def fault(self, column: str, what: Text) -> None:
        """Note why the cell cannot be read."""
        self._notes.note(self._sheet, self.row, column, what)

    def note_refused(self, column: str, error: EngineError) -> None:
        """Note why the engine cannot read the cell."""
        for fault in error.faults:
            self._notes.note(self._sheet, self.row, column, fault_text(fault))

    def day(self, column: str, *, is_needed: bool = False) -> date | None:
        """Return the cell's date; None if it is empty or unreadable."""
        text = self[column]
        parsed = parse_day(text)
        if parsed is None and (text or is_needed):
            what = say("table.date", found=text) if text else say("table.blank")
            self.fault(column, what)
        if parsed is not None and column in _PLAYED:
            self._notes.note_day(self._sheet, self.row, text)
        return parsed

    def whole(self, column: str) -> int | None:
        """Return the cell's whole number; None if it is empty or unreadable."""
        text = self[column]
        number = parse_whole(text) if text else None
        if text and number is None:
            key = "import.cross_unplayed" if is_unplayed(text) else "import.whole"
            self.fault(column, say(key, found=text))
        return number

    def coefficient(self, column: str) -> Decimal | None:
        """Return the cell's coefficient; None if it is empty or impossible (art. 8–9)."""
        text = self[column]
        number = parse_number(text) if text else None
        if not text:
            return None
        if is_unplayed(text):
            self.fault(column, say("import.cross_unplayed", found=text))
            return None
        if number is None or number > Fraction(MAXIMUM):
            self.fault(column, say("import.coefficient", found=text))
            return None
        return Decimal(text.replace(",", ".").strip()).quantize(Decimal("0.0001"))

    def truth(self, column: str) -> bool:
        """Return whether the cell means yes; an empty cell means no, another word is a fault."""
        truth = truth_of(self[column])
        if self[column] and truth is None:
            self.fault(column, say("import.truth", found=self[column]))
        return bool(truth)

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

    def person(self, column: str) -> str:
        """Return the name of a person in the cell; "" with a fault if it is none."""
        person = person_text(self[column])
        unfit = person.fault(person.name)
        if person.name and unfit is not None:
            self.fault(column, unfit.what)
            return ""
        name = self._legible(column, person.name, LONGEST_NAME)
        if name:
            self._notes.check_order(self._sheet, self.row, column, name)
        return name

    def text(self, column: str, most: int) -> str:
        """Return the cell's text without extra spaces; "" with a fault if it is empty or long."""
        return self._legible(column, " ".join(self[column].split()), most)

    def _legible(self, column: str, text: str, most: int) -> str:
        """Return a text of at most so many characters, or "" with a fault."""
        if not text:
            self.fault(column, say("table.blank"))
        elif not (_SHORTEST_TEXT <= len(text) <= most and text.isprintable()):
            self.fault(column, say("table.name", found=text))
        else:
            return text
        return ""


def game_named(line: FormRow, games: Sequence[StatedGame]) -> str | None:
    """Return the key of the game that a row is about, or None after its fault."""
    key = key_of(line["game"]) or (games[0].key if len(games) == 1 else "")
    if any(game.key == key for game in games):
        return key
    known = ", ".join(game.key for game in games[:_MOST_NAMED])
    what = say("import.no_such_game", found=line["game"], games=known)
    line.fault("game", what if line["game"] else say("table.blank"))
    return None


def ruling_of(line: FormRow) -> StatedGrant | StatedPenalty | None:
    """Return the ruling of a row, or None after its faults."""
    what, seat = line.word("what", RULINGS_BY_WORD), line.word("colour", SEATS)
    on = line.day("on", is_needed=True)
    reason = line.text("reason", LONGEST_REASON)
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
    points = _penalty(line)
    if points is None:
        return None
    return StatedPenalty(row=line.row, seat=seat, points=points, on=on, reason=reason)


def _penalty(line: FormRow) -> Decimal | None:
    """Return the points of a penalty, or None after its fault (art. 10.3)."""
    if parse_number(line["value"]) is None:
        line.fault("value", say("table.number", found=line["value"]))
        return None
    points = Decimal(line["value"].replace(",", "."))
    try:
        check_penalty(points)
    except RuleViolation as error:
        line.note_refused("value", error)
        return None
    if not points:  # 0 takes a penalty back, and a form has none to take back
        line.fault("value", say("import.no_penalty"))
    return points or None


def result_of(line: FormRow) -> StatedResult | None:
    """Return the result of a row, or None after its faults."""
    red, blue = line.person("red"), line.person("blue")
    leg = line.word("leg", LEGS)
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
    both_scores = None if scores[0] is None or scores[1] is None else (scores[0], scores[1])
    coefficients = None if figures[0] is None or figures[1] is None else (figures[0], figures[1])
    if both_scores is None and coefficients is None:
        line.fault("red_score", say("import.no_result"))
        return None
    return StatedResult(
        row=line.row,
        leg=leg,
        group=line.group(),
        red=red,
        blue=blue,
        scores=both_scores,
        coefficients=coefficients,
    )


def advance_of(line: FormRow) -> tuple[int, int] | None:
    """Return how many advance from each group, and how many best others: `2`, or `2+1`.

    None for an empty cell, or after its fault.
    """
    text = line["value"].replace(" ", "")
    if not text:
        return None
    first, _, others = text.partition("+")
    by_rank, best_others = parse_whole(first, least=0), parse_whole(others or "0", least=0)
    if by_rank is None or best_others is None or by_rank + best_others == 0:
        line.fault("value", say("import.advance", found=text))
        return None
    return by_rank, best_others


def game_of(line: FormRow) -> StatedGame | None:
    """Return the game of a row, or None after its faults."""
    red, blue = line.person("red"), line.person("blue")
    start = line.day("start", is_needed=True)
    leg = line.word("leg", LEGS)
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
        group=line.group(),
        red=red,
        blue=blue,
        start=start,
        sequence=sequence_from(line["sequence"]),
        end=end,
        channel=channel,
    )


def _end(line: FormRow) -> StatedEnd | None:
    """Return the end that a row states, or None."""
    if not line["ending"]:
        return None
    ending = line.word("ending", ENDINGS)
    by = line.word("loser", SEATS) if line["loser"] else None
    on = line.day("ended")
    if not isinstance(ending, Ending):
        return None
    if ending in {Ending.ABANDONED, Ending.TIME, Ending.NO_SHOW} and by is None:
        line.fault("loser", say("import.loser"))
        return None
    return StatedEnd(row=line.row, ending=ending, on=on, by=by if isinstance(by, Seat) else None)


def _channel(line: FormRow) -> str:
    """Return the agreed channel of a row; empty for the bot, or after a fault."""
    if not line["channel"]:
        return ""
    try:
        return read_channel(line["channel"])
    except NotationError as error:
        line.note_refused("channel", error)
        return ""


def turn_of(line: FormRow) -> StatedTurn | None:
    """Return the turn of a row, or None after its faults."""
    sent = line.day("sent", is_needed=True)
    received = line.day("received")
    figures = {column: line.whole(column) for column in ("points", "total", "days")}
    seat = line.word("colour", SEATS) if line["colour"] else None
    if not line["placement"]:
        line.fault("placement", say("table.blank"))
        return None
    try:
        placed = None if is_pass(line["placement"]) else parse_placement(line["placement"])
    except NotationError as error:
        line.note_refused("placement", error)
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
