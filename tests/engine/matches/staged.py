"""A match of Ana and Ion, brought to each of its stages."""

from dataclasses import replace
from datetime import date, timedelta

from engine.coefficients import Coefficients
from engine.games.events import EditionRef, Ending
from engine.ids import CompetitionCode, Leg, MatchCode, PersonId, Seat
from engine.matches.decide import join, start_leg
from engine.matches.events import MatchArranged, MatchEvent
from engine.matches.fold import arranged, evolve_match
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from engine.matches.results import match_coefficients
from engine.rulesets import NATIONAL_2025, Phase
from tests.builders import START, noon

ANA, ION, ARBITER = PersonId(1), PersonId(2), PersonId(3)


def arrangement(
    seed: str = "00" * 32, *, competition: str = "", red: PersonId | None = None
) -> MatchArranged:
    """Return the arrangement of a match of Ana and Ion."""
    return MatchArranged(
        at=noon(),
        match=MatchCode("K7QF"),
        arbiter=ARBITER,
        phase=Phase.PRELIMINARY,
        rules=NATIONAL_2025,
        edition=EditionRef(name="test", sha256="0" * 64),
        first=ANA,
        second=ION,
        start=START,
        home_seed=seed,
        return_seed="11" * 32,
        competition=CompetitionCode(competition),
        red=red,
    )


def new_match(
    seed: str = "00" * 32,
    *,
    competition: str = "",
    red: PersonId | None = None,
    returns: date | None = None,
) -> Match:
    """Return a match just arranged."""
    return arranged(replace(arrangement(seed, competition=competition, red=red), returns=returns))


def after(match: Match, *events: MatchEvent) -> Match:
    """Return the match after these events."""
    for event in events:
        match = evolve_match(match, event)
    return match


def coefficients_of(match: Match) -> tuple[Coefficients, ...]:
    """Return the coefficients of the match's finished games, home game first."""
    return tuple(match_coefficients(match).values())


def joined() -> Match:
    """Return a match that both have joined."""
    match = new_match()
    for person in (ANA, ION):
        match = after(match, *join(match, person, person, noon()))
    return match


def leg_ended(
    leg: Leg = Leg.HOME,
    *,
    red: int = 524,
    blue: int = 480,
    ending: Ending = Ending.PLAYED_OUT,
    by: Seat | None = None,
    rounds: int = 12,
) -> LegEnded:
    """Return the end of a leg three weeks after the start."""
    return LegEnded(
        at=noon(21),
        leg=leg,
        on=START + timedelta(days=21),
        ending=ending,
        by=by,
        red_score=red,
        blue_score=blue,
        rounds=rounds,
    )


def between() -> Match:
    """Return a match whose home game is over."""
    match = joined()
    match = after(match, *start_leg(match, noon()))
    return after(match, leg_ended())


def played(home: LegEnded, back: LegEnded) -> Match:
    """Return a match whose two games are over."""
    match = joined()
    match = after(match, *start_leg(match, noon()), home)
    return after(match, *start_leg(match, noon(30)), back)
