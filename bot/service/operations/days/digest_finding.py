"""Finds the content of a person's digest, and what the person was not yet notified of.

A digest covers their games, the answers they owe, and an arbiter's task list. It leaves out what a
separate message reports that morning. `bot.service.operations.days.digest_sender` makes the text.
"""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final, NamedTuple

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.operations.days.task_list import TaskLists
from bot.service.pure.days.agenda import RESULTS_DAYS
from bot.service.pure.days.digest_rows import wants_digests
from bot.service.pure.days.hours import quiet_until
from bot.service.pure.days.news import has_own_notice, news_of, reported_mark
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.texts.buttons.cases import TaskKind
from bot.texts.messages import Text, say
from bot.texts.notices.cases.tasks import TaskList
from bot.texts.notices.participants import ending
from engine.games.deadlines import answer_by
from engine.ids import PersonId, Seat
from engine.matches.approval import last_day_to_object, unanswered
from engine.matches.match import Match, MatchStage
from storage.people.people import Person

OFFER: Final = "digest.return_leg"
"""A return game that begins by itself, offered when the first game ended.

No digest is sent for it alone.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestContent:
    """The content of a person's digest."""

    tasks: TaskList
    """The person's task list as an arbiter."""
    new: TaskList
    """The tasks of which the person is not yet notified."""
    mine: list[GameSnapshot] = field(default_factory=list)
    """Games in which the person is to move, the most urgent first."""
    theirs: list[GameSnapshot] = field(default_factory=list)
    """Games in which the person waits for the opponent."""
    resting: list[GameSnapshot] = field(default_factory=list)
    """Games in which the person is on leave."""
    write: list[GameSnapshot] = field(default_factory=list)
    """Games in which the person enters another player's move."""
    answers: list[Text] = field(default_factory=list)
    """The answers that the person owes, except those with a separate reminder today."""
    apart: list[GameSnapshot] = field(default_factory=list)
    """Games with separate messages today."""
    marks: frozenset[str] = frozenset()
    """A mark for each game and answer reported today; known marks alone make no digest due."""
    fresh: frozenset[str] = frozenset()
    """The marks that make a digest due, because no other message reports them."""

    @property
    def is_playing(self) -> bool:
        """Return whether the person has running games to report."""
        return bool(self.mine or self.theirs)

    @property
    def has_content_today(self) -> bool:
        """Return whether there is anything to report today."""
        return bool(self.is_playing or self.resting or self.write or self.answers)

    @property
    def has_content(self) -> bool:
        """Return whether there is anything to report, today or later."""
        return bool(self.has_content_today or self.apart)


class _OwedAnswer(NamedTuple):
    """An answer that a person owes."""

    text: Text
    is_reminded: bool = False
    """Whether a separate message reminds the person of it today."""


class DigestFinding:
    """Finds the content of digests."""

    def __init__(self, readers: Readers, task_lists: TaskLists) -> None:
        self._readers, self._task_lists = readers, task_lists

    async def of(self, person: Person, reported: Collection[str]) -> DigestContent:
        """Return the content for a person whose last digest had these marks.

        People who want no digest get the tasks alone.
        """
        tasks = await self._task_lists.of(person.id)
        content = DigestContent(tasks=tasks, new=tasks.new_to(person.id, reported))
        if not wants_digests(person):
            return content
        content = await self._playing(person.id, content)
        write = await self._to_write(person.id, tasks)
        owed = await self._answers(person.id)
        answers = [answer.text for answer in owed if not answer.is_reminded]
        write_marks = {f"write:{snapshot.game.id}:{snapshot.game.turns}" for snapshot in write}
        answer_marks = {_mark_of(answer) for answer in answers}
        reminded_marks = {_mark_of(answer.text) for answer in owed if answer.is_reminded}
        offer_marks = {_mark_of(answer) for answer in answers if answer.key == OFFER}
        own_apart = [
            snapshot
            for snapshot in content.apart
            if snapshot.game.turn is snapshot.game.seat_of(person.id)
        ]
        turn_marks = {
            reported_mark(snapshot.game, self._today(snapshot))
            for snapshot in (*content.mine, *own_apart)
        }
        news = [self._news_of(person, snapshot) for snapshot in content.mine]
        news_marks = {mark for mark in news if mark is not None}
        return replace(
            content,
            write=write,
            answers=answers,
            marks=frozenset(turn_marks | write_marks | answer_marks | reminded_marks),
            fresh=frozenset(news_marks | write_marks | answer_marks - offer_marks),
        )

    async def _to_write(self, writer: PersonId, tasks: TaskList) -> list[GameSnapshot]:
        """Return the games in which the writer enters a move, except those in their task list."""
        task_games = {task.about for task in tasks.of(TaskKind.WRITE).items}
        return [
            await self._readers.arrivals.with_days_of_today(snapshot)
            for snapshot in await self._readers.entries.waiting_for(writer)
            if snapshot.game.id not in task_games
            and not await self._readers.closings.is_game_closed(snapshot.game)
        ]

    def _today(self, snapshot: GameSnapshot) -> date:
        """Return the current day in the game's zone."""
        return self._readers.games.today(snapshot.game)

    def _news_of(self, person: Person, snapshot: GameSnapshot) -> str | None:
        """Return the mark of what is new in the game for the person, or None."""
        # The notice of a move in the person's quiet hours made no sound.
        last = snapshot.game.last_move
        was_silent = last is not None and quiet_until(person, last.at) is not None
        return news_of(snapshot.game, self._today(snapshot), is_unreported=was_silent)

    async def _playing(self, person: PersonId, content: DigestContent) -> DigestContent:
        """Return the content with the person's running games sorted into its lists."""
        mine: list[GameSnapshot] = []
        theirs: list[GameSnapshot] = []
        resting: list[GameSnapshot] = []
        apart: list[GameSnapshot] = []
        for running in await self._readers.game_lists.running(person):
            snapshot = await self._readers.arrivals.with_days_of_today(running)
            game, seat = snapshot.game, snapshot.game.seat_of(person) or Seat.RED
            today = self._today(snapshot)
            if game.is_practice or await self._readers.closings.is_game_closed(game):
                continue
            if game.side(seat).leave_on(today):
                resting.append(snapshot)
            elif game.turn is seat and game.query:
                continue  # the player waits for the arbiter (art. 5.3)
            elif has_own_notice(game, seat, today):
                apart.append(snapshot)
            else:
                (mine if game.turn is seat else theirs).append(snapshot)
        mine.sort(key=lambda snapshot: (answer_by(snapshot.game), snapshot.game.id))
        return replace(content, mine=mine, theirs=theirs, resting=resting, apart=apart)

    async def _answers(self, person: PersonId) -> list[_OwedAnswer]:
        """Return the answers that the person owes."""
        today = self._readers.today()
        return [
            *[_OwedAnswer(text) for text in await self._cases(person)],
            *[
                _OwedAnswer(
                    await self._dated(snapshot.match, text), _is_reminded(snapshot.match, today)
                )
                for snapshot in await self._readers.matches.readable_of(person)
                if (text := _answer(person, snapshot.match, today)) is not None
                and await self._is_played(snapshot.match)
            ],
        ]

    async def _cases(self, person: PersonId) -> list[Text]:
        """Return the claims against the person that they have not answered (art. 7.2)."""
        lines = []
        for row in await self._readers.cases.concerning(person):
            with leaving_out_damaged():
                case = await self._readers.cases.get(row.case_id)
                if case.is_open and person == case.against and not case.defences:
                    lines.append(say("digest.defence", case=case.id, game=case.game))
        return lines

    async def _dated(self, match: Match, text: Text) -> Text:
        """Return the text; add the phase's closing date for a return game (art. 9.4)."""
        if match.stage is not MatchStage.BETWEEN:
            return text
        closing = await self._readers.closings.before_return(match)
        if closing is None:
            return text
        return say(
            "digest.return_leg_closing",
            match=match.code,
            closing=ending(closing, match.rules.time_zone),
        )

    async def _is_played(self, match: Match) -> bool:
        """Return whether the results count, or the return game will be played (art. 10.3)."""
        if match.stage is MatchStage.BETWEEN:
            is_over = await self._readers.closings.is_match_closed(match, self._readers.unit.now)
            return not is_over and await self._readers.competitions.excluded_player(match) is None
        return await self._readers.competitions.counts(match)


def _mark_of(answer: Text) -> str:
    """Return the mark of an owed answer: its text's key and facts."""
    return ":".join([answer.key, *(str(fact) for fact in answer.params.values())])


def _answer(person: PersonId, match: Match, today: date) -> Text | None:
    """Return the answer that the match needs; None on the day on which its last game ended."""
    if match.last_ended_on == today:
        return None
    until = last_day_to_object(match)
    if until is not None and today <= until and person in unanswered(match):
        return say("digest.results", match=match.code)
    waits = match.stage is MatchStage.BETWEEN and match.returns is None
    if waits and match.return_day and person not in match.ready:
        return say(OFFER, match=match.code, until=match.return_day.isoformat())
    return None


def _is_reminded(match: Match, today: date) -> bool:
    """Return whether a separate message reminds the players of the results today (art. 9.7)."""
    until = last_day_to_object(match)
    if until is None:
        return False
    return today in {until + timedelta(days=days) for days in RESULTS_DAYS.values()}
