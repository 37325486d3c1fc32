"""The results side of the desk: what the players answered, and the homologation (art. 8.5, 9.7).

A match proposes its own results (`bot.desk.matches`); from then on both players have some days, and
whoever says nothing disputes nothing. For a match of a competition the homologation of both games
is written into the competition's log in the same transaction.
"""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from bot.days.agenda import RESULTS_DUE
from bot.desk.competitions.competitions import act
from bot.desk.matches import SeenMatch
from bot.messages import Button, Buttons, Text, say
from bot.office.shared import Said
from bot.words.cards import answers, overview_row
from bot.words.match_relay import answer_buttons
from engine.clock import day_of
from engine.competitions.results import homologate_result
from engine.matches.decide import homologate
from engine.matches.homologation import Standing, last_day_to_object, standing, unanswered
from engine.matches.match import MatchStage
from engine.matches.results import match_figures
from storage.due import Due

if TYPE_CHECKING:
    from bot.desk.desk import Desk

ORDER: Final = (Standing.DISPUTED, Standing.AGREED, Standing.UNDISPUTED, Standing.WAITING)
"""How an overview lists what awaits homologation: first what needs the arbiter."""


class Results:
    """Everything a handler may do with proposed results."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    def standing(self, seen: SeenMatch) -> Standing | None:
        """Return where the proposed results stand today."""
        return standing(seen.match, self._today(seen))

    def _today(self, seen: SeenMatch) -> date:
        return day_of(self._desk.unit.now, seen.match.rules.time_zone)

    async def awaiting(self, said: Said) -> list[SeenMatch]:
        """Return the matches the person rules whose results await homologation, by code."""
        ruled = await self._desk.matches.all_ruled(said.person.id)
        found = [seen for seen in ruled if await self._awaits(seen)]
        return sorted(found, key=lambda seen: seen.match.code)

    async def _awaits(self, seen: SeenMatch) -> bool:
        """Return whether results are proposed that count for somebody."""
        is_proposed = seen.match.stage is MatchStage.PROPOSED
        return is_proposed and await self._desk.competitions.counts(seen.match)

    async def arbiter_card(self, seen: SeenMatch) -> "tuple[Text, Buttons]":
        """Return the proposal as the arbiter reads it, with the button that homologates it."""
        match = seen.match
        names = await self._desk.persons.names(match.people)
        until = last_day_to_object(match)
        asked = say(
            "results.ask_arbiter",
            standing=say(
                f"standing.{(self.standing(seen) or Standing.WAITING).value}",
                n=match.rules.results_days,
                until=until.isoformat() if until else "",
            ),
            answers=answers(match, names, self._today(seen)),
        )
        card = await self._desk.matches.results_card(seen, asked)
        return card, ((Button(say("button.homologate"), f"hom:{match.code}"),),)

    async def homologate(self, said: Said, seen: SeenMatch) -> SeenMatch:
        """Homologate a match's results, in its competition too, and give both the final table.

        Raises:
            GameStateError: nothing is proposed, or the competition's phase is not running.
        """
        match = seen.match
        events = homologate(match, said.person.id, said.at)
        competition = await self._desk.competitions.of_match(match)
        if competition is not None:
            counted = competition.competition.phase.open_games()
            results = [
                event
                for game, found in match_figures(match).items()
                if game in counted  # those of a player declared void count for nobody
                for event in homologate_result(competition.competition, act(said), game, found)
            ]
            await self._desk.competitions.record(competition, results, said.at)
        seen = await self._desk.matches.advance(seen, events, said.at)
        await self._desk.matches.tell_homologated(seen)
        return seen

    async def ring(self, seen: SeenMatch, row: Due) -> None:
        """Remind whoever has not answered, or tell the arbiter that the days are over (9.7)."""
        match = seen.match
        until = last_day_to_object(match)
        if until is None or not await self._awaits(seen):
            return
        if row.kind != RESULTS_DUE:
            asked = say("results.remind", until=until.isoformat())
            card = await self._desk.matches.results_card(seen, asked)
            await self._tell(seen, card, (answer_buttons(match),))
            return
        if self.standing(seen) is Standing.UNDISPUTED:
            silent = say("results.silent_you", match=match.code, n=match.rules.results_days)
            await self._tell(seen, silent)
        arbiters = await self._desk.competitions.arbiters(match)
        card, buttons = await self.arbiter_card(seen)
        text = say("results.silent", match=match.code, n=match.rules.results_days, card=card)
        await self._desk.tell_person(arbiters[0], text, buttons, about=match.code)

    async def _tell(self, seen: SeenMatch, text: Text, buttons: "Buttons" = ()) -> None:
        for person in unanswered(seen.match):
            await self._desk.tell_person(person, text, buttons, about=seen.match.code)

    async def overview_rows(self, matches: Sequence[SeenMatch]) -> list[Text]:
        """Return a line for each match: who played, the sum of each, and whom it waits for."""
        rows = []
        for seen in matches:
            names = await self._desk.persons.names(seen.match.people)
            rows.append(overview_row(seen.match, names, self._today(seen)))
        return rows
