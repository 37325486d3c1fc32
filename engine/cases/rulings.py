"""What a ruling does: one pure function, asked before it is made and when it is made.

Rules: art. 5.2, 5.3, 7.2, 9.1, 9.4, 10.1, 10.3.

`consequences` takes the game, the match and the competition as they stand and one ruling; it
returns the events that follow in each and everything as it would stand after them. So the figures
an arbiter is shown beside a ruling are those that the ruling brings. Which rulings a case offers is
`engine.cases.choices`, what each does in the game itself `engine.cases.in_game`; the case itself is
`engine.cases.decide`.
"""

from dataclasses import replace
from functools import reduce

from engine.cases.effect import Effect, followed, required
from engine.cases.events import Ruling, RulingKind
from engine.cases.finality import Deed
from engine.cases.in_game import IN_GAME, back_in, excluded_from
from engine.cases.situation import Consequences, Situation
from engine.coefficients import Coefficients
from engine.competitions.events import CompetitionEvent
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act
from engine.competitions.results import correct_result, exclude, reinstate
from engine.competitions.standings import Row
from engine.errors import EngineError, Fault, GameStateError
from engine.figures import Figures
from engine.games.orders import Order
from engine.ids import GameId, MatchCode, PersonId, game_id
from engine.matches.match import Match, MatchStage
from engine.matches.result_events import LegCorrected, ResultsCorrected
from engine.matches.results import match_coefficients, match_figures

_CHANGES_RESULTS = (ResultsCorrected, LegCorrected)
"""After which results in a competition differ: coefficients, or scores alone (art. 5.3)."""


def consequences(now: Situation, order: Order, ruling: Ruling) -> Consequences:
    """Return what follows from the ruling, made by that order.

    Raises:
        EngineError: it cannot be made as things stand; the faults say why.
    """
    game_events = IN_GAME[ruling.kind](now, order, ruling)
    here = followed(now.game, now.match, order, game_events, ruling=ruling)
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


def deed(now: Situation, order: Order, ruling: Ruling) -> Deed:
    """Return what the ruling does to the game of the case; nothing where it cannot be made."""
    try:
        here = consequences(now, order, ruling).here
    except EngineError:
        return Deed(ruling=ruling, events=(), after=now.game)
    return Deed(ruling=ruling, events=here.game_events, after=here.game)


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
    table = phase.table(members, _figures(now))
    return {row.player: row for row in table if row.player in now.match.people}


def present_rows(now: Situation, player: PersonId) -> dict[PersonId, Row]:
    """Return the provisional table of the player's group in the phase that runs, line by line.

    Nothing where the player is in no group of it.
    """
    phase = now.competition.phase if now.competition else None
    members = [each for each in phase.groups if player in each.players] if phase else []
    if phase is None or not members:
        return {}
    return {row.player: row for row in phase.table(members[0], _figures(now))}


def _figures(now: Situation) -> dict[GameId, Figures]:
    """Return what awaits homologation, the games that a ruling touches elsewhere included."""
    found = {**now.proposed}
    for match in (*(match for match, _ in now.elsewhere), now.match):
        if match.stage is not MatchStage.HOMOLOGATED:
            found |= match_figures(match)
    return {**found, **match_figures(now.match)}


def _elsewhere(now: Situation, here: Effect, order: Order, ruling: Ruling) -> tuple[Effect, ...]:
    """Return what an exclusion, or its reversal, does to the player's other games."""
    # The other game of this match goes on from what the ruling does here.
    untouched = tuple(
        Effect(game=game, match=here.match if match.code == here.match.code else match)
        for match, game in now.elsewhere
    )
    if ruling.kind not in {RulingKind.EXCLUSION, RulingKind.REINSTATED}:
        return untouched
    player = now.game.side(required(ruling.seat, order)).person
    found: list[Effect] = []
    follows: dict[MatchCode, Match] = {}
    for each in untouched:
        # The second game of a match goes on from what becomes of the first.
        match = follows.get(each.match.code, each.match)
        found.append(_concerned(now, replace(each, match=match), player, order, ruling.kind))
        follows[match.code] = found[-1].match
    return tuple(found)


def _concerned(
    now: Situation, untouched: Effect, player: PersonId, order: Order, kind: RulingKind
) -> Effect:
    """Return what becomes of one of his other games; one that cannot go on stays as it is."""
    game, seat = untouched.game, untouched.game.seat_of(player)
    if seat is None:
        return untouched
    try:
        if kind is RulingKind.EXCLUSION:
            events = excluded_from(game, order, seat)
        else:
            events = back_in(now, untouched.match, game, order, seat)
        return followed(game, untouched.match, order, events)
    except EngineError:
        return untouched


def _in_competition(
    now: Situation, here: Effect, order: Order, ruling: Ruling
) -> tuple[CompetitionEvent, ...]:
    """Return what the competition notes: exclusions, and homologated results that change."""
    act = Act(by=order.arbiter, at=order.at)
    if ruling.kind in {RulingKind.EXCLUSION, RulingKind.REINSTATED}:
        if now.competition is None:
            raise GameStateError(Fault("no_competition", order.article))
        player = now.game.side(required(ruling.seat, order)).person
        if ruling.kind is RulingKind.EXCLUSION:
            told = exclude(now.competition, act, player, reason=order.reason, article=order.article)
        else:
            told = reinstate(now.competition, act, player, reason=order.reason)
        return (*told, *_corrected(now, here, order))
    return _corrected(now, here, order)


def _corrected(now: Situation, here: Effect, order: Order) -> tuple[CompetitionEvent, ...]:
    """Return the homologated results of the match that are others now: scores, coefficients."""
    phase = now.competition.phase_of(now.game.id) if now.competition else None
    if now.competition is None or phase is None:
        return ()
    if not any(isinstance(event, _CHANGES_RESULTS) for event in here.match_events):
        return ()
    return tuple(
        event
        for game, found in match_figures(here.match).items()
        if phase.results.get(game, found) != found
        for event in correct_result(
            now.competition, Act(by=order.arbiter, at=order.at), game, found, order.reason
        )
    )
