import json
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import structlog

from bot.runtime.log import MOST_ALIKE, bound, get_logger, set_up

TOKEN = "1234567890:AAHn-x_yzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    """Restore logging after the test."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def lines(stream: StringIO) -> list[dict[str, Any]]:
    """Return the JSON lines written."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize("as_json", [True, False])
def test_the_token_is_never_logged(as_json: bool) -> None:
    """Messages, facts, tracebacks and library lines have it masked."""
    stream = StringIO()
    set_up(as_json=as_json, secrets=["9:short"], stream=stream)
    log = get_logger()
    try:
        json.loads(f"https://api.telegram.org/bot{TOKEN}/getMe")
    except json.JSONDecodeError as error:
        error.add_note(f"in bot{TOKEN}")
        log.exception("failed", url=f"/bot{TOKEN}/x", other="9:short")
        logging.getLogger("library").exception("failed for %s", TOKEN)

    written = stream.getvalue()
    assert "[token]" in written
    assert TOKEN not in written
    assert "9:short" not in written
    assert "JSONDecodeError" in written


def test_http_requests_are_not_logged() -> None:
    """The HTTP client's lines, which have the token, are dropped."""
    stream = StringIO()
    set_up(level="DEBUG", as_json=True, stream=stream)
    logging.getLogger("httpx").info("HTTP Request: POST ...")

    assert stream.getvalue() == ""


def test_facts_are_fields() -> None:
    """Each line is one JSON object with its facts, bound facts, level and instant."""
    stream = StringIO()
    set_up(as_json=True, stream=stream)
    with bound(update=5):
        get_logger().info("moved", game="AB12", who="Ștefan")
    logging.getLogger("library").warning("slow: %s s", 3)

    first, second = lines(stream)
    assert first["event"] == "moved"
    assert (first["update"], first["game"], first["who"]) == (5, "AB12", "Ștefan")
    assert first["level"] == "info"
    assert first["timestamp"].endswith("Z")
    assert second["event"] == "slow: 3 s"
    assert "Ștefan" in stream.getvalue()


def test_the_level_decides() -> None:
    """Lines below the level are dropped."""
    stream = StringIO()
    set_up(level="WARNING", stream=stream)
    get_logger().info("small")
    get_logger().warning("large")

    assert "small" not in stream.getvalue()
    assert "large" in stream.getvalue()


def test_a_line_that_repeats_is_held_to_a_few_a_minute() -> None:
    """A repeated line, also a library's, is limited; different errors are still written."""
    stream = StringIO()
    set_up(as_json=True, stream=stream)
    log, library = get_logger(), logging.getLogger("asyncio")
    for number in range(1000):
        log.error("no descriptor", number=number)
        library.error("socket.accept() out of system resource %s", number)
        log.info("sent", number=number)
    log.error("something else")

    events = [each["event"] for each in lines(stream)]
    assert events.count("no descriptor") == MOST_ALIKE
    assert len([each for each in events if each.startswith("socket.accept")]) == MOST_ALIKE
    assert events.count("sent") == 1000
    assert events[-1] == "something else"
