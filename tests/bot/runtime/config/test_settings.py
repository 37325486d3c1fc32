"""The configuration: what it accepts, from file, environment and command line."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bot.cli.opening import configured
from bot.cli.options import config_option
from bot.runtime.config.settings import TOKEN_VARIABLE, load_config
from engine.rulesets import JokerRuns
from tests.bot.runtime.config.written import TOKEN, loaded, problems


def test_relative_paths_lie_beside_the_file(file: Path) -> None:
    """Token, database and word lists are found from any working folder."""
    config = loaded(
        file,
        '[telegram]\ntoken_file = "secret/token"\n'
        '[storage]\nurl = "sqlite:///data/t.sqlite?timeout=5"\n',
    )

    assert config.telegram.token_file == file.parent / "secret" / "token"
    assert config.storage.url == f"sqlite+aiosqlite:///{file.parent}/data/t.sqlite?timeout=5"
    assert config.lexicon.directory == file.parent / "lexicons"
    absolute = loaded(file, '[storage]\nurl = "sqlite+aiosqlite:////var/t.sqlite"\n')
    assert absolute.storage.url == "sqlite+aiosqlite:////var/t.sqlite"


@pytest.mark.parametrize("written", ["http://localhost:8081", "http://localhost:8081/bot/"])
def test_any_bot_api_server_will_do(file: Path, written: str) -> None:
    """The address works with and without the `/bot` of its documentation."""
    config = loaded(file, f'[telegram]\nbase_url = "{written}"\n')

    assert config.telegram.base_url == "http://localhost:8081"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", ""),
        ("https://scrabble.example.org", "https://scrabble.example.org"),
        ("https://scrabble.example.org:8443/tur/app/", "https://scrabble.example.org:8443/tur"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ],
)
def test_the_board_has_an_address_on_the_web(file: Path, written: str, read: str) -> None:
    """The page's `/app` is optional, and an address on this machine needs no https."""
    assert loaded(file, f'[server]\npublic_url = "{written}"\n').server.public_url == read


@pytest.mark.parametrize(
    "written",
    ["http://scrabble.example.org", "scrabble.example.org", "https://", "https://a b", "ftp://x.y",
     "https://x.y/?a=b", "https://user@x.y", "http://127.0.0.1.evil.example"],
)  # fmt: skip
def test_an_address_of_the_board_that_telegram_would_refuse_is_refused(
    file: Path, written: str
) -> None:
    """Telegram opens only https; the error line names a valid form."""
    (problem,) = problems(file, f'[server]\npublic_url = "{written}"\n')

    assert problem.startswith("server.public_url: ")
    assert "https://" in problem


def test_the_environment_wins_over_the_file(file: Path) -> None:
    """Every key has a variable; numbers, booleans and lists are parsed as in the file."""
    config = loaded(
        file,
        '[logging]\nlevel = "error"\n',
        {
            "TURRETUR_LOGGING_LEVEL": "debug",
            "TURRETUR_TELEGRAM_POLL_TIMEOUT": "5",
            "TURRETUR_OPERATORS_IDS": "11, 22",
            "TURRETUR_FEDERATION_MAY_DISTRIBUTE_WORD_LIST": "false",
            "TURRETUR_RULESET_JOKER_RUNS": "breaks",
            "TURRETUR_RULESET_NAME": "club",
            "TURRETUR_TEST_SUITE": "somebody else's",
        },
    )

    assert (config.logging.level, config.telegram.poll_timeout) == ("debug", 5)
    assert config.operators.ids == (11, 22)
    assert config.federation.may_distribute_word_list is False
    assert (config.rules.name, config.rules.joker_runs) == ("club", JokerRuns.BREAKS)


def test_without_a_file_the_environment_is_enough() -> None:
    """A container needs no configuration file."""
    config = load_config(None, {TOKEN_VARIABLE: TOKEN, "TURRETUR_REMINDERS_HOUR": "18"})

    assert config.bot_token().reveal() == TOKEN
    assert config.reminders.hour == 18


@click.command()
@config_option
def _show(config_file: Path | None) -> None:
    click.echo(configured(config_file).logging.level)


def test_a_command_finds_its_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A config.toml in the working folder is used, otherwise the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURRETUR_LOGGING_FORMAT", "json")
    without = CliRunner().invoke(_show)
    Path("config.toml").write_text('[logging]\nlevel = "error"\n', encoding="utf-8")
    found = CliRunner().invoke(_show)

    assert (without.stdout, found.stdout) == ("info\n", "error\n")


def test_a_command_prints_one_line_a_problem(file: Path) -> None:
    """Status 2, and each problem has a line on stderr."""
    file.write_text('[logging]\nlevel = "x"\nformat = "y"\n', encoding="utf-8")
    result = CliRunner().invoke(_show, ["--config", str(file)])

    assert result.exit_code == 2
    assert [line.split(" ")[1] for line in result.stderr.splitlines()] == [
        "logging.level:",
        "logging.format:",
    ]
