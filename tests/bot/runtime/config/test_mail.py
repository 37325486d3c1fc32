"""The section about mails: what belongs together, and where the password may be."""

from pathlib import Path

import pytest

from bot.cli.run import secrets_of
from bot.runtime.config.settings import ConfigError
from tests.bot.runtime.config.written import TOKEN, loaded, problems

WEB = '[server]\npublic_url = "https://scrabble.example.org"\n'
SENDER = 'sender = "Scrabble <scrabble@example.org>"\n'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (f'{WEB}[mail]\nhost = "mail.example.org"\n', "mail.sender"),
        (f'[mail]\nhost = "mail.example.org"\n{SENDER}', "mail.host"),
        ('[mail]\nsender = "scrabble at example.org"\n', "mail.sender"),
        ('[mail]\nsender = "A <a@example.org>, b@example.org, c"\nport = 0\n', "mail.port"),
        ('[mail]\ntls = "ssl"\n', "mail.tls"),
        ('[mail]\npassword = "x"\n', "mail.user"),
        ('[mail]\nuser = "bot"\npassword = "x"\npassword_file = "y"\n', "mail.password"),
    ],
)
def test_a_contradictory_section_is_refused(file: Path, text: str, key: str) -> None:
    """Each problem names its key, and the password is not repeated."""
    found = problems(file, text)

    assert any(each.startswith(key) for each in found), found
    assert not any("'x'" in each for each in found)


def test_the_password_is_never_shown(file: Path) -> None:
    """It may be in the section, in its own file, or in the environment; no output shows it."""
    start = f'{WEB}[mail]\nhost = "mail.example.org"\nuser = "bot"\n{SENDER}'
    (file.parent / "mail.txt").write_text("hush hush\n", encoding="utf-8")

    inline = loaded(file, f'{start}password = "hush hush"\n')
    own_file = loaded(file, f'{start}password_file = "mail.txt"\n')
    variable = loaded(file, start, {"TURRETUR_MAIL_PASSWORD": "hush hush"})

    for config in (inline, own_file, variable):
        password = config.mail_password()
        assert password is not None
        assert password.reveal() == "hush hush"
        assert "hush" not in repr(config)


@pytest.mark.parametrize("content", [None, "", "two\nlines\n"])
def test_an_unusable_password_file_is_named(file: Path, content: str | None) -> None:
    """A missing file, or one without exactly one line, is a problem of its key."""
    if content is not None:
        (file.parent / "mail.txt").write_text(content, encoding="utf-8")
    config = loaded(file, '[mail]\nuser = "bot"\npassword_file = "mail.txt"\n')

    with pytest.raises(ConfigError, match=r"mail\.password_file"):
        config.mail_password()


def test_the_password_is_among_the_texts_that_no_log_shows(file: Path) -> None:
    """The log leaves it out as it leaves out the token."""
    config = loaded(file, '[mail]\nuser = "bot"\npassword = "hush hush"\n')

    assert "hush hush" in secrets_of(config)


def test_a_password_that_others_may_read_is_noticed(file: Path) -> None:
    """The password's file is named as the token's is."""
    password = file.parent / "mail.txt"
    password.write_text("hush", encoding="utf-8")
    config = loaded(file, '[mail]\nuser = "bot"\npassword_file = "mail.txt"\n')

    password.chmod(0o600)
    assert config.exposed_files() == {}
    password.chmod(0o640)
    assert config.exposed_files() == {"password": password}


def test_each_purpose_has_its_own_key(file: Path) -> None:
    """The key of codes does not give the key of another purpose."""
    config = loaded(file, "", {"TURRETUR_TELEGRAM_TOKEN": TOKEN})

    assert len({config.secret_for("mail"), config.secret_for("codes")}) == 2
