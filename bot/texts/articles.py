"""The regulation's articles: which there are, and links to them where a message cites one.

A link inside the text needs no button: a tap opens the bot with the article's code, and it answers
with what the article asks (`/regulament`).
"""

import re
from collections.abc import Callable
from typing import Final

CHAPTERS: Final = {1: 5, 2: 2, 3: 2, 4: 3, 5: 3, 6: 2, 7: 2, 8: 5, 9: 7, 10: 3}
"""How many articles each chapter of the regulation in force from 1 May 2025 has."""
ARTICLES: Final = tuple(
    f"{chapter}.{number}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)
)
IN_FULL: Final = frozenset(ARTICLES) - {"1.2", "1.5", "3.2", "8.2", "8.3", "8.4", "10.1"}
"""Articles of which there is more to say than fits among the others of a chapter."""
READINGS: Final = frozenset(
    {"3.2", "4.2", "5.2", "5.3", "7.1", "7.2", "8.5", "9.1", "9.4", "10.1", "10.3"}
)
"""Articles of which the organisers' reading is given, where the regulation is silent."""
CODE: Final = "art-"
"""How the code of an article begins, which its link hands the bot: `art-7-2`."""

Link = Callable[[str], str]
"""Gives the deep link that hands the bot a code."""

_CITED = re.compile(
    r"\bart\.[ \N{NO-BREAK SPACE}]\d+\.\d+(?:(?:, | și | and | sau | or )\d+\.\d+)*"
)
_NUMBER = re.compile(r"\d+\.\d+")
_PARTS = re.compile(r"<(a|code|pre)\b.*?</\1>|<[^>]*>|[^<]+", re.DOTALL)


def code_of(article: str) -> str:
    """Return the code that a link to the article hands the bot: `art-7-2`."""
    return CODE + article.replace(".", "-")


def article_of(code: str) -> str:
    """Return the article of such a code: `7.2`; empty if it is none."""
    article = code.removeprefix(CODE).replace("-", ".") if code.startswith(CODE) else ""
    return article if article in ARTICLES else ""


def linked(html: str, link: Link) -> str:
    """Return the Telegram HTML with each article that it cites, „art. 7.2”, as a link to it."""
    if "art." not in html:
        return html

    def number(found: re.Match[str]) -> str:
        article = found.group()
        if article not in ARTICLES:
            return article
        return f'<a href="{link(code_of(article))}">{article}</a>'

    def part(found: re.Match[str]) -> str:
        piece = found.group()
        if piece.startswith("<"):
            return piece
        return _CITED.sub(lambda cited: _NUMBER.sub(number, cited.group()), piece)

    return _PARTS.sub(part, html)
