"""Pages of a list."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def page_of(items: Sequence[T], wanted: int, size: int) -> tuple[Sequence[T], int, int]:
    """Return the items of that page, its number, and the number of pages.

    The list may have become shorter since the button was made; then it is the last page.
    """
    pages = max(-(-len(items) // size), 1)
    page = min(wanted, pages - 1)
    return items[page * size : (page + 1) * size], page, pages
