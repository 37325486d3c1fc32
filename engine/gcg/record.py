"""The content of a GCG file as plain values, without file syntax or scoring, and its faults."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from engine.errors import Fact, Fault, NotationError
from engine.placement import Placement

MOST_PLAYERS = 4
ORIENTATION = "orientation"
"""The pragma that says how positions are written; a record keeps it only if it is unknown."""
NUMBERED = re.compile(r"(player|rack)([0-9]+)")
_KNOWN = {
    *("-", "character-encoding", "description", "id", "incomplete"),
    *("lexicon", "note", "tile-distribution", "title"),
}


def is_known_keyword(keyword: str) -> bool:
    """Return whether this package interprets the pragma."""
    name = keyword.casefold()
    return name in _KNOWN or NUMBERED.fullmatch(name) is not None


class GcgKind(StrEnum):
    """The kind of an event; the values are the `type` in the output of `turretur replay`."""

    PLAY = "play"
    """Tiles laid on the board."""
    PASS = "pass"  # noqa: S105  (a pass in a game)
    EXCHANGE = "exchange"
    WITHDRAWN = "withdrawn"
    """The player's last play is taken back: challenged off, or returned (art. 5.2)."""
    CHALLENGE_BONUS = "challenge_bonus"
    """Points for a play after an unsuccessful challenge."""
    TIME_PENALTY = "time_penalty"
    ADJUSTMENT = "adjustment"
    """Points added or taken off for another reason, such as a score put right."""
    END_RACK = "end_rack"
    """Points gained for the tiles left on another player's rack."""
    RACK_PENALTY = "rack_penalty"
    """Points lost for the tiles left on the player's own rack."""


TURNS = frozenset({GcgKind.PLAY, GcgKind.PASS, GcgKind.EXCHANGE})
"""The events that are a player's turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgPlayer:
    """A player: the nickname in event lines, without spaces, and the full name."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgEntry:
    """One event line and the notes under it."""

    player: int
    """Index into the record's players."""
    kind: GcgKind
    points: int
    """The recorded points that the event added to the player's score."""
    total: int
    """The player's recorded score after the event."""
    rack: str = ""
    """The rack before the event, `?` for a blank; empty if unknown, and sometimes incomplete."""
    placement: Placement | None = None
    """For a play: the placement in the engine's form, with the letters already on the board."""
    tiles: str = ""
    """The tiles exchanged, or those left on a rack."""
    count: int = 0
    """The number of tiles exchanged, if they are not named."""
    uncapped: int | None = None
    """For a play with capped points (art. 1.4): its uncapped points."""
    note: str = ""
    comment: str = ""
    """The text after the total; some programs put the adjacent words there."""
    line: int = field(default=0, compare=False)
    """The line of the event in the file, from 1; 0 if it was not read from a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pragma:
    """A pragma that this package does not interpret, as read."""

    keyword: str
    """Without the `#`; empty for a bare comment line."""
    text: str = ""
    after: int = 0
    """The number of entries before the pragma."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A whole game record.

    Texts are tidy; see `engine.gcg.texts`. The writer tidies every text, so that a record with tidy
    texts is equal after writing and reading.
    """

    players: tuple[GcgPlayer, ...]
    entries: tuple[GcgEntry, ...] = ()
    title: str = ""
    description: str = ""
    id_authority: str = ""
    id: str = ""
    lexicon: str = ""
    tile_distribution: str = ""
    note: str = ""
    """Notes before the first event."""
    incomplete: bool = False
    incomplete_rack: str = ""
    """The rack that some programs write after `#incomplete`."""
    racks: tuple[str, ...] = ()
    """Each player's rack after the last entry (`#rack1` …); empty if unknown."""
    pragmas: tuple[Pragma, ...] = ()

    def pragma(self, keyword: str) -> str:
        """Return the text of the first pragma of that keyword, empty when there is none."""
        wanted = keyword.casefold()
        return next((p.text for p in self.pragmas if p.keyword.casefold() == wanted), "")


_LONGEST_SHOWN = 60


def record_fault(code: str, text: str = "", **facts: Fact) -> Fault:
    """Return the fault `gcg_<code>`; `text` is the unreadable part, shortened."""
    return Fault(f"gcg_{code}", "", {"text": text[:_LONGEST_SHOWN], **facts})


def unreadable(code: str, line: int, text: str = "", **facts: Fact) -> NotationError:
    """Return the error that refuses a file for a fault on that line."""
    return NotationError(record_fault(code, text, line=line, **facts))
