"""Reads matches: by code, by player or by arbiter.

`load` and `get` read any match. For a person who names one, `of_player`, `spoken_for` and
`ruled_by` check what the person may do. `played_by`, `active`, `in_stage` and `played_in_phase`
list a player's matches, `all_ruled`, `ruled_active` and `ruled_under_way` an arbiter's.

`bot.service.recording.matches.match_acts` writes them; `bot.service.operations.matches.starts`
begins and `bot.service.operations.matches.results` ends them.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from bot.runtime.damaged_logs import leaving_out_damaged, stored_events
from bot.runtime.folding import fold_match, load_match
from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.competitions.competition_snapshots import Competitions
from bot.service.readers.people.persons import Persons
from bot.texts.notices.participants import Member
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, MatchCode, PersonId
from engine.matches.events import MatchEvent
from engine.matches.match import FINISHED, TO_COME, Match, MatchStage
from engine.notation import reads_as_move
from storage import log
from storage.matches import match_rows
from storage.matches.match_rows import MatchRow
from storage.streams import match_stream

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The characters of codes: no I, O, 0 or 1, because people read codes aloud or copy them."""
CODE_LENGTH = 4
"""The number of characters of a match's code."""
OVER = frozenset({MatchStage.PLAYED, MatchStage.PROPOSED, *FINISHED})
"""The stages in which nothing is left to play."""


@dataclass(frozen=True, slots=True)
class MatchSnapshot:
    """A match and the number of its last event."""

    match: Match
    seq: int


class Matches:
    """All reads of matches; each match is read once in a unit of work."""

    def __init__(self, context: Context, persons: Persons, competitions: Competitions) -> None:
        self._context, self._persons, self._competitions = context, persons, competitions
        self._tx = context.unit.tx
        self._seen: dict[MatchCode, MatchSnapshot] = context.unit.remembering({})

    async def load(self, code: MatchCode) -> MatchSnapshot:
        """Return the match as rebuilt from its log.

        Raises:
            GameStateError: there is no such match.
        """
        if code not in self._seen:
            match, head = await load_match(self._tx, self._context.shared, code)
            self._seen[code] = MatchSnapshot(match, head.seq)
        return self._seen[code]

    async def get(self, code: MatchCode) -> Match:
        """Return the match of `load`, without the number of its last event."""
        return (await self.load(code)).match

    async def in_force(self, code: MatchCode) -> MatchSnapshot:
        """Return the match, as people see it.

        Raises:
            GameStateError: there is no such match, or it was imported and taken back.
        """
        snapshot = await self.load(code)
        await self._competitions.check_in_force(snapshot.match)
        return snapshot

    async def gather(self, codes: Iterable[MatchCode]) -> None:
        """Find the last events of these matches in one query, before each is requested.

        A damaged log is passed over: a request for its match is refused then.
        """
        missing = {code for code in codes if code not in self._seen}
        heads = await log.heads(self._tx, *map(match_stream, missing))
        for code, head in zip(missing, heads, strict=True):
            with leaving_out_damaged():
                await self.fold(code, head)

    async def _loaded(self, codes: Iterable[MatchCode]) -> list[MatchSnapshot]:
        """Return the matches of these codes, in their order, without damaged ones.

        Those of a damaged competition are left out, too, because nothing can be said about them.
        """
        in_order = list(codes)
        await self.gather(in_order)
        snapshots = []
        for code in in_order:
            with leaving_out_damaged():
                snapshot = await self.load(code)
                await self._competitions.of_match(snapshot.match)
                snapshots.append(snapshot)
        return snapshots

    async def fold(self, code: MatchCode, head: log.Head) -> None:
        """Read the match from the event that is known to be its last, if there is one."""
        if head.seq and code not in self._seen:
            match = await fold_match(self._tx, self._context.shared, code, head)
            self._seen[code] = MatchSnapshot(match, head.seq)

    def note(self, snapshot: MatchSnapshot) -> None:
        """Remember the new state of the match."""
        self._seen[snapshot.match.code] = snapshot

    async def events(self, code: MatchCode) -> list[MatchEvent]:
        """Return all events of the match outside its games, in order."""
        stored = await stored_events(self._tx, self._context.shared.damaged, match_stream(code))
        return [row.event for row in stored]

    async def of_player(self, user_input: UserInput, code: MatchCode) -> MatchSnapshot:
        """Return a match that the person plays.

        Raises:
            GameStateError: as `in_force`, or they do not play it.
        """
        snapshot = await self.in_force(code)
        if user_input.person.id not in snapshot.match.people:
            raise GameStateError(Fault("not_your_game"))
        return snapshot

    async def spoken_for(
        self, user_input: UserInput, code: MatchCode, player: PersonId
    ) -> MatchSnapshot:
        """Return a match in which the person is that player or writes for them.

        Raises:
            GameStateError: as `in_force`, or they may not act for the player.
        """
        snapshot = await self.in_force(code)
        if player not in snapshot.match.people or not speaks_for(
            user_input.person.id, player, snapshot.match
        ):
            raise GameStateError(Fault("not_your_game"))
        return snapshot

    async def ruled_by(self, user_input: UserInput, code: MatchCode) -> MatchSnapshot:
        """Return a match that the person is an arbiter of: its own, or its competition's.

        Raises:
            GameStateError: as `in_force`, or others rule it.
        """
        snapshot = await self.in_force(code)
        if user_input.person.id not in await self._competitions.arbiters(snapshot.match):
            raise GameStateError(Fault("not_your_match"))
        return snapshot

    async def member(self, match: Match, person: PersonId) -> Member:
        """Return how a person of the match is reached.

        A person without a chat is reached through their writer (art. 9.6).
        """
        known = await self._persons.get(person)
        writer = match.writers.get(person)
        if known.address is not None or writer is None:
            return Member(person, known.name, known.address)
        chat = (await self._persons.get(writer)).address
        return Member(person, known.name, chat, is_elsewhere=True)

    async def chats_of_seat(self, match: Match, member: Member) -> set[int]:
        """Return the chats in which the deliveries to that player's seat are found (art. 7.2).

        What was sent to a freed seat went to its former player.
        """
        freed = match.reserved_seat(member.id)
        player = await self._persons.get(member.id if freed is None else freed.former)
        return await self._persons.chats_of(
            player, member.address if freed is None else player.address
        )

    async def all_ruled(self, arbiter: PersonId) -> list[MatchSnapshot]:
        """Return the arbiter's matches."""
        rows = await match_rows.matches_of(self._tx, arbiter)
        return await self._loaded(MatchCode(row.code) for row in rows)

    async def played_by(self, person: PersonId) -> list[MatchSnapshot]:
        """Return every match the person plays or has played, the latest changed first.

        Practice counts for nothing, so it is left out. A damaged match is not: a person must not be
        forgotten or merged without it. What only shows matches uses `readable_of`.

        Raises:
            GameStateError: the log of one is damaged.
        """
        return await self._whole(await match_rows.matches_played_by(self._tx, person))

    async def played_in(
        self, person: PersonId, competition: CompetitionCode
    ) -> list[MatchSnapshot]:
        """Return those of `played_by` in that competition, or outside any.

        Raises:
            GameStateError: the log of one of them is damaged.
        """
        rows = await match_rows.matches_played_by(self._tx, person)
        return await self._whole(row for row in rows if row.competition == competition)

    async def played_in_phase(
        self, person: PersonId, competition: Competition
    ) -> list[MatchSnapshot]:
        """Return the person's matches in the present phase of the competition, by code.

        Raises:
            GameStateError: as `played_in`.
        """
        played = [
            snapshot
            for snapshot in await self.played_in(person, competition.code)
            if snapshot.match.phase is competition.phase.plan.phase
        ]
        return sorted(played, key=lambda snapshot: snapshot.match.code)

    async def _whole(self, rows: Iterable[MatchRow]) -> list[MatchSnapshot]:
        """Return the matches of these rows, in their order; a damaged one is refused."""
        codes = [MatchCode(row.code) for row in rows]
        await self.gather(codes)
        return [await self.load(code) for code in codes]

    async def readable_of(self, person: PersonId) -> list[MatchSnapshot]:
        """Return the matches of `played_by`, in its order, without damaged ones."""
        rows = await match_rows.matches_played_by(self._tx, person)
        return await self._loaded(MatchCode(row.code) for row in rows)

    async def readable_in(
        self, person: PersonId, competition: CompetitionCode
    ) -> list[MatchSnapshot]:
        """Return the matches of `played_in`, in its order, without damaged ones."""
        rows = await match_rows.matches_played_by(self._tx, person)
        return await self._loaded(
            MatchCode(row.code) for row in rows if row.competition == competition
        )

    async def within(self, competition: CompetitionCode) -> list[MatchSnapshot]:
        """Return the matches of the competition that have begun, by code, without damaged ones."""
        rows = await match_rows.matches_in(self._tx, competition)
        return await self._loaded(MatchCode(row.code) for row in rows)

    async def to_come_in(self, competition: CompetitionCode) -> list[MatchSnapshot]:
        """Return those of `within` in which no game runs, and one is still to come."""
        rows = await match_rows.matches_in(self._tx, competition)
        to_come = (MatchCode(row.code) for row in rows if MatchStage(row.status) in TO_COME)
        return await self._loaded(to_come)

    async def active(self, person: PersonId) -> list[MatchSnapshot]:
        """Return the matches the person is playing: arranged, running or between the games."""
        rows = await match_rows.matches_played_by(self._tx, person)
        playing = (MatchCode(row.code) for row in rows if MatchStage(row.status) not in OVER)
        return await self._loaded(playing)

    async def in_stage(self, person: PersonId, stage: MatchStage) -> list[MatchSnapshot]:
        """Return the person's matches at that stage; no other is read."""
        return await self._loaded(await match_rows.matches_at(self._tx, person, stage.value))

    async def ruled_active(self, arbiter: PersonId) -> list[MatchSnapshot]:
        """Return the arbiter's matches that are arranged, running or between the games."""
        rows = await match_rows.matches_of(self._tx, arbiter)
        playing = (MatchCode(row.code) for row in rows if MatchStage(row.status) not in OVER)
        return await self._loaded(playing)

    async def ruled_under_way(self, arbiter: PersonId) -> list[MatchSnapshot]:
        """Return the arbiter's matches in which a task may wait.

        Those are matches without official results, and matches with letters.
        """
        official = MatchStage.HOMOLOGATED.value
        rows = await match_rows.matches_under_way(self._tx, arbiter, official)
        return await self._loaded(MatchCode(row.code) for row in rows)

    async def has_arbiter(self, person: PersonId) -> bool:
        """Return whether an arbiter rules, or has ruled, a match of the person."""
        rows = await match_rows.matches_played_by(self._tx, person)
        return any(row.kind.has_arbiter for row in rows)

    async def any_of(self, person: PersonId) -> bool:
        """Return whether the person has ever had a seat in a match."""
        return bool(await match_rows.matches_played_by(self._tx, person))

    async def new_code(self) -> MatchCode:
        """Return a code that no match uses, and that nobody can type as a move (`M7AP`, `PASS`)."""
        while True:
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            if not reads_as_move(code) and not (await log.head(self._tx, match_stream(code))).seq:
                return MatchCode(code)


def speaks_for(person: PersonId, player: PersonId, match: Match) -> bool:
    """Return whether the person is that player, or their writer in the match (art. 9.6)."""
    return person in {player, match.writers.get(player)}
