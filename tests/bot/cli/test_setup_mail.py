"""What `turretur setup` asks about mails, and the test mail that it offers."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.runtime.config.settings import Config, load_config
from sandbox import Sandbox
from sandbox.server import serve
from tests.name_server import name_server
from tests.smtp import post_box

HOME = "https://scrabble.example.org"


@pytest.fixture(name="telegram")
async def _telegram() -> AsyncIterator[tuple[str, str]]:
    """Yield a token and the address of its Bot API server."""
    sandbox = Sandbox()
    async with serve(sandbox) as address:
        yield sandbox.token, address


async def set_up(
    folder: Path, telegram: tuple[str, str], answers: tuple[str, ...], *options: str
) -> Result:
    """Run the command with what its user types."""
    token, server = telegram
    words = ("setup", "--into", str(folder), "--token", token, "--operator", "77")
    return await asyncio.to_thread(
        CliRunner().invoke,
        main,
        [*words, "--server", server, *options],
        input="".join(f"{each}\n" for each in answers),
    )


def config_of(folder: Path) -> Config:
    """Return the configuration that was written."""
    return load_config(folder / "config.toml", {})


async def test_the_answers_are_written_and_the_password_is_its_owners_alone(
    tmp_path: Path, telegram: tuple[str, str]
) -> None:
    """The password is in a file of its own, and never in the output or the configuration."""
    typed = (HOME, "smtp.example.org", "465", "", "bot@example.org", 'top"s', "", "", "")
    done = await set_up(tmp_path, telegram, typed)
    assert done.exit_code == 0, done.output
    config, file = config_of(tmp_path), tmp_path / "mail-password.txt"
    assert (config.mail.host, config.mail.port, config.mail.tls) == ("smtp.example.org", 465, "tls")
    assert config.mail.sender == "Scrabble <scrabble@scrabble.example.org>"
    assert config.mail.user == "bot@example.org"
    password = config.mail_password()
    assert password is not None
    assert password.reveal() == 'top"s'
    assert file.stat().st_mode & 0o777 == 0o600
    assert f"written: {file}" in done.output
    for text in (done.output, (tmp_path / "config.toml").read_text("utf-8")):
        assert 'top"s' not in text


async def test_one_enter_each_means_no_mails_and_no_announcements(
    tmp_path: Path, telegram: tuple[str, str]
) -> None:
    """Nothing more is asked, and nothing is written for either."""
    done = await set_up(tmp_path, telegram, (HOME, "", ""))
    assert done.exit_code == 0, done.output
    assert config_of(tmp_path).mail.host == ""
    assert config_of(tmp_path).push.contact == ""
    assert not (tmp_path / "mail-password.txt").exists()
    assert "Its port" not in done.output


async def test_the_contact_of_push_services_is_asked_for(
    tmp_path: Path, telegram: tuple[str, str]
) -> None:
    """An address that nobody reads is asked again, with the reason."""
    typed = (HOME, "", "ana", "bot@example.org", " ana@scrabble.ro ")
    done = await set_up(tmp_path, telegram, typed)
    assert done.exit_code == 0, done.output
    assert config_of(tmp_path).push.contact == "mailto:ana@scrabble.ro"
    assert "expected an address such as ana@scrabble.ro, found ana\n" in done.output
    assert "so write an address that somebody reads" in done.output


async def test_without_a_public_address_nobody_is_asked(
    tmp_path: Path, telegram: tuple[str, str]
) -> None:
    """Only a page can be linked in a mail."""
    done = await set_up(tmp_path, telegram, ("",))
    assert done.exit_code == 0, done.output
    assert "Mail server" not in done.output


async def test_a_script_that_names_the_address_is_not_asked(
    tmp_path: Path, telegram: tuple[str, str]
) -> None:
    """A call with all options waits for no answer."""
    done = await set_up(tmp_path, telegram, (), "--address", HOME)
    assert done.exit_code == 0, done.output


async def test_a_test_mail_is_offered_and_sent(tmp_path: Path, telegram: tuple[str, str]) -> None:
    """It goes by the server just named; a mistyped answer is asked again."""
    async with post_box() as box, name_server() as dns:
        server = ("smtp example", "127.0.0.1", f"{box.port}", "none", "")
        typed = (*server, "Scrabble", "a@example.org", "", "ana@example.org")
        options = ("--address", HOME, "--mail", "--nameserver", dns.address)
        done = await set_up(tmp_path, telegram, typed, *options)
        assert done.exit_code == 0, done.output
        assert [each["From"] for each in box.to("ana@example.org")] == ["a@example.org"]
    assert "expected a name such as smtp.example.org" in done.output
    assert "expected Scrabble <scrabble@example.org>" in done.output
    assert "WRONG  SPF: example.org has no TXT record" in done.output


async def test_a_server_that_does_not_answer_leaves_the_files(
    tmp_path: Path, telegram: tuple[str, str]
) -> None:
    """The reason is shown with what to correct; setup has still done its work."""
    async with post_box() as box:
        port = box.port
    typed = ("127.0.0.1", f"{port}", "none", "", "", "", "ana@example.org")
    async with name_server() as dns:
        options = ("--address", HOME, "--mail", "--nameserver", dns.address)
        done = await set_up(tmp_path, telegram, typed, *options)
    assert done.exit_code == 0, done.output
    assert "not sent" in done.output
    assert "correct [mail] in" in done.output
    assert config_of(tmp_path).mail.host == "127.0.0.1"
