"""What the program has done since it started, counted. How figures are shown is told elsewhere."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(slots=True)
class Counts:
    """The tallies of one program, and when it last heard from the world."""

    updates: Counter[str] = field(default_factory=Counter)
    """Updates by what became of them: `handled`, `failed` (to be tried again), `dead`."""
    update_seconds: float = 0.0
    """Time spent on the updates handled."""
    messages: Counter[str] = field(default_factory=Counter)
    """Messages by what became of them: `sent`, `failed` (to be tried again), `dead`."""
    unnoted: int = 0
    """Messages that have been sent and that the database does not take note of."""
    deadlines: Counter[str] = field(default_factory=Counter)
    """What was due by what became of it: `rung`, `failed` (to be tried again)."""
    heard: datetime | None = None
    """When Telegram last answered a question for updates; None: never, or another program asks."""
    held: datetime | None = None
    """Since when Telegram holds updates that have not been stored; None: it holds none."""
    leads: bool = False
    """Whether this program sends and keeps time, where several work together."""
