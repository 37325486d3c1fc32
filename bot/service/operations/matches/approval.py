"""Approval: the arbiter's act that makes a match's results official (art. 8.5)."""

from bot.runtime.shared import UserInput
from bot.service.operations.matches.proposed_results import ProposedResults
from bot.service.operations.matches.results import MatchResults
from bot.service.pure.acts import act
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.recording.recorder import Recorder
from engine.competitions.results import approve_result
from engine.matches.decide import approve_results
from engine.matches.results import match_figures


class ResultApproval:
    """Approves results."""

    def __init__(self, recorder: Recorder, results: MatchResults) -> None:
        self._recorder, self._results = recorder, results

    async def approve(self, user_input: UserInput, snapshot: MatchSnapshot) -> MatchSnapshot:
        """Approve a match's results, in its competition too, and send both players the final table.

        Raises:
            GameStateError: nothing is proposed, or the competition's phase is not running.
        """
        match = snapshot.match
        outstanding = await ProposedResults(self._recorder).outstanding(snapshot)
        events = approve_results(match, user_input.person.id, user_input.at, outstanding)
        competition = await self._recorder.competitions.of_match(match)
        if competition is not None:
            # Results against a player declared void do not count, so their games are not open.
            open_games = competition.competition.phase.open_games()
            results = [
                event
                for game, figures in match_figures(match).items()
                if game in open_games
                for event in approve_result(competition.competition, act(user_input), game, figures)
            ]
            await self._recorder.competition_acts.record(competition, results, user_input.at)
        snapshot = await self._recorder.match_acts.advance(snapshot, events, user_input.at)
        await self._results.notify_of_final(snapshot)
        return snapshot
