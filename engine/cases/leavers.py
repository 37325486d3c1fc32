"""Games of players who have left: those that resume, and how a leaver loses one (art. 9.1, 10.3).

A game resumes if a withdrawal or disqualification is lifted, or by a ruling; if another player has
left since, they lose it. If a withdrawal is taken back, a game that has another end since, or whose
result is official, stays as it is. The arbiter sees both lists before the confirmation.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce

from engine.cases.situation import Effect, followed
from engine.competitions.competition import Competition
from engine.competitions.status import Change
from engine.errors import EngineError, Fault, GameStateError
from engine.games.endings import acts_of, lost_as
from engine.games.events import Ending, Event, GameEnded
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.lifting import LEFT
from engine.games.orders import Order, end, end_unbegun, lift_ends
from engine.ids import GameId, PersonId, Seat
from engine.matches.match import Match


def resumed(
    competition: Competition | None, game: Game, order: Order, ended: GameEnded, player: PersonId
) -> tuple[Event, ...]:
    """Lift the end that a player's leaving caused; if the opponent has left, they lose instead."""
    back = lift_ends(game, order)
    again = reduce(evolve, back, game)
    lost = lost_by_leaver(competition, again, order, staying=player, unbegun=ended.unbegun)
    return (*back, *lost)


def lost_by_leaver(
    competition: Competition | None,
    game: Game,
    order: Order,
    *,
    staying: PersonId | None = None,
    unbegun: bool = False,
) -> tuple[Event, ...]:
    """Return the end of the running game whose player has left; no events if both still play.

    `staying` is a player who comes back by the same order; `unbegun`: nobody could begin the game.

    Raises:
        GameStateError: `player_has_left`, if both have left, so that the game cannot resume.
    """
    gone = competition.former_players - {staying} if competition else frozenset[PersonId]()
    left = [seat for seat in Seat if game.side(seat).person in gone]
    if competition is None or game.ended is not None or not left:
        return ()
    if len(left) > 1:
        raise GameStateError(Fault("player_has_left", "9.1", {"game": game.id}))
    (seat,) = left
    person = game.side(seat).person
    is_out = person in competition.excluded
    how = Ending.EXCLUDED if is_out else lost_as(game, seat, Ending.ABANDONED)
    ends = end_unbegun(game, order, {person}) if unbegun else end(game, order, how, seat)
    return tuple(replace(one, withdrew=not is_out, ruling=LEFT) for one in ends)


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
