"""From two finished games to the coefficients that are proposed for them (art. 8.5, 9).

Each figure keeps its article and arithmetic, so that players and arbiter can work it out again.
What a penalty or a ruling changes afterwards is decided elsewhere.
"""

from engine.coefficients import (
    Coefficients,
    abandoned,
    abandoned_while_ahead,
    interrupted,
    normal,
    time_exceeded,
)
from engine.events import Ending
from engine.ids import Seat
from engine.match import Match
from engine.match_events import LegEnded, LegResult
from engine.rulesets import Ruleset


def leg_coefficients(ended: LegEnded, rules: Ruleset) -> Coefficients:
    """Return the coefficients of one game by itself, Red's first."""
    if ended.ending is Ending.INTERRUPTED:
        return interrupted(ended.red_score, ended.blue_score)
    if ended.ending in {Ending.PLAYED_OUT, Ending.PASSES} or ended.by is None:
        return normal(ended.red_score, ended.blue_score)
    rule = time_exceeded if ended.ending is Ending.TIME else abandoned
    gone = ended.by
    scores = {Seat.RED: ended.red_score, Seat.BLUE: ended.blue_score}
    found = rule(scores[gone.partner], scores[gone], rounds=ended.rounds, floor=rules.abandon_floor)
    return found if gone is Seat.BLUE else found.swapped


def match_coefficients(match: Match) -> tuple[Coefficients, ...]:
    """Return the coefficients of the match's finished games, Red's first in each.

    Once both are over, whoever gave a game up while ahead over both gets 0 in it (art. 9.1).
    """
    found = tuple(leg_coefficients(ended, match.rules) for ended in match.ended)
    if len(found) < 2:
        return found
    home, back = found
    # Colours are swapped in the return game: the same player stands first in `home` and second
    # in `back`, which is why the other leg is always handed over swapped.
    return (
        _given_up_while_ahead(home, back.swapped, match.ended[0]),
        _given_up_while_ahead(back, home.swapped, match.ended[1]),
    )


def _given_up_while_ahead(game: Coefficients, other: Coefficients, ended: LegEnded) -> Coefficients:
    """Apply art. 9.1's zero; both results are in the order of this game's Red and Blue."""
    if ended.ending not in {Ending.ABANDONED, Ending.TIME} or ended.by is None:
        return game
    if ended.by is Seat.BLUE:
        return abandoned_while_ahead(game, other)
    return abandoned_while_ahead(game.swapped, other.swapped).swapped


def leg_results(match: Match) -> tuple[LegResult, ...]:
    """Return what is proposed for homologation, the home game first."""
    return tuple(
        LegResult(leg=ended.leg, red=found.first, blue=found.second, article=found.article)
        for ended, found in zip(match.ended, match_coefficients(match), strict=True)
    )
