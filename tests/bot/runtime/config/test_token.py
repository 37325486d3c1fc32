"""Allowed places for the token, and secrets that are never shown."""

from pathlib import Path

import pytest

from bot.runtime.config.settings import TOKEN_VARIABLE, ConfigError
from tests.bot.runtime.config.written import TOKEN, loaded, problems

OTHER = "700100201:zyx-WVU_tsr_qpo_nml_kji_hgf_edc_ba9"


@pytest.mark.parametrize("token", ["", "700100200", "abc:def", f"{TOKEN}!", "7:short"])
def test_a_token_of_the_wrong_shape_is_refused(file: Path, token: str) -> None:
    """The check needs no connection, and the token is not repeated."""
    (file.parent / "token.txt").write_text(token, encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        loaded(file, '[telegram]\ntoken_file = "token.txt"\n').bot_token()

    (problem,) = refused.value.problems
    assert "token.txt" in problem
    assert not token or token not in problem.replace("token.txt", "")


def test_a_token_in_the_configuration_is_refused_with_the_reason(file: Path) -> None:
    """Configuration files are copied and shown, so such a token is refused and not repeated."""
    (problem,) = problems(file, f'[telegram]\ntoken = "{TOKEN}"\n')

    assert problem.startswith("telegram.token: a token is never in this file")
    assert TOKEN not in problem


def test_the_token_comes_from_the_environment_or_else_from_its_file(file: Path) -> None:
    """The environment has precedence; an empty line at the end of the file is ignored."""
    (file.parent / "token.txt").write_text(f"{TOKEN}\n", encoding="utf-8")
    text = '[telegram]\ntoken_file = "token.txt"\n'

    assert loaded(file, text).bot_token().reveal() == TOKEN
    assert loaded(file, text, {TOKEN_VARIABLE: f" {OTHER} "}).bot_token().reveal() == OTHER


@pytest.mark.parametrize(
    ("mode", "content", "is_open"),
    [(0o600, TOKEN, False), (0o640, TOKEN, True), (0o602, TOKEN, True), (0o644, "\n", False)],
)
def test_a_token_that_others_may_read_is_noticed(
    file: Path, mode: int, content: str, *, is_open: bool
) -> None:
    """The file is named if it has a token and anybody but its owner may read it."""
    token = file.parent / "token.txt"
    token.write_text(content, encoding="utf-8")
    token.chmod(mode)
    config = loaded(file, '[telegram]\ntoken_file = "token.txt"\n')

    assert config.exposed_files() == ({"token": token} if is_open else {})
    token.unlink()
    assert config.exposed_files() == {}


@pytest.mark.parametrize("content", [None, b"", b"1:x 2:y", b"\xff"])
def test_a_token_that_cannot_be_had_is_refused_by_key(file: Path, content: bytes | None) -> None:
    """A missing, empty, too long or unreadable file gives one line without its contents."""
    if content is not None:
        (file.parent / "token.txt").write_bytes(content)
    config = loaded(file, '[telegram]\ntoken_file = "token.txt"\n')
    with pytest.raises(ConfigError) as refusal:
        config.bot_token()

    assert refusal.value.problems[0].startswith("telegram.token_file: ")
    assert "2:y" not in refusal.value.problems[0]


def test_no_token_at_all_says_where_to_put_it(file: Path) -> None:
    """The error names both places."""
    with pytest.raises(ConfigError, match=TOKEN_VARIABLE):
        loaded(file, "").bot_token()


def test_secrets_do_not_show_themselves(file: Path) -> None:
    """Neither the token nor a database password appears in loggable text."""
    config = loaded(
        file,
        '[storage]\nurl = "postgresql://me:hidden@db/x"\n',
        {TOKEN_VARIABLE: TOKEN},
    )

    assert config.storage.url == "postgresql+asyncpg://me:hidden@db/x"
    assert TOKEN not in repr(config)
    assert "hidden" not in repr(config)


def test_a_wrong_address_is_refused_without_its_password(file: Path) -> None:
    """A refusal goes to screen and logs, so it has no password."""
    (problem,) = problems(file, '[storage]\nurl = "mysql://me:hidden@db/x"\n')

    assert "hidden" not in problem
    assert "'mysql://...@db/x' is not allowed" in problem
    for odd in ("mysql://me:hid/den@db/x", "mysql:me:hidden@db", "mysql://me:a@hidden@db/x"):
        (problem,) = problems(file, f'[storage]\nurl = "{odd}"\n')
        assert "den" not in problem
