"""The arithmetic of a coefficient as lines that players can check (art. 8, 9)."""

import re
from typing import Final

from bot.texts.messages import Text, say
from engine.coefficients import Coefficients, Term


def term_lines(worth: Coefficients) -> list[Text]:
    """Return one line a sum; a figure fixed by the regulation needs no line."""
    return [term_line(term) for term in worth.terms if _is_ahead(term) or not _is_plain(term)]


def sums_text(worth: Coefficients) -> Text | None:
    """Return a game's arithmetic, folded, for readers who want to check it; None without any."""
    lines = term_lines(worth)
    return say("results.sums", rows=lines) if lines else None


def term_line(term: Term) -> Text:
    """Return a sum, or a bound applied to a figure, as a readable line."""
    if _is_ahead(term):
        return say("results.term_ahead")
    for pattern, key in _BOUNDS:
        if match := pattern.fullmatch(term.expression):
            bounds = {**match.groupdict(), "value": term.value}
            if "low" in bounds and bounds["low"] == bounds["high"]:
                fixed = {name: bounds[name] for name in ("n", "low", "value")}
                return Text("results.term_fixed", fixed)
            return Text(key, bounds)
    return say("results.term", expression=term.expression, value=term.value)


_FIGURE: Final = r"[\d.]+"


_BOUNDS: Final = (
    (
        re.compile(
            rf"min\(max\((?P<n>{_FIGURE}), (?P<low>{_FIGURE})\),"
            rf" (?P<high>{_FIGURE}), (?P<most>{_FIGURE})\)"
        ),
        "results.term_between",
    ),
    (re.compile(rf"min\((?P<n>{_FIGURE}), 2 - (?P<first>{_FIGURE})\)"), "results.term_rest"),
    (re.compile(rf"min\((?P<n>{_FIGURE}), (?P<most>{_FIGURE})\)"), "results.term_most"),
    (re.compile(rf"max\((?P<n>{_FIGURE}) - (?P<points>{_FIGURE}), 0\)"), "results.term_least"),
)
"""The engine's bounds as it writes them for recalculation (`engine.coefficients`)."""


def _is_ahead(term: Term) -> bool:
    """Return whether the term is the zero of a loser who leads over both games (art. 9.1)."""
    return (term.name, term.expression) == ("quitter", "0")


def _is_plain(term: Term) -> bool:
    """Return whether the term needs no arithmetic."""
    return re.fullmatch(_FIGURE, term.expression) is not None
