"""An arbiter's list of players, stored until they confirm how the bot understood it."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Final

from bot.documents.tables.entry_columns import ListTable
from bot.documents.tables.faults import TableFault
from bot.documents.tables.listed_players import ListedPlayer, PlayerList
from bot.documents.tables.player_lists import players_of
from bot.runtime.shared import UserInput
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from engine.competitions.competition import Competition

LIST_LIFE: Final = timedelta(days=7)
"""How long a list waits for its confirmation."""
_TOKEN_LENGTH: Final = 8
"""The characters of the hash in a button: enough to tell the views of one list apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingList:
    """A list that waits for its confirmation: a file's table, or the players of a pasted list."""

    table: ListTable | None = None
    pasted: PlayerList = field(default_factory=PlayerList)
    answers: dict[str, str] = field(default_factory=dict)
    """The arbiter's answers about names (`bot.service.operations.people.resolving`)."""

    @property
    def player_list(self) -> PlayerList:
        """Return the players as understood so far, and the errors."""
        return self.pasted if self.table is None else players_of(self.table)

    @property
    def stored(self) -> str:
        """Return the list as JSON."""
        answers = {"answers": self.answers} if self.answers else {}
        read = self.pasted if self.table is None else self.table
        return json.dumps({**asdict(read), **answers}, ensure_ascii=False)

    @property
    def token(self) -> str:
        """Return a hash of this state, which its buttons contain."""
        return hashlib.sha256(self.stored.encode()).hexdigest()[:_TOKEN_LENGTH]


def list_from(stored: str) -> PendingList:
    """Return the stored list, also in the form of earlier versions."""
    facts = json.loads(stored)
    if isinstance(facts, list):  # stored by an earlier version
        facts = {"players": facts}
    answers = facts.pop("answers", {})
    facts["remarks"] = tuple(TableFault(**remark) for remark in facts.get("remarks", ()))
    if "players" in facts:  # an earlier version stored nothing else of a pasted list
        facts["players"] = tuple(ListedPlayer(**player) for player in facts["players"])
        facts["faults"] = tuple(TableFault(**fault) for fault in facts.get("faults", ()))
        return PendingList(pasted=PlayerList(**facts), answers=answers)
    facts.pop("merged", None)  # an earlier version stored merged cells without their columns
    facts["rows"] = tuple((number, cells) for number, cells in facts["rows"])
    return PendingList(table=ListTable(**facts), answers=answers)


async def forget(service: Service, user_input: UserInput, snapshot: CompetitionSnapshot) -> None:
    """Delete the arbiter's stored list for this competition."""
    await service.dialogues.forget(user_input, _kept_under(snapshot.competition))


def _kept_under(competition: Competition) -> str:
    return f"list:{competition.code}"


async def keep(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, pending: PendingList
) -> None:
    """Store the list until its confirmation; an earlier one is replaced."""
    key = _kept_under(snapshot.competition)
    await service.dialogues.remember(user_input, key, pending.stored)


async def kept(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot
) -> PendingList | None:
    """Return the arbiter's stored list, or None if there is none, or it is too old."""
    stored = await service.dialogues.kept(user_input, _kept_under(snapshot.competition))
    if stored is None or user_input.at - stored.at > LIST_LIFE:
        return None
    return list_from(stored.value)
