"""The sums behind a game's coefficients, as everybody can work them out again. Pure."""

import re

from bot.texts.messages import Text, say
from engine.coefficients import Coefficients, Term


def term_lines(worth: Coefficients) -> list[Text]:
    """Return a line a sum; a figure that the regulation simply gives is none."""
    return [
        say("results.term", expression=term.expression, value=term.value)
        for term in worth.terms
        if not _is_plain(term)
    ]


def _is_plain(term: Term) -> bool:
    """Return whether there is nothing to work out."""
    return re.fullmatch(r"[\d.]+", term.expression) is not None
