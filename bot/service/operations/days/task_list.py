"""Everything that waits for an arbiter, found in one place (art. 7.2 – 9.7).

`/mesa` shows the list, the digest counts it, and a new arbiter of a match gets it. Nothing is
stored: a task follows from the state of its game, match, case or competition.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Mapping
from datetime import date
from typing import Final, NamedTuple

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.lookups.cases.parties import unreached_opponent
from bot.service.lookups.competitions.unfinished_games import is_reopened
from bot.service.notices.cases.case_notices import is_begun
from bot.service.operations.days.competition_tasks import CompetitionTasks, absent_text
from bot.service.operations.matches.proposed_results import ProposedResults
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.texts.buttons.cases import TaskKind
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.cases.task_list import named, next_button, one_of, players
from bot.texts.notices.cases.tasks import Task, TaskList
from engine.cases.events import ClaimKind
from engine.competitions.competition import CompetitionStage
from engine.correspondence import about_of, player_of
from engine.games.deadlines import exceeded_since, file_day, is_silent, silent_seat
from engine.games.game import Game
from engine.games.turns import overdrawn_in
from engine.ids import GameId, MatchCode, PersonId, Seat, game_id, match_of
from engine.matches.approval import ApprovalStatus, last_day_to_object, letters_to_answer
from engine.matches.match import Match, MatchStage
from engine.thinking_time import day_of
from storage.cases.case_rows import OWN, CaseRow

_RESULTS: Final = {
    ApprovalStatus.AGREED: TaskKind.RESULTS,
    ApprovalStatus.UNDISPUTED: TaskKind.RESULTS,
    ApprovalStatus.DISPUTED: TaskKind.DISPUTED,
    ApprovalStatus.TO_RULE: TaskKind.TIME,
}
"""The kind of task of proposed results; results that wait for a player are no task yet."""
_TimeClaims = Mapping[GameId, Collection[PersonId]]
"""The players against whom a claim of exceeded time is open, by game."""


class TaskLists:
    """Finds the tasks of arbiters.

    A function for one kind returns None if there is no such task.
    """

    def __init__(self, readers: Readers, results: ProposedResults) -> None:
        self._readers, self._results = readers, results
        self._competition_tasks = CompetitionTasks(readers)

    async def of(self, arbiter: PersonId) -> TaskList:
        """Return all tasks of the person, earliest due day first; none of what is damaged."""
        matches = await self._readers.matches.ruled_under_way(arbiter)
        tasks: list[Task] = []
        time_claims = defaultdict[GameId, set[PersonId]](set)
        for row in await self._readers.cases.open_ruled_by(arbiter):
            with leaving_out_damaged():
                if not await is_begun(self._readers, row):
                    continue
                if row.kind == ClaimKind.TIME and row.against is not None:
                    time_claims[row.game_id].add(row.against)
                if (task := await self._case(row)) is not None:
                    tasks.append(task)
        for snapshot in matches:
            with leaving_out_damaged():
                tasks += [task async for task in self._of_match(snapshot, time_claims)]
        tasks += [task async for task in self._entries(arbiter, matches)]
        tasks += [task async for task in self._competition_tasks.of(arbiter, matches)]
        return TaskList(sorted(tasks, key=lambda task: task.order))

    async def rules_anything(self, person: PersonId) -> bool:
        """Return whether the person is an arbiter of anything that is not over."""
        if await self._readers.matches.ruled_under_way(person):
            return True
        ruled = await self._readers.competitions.all_ruled(person)
        return any(snapshot.competition.stage is not CompetitionStage.CLOSED for snapshot in ruled)

    async def of_match(self, arbiter: PersonId, match: MatchCode) -> TaskList:
        """Return the person's tasks in one match."""
        tasks = await self.of(arbiter)
        return TaskList([task for task in tasks.items if task.match == match])

    async def next_button(self, arbiter: PersonId) -> Buttons:
        """Return the row with the button that opens the person's next task; empty for none."""
        return next_button(await self.of(arbiter))

    async def _of_match(
        self, snapshot: MatchSnapshot, time_claims: _TimeClaims
    ) -> AsyncIterator[Task]:
        """Yield the tasks in a match: letters, absent players, results, and running games."""
        match = snapshot.match
        async for letter in self._letters(match):
            yield letter
        if match.stage is MatchStage.PROPOSED:
            if (task := await self._proposed(snapshot)) is not None:
                yield task
            return
        if (task := await self._absent_players(match)) is not None:
            yield task
        if (task := await self._reopened(match)) is not None:
            yield task
        if not await self._readers.closings.is_match_closed(match, self._readers.unit.now):
            for leg in match.all_running:
                game = await self._readers.games.get(game_id(match.code, leg))
                if (task := await self._running(match, game, time_claims)) is not None:
                    yield task

    async def _letters(self, match: Match) -> AsyncIterator[Task]:
        """Yield the unanswered letters of the match's players."""
        for thread, since in letters_to_answer(match).items():
            who = await self._readers.persons.name(player_of(thread) or match.first)
            day = day_of(since, match.rules.time_zone)
            yield await self._task(
                match, TaskKind.LETTER, thread, since=day, code=about_of(thread), who=named(who)
            )

    async def _absent_players(self, match: Match) -> Task | None:
        """Return the task of players of a match outside competitions who have not come."""
        if match.stage is not MatchStage.ARRANGED or match.competition:
            return None
        absent = set(match.people) - match.joined - match.writers.keys()
        if not absent:
            return None
        if len(absent) == len(match.people):
            note = say("docket.absent_both")
        else:
            note = await absent_text(self._readers, absent)
        return await self._task(match, TaskKind.JOINING, match.code, until=match.start, note=note)

    async def _reopened(self, match: Match) -> Task | None:
        """Return the task of a game that continues after the closing of its phase (art. 9.4)."""
        competition_snapshot = await self._readers.competitions.of_match(match)
        running, until = match.running, match.play_until
        if competition_snapshot is None or running is None or until is None:
            return None
        if not is_reopened(self._readers, match, competition_snapshot.competition):
            return None
        return await self._task(match, TaskKind.REOPENED, game_id(match.code, running), until=until)

    async def _running(self, match: Match, game: Game, time_claims: _TimeClaims) -> Task | None:
        """Return the task of a running game: exceeded time, or silence."""
        put_off_until = match.put_off.get(game.id)
        today = self._readers.games.today(game)
        if put_off_until is not None and today < put_off_until:
            return None
        timed_game = await self._readers.arrivals.for_time_decisions(game)
        late = _exceeded(timed_game, today)
        if late is not None and not game.rules.auto_forfeit:
            kind, who, since = TaskKind.TIME, game.side(late.seat).person, late.since
            if late.seat in map(game.last_seat_of, time_claims.get(game.id, ())):
                return None  # the open claim is already a task
        elif is_silent(timed_game, today):
            kind, since = TaskKind.SILENCE, file_day(game)
            who = game.side(silent_seat(game)).person
        else:
            return None
        if put_off_until is not None:
            since = max(since, put_off_until)
        names = await self._readers.persons.names(match.people)
        idle = one_of(names[who], names[match.partner(who)])
        return await self._task(match, kind, game.id, since=since, who=idle)

    async def _proposed(self, snapshot: MatchSnapshot) -> Task | None:
        """Return the task of proposed results, unless they wait for a player or a case."""
        match = snapshot.match
        until = last_day_to_object(match)
        status = await self._results.approval_status(snapshot)
        kind = None if status is None else _RESULTS.get(status)
        if kind is None or until is None or not await self._results.awaits(snapshot):
            return None
        if kind is TaskKind.TIME and not (await self._results.outstanding(snapshot)).overdrawn:
            return None  # the open case is already a task
        due = await self._results_due(match)
        return await self._task(match, kind, match.code, since=match.proposed, until=due)

    async def _results_due(self, match: Match) -> date | None:
        """Return the last day for the results of the match's phase; None outside a phase."""
        snapshot = await self._readers.competitions.of_match(match)
        for phase in snapshot.competition.phases if snapshot is not None else ():
            if phase.plan.phase is match.phase:
                return phase.plan.results_due(match.rules)
        return None

    async def _case(self, row: CaseRow) -> Task | None:
        """Return the task of an open case; None while its opponent is being notified."""
        match = await self._readers.matches.get(match_of(row.game_id))
        case = await self._readers.cases.get(row.case_id)
        if row.due_on is None:
            opponent = await unreached_opponent(self._readers, case)
            if opponent is None:
                return None
            note = say("docket.untold_of", who=opponent.name)
            since = day_of(case.comments[0].at, match.rules.time_zone)
            return await self._task(match, TaskKind.UNTOLD, row.case_id, since=since, note=note)
        kind = TaskKind.QUERY if row.kind == ClaimKind.QUERY else TaskKind.CASE
        note = say(f"claim.{row.kind}")
        if row.kind == OWN:  # the regulation sets no day for an arbiter's own case
            day = day_of(case.opened, match.rules.time_zone)
            return await self._task(match, kind, row.case_id, since=day, note=note)
        if row.words:
            note = say("docket.words", words=[word.upper() for word in row.words])
        return await self._task(match, kind, row.case_id, until=row.due_on, note=note)

    async def _entries(
        self, arbiter: PersonId, matches: list[MatchSnapshot]
    ) -> AsyncIterator[Task]:
        """Yield the sheets that the arbiter must confirm, and those that they enter (art. 9.6).

        Both belong to running games, so an arbiter without a match under way has none.
        """
        if not matches:
            return
        for entry in await self._readers.entries.asked_of(arbiter):
            match = await self._readers.matches.get(match_of(entry.game_id))
            who = await self._readers.persons.name(entry.person)
            note, day = say("docket.entry_of", who=who), day_of(entry.at, match.rules.time_zone)
            yield await self._task(
                match, TaskKind.ENTRY, entry.token, since=day, note=note, code=entry.game_id
            )
        ruled = {snapshot.match.code: snapshot.match for snapshot in matches}
        for snapshot in await self._readers.entries.waiting_for(arbiter):
            game = snapshot.game
            if game.match in ruled and not await self._readers.closings.is_game_closed(game):
                who = await self._readers.persons.name(game.side(game.turn).person)
                until = (await self._readers.arrivals.clocks(game)).last_day
                note = say("docket.entry_of", who=who)
                yield await self._task(
                    ruled[game.match], TaskKind.WRITE, game.id, until=until, note=note
                )

    async def _task(  # noqa: PLR0913  (each is a field of the item)
        self,
        match: Match,
        kind: TaskKind,
        about: str,
        *,
        since: date | None = None,
        until: date | None = None,
        note: Text | None = None,
        code: str = "",
        who: Text | None = None,
    ) -> Task:
        """Return a task of a match.

        `since`: the day since which it waits, None for today. `until`: the day on which it is due,
        None for the usual one of its kind. `code`: how the list names its subject, "" for `about`.
        `who`: whom it concerns, None for both players.
        """
        zone = match.rules.time_zone
        today = day_of(self._readers.unit.now, zone)
        names = await self._readers.persons.names(match.people)
        return Task(
            kind=kind,
            about=about,
            code=code or about,
            match=match.code,
            who=who or players(names[match.first], names[match.second]),
            main=await self._readers.competitions.chief_arbiter(match),
            today=today,
            zone=zone,
            since=since or today,
            until=until,
            note=note,
        )


class _Exceeded(NamedTuple):
    """A seat that exceeded its time, and the day since which it has."""

    seat: Seat
    since: date


def _exceeded(game: Game, today: date) -> _Exceeded | None:
    """Return the seat that exceeded its time; of two, the one that did so last; None of neither.

    A turn that still runs counts once people were notified, because before that a move sent in time
    may still arrive.
    """
    late = [
        _Exceeded(seat, since)
        for seat in Seat
        if (since := exceeded_since(game, seat, today)) is not None
        and (game.side(seat).told_late or game.turn is not seat or overdrawn_in(game, seat))
    ]
    return max(late, key=lambda exceeded: exceeded.since, default=None)
