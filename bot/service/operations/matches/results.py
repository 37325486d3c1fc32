"""Results of matches: consequences of games, answers, approval (art. 8.5).

Once both games are over the results are proposed. Both players then have some days; silence
disputes nothing (art. 9.7). For a competition's match, the approval is written into the
competition's log in the same transaction.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import reduce
from typing import Final

from bot.service.context import Context
from bot.service.notices.cases.case_notices import is_begun
from bot.service.operations.matches import late_returns
from bot.service.pure.days.agenda import RESULTS_DAYS, DueKind
from bot.service.pure.rows import awaits_ruling
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.formats import clean
from bot.texts.messages import Card, Notice, Text, say
from bot.texts.notices.matches import own_proposals
from bot.texts.notices.matches.cards import (
    answers,
    approve_buttons,
    outstanding_rows,
    overdrawn_text,
    overview_row,
    results_card,
    sums_row,
)
from bot.texts.notices.matches.legs import legs_of
from bot.texts.notices.matches.lifting import undo_buttons
from bot.texts.notices.matches.match_relay import (
    Told,
    answer_buttons,
    other_answer,
    results_answered,
    results_proposed,
    return_offered,
)
from bot.texts.notices.matches.objections import objection_buttons, results_button
from bot.texts.notices.matches.request_texts import (
    another_button,
    coefficient_button,
    rematch_button,
)
from bot.texts.notices.participants import ending
from engine.cases.events import CaseId
from engine.correspondence import thread_of
from engine.games.game import Game
from engine.ids import NO_ARBITER, PersonId, game_id
from engine.matches.approval import (
    ApprovalStatus,
    approval_status,
    last_day_to_object,
    unanswered,
)
from engine.matches.decide import approve_results
from engine.matches.events import LiftableAct, MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.outstanding import Outstanding, overdrawn
from engine.matches.result_events import ResultsProposed, ResultUpheld
from engine.matches.rulings import follow_ruling, propose_results
from engine.thinking_time import day_of
from storage.cases import case_rows, statements
from storage.days.due import DueRow
from storage.people.people import Person

LONGEST_REASON = 300
"""The most characters of a reason on the card; the message that brought it has all."""


async def reasons(context: Context, match: Match) -> dict[PersonId, str]:
    """Return the last text about the match by each objecting player, if any."""
    reason_of: dict[PersonId, str] = {}
    for person in match.objected:
        thread = CaseId(thread_of(match.code, person))
        for statement in (await statements.of_case(context.unit.tx, thread)).values():
            if statement.author == person and statement.text:
                reason_of[person] = clean(statement.text, longest=LONGEST_REASON, lines=False)
    return reason_of


MOST_BUTTONS: Final = 12
"""The most results with a button in one list."""
ORDER: Final = (
    ApprovalStatus.TO_RULE,
    ApprovalStatus.DISPUTED,
    ApprovalStatus.AGREED,
    ApprovalStatus.UNDISPUTED,
    ApprovalStatus.WAITING,
)
"""The order of results to approve in an overview: first those that need the arbiter."""


class MatchResults:
    """Consequences of games for their match, and all operations on its results."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    async def follow(
        self, game: Game, at: datetime, *, shown_to: PersonId | None = None
    ) -> MatchSnapshot:
        """Update the match after a game has ended, reopened, or changed its value.

        It offers the return game after the home game, and proposes the results after both. Without
        an arbiter they count at once.
        `shown_to` has just read the result and sees the proposal among their games.
        """
        snapshot = await self._recorder.matches.load(game.match)
        followed = follow_ruling(snapshot.match, game, at)
        after = reduce(evolve_match, followed, snapshot.match)
        events = (*followed, *propose_results(after, at))
        return await self.go_on(snapshot, events, at, shown_to=shown_to)

    async def go_on(
        self,
        snapshot: MatchSnapshot,
        events: Iterable[MatchEvent],
        at: datetime,
        *,
        shown_to: PersonId | None = None,
        silent: bool = False,
    ) -> MatchSnapshot:
        """Record the consequences of the match's games, and notify everyone of the next step.

        `silent`: the players have just read of the ruling that leads to it.
        """
        decided = tuple(events)
        stage = snapshot.match.stage
        snapshot = await self._recorder.match_acts.advance(snapshot, decided, at)
        between = snapshot.match.stage is MatchStage.BETWEEN and stage is not MatchStage.BETWEEN
        if between:
            await self.offer_return(snapshot, at, silent=silent)
        if snapshot.match.stage is MatchStage.PROPOSED and not snapshot.match.kind.has_arbiter:
            counted = approve_results(snapshot.match, NO_ARBITER, at)
            snapshot = await self._recorder.match_acts.advance(snapshot, counted, at)
            if snapshot.match.kind.counts:  # the notice of a practice game's end is enough
                await self.notify_of_final(snapshot)
        elif any(isinstance(event, ResultsProposed) for event in decided):
            await self.ask(snapshot, shown_to=shown_to, silent=silent)
        elif any(isinstance(event, ResultUpheld) for event in decided):
            await self._show_arbiter(snapshot)
        return snapshot

    async def notify_of_final(self, snapshot: MatchSnapshot) -> None:
        """Send both players the end of the match, with buttons for what may follow."""
        names = await self._recorder.persons.names(snapshot.match.people)
        legs = legs_of(snapshot.match)
        games = [game_id(snapshot.match.code, ended.leg) for ended in snapshot.match.ended]
        buttons = tuple(
            (ANALYSIS.button(say("button.analysis.of", game=game), AnalysisAction.SHOW, game),)
            for game in games
        )
        if not snapshot.match.kind.has_arbiter:
            buttons += ((rematch_button(snapshot.match.code),),)
        buttons += ((another_button(),), (coefficient_button(),))
        for person in snapshot.match.people:
            card = results_card(snapshot.match, legs, names, None, final=person)
            await self._recorder.notify_person(person, card, buttons, about=snapshot.match.code)

    async def offer_return(
        self, snapshot: MatchSnapshot, at: datetime, *, silent: bool = False
    ) -> None:
        """Offer both players an immediate start of a return game still to be played (art. 7.1)."""
        match, closings = snapshot.match, self._recorder.closings
        out = await self._recorder.competitions.gone_from(match)
        if out is None and not await closings.is_match_closed(match, at):
            closing = await closings.before_return(match)
            names = await self._recorder.persons.names(match.people)
            await self._notify_all(snapshot, return_offered(match, names, closing), silent=silent)
            await late_returns.ask(self._recorder, snapshot)

    async def ask(
        self, snapshot: MatchSnapshot, *, shown_to: PersonId | None = None, silent: bool = False
    ) -> None:
        """Ask the players about results that count, except `shown_to`, who has just read them."""
        if not await self.awaits(snapshot):
            return
        asked = await self._card(snapshot, await self._question(snapshot))
        notices = results_proposed(snapshot.match, asked)
        await self._notify_all(
            snapshot, [person for person in notices if person[0] != shown_to], silent=silent
        )

    async def _show_arbiter(self, snapshot: MatchSnapshot) -> None:
        """Show the arbiter the proposal again, because their ruling has removed its obstacle."""
        if await self.awaits(snapshot):
            arbiters = await self._recorder.competitions.arbiters(snapshot.match)
            text, buttons = await self.arbiter_card(snapshot)
            await self._recorder.notify_person(
                arbiters[0], text, buttons, about=snapshot.match.code
            )

    async def _question(self, snapshot: MatchSnapshot) -> Text:
        """Return the question about proposed results, with the last day to answer (art. 9.7)."""
        late = (await self.outstanding(snapshot)).overdrawn
        if late:
            names = await self._recorder.persons.names(snapshot.match.people)
            rows = [overdrawn_text(snapshot.match, person, names) for person in late]
            return say("results.ask_outstanding", rows=rows)
        until = last_day_to_object(snapshot.match)
        if until is not None and self._today(snapshot) <= until:
            return say("results.ask_player", until=ending(until, snapshot.match.rules.time_zone))
        return say("results.ask_now")

    async def proposed_to(self, person: PersonId) -> list[MatchSnapshot]:
        """Return the person's matches with proposed results that count for a player."""
        proposed = await self._recorder.matches.in_stage(person, MatchStage.PROPOSED)
        return [snapshot for snapshot in proposed if await self.awaits(snapshot)]

    async def player_card(self, snapshot: MatchSnapshot, person: PersonId) -> Card:
        """Return the proposal for a player, with the answers they have not given."""
        match = snapshot.match
        if person in unanswered(match):
            return Card(
                await self._card(snapshot, await self._question(snapshot)), (answer_buttons(match),)
            )
        names = await self._recorder.persons.names(match.people)
        answers_given = say("results.given", answers=answers(match, names, self._today(snapshot)))
        agreed = person in match.confirmed
        return Card(
            await self._card(snapshot, answers_given), other_answer(match.code, agreed=agreed)
        )

    async def _notify_all(
        self, snapshot: MatchSnapshot, told: Iterable[Told], *, silent: bool = False
    ) -> None:
        for person, text, buttons in told:
            await self._recorder.notify_person(
                person, text, buttons, about=snapshot.match.code, silent=silent
            )

    async def _card(self, snapshot: MatchSnapshot, asked: Text | None) -> Text:
        """Return both games' coefficients with article, arithmetic and total."""
        names = await self._recorder.persons.names(snapshot.match.people)
        return results_card(snapshot.match, legs_of(snapshot.match), names, asked)

    async def notify_of_answer(
        self, snapshot: MatchSnapshot, person: Person, *, agrees: bool
    ) -> None:
        """Notify the opponent of a player's answer to the proposed results (art. 8.5)."""
        names = await self._recorder.persons.names(snapshot.match.people)
        match = snapshot.match
        state = answers(match, names, self._recorder.today())
        await self._notify_all(
            snapshot, results_answered(match, person.id, names, state, agrees=agrees)
        )

    async def approval_status(self, snapshot: MatchSnapshot) -> ApprovalStatus | None:
        """Return the present state of the proposed results, or None."""
        return approval_status(
            snapshot.match, self._today(snapshot), await self.outstanding(snapshot)
        )

    async def outstanding(self, snapshot: MatchSnapshot) -> Outstanding:
        """Return the rulings that must precede approval: time (9.4), complete claims (7.2)."""
        games = [await self._recorder.games.get(game) for game in games_of(snapshot.match)]
        rows = await case_rows.of_match(self._recorder.unit.tx, snapshot.match.code)
        waiting = [
            row for row in rows if awaits_ruling(row) and await is_begun(self._recorder, row)
        ]
        cases = tuple(row.case_id for row in waiting)
        return Outstanding(overdrawn=overdrawn(snapshot.match, games), cases=cases)

    def _today(self, snapshot: MatchSnapshot) -> date:
        return day_of(self._recorder.unit.now, snapshot.match.rules.time_zone)

    async def awaiting(self, arbiter: PersonId) -> list[MatchSnapshot]:
        """Return the matches that the person rules with results to approve, by code."""
        ruled = await self._recorder.matches.ruled_under_way(arbiter)
        waiting = [snapshot for snapshot in ruled if await self.awaits(snapshot)]
        return sorted(waiting, key=lambda snapshot: snapshot.match.code)

    async def awaits(self, snapshot: MatchSnapshot) -> bool:
        """Return whether results are proposed that count for a player."""
        is_proposed = snapshot.match.stage is MatchStage.PROPOSED
        return is_proposed and await self._recorder.competitions.counts(snapshot.match)

    async def arbiter_card(self, snapshot: MatchSnapshot) -> Card:
        """Return the proposal for the arbiter, with the approval button."""
        match = snapshot.match
        names = await self._recorder.persons.names(match.people)
        until, why = last_day_to_object(match), await reasons(self._recorder, match)
        status = await self.approval_status(snapshot) or ApprovalStatus.WAITING
        asked = say(
            "results.ask_arbiter",
            standing=say(
                f"standing.{status.value}",
                n=match.rules.results_days,
                until=ending(until, match.rules.time_zone),
            ),
            answers=answers(match, names, self._today(snapshot), why),
            own=own_proposals.shown(match, names) or None,
        )
        card = await self._card(snapshot, asked)
        outstanding = await self.outstanding(snapshot)
        undo = undo_buttons(match, LiftableAct.TAKEN_OVER)
        if not outstanding:
            more = (*own_proposals.buttons(match, names), *objection_buttons(match, names))
            return Card(card, (*approve_buttons(match.code), *more, *undo))
        rows, buttons = outstanding_rows(match, outstanding, names)
        return Card(say("results.to_rule", card=card, rows=rows), (*buttons, *undo))

    async def remind(self, snapshot: MatchSnapshot, row: DueRow) -> None:
        """Remind players who have not answered, or report the effect of their silence (9.7).

        Of several reminders due during an outage, only the last is sent.
        """
        match = snapshot.match
        until = last_day_to_object(match)
        if until is None or not await self.awaits(snapshot):
            return
        since = (self._today(snapshot) - until).days
        latest = [kind for kind, days in RESULTS_DAYS.items() if days <= since][-1:]
        if row.kind not in latest:
            return
        if row.kind != DueKind.RESULTS:
            asked = say("results.remind", until=ending(until, snapshot.match.rules.time_zone))
            card = await self._card(snapshot, asked)
            for person in unanswered(match):
                if not await self._called_for_several(person, until, row.kind):
                    await self._recorder.notify_person(
                        person, card, (answer_buttons(match),), about=match.code
                    )
            return
        if await self.approval_status(snapshot) is ApprovalStatus.UNDISPUTED:
            silent = say("results.silent_you", match=match.code, n=match.rules.results_days)
            for person in unanswered(match):
                await self._recorder.notify_person(person, silent, about=match.code)

    async def _called_for_several(self, person: PersonId, until: date, kind: str) -> bool:
        """Send one list of all results to which the person may object until that day.

        Return False for a single match; its card is sent instead, with the answers.
        """
        chat = await self._recorder.persons.address(person)
        called = [
            snapshot
            for snapshot in await self.proposed_to(person)
            if person in unanswered(snapshot.match) and last_day_to_object(snapshot.match) == until
        ]
        if chat is None or len(called) < 2:
            return False
        text = say(
            "results.remind_several",
            n=len(called),
            until=ending(until, called[0].match.rules.time_zone),
            rows=[
                sums_row(snapshot.match, await self._recorder.persons.names(snapshot.match.people))
                for snapshot in called
            ],
        )
        buttons = tuple((results_button(snapshot.match),) for snapshot in called[:MOST_BUTTONS])
        once = f"{kind}:{until.isoformat()}:{person}"
        await self._recorder.notify(Notice(to=chat, text=text, buttons=buttons, dedup=once))
        return True

    async def overview_rows(self, matches: Sequence[MatchSnapshot]) -> list[Text]:
        """Return a line for each match: players, sums, and whose answer is missing."""
        rows = []
        for snapshot in matches:
            names = await self._recorder.persons.names(snapshot.match.people)
            rows.append(overview_row(snapshot.match, names, self._today(snapshot)))
        return rows
