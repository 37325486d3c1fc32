"""The section about announcements: a contact that is somebody's, and services by host."""

from pathlib import Path

import pytest

from bot.runtime.config.sections import Push
from tests.bot.runtime.config.written import loaded, problems

WEB = '[server]\npublic_url = "https://scrabble.example.org"\n'


@pytest.mark.parametrize(
    "contact",
    [
        "mailto:ana@example.com",
        "mailto:ana@mail.example.org",
        "mailto:ana@scrabble.localhost",
        "mailto:bot@server.test",
        "ana@EXAMPLE.net",
    ],
)
def test_a_contact_that_is_nobodys_is_refused(file: Path, contact: str) -> None:
    """Push services drop messages without a word if the contact cannot exist."""
    (found,) = problems(file, f'{WEB}[push]\ncontact = "{contact}"\n')

    assert found.startswith("push.contact")
    assert "that somebody reads" in found


@pytest.mark.parametrize("contact", ["scrabble.ro", "mailto:", "mailto:ana@localhost", "https://x"])
def test_a_contact_is_a_mail_address(file: Path, contact: str) -> None:
    """The refusal shows the right form."""
    (found,) = problems(file, f'{WEB}[push]\ncontact = "{contact}"\n')

    assert "mailto:bot@scrabble.ro" in found


def test_the_contact_may_lack_its_scheme(file: Path) -> None:
    """It is sent with `mailto:` in any case."""
    for text in ("bot@scrabble.ro", "mailto:bot@scrabble.ro"):
        config = loaded(file, f'{WEB}[push]\ncontact = "{text}"\n')
        assert config.push.contact == "mailto:bot@scrabble.ro"


def test_announcements_need_the_page(file: Path) -> None:
    """Without a public address nobody could switch them on."""
    (found,) = problems(file, '[push]\ncontact = "mailto:bot@scrabble.ro"\n')

    assert "server.public_url" in found


@pytest.mark.parametrize(
    "services",
    [
        "",
        "*",
        "*.com",
        "http://push.example.org",
        "https://127.0.0.1:1",
        "127.0.0.1",
        "a.b/c",
        "a@b.ro",
    ],
)
def test_a_service_is_a_host(file: Path, services: str) -> None:
    """Neither an address, nor a whole top domain, nor another machine without encryption."""
    (found,) = problems(file, f'[push]\nservices = "{services}"\n')

    assert found.startswith("push.services")


def test_the_services_are_those_of_the_browsers(file: Path) -> None:
    """A list with commas or spaces is the same."""
    names = "fcm.googleapis.com,updates.push.services.mozilla.com,"
    names += " *.push.apple.com *.notify.windows.com"
    config = loaded(file, f'[push]\nservices = "{names}"\n')

    assert config.push == Push()
