"""The counters of a program since its start, for `/metrics`."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(slots=True)
class Counts:
    """What one program has done, and its last contact with Telegram."""

    updates: Counter[str] = field(default_factory=Counter)
    """Updates by outcome: `handled`, `failed` (will be retried), `dead`."""
    update_seconds: float = 0.0
    """Seconds spent on handled updates."""
    messages: Counter[str] = field(default_factory=Counter)
    """Messages by outcome: `sent`, `failed` (will be retried), `dead`."""
    mails: Counter[str] = field(default_factory=Counter)
    """Mails by outcome: `sent`, `failed` (will be retried), `refused`, `unknown` (no answer)."""
    pushes: Counter[str] = field(default_factory=Counter)
    """Announcements on devices by outcome: `sent`, `failed` (no service), `refused`, `gone` (the
    device no longer wants any), `dropped` (too many waited)."""
    unnoted: int = 0
    """Sent messages that the database has not recorded."""
    deadlines: Counter[str] = field(default_factory=Counter)
    """Due rows by outcome: `rung`, `failed` (will be retried)."""
    heard: datetime | None = None
    """When Telegram last answered a poll, or polling began; None: this program does not poll."""
    held: datetime | None = None
    """Since when Telegram holds updates that are not stored; None if it holds none."""
    rival: datetime | None = None
    """Since when another program takes updates with this token; None without one."""
    leads: bool = False
    """Whether this program sends and runs the schedule, if several share the database."""
