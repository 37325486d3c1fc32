"""Format whole numbers with a minus sign; a negative number after a dash is in brackets."""

from typing import Final

_MINUS = "−"
_THOUSANDS: Final = {"ro": ".", "en": ","}
_DASHES = ("–", "– ")
UNSTATED: Final = "—"
"""The sign for a figure that nobody has stated."""


def signed(figure: int) -> str:
    """Return the figure with a minus sign instead of a hyphen: `−8`."""
    return str(figure).replace("-", _MINUS)


def grouped(figure: int, language: str) -> str:
    """Return a count as the language groups its digits: `12.345` in Romanian, `12,345`."""
    return f"{figure:,}".replace(",", _THOUSANDS[language]).replace("-", _MINUS)


def stated(figure: int | None) -> str:
    """Return the figure with its sign, or `—` if it is not stated."""
    return UNSTATED if figure is None else signed(figure)


def gained(figure: int | None) -> str:
    """Return the figure as a change: `+5`, `−8`, `0`, or `—` if it is not stated."""
    if figure is None:
        return UNSTATED
    return f"+{figure}" if figure > 0 else signed(figure)


def beside(before: str, figure: int) -> str:
    """Return the figure as it follows this text: `(−8)` after `2–`, as `2–−8` would be misread."""
    is_unclear = figure < 0 and before.endswith(_DASHES)
    return f"({signed(figure)})" if is_unclear else signed(figure)


def score(own: int | None, partner: int | None) -> str:
    """Return the score of both players: `524–480`, `2–(−8)`, or `—` if it is not stated."""
    if own is None or partner is None:
        return UNSTATED
    return f"{signed(own)}–{beside('–', partner)}"
