"""The configuration: what it accepts, what it refuses and how, and where the token may stand."""

import itertools
import re
import tomllib
from dataclasses import fields, replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from bot.cli.configuration import config_option, configured
from bot.config.rules import RULE_CHECKS
from bot.config.settings import TOKEN_VARIABLE, Config, ConfigError, known_keys, load_config
from engine.rulesets import NATIONAL_2025, JokerRuns, Ruleset, WordPolicy

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"
TOKEN = "700100200:abc-DEF_ghi"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a test writes its configuration."""
    return tmp_path / "config.toml"


def loaded(file: Path, text: str, environ: dict[str, str] | None = None) -> Config:
    """Return the configuration that this text gives."""
    file.write_text(text, encoding="utf-8")
    return load_config(file, environ or {})


def problems(file: Path, text: str, environ: dict[str, str] | None = None) -> tuple[str, ...]:
    """Return the lines with which this text is refused."""
    with pytest.raises(ConfigError) as refusal:
        loaded(file, text, environ)
    return refusal.value.problems


# The example


def test_the_example_documents_exactly_the_existing_keys() -> None:
    """No key is missing from config.example.toml, and none in it is unknown."""
    documented = {
        (section, key)
        for section, content in tomllib.loads(EXAMPLE.read_text(encoding="utf-8")).items()
        for key in content
    }

    assert documented == {(section, key) for section, keys in known_keys().items() for key in keys}


def test_the_example_shows_the_defaults(file: Path) -> None:
    """Copying the example changes nothing but the token's file."""
    example = loaded(file, EXAMPLE.read_text(encoding="utf-8"))
    default = loaded(file, "")

    assert example.telegram.token_file == file.parent / "token.txt"
    assert repr(replace(example, telegram=default.telegram)) == repr(default)
    assert example.storage == default.storage


def test_every_key_of_the_example_is_explained() -> None:
    """A comment stands above each key, or above the key it is explained together with."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for above, line in itertools.pairwise(lines):
        if re.match(r"\w+ = ", line):
            assert above.startswith("# ") or re.match(r"\w+ = ", above), line


def test_the_example_names_the_words_a_key_may_be() -> None:
    """Each allowed word of a key that has only a few stands in the example."""
    text = EXAMPLE.read_text(encoding="utf-8")
    for section, keys in known_keys().items():
        for key, check in keys.items():
            if re.fullmatch(r"[\w-]+(, [\w-]+)*", check.allowed):
                for word in check.allowed.split(", "):
                    assert word in text, f"{section}.{key}: {word}"


# What is accepted


def test_relative_paths_lie_beside_the_file(file: Path) -> None:
    """Token, database and word lists are found wherever the program is started from."""
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
    """The address is taken with or without the `/bot` that its documentation shows."""
    config = loaded(file, f'[telegram]\nbase_url = "{written}"\n')

    assert config.telegram.base_url == "http://localhost:8081"


def test_the_environment_wins_over_the_file(file: Path) -> None:
    """Every key has a variable; numbers, switches and lists are read as in the file."""
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


# The rules


def test_every_option_of_the_rules_can_be_set() -> None:
    """[ruleset] has each option of a ruleset; the time zone is the federation's."""
    assert set(RULE_CHECKS) == {each.name for each in fields(Ruleset)} - {"time_zone"}


@pytest.mark.article("1.5")
def test_the_rules_are_the_ruleset_with_the_options_over_it(file: Path) -> None:
    """A named ruleset is taken as it is; options change it under a new name."""
    plain = loaded(file, '[federation]\nruleset = "cn-2025-warn"\ntime_zone = "Europe/London"\n')
    altered = loaded(
        file, '[ruleset]\nname = "club"\nred_caps = []\nword_policy = "partner"\nleave_days = 3\n'
    )

    assert plain.rules.word_policy is WordPolicy.WARN
    assert (plain.rules.name, plain.rules.time_zone) == ("cn-2025-warn", "Europe/London")
    expected = replace(
        NATIONAL_2025, name="club", red_caps=(), word_policy=WordPolicy.PARTNER, leave_days=3
    )
    assert altered.rules == expected


@pytest.mark.parametrize("name", ["", 'name = "cn-2025"', 'name = "cn-2025-warn"'])
def test_altered_rules_need_a_name_of_their_own(file: Path, name: str) -> None:
    """The name of a shipped ruleset always means the shipped rules."""
    (problem,) = problems(file, f"[ruleset]\nleave_days = 3\n{name}\n")

    assert problem.startswith("ruleset.name: altered rules need a name of their own")


def test_the_defaults_of_the_rules_are_within_their_limits(file: Path) -> None:
    """Writing down what a shipped ruleset has anyway alters nothing."""
    config = loaded(file, "[ruleset]\nleave_days = 10\nred_caps = [10, 30]\n")

    assert config.rules == NATIONAL_2025


# What is refused


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            '[telegram]\nmode = "telepathy"\n',
            "telegram.mode: 'telepathy' is not allowed (allowed: polling, webhook)",
        ),
        (
            '[logging]\nlevel = "debgu"\n',
            (
                "logging.level: 'debgu' is not allowed; did you mean debug?"
                " (allowed: debug, info, warning, error)"
            ),
        ),
        (
            "[reminders]\nhour = 24\n",
            "reminders.hour: 24 is not allowed (allowed: a whole number from 0 to 23)",
        ),
        (
            "[reminders]\nhour = true\n",
            "reminders.hour: True is not allowed (allowed: a whole number from 0 to 23)",
        ),
        (
            "[reminders]\nquiet = 3\n",
            (
                "reminders.quiet: unknown key; did you mean quiet_to? (keys: hour, quiet_from,"
                " quiet_to)"
            ),
        ),
        ("[logging]\nxyzzy = 3\n", "logging.xyzzy: unknown key (keys: level, format)"),
        (
            "[loging]\n",
            (
                "loging: unknown section; did you mean logging? (sections: telegram, storage,"
                " server, operators, federation, reminders, logging, lexicon, backup, ruleset)"
            ),
        ),
        ("storage = 3\n", "storage: must be a section, written [storage]"),
        (
            '[telegram]\nmode = "webhook"\n',
            "telegram.webhook_url: mode webhook needs an address, https://…",
        ),
        (
            '[federation]\ntime_zone = "Europe/Bucarest"\n',
            (
                "federation.time_zone: 'Europe/Bucarest' is not allowed; did you mean"
                " Europe/Bucharest? (allowed: an IANA name such as Europe/Bucharest)"
            ),
        ),
        (
            '[federation]\nmay_distribute_word_list = "yes"\n',
            "federation.may_distribute_word_list: 'yes' is not allowed (allowed: true or false)",
        ),
        (
            '[federation]\ncompetition = " "\n',
            "federation.competition: ' ' is not allowed (allowed: a line of text)",
        ),
        (
            '[storage]\nurl = "sqlite:///:memory:"\n',
            (
                "storage.url: 'sqlite:///:memory:' is not allowed; a file must be named (allowed:"
                " sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME)"
            ),
        ),
        (
            '[ruleset]\nname = "club"\nend_bonus = "tranfer"\n',
            (
                "ruleset.end_bonus: 'tranfer' is not allowed; did you mean transfer?"
                " (allowed: transfer, deduct_only, double)"
            ),
        ),
    ],
)
def test_a_wrong_key_or_value_is_one_clear_line(file: Path, text: str, problem: str) -> None:
    """It names the key, says what is allowed, and guesses what was meant."""
    assert problems(file, text) == (problem,)


@pytest.mark.parametrize(
    ("section", "line"),
    [
        ("telegram", 'base_url = "api.telegram.org"'),
        ("telegram", 'base_url = "https://x/?a=b"'),
        ("telegram", "messages_per_second = 31"),
        ("telegram", "token_file = 3"),
        ("storage", 'url = "mysql://x/y"'),
        ("storage", 'url = "sqlite+pysqlite:///x"'),
        ("storage", 'url = "sqlite://"'),
        ("storage", "url = 3"),
        ("operators", "ids = [0]"),
        ("operators", 'ids = ["11"]'),
        ("operators", "ids = 11"),
        ("lexicon", 'directory = ""'),
        ("lexicon", 'directory = "a\\u0000b"'),
        ("backup", 'directory = "~nobody-of-that-name/copies"'),
        ("federation", 'time_zone = "../etc/passwd"'),
        ("federation", "time_zone = 3"),
        ("federation", 'ruleset = "cn-2024"'),
        ("ruleset", 'red_caps = [10, "x"]'),
        ("ruleset", "red_caps = [-1]"),
        ("ruleset", 'tile_set = "fr"'),
    ],
)
def test_a_value_out_of_bounds_is_refused(file: Path, section: str, line: str) -> None:
    """Wrong types, limits and forms are each one problem, under the key's name."""
    (problem,) = problems(file, f"[{section}]\n{line}\n")

    assert problem.startswith(f"{section}.{line.split(' ', maxsplit=1)[0]}: ")
    assert "(allowed: " in problem


def test_all_problems_are_reported_at_once(file: Path) -> None:
    """One run of the program is enough to learn everything that is wrong."""
    found = problems(
        file,
        '[telegram]\nmode = "x"\npoll_timeout = 0\n[reminders]\nhours = 3\n[nonsense]\n',
        {"TURRETUR_LOGGING_LEVEL": "loud", "TURRETUR_TELEGRAM_TOKN": "x"},
    )

    assert sorted(line.split(":")[0] for line in found) == [
        "TURRETUR_TELEGRAM_TOKN",
        "logging.level",
        "nonsense",
        "reminders.hours",
        "telegram.mode",
        "telegram.poll_timeout",
    ]


def test_a_file_that_is_no_toml_is_refused_with_the_place(file: Path) -> None:
    """A slip of syntax names its line; a missing file names itself."""
    (syntax,) = problems(file, "[telegram]\nmode = \n")
    with pytest.raises(ConfigError) as missing:
        load_config(file.parent / "none.toml", {})
    file.write_bytes(b'[federation]\ncompetition = "\xff"\n')
    with pytest.raises(ConfigError) as encoding:
        load_config(file, {})

    assert "line 2" in syntax
    assert missing.value.problems == (f"{file.parent / 'none.toml'}: No such file or directory",)
    assert encoding.value.problems == (f"{file}: not text in UTF-8",)


@given(st.sampled_from(sorted((s, k) for s, keys in known_keys().items() for k in keys)), st.text())
def test_any_text_of_a_variable_is_taken_or_refused_by_name(
    key: tuple[str, str], text: str
) -> None:
    """Whatever a variable holds, the answer is a configuration or a line naming the key."""
    section, name = key
    try:
        load_config(None, {f"TURRETUR_{section}_{name}".upper(): text})
    except ConfigError as refusal:
        assert all(line.startswith(f"{section}.") for line in refusal.problems)  # noqa: PT017


# The token


def test_a_token_in_the_configuration_is_refused_with_the_reason(file: Path) -> None:
    """The file gets copied and shown, so a token in it is refused and not repeated."""
    (problem,) = problems(file, f'[telegram]\ntoken = "{TOKEN}"\n')

    assert problem.startswith("telegram.token: a token never stands in this file")
    assert TOKEN not in problem


def test_the_token_comes_from_the_environment_or_else_from_its_file(file: Path) -> None:
    """The environment wins; a blank line at the end of the file does no harm."""
    (file.parent / "token.txt").write_text(f"{TOKEN}\n", encoding="utf-8")
    text = '[telegram]\ntoken_file = "token.txt"\n'

    assert loaded(file, text).bot_token().reveal() == TOKEN
    assert loaded(file, text, {TOKEN_VARIABLE: " 1:x "}).bot_token().reveal() == "1:x"


@pytest.mark.parametrize(
    ("mode", "content", "is_open"),
    [(0o600, TOKEN, False), (0o640, TOKEN, True), (0o602, TOKEN, True), (0o644, "\n", False)],
)
def test_a_token_that_others_may_read_is_noticed(
    file: Path, mode: int, content: str, *, is_open: bool
) -> None:
    """Its file is named where anybody but its owner has a right to it, and a token is in it."""
    token = file.parent / "token.txt"
    token.write_text(content, encoding="utf-8")
    token.chmod(mode)
    config = loaded(file, '[telegram]\ntoken_file = "token.txt"\n')

    assert config.exposed_token_file() == (token if is_open else None)
    token.unlink()
    assert config.exposed_token_file() is None


@pytest.mark.parametrize("content", [None, b"", b"1:x 2:y", b"\xff"])
def test_a_token_that_cannot_be_had_is_refused_by_key(file: Path, content: bytes | None) -> None:
    """A missing, empty, crowded or unreadable file is one clear line, without its contents."""
    if content is not None:
        (file.parent / "token.txt").write_bytes(content)
    config = loaded(file, '[telegram]\ntoken_file = "token.txt"\n')
    with pytest.raises(ConfigError) as refusal:
        config.bot_token()

    assert refusal.value.problems[0].startswith("telegram.token_file: ")
    assert "2:y" not in refusal.value.problems[0]


def test_no_token_at_all_says_where_to_put_it(file: Path) -> None:
    """Both places are named."""
    with pytest.raises(ConfigError, match=TOKEN_VARIABLE):
        loaded(file, "").bot_token()


def test_secrets_do_not_show_themselves(file: Path) -> None:
    """Neither the token nor a database's password stands in what a log might show."""
    config = loaded(
        file,
        '[storage]\nurl = "postgresql://me:hidden@db/x"\n',
        {TOKEN_VARIABLE: TOKEN},
    )

    assert config.storage.url == "postgresql+asyncpg://me:hidden@db/x"
    assert TOKEN not in repr(config)
    assert "hidden" not in repr(config)


def test_a_wrong_address_is_refused_without_its_password(file: Path) -> None:
    """A refusal goes to the screen and into logs; a password does not."""
    (problem,) = problems(file, '[storage]\nurl = "mysql://me:hidden@db/x"\n')

    assert "hidden" not in problem
    assert "'mysql://...@db/x' is not allowed" in problem
    for odd in ("mysql://me:hid/den@db/x", "mysql:me:hidden@db", "mysql://me:a@hidden@db/x"):
        (problem,) = problems(file, f'[storage]\nurl = "{odd}"\n')
        assert "den" not in problem


# The commands


@click.command()
@config_option
def _show(config_file: Path | None) -> None:
    click.echo(configured(config_file).logging.level)


def test_a_command_prints_one_line_a_problem(file: Path) -> None:
    """Status 2, and each problem on a line of stderr."""
    file.write_text('[logging]\nlevel = "x"\nformat = "y"\n', encoding="utf-8")
    result = CliRunner().invoke(_show, ["--config", str(file)])

    assert result.exit_code == 2
    assert [line.split(" ")[1] for line in result.stderr.splitlines()] == [
        "logging.level:",
        "logging.format:",
    ]


def test_a_command_finds_its_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """config.toml of the working folder is used where there is one, else the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURRETUR_LOGGING_FORMAT", "json")
    without = CliRunner().invoke(_show)
    Path("config.toml").write_text('[logging]\nlevel = "error"\n', encoding="utf-8")
    found = CliRunner().invoke(_show)

    assert (without.stdout, found.stdout) == ("info\n", "error\n")
