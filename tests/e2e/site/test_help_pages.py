"""*How to play* and the guides on the public site, in both languages and forms of address."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bot.site.options import SiteOptions
from bot.site.paths import GUIDES, HOW, HOW_PAPER, HOW_PICTURE
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.notices.conversation.how import GLOSSARY, POINTS
from bot.texts.templates import without_markup
from tests.bot.texts.formal_shared import FAMILIAR
from tests.e2e.harness import Table
from tests.e2e.public_site import served, written

FORMS = re.compile(r"\b(?:dumneavoastră|aveți|puteți|scrieți|sunteți la rând)\b")
"""Words that only a guide in the formal form of address has."""
NOT_ADDRESSED = re.compile(r"<(strong|code|pre)>.*?</\1>|Sistemele le alege", re.DOTALL)
"""Buttons, commands, and a sentence about the organiser."""


class Links(HTMLParser):
    """Collects the targets of links and pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the target of a link or a picture."""
        del tag
        self.targets |= {value for name, value in attrs if name in {"href", "src"} and value}


@pytest.mark.parametrize(("folder", "language"), [("", "ro"), ("en/", "en")])
async def test_how_to_play_is_on_the_site(
    table: Table, tmp_path: Path, folder: str, language: str
) -> None:
    """The page has the eight points, the picture, the glossary and the A4 page to print."""
    site = await written(table, tmp_path / "site")
    files = site.everything()
    catalogue = load_catalogue(language)
    page = site.text(folder + HOW)

    links = Links()
    links.feed(page)
    assert {HOW_PICTURE, HOW_PAPER} <= links.targets
    assert files[folder + HOW_PICTURE].startswith(b"\x89PNG")
    assert files[folder + HOW_PAPER].startswith(b"%PDF")
    assert [point for point in POINTS if catalogue.html(say(f"how.full.{point}")) not in page] == []
    assert [term for term in GLOSSARY if catalogue.html(say(f"how.means.{term}")) not in page] == []


@pytest.mark.parametrize("folder", ["", "en/"])
async def test_how_to_play_is_one_tap_from_the_front_page_and_the_guides(
    table: Table, tmp_path: Path, folder: str
) -> None:
    """Somebody who has never played finds *How to play* where they begin."""
    site = await written(table, tmp_path / "site")

    for path in ("index.html", *GUIDES.values()):
        links = Links()
        links.feed(site.text(folder + path))
        assert HOW in links.targets, path


async def test_the_page_to_print_is_served_as_pdf(table: Table, tmp_path: Path) -> None:
    """A browser opens the A4 page instead of showing an error."""
    async with served(table, tmp_path / "site", is_built=True) as reader:
        answer = await reader.get(f"/{HOW_PAPER}")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"


async def test_the_guides_follow_the_sites_form_of_address(table: Table, tmp_path: Path) -> None:
    """A formal site has formal guides, each without „tu”; another site has none of that form."""
    formal = await written(table, tmp_path / "formal", SiteOptions(formal=True))
    familiar = await written(table, tmp_path / "familiar")

    for path in GUIDES.values():
        text = without_markup(NOT_ADDRESSED.sub("…", formal.text(path).partition("<main")[2]))
        assert FAMILIAR.findall(text) == [], path
        assert FORMS.search(text), path
        assert not FORMS.search(without_markup(familiar.text(path).partition("<main")[2])), path
