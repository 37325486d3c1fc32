"""The files of the public site over HTTP."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from bot.web.public import PublicSite


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """Yield a client of a site with one competition and one match."""
    for path in ("index.html", "c/cupa/index.html", "m/k7qf.html"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path, encoding="utf-8")
    app = Starlette(routes=PublicSite(tmp_path, robots=True).routes)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="https://example.org") as opened:
        yield opened


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("/c/cupa", "/c/cupa/"),
        ("/c/CUPA/", "/c/cupa/index.html"),
        ("/c/CUPA", "/c/cupa/"),
        ("/m/K7QF.html", "/m/k7qf.html"),
    ],
)
async def test_a_code_in_capitals_finds_its_page(
    client: httpx.AsyncClient, typed: str, page: str
) -> None:
    """People type codes in capitals, with or without the last slash."""
    answer = await client.get(typed, follow_redirects=True)
    assert (answer.status_code, answer.url.path) == (200, page)


async def test_a_repeated_request_varies_as_the_first(client: httpx.AsyncClient) -> None:
    """A cache that gets only 304 still keeps compressed and plain content apart."""
    first = await client.get("/m/k7qf.html")
    again = await client.get("/m/k7qf.html", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert again.headers["Vary"] == first.headers["Vary"] == "Accept-Encoding"
