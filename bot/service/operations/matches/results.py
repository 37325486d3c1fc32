"""What follows from a match's games: the return game, proposed results, the end (art. 8.5).

Once both games are over the results are proposed. Both players then have some days; silence
disputes nothing (art. 9.7). For a competition's match, the approval is written into the
competition's log in the same transaction.
"""

from collections.abc import Iterable
from datetime import datetime
from functools import reduce

from bot.runtime.damaged_logs import leaving_out_damaged
from bot.service.operations.matches import copied_leave, late_returns
from bot.service.operations.matches.proposed_results import ProposedResults
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from bot.texts.buttons.analysis import ANALYSIS, AnalysisAction
from bot.texts.messages import Buttons, say
from bot.texts.notices.matches.cards import (
    answers,
    results_card,
)
from bot.texts.notices.matches.legs import legs_of
from bot.texts.notices.matches.match_relay import (
    Told,
    results_answered,
    results_proposed,
    return_offered,
)
from bot.texts.notices.matches.request_texts import (
    another_button,
    coefficient_button,
    rematch_button,
)
from engine.games.events import Event
from engine.games.game import Game
from engine.ids import NO_ARBITER, PersonId, game_id
from engine.matches.decide import approve_results
from engine.matches.events import MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.match import MatchStage
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.result_events import LegReopened, ResultsProposed, ResultUpheld
from engine.matches.rulings import follow_ruling, propose_results
from engine.thinking_time import day_of
from storage.people.people import Person


class MatchResults:
    """Writes the consequences of games for their match, and notifies people of them."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._proposed = ProposedResults(recorder)

    async def follow(
        self, game: Game, at: datetime, *, shown_to: PersonId | None = None
    ) -> MatchSnapshot:
        """Update the match after a game has ended, reopened, or changed its value.

        It offers the return game after the home game, and proposes the results after both. Without
        an arbiter they count at once. `shown_to` has just read the result, and sees the proposal
        among their games.
        """
        snapshot = await self._recorder.matches.load(game.match)
        followed = follow_ruling(snapshot.match, game, at)
        after = reduce(evolve_match, followed, snapshot.match)
        events = (*followed, *propose_results(after, at))
        return await self.go_on(snapshot, events, at, shown_to=shown_to)

    async def record_unplayed(
        self, snapshot: GameSnapshot, events: Iterable[Event], at: datetime
    ) -> None:
        """Record the end of a game that nobody played; nobody needs its empty sheets.

        The players are asked about its result as about any other.
        """
        snapshot = await self._recorder.game_acts.record(snapshot, events, at, ruled=True)
        await self.follow(snapshot.game, at)

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

        Proposed results of a match without an arbiter are approved at once. `shown_to`: as in
        `follow`. `silent`: the players have just read of the ruling that leads to it.
        """
        decided = tuple(events)
        was_between = snapshot.match.stage is MatchStage.BETWEEN
        snapshot = await self._recorder.match_acts.advance(snapshot, decided, at)
        for event in decided:
            if isinstance(event, LegReopened):
                snapshot = await copied_leave.copy_to_resumed(self._recorder, snapshot, event.leg)
        if snapshot.match.stage is MatchStage.BETWEEN and not was_between:
            await self.offer_return(snapshot, at, silent=silent)
        if snapshot.match.stage is MatchStage.PROPOSED and not snapshot.match.kind.has_arbiter:
            approved = approve_results(snapshot.match, NO_ARBITER, at, NOTHING_OUTSTANDING)
            snapshot = await self._recorder.match_acts.advance(snapshot, approved, at)
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
        buttons: Buttons = ()
        for ended in snapshot.match.ended:
            with leaving_out_damaged():
                game = await self._recorder.games.get(game_id(snapshot.match.code, ended.leg))
                if not game.board.is_empty:  # else there is nothing to analyse
                    label = say("button.analysis.of", game=game.id)
                    buttons += ((ANALYSIS.button(label, AnalysisAction.SHOW, game.id),),)
        if not snapshot.match.kind.has_arbiter:
            buttons += ((rematch_button(snapshot.match.code),),)
        buttons += ((another_button(),), (coefficient_button(),))
        for person in snapshot.match.people:
            card = results_card(snapshot.match, legs, names, None, final=person)
            await self._recorder.notify_person(person, card, buttons, about=snapshot.match.code)

    async def offer_return(
        self, snapshot: MatchSnapshot, at: datetime, *, silent: bool = False
    ) -> None:
        """Offer both players an immediate start of a return game still to be played (art. 7.1).

        Nobody is offered one once a player has left the competition, or after the closing. If its
        day is late, the arbiter is asked about it. `silent`: as in `go_on`.
        """
        match, closings = snapshot.match, self._recorder.closings
        gone = await self._recorder.competitions.gone_from(match)
        if gone is None and not await closings.is_match_closed(match, at):
            closing = await closings.before_return(match)
            names = await self._recorder.persons.names(match.people)
            await self._notify_all(snapshot, return_offered(match, names, closing), silent=silent)
            await late_returns.ask(self._recorder, snapshot)

    async def ask(
        self, snapshot: MatchSnapshot, *, shown_to: PersonId | None = None, silent: bool = False
    ) -> None:
        """Ask the players about results that count, except `shown_to`, who has just read them.

        `silent`: as in `go_on`.
        """
        if not await self._proposed.awaits(snapshot):
            return
        card = await self._proposed.card(snapshot, await self._proposed.question(snapshot))
        notices = [
            notice for notice in results_proposed(snapshot.match, card) if notice.person != shown_to
        ]
        await self._notify_all(snapshot, notices, silent=silent)

    async def _show_arbiter(self, snapshot: MatchSnapshot) -> None:
        """Show the arbiter the proposal again, because their ruling has removed its obstacle."""
        if await self._proposed.awaits(snapshot):
            arbiter = await self._recorder.competitions.chief_arbiter(snapshot.match)
            text, buttons = await self._proposed.arbiter_card(snapshot)
            await self._recorder.notify_person(arbiter, text, buttons, about=snapshot.match.code)

    async def notify_of_answer(
        self, snapshot: MatchSnapshot, person: Person, *, agrees: bool
    ) -> None:
        """Notify the opponent of a player's answer to the proposed results (art. 8.5)."""
        match = snapshot.match
        names = await self._recorder.persons.names(match.people)
        today = day_of(self._recorder.unit.now, match.rules.time_zone)
        state = answers(match, names, today)
        await self._notify_all(
            snapshot, results_answered(match, person.id, names, state, agrees=agrees)
        )

    async def _notify_all(
        self, snapshot: MatchSnapshot, notices: Iterable[Told], *, silent: bool = False
    ) -> None:
        """Send each of these notices about the match to its person."""
        for person, text, buttons in notices:
            await self._recorder.notify_person(
                person, text, buttons, about=snapshot.match.code, silent=silent
            )
