"""A wrong configuration is refused by key, with allowed values, all errors at once."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.runtime.config.settings import ConfigError, known_keys, load_config
from tests.bot.runtime.config.written import problems


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
                " server, mail, push, public, operators, federation, play, reminders, logging,"
                " lexicon, backup, analysis, ratings, ruleset)"
            ),
        ),
        (
            '[hook]\nurl = ""\n',
            (
                "[hook]: delete this section; the bot calls no other site,"
                " which reads results from the open data instead"
            ),
        ),
        ("storage = 3\n", "storage: must be a section, written [storage]"),
        (
            'token_file = "token.txt"\n',
            "token_file: is in no section; write it under [telegram]",
        ),
        (
            'directory = "copies"\n',
            "directory: is in no section; write it under [public] or [lexicon] or [backup]",
        ),
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
    """The line names the key and the allowed values, and suggests a similar key."""
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
    """A wrong type, limit or form is one problem with the key's name."""
    (problem,) = problems(file, f"[{section}]\n{line}\n")

    assert problem.startswith(f"{section}.{line.split(' ', maxsplit=1)[0]}: ")
    assert "(allowed: " in problem


def test_all_problems_are_reported_at_once(file: Path) -> None:
    """One run of the program lists every problem."""
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
    """A syntax error names its line, and a missing file its path."""
    (syntax,) = problems(file, "[telegram]\nmode = \n")
    (bare,) = problems(file, "[telegram]\nmode = polling\n")
    with pytest.raises(ConfigError) as missing:
        load_config(file.parent / "none.toml", {})
    file.write_bytes(b'[federation]\ncompetition = "\xff"\n')
    with pytest.raises(ConfigError) as encoding:
        load_config(file, {})

    assert "line 2" in syntax
    assert bare.endswith('; texts need quotes, as key = "text"')
    assert missing.value.problems == (f"{file.parent / 'none.toml'}: No such file or directory",)
    assert encoding.value.problems == (f"{file}: not text in UTF-8",)


@given(st.sampled_from(sorted((s, k) for s, keys in known_keys().items() for k in keys)), st.text())
def test_any_text_of_a_variable_is_taken_or_refused_by_name(
    key: tuple[str, str], text: str
) -> None:
    """For any value the answer is a configuration or a line with the key's name."""
    section, name = key
    try:
        load_config(None, {f"TURRETUR_{section}_{name}".upper(): text})
    except ConfigError as refusal:
        assert all(line.startswith(f"{section}.") for line in refusal.problems)  # noqa: PT017


def test_a_file_that_is_nested_too_deep_or_a_pipe_is_refused_in_one_line(file: Path) -> None:
    """There is no traceback, and no endless wait."""
    (deep,) = problems(file, f"x = {'[' * 100_000}")
    assert deep == f"{file}: nested too deep"
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(ConfigError) as pipe:
        load_config(file, {})
    assert pipe.value.problems == (f"{file}: a pipe, not a file",)
