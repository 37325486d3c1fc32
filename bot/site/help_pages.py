"""The guides, and a summary of the regulation by article with the interpretations of its gaps.

`python -m tools.guides` writes the text of the guides from `docs/ro` and `docs/en`.
"""

from collections.abc import AsyncIterator, Mapping
from importlib.resources import files

from markupsafe import Markup

from bot.site.paths import GUIDES
from bot.site.site_page import SitePage, stamp_of
from bot.site.source import Source
from bot.site.templating import REGULATION, Templates
from bot.texts.articles import ARTICLES, CHAPTERS
from bot.texts.messages import say
from engine.competitions.standings import ORDER

READINGS = ("ties", "rounding", "excluded", "unfinished", "shown")
"""The cases that the regulation leaves open; the page says what this program does in each."""


async def guide_leaves(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each guide, in every language."""
    del source
    for guide, path in GUIDES.items():
        texts = {words.language: _text(words.language, guide) for words in templates.words}
        yield _leaf(templates, path, texts)


def _text(language: str, guide: str) -> str:
    return files("bot.site").joinpath("guides", f"{language}-{guide}.html").read_text("utf-8")


def _leaf(templates: Templates, path: str, texts: Mapping[str, str]) -> SitePage:
    async def make() -> dict[str, bytes]:
        pages = templates.pages(
            path,
            "guide.html",
            lambda words: {
                "text": Markup(texts[words.language]),  # noqa: S704  (our own file)
                "guides": list(GUIDES.items()),
            },
        )
        return {**pages}

    return SitePage(key=path, stamp=stamp_of(texts), build=make)


async def regulation_leaves(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
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
