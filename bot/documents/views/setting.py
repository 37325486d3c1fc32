"""Facts on a game's sheets that its own events do not contain, and the labels."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from bot.documents.render.theme import Side
from bot.documents.render.view import LABEL_KEYS
from bot.texts.messages import Word, say
from bot.texts.phase_names import has_one_phase
from engine.competitions.competition import Competition
from engine.ids import NO_ARBITER, PersonId, Seat
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.match import Match

SIDES: Final = {Seat.RED: Side.RED, Seat.BLUE: Side.BLUE}
"""The colour in which each seat is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Facts about a game that the game's own events do not contain."""

    names: Mapping[PersonId, str]
    arbiters: tuple[str, ...]
    """The names of all arbiters, the chief arbiter first (art. 2.1); none in a friendly match."""
    competition: str
    """The competition's title, or the match's own; empty for a friendly match."""
    is_phase: bool = True
    """Whether the game belongs to a phase of a competition; otherwise no phase is named."""
    is_single: bool = False
    """Whether the match has one game, which is then called neither home nor return."""
    word_list_official: bool
    version: int = 0
    """The sequence number of the last event drawn."""
    today: date
    channel_settings: ChannelSettings = field(default_factory=ChannelSettings)
    """The channel of correspondence (art. 4.2, 6.1)."""


def arbiter_names(names: Mapping[PersonId, str], arbiters: Iterable[PersonId]) -> tuple[str, ...]:
    """Return the arbiters' names, in that order; a match without an arbiter has none."""
    return tuple(names[person] for person in arbiters if person != NO_ARBITER)


def printed_title(match: Match, federation: str) -> str:
    """Return the title on the sheets of a match outside competitions; it never changes.

    A match from before matches had titles has the title of the `federation`'s competitions.
    """
    return federation if match.title is None else match.title


def has_phase(match: Match, competition: Competition | None) -> bool:
    """Return whether the sheets name a phase: if the competition has several phases.

    A match from before matches had titles names its phase, too.
    """
    return match.title is None if competition is None else not has_one_phase(competition)


def title_of(setting: Setting, word: Word) -> str:
    """Return the title of the sheets: of the competition, of the match, or "friendly match"."""
    return setting.competition or word(say("match.friendly"))


def labels(word: Word) -> dict[str, str]:
    """Return every label that the drawings need."""
    return {key: word(say(key)) for key in LABEL_KEYS}
