"""The effects of each kind of ruling in the game itself, as orders.

Rules: art. 5.2, 5.3, 7.2, 9.1, 9.4, 10.1, 10.3. `engine.cases.rulings` has all other effects.
"""

from dataclasses import replace
from functools import reduce

from engine.cases.events import Ruling, RulingKind
from engine.cases.leavers import lost_by_leaver, resumed
from engine.cases.situation import Situation, followed, required
from engine.errors import Fault, GameStateError
from engine.games.commands import CheckTime, LoseOnTime
from engine.games.deadlines import silent_seat
from engine.games.decide import decide
from engine.games.endings import (
    absent,
    has_moved,
    is_by_exclusion,
    losses_kept,
    lost_as,
    natural_end,
)
from engine.games.events import Ending, Event, GameEnded, TimeExceeded
from engine.games.fold import evolve
from engine.games.game import Game, Stage, index_of
from engine.games.in_force import in_force
from engine.games.lifting import BY_MOVE
from engine.games.orders import (
    Order,
    annul,
    annul_below,
    correct_score,
    end,
    ends_to_lift,
    grant_time,
    lift,
    placements_made,
    restored,
)
from engine.games.queries import close_query, made_as_asked, stands_as_asked
from engine.games.ruling_events import RulingLifted
from engine.ids import Seat
from engine.matches.match import Match
from engine.matches.outstanding import is_overdrawn
from engine.matches.silence import check_no_show
from engine.notation import parse_placement
from engine.thinking_time import day_of

_ON_THE_END = frozenset({RulingKind.REINSTATED, RulingKind.LIFTED, RulingKind.SCORE})
"""The rulings about the present end of a game, or about nothing that an end changes."""


def effects_in_game(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Return the events of the ruling in the game.

    If the case has ended the game before, the new ruling replaces that one, so it is lifted first.
    A game that resumes although a player has left since is lost by them again.

    Raises:
        EngineError: the ruling is not possible now.
    """
    game, back = now.game, _replaced_end(now, order, ruling)
    here = replace(now, game=reduce(evolve, back, game)) if back else now
    events = (*back, *ordered(here, order, _on_what_stands(ruling, game, here.game)))
    if here.game.ends and ruling.kind not in _ON_THE_END:
        events += losses_kept(here.game, reduce(evolve, events, game))
    is_back = ruling.kind is RulingKind.REINSTATED  # it finds who loses the game by itself
    if is_back or not events or game.ended is None or now.is_past(now.match):
        return events
    return (*events, *lost_by_leaver(now.competition, reduce(evolve, events, game), order))


def _replaced_end(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Return the event that lifts the end of the game by an earlier ruling of the case.

    Also lifted is a ruling that inserted a move before an end which the game already had.
    """
    game, ended = now.game, now.game.ended
    if ended is None or not order.case or ruling.kind in _ON_THE_END:
        return ()
    own = any(
        isinstance(one, GameEnded | RulingLifted) and one.ruling == order.case
        for one in (entry.event for entry in in_force(game.log).values())
        if isinstance(one, GameEnded) or one.at > ended.at
    )
    return lift(game, order, order.at) if own else ()


def _on_what_stands(ruling: Ruling, game: Game, lifted: Game) -> Ruling:
    """Return the ruling without its invalid placement, if lifting the end has removed that."""
    place = ruling.move
    if ruling.kind is not RulingKind.WORD_INVALID or place is None:
        return ruling
    if place not in range(len(game.moves)):
        return ruling  # `annul` refuses it
    stands = stands_as_asked(lifted, place, game.moves[place].at)
    return ruling if stands else replace(ruling, move=None)


def excluded_from(game: Game, order: Order, seat: Seat) -> tuple[Event, ...]:
    """Return the end of a running game for the disqualified player; nothing for a finished game."""
    return end(game, order, Ending.EXCLUDED, seat) if game.ended is None else ()


def back_in(
    now: Situation, match: Match, game: Game, order: Order, seat: Seat
) -> tuple[Event, ...]:
    """Resume a game that was ended or prevented by a disqualification of that player.

    That is so below a later ruling, too. Other acts that end it since, as a loss, stay. A game in
    a finished phase does not change (art. 10.3).
    """
    seats = {seat, None}  # None: both players were disqualified before the game began
    ends = ends_to_lift(game, order.case)
    own = {n: one for n, one in ends.items() if is_by_exclusion(one) and one.by in seats}
    if not own or now.is_past(match):
        return ()
    return resumed(now.competition, game, order, own, game.side(seat).person)


def ordered(  # noqa: PLR0911, PLR0912  (one line for each kind)
    now: Situation, order: Order, ruling: Ruling
) -> tuple[Event, ...]:
    """Return the events of the order that the ruling is; some kinds change nothing in the game.

    Raises:
        EngineError: the ruling is not possible now.
    """
    game, kind = now.game, ruling.kind
    match kind:
        case RulingKind.WORD_VALID:
            return _word_valid(game, order, ruling)
        case RulingKind.WORD_INVALID:
            return _word_invalid(game, order, ruling)
        case RulingKind.RETURNED:
            return _returned(game, order, required(ruling.move, order))
        case RulingKind.ANNULLED:
            return annul(game, order, required(ruling.move, order))
        case RulingKind.SCORE:
            points = required(ruling.number, order)
            return correct_score(game, order, required(ruling.move, order), points)
        case RulingKind.BOTH_LOST_ON_TIME:
            return _lost_on_time(game, order, None)
        case RulingKind.LEVEL:
            return _level(game, order)
        case RulingKind.LIFTED:
            return _lifted(now, order, ruling)
        case RulingKind.LOST_ON_TIME:
            return _lost_on_time(game, order, required(ruling.seat, order))
        case RulingKind.NO_SHOW:
            return _no_show(game, order, required(ruling.seat, order))
        case RulingKind.ABANDONED:
            return _abandoned(game, order, required(ruling.seat, order))
        case RulingKind.EXTENSION:
            days = required(ruling.number, order)
            return grant_time(game, order, required(ruling.seat, order), days)
        case RulingKind.LOSS:
            return _ended(game, order, Ending.FORFEITED, required(ruling.seat, order))
        case RulingKind.EXCLUSION:
            return excluded_from(game, order, required(ruling.seat, order))
        case RulingKind.REINSTATED:
            return _reinstated(now, order, required(ruling.seat, order))
        case _:
            return ()


def _word_valid(game: Game, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Accept the words without a change; with `move`, restore that placement (art. 5.3)."""
    place, asked = ruling.move, ruling.placed
    if place is None:
        return ()
    if ruling.placement:
        if stands_as_asked(game, place, asked):
            raise GameStateError(Fault("nothing_to_restore", order.article))
        placement = parse_placement(ruling.placement)
        return made_as_asked(game, order, placement, place=place, asked=required(asked, order))
    named = [
        made
        for made in placements_made(game)
        if index_of(made) == place and set(ruling.words) <= set(made.words)
        if asked in {None, made.at}  # old rulings have only index and words
    ]
    if not named:
        raise GameStateError(Fault("nothing_to_restore", order.article))
    return restored(game, order, named[-1], alone=not ruling.number)


def _word_invalid(game: Game, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Annul the placement and all later moves; without `move` it is not valid anyway, and stays so.

    If its author had asked before, they are to move again as then, and their days have continued
    (art. 5.3). If the game waits for the case again, because its other answer was lifted, that
    answers it. Of the last move the days stay used (art. 5.2); if the game has continued, both
    players get back days used in good faith.
    """
    if order.case and game.query == order.case:
        return close_query(game, order.case, order.at)
    if ruling.move is None:
        found = [one for one in placements_made(game) if one.at == ruling.placed]
        off = annul_below(game, order, found[-1], ruling.words) if found else ()
        closed = () if ruling.query is None else close_query(game, ruling.query, order.at)
        return (*off, *closed)
    is_last = ruling.move == len(game.moves) - 1
    return annul(game, order, ruling.move, charged=is_last, words=ruling.words)


def _returned(game: Game, order: Order, move: int) -> tuple[Event, ...]:
    if move != len(game.moves) - 1:
        raise GameStateError(Fault("not_last_placement", order.article))
    return annul(game, order, move, charged=True)


def _lost_on_time(game: Game, order: Order, seat: Seat | None) -> tuple[Event, ...]:
    """End the game for who exceeded their time, as the sheet shows; None: both (art. 7.2, 9.4)."""
    if game.stage is Stage.RUNNING:
        return decide(game, LoseOnTime(exceeded=seat), order.at, ())
    # An extension taken back may have exceeded it.
    if not all(is_overdrawn(game, one) for one in Seat if seat in {one, None}):
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    # A question about a word may have counted as an answer then; the end closed it (art. 5.3, 9.1).
    lost_so = game.ended is not None and (game.ended.ending, game.ended.by) == (Ending.TIME, seat)
    # Who never came wins nothing by it (art. 9.1).
    if seat is None or (absent(game) is seat.partner and not lost_so):
        return _ended(game, order, Ending.BOTH_TIME, None)
    ending = Ending.TIME if lost_so else lost_as(game, seat, Ending.TIME)
    return _ended(game, order, ending, seat)


def _no_show(game: Game, order: Order, seat: Seat) -> tuple[Event, ...]:
    """End the game for a no-show, who never moved when it was their turn (art. 9.1)."""
    if absent(game) is not seat:
        waited = game.turn is not seat and not has_moved(game, seat)
        raise GameStateError(Fault("not_on_turn" if waited else "has_played", "9.1"))
    check_no_show(game, seat, order.at)
    return _ended(game, order, Ending.NO_SHOW, seat)


def _abandoned(game: Game, order: Order, seat: Seat) -> tuple[Event, ...]:
    """End a running game for a silent player, as a no-show if needed (art. 9.1).

    That is the player to move, or the free seat, whose opponent is never the silent one.
    """
    if game.stage is not Stage.RUNNING or silent_seat(game) is not seat:
        raise GameStateError(Fault("not_on_turn", "9.1"))
    if absent(game) is seat:
        check_no_show(game, seat, order.at)
    return end(game, order, lost_as(game, seat, Ending.ABANDONED), seat)


def _reinstated(now: Situation, order: Order, seat: Seat) -> tuple[Event, ...]:
    """Resume the game if possible; otherwise the ruling only affects future games."""
    try:
        events = back_in(now, now.match, now.game, order, seat)
        followed(now.game, now.match, order, events)
    except GameStateError:
        return ()
    return events


def _level(game: Game, order: Order) -> tuple[Event, ...]:
    """Give each player 1; in a competition a running game, only after the closing (art. 9.4)."""
    closing, today = game.closing, day_of(order.at, game.rules.time_zone)
    if game.stage is Stage.RUNNING and closing is not None and today <= closing:
        raise GameStateError(Fault("level_too_early", "9.4", {"closing": closing.isoformat()}))
    return _ended(game, order, Ending.LEVEL, None)


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
    after = reduce(evolve, back, game)
    over = natural_end(after, order.at)
    if ruling.move is not None and after.ended is None and game.ended is not None:
        if over or (game.ended.at == done and game.ended.ending in BY_MOVE):
            raise GameStateError(Fault("game_played_out", "4.3"))
        left = now.competition.former_players if now.competition else ()
        if any(map(after.seat_of, left)):
            raise GameStateError(Fault("player_has_left", "9.1", {"game": after.id}))
    if after.stage is not Stage.RUNNING:
        return back
    found = over or decide(after, CheckTime(), order.at, ())
    return (*back, *(one for one in found if isinstance(one, TimeExceeded | GameEnded)))
