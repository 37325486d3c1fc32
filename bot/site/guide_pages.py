"""The guides for players, arbiters, organisers and ratings officers.

`python -m tools.guides` writes their text from `docs/ro` and `docs/en`.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from bot.site.paths import GUIDES
from bot.site.site_page import SitePage, stamp_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.site.source import Source
    from bot.site.templating import Templates


async def guide_leaves(source: "Source", templates: "Templates") -> "AsyncIterator[SitePage]":
    """Yield the page of each guide, in every language."""
    del source
    for guide, path in GUIDES.items():
        texts = {words.language: _text(words.language, guide) for words in templates.words}
        yield _leaf(templates, path, texts)


def _text(language: str, guide: str) -> str:
    return files("bot.site").joinpath("guides", f"{language}-{guide}.html").read_text("utf-8")


def _leaf(templates: "Templates", path: str, texts: Mapping[str, str]) -> SitePage:
    async def make() -> dict[str, bytes]:
        pages = templates.pages(
            path,
            "guide.html",
            lambda words: {
                "text": Markup(texts[words.language]),  # noqa: S704  (our own file)  # nosec B704
                "guides": list(GUIDES.items()),
            },
        )
        return {**pages}

    return SitePage(key=path, stamp=stamp_of(texts), build=make)
