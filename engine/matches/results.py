"""The coefficients of a match's finished games (art. 8.5, 9, 10.3), from everything in force.

Each figure has its article and arithmetic, so that players and arbiter can recalculate it.
`_calculated` takes these steps, always in the same order:

1. `_alone`: each game by its own end (`_of_own_end`), or the figures taken over for that end (art.
   8.5). A player who never came has 0 (art. 9.1). A resignation in place of accepting the last
   placement is worth no more than accepting it (art. 5.2);
2. `_beside`: the zero for a player who gave up a game while ahead over both (art. 9.1), unless the
   arbiter took over figures for that very game;
3. `_after_sanctions`: losses as a sanction, which never raise the punished player or lower the
   other one (art. 10.3);
4. `penalised`: penalties (art. 10.3).

What a caller wants to know, and the function that says it:

- one game alone: `game_coefficients`, or `leg_coefficients` by its end;
- the games of a match as they count, with arithmetic: `match_coefficients`; with scores and winner,
  as in a competition's standings: `match_figures`;
- a game of the match if it ended so, which is every preview: `coefficients_after`;
- the games that a decision ends, for one of the players: `results_since`;
- the results to propose or to compare with official ones: `leg_results`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

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
from engine.games.endings import SANCTIONS
from engine.games.events import Ending
from engine.games.game import Game
from engine.ids import GameId, Leg, PersonId, Seat, game_id
from engine.matches.leg_ends import leg_ended
from engine.matches.match import Match, MatchStage
from engine.matches.result_events import BY_OWN_FAULT, LegEnded, LegResult
from engine.rulesets import Ruleset, Unfinished


class OwnResult(NamedTuple):
    """The coefficients of a finished game, for one of its players."""

    game: GameId
    leg: Leg
    own: Decimal
    partner: Decimal
    """The opponent's coefficient."""


def game_coefficients(game: Game, match: Match | None = None) -> Coefficients:
    """Return the coefficients of one finished game alone, Red's first.

    Its match says who had taken a seat by the end (art. 9.1).
    """
    ended = leg_ended(game, game.ends[0].at)
    return leg_coefficients(match.judged(ended) if match else ended, game.rules)


def leg_coefficients(ended: LegEnded, rules: Ruleset) -> Coefficients:
    """Return the coefficients of one game alone, Red's first."""
    return _after_sanctions(_of_own_end(ended.base, rules), ended, rules)


def _of_own_end(ended: LegEnded, rules: Ruleset) -> Coefficients:  # noqa: PLR0911  (one line for each ending)
    """Return the coefficients of an end with no loss on top of it, Red's first."""
    is_lost = ended.ending in {*BY_OWN_FAULT, Ending.BOTH_TIME}
    if ended.ending is Ending.NO_SHOW or (is_lost and ended.untaken):
        return _absent(ended)
    match ended.ending:
        case Ending.INTERRUPTED:
            return game_ended_early(ended.red_score, ended.blue_score)
        case Ending.CLOSED:
            return _closed(ended, rules)
        case Ending.LEVEL:
            return uncontested()
        case Ending.BOTH_TIME:
            return _both_lost(ended, rules)
    if ended.by is not None and ended.ending in BY_OWN_FAULT:
        return _at_most_accepted(_lost(ended, ended.by, rules), ended)
    return normal(ended.red_score, ended.blue_score)


def _absent(ended: LegEnded) -> Coefficients:
    """Return the result after a no-show, or if a seat was never taken: 0 for who was absent (9.1).

    The opponent also has 0 if they lost the game or are a no-show, too.
    """
    absentees = {*ended.untaken, *ended.losers}
    if ended.by is not None:
        absentees.add(ended.by)
    if len(absentees) == len(Seat):
        return no_information()
    return no_show().swapped if Seat.RED in absentees else no_show()


def _lost(ended: LegEnded, by: Seat, rules: Ruleset) -> Coefficients:
    """Return the result of a game that this player resigned or forfeited, Red's first.

    All these ends count as resignations. If a ruling ended the game, a player who never came has 0,
    even if the opponent is punished (art. 9.1).
    """
    scores = (ended.red_score, ended.blue_score)
    stayer, quitter = scores[::-1] if by is Seat.RED else scores
    rule = time_exceeded if ended.ending in {Ending.TIME, Ending.CLOSED} else resigned_game
    lost = rule(stayer, quitter, rounds=ended.rounds, floor=rules.abandon_floor)
    if ended.ending in SANCTIONS:
        lost = no_show() if by in ended.silent else replace(lost, article="10.3")
        lost = silenced(lost, first=by.partner in ended.silent)
    # The rules name the player who stays and the one who goes; the sheet names Red and Blue.
    return lost.swapped if by is Seat.RED else lost


def _at_most_accepted(resigned: Coefficients, ended: LegEnded) -> Coefficients:
    """Return the result of a resignation, Red's first (art. 5.2, 9.1).

    A player who only had to accept the last placement has the figures of the game played out, if
    theirs are lower there: resigning gains nothing.
    """
    if ended.ending is not Ending.ABANDONED or ended.if_accepted is None:
        return resigned
    accepted = normal(*ended.if_accepted)
    is_red = ended.by is Seat.RED
    is_less = accepted.first < resigned.first if is_red else accepted.second < resigned.second
    return accepted if is_less else resigned


def _both_lost(ended: LegEnded, rules: Ruleset, other: Coefficients | None = None) -> Coefficients:
    """Return the result if both lose on time: each gets their own figure of a single loss.

    `other` has the other game's coefficients in the order of this game's seats, once it is over. A
    player who never moved gets 0 (art. 7.2, 9.1).
    """
    if ended.untaken:
        return _absent(ended)
    by_loser = {}
    for seat in Seat:
        single = replace(ended, ending=Ending.TIME, by=seat, silent=())
        lost = _lost(single, seat, rules)
        by_loser[seat] = lost if other is None else _given_up_while_ahead(lost, other, single)
    red, blue = by_loser[Seat.RED], by_loser[Seat.BLUE]
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
        closed = uncontested()
    elif ended.by is not None:
        closed = _lost(ended, ended.by, rules)
    elif rules.unfinished is Unfinished.SCORE:
        closed = normal(ended.red_score, ended.blue_score)
    elif not ended.rounds:
        closed = uncontested()
    else:
        closed = game_ended_early(ended.red_score, ended.blue_score)
    return silenced(closed, first=Seat.RED in ended.silent, second=Seat.BLUE in ended.silent)


def match_coefficients(match: Match) -> dict[GameId, Coefficients]:
    """Return the coefficients of the match's finished games as they count, Red's first in each.

    The home game comes first. Official figures are never recalculated; only a ruling changes them.
    """
    return {game_id(match.code, ended.leg): counted for ended, _, counted in _as_they_count(match)}


def coefficients_after(match: Match, ended: LegEnded, *beside: LegEnded) -> Coefficients:
    """Return the coefficients of that game once it has ended so, too, Red's first.

    Every preview of an end is this one: it counts the other game, and penalties (art. 9.1, 10.3).
    `beside` are ends of the other game that come with it. Official figures are not in it, because
    the end would correct them.
    """
    for end in (ended, *beside):
        match = match.with_end(end)
    return next(after for end, _, after in _calculated(match) if end.leg is ended.leg)


def results_since(before: Match, after: Match, player: PersonId) -> Iterator[OwnResult]:
    """Yield the player's results in the games that ended between the two states, in order."""
    known, counted = {end.leg for end in before.ended}, match_coefficients(after)
    for leg in (end.leg for end in after.ended if end.leg not in known):
        game = game_id(after.code, leg)
        is_red = after.seat_of(player, leg) is Seat.RED
        own_first = counted[game] if is_red else counted[game].swapped
        yield OwnResult(game, leg, own_first.first, own_first.second)


def _as_they_count(match: Match) -> Iterator[tuple[LegEnded, Coefficients, Coefficients]]:
    """Yield what `_calculated` returns, but with the official figures after penalties."""
    is_official = match.stage is MatchStage.HOMOLOGATED
    official = {result.leg: result for result in match.results} if is_official else {}
    for ended, before, calculated in _calculated(match):
        yield ended, before, _official(official.get(ended.leg), calculated)


def _official(result: LegResult | None, calculated: Coefficients) -> Coefficients:
    """Return the official figures, with the arithmetic if it gives them."""
    if result is None or (result.red, result.blue) == (calculated.first, calculated.second):
        return calculated
    return Coefficients(first=result.red, second=result.blue, article=result.article, terms=())


def _calculated(match: Match) -> list[tuple[LegEnded, Coefficients, Coefficients]]:
    """Return each finished game's end with its coefficients before and after penalties."""
    alone = [_alone(match, ended) for ended in match.ended]
    calculated = []
    for ended, game, other in zip(match.ended, alone, _others(alone), strict=True):
        beside = game if other is None else _beside(game, other, match, ended)
        earned = _after_sanctions(beside, ended, match.rules)
        players = match.colours(ended.leg)
        red, blue = (match.penalties.get((player, ended.leg), ZERO) for player in players)
        calculated.append((ended, earned, penalised(earned, first=red, second=blue)))
    return calculated


def _alone(match: Match, ended: LegEnded) -> Coefficients:
    """Return a game's figures by its own end, or those taken over for that end (art. 8.5)."""
    taken = match.taken_over_for(ended)
    if taken is None:
        return _of_own_end(ended.base, match.rules)
    return Coefficients(first=taken.red, second=taken.blue, article=taken.article, terms=())


def _others(games: Sequence[Coefficients]) -> Sequence[Coefficients | None]:
    """Return the other game's figures for each game, in the order of its seats; None before both.

    The players change colours for the return game: who is first in one is second in the other.
    """
    are_both_over = len(games) == len(Leg)
    return [other.swapped if are_both_over else None for other in reversed(games)]


def _beside(game: Coefficients, other: Coefficients, match: Match, ended: LegEnded) -> Coefficients:
    """Return a game's coefficients given the other game's, in the order of this game's seats.

    Figures that the arbiter took over are the result of their game, so no zero replaces them.
    """
    base = ended.base
    if match.taken_over_for(ended) is not None:
        return game
    if base.ending is Ending.BOTH_TIME:
        return _both_lost(base, match.rules, other)
    return _given_up_while_ahead(game, other, base)


def _given_up_while_ahead(game: Coefficients, other: Coefficients, ended: LegEnded) -> Coefficients:
    """Return the game's coefficients with the zero of art. 9.1, if its end brings one.

    Exceeded time at the closing date (art. 9.4) is giving up, too; a no-show has 0 anyway. Both
    results are in the order of this game's Red and Blue.
    """
    if ended.ending not in BY_OWN_FAULT - {Ending.NO_SHOW} or ended.by is None:
        return game
    if ended.by is Seat.BLUE:
        return resigned_while_ahead(game, other)
    return resigned_while_ahead(game.swapped, other.swapped).swapped


def _after_sanctions(before: Coefficients, ended: LegEnded, rules: Ruleset) -> Coefficients:
    """Return the coefficients after the losses ruled on top of the game's end, Red's first.

    A loss never makes a winner of a player who lost the game by their own fault, who never came, or
    who is punished too: they keep what they have (art. 9.1, 10.3).
    """
    at_fault = {*ended.punished, *ended.base.losers, *ended.silent, *ended.untaken}
    after = before
    for seat in ended.punished:
        after = _punished(after, ended, seat, rules, is_won=seat.partner not in at_fault)
    return after


def _punished(
    before: Coefficients, ended: LegEnded, seat: Seat, rules: Ruleset, *, is_won: bool
) -> Coefficients:
    """Return the coefficients after that player's loss, Red's first.

    The punished player has the lower of their figures before it and by it. The opponent has the
    higher of theirs if they win by it (`is_won`); otherwise they keep the one before it.
    """
    silent = tuple(one for one in ended.silent if one is seat)
    lost = _lost(replace(ended.base, ending=Ending.FORFEITED, silent=silent), seat, rules)
    if seat is Seat.RED:  # the opponent's figure comes first below
        before, lost = before.swapped, lost.swapped
    opponents = max(lost.first, before.first) if is_won else before.first
    own = min(lost.second, before.second, TWO - opponents)
    if (opponents, own) != (lost.first, lost.second):
        stayer = f"max({lost.first}, {before.first})" if is_won else f"{before.first}"
        quitter = f"min({lost.second}, {before.second}, 2 - {opponents})"
        terms = (Term("stayer", stayer, f"{opponents}"), Term("quitter", quitter, f"{own}"))
        lost = replace(lost, first=opponents, second=own, terms=(*lost.terms, *terms))
    return lost.swapped if seat is Seat.RED else lost


def leg_results(match: Match) -> tuple[LegResult, ...]:
    """Return the results as calculated from everything in force, home game first."""
    return tuple(
        LegResult(leg=ended.leg, red=after.first, blue=after.second, article=after.article)
        for ended, _, after in _calculated(match)
    )


def match_figures(match: Match) -> dict[GameId, Figures]:
    """Return the results of the match's finished games as they count in a competition.

    The winner is decided before penalties; the coefficients are those after them.
    """
    by_game = {}
    for ended, before, after in _as_they_count(match):
        scores = (ended.red_score, ended.blue_score)
        earned = figures(before.first, before.second, scores=scores, article=after.article)
        if ended.ending is Ending.BOTH_TIME:
            earned = replace(earned, outcome=Outcome.NOBODY)
        game = game_id(match.code, ended.leg)
        by_game[game] = replace(earned, red=after.first, blue=after.second)
    return by_game
