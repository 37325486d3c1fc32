"""Listeners in this program for committed changes, by subject.

Changes that other programs commit in the same database do not arrive here.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from engine.ids import GameId, PersonId

T = TypeVar("T")

ChangeListener = Callable[[object], None]
"""Receives a change; it must not fail and must return at once."""


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The subject of a person's games; listeners receive `GameChanged`."""

    person: PersonId


@dataclass(frozen=True, slots=True)
class ShownMessages:
    """The subject of the messages that a browser's page shows."""

    address: int


@dataclass(frozen=True, slots=True)
class MessageShown:
    """A new message, or a change of one."""


@dataclass(frozen=True, slots=True)
class GameChanged:
    """A change of what the page of a game shows."""

    game: GameId


@dataclass(frozen=True, slots=True)
class PublishedFacts:
    """The subject of published facts that are no longer valid on the public site."""


@dataclass(frozen=True, slots=True)
class News:
    """One change and its subject."""

    about: Hashable
    """The subject, such as `ShownMessages`."""
    what: object = None
    """The change, such as `MessageShown`; None if there is nothing to say about it."""


@dataclass(slots=True)
class Listeners:
    """Listeners by subject."""

    _listeners: dict[Hashable, list[ChangeListener]] = field(default_factory=dict)

    @contextmanager
    def listening(self, about: Hashable, listener: ChangeListener) -> Iterator[None]:
        """Call the listener with each change of that subject, inside the context."""
        self._listeners.setdefault(about, []).append(listener)
        try:
            yield
        finally:
            self._listeners[about].remove(listener)
            if not self._listeners[about]:
                del self._listeners[about]

    def subjects_of(self, kind: type[T]) -> list[T]:
        """Return the subjects of that type that have listeners."""
        return [subject for subject in self._listeners if isinstance(subject, kind)]

    def notify(self, news: Iterable[News]) -> None:
        """Call the listeners of each change."""
        if not self._listeners:
            return
        for item in news:
            # A copy, because a listener may end its own listening.
            for listener in tuple(self._listeners.get(item.about, ())):
                listener(item.what)
