"""What is decided in a case, written: its log, what lists show of it, its days, the cards."""

from collections.abc import Sequence
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.cases import cards as case_cards
from bot.service.cases import notices as case_notices
from bot.service.cases.cases import SeenCase
from bot.service.deadlines.agenda import TOLD_DUE, case_rows
from bot.service.rows import case_row
from engine.cases.decide import open_case, tell_partner
from engine.cases.events import CaseEvent, CaseId, Digest
from engine.cases.fold import evolve_case, replay_case
from engine.ids import match_of
from storage import cases as table
from storage import due, log, outbox, statements
from storage.due import Due
from storage.streams import case_stream, name_of

if TYPE_CHECKING:
    from bot.service.games import SeenGame
    from bot.service.notify import Teller


class CaseActs:
    """Writes what `engine.cases.decide` has decided."""

    def __init__(self, service: "Teller") -> None:
        self._service = service

    async def begin(self, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Begin a case with these events."""
        case = replay_case(events)
        stored = await log.append(self._service.unit.tx, case_stream(case.id), 0, events, at)
        return await self.keep(SeenCase(case, stored[-1].seq))

    async def keep_statement(self, said: Said, case: CaseId, text: str) -> Digest:
        """Keep what a person says in a case; return what its log is to say of it.

        Raises:
            GameStateError: `statement_empty`, or `statement_long`.
        """
        checked = self._service.cases.statement(text)
        return await statements.add(self._service.unit.tx, case, said.person.id, checked, said.at)

    async def record(self, seen: SeenCase, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Append what was decided in a case, and show it on the arbiters' cards."""
        if not events:
            return seen
        after = await self.append(seen, events, at)
        await case_cards.refresh(self._service, after.case)
        return after

    async def append(self, seen: SeenCase, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Append what was decided in a case; the cards are changed once all of it is."""
        stored = await log.append(
            self._service.unit.tx, case_stream(seen.case.id), seen.seq, events, at
        )
        after = SeenCase(reduce(evolve_case, events, seen.case), stored[-1].seq)
        return await self.keep(after)

    async def keep(self, seen: SeenCase) -> SeenCase:
        """Store what lists show of the case, and when it rings: for whoever rules it now."""
        case, now = seen.case, self._service.unit.now
        match = (await self._service.matches.load(match_of(case.game))).match
        await table.save(self._service.unit.tx, case_row(case, seen.seq, match, now))
        rows = case_rows(case, now)
        await due.replace_all(self._service.unit.tx, case_stream(case.id), rows, unrung=now)
        return seen

    async def open(self, said: Said, seen: "SeenGame") -> SeenCase:
        """Return the case that an arbiter has open about the game of his own accord; open one."""
        found = await self._service.cases.of_own_accord(seen, said.person.id, said.at)
        if found.seq:
            return found
        new = await self._service.cases.new(seen, said.at)
        return await self.begin(open_case(seen.game, new, said.person.id), said.at)

    async def remind(self, row: Due) -> None:
        """Look for the proof that the partner was told."""
        seen = await self._service.cases.load(CaseId(name_of(row.stream)))
        await due.remove(self._service.unit.tx, row.stream, row.kind)
        if not seen.case.is_open:
            return
        if row.kind == TOLD_DUE and seen.case.told is None:
            await self._look_for_delivery(seen)

    async def _look_for_delivery(self, seen: SeenCase) -> None:
        """Complete the claim once its partner has the message; else look again later (art. 7.2)."""
        case, now = seen.case, self._service.unit.now
        delivered = await outbox.sent_at(self._service.unit.tx, case_notices.told_key(case))
        if delivered is None:
            await case_notices.tell_untold(self._service, case)
            await self.keep(seen)
            return
        await self.complete(seen, tell_partner(case, now, delivered))

    async def complete(self, seen: SeenCase, events: Sequence[CaseEvent]) -> SeenCase:
        """Record that the partner was told: the arbiters get the card, their days run."""
        seen = await self.record(seen, events, self._service.unit.now)
        await case_cards.send(self._service, seen.case)
        return seen
