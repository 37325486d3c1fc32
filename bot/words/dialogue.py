"""Small things that dialogues by buttons have in common. Pure."""

from collections.abc import Sequence

from bot.messages import Button, Buttons


def rows_of(buttons: Sequence[Button], width: int) -> Buttons:
    """Return the buttons in rows of that many."""
    return tuple(tuple(buttons[start : start + width]) for start in range(0, len(buttons), width))
