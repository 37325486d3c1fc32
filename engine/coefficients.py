"""Coefficients of a finished, resigned or early-ended game (art. 8, 9, 10.3).

Every function returns both players' coefficients in the order of its arguments, with the article
and the arithmetic behind them. Sums are exact fractions; `rounded` rounds each figure once. Other
modules decide who proposes, objects to and approves a result, and the order of the standings.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from engine.errors import Fault, RuleViolation
from engine.rulesets import AbandonFloor

PLACES = 4
MAXIMUM = Decimal("1.6667")
"""The highest coefficient that can be approved, whatever the score (art. 9.5)."""
ZERO = Decimal("0.0000")
ONE = Decimal("1.0000")
TWO = Decimal("2.0000")
_BOTH_BELOW = (Decimal("1.5000"), Decimal("0.5000"))  # art. 8.2
_LOSER_BELOW = (Decimal("1.5300"), Decimal("0.4700"))  # art. 8.3
_ABANDONED = Fraction(153, 100)
_PER_ROUND = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the arithmetic: `name = expression = value`."""

    name: str
    expression: str
    """Only numbers, + - * / ( ), min( ) and max( ), so that readers can recompute it by hand."""
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Coefficients:
    """Both coefficients, each with exactly four decimals, and the arithmetic behind them."""

    first: Decimal
    """The coefficient of the player named first in the call."""
    second: Decimal
    """The coefficient of the other player."""
    article: str
    terms: tuple[Term, ...]
    """The arithmetic, line by line."""

    @property
    def swapped(self) -> "Coefficients":
        """The same result with the players in the other order."""
        return replace(self, first=self.second, second=self.first)


def rounded(exact: Fraction) -> Decimal:
    """Return the figure rounded half up to four decimals (art. 8.1); round each figure once."""
    twice, of = 2 * 10**PLACES * exact.numerator, exact.denominator
    return Decimal((twice + of) // (2 * of)).scaleb(-PLACES)


def normal(red: int, blue: int) -> Coefficients:
    """Return the coefficients of a game played to its end. Rules: art. 8.1–8.4, 9.3, 9.5.

    The winner's figure is rounded and the loser's is 2 minus that, so that the sum is 2. Where the
    maximum cuts the winner's figure, the loser's figure does not change.
    """
    if red < blue:
        return normal(blue, red).swapped
    if red == blue:
        return Coefficients(first=ONE, second=ONE, article="8.4", terms=_fixed("draw", ONE))
    if red <= 0:
        return _table("8.2", *_BOTH_BELOW)
    if blue <= 0:
        return _table("8.3", *_LOSER_BELOW)
    winner = rounded(1 + Fraction(red, red + blue))
    loser = TWO - winner
    terms = (
        Term("winner", f"1 + {red} / ({red} + {blue})", f"{winner}"),
        Term("loser", f"2 - {winner}", f"{loser}"),
    )
    if winner <= MAXIMUM:
        return Coefficients(first=winner, second=loser, article="8.1", terms=terms)
    cut = Term("maximum", f"min({winner}, {MAXIMUM})", f"{MAXIMUM}")
    return Coefficients(first=MAXIMUM, second=loser, article="9.5", terms=(*terms, cut))


def game_ended_early(red: int, blue: int) -> Coefficients:
    """Return the coefficients of a game that both players agreed to end early. Rules: art. 9.2.

    One point is divided by the scores, and each player gets half a point more: 524–480 gives 1.0219
    and 0.9781. `_share` divides the point where a score is zero or less.
    """
    if red < blue:
        return game_ended_early(blue, red).swapped
    share, sum_ = _share(red, blue)
    first = rounded(share + Fraction(1, 2))
    second = TWO - first
    terms = (
        Term("ahead", f"{sum_} + 0.5", f"{first}"),
        Term("behind", f"2 - {first}", f"{second}"),
    )
    return Coefficients(first=first, second=second, article="9.2", terms=terms)


def resigned_game(
    opponent: int, resigner: int, *, rounds: int, floor: AbandonFloor = AbandonFloor.WIDENING
) -> Coefficients:
    """Return the coefficients of a resigned game, the opponent's first. Rules: art. 9.1.

    `opponent` and `resigner` are the scores after the last placement; `rounds` is the number of
    complete rounds. The opponent gets the winner's figure for the scores, limited to 1.53 ± 0.01 ·
    rounds and to the maximum. The resigner gets their share, at most 2 minus that figure.

    Raises:
        ValueError: the number of rounds is negative.
    """
    if rounds < 0:
        raise ValueError(f"a negative number of rounds: {rounds}")
    own, own_sum = _share(opponent, resigner)
    score = rounded(1 + own)
    widest = _PER_ROUND * rounds
    fixed = floor is AbandonFloor.FIXED
    low, high = rounded(_ABANDONED - (0 if fixed else widest)), rounded(_ABANDONED + widest)
    first = min(max(score, low), high, MAXIMUM)
    other, other_sum = _share(resigner, opponent)
    share = rounded(other)
    second = min(share, TWO - first)
    terms = (
        Term("score", f"1 + {own_sum}", f"{score}"),
        Term("low", "1.53" if fixed else f"1.53 - 0.01 * {rounds}", f"{low}"),
        Term("high", f"1.53 + 0.01 * {rounds}", f"{high}"),
        Term("stayer", f"min(max({score}, {low}), {high}, {MAXIMUM})", f"{first}"),
        Term("share", other_sum, f"{share}"),
        Term("quitter", f"min({share}, 2 - {first})", f"{second}"),
    )
    return Coefficients(first=first, second=second, article="9.1", terms=terms)


def resigned_while_ahead(game: Coefficients, other_leg: Coefficients) -> Coefficients:
    """Return the resigned game's coefficients once the other leg is known. Rules: art. 9.1.

    In both results the opponent is first. If the resigner's two coefficients together exceed the
    opponent's, the resigner gets 0 in the resigned game.
    """
    opponent, resigner = game.first + other_leg.first, game.second + other_leg.second
    if resigner <= opponent:
        return game
    terms = (
        *game.terms,
        Term("quitter_both_legs", f"{game.second} + {other_leg.second}", f"{resigner}"),
        Term("stayer_both_legs", f"{game.first} + {other_leg.first}", f"{opponent}"),
        Term("quitter", "0", f"{ZERO}"),
    )
    return replace(game, second=ZERO, terms=terms)


def time_exceeded(
    kept: int, exceeded: int, *, rounds: int, floor: AbandonFloor = AbandonFloor.WIDENING
) -> Coefficients:
    """Return the coefficients if the second player exceeded their time. Rules: art. 9.4, 9.1."""
    return replace(resigned_game(kept, exceeded, rounds=rounds, floor=floor), article="9.4")


def no_show() -> Coefficients:
    """Return 1.53, as before any complete round, and 0 for who never answered (art. 9.1)."""
    present = rounded(_ABANDONED)
    terms = (Term("present", "1.53", f"{present}"), Term("absent", "0", f"{ZERO}"))
    return Coefficients(first=present, second=ZERO, article="9.1", terms=terms)


def no_information() -> Coefficients:
    """Return 0 for both, because neither player reported by the closing date. Rules: art. 9.1."""
    return Coefficients(first=ZERO, second=ZERO, article="9.1", terms=_fixed("silent", ZERO))


def silenced(result: Coefficients, *, first: bool = False, second: bool = False) -> Coefficients:
    """Return the result with 0 for each player who did not report by the closing (art. 9.1)."""
    zeros = [
        Term(name, "0", f"{ZERO}") for name, on in (("first", first), ("second", second)) if on
    ]
    return replace(
        result,
        first=ZERO if first else result.first,
        second=ZERO if second else result.second,
        article="9.1" if zeros else result.article,
        terms=(*result.terms, *zeros),
    )


def uncontested() -> Coefficients:
    """Return 1 for both: unfinished at the closing date, and no claim on time. Rules: art. 9.4."""
    return Coefficients(first=ONE, second=ONE, article="9.4", terms=_fixed("uncontested", ONE))


def penalised(
    result: Coefficients, *, first: Decimal = ZERO, second: Decimal = ZERO
) -> Coefficients:
    """Return the result minus the penalty points of each player. Rules: art. 10.3.

    Each figure is the sum of a player's penalties, with at most four decimals. The points taken
    from one player are not given to the other, and no coefficient falls below 0.
    """
    terms = list(result.terms)
    left = []
    for name, had, points in (("first", result.first, first), ("second", result.second, second)):
        left.append(max(had - points, ZERO).quantize(ZERO))
        if points:
            terms.append(Term(name, f"max({had} - {points}, 0)", f"{left[-1]}"))
    article = "10.3" if first or second else result.article
    return replace(result, first=left[0], second=left[1], article=article, terms=tuple(terms))


def check_penalty(points: Decimal) -> None:
    """Refuse a new penalty that is neither 0 (none) nor from 0.1 to 1 point in steps of 0.01.

    Rules: art. 10.3, which names no step.

    Raises:
        RuleViolation: `penalty_out_of_range`, or `penalty_step`.
    """
    if not _is_penalty(points):
        raise RuleViolation(Fault("penalty_out_of_range", "10.3", {"points": f"{points}"}))
    if points != round(points, 2):
        raise RuleViolation(Fault("penalty_step", "10.3", {"points": f"{points}"}))


def _is_penalty(points: Decimal) -> bool:
    """Return whether art. 10.3 allows a penalty of so many points; 0 is allowed."""
    if not points.is_finite() or points != round(points, PLACES):
        return False
    return points == 0 or Decimal("0.1") <= points <= 1


def _share(own: int, other: int) -> tuple[Fraction, str]:
    """Return one player's share of a point divided by the scores, and its arithmetic.

    Scores of 0 or more divide it proportionally, and equal scores in half (also art. 8.4). With a
    negative score the player ahead gets all of it, as the margin has no effect (art. 8.2, 8.3).
    """
    if own == other:
        return Fraction(1, 2), "1 / 2"
    if own >= 0 and other >= 0:
        return Fraction(own, own + other), f"{own} / ({own} + {other})"
    return (Fraction(1), "1") if own > other else (Fraction(0), "0")


def _fixed(name: str, value: Decimal) -> tuple[Term, ...]:
    """Return the arithmetic of a figure that the regulation fixes for both players."""
    return (Term(name, f"{value}", f"{value}"),)


def _table(article: str, winner: Decimal, loser: Decimal) -> Coefficients:
    """Return a pair of figures that the regulation fixes without arithmetic."""
    terms = _fixed("winner", winner) + _fixed("loser", loser)
    return Coefficients(first=winner, second=loser, article=article, terms=terms)


def coefficient_faults(first: Decimal, second: Decimal) -> list[Fault]:
    """Return the faults of coefficients outside the bounds of a game (art. 8.1, 9.5)."""
    faults = [
        Fault("coefficient_out_of_range", "9.5", {"coefficient": f"{figure}"})
        for figure in (first, second)
        if not 0 <= figure <= MAXIMUM or figure != round(figure, PLACES)
    ]
    if first + second > TWO:
        faults.append(Fault("coefficients_above_two", "8.1", {"sum": f"{first + second}"}))
    return faults
