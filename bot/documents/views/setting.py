"""What the sheets of a game say that its own events do not know, and the words on them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from bot.documents.render.theme import Side
from bot.documents.render.view import LABEL_KEYS
from bot.texts.messages import Word, say
from engine.ids import PersonId, Seat
from engine.matches.match import Match
from engine.matches.told_events import Means

SIDES: Final = {Seat.RED: Side.RED, Seat.BLUE: Side.BLUE}
"""Whose colour each seat is drawn in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a sheet says of a game that the game's own events do not know."""

    names: Mapping[PersonId, str]
    arbiters: tuple[str, ...]
    """The names of all of them, the main arbiter first (art. 2.1)."""
    competition: str
    """Its title, or the match's own; empty: a friendly match."""
    is_phase: bool = True
    """Whether it is played in a phase of a competition; otherwise no phase is named."""
    word_list_official: bool
    version: int = 0
    """The sequence number of the last event drawn."""
    today: date
    means: Means = field(default_factory=Means)
    """How the players correspond (art. 4.2, 6.1)."""


def printed_title(match: Match, federation: str) -> str:
    """Return what the sheets of a match outside competitions are called: what was printed stays.

    A match arranged before matches had titles has what the `federation` calls its competitions.
    """
    return federation if match.title is None else match.title


def has_phase(match: Match) -> bool:
    """Return whether the sheets name a phase: of a competition, or of before there were titles."""
    return bool(match.competition) or match.title is None


def title_of(setting: Setting, word: Word) -> str:
    """Return what stands over the sheets: the competition, the match's own title, or what it is."""
    return setting.competition or word(say("match.friendly"))


def labels(word: Word) -> dict[str, str]:
    """Return every word that the drawings themselves need."""
    return {key: word(say(key)) for key in LABEL_KEYS}
