"""Writes decisions in a case: its log, its row for lists, its due days, the cards.

`begin` and `open` start a case. `record` appends and refreshes the cards, `append` only appends,
and `complete` and `answer` also make a claim complete. `keep` stores the row alone.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.statements import CheckedStatement
from bot.service.lookups.play.held_move_checks import check_none_held_in, check_none_held_in_match
from bot.service.notices.cases import cards as case_cards
from bot.service.notices.cases import case_notices
from bot.service.notices.notifier import Notifier
from bot.service.pure.days.agenda import DueKind, case_rows
from bot.service.pure.rows import case_row
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from engine.cases.case import Case
from engine.cases.decide import note_opponent_notified, open_case
from engine.cases.events import CaseEvent, CaseId, Digest
from engine.cases.fold import evolve_case, replay_case
from engine.ids import match_of
from storage import log
from storage.cases import case_rows as table
from storage.cases import statements
from storage.days import due
from storage.days.due import DueRow
from storage.queues import outbox
from storage.streams import case_stream, name_of


class CaseActs:
    """Writes the decisions of `engine.cases.decide`."""

    def __init__(self, notifier: Notifier) -> None:
        self._notifier = notifier

    async def begin(self, events: Sequence[CaseEvent], at: datetime) -> CaseSnapshot:
        """Start a case with these events.

        Raises:
            MoveIsHeldError, GameStateError: as `keep`.
        """
        case = replay_case(events)
        stored = await log.append(self._notifier.unit.tx, case_stream(case.id), 0, events, at)
        return await self.keep(CaseSnapshot(case, stored[-1].seq))

    async def keep_statement(
        self, user_input: UserInput, case: CaseId, statement: CheckedStatement
    ) -> Digest:
        """Store a person's statement in a case; return the digest for its log."""
        return await statements.add(
            self._notifier.unit.tx, case, user_input.person.id, statement, user_input.at
        )

    async def record(
        self, snapshot: CaseSnapshot, events: Sequence[CaseEvent], at: datetime
    ) -> CaseSnapshot:
        """Append decided events to a case, and update the arbiters' cards; none writes nothing.

        Raises:
            MoveIsHeldError, GameStateError: as `keep`.
        """
        after = await self.append(snapshot, events, at)
        if after is not snapshot:
            await case_cards.refresh(self._notifier, after.case)
        return after

    async def append(
        self, snapshot: CaseSnapshot, events: Sequence[CaseEvent], at: datetime
    ) -> CaseSnapshot:
        """Append decided events to a case, without updating the cards; none writes nothing.

        Raises:
            MoveIsHeldError, GameStateError: as `keep`.
        """
        if not events:
            return snapshot
        stored = await log.append(
            self._notifier.unit.tx, case_stream(snapshot.case.id), snapshot.seq, events, at
        )
        after = CaseSnapshot(reduce(evolve_case, events, snapshot.case), stored[-1].seq)
        return await self.keep(after)

    async def keep(self, snapshot: CaseSnapshot) -> CaseSnapshot:
        """Store the case's row for lists, and its next due instant.

        Raises:
            MoveIsHeldError: a held move in its match or competition must be made first.
            GameStateError: the match was imported and taken back.
        """
        case, now = snapshot.case, self._notifier.unit.now
        match = (await self._notifier.matches.in_force(match_of(case.game))).match
        await check_none_held_in_match(self._notifier, match.code)
        await check_none_held_in(self._notifier, match.competition)
        await table.save(self._notifier.unit.tx, case_row(case, snapshot.seq, match, now))
        rows = case_rows(case, now)
        await due.replace_keeping_due(self._notifier.unit.tx, case_stream(case.id), rows, now)
        return snapshot

    async def open(self, user_input: UserInput, snapshot: GameSnapshot) -> CaseSnapshot:
        """Return the arbiter's open own case about the game; open one if needed."""
        own_case = await self._notifier.cases.own_case(
            snapshot, user_input.person.id, user_input.at
        )
        if own_case.seq:
            return own_case
        new = await self._notifier.cases.new_case(snapshot, user_input.at)
        return await self.begin(open_case(snapshot.game, new, user_input.person.id), user_input.at)

    async def remind(self, row: DueRow) -> None:
        """Carry out a due row of a case: check whether the opponent has received the claim."""
        snapshot = await self._notifier.cases.load(CaseId(name_of(row.stream)))
        await due.remove(self._notifier.unit.tx, row.stream, row.kind)
        if not snapshot.case.is_open:
            return
        if row.kind == DueKind.NOTICE_CHECK and snapshot.case.told is None:
            await self._look_for_delivery(snapshot)

    async def _look_for_delivery(self, snapshot: CaseSnapshot) -> None:
        """Complete the claim once its opponent has the message; else check later (art. 7.2)."""
        snapshot = await self.with_delivery(snapshot)
        if snapshot.case.told is None:
            await case_notices.notify_of_unreachable_opponent(self._notifier, snapshot.case)
            await self.keep(snapshot)

    async def with_delivery(self, snapshot: CaseSnapshot) -> CaseSnapshot:
        """Complete the claim if its opponent has received the message by now; return the case."""
        proof = await self._proof(snapshot.case)
        return await self.complete(snapshot, proof) if proof else snapshot

    async def answer(
        self, snapshot: CaseSnapshot, events: Sequence[CaseEvent], at: datetime
    ) -> CaseSnapshot:
        """Record the opponent's statement; an answer proves that they were notified (art. 7.2)."""
        proof = await self._proof(snapshot.case, answered=at)
        if proof:
            return await self.complete(snapshot, (*proof, *events))
        return await self.record(snapshot, events, at)

    async def _proof(
        self, case: Case, *, answered: datetime | None = None
    ) -> tuple[CaseEvent, ...]:
        """Return the events that complete the claim: its notice was delivered, or answered."""
        if not case.is_claim or not case.is_open or case.told is not None or not case.comments:
            return ()
        key = case_notices.claim_notice_key(case)
        notified = await outbox.sent_at(self._notifier.unit.tx, key) or answered
        if notified is None:
            return ()
        return note_opponent_notified(case, self._notifier.unit.now, notified)

    async def complete(self, snapshot: CaseSnapshot, events: Sequence[CaseEvent]) -> CaseSnapshot:
        """Record that the opponent was notified; the arbiters get the card, and their days start.

        `events` may also contain the opponent's answer.
        """
        snapshot = await self.record(snapshot, events, self._notifier.unit.now)
        await case_cards.send(self._notifier, snapshot.case)
        return snapshot
