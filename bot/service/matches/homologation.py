"""Approval: the arbiter's act that makes a match's results official (art. 8.5)."""

from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.competitions.competitions import act
from bot.service.matches.matches import SeenMatch
from engine.competitions.results import homologate_result
from engine.matches.decide import homologate
from engine.matches.results import match_figures

if TYPE_CHECKING:
    from bot.service.matches.results import MatchResults
    from bot.service.recording import Recorder


class Homologation:
    """Approves results."""

    def __init__(self, service: "Recorder", results: "MatchResults") -> None:
        self._service, self._results = service, results

    async def homologate(self, said: Said, seen: SeenMatch) -> SeenMatch:
        """Approve a match's results, in its competition too, and send both players the final table.

        Raises:
            GameStateError: nothing is proposed, or the competition's phase is not running.
        """
        match = seen.match
        events = homologate(match, said.person.id, said.at, await self._results.outstanding(seen))
        competition = await self._service.competitions.of_match(match)
        if competition is not None:
            counted = competition.competition.phase.open_games()
            results = [
                event
                for game, found in match_figures(match).items()
                if game in counted  # results against a player declared void do not count
                for event in homologate_result(competition.competition, act(said), game, found)
            ]
            await self._service.competition_acts.record(competition, results, said.at)
        seen = await self._service.match_acts.advance(seen, events, said.at)
        await self._results.tell_final(seen)
        return seen
