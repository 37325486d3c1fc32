"""*How to play*, the guides, and a summary of the regulation with the readings of its gaps.

`python -m tools.guides` writes the text of the guides from `docs/ro` and `docs/en`.
"""

from collections.abc import AsyncIterator, Mapping
from importlib.resources import files as resources
from typing import Final

from markupsafe import Markup

from bot.documents.views.how import how_page, how_picture
from bot.site.paths import GUIDES, HOW, HOW_PAPER, HOW_PICTURE
from bot.site.site_page import Files, SitePage, stamp_of
from bot.site.source import Source
from bot.site.templating import PREFIXES, REGULATION, Templates
from bot.texts.articles import ARTICLES, CHAPTERS
from bot.texts.languages import LANGUAGES
from bot.texts.messages import say
from bot.texts.notices.conversation.how import GLOSSARY, POINTS
from bot.texts.po_reader import FORMAL
from engine.competitions.standings import ORDER
from engine.games.events import EditionRef

READINGS = ("ties", "rounding", "excluded", "unfinished", "shown")
"""The cases that the regulation leaves open; the page says what this program does in each."""
_NO_LIST: Final = EditionRef(name="", sha256="")
"""The picture shows no word list."""


async def how_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page *How to play* with its picture and its A4 page, in every language."""
    del source

    async def build() -> Files:
        view = {"points": POINTS, "terms": GLOSSARY, "picture": HOW_PICTURE, "paper": HOW_PAPER}
        files = {**templates.pages(HOW, "how.html", lambda _: view)}
        for texts in templates.texts:
            folder = PREFIXES[texts.language]
            files[folder + HOW_PICTURE] = how_picture(_NO_LIST, texts.plain)
            files[folder + HOW_PAPER] = how_page(_NO_LIST, texts.catalogue)
        return files

    yield SitePage(key=HOW, stamp=stamp_of(POINTS, GLOSSARY), build=build)


async def guide_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
    """Yield the page of each guide, in every language."""
    del source
    for guide, path in GUIDES.items():
        html_by_language = {
            texts.language: _guide_html(texts.language, guide, formal=templates.is_formal)
            for texts in templates.texts
        }
        yield _guide_page(templates, path, html_by_language)


def _guide_html(language: str, guide: str, *, formal: bool) -> str:
    """Return the text of a guide; only the Romanian one has a formal edition."""
    edition = FORMAL if formal and language == LANGUAGES[0] else language
    return resources("bot.site").joinpath("guides", f"{edition}-{guide}.html").read_text("utf-8")


def _guide_page(templates: Templates, path: str, html_by_language: Mapping[str, str]) -> SitePage:
    """Return the page of one guide, with links to all."""

    async def build() -> Files:
        return templates.pages(
            path,
            "guide.html",
            lambda texts: {
                "text": Markup(html_by_language[texts.language]),  # noqa: S704  (our own file)
                "guides": list(GUIDES.items()),
            },
        )

    return SitePage(key=path, stamp=stamp_of(html_by_language), build=build)


async def regulation_pages(source: Source, templates: Templates) -> AsyncIterator[SitePage]:
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

    async def build() -> Files:
        return templates.pages(REGULATION, "regulation.html", lambda _: view)

    yield SitePage(key="regulation", stamp=stamp_of(chapters, readings), build=build)
