"""The column of totals of a crosstable, compared with the results of its rows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from bot.documents.tables.cells import parse_number
from bot.documents.tables.headings import looks_like, plain
from bot.documents.tables.import_stated import StatedResult, key_of
from engine.coefficients import normal

_HEADINGS: Final = ("total", "suma", "sum", "razem", "totale")
_CLOSE: Final = Fraction(1, 100)
"""Two sums this close are equal, because some tables round coefficients."""
Sums = dict[str, Fraction]
"""What a column may add up, by kind, for one player."""


def is_total(heading: str) -> bool:
    """Return whether a heading is that of a column of totals."""
    return plain(heading).startswith(_HEADINGS) or looks_like(heading) == "result"


def wrong_totals(
    stated: Mapping[str, str], results: Iterable[StatedResult]
) -> Iterator[tuple[str, str]]:
    """Yield each player whose total differs from their results, and the right one, in their order.

    A total adds up coefficients, points, wins or wins and draws: of these, what fits most rows.
    """
    numbers = {key: parse_number(text) for key, text in stated.items() if text}
    sums = _sums(results)

    def fitting(kind: str) -> set[str]:
        """Return the players whose stated total is the sum of that kind."""
        return {
            key
            for key, number in numbers.items()
            if number is not None and abs(sums[key].get(kind, Fraction()) - number) <= _CLOSE
        }

    kinds = sorted({kind for by_kind in sums.values() for kind in by_kind})
    fits = {kind: fitting(kind) for kind in kinds}
    if not numbers or not fits:
        return
    best = max(fits, key=lambda kind: len(fits[kind]))
    for key in [key for key in numbers if key not in fits[best]]:
        right = sums[key].get(best, Fraction())
        decimals = 0 if right.denominator == 1 else 4
        yield key, f"{Decimal(right.numerator) / Decimal(right.denominator):.{decimals}f}"


def _sums(results: Iterable[StatedResult]) -> dict[str, Sums]:
    """Return every sum of each player, over all games and over those as Red."""
    sums: dict[str, Sums] = defaultdict(lambda: defaultdict(Fraction))
    for result in results:
        pairs = _figures(result)
        for seat, name in enumerate((result.red, result.blue)):  # Red is 0
            for kind, figures in pairs.items():
                sums[key_of(name)][kind] += figures[seat]
                if not seat:
                    sums[key_of(name)][f"{kind} as red"] += figures[seat]
    return sums


def _figures(result: StatedResult) -> dict[str, tuple[Fraction, Fraction]]:
    """Return the figures of both players that a total may add up."""
    coefficients = result.coefficients
    figures: dict[str, tuple[Fraction, Fraction]] = {}
    if result.scores is not None:
        red, blue = result.scores
        figures["points"] = (Fraction(red), Fraction(blue))
        if coefficients is None:
            by_points = normal(red, blue)
            coefficients = (by_points.first, by_points.second)
    margin = Fraction(0)
    if result.scores is not None:
        margin = Fraction(result.scores[0] - result.scores[1])
    elif coefficients is not None:
        margin = Fraction(coefficients[0]) - Fraction(coefficients[1])
    if coefficients is not None:
        figures["coefficients"] = (Fraction(coefficients[0]), Fraction(coefficients[1]))
    wins = (Fraction(margin > 0), Fraction(margin < 0))
    draw = Fraction(margin == 0)
    figures["wins"] = wins
    figures["wins and draws"] = (wins[0] + draw / 2, wins[1] + draw / 2)
    figures["two a win"] = (2 * wins[0] + draw, 2 * wins[1] + draw)
    return figures
