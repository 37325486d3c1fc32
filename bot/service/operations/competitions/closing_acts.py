"""Asks about games that a phase's last day leaves unfinished, and ends them.

A week and two days before the last day, players say whether their games will finish (art. 6.2). On
the morning after it play stops, and each player makes a statement about each unfinished game (art.
9.4), with a reminder on the last day for statements. Then the arbiters end the games as
`engine.matches.closing` decides. All steps are stored as due rows, so they survive an outage.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.shared import UserInput
from bot.service.operations.matches.results import MatchResults
from bot.service.operations.matches.starts import Starts
from bot.service.pure.acts import order_of
from bot.service.pure.days.agenda import DueKind
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Card, Notice
from bot.texts.notices.competitions.closing_questions import (
    GameQuestion,
    forecast_card,
    question_card,
)
from bot.texts.notices.competitions.closings import OpenGame, arbiter_card, settled_of
from bot.texts.notices.participants import Member
from engine.cases.case import CaseStage
from engine.cases.events import CaseId, ClaimKind
from engine.competitions.competition import Competition, CompetitionStage
from engine.errors import Fault, GameStateError
from engine.games.endings import accepted_end
from engine.ids import GameId, Leg, PersonId, game_id
from engine.matches.closing import close_game, statement_of
from engine.matches.match import UNFINISHED, Match
from engine.rulesets import Ruleset
from engine.thinking_time import day_of

_ARTICLE: Final = "9.4"
"""The article by which games are ended at the closing date."""


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A match that the closing date leaves unfinished, and its game to settle."""

    snapshot: MatchSnapshot
    leg: Leg
    game: GameSnapshot | None
    """The game; None if it never began."""
    claim: CaseId | None = None
    """The open case of a complete time claim, which needs a ruling first (art. 9.4)."""

    @property
    def open_game(self) -> OpenGame:
        """Return the match and its game in the form that the cards need."""
        game = None if self.game is None else self.game.game
        return OpenGame(self.snapshot.match, self.leg, game, self.claim)

    def is_settled(self, closing: date, today: date) -> bool:
        """Return whether no answer is awaited any more, so that the game may be ended."""
        return self.open_game.is_settled(closing, today)


class ClosingActs:
    """Asks about unfinished games, and ends them."""

    def __init__(self, recorder: Recorder, results: MatchResults, starts: Starts) -> None:
        self._recorder, self._results, self._starts = recorder, results, starts

    async def unfinished(self, competition: Competition) -> list[UnfinishedGame]:
        """Return the unfinished matches of the current phase that count for somebody, by code.

        Damaged ones are left out, because the others must not wait for them.
        """
        unfinished: list[UnfinishedGame] = []
        for snapshot in await self._recorder.matches.within(competition.code):
            with leaving_out_damaged():
                unfinished += await self._unfinished_in(competition, snapshot)
        return unfinished

    async def _unfinished_in(
        self, competition: Competition, snapshot: MatchSnapshot
    ) -> list[UnfinishedGame]:
        """Return the match with each of its games to settle; nothing if it need not be settled."""
        match = snapshot.match
        is_open = match.phase is competition.phase.plan.phase and match.stage in UNFINISHED
        waits = is_open and not self.is_reopened(match, competition)
        if not waits or not await self._recorder.competitions.counts(match):
            return []
        return [await self.of(snapshot, leg) for leg in match.all_running or (match.next_leg,)]

    def is_reopened(self, match: Match, competition: Competition) -> bool:
        """Return whether the match's own last day is after the closing of its phase (art. 9.4).

        A running game of it needs its own ruling, even after that day.
        """
        until = match.play_until
        if until is None or until <= competition.phase.plan.closing:
            return False
        today = self._today(match.rules)
        return today <= until or bool(match.all_running)

    def _today(self, rules: Ruleset) -> date:
        """Return the current day where these rules apply."""
        return day_of(self._recorder.unit.now, rules.time_zone)

    async def of(self, snapshot: MatchSnapshot, leg: Leg | None = None) -> UnfinishedGame:
        """Return the match with its game of that leg; without one, the running game or the next.

        Raises:
            GameStateError: `match_over`.
        """
        leg = leg or snapshot.match.running or snapshot.match.next_leg
        if leg is None:
            raise GameStateError(Fault("match_over", "9.4"))
        if leg not in snapshot.match.all_running:
            return UnfinishedGame(snapshot, leg, None)
        game = await self._recorder.games.load(game_id(snapshot.match.code, leg))
        return UnfinishedGame(snapshot, leg, game, await self._claim(game.game.id))

    async def _claim(self, game: GameId) -> CaseId | None:
        """Return the open case of a time claim that met its requirements (art. 7.2), if any."""
        for snapshot in await self._recorder.cases.of_game(game):
            case = snapshot.case
            if case.kind is ClaimKind.TIME and case.stage is CaseStage.PENDING:
                return case.id
        return None

    async def on_day(self, snapshot: CompetitionSnapshot, kind: str) -> None:
        """Execute the step of that day of the closing; a late one sends nothing that is untrue."""
        competition = snapshot.competition
        if competition.stage is not CompetitionStage.RUNNING:
            return
        today = self._today(competition.rules)
        closed = today > competition.phase.plan.closing
        unfinished = await self.unfinished(competition)
        if closed and await self._end_accepted(unfinished):
            unfinished = await self.unfinished(competition)
        if kind in {DueKind.CLOSING_SOON, DueKind.CLOSING_NEAR} and not closed:
            await self._ask_forecasts(competition, unfinished, again=kind == DueKind.CLOSING_NEAR)
        elif kind in {DueKind.CLOSING, DueKind.RESULTS} and closed:
            await self._ask_statements(competition, unfinished)
        if unfinished and kind in {DueKind.CLOSING_NEAR, DueKind.CLOSING, DueKind.CLOSING_OVER}:
            card = await self.arbiter_card(competition)
            for arbiter in competition.arbiters:
                person = await self._recorder.persons.get(arbiter)
                member = Member(person.id, person.name, person.address)
                await self._notify_once(competition, member, "card", card)

    async def _end_accepted(self, unfinished: Sequence[UnfinishedGame]) -> bool:
        """End the games whose last move can no longer be sent back (art. 4.3, 5.2).

        Return whether there were any.
        """
        now = self._recorder.unit.now
        games = [match.game for match in unfinished if match.game is not None]
        accepted = [snapshot for snapshot in games if snapshot.game.waits_for_acceptance]
        for snapshot in accepted:
            await self._recorder.game_acts.record(snapshot, accepted_end(snapshot.game, now), now)
        return bool(accepted)

    async def _ask_forecasts(
        self, competition: Competition, unfinished: Sequence[UnfinishedGame], *, again: bool
    ) -> None:
        """Ask every player about all their unfinished games; `again`: those without an answer.

        A player without a chat is asked through their writers, each about their own matches.
        """
        reached: dict[Member, list[UnfinishedGame]] = {}
        for unfinished_match in unfinished:
            for person in unfinished_match.snapshot.match.people:
                member = await self._recorder.matches.member(
                    unfinished_match.snapshot.match, person
                )
                reached.setdefault(member, []).append(unfinished_match)
        for member, games in reached.items():
            questions = await self.questions(member.id, games, final=False)
            is_answered = all(question.said is not None for question in questions)
            if not (again and is_answered):
                card = forecast_card(competition, questions)
                await self._notify_once(competition, member, "forecast", card)

    async def _notify_once(
        self,
        competition: Competition,
        member: Member,
        what: str,
        card: Card,
        about: str = "",
    ) -> None:
        """Notify a player or their writer, unless they got the same message today.

        After an outage several of these days are due at once. `what`: the kind of message, in its
        key.
        """
        if member.address is None:
            return
        phase = competition.phase.plan.phase.value
        today = self._today(competition.rules)
        where = f"{competition.code}:{phase}:{today.isoformat()}"
        notice = Notice(
            to=member.address,
            text=member.addressed(card.text),
            buttons=card.buttons,
            about=about,
            dedup=f"closing:{where}:{what}:{member.id}:{member.address}:{about}",
        )
        await self._recorder.notify(notice)

    async def _ask_statements(
        self, competition: Competition, matches: Sequence[UnfinishedGame]
    ) -> None:
        """Ask every player about each unfinished game without a statement."""
        for unfinished in matches:
            for person in unfinished.snapshot.match.people:
                (question,) = await self.questions(person, [unfinished], final=True)
                if question.said is None:
                    member = await self._recorder.matches.member(unfinished.snapshot.match, person)
                    is_begun = unfinished.game is not None
                    about = question.id if is_begun else unfinished.snapshot.match.code
                    card = question_card(competition, question)
                    await self._notify_once(competition, member, "question", card, about)

    async def questions(
        self, person: PersonId, unfinished: Sequence[UnfinishedGame], *, final: bool
    ) -> list[GameQuestion]:
        """Return the person's unfinished games with the question and their answer.

        `final`: at the closing date, where an earlier forecast does not count as an answer.
        """
        rows = []
        for unfinished_match in unfinished:
            match = unfinished_match.snapshot.match
            if person in match.people:
                partner = await self._recorder.persons.name(match.partner(person))
                closing = await self._recorder.closings.last_day(match)
                statement = None
                if closing is not None:
                    statement = statement_of(match, person, unfinished_match.leg, closing)
                if statement is not None and statement.is_final is not final:
                    statement = None
                rows.append(GameQuestion(unfinished_match.open_game, person, partner, statement))
        return rows

    async def arbiter_card(self, competition: Competition) -> Card:
        """Return the unfinished games, the players' answers, and how each game would end."""
        unfinished = await self.unfinished(competition)
        people = {
            person
            for unfinished_match in unfinished
            for person in unfinished_match.snapshot.match.people
        }
        names = await self._recorder.persons.names(people)
        games = [unfinished_match.open_game for unfinished_match in unfinished]
        now, today = self._recorder.unit.now, self._today(competition.rules)
        return arbiter_card(competition, games, names, now, today)

    async def settled(self, competition: Competition) -> list[UnfinishedGame]:
        """Return the unfinished matches that may be ended, because no answer is awaited."""
        closing = competition.phase.plan.closing
        today = self._today(competition.rules)
        unfinished = await self.unfinished(competition) if today > closing else []
        games = [unfinished_match.open_game for unfinished_match in unfinished]
        settled = {game.id for game in settled_of(games, closing, today)}
        return [
            unfinished_match
            for unfinished_match in unfinished
            if unfinished_match.open_game.id in settled
        ]

    async def close(
        self, user_input: UserInput, snapshot: MatchSnapshot, reason: str
    ) -> MatchSnapshot:
        """End a match's unfinished games: the running ones, and a return game that never began.

        All are checked before the first one ends, so that nothing is written if one is refused.

        Raises:
            GameStateError: its phase is not closed, or answers are still awaited.
        """
        match = snapshot.match
        closing = await self._recorder.closings.last_day(match)
        today = self._today(match.rules)
        if closing is None or today <= closing:
            raise GameStateError(Fault("phase_not_closed", _ARTICLE))
        for leg in match.all_running or (match.next_leg,):  # two games may run at the same time
            unfinished = await self.of(snapshot, leg)
            if unfinished.claim is not None:
                raise GameStateError(Fault("claim_to_rule", _ARTICLE, {"case": unfinished.claim}))
            if not unfinished.is_settled(closing, today):
                raise GameStateError(
                    Fault("not_settled", _ARTICLE, {"game": unfinished.open_game.id})
                )
        order = order_of(user_input, _ARTICLE, reason)
        while snapshot.match.stage in UNFINISHED:
            unfinished = await self.of(snapshot)
            # Nobody needs the empty sheets of a game that never began; its result is proposed.
            is_quiet = unfinished.game is None
            game = unfinished.game or await self._starts.open_closed(snapshot, user_input.at)
            timed_game = await self._recorder.arrivals.for_time_decisions(game.game)
            excluded = await self._recorder.competitions.excluded_players(snapshot.match)
            events = close_game(snapshot.match, timed_game, order, closing, excluded)
            game = await self._recorder.game_acts.record(
                game, events, user_input.at, ruled=is_quiet
            )
            if is_quiet:
                await self._results.follow(game.game, user_input.at)
            snapshot = await self._recorder.matches.load(match.code)
        return snapshot
