"""Events that were written, and who follows them: a table, whose rows name events and what to do.

Who writes events knows nobody who follows them. The table is filled above, in
`bot.service.following`.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from bot.service.competitions.competitions import SeenCompetition
from bot.service.play.games import SeenGame
from bot.texts.messages import Text
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.games.events import Event
from engine.games.game import Game
from engine.ids import PersonId


class _Change(Protocol):
    @property
    def events(self) -> Sequence[object]: ...


Desk_contra = TypeVar("Desk_contra", contravariant=True)
"""Whoever a follower needs to do his part."""
Change_contra = TypeVar("Change_contra", bound=_Change, contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Moves that waited for events and are made at once, and what their authors hear."""

    events: tuple[Event, ...] = ()
    told: tuple[tuple[PersonId, Text], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange:
    """What has happened in a game, and was written."""

    before: SeenGame
    events: tuple[Event, ...]
    after: SeenGame
    at: datetime
    told: tuple[tuple[PersonId, Text], ...]
    """What the authors of moves that waited hear."""
    ruled: bool
    """Whether a ruling made it: whoever records it tells everybody, and lets the match follow."""

    @property
    def is_moved(self) -> bool:
        """Return whether moves were made or taken back."""
        return self.after.game.moves != self.before.game.moves


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionChange:
    """What has happened in a competition, and was written."""

    before: Competition
    events: tuple[CompetitionEvent, ...]
    after: SeenCompetition


@dataclass(frozen=True, slots=True)
class Following(Generic[Desk_contra, Change_contra]):
    """One row: what is done when one of these events was written."""

    events: tuple[type, ...]
    act: Callable[[Desk_contra, Change_contra], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Followers(Generic[Desk_contra]):
    """The whole table; rows act in their order."""

    answered: Callable[[Desk_contra, Game, tuple[Event, ...]], Awaitable[Answered]]
    """Makes the moves that waited for events, before these are written."""
    of_games: Sequence[Following[Desk_contra, GameChange]]
    of_competitions: Sequence[Following[Desk_contra, CompetitionChange]]


async def follow(
    rows: Sequence[Following[Desk_contra, Change_contra]],
    service: Desk_contra,
    change: Change_contra,
) -> None:
    """Let everybody act, once, who follows one of the events."""
    for row in rows:
        if any(isinstance(event, row.events) for event in change.events):
            await row.act(service, change)
