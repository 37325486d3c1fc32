"""Proposed results of matches: what waits for whom, and the cards that players and arbiters see.

Results wait for the answers of both players, for some days, and then for an arbiter's approval
(art. 8.5, 9.7). A ruling on time or on a complete claim may have to precede it.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final

from bot.service.context import Context
from bot.service.notices.cases.case_notices import is_begun
from bot.service.pure.rows import awaits_ruling
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from bot.texts.clean_text import clean
from bot.texts.messages import Card, Text, say
from bot.texts.notices.matches import own_proposals
from bot.texts.notices.matches.cards import (
    answers,
    approve_buttons,
    overview_row,
    results_card,
)
from bot.texts.notices.matches.legs import legs_of
from bot.texts.notices.matches.lifting import undo_buttons
from bot.texts.notices.matches.match_relay import answer_buttons, other_answer
from bot.texts.notices.matches.objections import objection_buttons
from bot.texts.notices.matches.outstanding import outstanding_rows, overdrawn_text
from bot.texts.notices.participants import ending
from engine.cases.events import CaseId
from engine.correspondence import thread_of
from engine.ids import PersonId
from engine.matches.approval import (
    ApprovalStatus,
    approval_status,
    last_day_to_object,
    unanswered,
)
from engine.matches.events import LiftableAct
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.outstanding import Outstanding, overdrawn
from engine.thinking_time import day_of
from storage.cases import case_rows, statements

_LONGEST_REASON: Final = 300
"""The most characters of a reason on the card; the message that brought it shows all."""
ORDER: Final = (
    ApprovalStatus.TO_RULE,
    ApprovalStatus.DISPUTED,
    ApprovalStatus.AGREED,
    ApprovalStatus.UNDISPUTED,
    ApprovalStatus.WAITING,
)
"""The order of results to approve in an overview: first those that need the arbiter."""


class ProposedResults:
    """All reads of results that are not approved yet."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    async def awaits(self, snapshot: MatchSnapshot) -> bool:
        """Return whether results are proposed that count for a player."""
        is_proposed = snapshot.match.stage is MatchStage.PROPOSED
        return is_proposed and await self._readers.competitions.counts(snapshot.match)

    async def proposed_to(self, person: PersonId) -> list[MatchSnapshot]:
        """Return the person's matches with proposed results that count for a player."""
        proposed = await self._readers.matches.in_stage(person, MatchStage.PROPOSED)
        return [snapshot for snapshot in proposed if await self.awaits(snapshot)]

    async def awaiting(self, arbiter: PersonId) -> list[MatchSnapshot]:
        """Return the matches that the person rules with results to approve, by code."""
        ruled = await self._readers.matches.ruled_under_way(arbiter)
        waiting = [snapshot for snapshot in ruled if await self.awaits(snapshot)]
        return sorted(waiting, key=lambda snapshot: snapshot.match.code)

    async def approval_status(self, snapshot: MatchSnapshot) -> ApprovalStatus | None:
        """Return the present state of the proposed results; None if none are proposed."""
        return approval_status(
            snapshot.match, self._today(snapshot), await self.outstanding(snapshot)
        )

    async def outstanding(self, snapshot: MatchSnapshot) -> Outstanding:
        """Return the rulings that must precede approval: time (9.4), complete claims (7.2)."""
        games = [await self._readers.games.get(game) for game in games_of(snapshot.match)]
        rows = await case_rows.of_match(self._readers.unit.tx, snapshot.match.code)
        waiting = [row for row in rows if awaits_ruling(row) and await is_begun(self._readers, row)]
        cases = tuple(row.case_id for row in waiting)
        return Outstanding(overdrawn=overdrawn(snapshot.match, games), cases=cases)

    async def card(self, snapshot: MatchSnapshot, question: Text | None) -> Text:
        """Return both games' coefficients with article, arithmetic and total, and the question."""
        names = await self._readers.persons.names(snapshot.match.people)
        return results_card(snapshot.match, legs_of(snapshot.match), names, question)

    async def question(self, snapshot: MatchSnapshot) -> Text:
        """Return the question about proposed results, with the last day to answer (art. 9.7)."""
        overdrawn_players = (await self.outstanding(snapshot)).overdrawn
        if overdrawn_players:
            names = await self._readers.persons.names(snapshot.match.people)
            rows = [overdrawn_text(snapshot.match, player, names) for player in overdrawn_players]
            return say("results.ask_outstanding", rows=rows)
        until = last_day_to_object(snapshot.match)
        if until is not None and self._today(snapshot) <= until:
            return say("results.ask_player", until=ending(until, snapshot.match.rules.time_zone))
        return say("results.ask_now")

    async def player_card(self, snapshot: MatchSnapshot, person: PersonId) -> Card:
        """Return the proposal for a player, with the question or with the answer they gave."""
        match = snapshot.match
        if person in unanswered(match):
            text = await self.card(snapshot, await self.question(snapshot))
            return Card(text, (answer_buttons(match),))
        names = await self._readers.persons.names(match.people)
        answers_given = say("results.given", answers=answers(match, names, self._today(snapshot)))
        text = await self.card(snapshot, answers_given)
        return Card(text, other_answer(match.code, agreed=person in match.answers.confirmed))

    async def arbiter_card(self, snapshot: MatchSnapshot) -> Card:
        """Return the proposal for the arbiter: to approve, or with the rulings that come first."""
        match = snapshot.match
        names = await self._readers.persons.names(match.people)
        until = last_day_to_object(match)
        outstanding = await self.outstanding(snapshot)
        status = approval_status(match, self._today(snapshot), outstanding)
        standing = (status or ApprovalStatus.WAITING).value
        question = say(
            "results.ask_arbiter",
            standing=say(
                f"standing.{standing}",
                n=match.rules.results_days,
                until=ending(until, match.rules.time_zone),
            ),
            answers=answers(
                match, names, self._today(snapshot), await _objections(self._readers, match)
            ),
            own=own_proposals.shown(match, names) or None,
        )
        card = await self.card(snapshot, question)
        undo = undo_buttons(match, LiftableAct.TAKEN_OVER)
        if not outstanding:
            more = (*own_proposals.buttons(match, names), *objection_buttons(match, names))
            return Card(card, (*approve_buttons(match.code), *more, *undo))
        rows, buttons = outstanding_rows(match, outstanding, names)
        return Card(say("results.to_rule", card=card, rows=rows), (*buttons, *undo))

    async def overview_rows(self, matches: Sequence[MatchSnapshot]) -> list[Text]:
        """Return a line for each match: players, sums, and whose answer is missing."""
        rows = []
        for snapshot in matches:
            names = await self._readers.persons.names(snapshot.match.people)
            rows.append(overview_row(snapshot.match, names, self._today(snapshot)))
        return rows

    def _today(self, snapshot: MatchSnapshot) -> date:
        """Return the current day where the match's rules apply."""
        return day_of(self._readers.unit.now, snapshot.match.rules.time_zone)


async def _objections(context: Context, match: Match) -> dict[PersonId, str]:
    """Return the last text about the match by each objecting player who wrote one."""
    reason_of: dict[PersonId, str] = {}
    for person in match.answers.objected:
        thread = CaseId(thread_of(match.code, person))
        # From the earliest to the latest, so the last one stays.
        for statement in (await statements.of_case(context.unit.tx, thread)).values():
            if statement.author == person and statement.text:
                reason_of[person] = clean(statement.text, longest=_LONGEST_REASON, lines=False)
    return reason_of
