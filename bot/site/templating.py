"""Render templates in the reader's language: the functions they may call, and their links."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bot.site import paths
from bot.site.options import SiteOptions
from bot.site.site_page import Files
from bot.site.static import static_files
from bot.texts.articles import article_of, linked
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Text, say
from bot.texts.signs import gained, score, signed, stated

PREFIXES: Final[Mapping[str, str]] = {
    language: "" if language == LANGUAGES[0] else f"{language}/" for language in LANGUAGES
}
"""The folder of each language's pages; Romanian pages are at the top."""
MISSING: Final = "404.html"
"""The page for an address that does not exist; its links are absolute, as its depth is unknown."""
REGULATION: Final = "regulament.html"
"""The page of the regulation, to whose articles texts link."""

_FOLDED: Final = re.compile(
    r"\n?<blockquote expandable>(.*?)\n(.*?)</blockquote>\n?", flags=re.DOTALL
)
"""A folded quotation of Telegram: its first line, and the remaining ones."""
_SOURCES: Final = frozenset({".py", ".po", ".html", ".css", ".js"})
"""The endings of files that affect pages."""

View = Mapping[str, Any]
"""The values of a template by name; the module of each page has a `TypedDict` of them."""


@dataclass(frozen=True, slots=True)
class SiteTexts:
    """The texts of one language."""

    catalogue: Catalogue

    @property
    def language(self) -> str:
        """Return the language's code."""
        return self.catalogue.language

    def plain(self, text: Text) -> str:
        """Return a text without markup."""
        return self.catalogue.plain(text)

    def name(self, shown: str) -> str:
        """Return a person's name; a forgotten person has a substitute name in each language."""
        return self.catalogue.name(shown)


class Templates:
    """The templates of the site, rendered with the organiser's options."""

    def __init__(self, options: SiteOptions) -> None:
        self._options = options
        self.texts = [
            SiteTexts(load_catalogue(language, formal=options.formal)) for language in LANGUAGES
        ]

    @property
    def has_address(self) -> bool:
        """Return whether the site's address is known."""
        return bool(self._options.address)

    @property
    def is_formal(self) -> bool:
        """Return whether the Romanian pages use the formal „dumneavoastră”."""
        return self._options.formal

    def pages(self, path: str, template: str, view: Callable[[SiteTexts], View]) -> Files:
        """Return a page in each language; `view` returns the template's values."""
        return {
            PREFIXES[texts.language] + path: self._render(path, template, texts, view(texts))
            for texts in self.texts
        }

    def _render(self, path: str, template: str, texts: SiteTexts, view: View) -> bytes:
        """Return a page from its template."""
        page = PREFIXES[texts.language] + path
        root = self._options.address if path == MISSING else ""
        linking = _Linking(page, texts.language, root)
        text: str = (
            _environment()
            .get_template(template)
            .render(
                **view,
                path=path,
                language=texts.language,
                others=[(other, linking.page(path, other)) for other in LANGUAGES],
                options=self._options,
                to=linking.page,
                file=linking.file,
                static=linking.static,
                t=partial(_translated, texts.catalogue, linking),
                say=partial(_html_of, texts.catalogue, linking),
                plain=texts.plain,
                name=texts.name,
                gained=gained,
                score=partial(_score, texts),
                signed=signed,
                stated=stated,
            )
        )
        return text.encode()


def _score(texts: SiteTexts, own: int | None, partner: int | None) -> str:
    """Return a score, or the words that it is not stated."""
    if own is None or partner is None:
        return texts.plain(say("score.unstated"))
    return score(own, partner)


@dataclass(frozen=True, slots=True)
class _Linking:
    """Links from the page at one path to other files."""

    here: str
    language: str
    root: str = ""
    """The beginning of each link; if empty, links are relative."""

    def page(self, path: str, language: str = "") -> str:
        """Return the link to a page, in this language or another."""
        return self._to(PREFIXES[language or self.language] + path)

    def file(self, path: str) -> str:
        """Return the link to a file that has no language."""
        return self._to(path)

    def static(self, name: str) -> str:
        """Return the link to a static file."""
        return self._to(static_files().path_of(name))

    def _to(self, path: str) -> str:
        return f"{self.root}/{path}" if self.root else paths.relative(self.here, path)

    def article(self, code: str) -> str:
        """Return the link to an article, by the code that links in the chat use."""
        return f"{self.page(REGULATION)}#art-{article_of(code).replace('.', '-')}"


def _translated(catalogue: Catalogue, linking: _Linking, key: str, /, **facts: Any) -> Markup:
    """Return the text of that key with these facts, as `_html_of`: `t` of the templates."""
    if not facts and (known := _fixed(catalogue, key)) is not None:
        return known
    return _html_of(catalogue, linking, say(key, **facts))


@cache
def _fixed(catalogue: Catalogue, key: str) -> Markup | None:
    """Return a text that is the same on every page, or None if it cites an article."""
    html = catalogue.html(say(key))
    return None if "art." in html else Markup(_for_pages(html))  # noqa: S704  (the text has no facts)


def _for_pages(html: str) -> str:
    """Return Telegram HTML as browser HTML: line breaks, and a folded quotation as `details`."""
    unfolding = _FOLDED.sub(r"<details><summary>\1</summary>\2</details>", html)
    return unfolding.replace("\n", "<br>")


def _html_of(catalogue: Catalogue, linking: _Linking, text: Text | Iterable[Text]) -> Markup:
    """Return a text as HTML, with line breaks and links to the articles it cites."""
    if not isinstance(text, Text):
        return Markup("<br>").join(_html_of(catalogue, linking, each) for each in text)
    html = linked(catalogue.html(text), linking.article)
    return Markup(_for_pages(html))  # noqa: S704  (every fact is escaped)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("bot.site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def sources() -> Iterator[bytes]:
    """Yield every source file that affects pages: if one changes, all pages are rebuilt."""
    for package in ("bot", "engine"):
        root = Path(str(files(package)))
        for file in sorted(root.rglob("*")):
            if file.suffix in _SOURCES:
                yield file.read_bytes()
