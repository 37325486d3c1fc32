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


Layer_contra = TypeVar("Layer_contra", contravariant=True)
"""The layer of the service that an action takes, such as `Recorder`."""
Change_contra = TypeVar("Change_contra", bound=_Change, contravariant=True)
"""`GameChange` or `CompetitionChange`."""


class AuthorNotice(NamedTuple):
    """A message to the author of a conditional move."""

    person: PersonId
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaticMoves:
    """Moves that the bot makes at once: conditional moves, or its own in a practice game."""

    events: tuple[Event, ...] = ()
    author_notices: tuple[AuthorNotice, ...] = ()
    """The outcomes of conditional moves, for their authors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange:
    """Written events of a game."""

    before: GameSnapshot
    events: tuple[Event, ...]
    after: GameSnapshot
    at: datetime
    author_notices: tuple[AuthorNotice, ...]
    """Messages to the authors of conditional moves."""
    is_ruled: bool
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
class Following(Generic[Layer_contra, Change_contra]):
    """One row: the action after one of these events."""

    events: tuple[type, ...]
    act: Callable[[Layer_contra, Change_contra], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Followers(Generic[Layer_contra]):
    """The whole table; rows act in order."""

    automatic_moves: Callable[[Layer_contra, Game, tuple[Event, ...]], Awaitable[AutomaticMoves]]
    """Returns the moves that answer events, to be written with them."""
    of_games: Sequence[Following[Layer_contra, GameChange]]
    of_competitions: Sequence[Following[Layer_contra, CompetitionChange]]


async def follow(
    rows: Sequence[Following[Layer_contra, Change_contra]],
    layer: Layer_contra,
    change: Change_contra,
) -> None:
    """Run each row whose events include one of the change's, once."""
    for row in rows:
        if any(isinstance(event, row.events) for event in change.events):
            await row.act(layer, change)
