"""Who in this program waits to hear what has been committed, by what it is about.

What other programs at the same database commit is not heard here.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from engine.ids import GameId, PersonId

T = TypeVar("T")

Heard = Callable[[object], None]
"""Takes what is told; it may not fail, and is back at once."""


@dataclass(frozen=True, slots=True)
class Playing:
    """What is told of a person's games: `Changed`."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class Changed:
    """Something has happened in a game."""

    game: GameId
    version: int
    """The number of its last event."""


@dataclass(frozen=True, slots=True)
class Unpublished:
    """What is told when the public site shows something that no longer holds."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that has happened."""

    about: Hashable
    what: object = None


@dataclass(slots=True)
class Listeners:
    """Listeners, by what they wish to hear about."""

    _heard: dict[Hashable, list[Heard]] = field(default_factory=dict)

    @contextmanager
    def listening(self, about: Hashable, heard: Heard) -> Iterator[None]:
        """Have all news about that told to `heard`, inside the context."""
        self._heard.setdefault(about, []).append(heard)
        try:
            yield
        finally:
            self._heard[about].remove(heard)
            if not self._heard[about]:
                del self._heard[about]

    def about(self, kind: type[T]) -> list[T]:
        """Return what of that type somebody listens to."""
        return [each for each in self._heard if isinstance(each, kind)]

    def tell(self, news: Iterable[News]) -> None:
        """Tell everybody who listens."""
        if not self._heard:
            return
        for each in news:
            for heard in tuple(self._heard.get(each.about, ())):
                heard(each.what)
