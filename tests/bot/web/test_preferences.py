"""What a client prefers, by the weights in its headers."""

import pytest
from starlette.requests import Request

from bot.web.preferences import accepts_gzip, preferred_language


def _request(name: str, sent: str | None) -> Request:
    headers = [] if sent is None else [(name.encode(), sent.encode())]
    return Request({"type": "http", "headers": headers})


@pytest.mark.parametrize(
    ("sent", "accepted"),
    [
        (None, False),
        ("", False),
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
        ("*", True),
        ("*;q=0", False),
        ("identity", False),
        ("gzip;q=much", False),
        ("not-gzip", False),
    ],
)
def test_a_client_gets_gzip_only_if_it_accepts_it(sent: str | None, accepted: bool) -> None:
    """A client that refuses compressed content, with the weight 0, gets it plain."""
    assert accepts_gzip(_request("accept-encoding", sent)) is accepted


@pytest.mark.parametrize(
    ("sent", "language"),
    [
        (None, "ro"),
        ("", "ro"),
        ("ro,en;q=0.5", "ro"),
        ("ro;q=0.9", "ro"),
        ("ro-RO,ro;q=0.8,en-US;q=0.6", "ro"),
        ("en;q=0.5,ro", "ro"),
        ("en-GB,ro;q=0.5", "en"),
        ("fr-FR,ro;q=0.8,en;q=0.5", "ro"),
        ("ro;q=0,en;q=0.1", "en"),
        ("fr,hu;q=0.5", "en"),
        ("mo", "ro"),
    ],
)
def test_a_page_is_in_the_language_that_the_browser_prefers(
    sent: str | None, language: str
) -> None:
    """A reader of Romanian gets Romanian, whatever else the browser lists."""
    assert preferred_language(_request("accept-language", sent)) == language
