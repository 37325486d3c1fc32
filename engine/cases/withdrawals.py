"""Taking back a player's withdrawal: the games that it ended resume (art. 9.1).

Only a game that still has the end by that withdrawal resumes. A game that has another end since, or
whose result is official, stays as it is. The arbiter sees both lists before the confirmation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.cases.effect import Effect, followed
from engine.cases.leavers import resumed
from engine.competitions.competition import Competition
from engine.competitions.status import Change
from engine.errors import EngineError, Fault, GameStateError
from engine.games.endings import acts_of
from engine.games.events import Event
from engine.games.game import Game
from engine.games.orders import Order, lift_ends
from engine.ids import GameId, PersonId
from engine.matches.match import Match

_LEAVES = frozenset({Change.RETIRED, Change.EXCLUDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class UnchangedGame:
    """A game that the withdrawal ended, and that nevertheless stays as it is."""

    game: GameId
    partner: PersonId
    fault: Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """The effect of a withdrawal taken back on the player's games."""

    effects: tuple[Effect, ...] = ()
    """The games that resume, in the order of the matches and games."""
    unchanged: tuple[UnchangedGame, ...] = ()


def resumption(
    competition: Competition,
    player: PersonId,
    matches: Sequence[tuple[Match, Sequence[Game]]],
    order: Order,
) -> Resumption:
    """Return the effect of taking the player's withdrawal back.

    `matches` are the player's matches of the phase, each with its games, home game first.
    """
    since = retired_at(competition, player)
    effects: list[Effect] = []
    unchanged: list[UnchangedGame] = []
    for first, games in matches:
        match = first
        for game in (one for one in games if _ended_since(one, since)):
            partner = match.partner(player)
            try:
                events = _resumed(competition, game, player, order, since)
                effects.append(followed(game, match, order, events))
            except EngineError as error:
                fault = error.faults[0]
                unchanged.append(UnchangedGame(game=game.id, partner=partner, fault=fault))
            else:
                match = effects[-1].match
    return Resumption(effects=tuple(effects), unchanged=tuple(unchanged))


def retired_at(competition: Competition, player: PersonId) -> datetime | None:
    """Return the instant of the player's withdrawal from the running phase, or None."""
    acts = [act for act in competition.phase.acts if act.player == player]
    return next((act.at for act in reversed(acts) if act.change is Change.RETIRED), None)


def _ended_since(game: Game, since: datetime | None) -> bool:
    """Return whether the game ended by the withdrawal, or has another end since."""
    return game.ended is not None and since is not None and game.ended.at >= since


def _resumed(
    competition: Competition, game: Game, player: PersonId, order: Order, since: datetime | None
) -> tuple[Event, ...]:
    """Resume the game, if it still has the end by the withdrawal.

    If the opponent has left meanwhile, they lose it instead. A game that a ruling had resumed after
    the opponent left continues; one that began by the withdrawal does not.

    Raises:
        GameStateError: `ended_since`.
    """
    ended, seat = game.ended, game.seat_of(player)
    if (
        ended is None
        or seat is None
        or len(acts_of(game)) > 1
        or not (ended.at == since or ended.withdrew)
        or (ended.by is not seat and not ended.unbegun)
    ):
        raise GameStateError(Fault("ended_since", "9.1", {"game": game.id}))
    if not _has_left(competition, game, player, game.side(seat.partner).person):
        return lift_ends(game, order)
    return resumed(competition, game, order, ended, player)


def _has_left(competition: Competition, game: Game, player: PersonId, partner: PersonId) -> bool:
    """Return whether the opponent has left since the player's withdrawal, or before the game."""
    if partner not in competition.former_players:
        return False
    acts, since = competition.phase.acts, retired_at(competition, player)
    before = [n for n, act in enumerate(acts) if (act.player, act.at) == (player, since)]
    later = {act.player for act in acts[before[-1] :] if act.change in _LEAVES}
    return partner in later or game.log[0].event.at == since
