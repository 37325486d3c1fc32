"""The effects of each kind of ruling in the game itself, as orders.

Rules: art. 5.2, 5.3, 7.2, 9.1, 9.4, 10.1, 10.3. `engine.cases.rulings` has the effects on match and
competition.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import reduce

from engine.cases.effect import followed, required
from engine.cases.events import Ruling, RulingKind
from engine.cases.leavers import lost_by_leaver, resumed
from engine.cases.situation import Situation
from engine.errors import Fault, GameStateError
from engine.games.commands import CheckTime, LoseOnTime
from engine.games.deadlines import silent_seat
from engine.games.decide import decide
from engine.games.endings import absent, has_moved, lost_as, natural_end
from engine.games.events import Ending, Event, GameEnded, PlacementMade, TimeExceeded
from engine.games.fold import evolve
from engine.games.game import Game, Stage, index_of
from engine.games.lifting import BY_MOVE, in_force
from engine.games.orders import (
    Order,
    annul,
    correct_score,
    end,
    grant_time,
    lift,
)
from engine.games.queries import close_query, made_as_asked, stands_as_asked
from engine.games.restoring import placements_made, restored
from engine.games.ruling_events import RulingLifted
from engine.ids import PersonId, Seat
from engine.matches.match import Match
from engine.matches.outstanding import is_overdrawn
from engine.matches.silence import check_no_show
from engine.notation import parse_placement
from engine.thinking_time import day_of


def effects_in_game(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Return the events of the ruling in the game.

    If the case has ended the game before, the new ruling replaces that one, so it is lifted first.

    Raises:
        EngineError: the ruling is not possible now.
    """
    back = _replaced_end(now, order, ruling)
    here = replace(now, game=reduce(evolve, back, now.game)) if back else now
    events = (*back, *IN_GAME[ruling.kind](here, order, ruling))
    # A ruling on the game of a disqualified player decides itself how the game goes on.
    out = now.competition.excluded if now.competition else frozenset[PersonId]()
    is_out = bool(out & {now.game.red.person, now.game.blue.person})
    if is_out or ruling.kind is RulingKind.REINSTATED:
        return events
    return (*events, *_lost_again(now, order, events))


def _lost_again(now: Situation, order: Order, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the end of a game that these events resume although a player has left since."""
    if now.game.ended is None or not events or now.is_past(now.match):
        return ()
    return lost_by_leaver(now.competition, reduce(evolve, events, now.game), order)


def _replaced_end(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Return the event that lifts the end of the game by an earlier ruling of the case.

    Also lifted is a ruling that inserted a move before an end which the game already had.
    """
    game, ended = now.game, now.game.ended
    if ended is None or not order.case or ruling.kind in _ON_THE_END:
        return ()
    own = any(
        isinstance(one, GameEnded | RulingLifted) and one.ruling == order.case
        for one in (entry.event for entry in in_force(game.log))
        if isinstance(one, GameEnded) or one.at > ended.at
    )
    return _without_stale_end(now, order, lift(game, order, order.at)) if own else ()


def _without_stale_end(
    now: Situation, order: Order, back: tuple[RulingLifted, ...]
) -> tuple[RulingLifted, ...]:
    """Return the events, and lift a disqualification's end beneath them if that was lifted too."""
    ended = reduce(evolve, back, now.game).ended
    if ended is None or ended.ending is not Ending.EXCLUDED or ended.by is None:
        return back
    out = now.competition.excluded if now.competition else frozenset[PersonId]()
    if now.game.side(ended.by).person in out:
        return back
    after = reduce(evolve, back, now.game)
    return (*back, *lift(after, order, ended.at, of_case=False))


def excluded_from(game: Game, order: Order, seat: Seat) -> tuple[Event, ...]:
    """Return the end of a running game for the disqualified player; nothing for a finished game."""
    return end(game, order, Ending.EXCLUDED, seat) if game.ended is None else ()


def back_in(
    now: Situation, match: Match, game: Game, order: Order, seat: Seat
) -> tuple[Event, ...]:
    """Resume a game that was ended or prevented by a disqualification of that player.

    If the opponent has also left, they lose the game instead. A game in a finished phase does not
    change (art. 10.3).
    """
    ended = game.ended
    if ended is None or now.is_past(match):
        return ()
    of_both = ended.unbegun and ended.by is None
    if ended.by is not seat and not of_both:
        return ()
    if ended.ending is not Ending.EXCLUDED and not ended.unbegun:
        return ()
    return resumed(now.competition, game, order, ended, game.side(seat).person)


def _nothing(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    del now, order, ruling
    return ()


def _word_valid(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Accept the words without a change; with `move`, restore that placement (art. 5.3)."""
    if ruling.move is None:
        return ()
    if ruling.placement:
        return _made_as_asked(now, order, ruling)
    named = [made for made in placements_made(now.game) if _is_meant(made, ruling)]
    if not named:
        raise GameStateError(Fault("nothing_to_restore", order.article))
    return restored(now.game, order, named[-1], alone=not ruling.number)


def _made_as_asked(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    place, asked = required(ruling.move, order), required(ruling.placed, order)
    if stands_as_asked(now.game, place, asked):
        raise GameStateError(Fault("nothing_to_restore", order.article))
    placement = parse_placement(ruling.placement)
    return made_as_asked(now.game, order, placement, place=place, asked=asked)


def _is_meant(made: PlacementMade, ruling: Ruling) -> bool:
    """Return whether the ruling is about that placement; old rulings have only index and words."""
    by_place = index_of(made) == ruling.move and set(ruling.words) <= set(made.words)
    return by_place and ruling.placed in {None, made.at}


def _word_invalid(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Annul the placement and all later moves; without `move` it is not valid anyway.

    If its author had asked before, they are to move again as then, and their days have continued
    (art. 5.3). If the game waits for the case again, because its other answer was lifted, that
    answers it.
    """
    if order.case and now.game.query == order.case:
        return close_query(now.game, order.case, order.at)
    if ruling.move is None:
        return () if ruling.query is None else close_query(now.game, ruling.query, order.at)
    return _back_to(now.game, order, ruling.move, ruling.words)


def _returned(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    move = required(ruling.move, order)
    if move != len(now.game.moves) - 1:
        raise GameStateError(Fault("not_last_placement", order.article))
    return _back_to(now.game, order, move)


def _annulled(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return annul(now.game, order, required(ruling.move, order))


def _back_to(game: Game, order: Order, keep: int, words: tuple[str, ...] = ()) -> tuple[Event, ...]:
    """Annul from that move on; for the last move its days stay used (art. 5.2).

    If the game has continued, both players get back days used in good faith.
    """
    return annul(game, order, keep, charged=keep == len(game.moves) - 1, words=words)


def _score(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return correct_score(
        now.game, order, required(ruling.move, order), required(ruling.number, order)
    )


def _lost_on_time(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """End the game for the player who exceeded their time, as the sheet shows (art. 7.2, 9.4)."""
    game, seat = now.game, required(ruling.seat, order)
    if game.stage is Stage.RUNNING:
        return decide(game, LoseOnTime(by=seat), order.at, ())
    if not is_overdrawn(game, seat):  # also because an extension was taken back
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    gone = absent(game)
    if gone is seat.partner:  # who never came wins nothing by it (art. 9.1)
        return _both_ended_late(game, order)
    # A question about a word may have counted as an answer then; the end closed it (art. 5.3, 9.1).
    lost_so = game.ended is not None and (game.ended.ending, game.ended.by) == (Ending.TIME, seat)
    ending = Ending.TIME if lost_so else lost_as(game, seat, Ending.TIME)
    return _ended(game, order, ending, seat)


def _both_lost_on_time(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """End the game for both players, who both exceeded their time (art. 7.2)."""
    del ruling
    game = now.game
    if game.stage is Stage.RUNNING:
        return decide(game, LoseOnTime(by=None), order.at, ())
    if not all(is_overdrawn(game, seat) for seat in Seat):
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    return _both_ended_late(game, order)


def _both_ended_late(game: Game, order: Order) -> tuple[Event, ...]:
    return _ended(game, order, Ending.BOTH_TIME, None)


def _no_show(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """End the game for a no-show, who never moved when it was their turn (art. 9.1)."""
    seat = required(ruling.seat, order)
    if absent(now.game) is not seat:
        waited = now.game.turn is not seat and not has_moved(now.game, seat)
        raise GameStateError(Fault("not_on_turn" if waited else "has_played", "9.1"))
    check_no_show(now.game, seat, order.at)
    return _ended(now.game, order, Ending.NO_SHOW, seat)


def _abandoned(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """End a running game for a silent player, as a no-show if needed (art. 9.1).

    That is the player to move, or the free seat, whose opponent is never the silent one.
    """
    seat = required(ruling.seat, order)
    if now.game.stage is not Stage.RUNNING or silent_seat(now.game) is not seat:
        raise GameStateError(Fault("not_on_turn", "9.1"))
    if absent(now.game) is seat:
        check_no_show(now.game, seat, order.at)
    return end(now.game, order, lost_as(now.game, seat, Ending.ABANDONED), seat)


def _extension(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return grant_time(now.game, order, required(ruling.seat, order), required(ruling.number, order))


def _loss(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return _ended(now.game, order, Ending.FORFEITED, required(ruling.seat, order))


def _exclusion(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return excluded_from(now.game, order, required(ruling.seat, order))


def _reinstated(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Resume the game if possible; otherwise the ruling only affects future games."""
    try:
        events = back_in(now, now.match, now.game, order, required(ruling.seat, order))
        followed(now.game, now.match, order, events)
    except GameStateError:
        return ()
    return events


def _level(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Give each player 1; in a competition a running game, only after the closing (art. 9.4)."""
    del ruling
    closing, today = now.game.closing, day_of(order.at, now.game.rules.time_zone)
    if now.game.stage is Stage.RUNNING and closing is not None and today <= closing:
        raise GameStateError(Fault("level_too_early", "9.4", {"closing": closing.isoformat()}))
    return _ended(now.game, order, Ending.LEVEL, None)


def _ended(game: Game, order: Order, ending: Ending, by: Seat | None) -> tuple[Event, ...]:
    """Return the events that end the game with this ending, or that replace its present ending."""
    if game.ended is not None and (game.ended.ending, game.ended.by) == (ending, by):
        raise GameStateError(Fault("ended_so_already", order.article, {"game": game.id}))
    return end(game, order, ending, by)


def _lifted(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Take an act back; time that is exceeded without it is found at once (art. 7.2).

    An end by the last move stays as long as that move does (art. 4.3). A game that ended because a
    player left resumes if the withdrawal is lifted, with all that it caused (art. 9.1).
    """
    game, done = now.game, required(ruling.placed, order)
    back = lift(game, order, done, of_case=ruling.move is None)
    back = _without_stale_end(now, order, back)
    after = reduce(evolve, back, game)
    if ruling.move is not None and after.ended is None is not game.ended:
        _check_resumes(now, after, order, done)
    if after.stage is not Stage.RUNNING:
        return back
    over = natural_end(after, order.at)
    found = over or decide(after, CheckTime(), order.at, ())
    return (*back, *(one for one in found if isinstance(one, TimeExceeded | GameEnded)))


def _check_resumes(now: Situation, after: Game, order: Order, done: datetime) -> None:
    """Refuse to resume a game that its last move ended, or whose player has left."""
    ended = now.game.ended
    by_move = ended is not None and ended.at == done and ended.ending in BY_MOVE
    if by_move or natural_end(after, order.at):
        raise GameStateError(Fault("game_played_out", "4.3"))
    left = now.competition.former_players - now.competition.excluded if now.competition else set()
    if {after.red.person, after.blue.person} & left:
        raise GameStateError(Fault("player_has_left", "9.1", {"game": after.id}))


_ON_THE_END = frozenset({RulingKind.REINSTATED, RulingKind.LIFTED, RulingKind.SCORE})
"""The rulings about the present end of a game, or about nothing that an end changes."""

IN_GAME: Mapping[RulingKind, Callable[[Situation, Order, Ruling], tuple[Event, ...]]] = {
    RulingKind.REJECTED: _nothing,
    RulingKind.UPHELD: _nothing,
    RulingKind.WORD_VALID: _word_valid,
    RulingKind.WORD_INVALID: _word_invalid,
    RulingKind.WORD_ACCEPTED: _nothing,
    RulingKind.RETURNED: _returned,
    RulingKind.ANNULLED: _annulled,
    RulingKind.SCORE: _score,
    RulingKind.LOST_ON_TIME: _lost_on_time,
    RulingKind.BOTH_LOST_ON_TIME: _both_lost_on_time,
    RulingKind.NO_SHOW: _no_show,
    RulingKind.ABANDONED: _abandoned,
    RulingKind.AS_PLAYED: _nothing,
    RulingKind.EXTENSION: _extension,
    RulingKind.WARNING: _nothing,
    RulingKind.PENALTY: _nothing,
    RulingKind.LOSS: _loss,
    RulingKind.EXCLUSION: _exclusion,
    RulingKind.REINSTATED: _reinstated,
    RulingKind.LEVEL: _level,
    RulingKind.LIFTED: _lifted,
}
"""The function for the effects of each kind of ruling in the game."""
