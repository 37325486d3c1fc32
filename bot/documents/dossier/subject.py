"""What a dossier is about, and how a message that waits names it."""

from dataclasses import dataclass
from datetime import datetime

from engine.ids import GameId, MatchCode, PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a dossier is about, and the instant that it shows."""

    name: str
    """A game (`K7QF/1`), a match (`K7QF`) or a case of a game (`K7QF/1#2`)."""
    at: datetime
    reader: PersonId | None = None
    """The player who asks while a game runs: his partner's plans are left out."""

    @property
    def game(self) -> GameId | None:
        """Return the one game it is about; None: a whole match."""
        game = self.name.partition("#")[0]
        return GameId(game) if "/" in game else None

    @property
    def match(self) -> MatchCode:
        """Return the match that it belongs to."""
        return MatchCode(self.name.partition("/")[0])

    @property
    def case(self) -> str | None:
        """Return the one case it is about; None: all of its games."""
        return self.name if "#" in self.name else None

    @property
    def written(self) -> str:
        """Return it as a message in the outbox names it."""
        reader = "" if self.reader is None else f"@{self.reader}"
        return f"{self.name}@{self.at.isoformat()}{reader}"

    @classmethod
    def read(cls, written: str) -> "Subject":
        """Return what `written` names."""
        name, at, reader = (*written.split("@"), "")[:3]
        person = PersonId(int(reader)) if reader else None
        return cls(name=name, at=datetime.fromisoformat(at), reader=person)
