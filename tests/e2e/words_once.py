"""The word lists of the program, checked and loaded once for all bots of this process.

Checking a list's hash takes a twentieth of a short game, and loading its graph takes longer than
most tests.
"""

from functools import cache

import pytest

from bot.runtime import wordlists
from engine.words.lexicon import SHIPPED, Edition, Lexicon

_shipped = cache(Lexicon)


def _opened(edition: Edition) -> Lexicon:
    return _shipped(edition) if edition.folder == SHIPPED else Lexicon(edition)


def remember(patch: pytest.MonkeyPatch) -> None:
    """Have the bots of this process open each shipped list once."""
    patch.setattr(wordlists, "Lexicon", _opened)
