"""Players that a list names, before the bot knows them."""

from dataclasses import dataclass

from bot.documents.tables.faults import TableFault


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """One player of a list."""

    name: str
    club: str = ""
    seeding: int | None = None
    rating: str = ""
    """The rating as written; empty if the list has ranks or no seeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerList:
    """The players of a list, and its errors."""

    players: tuple[ListedPlayer, ...] = ()
    faults: tuple[TableFault, ...] = ()
    """Errors of the lines that could not be read, in order."""
    aside: tuple[str, ...] = ()
    """The headings of the other columns, which are ignored."""
    titles: tuple[str, ...] = ()
    """The rows above the headings, which are ignored."""
    notes: tuple[tuple[int, str], ...] = ()
    """The other rows that are no players, each with its line: totals, signatures, notes."""
    remarks: tuple[TableFault, ...] = ()
    """What is doubtful about the file, such as hidden rows."""

    @property
    def has_ratings(self) -> bool:
        """Return whether the seeds were calculated from ratings."""
        return any(player.rating for player in self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A line that could be read; its rating and seed are texts as written."""

    number: int
    name: str
    club: str
    rating: str
    seed: str
