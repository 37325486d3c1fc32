"""Carries out a ruling with all its consequences (art. 10).

`engine.cases.choices` lists the possible rulings, `engine.cases.rulings` calculates their effects,
and `bot.service.cases.rulings` leads an arbiter through choice, reason and confirmation.
"""

from datetime import datetime

from bot.runtime.shared import UserInput
from bot.service.lookups.cases.ruling_checks import check_may_rule
from bot.service.lookups.cases.ruling_results import RulingResult
from bot.service.lookups.cases.situation import load_situation
from bot.service.notices.cases import cards as case_cards
from bot.service.notices.cases import case_notices
from bot.service.notices.competitions import freed_places
from bot.service.operations.cases import disqualification, word_queries, words_alone
from bot.service.operations.matches.results import MatchResults
from bot.service.operations.matches.starts import Starts
from bot.service.pure.acts import order_of
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.changes import GameChange
from bot.service.recording.recorder import Recorder
from engine.cases.case import article_of
from engine.cases.decide import rule
from engine.cases.events import Ruling, RulingKind
from engine.cases.finality import check_final
from engine.cases.rulings import consequences, effect_here, lifted_first
from engine.cases.situation import Consequences, Effect
from engine.games.events import Event, PlacementMade, TimeExceeded
from engine.games.orders import Order
from engine.ids import PersonId
from engine.matches.match import Match, MatchStage


class Rulings:
    """Makes rulings, and writes all their consequences."""

    def __init__(self, recorder: Recorder, results: MatchResults, starts: Starts) -> None:
        self._recorder, self._results, self._starts = recorder, results, starts
        self._tx = recorder.unit.tx

    async def make(
        self,
        user_input: UserInput,
        snapshot: CaseSnapshot,
        ruling: Ruling,
        reason: str,
        *,
        but: PersonId | None = None,
    ) -> RulingResult:
        """Make the ruling with all consequences, and notify both players, except `but`.

        What a ruling that it replaces has changed is restored first, as the preview shows. `but`: a
        player who reads all rulings of one decision in one message.

        Raises:
            EngineError: the ruling is not possible now; nothing is written.
        """
        article = article_of(snapshot.case, ruling.kind)
        order = order_of(user_input, article, reason, case=snapshot.case.id)
        snapshot = await self._lift_replaced(user_input, snapshot, ruling, order, but)
        case = snapshot.case
        game_cases = await self._recorder.cases.of_same_game(case)
        before = await load_situation(self._recorder, case.game)
        await check_may_rule(self._recorder, before.game, ruling, user_input.at)
        check_final(
            game_cases, case, user_input.person.id, ruling, effect_here(before, order, ruling)
        )
        decided = rule(case, order, ruling)
        effects = consequences(before, order, ruling)
        snapshot = await self._recorder.case_acts.append(snapshot, decided, user_input.at)
        ruled = RulingResult(snapshot=snapshot, before=before, consequences=effects)
        await self._carry_out(ruled, order, but)
        await self._settle_excluded(effects, ruling, user_input.at)
        await disqualification.resume_matches(self._recorder, self._results, ruled)
        await case_cards.refresh(self._recorder, snapshot.case)
        await self._refresh_open(ruled)
        return ruled

    async def _lift_replaced(
        self,
        user_input: UserInput,
        snapshot: CaseSnapshot,
        ruling: Ruling,
        order: Order,
        but: PersonId | None,
    ) -> CaseSnapshot:
        """Take the present ruling back if the new one needs that, and return the case after it."""
        present = await load_situation(self._recorder, snapshot.case.game)
        lifting = lifted_first(snapshot.case, present, order, ruling)
        if lifting is None:
            return snapshot
        return (await self.make(user_input, snapshot, lifting, order.reason, but=but)).snapshot

    async def make_own(
        self,
        user_input: UserInput,
        snapshot: GameSnapshot,
        ruling: Ruling,
        reason: str,
        *,
        but: PersonId | None = None,
    ) -> RulingResult:
        """Make a ruling without a claim: it opens a case on the arbiter's own initiative.

        `but`: as in `make`.

        Raises:
            EngineError: the ruling is not possible now; nothing is written.
        """
        case = await self._recorder.case_acts.open(user_input, snapshot)
        return await self.make(user_input, case, ruling, reason, but=but)

    async def _carry_out(self, ruled: RulingResult, order: Order, but: PersonId | None) -> None:
        """Write exactly the events that were shown, and notify everybody.

        Both players read the ruling before its consequences, such as new results or the next game.
        """
        before, effects = ruled.before, ruled.consequences
        if before.competition is not None:
            old = await self._recorder.competitions.load(before.competition.code)
            new = await self._recorder.competition_acts.record(
                old, effects.competition_events, order.at
            )
            await freed_places.notify_of_next(self._recorder, old.competition, new.competition)
        written: list[tuple[Effect, GameChange | None]] = []
        for effect in (effects.here, *effects.elsewhere):
            snapshot = await self._recorder.games.load(effect.game.id)
            events = effect.game_events
            change = await self._recorder.game_acts.write(snapshot, events, order.at, ruled=True)
            written.append((effect, change))
        await self._notify_of_ruling(ruled, but)
        for effect, change in written:
            match = await self._recorder.matches.load(effect.match.code)
            if change is not None:
                await self._notify_of_game(match.match, change, is_here=effect is effects.here)
            await self._results.go_on(match, effect.match_events, order.at, silent=but is not None)

    async def _notify_of_game(self, match: Match, change: GameChange, *, is_here: bool) -> None:
        """Notify the people of a game of its events; `is_here`: the ruling is about this game."""
        if is_here:
            events = _reported_here(change)
        elif await self._recorder.competitions.counts(match):
            events = change.events
        else:
            return  # the match counts for nobody, so its players already know that it is over
        for notice in await self._recorder.arrivals.notices(events, change.after):
            await self._recorder.notify(notice)

    async def _notify_of_ruling(self, ruled: RulingResult, but: PersonId | None) -> None:
        """Notify the players of the ruling; the answer about a plan goes to its author alone."""
        case = ruled.snapshot.case
        if case.is_of_words_alone:
            await words_alone.notify_of_answers(self._recorder, case)
            await case_notices.notify_of_word_ruling(self._recorder, case)
        elif word_queries.is_quiet(ruled):
            await word_queries.notify_of_answers(self._recorder, ruled)
            await case_notices.notify_of_word_ruling(self._recorder, case)
        else:
            await case_notices.notify_of_ruling(self._recorder, ruled, but=but)
        await disqualification.notify_opponents(self._recorder, ruled)

    async def _refresh_open(self, ruled: RulingResult) -> None:
        """Edit the cards of other open cases about games that a disqualification affects."""
        for effect in ruled.consequences.elsewhere:
            for snapshot in await self._recorder.cases.of_game(effect.game.id):
                if snapshot.case.is_open:
                    await case_cards.refresh(self._recorder, snapshot.case)

    async def _settle_excluded(self, effects: Consequences, ruling: Ruling, at: datetime) -> None:
        """Start the remaining games of a disqualified player; each ends at once (art. 9.1)."""
        if ruling.kind is not RulingKind.EXCLUSION:
            return
        for effect in (effects.here, *effects.elsewhere):
            match = await self._recorder.matches.load(effect.match.code)
            if match.match.stage is MatchStage.BETWEEN:
                await self._starts.start(match, at, on_request=True)


def _reported_here(change: GameChange) -> tuple[Event, ...]:
    """Return the events of the ruling's own game of which its notice does not tell.

    These are a move that the ruling makes, with its consequences and the conditional replies, and
    time exceeded because days were taken back.
    """
    if any(isinstance(event, PlacementMade) for event in change.events):
        return change.events
    if change.after.game.ended is not None:
        return ()
    return tuple(event for event in change.events if isinstance(event, TimeExceeded))
