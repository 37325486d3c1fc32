"""The matches side of the desk: find a match that the person may see, and keep what becomes of it.

How one begins is `bot.desk.starts`, how it ends `bot.desk.results`.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.days.agenda import match_rows
from bot.desk.rows import match_row
from bot.office.shared import Said
from bot.words.cast import Member
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from engine.matches.events import MatchEvent
from engine.matches.fold import evolve_match, replay_match
from engine.matches.match import Match, MatchStage
from storage import due, log, projections
from storage.streams import match_stream

if TYPE_CHECKING:
    from bot.desk.desk import Desk

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No I, O, 0 or 1: a code is read aloud and copied by hand."""
CODE_LENGTH = 4
OVER = frozenset({MatchStage.PLAYED, MatchStage.PROPOSED, MatchStage.HOMOLOGATED})
"""When both games of a match are over."""


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """A match and the number of the last event it was made from."""

    match: Match
    seq: int


class Matches:
    """Everything a handler may do with matches; each is read once in a unit of work."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx
        self._seen: dict[MatchCode, SeenMatch] = {}

    async def load(self, code: MatchCode) -> SeenMatch:
        """Return the match as its log makes it.

        Raises:
            GameStateError: there is no such match.
        """
        if code not in self._seen:
            head = await log.head(self._tx, match_stream(code))
            if not head.seq:
                raise GameStateError(Fault("no_such_match", facts={"match": code[:20]}))
            await self._fold(code, head)
        return self._seen[code]

    async def _fold(self, code: MatchCode, head: log.Head) -> None:
        """Take the match from those folded lately, or fold it from its log."""
        match = self._desk.shared.matches.get(head.hash)
        if match is None:
            stored = await log.load(self._tx, match_stream(code))
            match = replay_match(row.event for row in stored)
            self._desk.shared.matches.put(head.hash, match)
        self._seen[code] = SeenMatch(match, head.seq)

    async def events(self, code: MatchCode) -> list[MatchEvent]:
        """Return everything that happened in the match around its games, in order."""
        return [row.event for row in await log.load(self._tx, match_stream(code))]

    async def of_player(self, said: Said, code: MatchCode) -> SeenMatch:
        """Return a match that the person plays.

        Raises:
            GameStateError: there is no such match, or it is not his.
        """
        seen = await self.load(code)
        if said.person.id not in seen.match.people:
            raise GameStateError(Fault("not_your_game"))
        return seen

    async def spoken_for(self, said: Said, code: MatchCode, player: PersonId) -> SeenMatch:
        """Return a match in which the person speaks for that player: he is he, or writes for him.

        Raises:
            GameStateError: there is no such match, or he does not.
        """
        seen = await self.load(code)
        if player not in seen.match.people or not speaks_for(said.person.id, player, seen.match):
            raise GameStateError(Fault("not_your_game"))
        return seen

    async def ruled_by(self, said: Said, code: MatchCode) -> SeenMatch:
        """Return a match that the person is an arbiter of: its own, or its competition's.

        Raises:
            GameStateError: there is no such match, or others rule it.
        """
        seen = await self.load(code)
        if said.person.id not in await self._desk.competitions.arbiters(seen.match):
            raise GameStateError(Fault("not_your_match"))
        return seen

    async def member(self, match: Match, person: PersonId) -> Member:
        """Return how a person of the match is reached.

        Who has no chat is reached through whoever writes for him (art. 9.6).
        """
        known = await self._desk.persons.get(person)
        writer = match.writers.get(person)
        if known.chat is not None or writer is None:
            return Member(person, known.name, known.chat)
        chat = (await self._desk.persons.get(writer)).chat
        return Member(person, known.name, chat, is_elsewhere=True)

    async def all_ruled(self, arbiter: PersonId) -> list[SeenMatch]:
        """Return the arbiter's matches."""
        rows = await projections.matches_of(self._tx, arbiter)
        return [await self.load(MatchCode(row.code)) for row in rows]

    async def played_by(self, person: PersonId) -> list[SeenMatch]:
        """Return every match the person plays or has played, the latest changed first."""
        rows = await projections.matches_played_by(self._tx, person)
        return [await self.load(MatchCode(row.code)) for row in rows]

    async def active(self, person: PersonId) -> list[SeenMatch]:
        """Return the matches the person is playing: arranged, running or between the games."""
        seen = await self.played_by(person)
        return [one for one in seen if one.match.stage not in OVER]

    async def in_stage(self, person: PersonId, stage: MatchStage) -> list[SeenMatch]:
        """Return the person's matches that stand there; no other is read."""
        codes = await projections.matches_at(self._tx, person, stage.value)
        return [await self.load(code) for code in codes]

    async def ruled_active(self, arbiter: PersonId) -> list[SeenMatch]:
        """Return the arbiter's matches that are arranged, running or between the games."""
        rows = await projections.matches_of(self._tx, arbiter)
        playing = [MatchCode(row.code) for row in rows if MatchStage(row.status) not in OVER]
        return [await self.load(code) for code in playing]

    async def any_of(self, person: PersonId) -> bool:
        """Return whether the person has ever had a place in a match."""
        return bool(await projections.matches_played_by(self._tx, person))

    async def begin(self, events: Sequence[MatchEvent], at: datetime) -> SeenMatch:
        """Begin a match with these events, its arrangement first; no game is started."""
        match = replay_match(events)
        stored = await log.append(self._tx, match_stream(match.code), 0, events, at)
        seen = SeenMatch(match, stored[-1].seq)
        await self._keep(seen)
        return seen

    async def new_code(self) -> MatchCode:
        """Return a code that no match has."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if not (await log.head(self._tx, match_stream(code))).seq:
                return MatchCode(code)

    async def advance(
        self, seen: SeenMatch, events: Iterable[MatchEvent], at: datetime
    ) -> SeenMatch:
        """Append what was decided about a match and store what lists show of it."""
        decided = tuple(events)
        if not decided:
            return seen
        stored = await log.append(self._tx, match_stream(seen.match.code), seen.seq, decided, at)
        after = SeenMatch(reduce(evolve_match, decided, seen.match), stored[-1].seq)
        await self._keep(after)
        return after

    async def _keep(self, seen: SeenMatch) -> None:
        self._seen[seen.match.code] = seen
        now = self._desk.unit.now
        await projections.save_match(self._tx, match_row(seen.match, seen.seq, now))
        stream = match_stream(seen.match.code)
        # What fell due while the bot was down is still to be said; whoever says it looks again.
        await due.replace_all(self._tx, stream, match_rows(seen.match, now), unrung=now)


def speaks_for(person: PersonId, player: PersonId, match: Match) -> bool:
    """Return whether the person is that player, or writes for him in the match (art. 9.6)."""
    return person in {player, match.writers.get(player)}
