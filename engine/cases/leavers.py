"""Games of players who have left: those that resume, and how a leaver loses one (art. 9.1, 10.3).

A game resumes if a withdrawal or disqualification is lifted, or by a ruling; if another player has
left since, they lose it. If a withdrawal is taken back, a game that has another end since keeps
that one alone, and resumes once it is lifted, too. A game whose result is official stays as it is.
The arbiter sees both lists before the confirmation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce

from engine.cases.situation import Effect, OnGame, followed
from engine.competitions.competition import Competition
from engine.competitions.status import Change
from engine.errors import EngineError, Fault, GameStateError
from engine.games.endings import lost_as
from engine.games.events import Ending, Event, GameEnded
from engine.games.fold import evolve
from engine.games.game import Game
from engine.games.in_force import LEFT
from engine.games.orders import Order, end, end_unbegun, ends_now, ends_to_lift, lift_all, lift_ends
from engine.ids import PersonId, Seat
from engine.matches.match import Match, MatchStage


def resumed(
    competition: Competition | None,
    game: Game,
    order: Order,
    ends: Mapping[int, GameEnded],
    player: PersonId,
) -> tuple[Event, ...]:
    """Lift the ends that the player's leaving caused; if the opponent has left, they lose instead.

    `ends` are known by their places in the game's log. Later acts that end the game count on top of
    that. Without one of these ends in force, the opponent has not lost by leaving.

    Raises:
        EngineError: the game cannot resume.
    """
    back = lift_all(game, order, ends)
    if ends.keys().isdisjoint(ends_now(game)):
        return back
    after = reduce(evolve, back, game)
    rest = lift_ends(after, order)
    again, unbegun = reduce(evolve, rest, after), [*ends.values()][-1].unbegun
    lost = lost_by_leaver(competition, again, order, staying=player, unbegun=unbegun)
    return (*back, *rest, *lost, *after.ends) if lost else back


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """The effect of a withdrawal taken back on the player's games."""

    effects: tuple[Effect, ...] = ()
    """The games that resume, or that lose an end below a later one; in the order of the matches."""
    unchanged: tuple[OnGame, ...] = ()
    """The games that the withdrawal ended, and that nevertheless stay as they are."""


def resumption(
    competition: Competition,
    player: PersonId,
    matches: Sequence[tuple[Match, Sequence[Game]]],
    order: Order,
) -> Resumption:
    """Return the effect of taking back the player's last withdrawal from the running phase.

    `matches` are the player's matches of the phase, each with its games, home game first.
    """
    acts = reversed(competition.phase.acts)
    withdrew = (act.at for act in acts if (act.player, act.change) == (player, Change.RETIRED))
    since = next(withdrew, None)
    if since is None:
        return Resumption()
    effects: list[Effect] = []
    unchanged: list[OnGame] = []
    for first, games in matches:
        match = first
        for game in games:
            ends = _ends_by_leaving(game, player, since)
            if not ends and (game.ended is None or game.ended.at < since):
                continue
            try:
                _check_may_resume(game, match, ends)
                events = resumed(competition, game, order, ends, player)
                effects.append(followed(game, match, order, events))
            except EngineError as error:
                partner, fault = match.partner(player), error.faults[0]
                unchanged.append(OnGame(game=game.id, partner=partner, fault=fault))
            else:
                match = effects[-1].match
    return Resumption(effects=tuple(effects), unchanged=tuple(unchanged))


def _ends_by_leaving(game: Game, player: PersonId, since: datetime) -> dict[int, GameEnded]:
    """Return every end that the withdrawal made, also those that a later ruling hides.

    A game that a ruling had resumed was lost by the player again, so there may be several.
    """
    seat = game.seat_of(player)
    return {
        place: one
        for place, one in ends_to_lift(game, "").items()
        if (one.withdrew and one.at >= since) or (one.at == since and not one.ruling)
        if seat is not None and (one.by is seat or one.unbegun)
    }


def _check_may_resume(game: Game, match: Match, ends: Mapping[int, GameEnded]) -> None:
    """Refuse a game that the withdrawal did not end, or whose result is official."""
    if not ends:
        raise GameStateError(Fault("ended_since", "9.1", {"game": game.id}))
    if match.stage is MatchStage.HOMOLOGATED:
        raise GameStateError(Fault("results_homologated", "8.5", {"match": match.code}))
