"""The rulings side of the desk: what a ruling would touch, and all that follows once it is made.

Which rulings are possible is `engine.cases.choices`, what each brings `engine.cases.rulings`; how
an arbiter chooses one, reasons and confirms it `bot.desk.cases.rulings` (art. 10).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bot.desk.cases import cards as case_cards
from bot.desk.cases import excluded, queries
from bot.desk.cases import notices as case_notices
from bot.desk.cases.cases import SeenCase
from bot.office.shared import Said
from bot.standings.reading import matches_of
from engine.cases.choices import article_of
from engine.cases.decide import rule
from engine.cases.events import Ruling, RulingKind
from engine.cases.finality import check_final
from engine.cases.rulings import consequences
from engine.cases.situation import Consequences, Situation
from engine.figures import Figures
from engine.games.events import Ending, PlacementMade
from engine.games.game import Game, Stage
from engine.games.orders import Order
from engine.ids import GameId
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.results import match_figures

if TYPE_CHECKING:
    from bot.desk.desk import Desk
    from bot.desk.games import SeenGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A ruling that was made: the case after it, and what it brought."""

    seen: SeenCase
    before: Situation
    found: Consequences


class Rulings:
    """Makes rulings, and writes everything that follows from them."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._tx = desk.unit.tx

    async def situation(self, game: GameId) -> Situation:
        """Return everything that a ruling in the game may touch."""
        seen = await self._desk.games.load(game)
        match = (await self._desk.matches.load(seen.game.match)).match
        found = await self._desk.competitions.of_match(match)
        if found is None:
            return Situation(game=seen.game, match=match)
        competition = found.competition
        number = next(
            (n for n, phase in enumerate(competition.phases) if game in phase.games), None
        )
        if number is None:
            return Situation(game=seen.game, match=match, competition=competition)
        others = await matches_of(self._tx, self._desk.shared, competition, number)
        return Situation(
            game=seen.game,
            match=match,
            competition=competition,
            proposed=_proposed(others, match),
            elsewhere=await self._elsewhere(others, match, game),
        )

    async def _elsewhere(
        self, others: Sequence[Match], here: Match, game: GameId
    ) -> tuple[tuple[Match, Game], ...]:
        """Return the other games of both players that run, or that an exclusion has ended."""
        found: list[tuple[Match, Game]] = []
        for match in others:
            if not set(match.people) & set(here.people):
                continue
            for other in map(GameId, games_of(match)):
                seen = (await self._desk.games.load(other)).game if other != game else None
                if seen is not None and _can_be_excluded_from(seen):
                    found.append((match, seen))
        return tuple(found)

    async def make(self, said: Said, seen: SeenCase, ruling: Ruling, reason: str) -> Ruled:
        """Make the ruling and all that follows from it, and tell both players.

        Raises:
            EngineError: it cannot be made as things stand; nothing is written.
        """
        case = seen.case
        article = article_of(case, ruling.kind)
        order = Order(at=said.at, arbiter=said.person.id, article=article, reason=reason)
        bench = await self._desk.cases.bench(case)
        check_final(bench, case, said.person.id, ruling)
        decided = rule(case, order, ruling, main=said.person.id == bench.main)
        before = await self.situation(case.game)
        found = consequences(before, order, ruling)
        seen = await self._desk.cases.append(seen, decided, said.at)
        ruled = Ruled(seen=seen, before=before, found=found)
        await self._carry_out(ruled, order)
        await self._settle_excluded(found, ruling, said.at)
        await excluded.take_up_again(self._desk, ruled)
        await case_cards.refresh(self._desk, seen.case)
        return ruled

    async def make_own(self, said: Said, seen: "SeenGame", ruling: Ruling, reason: str) -> Ruled:
        """Make a ruling without a claim: it opens a case of the arbiter's own accord.

        Raises:
            EngineError: it cannot be made as things stand; nothing is written.
        """
        return await self.make(said, await self._desk.cases.open(said, seen), ruling, reason)

    async def _carry_out(self, ruled: Ruled, order: Order) -> None:
        """Write the events that follow from a ruling, exactly those that were shown, and tell all.

        Both players read the ruling before what it leads to: results proposed anew, the next game.
        """
        before, found = ruled.before, ruled.found
        if before.competition is not None:
            kept = await self._desk.competitions.load(before.competition.code)
            await self._desk.competitions.record(kept, found.competition_events, order.at)
        written = []
        for effect in (found.here, *found.elsewhere):
            seen = await self._desk.games.load(effect.game.id)
            events = effect.game_events
            after = await self._desk.games.record(seen, events, order.at, ruled=True)
            written.append((effect, seen, after))
        if queries.is_quiet(ruled):
            await queries.tell_answered(self._desk, ruled)
        else:
            await case_notices.tell_ruled(self._desk, ruled)
        await excluded.tell_partners(self._desk, ruled)
        for effect, seen, after in written:
            events = effect.game_events
            if effect is not found.here or any(isinstance(one, PlacementMade) for one in events):
                for notice in await self._desk.arrivals.notices(seen, events, after):
                    await self._desk.tell(notice)
            match = await self._desk.matches.load(effect.match.code)
            await self._desk.results.go_on(match, effect.match_events, order.at)

    async def _settle_excluded(self, found: Consequences, ruling: Ruling, at: datetime) -> None:
        """Begin, and so end, the games that a player who is excluded has still to begin."""
        if ruling.kind is not RulingKind.EXCLUSION:
            return
        for effect in (found.here, *found.elsewhere):
            match = await self._desk.matches.load(effect.match.code)
            if match.match.stage is MatchStage.BETWEEN:
                await self._desk.starts.start(match, at, on_request=True)


def _proposed(others: Sequence[Match], here: Match) -> dict[GameId, Figures]:
    """Return the results of the other matches that await homologation."""
    return {
        game: found
        for match in others
        if match.code != here.code and match.stage is not MatchStage.HOMOLOGATED
        for game, found in match_figures(match).items()
    }


def _can_be_excluded_from(game: Game) -> bool:
    """Return whether an exclusion, or its reversal, may concern the game."""
    ended = game.ended
    return game.stage is Stage.RUNNING or (ended is not None and ended.ending is Ending.EXCLUDED)
