"""The counts of the campaign, and the moves that the bot confirmed to people."""

from collections import Counter
from dataclasses import dataclass, field

Line = dict[str, list[str] | str]
"""A line of play as written into a notebook: `moves` and `name`."""


@dataclass(slots=True)
class Records:
    """The people's knowledge, to compare with the bot's."""

    accepted: dict[str, list[str]] = field(default_factory=dict)
    """For each game: the moves that the bot confirmed to their authors, in order."""
    notebooks: dict[tuple[str, int], list[Line]] = field(default_factory=dict)
    """By game and author's Telegram id: the confirmed notebook lines; each replaces the last."""
    troubles: Counter[str] = field(default_factory=Counter)
    """For each kind of fault: how often it happened."""
    season: Counter[str] = field(default_factory=Counter)
    """What was done in the championship that changes who plays, and when."""
    asked_again: Counter[str] = field(default_factory=Counter)
    """Actions that a person repeated, because no answer or an unexpected one arrived."""
    silences: list[str] = field(default_factory=list)
    """People who gave up because the bot no longer answered; one ends the campaign."""

    @property
    def placements(self) -> int:
        """Return the number of accepted moves."""
        return sum(map(len, self.accepted.values()))

    def note(self, game: str, author: int, line: Line) -> None:
        """Record that the person's notebook was confirmed as written."""
        self.notebooks.setdefault((game, author), []).append(line)

    def accept(self, game: str, placement: str) -> None:
        """Record a move that the bot confirmed as sent."""
        self.accepted.setdefault(game, []).append(placement)
