"""One call of a Bot API method: its parameters, read and checked as Telegram reads them.

A parameter of another type is refused as Telegram refuses it: `ApiError` (400).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sandbox import limits
from sandbox.errors import bad_request, too_large
from sandbox.json_text import read_json

_NUMBER = re.compile(r"[+-]?[0-9]{1,19}")
"""A whole number of at most 64 bits."""
_CHAT_ID = re.compile(r"-?[0-9]{1,18}")
"""A numeric `chat_id`. Telegram also accepts a name, `@club`; the sandbox has no chat names."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with the call."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """A method's name and parameters."""

    method: str
    values: Mapping[str, object] = field(default_factory=dict)
    """The parameters by name: all text from a form, of their own types from JSON."""
    files: Mapping[str, Upload] = field(default_factory=dict)
    """The uploaded files by the name of their part."""

    def text(self, name: str, default: str = "") -> str:
        """Return a parameter as text."""
        value = self.values.get(name, default)
        return value if isinstance(value, str) else json.dumps(value)

    def number(self, name: str, default: int | None = None) -> int | None:
        """Return a parameter as a whole number; `default` (None) if it is not there."""
        value = self.values.get(name)
        if value in (None, ""):
            return default
        if not _NUMBER.fullmatch(str(value)):
            raise bad_request(f'field "{name}" must be a valid Number')
        return int(str(value))

    def flag(self, name: str) -> bool:
        """Return a parameter as yes or no."""
        return str(self.values.get(name, "")).lower() in {"1", "true", "yes"}

    def json(self, name: str) -> object:
        """Return a parameter written in JSON; None if it is not there."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return read_json(value)
        except ValueError as error:
            raise bad_request(f"can't parse {name}: Can't parse JSON object") from error

    def mapping(self, name: str) -> dict[str, object]:
        """Return a parameter that is a JSON object; empty if it is not there."""
        value = self.json(name)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise bad_request(f"can't parse {name}: Object expected")
        return value

    def items(self, name: str) -> list[dict[str, object]]:
        """Return a parameter that is a JSON array of objects; empty if it is not there."""
        value = self.json(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise bad_request(f"can't parse {name}: Array of Objects expected")
        return value

    def strings(self, name: str) -> list[str] | None:
        """Return a parameter that is a JSON array of texts; None if it is not there."""
        value = self.json(name)
        if value is None:
            return None
        if not isinstance(value, list):
            raise bad_request(f"can't parse {name}: Array expected")
        return [str(item) for item in value]

    def chat_id(self, name: str = "chat_id") -> int | None:
        """Return the chat the call is for; None if it is for none, or names one by `@name`."""
        value = str(self.values.get(name, ""))
        return int(value) if _CHAT_ID.fullmatch(value) else None

    def check_size(self) -> None:
        """Refuse more than 50 MB of uploads (413)."""
        if sum(len(file.content) for file in self.files.values()) > limits.UPLOAD_BYTES:
            raise too_large()


NO_ANSWER = 0
"""The status of a call that got no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRecord:
    """A finished call of the bot."""

    method: str
    values: Mapping[str, object]
    files: int
    """The number of uploaded files; a file that is named by its id does not count."""
    at: datetime
    status: int
    """The HTTP status of the answer, or `NO_ANSWER`."""
    description: str = ""
    """The reason of a refusal."""
