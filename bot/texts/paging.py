"""Pages of a list that is too long for one message."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list."""

    items: Sequence[T]
    number: int
    """The page's number, from 0."""
    count: int
    """The number of pages, at least 1."""
    first: int
    """The place in the list of the page's first item, from 0."""


def page_at(items: Sequence[T], wanted: int, size: int) -> Page[T]:
    """Return the page of that number, from 0, with at most `size` items.

    The list may have become shorter since the button was made; then it is the last page. A
    negative number means the first.
    """
    count = page_count(len(items), size)
    number = max(0, min(wanted, count - 1))
    first = number * size
    return Page(items[first : first + size], number, count, first)


def page_count(length: int, size: int) -> int:
    """Return the number of pages of a list of that length; an empty list has one."""
    return max(1, -(-length // size))
