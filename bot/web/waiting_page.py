"""The page that is shown until the public site is built for the first time."""

import base64
import hashlib
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple

from bot.texts.i18n import load_catalogue
from bot.texts.messages import say

REFRESH_SECONDS: Final = 5
"""After how many seconds the page loads itself again."""


class WaitingPage(NamedTuple):
    """A page and its Content-Security-Policy."""

    html: str
    policy: str


@cache
def waiting_page(language: str) -> WaitingPage:
    """Return the page and its Content-Security-Policy, which allows the site's own style alone.

    The style is in the page, because the site's files may not exist yet.
    """
    style = (files("bot.site") / "static" / "site.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    words = load_catalogue(language)
    title, reason = (
        escape(words.plain(say(key))) for key in ("site.building", "site.building_why")
    )
    page = (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="refresh" content="{REFRESH_SECONDS}">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title} · Tur-Retur</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<header class="top"><span class="brand"><span class="tile r" aria-hidden="true">T</span>'
        '<span class="tile b" aria-hidden="true">R</span> Tur-Retur</span></header>\n'
        f'<main id="continut">\n<h1>{title}</h1>\n<p role="status">{reason}</p>\n</main>\n'
        "</body>\n</html>\n"
    )
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    )
    return WaitingPage(page, policy)
