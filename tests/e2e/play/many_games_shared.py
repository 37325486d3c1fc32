"""What `test_many_games` and other tests share."""

from bot.service.service import Service
from engine.ids import GameId, Leg, PersonId, game_id
from engine.matches.decide import join
from engine.matches.events import MatchArranged
from engine.rulesets import Phase
from engine.thinking_time import day_of
from tests.e2e.harness import RETURN_SEED


async def started(service: Service, arbiter: PersonId, first: PersonId, second: PersonId) -> GameId:
    """Start a match directly in the storage; return its home game."""
    now, shared = service.unit.now, service.shared
    event = MatchArranged(
        at=now,
        match=await service.matches.new_code(),
        arbiter=arbiter,
        phase=Phase.PRELIMINARY,
        rules=shared.rules,
        edition=shared.edition_on(day_of(now, shared.rules.time_zone)),
        first=first,
        second=second,
        start=day_of(now, shared.rules.time_zone),
        home_seed=shared.new_seed(),
        return_seed=RETURN_SEED,
    )
    snapshot = await service.match_acts.begin((event,), now)
    for player in (first, second):
        joined = join(snapshot.match, player, player, now)
        snapshot = await service.match_acts.advance(snapshot, joined, now)
    return game_id((await service.starts.start(snapshot, now)).match.code, Leg.HOME)
