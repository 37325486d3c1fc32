"""Carries out a ruling with all its consequences (art. 10).

`engine.cases.choices` lists the possible rulings, `engine.cases.rulings` calculates their effects,
and `bot.service.cases.rulings` leads an arbiter through choice, reason and confirmation.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from bot.runtime.shared import Said
from bot.service.cases import cards as case_cards
from bot.service.cases import excluded, queries, word_questions
from bot.service.cases import notices as case_notices
from bot.service.cases.cases import SeenCase
from bot.service.cases.situation import Ruled, situation
from bot.service.days import moved_leave
from engine.cases.articles import article_of
from engine.cases.decide import rule
from engine.cases.effect import Effect
from engine.cases.events import Ruling, RulingKind
from engine.cases.finality import check_final
from engine.cases.rulings import consequences, deed
from engine.cases.situation import Consequences
from engine.games.events import Event, PlacementMade, TimeExceeded
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.match import MatchStage

if TYPE_CHECKING:
    from bot.service.matches.results import MatchResults
    from bot.service.matches.starts import Starts
    from bot.service.play.games import SeenGame
    from bot.service.recording import Recorder


class Rulings:
    """Makes rulings, and writes all their consequences."""

    def __init__(self, service: "Recorder", results: "MatchResults", starts: "Starts") -> None:
        self._service, self._results, self._starts = service, results, starts
        self._tx = service.unit.tx

    async def make(
        self,
        said: Said,
        seen: SeenCase,
        ruling: Ruling,
        reason: str,
        *,
        but: PersonId | None = None,
    ) -> Ruled:
        """Make the ruling with all consequences, and notify both players, except `but`.

        Raises:
            EngineError: the ruling is not possible now; nothing is written.
        """
        case = seen.case
        article = article_of(case, ruling.kind)
        order = Order(
            at=said.at, arbiter=said.person.id, article=article, reason=reason, case=case.id
        )
        bench = await self._service.cases.bench(case)
        before = await situation(self._service, case.game)
        check_final(bench, case, said.person.id, deed(before, order, ruling))
        decided = rule(case, order, ruling, main=said.person.id == bench.main)
        found = consequences(before, order, ruling)
        seen = await self._service.case_acts.append(seen, decided, said.at)
        ruled = Ruled(seen=seen, before=before, found=found)
        await self._carry_out(ruled, order, but)
        await self._settle_excluded(found, ruling, said.at)
        await excluded.take_up_again(self._service, self._results, ruled)
        await case_cards.refresh(self._service, seen.case)
        await self._refresh_open(ruled)
        return ruled

    async def make_own(
        self,
        said: Said,
        seen: "SeenGame",
        ruling: Ruling,
        reason: str,
        *,
        but: PersonId | None = None,
    ) -> Ruled:
        """Make a ruling without a claim: it opens a case on the arbiter's own initiative.

        Raises:
            EngineError: the ruling is not possible now; nothing is written.
        """
        case = await self._service.case_acts.open(said, seen)
        return await self.make(said, case, ruling, reason, but=but)

    async def _carry_out(self, ruled: Ruled, order: Order, but: PersonId | None) -> None:
        """Write exactly the events that were shown, and notify everybody.

        Both players read the ruling before its consequences, such as new results or the next game.
        """
        before, found = ruled.before, ruled.found
        if before.competition is not None:
            kept = await self._service.competitions.load(before.competition.code)
            await self._service.competition_acts.record(kept, found.competition_events, order.at)
        written = []
        for effect in (found.here, *found.elsewhere):
            seen = await self._service.games.load(effect.game.id)
            events = effect.game_events
            after = await self._service.game_acts.record(seen, events, order.at, ruled=True)
            written.append((effect, seen, after))
        if ruled.seen.case.is_of_words_alone:
            await word_questions.tell_answered(self._service, ruled.seen.case)
            await case_notices.tell_word_ruled(self._service, ruled.seen.case)
        elif queries.is_quiet(ruled):
            await queries.tell_answered(self._service, ruled)
            await case_notices.tell_word_ruled(self._service, ruled.seen.case)
        else:
            await case_notices.tell_ruled(self._service, ruled, but=but)
        await excluded.tell_partners(self._service, ruled)
        for effect, seen, after in written:
            events = effect.game_events
            match = await self._service.matches.load(effect.match.code)
            if effect is found.here:
                events = _told_here(effect)
            # If the match counts for nobody, its players already know that it is over.
            elif not await self._service.competitions.counts(match.match):
                events = ()
            for notice in await self._service.arrivals.notices(seen, events, after):
                await self._service.tell(notice)
            await self._results.go_on(match, effect.match_events, order.at, silent=but is not None)
            await moved_leave.copy_to(self._service, effect.match.code)

    async def _refresh_open(self, ruled: Ruled) -> None:
        """Edit the cards of other open cases about games that a disqualification affects."""
        for effect in ruled.found.elsewhere:
            for seen in await self._service.cases.of_game(effect.game.id):
                if seen.case.is_open:
                    await case_cards.refresh(self._service, seen.case)

    async def _settle_excluded(self, found: Consequences, ruling: Ruling, at: datetime) -> None:
        """Start and end the remaining games of a disqualified player."""
        if ruling.kind is not RulingKind.EXCLUSION:
            return
        for effect in (found.here, *found.elsewhere):
            match = await self._service.matches.load(effect.match.code)
            if match.match.stage is MatchStage.BETWEEN:
                await self._starts.start(match, at, on_request=True)


def _told_here(effect: Effect) -> tuple[Event, ...]:
    """Return the events of the ruling's own game that need their own notices.

    These are a move that the ruling makes, with its consequences, and time exceeded because days
    were taken back.
    """
    events = effect.game_events
    if any(isinstance(event, PlacementMade) for event in events):
        return events
    runs = effect.game.ended is None
    return tuple(event for event in events if runs and isinstance(event, TimeExceeded))
