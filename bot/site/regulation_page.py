"""A summary of the regulation by article, and the interpretations where its text is silent."""

from typing import TYPE_CHECKING

from bot.site.site_page import SitePage, stamp_of
from bot.site.templating import REGULATION
from bot.texts.articles import ARTICLES, CHAPTERS
from bot.texts.messages import say
from engine.competitions.standings import ORDER

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.site.source import Source
    from bot.site.templating import Templates

READINGS = ("ties", "rounding", "excluded", "unfinished", "shown")
"""The cases that the regulation leaves open; the page says what this program does in each."""


async def regulation_leaves(source: "Source", templates: "Templates") -> "AsyncIterator[SitePage]":
    """Yield the page of the regulation."""
    del source
    chapters = [
        {
            "number": chapter,
            "name": say(f"regulation.chapter.{chapter}"),
            "articles": [
                (article, say(f"article.name.{article}"), say(f"article.{article}"))
                for article in ARTICLES
                if article.startswith(f"{chapter}.")
            ],
        }
        for chapter in CHAPTERS
    ]
    order = [say(f"standings.criterion.{criterion.code}") for criterion in ORDER]
    readings = [say(f"site.reading_{name}", order=order) for name in READINGS]
    view = {"chapters": chapters, "readings": readings}

    async def make() -> dict[str, bytes]:
        return {**templates.pages(REGULATION, "regulation.html", lambda _: view)}

    yield SitePage(key="regulation", stamp=stamp_of(chapters, readings), build=make)
