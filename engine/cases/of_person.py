"""One decision for all games of a person: its effect on each game and on the standings.

Rules: art. 7.2, 9.1. `effects_of` returns the effect on each game of the person's matches, which an
arbiter sees before confirming. Two similar decisions are elsewhere: a disqualification is one
ruling (`engine.cases.rulings`), and an extension is one grant for each game
(`engine.games.orders`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from math import inf

from engine.cases.events import Ruling, RulingKind
from engine.cases.in_game import ordered
from engine.cases.situation import OnGame, Situation, followed
from engine.competitions.competition import Competition
from engine.competitions.standings import StandingsRow
from engine.errors import EngineError, Fault
from engine.figures import Figures
from engine.games.deadlines import is_silent, silent_seat
from engine.games.game import Game
from engine.games.orders import Order
from engine.games.turns import exceeded
from engine.ids import GameId, Leg, PersonId
from engine.matches.leaving import match_left
from engine.matches.match import UNFINISHED, Match, MatchStage
from engine.matches.results import match_figures, results_since
from engine.thinking_time import day_of


class Decision(StrEnum):
    """The decisions that an arbiter may make at once for all games of a person."""

    NO_SHOW = "no_show"
    """The player lost each game in which they never moved when it was their turn (art. 9.1)."""
    WITHDRAWAL = "withdrawal"
    """The player leaves the running phase and so resigns each unfinished game (art. 9.1)."""
    WAIT = "wait"
    """The arbiter postpones a ruling in each game with a silent or late player (art. 7.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A match of the person, with its running games."""

    match: Match
    running: Mapping[Leg, Game] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStates:
    """The states that a decision for one person may affect."""

    player: PersonId
    holdings: Sequence[Holding]
    competition: Competition | None = None
    """The competition of the matches; None if they are in no competition."""
    proposed: Mapping[GameId, Figures] = field(default_factory=dict)
    """The results of the present phase that wait for approval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """All effects of the decision."""

    games: tuple[OnGame, ...]
    before: Mapping[PersonId, StandingsRow] = field(default_factory=dict)
    """The provisional rows of the player's group before the decision, in the present phase."""
    after: Mapping[PersonId, StandingsRow] = field(default_factory=dict)
    """The same rows after the decision."""

    @property
    def changed(self) -> tuple[OnGame, ...]:
        """The games in which the decision has an effect."""
        return tuple(one for one in self.games if one.fault is None)

    @property
    def moved(self) -> tuple[PersonId, ...]:
        """The players whose row in the standings changes, by their new ranks, unranked last."""
        found = [row for who, row in self.after.items() if row != self.before.get(who)]
        return tuple(row.player for row in sorted(found, key=lambda row: row.place or inf))


def effects_of(
    states: PersonStates, order: Order, decision: Decision, until: date | None = None
) -> Effects:
    """Return the decision's effects under that order; `until` is the last day of a `WAIT`."""
    games: list[OnGame] = []
    figures: dict[GameId, Figures] = {}
    for holding in states.holdings:
        if decision is Decision.WAIT:
            games += _waiting(holding, states.player, order, until)
            continue
        found, after = _ending(states, holding, order, decision)
        games += found
        if after.stage is not MatchStage.HOMOLOGATED:  # the table has official results already
            figures |= match_figures(after)
    if states.competition is None:
        return Effects(games=tuple(games))
    phase = states.competition.phase
    return Effects(
        games=tuple(games),
        before=phase.rows_beside(states.player, states.proposed),
        after=phase.rows_beside(states.player, {**states.proposed, **figures}),
    )


def _ending(
    states: PersonStates, holding: Holding, order: Order, decision: Decision
) -> tuple[list[OnGame], Match]:
    """Return the effect on each game of the match, and the match after it."""
    match, player = holding.match, states.player
    partner, found = match.partner(player), list[OnGame]()
    if decision is Decision.NO_SHOW:
        for game in holding.running.values():
            ruling = Ruling(kind=RulingKind.NO_SHOW, seat=game.seat_of(player))
            situation = Situation(game=game, match=match, competition=states.competition)
            try:
                events = ordered(situation, order, ruling)
                match = followed(game, match, order, events, ruling=ruling).match
            except EngineError as error:
                found.append(OnGame(game=game.id, partner=partner, fault=error.faults[0]))
    elif match.stage in UNFINISHED:
        excluded = states.competition.excluded if states.competition else frozenset[PersonId]()
        match = match_left(match, holding.running, player, order.at, excluded)
    for ended in results_since(holding.match, match, player):
        found.append(OnGame(game=ended.game, partner=partner, own=ended.own, other=ended.partner))
    return found, match


def _waiting(
    holding: Holding, player: PersonId, order: Order, until: date | None
) -> Iterator[OnGame]:
    """Yield an effect for each running game; a fault if the player is neither silent nor late."""
    partner = holding.match.partner(player)
    for game in holding.running.values():
        seat, on = silent_seat(game), day_of(order.at, game.rules.time_zone)
        is_late = exceeded(game, seat, on) or is_silent(game, on)
        if game.side(seat).person == player and is_late:
            yield OnGame(game=game.id, partner=partner, until=until)
        else:
            fault = Fault("not_silent", "7.2", {"game": game.id})
            yield OnGame(game=game.id, partner=partner, fault=fault)
