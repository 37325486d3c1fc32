"""The tasks of an arbiter's competitions: sign-ups, missing players, and the next step."""

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import date
from typing import Final

from bot.service.lookups.competitions.unfinished_games import unfinished_in
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.texts.buttons.cases import TaskKind
from bot.texts.messages import Text, say
from bot.texts.notices.cases.task_list import named
from bot.texts.notices.cases.tasks import Task
from bot.texts.notices.competitions.competitions import next_line
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.participation import free_places, participation
from engine.competitions.sign_up import SignUpState
from engine.ids import PersonId
from engine.matches.match import Match
from engine.thinking_time import day_of
from storage.competitions import sign_ups

MOST_NAMED: Final = 5
"""The most players named one by one; of more only the number is given."""


class CompetitionTasks:
    """Finds the tasks in the competitions of an arbiter."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    async def of(self, arbiter: PersonId, matches: Sequence[MatchSnapshot]) -> AsyncIterator[Task]:
        """Yield the tasks of the arbiter's competitions that are not closed.

        `matches`: the arbiter's matches in which a task may wait.
        """
        for snapshot in await self._readers.competitions.all_ruled(arbiter):
            competition = snapshot.competition
            if competition.stage is CompetitionStage.CLOSED:
                continue
            own_matches = [
                match.match for match in matches if match.match.competition == competition.code
            ]
            for task in (
                await self._sign_up(competition),
                await self._step(competition),
                await self._joining(competition, own_matches),
            ):
                if task is not None:
                    yield task

    async def _sign_up(self, competition: Competition) -> Task | None:
        """Return the task of people whose sign-up awaits the arbiter's decision, if any.

        Once the sign-up is closed, an accepted person still enters, until the lists are made.
        """
        if competition.number or competition.stage is not CompetitionStage.OPEN:
            return None
        tx, code = self._readers.unit.tx, competition.code
        waiting = [
            applicant
            for applicant in await sign_ups.people_of(tx, code)
            if applicant.state is SignUpState.ASKED
        ]
        if not waiting:
            return None
        sign_up = await sign_ups.of(tx, code)
        until = competition.phase.plan.start
        if sign_up is not None and sign_up.is_open(self._readers.unit.now):
            until = sign_up.last_day(competition.rules.time_zone)
        note = _absent_note([applicant.name for applicant in waiting])
        return self._task(competition, TaskKind.SIGN_UP, until, note)

    async def _step(self, competition: Competition) -> Task | None:
        """Return the next step of the competition: preparation, closing, next phase.

        None: the bot takes it, or games are still played.
        """
        plan, rules = competition.phase.plan, competition.rules
        today = day_of(self._readers.unit.now, rules.time_zone)
        until = plan.start
        if competition.stage is CompetitionStage.LISTED and not free_places(competition):
            return None  # the phase starts automatically
        if competition.stage is CompetitionStage.RUNNING:
            until = plan.results_due(rules)
            unfinished = await unfinished_in(self._readers, competition)
            if today > plan.closing and unfinished:
                note = say("docket.unfinished", n=len(unfinished))
                return self._task(competition, TaskKind.CLOSING, until, note)
            if competition.phase.open_games():
                return None
        names = await self._readers.competitions.names(competition)
        note = next_line(competition, names, today)
        return self._task(competition, TaskKind.STEP, until, note)

    async def _joining(self, competition: Competition, matches: list[Match]) -> Task | None:
        """Return the task of players of the phase who have not taken their seats, if any.

        Players with a writer (art. 9.6) are left out: they have no Telegram.
        """
        phase = competition.phase
        with_writer = {player for match in matches for player in match.writers}
        absent = {
            player
            for player in {*phase.players} - competition.claimed - with_writer
            if participation(competition, player).is_playing
        }
        if not absent:
            return None
        note = await absent_text(self._readers, absent)
        return self._task(competition, TaskKind.JOINING, phase.plan.start, note)

    def _task(self, competition: Competition, kind: TaskKind, until: date, note: Text) -> Task:
        """Return a task of the competition's chief arbiter, with that last day and note."""
        zone = competition.rules.time_zone
        today = day_of(self._readers.unit.now, zone)
        return Task(
            kind=kind,
            about=competition.code,
            code=competition.code,
            match=None,
            who=named(competition.title),
            main=competition.chief_arbiter,
            today=today,
            zone=zone,
            since=today,
            until=until,
            note=note,
        )


async def absent_text(readers: Readers, people: Iterable[PersonId]) -> Text:
    """Return who has not come, by name, or only their number if they are many."""
    return _absent_note(sorted((await readers.persons.names(people)).values()))


def _absent_note(names: Sequence[str]) -> Text:
    """Return who is missing or waits, in this order, or only their number if they are many."""
    if len(names) > MOST_NAMED:
        return say("docket.absent_many", n=len(names))
    return say("docket.absent", who=names)
