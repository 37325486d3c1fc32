"""An arbiter's fixtures: a championship game, its match, and the effects of a ruling."""

from dataclasses import replace
from functools import reduce

from engine.cases.case import Case
from engine.cases.decide import (
    Claim,
    NewCase,
    file_claim,
    give_comment,
    note_opponent_notified,
    open_case,
)
from engine.cases.events import CaseId, ClaimKind, Digest, Ruling, RulingKind
from engine.cases.fold import replay_case
from engine.cases.rulings import consequences
from engine.cases.situation import Consequences, Situation
from engine.competitions.competition import Competition
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act
from engine.competitions.parts import ListedMatch
from engine.competitions.results import approve_result
from engine.errors import EngineError
from engine.games.commands import CheckTime, Command
from engine.games.fold import begin, evolve
from engine.games.game import Game, Move
from engine.games.orders import Order
from engine.ids import Leg, PersonId, Seat, game_id
from engine.matches.decide import approve_results, start_leg
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import arranged, evolve_match
from engine.matches.match import Match
from engine.matches.outstanding import NOTHING_OUTSTANDING
from engine.matches.result_events import LegEnded
from engine.matches.results import match_figures
from engine.matches.rulings import follow_ruling, propose_results
from engine.rulesets import RULESETS, Ruleset
from tests.builders import noon, play, started
from tests.engine.competitions.desk import ARBITER, running
from tests.engine.matches.staged import leg_ended

MOVES = ("H7 CASA", "I8 STIRE", "J8 TIN")
DAY = 3
"""The day on which everything is ruled, counted from the start, unless a test says otherwise."""


def order(day: int = DAY, article: str = "10.1", reason: str = "Așa reiese din fișă.") -> Order:
    """Return an order of an arbiter of the championship, at noon of that day."""
    return Order(at=noon(day), arbiter=ARBITER, article=article, reason=reason)


def situation(
    *moves: str | Command,
    leg: Leg = Leg.HOME,
    rules: Ruleset = RULESETS["cn-2025"],
    home: LegEnded | None = None,
) -> Situation:
    """Return a game of a championship of four after these moves, sent on its first day.

    In the return leg the home game ended as `home` says, by default 524 to 480.
    """
    competition = running(4).now
    listed = competition.phase.matches[0]
    match = _match(competition, listed, rules)
    match = _after(match, *start_leg(match, noon()))
    if leg is Leg.RETURN:
        match = _after(match, home or leg_ended())
        match = _after(match, *start_leg(match, noon(), on_request=True))
    game = play(_game(match, leg, rules), *moves)
    return Situation(game=game, match=match, competition=competition)


def late(leg: Leg = Leg.HOME) -> Situation:
    """Return a game in which Blue was found to have exceeded thirty days."""
    now = situation("H7 CASA", leg=leg)
    return replace(now, game=play(now.game, CheckTime(), at=noon(32)))


def other_game(now: Situation, player: PersonId) -> tuple[Match, Game]:
    """Return another match of that player in the phase, with its home game running."""
    assert now.competition is not None
    listed = next(
        each
        for each in now.competition.phase.matches
        if player in each.players and each.code != now.match.code
    )
    match = _match(now.competition, listed, now.match.rules)
    match = _after(match, *start_leg(match, noon()))
    return match, _game(match, Leg.HOME, now.match.rules)


def ended(now: Situation, *moves: str | Command, day: int = 0) -> Situation:
    """Return it after more moves of that day; the match follows if they end the game."""
    game = play(now.game, *moves, at=noon(day))
    match = _after(now.match, *follow_ruling(now.match, game, noon()))
    match = _after(match, *propose_results(match, noon()))
    return replace(now, game=game, match=match)


def homologated(now: Situation) -> Situation:
    """Return it with the proposed results approved, in match and competition."""
    match = _after(now.match, *approve_results(now.match, ARBITER, noon(), NOTHING_OUTSTANDING))
    competition = now.competition
    assert competition is not None
    act = Act(by=ARBITER, at=noon())
    for game, found in match_figures(match).items():
        events = approve_result(competition, act, game, found)
        competition = reduce(evolve_competition, events, competition)
    return replace(now, match=match, competition=competition)


def claim(
    now: Situation,
    kind: ClaimKind,
    place: int = 0,
    words: tuple[str, ...] = (),
    made: Move | None = None,
) -> Case:
    """Return a complete claim of Blue's about Red, or about a placement, by default that one."""
    by = now.game.blue.person
    if made is not None:
        by = now.game.side(made.by).person
    elif kind in {ClaimKind.WORD, ClaimKind.TECHNICAL, ClaimKind.ARITHMETIC}:
        made = now.game.moves[place]
        by = now.game.side(made.by.partner).person
    wanted = Claim(kind=kind, by=by, placement=made, words=words)  # type: ignore[arg-type]  # a placement in every test
    new = NewCase(case=CaseId(f"{now.game.id}#1"), at=noon(), copy=2)
    log = list(file_claim(now.game, new, wanted))
    log += give_comment(replay_case(log), by, Digest("ab" * 32), noon())
    log += note_opponent_notified(replay_case(log), noon(), noon())
    return replay_case(log)


def own_case(now: Situation) -> Case:
    """Return a case that the arbiter opened of their own accord."""
    new = NewCase(case=CaseId(f"{now.game.id}#1"), at=noon(), copy=2)
    return replay_case(open_case(now.game, new, ARBITER))


def ruled(
    now: Situation, kind: RulingKind, by: Order | None = None, /, **parts: object
) -> Consequences:
    """Return the effects of a ruling."""
    return consequences(now, by or order(), Ruling(kind=kind, **parts))  # type: ignore[arg-type]  # its fields


def then(now: Situation, kind: RulingKind, /, **parts: object) -> Situation:
    """Return the situation after a ruling."""
    return ruled(now, kind, **parts).after


def ending(now: Situation) -> dict[str, object]:
    """Return the part of a ruling that takes the end of the game back."""
    assert now.game.ended is not None
    return {"placed": now.game.ended.at, "move": len(now.game.moves)}


def codes(now: Situation, kind: RulingKind, /, **parts: object) -> list[str]:
    """Return the reasons against a ruling, empty if it can be made."""
    try:
        ruled(now, kind, **parts)
    except EngineError as error:
        return [fault.code for fault in error.faults]
    return []


def refolded(now: Situation, found: Consequences) -> tuple[Game, Match, Competition | None]:
    """Return game, match and competition after the events, folded one by one as from the logs."""
    game = reduce(evolve, found.here.game_events, now.game)
    match = reduce(evolve_match, found.here.match_events, now.match)
    for effect in found.elsewhere:
        if effect.match.code == match.code:
            match = reduce(evolve_match, effect.match_events, match)
    competition = now.competition
    if competition is not None:
        competition = reduce(evolve_competition, found.competition_events, competition)
    return game, match, competition


def seat_of(now: Situation, seat: Seat) -> PersonId:
    """Return the person in the seat."""
    return now.game.side(seat).person


def _after(match: Match, *events: MatchEvent) -> Match:
    return reduce(evolve_match, events, match)


def _match(competition: Competition, listed: ListedMatch, rules: Ruleset) -> Match:
    return arranged(
        MatchArranged(
            at=noon(),
            match=listed.code,
            arbiter=ARBITER,
            phase=competition.phase.plan.phase,
            rules=rules,
            edition=competition.edition,
            first=listed.red,
            second=listed.blue,
            start=competition.phase.plan.start,
            home_seed=listed.home_seed,
            return_seed=listed.return_seed,
            competition=competition.code,
            red=listed.red,
        )
    )


def _game(match: Match, leg: Leg, rules: Ruleset) -> Game:
    red, blue = match.colours(leg)
    return begin(
        replace(
            started(rules=rules),
            game=game_id(match.code, leg),
            match=match.code,
            leg=leg,
            red=red,
            blue=blue,
        )
    )
