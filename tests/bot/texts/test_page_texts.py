"""The texts that the page's scripts name are those that the server sends."""

import re
from pathlib import Path
from typing import Final

import bot.web
from bot.texts.i18n import load_catalogue
from bot.web.wording import entrance_texts, page_texts

SCRIPTS: Final = Path(bot.web.__file__).parent / "page"
_LITERAL: Final = re.compile(r"""["']((?:[a-z_]+\.)+[a-z_]+)["']""")
_BEGINNING: Final = re.compile(r"`((?:[a-z_]+\.)+[a-z_]*)\$\{")


def written() -> str:
    """Return all scripts of the page."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(SCRIPTS.glob("*.js")))


def test_each_text_that_the_page_names_is_sent() -> None:
    """No script asks for a sentence of the catalogue that the server does not send."""
    catalogue = load_catalogue("ro")
    sent = {*page_texts(catalogue), *entrance_texts(catalogue)}
    named = {key for key in _LITERAL.findall(written()) if key in catalogue.entries}
    assert len(named) > 100
    assert named - sent == set()


def test_each_text_that_is_sent_is_named_in_the_page() -> None:
    """No sentence is sent that no script shows; some keys are put together from parts."""
    scripts, catalogue = written(), load_catalogue("ro")
    named = set(_LITERAL.findall(scripts))
    parts = [re.compile(f"{re.escape(begin)}.+") for begin in _BEGINNING.findall(scripts)]
    sent = {*page_texts(catalogue), *entrance_texts(catalogue)}
    assert {key for key in sent - named if not any(part.fullmatch(key) for part in parts)} == set()
