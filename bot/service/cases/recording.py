"""Writes decisions in a case: its log, its row for lists, its due days, the cards."""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.cases import cards as case_cards
from bot.service.cases import notices as case_notices
from bot.service.cases.cases import SeenCase
from bot.service.days.agenda import TOLD_DUE, case_rows
from bot.service.play.held_first import check_none_held_in, check_none_held_in_match
from bot.service.rows import case_row
from engine.cases.case import Case
from engine.cases.decide import open_case, tell_partner
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

if TYPE_CHECKING:
    from bot.service.notify import Teller
    from bot.service.play.games import SeenGame


class CaseActs:
    """Writes the decisions of `engine.cases.decide`."""

    def __init__(self, service: "Teller") -> None:
        self._service = service

    async def begin(self, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Start a case with these events."""
        case = replay_case(events)
        stored = await log.append(self._service.unit.tx, case_stream(case.id), 0, events, at)
        return await self.keep(SeenCase(case, stored[-1].seq))

    async def keep_statement(self, said: Said, case: CaseId, text: str) -> Digest:
        """Store a person's statement in a case; return the digest for its log.

        Raises:
            GameStateError: `statement_empty`, or `statement_long`.
        """
        checked = self._service.cases.statement(text)
        return await statements.add(self._service.unit.tx, case, said.person.id, checked, said.at)

    async def record(self, seen: SeenCase, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Append decided events to a case, and update the arbiters' cards."""
        if not events:
            return seen
        after = await self.append(seen, events, at)
        await case_cards.refresh(self._service, after.case)
        return after

    async def append(self, seen: SeenCase, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Append decided events to a case, without updating the cards."""
        stored = await log.append(
            self._service.unit.tx, case_stream(seen.case.id), seen.seq, events, at
        )
        after = SeenCase(reduce(evolve_case, events, seen.case), stored[-1].seq)
        return await self.keep(after)

    async def keep(self, seen: SeenCase) -> SeenCase:
        """Store the case's row for lists, and its next due instant."""
        case, now = seen.case, self._service.unit.now
        match = (await self._service.matches.load(match_of(case.game))).match
        await check_none_held_in_match(self._service, match.code)
        await check_none_held_in(self._service, match.competition)
        await table.save(self._service.unit.tx, case_row(case, seen.seq, match, now))
        rows = case_rows(case, now)
        await due.replace_all(self._service.unit.tx, case_stream(case.id), rows, unrung=now)
        return seen

    async def open(self, said: Said, seen: "SeenGame") -> SeenCase:
        """Return the arbiter's open own case about the game; open one if needed."""
        found = await self._service.cases.of_own_accord(seen, said.person.id, said.at)
        if found.seq:
            return found
        new = await self._service.cases.new(seen, said.at)
        return await self.begin(open_case(seen.game, new, said.person.id), said.at)

    async def remind(self, row: DueRow) -> None:
        """Check whether the opponent has received the claim."""
        seen = await self._service.cases.load(CaseId(name_of(row.stream)))
        await due.remove(self._service.unit.tx, row.stream, row.kind)
        if not seen.case.is_open:
            return
        if row.kind == TOLD_DUE and seen.case.told is None:
            await self._look_for_delivery(seen)

    async def _look_for_delivery(self, seen: SeenCase) -> None:
        """Complete the claim once its opponent has the message; else check later (art. 7.2)."""
        seen = await self.looked_at(seen)
        if seen.case.told is None:
            await case_notices.tell_untold(self._service, seen.case)
            await self.keep(seen)

    async def looked_at(self, seen: SeenCase) -> SeenCase:
        """Complete the claim if its opponent has received the message by now; return the case."""
        proof = await self._proof(seen.case)
        return await self.complete(seen, proof) if proof else seen

    async def answer(self, seen: SeenCase, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Record the opponent's statement; an answer proves that they were notified (art. 7.2)."""
        proof = await self._proof(seen.case, answered=at)
        if proof:
            return await self.complete(seen, (*proof, *events))
        return await self.record(seen, events, at)

    async def _proof(
        self, case: Case, *, answered: datetime | None = None
    ) -> tuple[CaseEvent, ...]:
        """Return the events that complete the claim: its notice was delivered, or answered."""
        if not case.is_claim or not case.is_open or case.told is not None or not case.comments:
            return ()
        key = case_notices.told_key(case)
        known = await outbox.sent_at(self._service.unit.tx, key) or answered
        return () if known is None else tell_partner(case, self._service.unit.now, known)

    async def complete(self, seen: SeenCase, events: Sequence[CaseEvent]) -> SeenCase:
        """Record that the opponent was notified; the arbiters get the card, and their days start.

        `events` may also contain the opponent's answer.
        """
        seen = await self.record(seen, events, self._service.unit.now)
        await case_cards.send(self._service, seen.case)
        return seen
