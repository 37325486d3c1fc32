"""What the campaign counts, and what people know: the placements that the bot said were sent."""

from collections import Counter
from dataclasses import dataclass, field

Line = dict[str, list[str] | str]
"""A line of play as it is written into a notebook: `moves` and `name`."""


@dataclass(slots=True)
class Records:
    """The people's side of the story, to be held against the bot's."""

    accepted: dict[str, list[str]] = field(default_factory=dict)
    """Game → the placements that the bot has told their authors were sent, in order."""
    notebooks: dict[tuple[str, int], list[Line]] = field(default_factory=dict)
    """Game and author's Telegram id → the lines that he was told were written, each in the place
    of the one before."""
    troubles: Counter[str] = field(default_factory=Counter)
    """Kind of trouble → how often it was made."""
    asked_again: Counter[str] = field(default_factory=Counter)
    """What a person did once more because no answer came, or another than was hoped for."""
    silences: list[str] = field(default_factory=list)
    """Who gave up because the bot no longer answered; that ends the campaign."""

    @property
    def placements(self) -> int:
        """Return how many placements were accepted."""
        return sum(map(len, self.accepted.values()))

    def note(self, game: str, author: int, line: Line) -> None:
        """Note that somebody was told that his notebook is written."""
        self.notebooks.setdefault((game, author), []).append(line)

    def accept(self, game: str, placement: str) -> None:
        """Note a placement that the bot said was sent."""
        self.accepted.setdefault(game, []).append(placement)
