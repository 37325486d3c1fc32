"""Reading any input gives a value or the declared error."""

import io
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ExifTags, Image

from bot.chat.matches.arrangement import parse_arrangement
from bot.chat.play.writing import split_game
from bot.documents.image_sanitiser.reencoding import reencoded
from bot.documents.image_sanitiser.wire import Unusable
from bot.documents.standings.album import parse_which
from bot.documents.tables.faults import TableError
from bot.documents.tables.pasted_players import read_pasted
from bot.documents.tables.player_lists import read_file
from bot.ratings.cnis.typed_input import read_scale, read_typed_places
from bot.ratings.lists.fngo_list import parse_bands
from bot.ratings.lists.list_requests import find_player, read_request
from bot.runtime.config.settings import ConfigError, load_config
from bot.service.pure.competitions.stored_answers import parse_advance
from bot.service.pure.play.condition_lines import read_condition
from bot.texts.buttons.play import NOTE
from bot.texts.buttons.verb import number_in
from bot.transport.telegram_io.raw_updates import UnreadableUpdate, parse_update
from engine.dates import parse_date, parse_period
from engine.errors import EngineError
from engine.gcg.reader import parse_gcg, read_gcg
from engine.notation import (
    is_pass,
    looks_like_placement,
    parse_placement,
    parse_position,
    parse_word,
)
from engine.rulesets import NATIONAL_2025
from engine.sequences.check import violations
from engine.words.wordlist import read_word_list
from tests.e2e.harness import MORNING
from tests.examples import HALF

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
    "scale": read_scale,
    "places": read_typed_places,
    "rating list": lambda text: read_request(text, TODAY),
    "names": lambda text: find_player(text, {"ana pop": "Ana Pop", "ion rus": "Ion Rus"}),
    "bands": parse_bands,
    "number in a button": number_in,
    "table in a button": parse_which,
    "instant in a button": NOTE.read,
    "who goes on": parse_advance,
    "sequence": lambda text: violations(text, NATIONAL_2025),
    "word list": lambda text: read_word_list(text.encode(errors="surrogatepass")),
    "list": read_pasted,
    "file": lambda text: read_file(text.encode(errors="surrogatepass"), "lista.csv"),
}


@pytest.mark.parametrize("name", sorted(READERS))
def test_what_is_typed_is_read_or_refused(name: str) -> None:
    """No reader of people's texts raises another error."""
    read = READERS[name]

    @settings(max_examples=HALF, deadline=None)
    @given(TEXT)
    def attempt(text: str) -> None:
        with suppress(EngineError, TableError):
            read(text)

    attempt()


LONG = [" ", "\t", "\n", "a", "1", "1 ", "1. a\n", "(", "()", "c(a)", "-", "- ", ";", ",", "=", "→",
        "H8 ", "ă", "#note ", ">a: ", "/", ":", "vs ", "start ", "9" * 50 + " ",
        "\u0301"]  # fmt: skip
"""What a whole message may consist of."""


def read_long_ones() -> None:
    """Read messages of Telegram's full length, of one repeated part."""
    for name in READERS.keys() - {"sequence"}:  # which nobody sends
        for piece in LONG:
            with suppress(EngineError, TableError):
                READERS[name](("1. a" + piece * 4096)[:4095] + "!")


def test_no_message_is_read_for_ever() -> None:
    """Endless white space once took minutes, while everybody waited."""

    def stop(*_: object) -> None:
        raise TimeoutError

    was = signal.signal(signal.SIGALRM, stop)
    signal.alarm(90)
    try:
        read_long_ones()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, was)


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


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(["update_id", "message", "callback_query"]), JSON))
def test_an_update_is_read_or_unreadable(update: dict[str, object]) -> None:
    """Any data in Telegram's name gives one of the two."""
    with suppress(UnreadableUpdate):
        parse_update(update, MORNING, "bot")


@settings(max_examples=HALF, deadline=None)
@given(st.dictionaries(
    st.sampled_from(["TURRETUR_TELEGRAM_MODE", "TURRETUR_OPERATORS_IDS", "TURRETUR_STORAGE_URL",
                     "TURRETUR_REMINDERS_HOUR", "TURRETUR_FEDERATION_TIME_ZONE", "TURRETUR_X",
                     "TURRETUR_RULESET_NAME", "TURRETUR_SERVER_PORT"]),
    TEXT.filter(lambda text: "\0" not in text),
))  # fmt: skip
def test_a_setting_is_taken_or_refused_by_name(environment: dict[str, str]) -> None:
    """A wrong setting gives lines that name it."""
    problems: tuple[str, ...] = ()
    try:
        load_config(None, environment)
    except ConfigError as error:
        problems = tuple(error.problems) or ("",)
    assert all("." in problem or "TURRETUR" in problem for problem in problems)


def pictures() -> list[bytes]:
    """Return a small picture in every format and kind we pass on, turned by its metadata."""
    hill = Image.linear_gradient("L").resize((24, 16)).convert("RGB")
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    exif[ExifTags.Base.Make] = "X" * 20
    exif.get_ifd(ExifTags.IFD.GPSInfo)[1] = "N"
    found = []
    for mode, kind in (("RGB", "JPEG"), ("CMYK", "JPEG"), ("RGB", "PNG"), ("P", "PNG"),
                       ("LA", "PNG"), ("RGB", "WEBP")):  # fmt: skip
        out = io.BytesIO()
        hill.convert(mode).save(out, kind, exif=exif)
        found.append(out.getvalue())
    return found


@settings(deadline=None)
@given(st.sampled_from(pictures()), st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 255)),
       max_size=6), st.none() | st.integers(0, 600))  # fmt: skip
def test_a_spoilt_picture_is_re_encoded_or_refused(
    picture: bytes, changes: list[tuple[int, int]], cut: int | None
) -> None:
    """A damaged picture, above all in its metadata, is re-encoded or refused."""
    content = bytearray(picture)
    for place, byte in changes:
        content[place % len(content)] = byte
    with suppress(Unusable), Image.open(io.BytesIO(reencoded(io.BytesIO(content[:cut])))) as shown:
        assert shown.format == "JPEG"
        assert not shown.getexif()


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    """Return where a configuration may lie."""
    return tmp_path / "config.toml"


def test_a_configuration_that_is_no_toml_is_refused(file: Path) -> None:
    """Bytes, half tables and other values give one kind of error."""
    broken = [b"\xff\xfe", b"[telegram", b"telegram = 1", b"[telegram]\nmode = 3", b"[x.y]\n"]
    broken += [b"[telegram]\npoll_timeout = nan", b"\0", b"[operators]\nids = ['a', -1]"]
    for content in broken:
        file.write_bytes(content)
        with pytest.raises(ConfigError):
            load_config(file, {})
