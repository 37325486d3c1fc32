"""Which table of a competition is meant: as buttons and pictures carry it, in a few signs."""

import hashlib
from dataclasses import dataclass, replace

from bot.documents.standings.scene import Scene
from engine.errors import Fault, NotationError

OVERALL = "*"
"""Stands for all groups in one order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Which:
    """A table: of which phase and group, and whether proposed results count in it."""

    phase: int
    group: str = OVERALL
    is_provisional: bool = False
    page: int = 0
    """Of a table drawn on several pictures."""
    stamp: str = ""
    """Changes with the proposed results: a picture is drawn anew when they do."""

    @property
    def is_overall(self) -> bool:
        """Return whether all groups in one order are meant."""
        return self.group == OVERALL

    def stamped(self, scene: Scene) -> "Which":
        """Return the same with the stamp of what is proposed now."""
        facts = repr(sorted(scene.proposed.items())).encode()
        return replace(self, stamp=hashlib.sha256(facts).hexdigest()[:8])


def format_which(which: Which) -> str:
    """Return it as buttons and pictures carry it: `0:A:h`, and page and stamp after it."""
    kind = "p" if which.is_provisional else "h"
    parts = [str(which.phase), which.group, kind]
    if which.page or which.stamp:
        parts += [str(which.page), which.stamp]
    return ":".join(parts)


def parse_which(text: str) -> Which:
    """Read what `format_which` wrote; a button's data may be anything.

    Raises:
        NotationError: `table_unknown`.
    """
    phase, group, kind, page, stamp = (*text.split(":"), "", "", "", "", "")[:5]
    if not phase.isdecimal() or kind not in {"h", "p"} or not (page or "0").isdecimal():
        raise NotationError(Fault("table_unknown"))
    return Which(
        phase=int(phase[:3]),
        group=group or OVERALL,
        is_provisional=kind == "p",
        page=int((page or "0")[:3]),
        stamp=stamp,
    )
