"""The parser of `/meci Ana Pop - Ion Rus start 3 mai`, which never guesses.

A day in place of a name counts as the start, and the bot says so. Unreadable text is refused with
the correct form. Pure.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Final, NamedTuple

from bot.service.operations.people.resolving import Named
from bot.service.people.typed_names import LONGEST_QUOTED, typed_name
from bot.texts.days import day_named, in_figures
from engine.dates import parse_date
from engine.errors import Fault, NotationError
from engine.notation import fold
from engine.rulesets import Phase
from engine.typed import latin, single_spaced

_LONGEST_NAME: Final = 60
"""The most characters of a name."""
_LONGEST_TITLE: Final = 80
"""The most characters of a title, which must fit on a sheet."""
_OPTIONS: Final = re.compile(
    r"(?P<phase>\b(?:faza\s+)?(?:preliminara|finala|final|preliminary)\b)"
    r"|\bstart\s+(?P<start>\S+)",
    re.IGNORECASE,
)
"""The phase, and the word *start* with its day; they may stand anywhere in the line."""
_TITLE: Final = re.compile(r"\b(?:titlu|titlul|title)\b\s*:?\s*(?P<title>.*)$", re.IGNORECASE)
"""The title, which is the rest of the line."""
_SEPARATOR: Final = re.compile(r"\s+[-–—]\s+|\s+vs\.?\s+|\s*;\s*", re.IGNORECASE)
"""What stands between the two names. A dash without spaces belongs to a name."""
_OTHER_SEPARATOR: Final = re.compile(r"\s+(?:cu|și|si|contra|with|and)\s+|\s*,\s*", re.IGNORECASE)
"""Separators that are tried if there is none of the first kind, because names may contain them."""
_DATE: Final = re.compile(r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?\.?")
"""A word that is a date in figures."""
_NOT_IN_NAMES: Final = re.compile(r"\b\d+[./-]\d")
"""Matches text that no name contains, such as a date that was not recognised."""
_BEFORE_A_DAY: Final = frozenset(
    {"pe", "de", "din", "la", "cu", "incepand", "incepe", "from", "on"}
)
"""Words between a name and a day, which belong to neither."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A match requested by `/meci`."""

    first: str
    second: str
    phase: Phase
    start: date
    title: str = ""
    first_club: str = ""
    second_club: str = ""
    taken: str = ""
    """The word in a name that was read as the start, so that the card says so; "" for none."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """The arbiter's answers about the names (`bot.service.operations.people.resolving`)."""

    @property
    def named(self) -> tuple[Named, Named]:
        """Return both names."""
        first = Named(name=self.first, club=self.first_club)
        return first, Named(name=self.second, club=self.second_club)

    def to_json(self) -> str:
        """Return the request as JSON, to be stored until it is confirmed."""
        return json.dumps({**asdict(self), "start": self.start.isoformat()})


class _TitleAndRest(NamedTuple):
    """The title in a line, "" without one, and the rest of the line."""

    title: str
    rest: str


class _NameAndDay(NamedTuple):
    """A name, and the day that was typed beside it, "" without one."""

    name: str
    day: str


def arrangement_from(stored_text: str) -> Arrangement:
    """Return the request from the JSON of `to_json`."""
    stored = json.loads(stored_text)
    start, phase = date.fromisoformat(stored.pop("start")), Phase(stored.pop("phase"))
    return Arrangement(**stored, start=start, phase=phase)


def parse_arrangement(text: str, today: date) -> Arrangement:
    """Read `Ana Pop - Ion Rus [faza preliminara|finala] [start ZI] [titlu …]`.

    Raises:
        NotationError: `name_unreadable`, `typed_*`, `match_names`, `match_stray_date`,
            `match_same_name`, `match_start_past`, `match_title_long` or a date's own faults.
    """
    text = single_spaced(latin(text))  # long white space would be matched repeatedly
    title, rest = _title_of(text)
    rest = in_figures(rest)
    phase, start, names = Phase.PRELIMINARY, None, rest
    folded = fold(rest)
    # Folding keeps the length of Romanian text, so positions are the same in the original.
    # The last option comes first, so that the positions of the others stay right.
    for match in reversed(list(_OPTIONS.finditer(folded if len(folded) == len(rest) else rest))):
        if match["phase"]:
            phase = Phase.FINAL if "final" in match["phase"].lower() else Phase.PRELIMINARY
        else:
            start = read_start(match["start"], today)
        names = names[: match.start()] + names[match.end() :]
    two_names = _split_names(names.strip(" ,."))
    if len(two_names) != 2:
        raise NotationError(Fault("match_names", facts={"text": rest.strip()[:LONGEST_QUOTED]}))
    arrangement = Arrangement(two_names[0], two_names[1], phase, start or today, title)
    arrangement = _tidied(
        arrangement if start is not None else _with_start_from_names(arrangement, today)
    )
    _check_meaning(arrangement, today, rest)
    return arrangement


def _tidied(arrangement: Arrangement) -> Arrangement:
    """Return the request with its names as the reader of tables reads them."""
    first, second = typed_name(arrangement.first), typed_name(arrangement.second)
    return replace(
        arrangement,
        first=first.name,
        second=second.name,
        first_club=first.club,
        second_club=second.club,
    )


def _split_names(text: str) -> list[str]:
    """Return the names, tidied; a name in small letters gets capitals."""
    names = _SEPARATOR.split(text)
    names = _OTHER_SEPARATOR.split(text) if len(names) == 1 else names
    tidy = [" ".join(name.split()) for name in names]
    return [name.title() if name.islower() else name for name in tidy]


def read_start(text: str, today: date) -> date:
    """Return the day on which a match is to begin: a date, or „mâine”, „luni”.

    Raises:
        NotationError: `match_start_past`, or a date's own faults.
    """
    start = day_named(text, today) or parse_date(in_figures(text), today)
    check_start(start, today)
    return start


def check_start(start: date, today: date) -> None:
    """Refuse a start in the past.

    Raises:
        NotationError: `match_start_past`.
    """
    if start < today:
        raise NotationError(Fault("match_start_past", facts={"date": start.isoformat()}))


def read_title(text: str) -> str:
    """Return a title in the form for the sheets.

    Raises:
        NotationError: `match_title_long`.
    """
    title = " ".join(text.split()).strip(" „”\"'.")
    if len(title) > _LONGEST_TITLE:
        facts = {"n": len(title), "most": _LONGEST_TITLE}
        raise NotationError(Fault("match_title_long", facts=facts))
    return title


def _title_of(text: str) -> _TitleAndRest:
    """Return the title at the end of the line, and the line without it."""
    match = _TITLE.search(text)
    if match is None:
        return _TitleAndRest("", text)
    return _TitleAndRest(read_title(match["title"]), text[: match.start()])


def _with_start_from_names(arrangement: Arrangement, today: date) -> Arrangement:
    """Return the request with the day at either end of a name as its start."""
    first = arrangement.first
    second, taken = _without_day(arrangement.second, today)
    if not taken:
        first, taken = _without_day(first, today)
    if not taken:
        return arrangement
    start = read_start(taken, today)
    return replace(arrangement, first=first, second=second, start=start, taken=taken)


def _without_day(name: str, today: date) -> _NameAndDay:
    """Return the name without the day at one of its ends, and that day."""
    words = name.split()
    for place in (-1, 0):
        if len(words) > 1 and _is_day(words[place], today):
            taken = words.pop(place)
            # „Ion Rus din 3 mai”: the word before a day at the end is no part of the name.
            while len(words) > 1 and fold(words[-1]).casefold() in _BEFORE_A_DAY:
                words.pop()
            return _NameAndDay(" ".join(words), taken)
    return _NameAndDay(name, "")


def _is_day(word: str, today: date) -> bool:
    return bool(_DATE.fullmatch(word)) or day_named(word, today) is not None


def _check_meaning(arrangement: Arrangement, today: date, text: str) -> None:
    """Refuse names or a first day that cannot be meant."""
    two_names = (arrangement.first, arrangement.second)
    if not all(2 <= len(name) <= _LONGEST_NAME for name in two_names):
        raise NotationError(Fault("match_names", facts={"text": text.strip()[:LONGEST_QUOTED]}))
    if stray := next((name for name in two_names if _NOT_IN_NAMES.search(name)), None):
        raise NotationError(Fault("match_stray_date", facts={"name": stray}))
    if fold(two_names[0]).casefold() == fold(two_names[1]).casefold():
        raise NotationError(Fault("match_same_name", facts={"name": two_names[0]}))
    check_start(arrangement.start, today)
