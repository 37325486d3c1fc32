"""The articles of the regulation, and links to them in messages that cite one.

A link inside the text needs no button. A tap opens the bot with the article's code, and the bot
answers with the article's text (`/regulament`).
"""

import re
from collections.abc import Callable
from typing import Final

CHAPTERS: Final = {1: 5, 2: 2, 3: 2, 4: 3, 5: 3, 6: 2, 7: 2, 8: 5, 9: 7, 10: 3}
"""By chapter: the number of its articles in the regulation in force from 1 May 2025."""
ARTICLES: Final = tuple(
    f"{chapter}.{number}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)
)
IN_FULL: Final = frozenset(ARTICLES) - {"1.2", "1.5", "3.2", "8.2", "8.3", "8.4", "10.1"}
"""Articles with more text than their summary (`article.more.…`), shown on their own cards."""
READINGS: Final = frozenset(
    {"2.1", "3.1", "3.2", "4.2", "5.2", "5.3", "7.1", "7.2", "8.5", "9.1", "9.4", "10.1", "10.3"}
)
"""Articles shown with the organisers' reading, because the regulation is silent."""
CODE: Final = "art-"
"""The prefix of an article's code in a link: `art-7-2`."""

Link = Callable[[str], str]
"""Returns the deep link that sends a code to the bot."""

_CITED = re.compile(
    r"\bart\.[ \N{NO-BREAK SPACE}]\d+\.\d+(?:(?:, | și | and | sau | or )\d+\.\d+)*"
)
_NUMBER = re.compile(r"\d+\.\d+")
_PARTS = re.compile(r"<(a|code|pre)\b.*?</\1>|<[^>]*>|[^<]+", re.DOTALL)


def code_of(article: str) -> str:
    """Return the code in a link to the article: `art-7-2`."""
    return CODE + article.replace(".", "-")


def article_of(code: str) -> str:
    """Return the article of a link's code, such as `7.2`, or "" for any other code."""
    article = code.removeprefix(CODE).replace("-", ".") if code.startswith(CODE) else ""
    return article if article in ARTICLES else ""


def linked(html: str, link: Link) -> str:
    """Return the Telegram HTML with a link on each cited article („art. 7.2”)."""
    if "art." not in html:
        return html

    def link_number(match: re.Match[str]) -> str:
        article = match.group()
        if article not in ARTICLES:
            return article
        return f'<a href="{link(code_of(article))}">{article}</a>'

    def link_part(match: re.Match[str]) -> str:
        piece = match.group()
        if piece.startswith("<"):
            return piece
        return _CITED.sub(lambda cited: _NUMBER.sub(link_number, cited.group()), piece)

    return _PARTS.sub(link_part, html)
