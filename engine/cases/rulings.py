"""The effects of a ruling: one pure function, for the preview and for the ruling itself.

Rules: art. 5.2, 5.3, 7.2, 9.1, 9.4, 10.1, 10.3.

`consequences` takes the states of game, match and competition and one ruling. It returns the new
events in each, and all states after them. So the figures in the preview are those of the ruling.
A ruling that replaces another in its case restores first what the earlier one changed: otherwise a
milder one would leave moves annulled, days added or a player disqualified. `engine.cases.choices`
has the offered rulings, `engine.cases.in_game` their effects in the game.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import chain

from engine.cases.case import Case, reversals
from engine.cases.events import Ruling, RulingKind
from engine.cases.in_game import back_in, effects_in_game, excluded_from
from engine.cases.situation import Consequences, Effect, Situation, followed, required
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act
from engine.competitions.results import correct_result, exclude, reinstate
from engine.competitions.standings import StandingsRow
from engine.errors import EngineError, Fault, GameStateError
from engine.figures import Figures
from engine.games.orders import Order
from engine.ids import GameId, PersonId
from engine.matches.match import Match, MatchStage
from engine.matches.result_events import LegCorrected, ResultsCorrected
from engine.matches.results import match_figures

_CHANGES_RESULTS = (ResultsCorrected, LegCorrected)
"""Events after which a competition's results change: coefficients, or only scores (art. 5.3)."""
OF_PLAYER = frozenset({RulingKind.EXCLUSION, RulingKind.REINSTATED})
"""The rulings that concern all games of a player."""


def consequences(now: Situation, order: Order, ruling: Ruling) -> Consequences:
    """Return the effects of the ruling under that order.

    Raises:
        EngineError: the ruling is not possible now; the faults say why.
    """
    if now.match.stage is MatchStage.CANCELLED:
        raise GameStateError(Fault("match_cancelled", facts={"match": now.match.code}))
    game_events = effects_in_game(now, order, ruling)
    here = followed(now.game, now.match, order, game_events, ruling=ruling)
    elsewhere = _elsewhere(now, here, order, ruling)
    match = next(
        (each.match for each in elsewhere if each.match.code == now.match.code), here.match
    )
    competition_events = _in_competition(now, (here, *elsewhere), order, ruling)
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


def effect_here(now: Situation, order: Order, ruling: Ruling) -> Effect:
    """Return the effect of the ruling on the game of the case; no events if it is impossible."""
    try:
        return consequences(now, order, ruling).here
    except EngineError:
        return Effect(game=now.game, match=now.match)


def standing_rows(now: Situation) -> dict[PersonId, StandingsRow]:
    """Return both players' provisional rows in their group; empty without a competition."""
    phase = now.competition.phase_of(now.game.id) if now.competition else None
    if phase is None:
        return {}
    listed = next(each for each in phase.matches if now.game.id in each.games)
    rows = phase.rows_beside(listed.red, _figures(now))
    return {player: row for player, row in rows.items() if player in now.match.people}


def present_rows(now: Situation, player: PersonId) -> dict[PersonId, StandingsRow]:
    """Return the provisional rows of the player's group in the present phase; empty without one."""
    return now.competition.phase.rows_beside(player, _figures(now)) if now.competition else {}


def _figures(now: Situation) -> dict[GameId, Figures]:
    """Return the results that wait for approval, including games affected elsewhere."""
    waiting = {**now.proposed}
    for match, _ in now.elsewhere:
        if match.stage is not MatchStage.HOMOLOGATED:
            waiting |= match_figures(match)
    return {**waiting, **match_figures(now.match)}


def _elsewhere(now: Situation, here: Effect, order: Order, ruling: Ruling) -> tuple[Effect, ...]:
    """Return the effects on the player's other games, if the ruling disqualifies or reinstates.

    The games of a match follow each other: the second starts from the effects on the first.
    """
    is_of_player = ruling.kind in OF_PLAYER
    player = now.game.side(required(ruling.seat, order)).person if is_of_player else None
    follows, found = {here.match.code: here.match}, list[Effect]()
    for match, game in now.elsewhere:
        effect = Effect(game=game, match=follows.get(match.code, match))
        if player is not None:
            effect = _concerned(now, effect, player, order, ruling.kind)
        follows[match.code] = effect.match
        found.append(effect)
    return tuple(found)


def _concerned(
    now: Situation, untouched: Effect, player: PersonId, order: Order, kind: RulingKind
) -> Effect:
    """Return the effect on one of the player's other games; unchanged if it is impossible."""
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
    now: Situation, effects: Sequence[Effect], order: Order, ruling: Ruling
) -> tuple[CompetitionEvent, ...]:
    """Return the competition's events: disqualifications, and changed official results."""
    competition, act = now.competition, Act(by=order.arbiter, at=order.at)
    if competition is None and ruling.kind in OF_PLAYER:
        raise GameStateError(Fault("no_competition", order.article))
    if competition is None:
        return ()
    decided: tuple[CompetitionEvent, ...] = ()
    if ruling.kind is RulingKind.EXCLUSION:
        player = now.game.side(required(ruling.seat, order)).person
        decided = exclude(competition, act, player, reason=order.reason, article=order.article)
    elif ruling.kind is RulingKind.REINSTATED:
        player = now.game.side(required(ruling.seat, order)).person
        decided = reinstate(competition, act, player, reason=order.reason)
    # The last effect on a match includes the effects before it.
    changed = {
        effect.match.code: effect.match
        for effect in effects
        if any(isinstance(event, _CHANGES_RESULTS) for event in effect.match_events)
    }
    corrected = (corrections(competition, match, order) for match in changed.values())
    return (*decided, *chain.from_iterable(corrected))


def corrections(
    competition: Competition, match: Match, order: Order
) -> tuple[CompetitionEvent, ...]:
    """Return the corrections of the competition's official results that differ from the match's."""
    act, events = Act(by=order.arbiter, at=order.at), list[CompetitionEvent]()
    for game, found in match_figures(match).items():
        phase = competition.phase_of(game)
        if phase is not None and phase.results.get(game, found) != found:
            events += correct_result(competition, act, game, found, order.reason)
    return tuple(events)


_K = RulingKind  # a short name for the table
_RESTORED = frozenset({_K.RETURNED, _K.ANNULLED, _K.SCORE, _K.EXTENSION, _K.EXCLUSION})
"""The rulings whose effects another one leaves as they are."""
_MILDER = frozenset({_K.REJECTED, _K.UPHELD, _K.WARNING, _K.PENALTY, _K.EXTENSION, _K.AS_PLAYED})
"""The rulings that change no move and end no game."""


def lifted_first(case: Case, now: Situation, order: Order, ruling: Ruling) -> Ruling | None:
    """Return the ruling that restores what the case's present one changed; None if none is needed.

    It is made before `ruling`, which replaces the present one.
    """
    was = case.ruled
    if was is None or was.ruling.kind not in _RESTORED or ruling.kind not in _MILDER:
        return None
    back = reversals(case)[0]
    try:
        consequences(now, order, back)
    except EngineError:
        return None
    return back


def consequences_in(case: Case, now: Situation, order: Order, ruling: Ruling) -> Consequences:
    """Return the effects of a ruling in its case, with those of lifting the one it replaces.

    Raises:
        EngineError: the ruling is not possible now.
    """
    back = lifted_first(case, now, order, ruling)
    if back is None:
        return consequences(now, order, ruling)
    restored = consequences(now, order, back)
    ruled = consequences(restored.after, order, ruling)
    here = replace(
        ruled.here,
        game_events=(*restored.here.game_events, *ruled.here.game_events),
        match_events=(*restored.here.match_events, *ruled.here.match_events),
    )
    return replace(
        ruled,
        here=here,
        elsewhere=(*restored.elsewhere, *ruled.elsewhere),
        competition_events=(*restored.competition_events, *ruled.competition_events),
    )
