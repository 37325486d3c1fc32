"""What a ruling does: one pure function, asked before it is made and when it is made.

Rules: art. 5.2, 5.3, 7.2, 9.1, 9.4, 10.1, 10.3.

`consequences` takes the game, the match and the competition as they stand and one ruling; it
returns the events that follow in each and everything as it would stand after them. So the figures
an arbiter is shown beside a ruling are those that the ruling brings. Which rulings a case offers is
`engine.ruling_choices`; the case itself is `engine.case_decide`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from engine.case_events import Ruling, RulingKind
from engine.coefficients import Coefficients
from engine.commands import LoseOnTime
from engine.competition import Competition, evolve_competition
from engine.competition_events import CompetitionEvent, Figures
from engine.competition_guards import Act
from engine.competition_results import correct_result, exclude, reinstate
from engine.decide import decide
from engine.errors import EngineError, Fault, GameStateError, RuleViolation
from engine.events import Ending, Event
from engine.fold import evolve
from engine.game import Game, Stage
from engine.ids import GameId, PersonId, Seat, game_id
from engine.match import Match, MatchStage, evolve_match
from engine.match_events import MatchEvent, ResultsCorrected
from engine.match_rulings import correct_results, follow_ruling, propose_results, set_penalty
from engine.orders import (
    Order,
    annul,
    correct_score,
    end,
    grant_time,
    reopen,
    restore,
)
from engine.results import match_coefficients, match_figures
from engine.silence import has_moved
from engine.standings import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Whatever a ruling in a game may touch, as it stands."""

    game: Game
    match: Match
    competition: Competition | None = None
    """None: the match is played in no competition."""
    proposed: Mapping[GameId, Figures] = field(default_factory=dict)
    """Results of other matches of the group that await homologation."""
    elsewhere: tuple[tuple[Match, Game], ...] = ()
    """The other games of both players in the competition's phase that run, or ended by exclusion:
    an exclusion and its reversal concern them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a ruling does to one game and its match, and how they stand after it."""

    game: Game
    match: Match
    game_events: tuple[Event, ...] = ()
    match_events: tuple[MatchEvent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Everything that follows from a ruling."""

    here: Effect
    """In the game of the case."""
    elsewhere: tuple[Effect, ...] = ()
    """In other games of the same player."""
    competition_events: tuple[CompetitionEvent, ...] = ()
    after: Situation

    @property
    def is_nothing(self) -> bool:
        """Return whether nothing changes: the ruling only says what is right."""
        events = (self.here.game_events, self.here.match_events, self.competition_events)
        return not any(events) and not self.elsewhere


def consequences(now: Situation, order: Order, ruling: Ruling) -> Consequences:
    """Return what follows from the ruling, made by that order.

    Raises:
        EngineError: it cannot be made as things stand; the faults say why.
    """
    game_events = _ORDERS[ruling.kind](now, order, ruling)
    here = _followed(now.game, now.match, order, game_events, penalty=ruling)
    elsewhere = _elsewhere(now, here, order, ruling)
    match = next(
        (each.match for each in elsewhere if each.match.code == now.match.code), here.match
    )
    competition_events = _in_competition(now, here, order, ruling)
    competition = now.competition
    if competition is not None:
        competition = reduce(evolve_competition, competition_events, competition)
    after = replace(
        now,
        game=here.game,
        match=match,
        competition=competition,
        elsewhere=tuple((each.match, each.game) for each in elsewhere),
    )
    return Consequences(
        here=here,
        elsewhere=tuple(each for each in elsewhere if each.game_events),
        competition_events=competition_events,
        after=after,
    )


def worth(match: Match) -> dict[GameId, Coefficients]:
    """Return the coefficients of the match's finished games, Red's first, with their arithmetic."""
    ids = [game_id(match.code, ended.leg) for ended in match.ended]
    return dict(zip(ids, match_coefficients(match), strict=True))


def standing_rows(now: Situation) -> dict[PersonId, Row]:
    """Return both players' lines in their group's provisional table; none outside a competition.

    What awaits homologation counts in it: what is homologated stands beside it unchanged.
    """
    phase = now.competition.phase_of(now.game.id) if now.competition else None
    if phase is None:
        return {}
    group = next(each.group for each in phase.matches if now.game.id in each.games)
    (members,) = (each for each in phase.groups if each.name == group)
    table = phase.table(members, {**now.proposed, **match_figures(now.match)})
    return {row.player: row for row in table if row.player in now.match.people}


def _followed(
    game: Game,
    match: Match,
    order: Order,
    game_events: tuple[Event, ...],
    *,
    penalty: Ruling | None = None,
) -> Effect:
    """Return the game after its events, and the match that follows it."""
    game = reduce(evolve, game_events, game)
    events: list[MatchEvent] = []

    def add(found: tuple[MatchEvent, ...]) -> None:
        nonlocal match
        events.extend(found)
        match = reduce(evolve_match, found, match)

    add(follow_ruling(match, game, order.at))
    if penalty is not None and penalty.kind is RulingKind.PENALTY:
        who = game.side(_seat(penalty, order)).person
        points = penalty.penalty
        if points is None:
            raise _incomplete(order)
        add(set_penalty(match, order, who, game.leg, points))
    add(propose_results(match, order.at))
    if match.stage is MatchStage.HOMOLOGATED:
        add(correct_results(match, order))
    return Effect(game=game, match=match, game_events=game_events, match_events=tuple(events))


def _elsewhere(now: Situation, here: Effect, order: Order, ruling: Ruling) -> tuple[Effect, ...]:
    """Return what an exclusion, or its reversal, does to the player's other games."""
    # The other game of this match goes on from what the ruling does here.
    untouched = tuple(
        Effect(game=game, match=here.match if match.code == here.match.code else match)
        for match, game in now.elsewhere
    )
    if ruling.kind not in {RulingKind.EXCLUSION, RulingKind.REINSTATED}:
        return untouched
    player = now.game.side(_seat(ruling, order)).person
    return tuple(_concerned(each, player, order, ruling.kind) for each in untouched)


def _concerned(untouched: Effect, player: PersonId, order: Order, kind: RulingKind) -> Effect:
    """Return what becomes of one of his other games; one that cannot go on stays as it is."""
    game, seat = untouched.game, untouched.game.seat_of(player)
    if seat is None:
        return untouched
    try:
        if kind is RulingKind.EXCLUSION:
            events = _excluded_from(game, order, seat)
        else:
            events = _back_in(game, order, seat)
        return _followed(game, untouched.match, order, events)
    except EngineError:
        return untouched


def _excluded_from(game: Game, order: Order, seat: Seat) -> tuple[Event, ...]:
    """End the game if it runs: what is over stays as it ended."""
    return end(game, order, Ending.EXCLUDED, seat) if game.ended is None else ()


def _back_in(game: Game, order: Order, seat: Seat) -> tuple[Event, ...]:
    """Let a game go on that an exclusion of that player had ended."""
    ended = game.ended
    by_exclusion = ended is not None and ended.ending is Ending.EXCLUDED and ended.by is seat
    return reopen(game, order) if by_exclusion else ()


def _in_competition(
    now: Situation, here: Effect, order: Order, ruling: Ruling
) -> tuple[CompetitionEvent, ...]:
    """Return what the competition notes: exclusions, and homologated results that change."""
    act = Act(by=order.arbiter, at=order.at)
    if ruling.kind in {RulingKind.EXCLUSION, RulingKind.REINSTATED}:
        if now.competition is None:
            raise GameStateError(Fault("no_competition", order.article))
        player = now.game.side(_seat(ruling, order)).person
        if ruling.kind is RulingKind.EXCLUSION:
            return exclude(now.competition, act, player, reason=order.reason, article=order.article)
        return reinstate(now.competition, act, player, reason=order.reason)
    phase = now.competition.phase_of(now.game.id) if now.competition else None
    if now.competition is None or phase is None:
        return ()
    if not any(isinstance(event, ResultsCorrected) for event in here.match_events):
        return ()
    return tuple(
        event
        for game, found in match_figures(here.match).items()
        if phase.results.get(game, found) != found
        for event in correct_result(now.competition, act, game, found, order.reason)
    )


def _nothing(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    del now, order, ruling
    return ()


def _word_valid(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Leave the placement as it is; with `move`, let it stand again after it was returned."""
    return () if ruling.move is None else _restored(now, order, ruling)


def _word_invalid(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Annul the placement and what came after it; without `move` it does not stand anyway."""
    if ruling.move is None:
        return ()
    return _back_to(now.game, order, ruling.move, ruling.words)


def _returned(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    if _move(ruling, order) != len(now.game.moves) - 1:
        raise GameStateError(Fault("not_last_placement", order.article))
    return _back_to(now.game, order, _move(ruling, order))


def _annulled(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return annul(now.game, order, _move(ruling, order))


def _back_to(game: Game, order: Order, keep: int, words: tuple[str, ...] = ()) -> tuple[Event, ...]:
    """Annul from that move on; a last one uses its days up, as one the partner returns does (5.2).

    Where the game has gone on, days used up in good faith come back to both.
    """
    return annul(game, order, keep, charged=keep == len(game.moves) - 1, words=words)


def _restored(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Restore what was voided last; with `move`, only if it is that placement."""
    run = next(reversed(now.game.voided), None)
    if run is not None and ruling.move is not None and run.keep != ruling.move:
        raise GameStateError(Fault("nothing_to_restore", order.article))
    return restore(now.game, order)


def _score(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return correct_score(now.game, order, _move(ruling, order), _number(ruling, order))


def _lost_on_time(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """End the game for whoever has exceeded his time, as the sheet shows (art. 7.2, 9.4)."""
    game, seat = now.game, _seat(ruling, order)
    if game.stage is Stage.RUNNING:
        return decide(game, LoseOnTime(by=seat), order.at, ())
    if not game.side(seat).time_exceeded:
        raise GameStateError(Fault("time_not_exceeded", "7.2"))
    return _ended(game, order, Ending.TIME, seat)


def _no_show(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """End the game for who never began, or never answered the first placement (art. 9.1)."""
    seat = _seat(ruling, order)
    if has_moved(now.game, seat):
        raise GameStateError(Fault("has_played", "9.1"))
    return _ended(now.game, order, Ending.NO_SHOW, seat)


def _abandoned(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """End a running game for whoever is on turn and silent (art. 7.2, 9.1)."""
    seat = _seat(ruling, order)
    if now.game.stage is not Stage.RUNNING or now.game.turn is not seat:
        raise GameStateError(Fault("not_on_turn", "9.1"))
    return end(now.game, order, Ending.ABANDONED, seat)


def _extension(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return grant_time(now.game, order, _seat(ruling, order), _number(ruling, order))


def _loss(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return _ended(now.game, order, Ending.FORFEITED, _seat(ruling, order))


def _exclusion(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    return _excluded_from(now.game, order, _seat(ruling, order))


def _reinstated(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    """Let the game go on if it can: otherwise only what is still to come is his again."""
    try:
        events = _back_in(now.game, order, _seat(ruling, order))
        _followed(now.game, now.match, order, events)
    except GameStateError:
        return ()
    return events


def _reopened(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    del ruling
    return reopen(now.game, order)


def _level(now: Situation, order: Order, ruling: Ruling) -> tuple[Event, ...]:
    del ruling
    return _ended(now.game, order, Ending.LEVEL, None)


def _ended(game: Game, order: Order, ending: Ending, by: Seat | None) -> tuple[Event, ...]:
    """End the game so, or give it this end instead of its own."""
    if game.ended is not None and (game.ended.ending, game.ended.by) == (ending, by):
        raise GameStateError(Fault("ended_so_already", order.article, {"game": game.id}))
    return end(game, order, ending, by)


def _seat(ruling: Ruling, order: Order) -> Seat:
    if ruling.seat is None:
        raise _incomplete(order)
    return ruling.seat


def _move(ruling: Ruling, order: Order) -> int:
    if ruling.move is None:
        raise _incomplete(order)
    return ruling.move


def _number(ruling: Ruling, order: Order) -> int:
    if ruling.number is None:
        raise _incomplete(order)
    return ruling.number


def _incomplete(order: Order) -> RuleViolation:
    return RuleViolation(Fault("ruling_incomplete", order.article))


_ORDERS: Mapping[RulingKind, Callable[[Situation, Order, Ruling], tuple[Event, ...]]] = {
    RulingKind.REJECTED: _nothing,
    RulingKind.UPHELD: _nothing,
    RulingKind.WORD_VALID: _word_valid,
    RulingKind.WORD_INVALID: _word_invalid,
    RulingKind.WORD_ACCEPTED: _nothing,
    RulingKind.RETURNED: _returned,
    RulingKind.ANNULLED: _annulled,
    RulingKind.RESTORED: _restored,
    RulingKind.SCORE: _score,
    RulingKind.LOST_ON_TIME: _lost_on_time,
    RulingKind.NO_SHOW: _no_show,
    RulingKind.ABANDONED: _abandoned,
    RulingKind.EXTENSION: _extension,
    RulingKind.WARNING: _nothing,
    RulingKind.PENALTY: _nothing,
    RulingKind.LOSS: _loss,
    RulingKind.EXCLUSION: _exclusion,
    RulingKind.REINSTATED: _reinstated,
    RulingKind.REOPENED: _reopened,
    RulingKind.LEVEL: _level,
}
"""What each kind of ruling does in the game itself."""
