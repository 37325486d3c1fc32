"""Templates set in the reader's language: what they may call, and where their links lead."""

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
from bot.site.leaf import Files
from bot.site.options import Options
from bot.site.static import static_files
from bot.texts.articles import article_of, linked
from bot.texts.i18n import LANGUAGES, Catalogue, catalogue
from bot.texts.messages import Text, say
from bot.texts.signs import gained, score, signed

PREFIXES: Final[Mapping[str, str]] = {
    language: "" if language == LANGUAGES[0] else f"{language}/" for language in LANGUAGES
}
"""Language → the folder that its pages lie in: Romanian ones at the top."""
MISSING: Final = "404.html"
"""Shown in place of a page that is not there: it may be anywhere, so its links are whole."""
REGULATION: Final = "regulament.html"

_FOLDED: Final = re.compile(
    r"\n?<blockquote expandable>(.*?)\n(.*?)</blockquote>\n?", flags=re.DOTALL
)
_SOURCES: Final = frozenset({".py", ".po", ".html", ".css", ".js"})

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """One language of the site."""

    catalogue: Catalogue

    @property
    def language(self) -> str:
        """Return its code."""
        return self.catalogue.language

    def word(self, text: Text) -> str:
        """Return a text without markup."""
        return self.catalogue.plain(text)

    def name(self, shown: str) -> str:
        """Return a person's name: who was forgotten has one in each language."""
        return self.catalogue.name(shown)


class Templates:
    """The templates of the site, set with what the organiser has settled."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self.words = [Words(catalogue(language, formal=options.formal)) for language in LANGUAGES]

    @property
    def has_address(self) -> bool:
        """Return whether it is known where the site will be read."""
        return bool(self._options.address)

    def pages(self, path: str, template: str, view: Callable[[Words], View]) -> Files:
        """Return a page in each language; `view` gives what the template is to say."""
        return {
            PREFIXES[words.language] + path: self._set(path, template, words, view(words))
            for words in self.words
        }

    def _set(self, path: str, template: str, words: Words, view: View) -> bytes:
        here = PREFIXES[words.language] + path
        root = self._options.address if path == MISSING else ""
        linking = _Linking(here, words.language, root)
        text: str = (
            _environment()
            .get_template(template)
            .render(
                **view,
                path=path,
                language=words.language,
                others=[(other, linking.page(path, other)) for other in LANGUAGES],
                options=self._options,
                to=linking.page,
                file=linking.file,
                static=linking.static,
                t=partial(_said, words.catalogue, linking),
                say=partial(_worded, words.catalogue, linking),
                plain=words.word,
                name=words.name,
                gained=gained,
                score=score,
                signed=signed,
            )
        )
        return text.encode()


@dataclass(frozen=True, slots=True)
class _Linking:
    """How the page at a path names the others."""

    here: str
    language: str
    root: str = ""
    """What each link begins with; empty: they lead on from the page."""

    def page(self, path: str, language: str = "") -> str:
        """Return the link to a page, in this language or another."""
        return self._to(PREFIXES[language or self.language] + path)

    def file(self, path: str) -> str:
        """Return the link to a file that is in no language."""
        return self._to(path)

    def static(self, name: str) -> str:
        """Return the link to a file that comes with the program."""
        return self._to(static_files().path_of(name))

    def _to(self, path: str) -> str:
        return f"{self.root}/{path}" if self.root else paths.relative(self.here, path)

    def article(self, code: str) -> str:
        """Return the link to an article by the code that the chat's links have."""
        return f"{self.page(REGULATION)}#art-{article_of(code).replace('.', '-')}"


def _said(words: Catalogue, linking: _Linking, key: str, /, **facts: Any) -> Markup:
    if not facts and (known := _fixed(words, key)) is not None:
        return known
    return _worded(words, linking, say(key, **facts))


@cache
def _fixed(words: Catalogue, key: str) -> Markup | None:
    """Return a text that is the same on every page; None: it cites an article, so it is not."""
    html = words.html(say(key))
    return None if "art." in html else Markup(_for_pages(html))  # noqa: S704  (no facts)  # nosec B704


def _for_pages(html: str) -> str:
    """Return Telegram HTML as browsers read it: lines broken, a folded quotation as `details`."""
    unfolding = _FOLDED.sub(r"<details><summary>\1</summary>\2</details>", html)
    return unfolding.replace("\n", "<br>")


def _worded(words: Catalogue, linking: _Linking, text: Text | Iterable[Text]) -> Markup:
    """Return a text as HTML, its lines broken, the articles it cites linked."""
    if not isinstance(text, Text):
        return Markup("<br>").join(_worded(words, linking, each) for each in text)
    html = linked(words.html(text), linking.article)
    return Markup(_for_pages(html))  # noqa: S704  (every fact is escaped)  # nosec B704


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
    """Yield everything of the program that pages are made of: when it changes, all are new."""
    for package in ("bot", "engine"):
        root = Path(str(files(package)))
        for file in sorted(root.rglob("*")):
            if file.suffix in _SOURCES:
                yield file.read_bytes()
