"""The pause before the next try of something that keeps failing."""

_LARGEST_EXPONENT = 20
"""Keeps the power within bounds after days of failures."""


def pause_after(failures: int, longest: float) -> float:
    """Return the seconds to wait after that many failures in a row: 1, 2, 4 … up to `longest`."""
    return min(2.0 ** min(max(failures - 1, 0), _LARGEST_EXPONENT), longest)
