"""An arbiter's tasks: what each concerns, how late it is, and who is told. Pure."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from bot.texts.buttons.cases import TaskKind
from bot.texts.messages import Text
from engine.cases.case import RULING_DAYS
from engine.ids import MatchCode, PersonId

NEAR_DAYS: Final = 2
"""The number of days before the last one from which a task is shown as near."""
SILENT: Final = frozenset({TaskKind.SILENCE, TaskKind.TIME})
"""The kinds of tasks of which several are decided at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task of an arbiter."""

    kind: TaskKind
    about: str
    """The case, game, match, correspondence or competition that the task opens."""
    code: str
    """The code of that subject, as shown to people."""
    match: MatchCode | None
    """The task's match; None for a competition."""
    who: Text
    """The players, or the competition's title."""
    main: PersonId
    """The arbiter in charge: of several, the first."""
    today: date
    """The current day in the zone where the match is played."""
    zone: str
    since: date
    """The first day of waiting."""
    until: date | None = None
    """The last day under the regulation; None if it sets none."""
    note: Text | None = None
    """A further line under the task in the list."""

    @property
    def last(self) -> date:
        """Return the task's last day; without one, that of a claim received on the same day."""
        return self.until or self.since + timedelta(days=RULING_DAYS)

    @property
    def order(self) -> tuple[date, int, date, str]:
        """Return the sort key in the list."""
        return self.last, list(TaskKind).index(self.kind), self.since, self.about

    @property
    def left(self) -> int:
        """Return the days until the last one; negative once it is past."""
        return (self.last - self.today).days

    @property
    def is_overdue(self) -> bool:
        """Return whether the last day under the regulation is past."""
        return self.until is not None and self.left < 0

    @property
    def is_silence(self) -> bool:
        """Return whether the task is a running game with a silent or late player.

        Tasks of those kinds may also be about a match or a case, whose code has no slash.
        """
        return self.kind in SILENT and "/" in self.about

    @property
    def mark(self) -> str:
        """Return the key that records a notification; it changes once as the last day nears.

        Without a last day, it changes once the task has waited long.
        """
        nears = self.until is not None or self.left < 0
        stage = _stage(self.left) if nears else ""
        return f"{self.kind}:{self.about}:{stage}"

    def concerns(self, arbiter: PersonId) -> bool:
        """Return whether the digest notifies the person; other arbiters only once it is late.

        Their task list shows it earlier.
        """
        return self.main == arbiter or self.left < 0


def _stage(left: int) -> str:
    """Return how near a last day is, as a word used only in marks."""
    if left > NEAR_DAYS:
        return ""
    if left > 0:
        return "near"
    return "late" if left < 0 else "today"


@dataclass(frozen=True, slots=True)
class TaskList:
    """All tasks of an arbiter, the earliest deadline first."""

    items: Sequence[Task] = field(default=())

    @property
    def marks(self) -> list[str]:
        """Return the marks of all tasks, in order."""
        return sorted({item.mark for item in self.items})

    def of(self, kind: str) -> "TaskList":
        """Return the tasks of that `TaskKind`, or all of them for ""."""
        return TaskList([item for item in self.items if kind in {"", item.kind}])

    def new_to(self, arbiter: PersonId, told: Collection[str]) -> "TaskList":
        """Return the tasks that concern the person and are not yet notified by these marks."""
        return TaskList(
            [item for item in self.items if item.mark not in told and item.concerns(arbiter)]
        )
