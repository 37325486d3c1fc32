"""Logging: one line an event, facts as fields, never the bot's token.

Modules take their logger from here: `log = get_logger()`, then `log.info("sent", chat=7)`. Library
messages use the same output. `bound` adds game facts for each update; racks and private messages
are never logged.
"""

import logging
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

import structlog

_TOKEN: Final = re.compile(r"(?<!\d)\d{5,}:[A-Za-z0-9_-]{20,}")
_HIDDEN: Final = "[token]"
_CONTROL: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Characters that move a terminal's cursor, end a line, or change its direction."""
_CONTINUED: Final = "\n    "
"""Indents further lines of an entry, so that no user text begins a line."""
_QUIET: Final = {
    "aiosqlite": logging.WARNING,
    "alembic.runtime.plugins": logging.WARNING,
    "apscheduler": logging.ERROR,  # it warns when a sweep is skipped because one is still running
    "asyncio": logging.WARNING,
    "httpcore": logging.WARNING,
    "httpx": logging.WARNING,  # its INFO lines contain the token in every address
    "PIL": logging.WARNING,
    "telegram": logging.WARNING,
    "telegram.request": logging.CRITICAL,  # a proxy's page instead of an answer, with a traceback
}

MOST_ALIKE: Final = 10
"""The most warnings and errors of one kind in a minute."""
_MINUTE: Final = 60.0
_KIND_LENGTH: Final = 100
"""The number of first characters that identify a kind."""

Logger = structlog.stdlib.BoundLogger


def get_logger() -> Logger:
    """Return a logger; it may be created before `set_up` and follows it afterwards."""
    logger: Logger = structlog.stdlib.get_logger()
    return logger


@contextmanager
def bound(**facts: object) -> Iterator[None]:
    """Add these facts to every line logged inside the context."""
    with structlog.contextvars.bound_contextvars(**facts):
        yield


def set_up(
    *,
    level: str = "INFO",
    as_json: bool = False,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Write all lines from `level` up to the stream (stderr), as JSON or as readable text.

    Bot tokens and each of the `secrets` are removed from the finished line, including tracebacks
    and library messages. User text cannot imitate a log line: control characters are shown, and
    further lines of an entry are indented.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.addFilter(_AlikeLimit())
    handler.setFormatter(_Redacting(tuple(filter(None, secrets)), as_json=as_json))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name, quiet in _QUIET.items():
        logging.getLogger(name).setLevel(max(quiet, root.level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_common_processors(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _common_processors() -> list[structlog.typing.Processor]:
    """Return the processors for the program's own lines and those of libraries."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


class _Redacting(structlog.stdlib.ProcessorFormatter):
    """Formats the line, then removes the secrets from it."""

    def __init__(self, secrets: tuple[str, ...], *, as_json: bool) -> None:
        """Write JSON or readable text, without these secrets."""
        renderers: list[structlog.typing.Processor]
        if as_json:
            renderers = [
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            ]
        else:
            plain = structlog.dev.plain_traceback
            renderers = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
        super().__init__(
            processors=[self.remove_processors_meta, *renderers],
            foreign_pre_chain=_common_processors(),
        )
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without secrets."""
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        line = _TOKEN.sub(_HIDDEN, line)
        return _CONTROL.sub(_escaped, line).replace("\n", _CONTINUED)


class _AlikeLimit(logging.Filter):
    """Limits the lines of one kind in a minute; the next line shows how many were dropped.

    An endless failure, such as a full table of descriptors, must not fill the disk.
    """

    def __init__(self) -> None:
        super().__init__()
        self._since = 0.0
        """When the present minute began, in seconds since 1970."""
        self._seen: Counter[tuple[str, int, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the line."""
        if record.levelno < logging.WARNING:
            return True
        if not 0 <= record.created - self._since < _MINUTE:
            left_out = sum(max(0, count - MOST_ALIKE) for count in self._seen.values())
            self._since = record.created
            self._seen.clear()
            if left_out:
                _add_count(record, left_out)
        kind = (record.name, record.levelno, _event_of(record)[:_KIND_LENGTH])
        self._seen[kind] += 1
        return self._seen[kind] <= MOST_ALIKE


def _event_of(record: logging.LogRecord) -> str:
    """Return the text of a line; the program's own lines come as a mapping of facts."""
    message = record.msg
    return str(message.get("event", "")) if isinstance(message, dict) else str(message)


def _add_count(record: logging.LogRecord, left_out: int) -> None:
    """Add to the line how many were dropped in the minute before."""
    if isinstance(record.msg, dict):
        record.msg = {**record.msg, "left_out_before": left_out}
    else:
        record.msg = f"{record.msg} (lines left out before: {left_out})"


def _escaped(control: re.Match[str]) -> str:
    """Return a control character as Python writes it in a string."""
    return control[0].encode("unicode_escape").decode()
