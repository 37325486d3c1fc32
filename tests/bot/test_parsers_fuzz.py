"""Whatever people type or send, reading it ends in a value or in the error that was declared."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.config.settings import ConfigError, load_config
from bot.desk.conditions import read_condition
from bot.handlers.arbiter import parse_arrangement
from bot.handlers.writing import split_game
from bot.tables.entries import read_file, read_pasted
from bot.tables.faults import TableError
from bot.telegram_io.reading import UnreadableUpdate, parse_update
from engine.dates import parse_date, parse_period
from engine.errors import EngineError
from engine.gcg import parse_gcg, read_gcg
from engine.notation import (
    is_pass,
    looks_like_placement,
    parse_placement,
    parse_position,
    parse_word,
)
from tests.e2e.harness import MORNING

TODAY = date(2025, 5, 3)
PIECES = [
    "H8", "8H", "CASA", "c(a)sa", "PAS", "orice", "->", "→", "?", "(", ")", "((", "*", "O16", "Ș",
    "3.05", "10.05", "2025-02-30", "31.12.9999", "0.0", "..", "-", "–", "Ana Pop", " - ", ";", "vs",
    "faza preliminara", "start", "start 1.1", "#player1 a", "#player2 b", ">a:", "AEIOU", "+10",
    "\n", "\t", " ", "\0", "\u202e", "\ud800", "\u0301", "²", "١٢", "9" * 40, "x" * 300, "/", ":",
    "K7QF/1", "1e9", "=1+1", ",", '"', "[", "]", "{}", "null", "ﬀ", "İ", "ß",
]  # fmt: skip
TEXT = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=9).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
    st.text(st.characters(codec=None), max_size=60),
)
READERS: dict[str, Callable[[str], object]] = {
    "placement": parse_placement,
    "position": parse_position,
    "word": parse_word,
    "pass": is_pass,
    "likeness": looks_like_placement,
    "date": lambda text: parse_date(text, TODAY),
    "period": lambda text: parse_period(text, TODAY),
    "arrangement": lambda text: parse_arrangement(text, TODAY),
    "condition": read_condition,
    "game first": split_game,
    "record": parse_gcg,
    "record in bytes": lambda text: read_gcg(text.encode(errors="surrogatepass")),
    "list": read_pasted,
    "file": lambda text: read_file(text.encode(errors="surrogatepass"), "lista.csv"),
}


@pytest.mark.parametrize("name", sorted(READERS))
def test_what_is_typed_is_read_or_refused(name: str) -> None:
    """No reader of people's texts knows another ending."""
    read = READERS[name]

    @settings(max_examples=120, deadline=None)
    @given(TEXT)
    def attempt(text: str) -> None:
        with suppress(EngineError, TableError):
            read(text)

    attempt()


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(PIECES)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["update_id", "message", "callback_query", "my_chat_member", "chat", "id", "from",
                 "text", "date", "data", "type", "message_id", "document", "photo", "file_id",
                 "first_name", "is_bot", "new_chat_member", "status", "edited_message"]
            ), inner, max_size=5),
    ),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["update_id", "message", "callback_query"]), JSON))
def test_an_update_is_read_or_unreadable(update: dict[str, object]) -> None:
    """Whatever comes in Telegram's name, nothing else happens."""
    with suppress(UnreadableUpdate):
        parse_update(update, MORNING, "bot")


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(
    st.sampled_from(["TURRETUR_TELEGRAM_MODE", "TURRETUR_OPERATORS_IDS", "TURRETUR_STORAGE_URL",
                     "TURRETUR_REMINDERS_HOUR", "TURRETUR_FEDERATION_TIME_ZONE", "TURRETUR_X",
                     "TURRETUR_RULESET_NAME", "TURRETUR_SERVER_PORT"]),
    TEXT.filter(lambda text: "\0" not in text),
))  # fmt: skip
def test_a_setting_is_taken_or_refused_by_name(environment: dict[str, str]) -> None:
    """A wrong setting is told in lines that name it."""
    problems: tuple[str, ...] = ()
    try:
        load_config(None, environment)
    except ConfigError as error:
        problems = tuple(error.problems) or ("",)
    assert all("." in problem or "TURRETUR" in problem for problem in problems)


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    """Return where a configuration may lie."""
    return tmp_path / "config.toml"


def test_a_configuration_that_is_no_toml_is_refused(file: Path) -> None:
    """Bytes, halves of tables, other kinds of values: one error, and no other."""
    broken = [b"\xff\xfe", b"[telegram", b"telegram = 1", b"[telegram]\nmode = 3", b"[x.y]\n"]
    broken += [b"[telegram]\npoll_timeout = nan", b"\0", b"[operators]\nids = ['a', -1]"]
    for content in broken:
        file.write_bytes(content)
        with pytest.raises(ConfigError):
            load_config(file, {})
