"""Competitions for tables: drawn by the engine, with invented results."""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from datetime import date
from functools import cache

from bot.documents.standings.scene import Scene, proposed_figures
from engine.coefficients import normal
from engine.competitions.competition import Competition
from engine.competitions.results import approve_result, exclude
from engine.figures import Figures, figures
from engine.games.events import Ending
from engine.ids import GameId, Leg, PersonId, game_id
from engine.matches.events import LegStarted
from engine.matches.fold import evolve_match
from engine.matches.match import Match
from engine.matches.result_events import LegEnded
from tests.builders import noon
from tests.engine.competitions.desk import ARBITER, Desk, running

NAMES = (
    "Ștefania-Alexandrina Țîțeica-Brătescu",
    "Ion Pop",
    "=HYPERLINK(1)",
    "Dan <b>Î</b>",
    "Eva Moș",
    "Fănel",
    "Gina Q",
    "Horia V",
)
TODAY = date(2025, 7, 31)


def scores_of(game: GameId) -> tuple[int, int]:
    """Return a fixed score that follows from the game's id."""
    seed = sum(ord(sign) * place for place, sign in enumerate(game, 1))
    return 300 + seed * 37 % 211, 290 + seed * 53 % 197


def figures_of(game: GameId) -> Figures:
    """Return the coefficients of that score."""
    red, blue = scores_of(game)
    worth = normal(red, blue)
    return figures(worth.first, worth.second, scores=(red, blue), article=worth.article)


def finished(competition: Competition, code: str, legs: Iterable[Leg]) -> Match:
    """Return a listed match of the present phase with these games over and unproposed."""
    listed = next(each for each in competition.phase.matches if each.code == code)
    match = Match(
        code=listed.code,
        arbiter=ARBITER,
        phase=competition.phase.plan.phase,
        rules=competition.rules,
        edition=competition.edition,
        first=listed.red,
        second=listed.blue,
        start=competition.phase.plan.start,
        seeds={Leg.HOME: listed.home_seed, Leg.RETURN: listed.return_seed},
        competition=competition.code,
        red=listed.red,
    )
    for leg in legs:
        red, blue = listed.seats(leg)
        red_score, blue_score = scores_of(game_id(listed.code, leg))
        match = evolve_match(
            match, LegStarted(at=noon(), leg=leg, red=red, blue=blue, start=match.start)
        )
        ended = LegEnded(
            at=noon(3),
            leg=leg,
            on=date(2025, 5, 4),
            ending=Ending.PASSES,
            by=None,
            red_score=red_score,
            blue_score=blue_score,
            rounds=10,
        )
        match = evolve_match(match, ended)
    return match


def played(players: int = 6, groups: int = 1, *, homologated: int = 2) -> Desk:
    """Return a running phase with every game but one in `homologated` + 1 approved."""
    desk = copy(_played(players, groups, homologated))
    desk.log = [*desk.log]
    return desk


@cache
def _played(players: int, groups: int, homologated: int) -> Desk:
    desk = running(players, groups)
    for number, game in enumerate(sorted(desk.now.phase.open_games())):
        if number % (homologated + 1):
            desk.does(approve_result, game, figures_of(game))
    return desk


def with_advance(desk: Desk, advance: int) -> Desk:
    """Return the competition with this many players of each group advancing."""
    plan = replace(desk.now.phase.plan, advance=advance)
    phase = replace(desk.now.phase, plan=plan)
    desk.now = replace(desk.now, phases=(phase, *desk.now.phases[1:]))
    return desk


def excludes(desk: Desk, player: PersonId) -> Desk:
    """Return the competition after the player was disqualified."""
    desk.does(exclude, player, reason="conduită")
    return desk


def scene(desk: Desk, *matches: Match, provisional: bool = False, number: int = 0) -> Scene:
    """Return the competition's state with the proposals of these matches."""
    phase = desk.now.phases[number]
    people = [*phase.players, *(each.player for each in phase.withdrawn)]
    found = Scene(
        competition=desk.now,
        seq=len(desk.log),
        number=number,
        proposed=proposed_figures(matches),
        names={who: NAMES[place % len(NAMES)] for place, who in enumerate(people)},
        today=TODAY,
    )
    return found.as_seen(provisional=provisional)


def open_matches(desk: Desk) -> list[Match]:
    """Return the finished matches with a game that awaits approval."""
    waiting = desk.now.phase.open_games()
    return [
        finished(desk.now, listed.code, tuple(Leg))
        for listed in desk.now.phase.matches
        if any(game in waiting for game in listed.games)
    ]


def called(scene_: Scene, **names: str) -> Scene:
    """Return the state with other names, given as `p1="…"`."""
    others = {PersonId(int(number[1:])): name for number, name in names.items()}
    return replace(scene_, names={**scene_.names, **others})
