"""What a GCG file says, as plain values; no file syntax and no judgement of the play."""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from engine.placement import Placement

MOST_PLAYERS = 4
NUMBERED = re.compile(r"(player|rack)([0-9]+)")
_KNOWN = {
    *("-", "character-encoding", "description", "id", "incomplete"),
    *("lexicon", "note", "tile-distribution", "title"),
}


def is_known_keyword(keyword: str) -> bool:
    """Return whether this package gives the pragma a meaning of its own."""
    name = keyword.casefold()
    return name in _KNOWN or NUMBERED.fullmatch(name) is not None


class Kind(StrEnum):
    """What an event line records; the values are the `type` of `turretur replay`."""

    PLAY = "play"
    """Tiles laid on the board."""
    PASS = "pass"  # noqa: S105  (a game's pass)
    EXCHANGE = "exchange"
    WITHDRAWN = "withdrawn"
    """The player's last play taken back: challenged off, or returned (art. 5.2)."""
    CHALLENGE_BONUS = "challenge_bonus"
    """Points for a play that was challenged in vain."""
    TIME_PENALTY = "time_penalty"
    END_RACK = "end_rack"
    """Points gained for the tiles left in another player's hand."""
    RACK_PENALTY = "rack_penalty"
    """Points lost for the tiles left in one's own hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: the nickname that event lines use, without blanks, and the full name."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event line and the notes under it."""

    player: int
    """Index into the record's players."""
    kind: Kind
    points: int
    """As recorded: what the event added to the player's score."""
    total: int
    """As recorded: the player's score after it."""
    rack: str = ""
    """The tiles in hand before the event, `?` a joker; empty when unknown, sometimes partial."""
    placement: Placement | None = None
    """Of a play: in our own terms, the letters already on the board included."""
    tiles: str = ""
    """The tiles exchanged, or those left in a hand."""
    count: int = 0
    """How many tiles were exchanged where they are not named."""
    uncapped: int | None = None
    """Of a play whose points were capped (art. 1.4): its points before the cap."""
    note: str = ""
    comment: str = ""
    """What follows the total on the line; some writers put the adjacent words there."""
    line: int = field(default=0, compare=False)
    """Where it stands in the file it was read from; 0 elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pragma:
    """A pragma this package gives no meaning to, kept as it was read."""

    keyword: str
    """Without the `#`; empty for a bare comment line."""
    text: str = ""
    after: int = 0
    """How many entries precede it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A whole game record.

    Texts are tidy: see `engine.gcg.texts`. The writer tidies whatever it is given, so that
    what is read back equals a record whose texts were tidy to begin with.
    """

    players: tuple[Player, ...]
    entries: tuple[Entry, ...] = ()
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
    """The rack some writers put behind `#incomplete`."""
    racks: tuple[str, ...] = ()
    """The tiles in hand after the last entry, by player (`#rack1` …); empty where not told."""
    pragmas: tuple[Pragma, ...] = ()

    def pragma(self, keyword: str) -> str:
        """Return the text of the first pragma of that keyword, empty when there is none."""
        wanted = keyword.casefold()
        return next((p.text for p in self.pragmas if p.keyword.casefold() == wanted), "")
