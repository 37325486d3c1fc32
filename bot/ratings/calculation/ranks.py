"""Ranks of figures. Pure."""

from collections.abc import Iterable, Iterator


def shared_ranks(figures: Iterable[object]) -> Iterator[int]:
    """Yield the rank of each figure, given best first; equal figures share the better rank.

    The next rank skips as many: 1, 2, 2, 4.
    """
    rank, previous = 0, object()  # which no figure equals
    for number, figure in enumerate(figures, 1):
        if figure != previous:
            rank, previous = number, figure
        yield rank
