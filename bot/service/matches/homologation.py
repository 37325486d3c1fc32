"""Approval: the arbiter's act that makes a match's results official (art. 8.5)."""

from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.competitions.competitions import act
from bot.service.matches.matches import SeenMatch
from bot.service.matches.results import legs_of
from bot.texts.messages import Button, say
from bot.texts.notices.matches.cards import results_card
from engine.competitions.results import homologate_result
from engine.ids import game_id
from engine.matches.decide import homologate
from engine.matches.results import match_figures

if TYPE_CHECKING:
    from bot.service.matches.results import Results
    from bot.service.recording import Recorder


class Homologation:
    """Approves results."""

    def __init__(self, service: "Recorder", results: "Results") -> None:
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
        await self._tell_homologated(seen)
        return seen

    async def _tell_homologated(self, seen: SeenMatch) -> None:
        """Send both players the final table, with buttons to each game's analysis."""
        names = await self._service.persons.names(seen.match.people)
        legs = legs_of(seen.match)
        card = results_card(seen.match, legs, names, None, final=True)
        games = [game_id(seen.match.code, ended.leg) for ended in seen.match.ended]
        buttons = tuple(
            (Button(say("button.analysis.of", game=game), f"an:show:{game}"),) for game in games
        )
        for person in seen.match.people:
            await self._service.tell_person(person, card, buttons, about=seen.match.code)
