"""The counts of the campaign, and the moves that the bot confirmed to people."""

from collections import Counter
from dataclasses import dataclass, field

Line = dict[str, list[str] | str]
"""A line of play as written into a notebook: `moves` and `name`."""


@dataclass(slots=True)
class Records:
    """The moves and lines that the bot has confirmed to people, to compare with its database."""

    accepted: dict[str, list[str]] = field(default_factory=dict)
    """For each game: the moves that the bot confirmed to their authors, in order."""
    notebooks: dict[tuple[str, int], list[Line]] = field(default_factory=dict)
    """By game and author's Telegram id: the confirmed lines. Each replaces the one before."""
    faults: Counter[str] = field(default_factory=Counter)
    """For each kind of fault: how often it happened."""
    season: Counter[str] = field(default_factory=Counter)
    """The number of actions in the championship that change who plays and when, by kind."""
    meetings: Counter[str] = field(default_factory=Counter)
    """The number of actions with requests for friendly matches and with a sign-up, by kind."""
    asked_again: Counter[str] = field(default_factory=Counter)
    """The number of actions that a person repeated without an (expected) answer, by kind."""
    silences: list[str] = field(default_factory=list)
    """People who gave up because the bot no longer answered; one ends the campaign."""

    @property
    def placements(self) -> int:
        """Return the number of accepted moves."""
        return sum(map(len, self.accepted.values()))

    def note_line(self, game: str, author: int, line: Line) -> None:
        """Record that the person's notebook was confirmed as written."""
        self.notebooks.setdefault((game, author), []).append(line)

    def accept(self, game: str, placement: str) -> None:
        """Record a move that the bot confirmed as sent."""
        self.accepted.setdefault(game, []).append(placement)
