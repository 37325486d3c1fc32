"""Written events and their followers: a table of events and actions.

The writer of events does not know the followers. `bot.service.following` fills the table.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple, Protocol, TypeVar

from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.texts.messages import Text
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.games.events import Event
from engine.games.game import Game
from engine.ids import PersonId


class _Change(Protocol):
    """Written events."""

    @property
    def events(self) -> Sequence[object]: ...


Desk_contra = TypeVar("Desk_contra", contravariant=True)
"""The class that a follower takes, such as `Recorder`."""
Change_contra = TypeVar("Change_contra", bound=_Change, contravariant=True)


class ToldPerson(NamedTuple):
    """A person, and what they are told."""

    person: PersonId
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaticMoves:
    """Moves that the bot makes at once: conditional moves, or its own in a practice game."""

    events: tuple[Event, ...] = ()
    told: tuple[ToldPerson, ...] = ()
    """Messages to the authors of conditional moves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange:
    """Written events of a game."""

    before: GameSnapshot
    events: tuple[Event, ...]
    after: GameSnapshot
    at: datetime
    told: tuple[ToldPerson, ...]
    """Messages to the authors of conditional moves."""
    ruled: bool
    """Whether a ruling made the events; its recorder notifies everyone and updates the match."""

    @property
    def is_moved(self) -> bool:
        """Return whether moves were made or taken back."""
        return self.after.game.moves != self.before.game.moves


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionChange:
    """Written events of a competition."""

    before: Competition
    events: tuple[CompetitionEvent, ...]
    after: CompetitionSnapshot


@dataclass(frozen=True, slots=True)
class Following(Generic[Desk_contra, Change_contra]):
    """One row: the action after one of these events."""

    events: tuple[type, ...]
    act: Callable[[Desk_contra, Change_contra], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Followers(Generic[Desk_contra]):
    """The whole table; rows act in order."""

    answered: Callable[[Desk_contra, Game, tuple[Event, ...]], Awaitable[AutomaticMoves]]
    """Returns the conditional moves that answer events, before these are written."""
    of_games: Sequence[Following[Desk_contra, GameChange]]
    of_competitions: Sequence[Following[Desk_contra, CompetitionChange]]


async def follow(
    rows: Sequence[Following[Desk_contra, Change_contra]],
    service: Desk_contra,
    change: Change_contra,
) -> None:
    """Run each row whose events include one of the change's, once."""
    for row in rows:
        if any(isinstance(event, row.events) for event in change.events):
            await row.act(service, change)
