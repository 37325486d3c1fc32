"""The cases side of the desk: claims, and what is said to them (art. 7.2, 10).

For handlers: `desk.cases.load`, `.visible` and `.ruled_by` find a case, `.begin` and `.record`
write what `engine.cases.decide` has decided. What follows from a ruling is
`bot.desk.cases.carrying_out`, who reads what `bot.desk.cases.notices`; the arbiter's card is
`bot.desk.cases.cards`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from typing import TYPE_CHECKING

from bot.days.case_agenda import LAST_DUE, OVERDUE_DUE, REMIND_DUE, TOLD_DUE, case_rows
from bot.desk.cases import cards as case_cards
from bot.desk.cases import notices as case_notices
from bot.desk.cases import queries
from bot.desk.rows import case_row
from bot.language.formats import clean
from bot.office.shared import Said
from engine.cases.case import Case
from engine.cases.decide import NewCase, open_case, tell_partner
from engine.cases.events import CaseEvent, CaseId, Digest, RulingKind
from engine.cases.finality import Bench
from engine.cases.fold import evolve_case, replay_case
from engine.errors import Fault, GameStateError
from engine.games.game import Stage
from engine.ids import GameId, PersonId, match_of
from storage import cases as table
from storage import due, log, outbox, statements
from storage.cases import CaseRow
from storage.due import Due
from storage.statements import StoredStatement
from storage.streams import case_stream, name_of

if TYPE_CHECKING:
    from bot.desk.desk import Desk
    from bot.desk.games import SeenGame

LONGEST_STATEMENT = 1500
"""Characters of what somebody says in a case at once."""


@dataclass(frozen=True, slots=True)
class SeenCase:
    """A case and the number of the last event it was made from."""

    case: Case
    seq: int


class Cases:
    """Everything a handler may do with cases."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx

    async def load(self, case: CaseId) -> SeenCase:
        """Return the case as its log makes it.

        Raises:
            GameStateError: there is no such case.
        """
        stored = await log.load(self._tx, case_stream(case))
        if not stored:
            raise GameStateError(Fault("no_such_case", facts={"case": case[:20]}))
        return SeenCase(replay_case(row.event for row in stored), stored[-1].seq)

    async def visible(self, said: Said, case: CaseId) -> SeenCase:
        """Return a case about a game that the person plays in or rules.

        Raises:
            GameStateError: there is no such case, or it is neither.
        """
        seen = await self.load(case)
        await self._desk.games.visible(said, seen.case.game)
        if not await self._may_see(said, seen.case):
            raise GameStateError(Fault("no_such_case", facts={"case": case[:20]}))
        return seen

    async def _may_see(self, said: Said, case: Case) -> bool:
        """Return whether the person may see the case: what his partner plans is for the arbiters.

        A placement that was made is no plan any more (art. 5.3).
        """
        made = case.ruled is not None and case.ruled.ruling.kind is RulingKind.WORD_VALID
        if not case.is_query or made or said.person.id == case.by:
            return True
        return said.person.id in await self.arbiters(case)

    async def ruled_by(self, said: Said, case: CaseId) -> SeenCase:
        """Return a case about a game that the person is an arbiter of.

        Raises:
            GameStateError: there is no such case, or others rule it.
        """
        seen = await self.load(case)
        await self._desk.games.ruled_by(said, seen.case.game)
        return seen

    async def of_game(self, game: GameId) -> list[SeenCase]:
        """Return the cases about a game, in their order."""
        return [await self.load(row.case_id) for row in await table.of_game(self._tx, game)]

    async def open_ruled_by(self, arbiter: PersonId) -> list[CaseRow]:
        """Return the open cases of the games that the arbiter rules, the first due first."""
        found = await table.ruled_by(self._tx, arbiter)
        return [row for row in found if case_notices.is_open(row)]

    async def decided_by(self, arbiter: PersonId, most: int) -> list[CaseRow]:
        """Return the cases of the games that the arbiter rules which were ruled on last."""
        found = [row for row in await table.ruled_by(self._tx, arbiter) if row.ruling]
        return sorted(found, key=lambda row: row.updated_at, reverse=True)[:most]

    async def concerning(self, person: PersonId) -> list[CaseRow]:
        """Return the cases that the person brought, or that are brought against him."""
        return await table.concerning(self._tx, person)

    async def arbiters(self, case: Case) -> tuple[PersonId, ...]:
        """Return who may rule on the case, the main arbiter first."""
        match = (await self._desk.matches.load(match_of(case.game))).match
        return await self._desk.competitions.arbiters(match)

    async def bench(self, case: Case) -> Bench:
        """Return who rules the game of the case, and what else has been brought there."""
        main, *_ = await self.arbiters(case)
        game = (await self._desk.games.load(case.game)).game
        cases = tuple(seen.case for seen in await self.of_game(case.game))
        return Bench(main=main, running=game.stage is Stage.RUNNING, cases=cases)

    async def said_in(self, case: Case) -> dict[Digest, StoredStatement]:
        """Return everything that was said in the case, by its digest."""
        return await statements.of_case(self._tx, case.id)

    def id_of(self, text: str) -> CaseId:
        """Return the case that is named `K7QF/1#2`, whatever its letters' case."""
        return CaseId(text.strip().upper())

    def statement(self, text: str) -> str:
        """Return a text as it is kept, without what hides or reorders its signs.

        Raises:
            GameStateError: `statement_empty`, or `statement_long`.
        """
        whole = clean(text, longest=len(text) + 1, lines=True)
        if whole in {"", "—"}:
            raise GameStateError(Fault("statement_empty"))
        if len(whole) > LONGEST_STATEMENT:
            facts = {"n": len(whole), "most": LONGEST_STATEMENT}
            raise GameStateError(Fault("statement_long", facts=facts))
        return whole

    async def keep_statement(self, said: Said, case: CaseId, text: str) -> Digest:
        """Keep what a person says in a case; return what its log is to say of it.

        Raises:
            GameStateError: `statement_empty`, or `statement_long`.
        """
        return await statements.add(self._tx, case, said.person.id, self.statement(text), said.at)

    async def new(self, seen: "SeenGame", at: datetime) -> NewCase:
        """Return the beginning of the next case about a game."""
        numbers = [
            int(row.case_id.rpartition("#")[2])
            for row in await table.of_game(self._tx, seen.game.id)
        ]
        number = max(numbers, default=0) + 1
        return NewCase(case=CaseId(f"{seen.game.id}#{number}"), at=at, copy=seen.seq)

    async def begin(self, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Begin a case with these events."""
        case = replay_case(events)
        stored = await log.append(self._tx, case_stream(case.id), 0, events, at)
        return await self.keep(SeenCase(case, stored[-1].seq))

    async def record(self, seen: SeenCase, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Append what was decided in a case, and show it on the arbiters' cards."""
        if not events:
            return seen
        after = await self.append(seen, events, at)
        await case_cards.refresh(self._desk, after.case)
        return after

    async def append(self, seen: SeenCase, events: Sequence[CaseEvent], at: datetime) -> SeenCase:
        """Append what was decided in a case; the cards are changed once all of it is."""
        stored = await log.append(self._tx, case_stream(seen.case.id), seen.seq, events, at)
        after = SeenCase(reduce(evolve_case, events, seen.case), stored[-1].seq)
        return await self.keep(after)

    async def keep(self, seen: SeenCase) -> SeenCase:
        """Store what lists show of the case, and when its days ring: for whoever rules it now."""
        case, now = seen.case, self._desk.unit.now
        match = (await self._desk.matches.load(match_of(case.game))).match
        await table.save(self._tx, case_row(case, seen.seq, match, now))
        arbiters = await self._desk.competitions.arbiters(match)
        rows = case_rows(
            case, match.rules.time_zone, await self._desk.persons.get(arbiters[0]), now
        )
        await due.replace_all(self._tx, case_stream(case.id), rows, unrung=now)
        return seen

    async def open(self, said: Said, seen: "SeenGame") -> SeenCase:
        """Return the case that an arbiter has open about the game of his own accord; open one."""
        for other in await self.of_game(seen.game.id):
            if other.case.is_open and other.case.kind is None:
                return other
        new = await self.new(seen, said.at)
        return await self.begin(open_case(seen.game, new, said.person.id), said.at)

    async def no_longer_asked(self, case: CaseId, at: datetime) -> None:
        """Close a question whose answer the game no longer waits for, unless it was given (5.3)."""
        await queries.over(self._desk, case, at)

    async def ring(self, row: Due) -> None:
        """Look for the proof that the partner was told, or remind the arbiters of their days."""
        seen = await self.load(CaseId(name_of(row.stream)))
        await due.remove(self._tx, row.stream, row.kind)
        if not seen.case.is_open:
            return
        if row.kind == TOLD_DUE and seen.case.told is None:
            await self._look_for_delivery(seen)
        elif row.kind in {REMIND_DUE, LAST_DUE, OVERDUE_DUE}:
            await case_notices.remind(self._desk, seen.case, row.kind)

    async def _look_for_delivery(self, seen: SeenCase) -> None:
        """Complete the claim once its partner has the message; else look again later (art. 7.2)."""
        case, now = seen.case, self._desk.unit.now
        delivered = await outbox.sent_at(self._tx, case_notices.told_key(case))
        if delivered is None:
            await case_notices.tell_untold(self._desk, case)
            await self.keep(seen)
            return
        await self.complete(seen, tell_partner(case, now, delivered))

    async def complete(self, seen: SeenCase, events: Sequence[CaseEvent]) -> SeenCase:
        """Record that the partner was told: the arbiters get the card, their days run."""
        seen = await self.record(seen, events, self._desk.unit.now)
        await case_cards.send(self._desk, seen.case)
        return seen
