"""Games, matches and competitions rebuilt from their logs, with a cache of recent states.

Every reader of their state uses these functions.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.damaged_logs import stored_events
from bot.runtime.recent_states import RecentStates, StateCache
from bot.texts.clean_text import cut_code
from engine.competitions.competition import Competition
from engine.competitions.fold import evolve_competition, replay_competition
from engine.competitions.guards import check_in_force
from engine.errors import Fault, GameStateError
from engine.games.fold import replay
from engine.games.game import Game
from engine.ids import CompetitionCode, GameId, MatchCode, match_of
from engine.matches.fold import replay_match
from engine.matches.match import Match
from storage import log
from storage.errors import DamagedLog
from storage.streams import competition_stream, game_stream, match_stream

T = TypeVar("T")


async def load_game(
    tx: AsyncConnection, shared: StateCache, game: GameId, upto: int | None = None
) -> tuple[Game, log.Head]:
    """Return the game now, or after event `upto`, and the head of its log there.

    Raises:
        GameStateError: there is no such game.
    """
    head = _existing(await log.head(tx, game_stream(game), upto), "no_such_game", game=game)
    return await fold_game(tx, shared, game, head), head


async def load_game_and_match(
    tx: AsyncConnection, shared: StateCache, game: GameId, upto: int | None = None
) -> tuple[Game, log.Head, Match]:
    """Return the game now, or after event `upto`, the head of its log there, and its match now.

    Raises:
        GameStateError: there is no such game or match.
    """
    code = match_of(game)
    head, match_head = await log.two_heads(tx, game_stream(game), match_stream(code))
    if upto is not None and upto < head.seq:
        head = await log.head(tx, game_stream(game), upto)
    folded = await fold_game(tx, shared, game, _existing(head, "no_such_game", game=game))
    match = await fold_match(tx, shared, code, _existing(match_head, "no_such_match", match=code))
    return folded, head, match


async def load_match(
    tx: AsyncConnection, shared: StateCache, code: MatchCode
) -> tuple[Match, log.Head]:
    """Return the match now, and the head of its log.

    Raises:
        GameStateError: there is no such match.
    """
    head = _existing(await log.head(tx, match_stream(code)), "no_such_match", match=code)
    return await fold_match(tx, shared, code, head), head


async def load_competition(
    tx: AsyncConnection, shared: StateCache, code: CompetitionCode, upto: int | None = None
) -> tuple[Competition, log.Head]:
    """Return the competition now, or after event `upto`, and the head of its log there.

    Raises:
        GameStateError: there is no such competition, or its import was taken back.
    """
    competition, head = await load_any_competition(tx, shared, code, upto)
    check_in_force(competition)
    return competition, head


async def load_any_competition(
    tx: AsyncConnection, shared: StateCache, code: CompetitionCode, upto: int | None = None
) -> tuple[Competition, log.Head]:
    """Return a competition like `load_competition`, even if its import was taken back.

    Raises:
        GameStateError: there is no such competition.
    """
    stream = competition_stream(code)
    head = _existing(await log.head(tx, stream, upto), "no_such_competition", code=code)
    return await _competition(tx, shared, stream, head), head


async def competition_of(
    tx: AsyncConnection, shared: StateCache, match: Match
) -> Competition | None:
    """Return the competition of the match, or None outside competitions."""
    if not match.competition:
        return None
    stream = competition_stream(match.competition)
    head = await log.head(tx, stream)
    if not head.seq:
        return None
    return await _competition(tx, shared, stream, head)


async def fold_game(tx: AsyncConnection, shared: StateCache, game: GameId, head: log.Head) -> Game:
    """Return the game after the event that is known to be its last."""
    return await _folded(tx, shared, game_stream(game), head, shared.games, replay)


async def fold_match(
    tx: AsyncConnection, shared: StateCache, code: MatchCode, head: log.Head
) -> Match:
    """Return the match after the event that is known to be its last."""
    fold = _of_events(replay_match)
    return await _folded(tx, shared, match_stream(code), head, shared.matches, fold)


async def with_closing(
    tx: AsyncConnection, shared: StateCache, game: Game, match: Match | None = None
) -> Game:
    """Return the game with the closing day of its competition, on which its clocks stop."""
    if match is None:
        match, _ = await load_match(tx, shared, game.match)
    if not match.competition:
        return game
    try:
        competition, _ = await load_competition(tx, shared, match.competition)
    except GameStateError:  # only the match was copied, without its competition
        return game
    phase = competition.state_of(match.phase)
    closing = match.last_day(phase.plan.closing)
    return replace(game, closing=closing, closing_moved=phase.closing_moved)


async def _competition(
    tx: AsyncConnection, shared: StateCache, stream: str, head: log.Head
) -> Competition:
    """Return the competition after the event that is known to be its last.

    Its log covers a season. New events are applied to the last known state, if that event is
    unchanged. Only the latest state is cached, because each has thousands of results.
    """
    cache = shared.competitions
    if cache.get(head.hash) is None:
        last = cache.noted_head(stream) or head
        # The head that was read last may have been rolled back, so the log must still have it.
        known = cache.get(last.hash) if last.seq < head.seq else None
        if known is not None and await log.head(tx, stream, last.seq) == last:
            try:
                since = await log.load(tx, stream, head.seq, after=last)
            except DamagedLog as error:
                raise shared.damaged.note(error) from error
            now = reduce(evolve_competition, (row.event for row in since), known)
            cache.replace(last.hash, head.hash, now)
        cache.note_head(stream, head)
    fold = _of_events(replay_competition)
    return await _folded(tx, shared, stream, head, cache, fold)


async def _folded(  # noqa: PLR0913, PLR0917  (what is read, its cache, and its fold)
    tx: AsyncConnection,
    shared: StateCache,
    stream: str,
    head: log.Head,
    cache: RecentStates[T],
    fold: Callable[[Iterable[log.Stored]], T],
) -> T:
    """Return the state of a stream after its head: as cached, or rebuilt and then cached."""
    state = cache.get(head.hash)
    if state is None:
        state = fold(await stored_events(tx, shared.damaged, stream, head.seq))
        cache.put(head.hash, state)
    return state


def _of_events(fold: Callable[[Iterable[Any]], T]) -> Callable[[Iterable[log.Stored]], T]:
    """Return the fold of stored events that ignores when they were recorded."""
    return lambda stored: fold(row.event for row in stored)


def _existing(head: log.Head, fault: str, **facts: str) -> log.Head:
    """Return the head of a log that has events; otherwise raise this fault.

    The facts are what a person typed, so only their beginning is repeated to them.
    """
    if not head.seq:
        short_facts = {name: cut_code(typed) for name, typed in facts.items()}
        raise GameStateError(Fault(fault, facts=short_facts))
    return head
