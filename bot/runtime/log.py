"""Logging and counting: one line an event, facts as fields, the bot's token in none of them.

Modules take their logger from here: `log = get_logger()`, then `log.info("sent", chat=7)`. What the
libraries log goes the same way. Game facts are bound per update with `bound`; racks and private
messages are never logged. How often a thing has happened since the start is counted in `Counts`.
"""

import logging
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TextIO

# structlog draws tracebacks with `rich` where that is installed: 0.2 s at every start, and the
# values of local variables in the log. Neither is wanted.
_rich = sys.modules.pop("rich", None)
sys.modules["rich"] = None  # type: ignore[assignment]  # None bars the import
import structlog  # noqa: E402  (see above)

if _rich is None:
    del sys.modules["rich"]
else:
    sys.modules["rich"] = _rich

_TOKEN: Final = re.compile(r"(?<!\d)\d{5,}:[A-Za-z0-9_-]{20,}")
_HIDDEN: Final = "[token]"
_CONTROL: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What moves a terminal's cursor, ends a line, or turns its direction."""
_CONTINUED: Final = "\n    "
"""Every further line of an entry is set in: nobody's text begins a line of its own."""
_QUIET: Final = {
    "aiosqlite": logging.WARNING,
    "alembic.runtime.plugins": logging.WARNING,
    "apscheduler": logging.ERROR,  # it warns when a sweep is skipped because one still runs
    "asyncio": logging.WARNING,
    "httpcore": logging.WARNING,
    "httpx": logging.WARNING,  # its INFO lines hold the token in every address
    "PIL": logging.WARNING,
    "telegram": logging.WARNING,
    "telegram.request": logging.CRITICAL,  # a proxy's page instead of an answer, with a traceback
}

MOST_ALIKE: Final = 10
"""Warnings and errors of one kind that are written in a minute."""
_MINUTE: Final = 60.0
_KIND: Final = 100
"""Characters by which lines are of one kind."""

Logger = structlog.stdlib.BoundLogger


def get_logger() -> Logger:
    """Return a logger; it may be taken before `set_up` and follows it afterwards."""
    logger: Logger = structlog.stdlib.get_logger()
    return logger


@contextmanager
def bound(**facts: object) -> Iterator[None]:
    """Add these facts to every line logged inside."""
    with structlog.contextvars.bound_contextvars(**facts):
        yield


def set_up(
    *,
    level: str = "INFO",
    as_json: bool = False,
    secrets: Iterable[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send everything from `level` up to the stream (stderr), as JSON or for reading.

    Whatever looks like a bot's token, and each of the `secrets`, is blotted out of the finished
    line: out of tracebacks and of what libraries write, too. What people wrote cannot pass for a
    line of the log: controls are shown, and further lines of an entry are set in.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.addFilter(_Held())
    handler.setFormatter(_Redacting(tuple(filter(None, secrets)), as_json=as_json))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name, quiet in _QUIET.items():
        logging.getLogger(name).setLevel(max(quiet, root.level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def _shared() -> list[structlog.typing.Processor]:
    """Return what is done to our own lines and to those of the libraries alike."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


class _Redacting(structlog.stdlib.ProcessorFormatter):
    """Makes the finished line, then blots the secrets out of it."""

    def __init__(self, secrets: tuple[str, ...], *, as_json: bool) -> None:
        last: list[structlog.typing.Processor]
        if as_json:
            last = [
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            ]
        else:
            plain = structlog.dev.plain_traceback
            last = [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
        super().__init__(
            processors=[self.remove_processors_meta, *last], foreign_pre_chain=_shared()
        )
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """Return the line without secrets."""
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        line = _TOKEN.sub(_HIDDEN, line)
        return _CONTROL.sub(_escaped, line).replace("\n", _CONTINUED)


class _Held(logging.Filter):
    """Lets few lines of one kind through in a minute; the next one says how many were left out.

    What fails without end, a full table of descriptors for instance, must not fill the disk.
    """

    def __init__(self) -> None:
        super().__init__()
        self._since = 0.0
        self._seen: Counter[tuple[str, int, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the line is written."""
        if record.levelno < logging.WARNING:
            return True
        if not 0 <= record.created - self._since < _MINUTE:
            left_out = sum(max(0, count - MOST_ALIKE) for count in self._seen.values())
            self._since = record.created
            self._seen.clear()
            if left_out:
                _add(record, left_out)
        kind = (record.name, record.levelno, _event_of(record)[:_KIND])
        self._seen[kind] += 1
        return self._seen[kind] <= MOST_ALIKE


def _event_of(record: logging.LogRecord) -> str:
    found = record.msg
    return str(found.get("event", "")) if isinstance(found, dict) else str(found)


def _add(record: logging.LogRecord, left_out: int) -> None:
    """Say in the line how many were left out in the minute before."""
    if isinstance(record.msg, dict):
        record.msg = {**record.msg, "left_out_before": left_out}
    else:
        record.msg = f"{record.msg} (lines left out before: {left_out})"


def _escaped(control: re.Match[str]) -> str:
    return control[0].encode("unicode_escape").decode()


@dataclass(slots=True)
class Counts:
    """The tallies of one program, and when it last heard from the world."""

    updates: Counter[str] = field(default_factory=Counter)
    """Updates by what became of them: `handled`, `failed` (to be tried again), `dead`."""
    update_seconds: float = 0.0
    """Time spent on the updates handled."""
    messages: Counter[str] = field(default_factory=Counter)
    """Messages by what became of them: `sent`, `failed` (to be tried again), `dead`."""
    unnoted: int = 0
    """Messages that have been sent and that the database does not take note of."""
    deadlines: Counter[str] = field(default_factory=Counter)
    """What was due by what became of it: `rung`, `failed` (to be tried again)."""
    heard: datetime | None = None
    """When Telegram last answered a question for updates; None: never, or another program asks."""
    held: datetime | None = None
    """Since when Telegram holds updates that have not been stored; None: it holds none."""
    leads: bool = False
    """Whether this program sends and keeps time, where several work together."""
