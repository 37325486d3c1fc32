"""What our own notes carry inside GCG's free text: the points of a play before its cap.

GCG has no word for a score cap (art. 1.4), and other programs refuse pragmas they do not know. So
the first line of a play's note says it, in a form that people can read and we can read back.
"""

import re

_CAPPED = re.compile(r"capped: ([0-9]{1,6}) of ([0-9]{1,6})")


def with_cap(note: str, points: int, uncapped: int | None) -> str:
    """Return the note, headed by the cap where there was one."""
    if uncapped is None:
        return note
    return f"capped: {points} of {uncapped}\n{note}".strip()


def split_cap(note: str, points: int) -> tuple[str, int | None]:
    """Return the note without its cap, and the points before it; None when no cap is told."""
    head, _, rest = note.partition("\n")
    match = _CAPPED.fullmatch(head)
    if match is None or int(match[1]) != points:
        return note, None
    return rest.strip(), int(match[2])
