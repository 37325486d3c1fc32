"""The coefficients of two finished games (art. 8.5, 9, 10.3), from everything that is in force.

Each figure has its article and arithmetic, so that players and arbiter can recalculate it. The
steps are always in the same order:

1. each game by its own end, or the figures taken over for that end (art. 8.5); a resignation in
   place of accepting the last placement is worth no more than accepting it (art. 5.2);
2. the zero for a player who gave up a game while ahead over both (art. 9.1), unless the arbiter
   took over figures for that very game;
3. losses as a sanction: they never raise the punished player or lower the other one (art. 10.3);
4. nothing for a player who never came (art. 9.1);
5. penalties (art. 10.3).

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
from engine.games.endings import (
    SANCTIONS,
    acts_of,
    has_moved,
    lost_as,
    plain_end,
    scores_if_accepted,
)
from engine.games.events import Ending
from engine.games.fold import recorded
from engine.games.game import Game
from engine.ids import GameId, Leg, PersonId, Seat, game_id
from engine.matches.match import Match, MatchStage
from engine.matches.result_events import LegEnded, LegResult
from engine.rulesets import Ruleset, Unfinished
from engine.thinking_time import day_of

_GIVEN_UP = frozenset(
    {Ending.ABANDONED, Ending.TIME, Ending.CLOSED, Ending.FORFEITED, Ending.EXCLUDED}
)
"""Ends by a player's own fault, including exceeded time at the closing date (art. 9.4)."""


def leg_ended(game: Game, at: datetime) -> LegEnded:
    """Return the end of the finished game, with the figures for its coefficients."""
    ended = game.ended
    if ended is None:
        raise AssertionError("a game that runs has no end")
    acts = acts_of(game)
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
        acts=acts if len(acts) > 1 else (),
        withdrew=ended.withdrew,
        if_accepted=scores_if_accepted(game),
        since=game.ends[0].at,
        moved=tuple(seat for seat in Seat if has_moved(game, seat)),
    )


def unplayed(
    match: Match, leg: Leg, ending: Ending, person: PersonId | None, at: datetime
) -> LegEnded:
    """Return the end of a game that never began, and that this player loses, if any."""
    seats = dict(zip(match.colours(leg), Seat, strict=True))
    return LegEnded(
        at=at,
        leg=leg,
        on=day_of(at, match.rules.time_zone),
        ending=ending,
        by=None if person is None else seats[person],
        red_score=0,
        blue_score=0,
        rounds=0,
        since=at,
    )


def leg_if_ended(game: Game, ending: Ending, by: Seat | None, at: datetime) -> LegEnded:
    """Return the end of the game if it ended so now, or ended so instead."""
    return leg_ended(recorded(game, (plain_end(game, ending, by, at),), at), at)


def leg_if_resigned(game: Game, by: Seat, at: datetime) -> LegEnded:
    """Return the end of the game if that player resigned it now; a no-show if they never moved."""
    return leg_if_ended(game, lost_as(game, by, Ending.ABANDONED), by, at)


def leg_coefficients(ended: LegEnded, rules: Ruleset) -> Coefficients:
    """Return the coefficients of one game alone, Red's first."""
    return _after_sanctions(_of_base(ended.base, rules), ended, rules)


def _of_base(ended: LegEnded, rules: Ruleset) -> Coefficients:  # noqa: PLR0911  (one line for each ending)
    """Return the coefficients of an end with no loss on top of it, Red's first."""
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
        case Ending.NO_SHOW if ended.by is None:
            return no_information()
        case Ending.NO_SHOW:
            return no_show().swapped if ended.by is Seat.RED else no_show()
        case Ending.ABANDONED | Ending.TIME | Ending.FORFEITED | Ending.EXCLUDED if ended.by:
            return _at_most_accepted(_lost(ended, ended.by, rules), ended)
        case _:
            return normal(ended.red_score, ended.blue_score)


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


def game_coefficients(game: Game, match: Match | None = None) -> Coefficients:
    """Return the coefficients of one finished game alone, Red's first.

    Its match says who had taken a seat by the end (art. 9.1).
    """
    ended = leg_ended(game, game.ends[0].at)
    return leg_coefficients(match.judged(ended) if match else ended, game.rules)


def _lost(ended: LegEnded, by: Seat, rules: Ruleset) -> Coefficients:
    """Return the result of a game that this player resigned or forfeited, Red's first.

    All these ends count as resignations. If a ruling ended the game, a player who never came has 0,
    even if the opponent is punished (art. 9.1).
    """
    scores = (ended.red_score, ended.blue_score)
    opponent, gone = scores[::-1] if by is Seat.RED else scores
    rule = time_exceeded if ended.ending in {Ending.TIME, Ending.CLOSED} else resigned_game
    found = rule(opponent, gone, rounds=ended.rounds, floor=rules.abandon_floor)
    if ended.ending in SANCTIONS:
        found = no_show() if by in ended.silent else replace(found, article="10.3")
        found = silenced(found, first=True) if by.partner in ended.silent else found
    # The rules name the player who stays and the one who goes; the sheet names Red and Blue.
    return found.swapped if by is Seat.RED else found


def _at_most_accepted(found: Coefficients, ended: LegEnded) -> Coefficients:
    """Return the result of a resignation, Red's first (art. 5.2, 9.1).

    A player who only had to accept the last placement has the figures of the game played out, if
    theirs are lower there: resigning gains nothing.
    """
    if ended.ending is not Ending.ABANDONED or ended.if_accepted is None:
        return found
    played = normal(*ended.if_accepted)
    is_red = ended.by is Seat.RED
    is_less = played.first < found.first if is_red else played.second < found.second
    return played if is_less else found


def _after_sanctions(found: Coefficients, ended: LegEnded, rules: Ruleset) -> Coefficients:
    """Return the coefficients after the losses ruled on top of the game's end, Red's first.

    A loss never makes a winner of a player who lost the game by their own fault, who never came, or
    who is punished too: they keep what they have (art. 9.1, 10.3).
    """
    at_fault = {*ended.punished, *ended.base.losers, *ended.silent, *ended.untaken}
    for seat in ended.punished:
        found = _punished(found, ended, seat, rules, is_won=seat.partner not in at_fault)
    return found


def _punished(
    was: Coefficients, ended: LegEnded, seat: Seat, rules: Ruleset, *, is_won: bool
) -> Coefficients:
    """Return the coefficients after that player's loss, Red's first.

    The opponent has the higher of the two figures, the punished player the lower one.
    """
    silent = tuple(one for one in ended.silent if one is seat)
    alone = replace(ended.base, ending=Ending.FORFEITED, by=seat, silent=silent)
    lost = _lost(alone, seat, rules)
    if seat is Seat.RED:  # the opponent's figure comes first below
        was, lost = was.swapped, lost.swapped
    kept = max(lost.first, was.first) if is_won else was.first
    left = min(lost.second, was.second)
    if (kept, left) != (lost.first, lost.second):
        right = min(left, TWO - kept)
        stayer = f"max({lost.first}, {was.first})" if is_won else f"{was.first}"
        quitter = f"min({lost.second}, {was.second}, 2 - {kept})"
        terms = (Term("stayer", stayer, f"{kept}"), Term("quitter", quitter, f"{right}"))
        lost = replace(lost, first=kept, second=right, terms=(*lost.terms, *terms))
    return lost.swapped if seat is Seat.RED else lost


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
        found = _of_base(lost, rules)
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
    elif ended.by is not None:
        found = _lost(ended, ended.by, rules)
    elif rules.unfinished is Unfinished.SCORE:
        found = normal(ended.red_score, ended.blue_score)
    elif not ended.rounds:
        found = uncontested()
    else:
        found = game_ended_early(ended.red_score, ended.blue_score)
    return silenced(found, first=Seat.RED in ended.silent, second=Seat.BLUE in ended.silent)


def match_coefficients(match: Match) -> tuple[Coefficients, ...]:
    """Return the coefficients of the match's finished games as they count, Red's first in each.

    Official figures are never recalculated; only a ruling changes them.
    """
    is_official = match.stage is MatchStage.HOMOLOGATED
    known = {one.leg: one for one in match.results} if is_official else {}
    return tuple(_official(known.get(ended.leg), found) for ended, _, found in _calculated(match))


def worth(match: Match) -> dict[GameId, Coefficients]:
    """Return the coefficients of the match's finished games, Red's first, with their arithmetic."""
    ids = [game_id(match.code, ended.leg) for ended in match.ended]
    return dict(zip(ids, match_coefficients(match), strict=True))


def worth_after(match: Match, ended: LegEnded, *beside: LegEnded) -> Coefficients:
    """Return the coefficients of that game once it has ended so, too, Red's first.

    Every preview of an end is this one: it counts the other game, and penalties (art. 9.1, 10.3).
    `beside` are ends of the other game that come with it.
    """
    for one in (ended, *beside):
        match = match.with_end(one)
    return match_coefficients(match)[[one.leg for one in match.ended].index(ended.leg)]


def _official(result: LegResult | None, found: Coefficients) -> Coefficients:
    """Return the official figures, with the arithmetic if it gives them."""
    if result is None or (result.red, result.blue) == (found.first, found.second):
        return found
    return Coefficients(first=result.red, second=result.blue, article=result.article, terms=())


def _calculated(match: Match) -> list[tuple[LegEnded, Coefficients, Coefficients]]:
    """Return each finished game's end with its coefficients before and after penalties."""
    own = [_earned(match, ended) for ended in match.ended]
    # Colours are swapped in the return game: the same player is first in one game and second in the
    # other one. So the other game is always passed swapped; it counts once both are over.
    others = [one.swapped for one in reversed(own)] if len(own) == len(Leg) else [None] * len(own)
    found = []
    for ended, game, other in zip(match.ended, own, others, strict=True):
        beside = game if other is None else _beside(game, other, match, ended)
        earned = _after_sanctions(beside, ended, match.rules)
        red, blue = (
            match.penalties.get((who, ended.leg), ZERO) for who in match.colours(ended.leg)
        )
        found.append((ended, earned, penalised(earned, first=red, second=blue)))
    return found


def _earned(match: Match, ended: LegEnded) -> Coefficients:
    """Return a game's figures by its own end, or those taken over for that end (art. 8.5)."""
    taken = match.taken_over_for(ended)
    if taken is None:
        return _of_base(ended.base, match.rules)
    return Coefficients(first=taken.red, second=taken.blue, article=taken.article, terms=())


def _beside(game: Coefficients, other: Coefficients, match: Match, ended: LegEnded) -> Coefficients:
    """Return a game's coefficients given the other game's, in the order of this game's seats.

    Figures that the arbiter took over are the result of their game, so no zero replaces them.
    """
    base = ended.base
    if match.taken_over_for(ended) is not None:
        return game
    if base.ending is Ending.BOTH_TIME:
        return _lost_by_both(base, match.rules, other)
    return _given_up_while_ahead(game, other, base)


def _given_up_while_ahead(game: Coefficients, other: Coefficients, ended: LegEnded) -> Coefficients:
    """Apply the zero of art. 9.1; both results are in the order of this game's Red and Blue."""
    if ended.ending not in _GIVEN_UP or ended.by is None:
        return game
    if ended.by is Seat.BLUE:
        return resigned_while_ahead(game, other)
    return resigned_while_ahead(game.swapped, other.swapped).swapped


def leg_results(match: Match) -> tuple[LegResult, ...]:
    """Return the results as calculated from everything in force, home game first."""
    return tuple(
        LegResult(leg=ended.leg, red=found.first, blue=found.second, article=found.article)
        for ended, _, found in _calculated(match)
    )


def match_figures(match: Match) -> dict[GameId, Figures]:
    """Return the results of the match's finished games as they count in a competition.

    The winner is decided before penalties; the coefficients are those after them.
    """
    found = {}
    counted = match_coefficients(match)
    for (ended, before, _), after in zip(_calculated(match), counted, strict=True):
        scores = (ended.red_score, ended.blue_score)
        won = figures(before.first, before.second, scores=scores, article=after.article)
        if ended.ending is Ending.BOTH_TIME:
            won = replace(won, outcome=Outcome.NOBODY)
        counts = replace(won, red=after.first, blue=after.second)
        found[game_id(match.code, ended.leg)] = counts
    return found
