"""The proposed coefficients of two finished games (art. 8.5, 9, 10.3).

Each figure has its article and arithmetic, so that players and arbiter can recalculate it.
`match_figures` returns the results as they count in a competition's standings.
"""

from dataclasses import replace
from datetime import datetime

from engine.coefficients import (
    TWO,
    ZERO,
    Coefficients,
    Term,
    game_ended_early,
    no_information,
    no_show,
    normal,
    penalised,
    resigned_game,
    resigned_while_ahead,
    silenced,
    time_exceeded,
    uncontested,
)
from engine.figures import Figures, Outcome, figures
from engine.games.events import Ending, GameEnded
from engine.games.game import Game
from engine.ids import GameId, Seat, game_id
from engine.matches.match import Match
from engine.matches.result_events import LegEnded, LegResult
from engine.rulesets import Ruleset, Unfinished
from engine.thinking_time import day_of

_GIVEN_UP = frozenset(
    {Ending.ABANDONED, Ending.TIME, Ending.CLOSED, Ending.FORFEITED, Ending.EXCLUDED}
)
"""Ends by a player's own fault, including exceeded time at the closing date (art. 9.4)."""


def leg_ended(game: Game, ended: GameEnded, at: datetime) -> LegEnded:
    """Return that end of the game, with the figures for its coefficients."""
    return LegEnded(
        at=at,
        leg=game.leg,
        on=day_of(at, game.rules.time_zone),
        ending=ended.ending,
        by=ended.by,
        red_score=game.red.score,
        blue_score=game.blue.score,
        rounds=game.complete_rounds,
        declared=ended.declared,
        silent=ended.silent,
        untaken=ended.untaken,
        was=ended.was,
        was_by=ended.was_by,
        withdrew=ended.withdrew,
    )


def leg_coefficients(ended: LegEnded, rules: Ruleset) -> Coefficients:  # noqa: PLR0911  (one line for each ending)
    """Return the coefficients of one game alone, Red's first."""
    scores = {Seat.RED: ended.red_score, Seat.BLUE: ended.blue_score}
    if ended.untaken and ended.ending in {*_GIVEN_UP, Ending.BOTH_TIME, Ending.NO_SHOW}:
        return _never_taken(ended)
    match ended.ending:
        case Ending.INTERRUPTED:
            return game_ended_early(ended.red_score, ended.blue_score)
        case Ending.CLOSED:
            return _closed(ended, rules)
        case Ending.LEVEL:
            return uncontested()
        case Ending.BOTH_TIME:
            return _lost_by_both(ended, rules)
        case Ending.NO_SHOW:
            found = no_information() if ended.by is None else no_show()
        case Ending.ABANDONED | Ending.TIME | Ending.FORFEITED | Ending.EXCLUDED if ended.by:
            found = _lost(ended, rules, scores[ended.by.partner], scores[ended.by])
        case _:
            return normal(ended.red_score, ended.blue_score)
    # The rules name the player who stays and the one who goes; the sheet names Red and Blue.
    return found.swapped if ended.by is Seat.RED else found


def _never_taken(ended: LegEnded) -> Coefficients:
    """Return the result if a seat was never taken: an absent player cannot win (art. 9.1).

    That player has 0. The opponent also has 0 if they lost the game or are a no-show, too.
    """
    nobodys = {Ending.NO_SHOW, Ending.BOTH_TIME}
    both = ended.ending in nobodys and ended.by is None
    absentees = set(Seat) if both else {*ended.untaken, *([ended.by] if ended.by else [])}
    if len(absentees) == len(Seat):
        return no_information()
    return no_show().swapped if Seat.RED in absentees else no_show()


def game_coefficients(game: Game, ended: GameEnded) -> Coefficients:
    """Return the coefficients of one game with that end alone, Red's first."""
    return leg_coefficients(leg_ended(game, ended, ended.at), game.rules)


def _lost(ended: LegEnded, rules: Ruleset, opponent: int, gone: int) -> Coefficients:
    """Return the result of a resigned or forfeited game, `stayer`'s coefficient first.

    `stayer` and `gone` are the scores of the player who stays and of the player who loses. All
    these ends count as resignations. A no-show in a forfeited game has 0, whatever the ruling (art.
    9.1).
    """
    rule = time_exceeded if ended.ending in {Ending.TIME, Ending.CLOSED} else resigned_game
    found = rule(opponent, gone, rounds=ended.rounds, floor=rules.abandon_floor)
    if ended.ending not in {Ending.FORFEITED, Ending.EXCLUDED}:
        return found
    found = no_show() if ended.by in ended.silent else replace(found, article="10.3")
    return found if ended.was is None else _taking_nothing(found, ended, rules)


def _taking_nothing(found: Coefficients, ended: LegEnded, rules: Ruleset) -> Coefficients:
    """Return the loss, `stayer`'s coefficient first, corrected so that a sanction is never a gain.

    The opponent gets the higher of the two figures, the punished player the lower one (art. 10.3).
    """
    earlier = replace(ended, ending=ended.was or ended.ending, by=ended.was_by, was=None)
    was = leg_coefficients(earlier, rules)
    was = was.swapped if ended.by is Seat.RED else was
    kept, left = max(found.first, was.first), min(found.second, was.second)
    if (kept, left) == (found.first, found.second):
        return found
    lost = min(left, TWO - kept)
    terms = (
        *found.terms,
        Term("stayer", f"max({found.first}, {was.first})", f"{kept}"),
        Term("quitter", f"min({found.second}, {was.second}, 2 - {kept})", f"{lost}"),
    )
    return replace(found, first=kept, second=lost, terms=terms)


def _lost_by_both(
    ended: LegEnded, rules: Ruleset, other: Coefficients | None = None
) -> Coefficients:
    """Return the result if both lose on time: each gets their own figure of a single loss.

    `other` has the other game's coefficients in the order of this game's seats, once it is over. A
    player who never moved gets 0 (art. 7.2, 9.1).
    """
    if ended.untaken:
        return _never_taken(ended)
    alone = {}
    for seat in Seat:
        lost = replace(ended, ending=Ending.TIME, by=seat, silent=())
        found = leg_coefficients(lost, rules)
        alone[seat] = found if other is None else _given_up_while_ahead(found, other, lost)
    red, blue = alone[Seat.RED], alone[Seat.BLUE]
    terms = tuple(dict.fromkeys((*red.terms, *blue.terms)))
    both = replace(red, second=blue.second, terms=terms)
    return silenced(both, first=Seat.RED in ended.silent, second=Seat.BLUE in ended.silent)


def _closed(ended: LegEnded, rules: Ruleset) -> Coefficients:
    """Return the result of an unfinished game at the closing date (art. 9.4).

    Without a declaration, or before both have played, each gets 1. A declared state counts as the
    ruleset says, or as exceeded time of `by`. Older logs may name players without information, who
    get 0 (art. 9.1).
    """
    if len(ended.silent) == len(Seat):
        return no_information()
    if not ended.declared:
        found = uncontested()
    elif ended.by is Seat.RED:
        found = _lost(ended, rules, ended.blue_score, ended.red_score).swapped
    elif ended.by is Seat.BLUE:
        found = _lost(ended, rules, ended.red_score, ended.blue_score)
    elif rules.unfinished is Unfinished.SCORE:
        found = normal(ended.red_score, ended.blue_score)
    elif not ended.rounds:
        found = uncontested()
    else:
        found = game_ended_early(ended.red_score, ended.blue_score)
    return silenced(found, first=Seat.RED in ended.silent, second=Seat.BLUE in ended.silent)


def match_coefficients(match: Match) -> tuple[Coefficients, ...]:
    """Return the coefficients of the match's finished games, Red's first in each.

    Once both are over, a player who resigned a game while ahead over both gets 0 in it (art. 9.1).
    Penalties come last (art. 10.3).
    """
    found = _without_penalties(match)
    return tuple(
        _penalised(match, ended, coefficients)
        for ended, coefficients in zip(match.ended, found, strict=True)
    )


def _penalised(match: Match, ended: LegEnded, found: Coefficients) -> Coefficients:
    red, blue = match.colours(ended.leg)
    taken = {who: match.penalties.get((who, ended.leg), ZERO) for who in (red, blue)}
    return penalised(found, first=taken[red], second=taken[blue])


def _without_penalties(match: Match) -> tuple[Coefficients, ...]:
    """Return the coefficients before penalties, calculated or taken over (art. 8.5)."""
    return tuple(
        _taken_over(match, ended, coefficients)
        for ended, coefficients in zip(match.ended, _worked_out(match), strict=True)
    )


def _taken_over(match: Match, ended: LegEnded, found: Coefficients) -> Coefficients:
    """Return the figures taken over from a proposal, otherwise `found` (art. 8.5)."""
    if ended.leg not in match.taken_over:
        return found
    red, blue, article = match.taken_over[ended.leg]
    return Coefficients(first=red, second=blue, article=article, terms=())


def _worked_out(match: Match) -> tuple[Coefficients, ...]:
    found = tuple(leg_coefficients(ended, match.rules) for ended in match.ended)
    if len(found) < 2:
        return found
    home, back = found
    # Colours are swapped in the return game: the same player is first in `home` and second in
    # `back`. So the other leg is always passed swapped.
    return (
        _beside(home, back.swapped, match.ended[0], match.rules),
        _beside(back, home.swapped, match.ended[1], match.rules),
    )


def _beside(
    game: Coefficients, other: Coefficients, ended: LegEnded, rules: Ruleset
) -> Coefficients:
    """Return a game's coefficients given the other game's, in the order of this game's seats."""
    if ended.ending is Ending.BOTH_TIME:
        return _lost_by_both(ended, rules, other)
    return _given_up_while_ahead(game, other, ended)


def _given_up_while_ahead(game: Coefficients, other: Coefficients, ended: LegEnded) -> Coefficients:
    """Apply the zero of art. 9.1; both results are in the order of this game's Red and Blue."""
    if ended.ending not in _GIVEN_UP or ended.by is None:
        return game
    if ended.by is Seat.BLUE:
        return resigned_while_ahead(game, other)
    return resigned_while_ahead(game.swapped, other.swapped).swapped


def leg_results(match: Match) -> tuple[LegResult, ...]:
    """Return the results proposed for approval, home game first."""
    return tuple(
        LegResult(leg=ended.leg, red=found.first, blue=found.second, article=found.article)
        for ended, found in zip(match.ended, match_coefficients(match), strict=True)
    )


def match_figures(match: Match) -> dict[GameId, Figures]:
    """Return the results of the match's finished games as they count in a competition.

    The winner is decided before penalties; the coefficients are those after them.
    """
    found = {}
    earned, counted = _without_penalties(match), match_coefficients(match)
    for ended, before, after in zip(match.ended, earned, counted, strict=True):
        scores = (ended.red_score, ended.blue_score)
        won = figures(before.first, before.second, scores=scores, article=after.article)
        if ended.ending is Ending.BOTH_TIME:
            won = replace(won, outcome=Outcome.NOBODY)
        counts = replace(won, red=after.first, blue=after.second)
        found[game_id(match.code, ended.leg)] = counts
    return found
