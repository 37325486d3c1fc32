"""Checks of configuration values; each describes the allowed values in one phrase.

A check takes a value from TOML, or from an environment variable, and returns the value for the
program. Otherwise it raises ValueError, with a hint if possible. No key is named here.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from email.utils import parseaddr
from enum import StrEnum
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

SQLITE: Final = "sqlite+aiosqlite:///"
_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
"""As in `storage.address`, which loads SQLAlchemy; a configuration is read without that."""
BIGGEST_ID: Final = 2**52 - 1
"""Telegram's ids have at most 52 significant bits."""
LONGEST_MAIL_ADDRESS: Final = 254
"""RFC 5321, 4.5.3.1.3: a path of 256 characters, with its brackets."""
_MAIL_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}"
)
_MAILTO: Final = "mailto:"
_NOBODYS: Final = re.compile(
    r"(.*\.)?(localhost|localdomain|test|invalid|example|example\.(com|net|org))", re.IGNORECASE
)
"""Domains that belong to nobody (RFC 2606)."""
_PUSH_SERVICE: Final = re.compile(  # a host, all below one, or an address on this machine
    r"(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}|http://(127\.0\.0\.1|localhost):\d{1,5}"
)
_PUBLIC: Final = re.compile(
    r"(https://[^\s/?#@]+|http://(127\.0\.0\.1|localhost)(:\d+)?)(/[^\s?#]*)?"
)


@dataclass(frozen=True, slots=True)
class Check:
    """The allowed values of one key."""

    allowed: str
    """The allowed values, in one phrase."""
    read: Callable[[object, Path], object]
    """Converts a value, with the folder of relative paths, to the program's value."""
    from_text: Callable[[str], object] = str
    """Converts the text of an environment variable to the value that TOML would give."""


def suggestion(wrong: str, known: Iterable[str]) -> str:
    """Return `; did you mean x?` for a near match, otherwise ""."""
    names = {name.casefold(): name for name in known}
    near = get_close_matches(wrong.casefold(), names, n=1)
    return f"; did you mean {names[near[0]]}?" if near else ""


def words(*, optional: bool = False) -> Check:
    """Return the check for a line of text."""

    def read(value: object, _: Path) -> str:
        if not isinstance(value, str) or "\n" in value or not (optional or value.strip()):
            raise ValueError
        return value.strip()

    return Check("a line of text" + (", or empty" if optional else ""), read)


def whole(low: int, high: int) -> Check:
    """Return the check for a whole number within these limits."""

    def read(value: object, _: Path) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError
        return value

    return Check(f"a whole number from {low} to {high}", read, _number)


def wholes(low: int, high: int, *, most: int) -> Check:
    """Return the check for a list of at most `most` whole numbers within these limits."""
    item_check = whole(low, high)

    def read(value: object, folder: Path) -> tuple[object, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError
        return tuple(item_check.read(item, folder) for item in value)

    def from_text(text: str) -> object:
        return [_number(item) for item in text.split(",") if item.strip()]

    return Check(f"a list of up to {most} whole numbers from {low} to {high}", read, from_text)


def one_of(*values: str) -> Check:
    """Return the check for one of these words."""

    def read(value: object, _: Path) -> object:
        if value not in values:
            raise ValueError(suggestion(str(value), values))
        return value

    return Check(", ".join(values), read)


def member_of(kind: type[StrEnum]) -> Check:
    """Return the check for one of an enumeration's values."""
    plain = one_of(*kind)
    return Check(plain.allowed, lambda value, folder: kind(str(plain.read(value, folder))))


def path(*, optional: bool = False) -> Check:
    """Return the check for a path; an optional one may be empty (None)."""

    def read(value: object, folder: Path) -> Path | None:
        if not isinstance(value, str) or "\x00" in value or not (optional or value.strip()):
            raise ValueError
        try:
            return folder / Path(value.strip()).expanduser() if value.strip() else None
        except RuntimeError as error:
            raise ValueError("; nobody here has such a home") from error

    return Check("a path" + (", or empty for none" if optional else ""), read)


def _number(text: str) -> object:
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,18}\s*", text) else text


def _read_switch(value: object, _: Path) -> bool:
    if not isinstance(value, bool):
        raise ValueError  # noqa: TRY004  (checks raise ValueError for every wrong value)
    return value


def _read_day(value: object, _: Path) -> date | None:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value  # TOML has its own dates
    if not isinstance(value, str):
        raise ValueError  # noqa: TRY004  (checks raise ValueError)
    return date.fromisoformat(value.strip()) if value.strip() else None


def _read_zone(value: object, _: Path) -> str:
    try:
        ZoneInfo(str(value))
    except (ValueError, OSError, KeyError) as error:
        raise ValueError(suggestion(str(value), available_timezones())) from error
    return str(value)


def _read_server(value: object, _: Path) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"https?://[^\s/?#]+[^\s?#]*", value):
        raise ValueError
    return value.rstrip("/").removesuffix("/bot").rstrip("/")


def _read_public(value: object, _: Path) -> str:
    if value == "":
        return ""
    if not isinstance(value, str) or not _PUBLIC.fullmatch(value):
        raise ValueError
    return value.rstrip("/").removesuffix("/app")


def _read_plain_address(value: object, _: Path) -> str:
    if value == "":
        return ""
    if not isinstance(value, str) or not is_mail_address(value.strip()):
        raise ValueError
    return value.strip()


def _read_mailbox(value: object, _: Path) -> str:
    if value == "":
        return ""
    if not isinstance(value, str) or not is_mail_address(parseaddr(value)[1]):
        raise ValueError
    return value.strip()


def _read_contact(value: object, _: Path) -> str:
    if value == "":
        return ""
    if not isinstance(value, str):
        raise ValueError  # noqa: TRY004  (checks raise ValueError)
    return push_contact(value)


def push_contact(text: str) -> str:
    """Return the address for push services as they expect it.

    Raises:
        ValueError: it is no address, or nobody's; the text, if any, says what to write.
    """
    address = text.strip().removeprefix(_MAILTO)
    if not is_mail_address(address):
        raise ValueError
    if _NOBODYS.fullmatch(address.rpartition("@")[2]):
        raise ValueError(
            "; push services drop messages of a sender whom they cannot reach, so write an address"
            " that somebody reads"
        )
    return _MAILTO + address


def _read_push_services(value: object, _: Path) -> str:
    names = value.replace(",", " ").split() if isinstance(value, str) else []
    if not names or not all(map(_PUSH_SERVICE.fullmatch, names)):
        raise ValueError
    return " ".join(names)


def is_mail_address(text: str) -> bool:
    """Return whether the text looks like one e-mail address, without a name."""
    return len(text) <= LONGEST_MAIL_ADDRESS and _MAIL_ADDRESS.fullmatch(text) is not None


def _read_database(value: object, folder: Path) -> str:
    """Return the address with its driver; an SQLite file is relative to the configuration."""
    scheme, separator, rest = str(value).partition("://")
    driver = _DRIVERS.get(scheme.partition("+")[0], "")
    if not separator or not rest or scheme not in (driver, driver.partition("+")[0]):
        raise ValueError
    if driver != _DRIVERS["sqlite"]:
        return f"{driver}://{rest}"
    file, mark, options = rest.removeprefix("/").partition("?")
    if not rest.startswith("/") or file in ("", ":memory:"):
        raise ValueError("; a file must be named")
    return f"{SQLITE}{folder / file}{mark}{options}"


SWITCH: Final = Check(
    "true or false",
    _read_switch,
    lambda text: {"true": True, "false": False}.get(text.casefold(), text),
)
IDS: Final = wholes(1, BIGGEST_ID, most=100)
DAY: Final = Check('a day such as "2026-09-01", or empty', _read_day)
TIME_ZONE: Final = Check("an IANA name such as Europe/Bucharest", _read_zone)
SERVER: Final = Check("an address such as https://api.telegram.org", _read_server)
"""A Bot API server; the `/bot` that calls add is optional and removed."""
PUBLIC: Final = Check("an address such as https://scrabble.example.org, or empty", _read_public)
"""The bot's web address for browsers; http only on this machine."""
MAILBOX: Final = Check(
    'an address such as "Scrabble <scrabble@example.org>", or empty', _read_mailbox
)
PLAIN_ADDRESS: Final = Check(
    'an address without a name, such as "bounces@example.org", or empty', _read_plain_address
)
CONTACT: Final = Check('an address such as "mailto:bot@scrabble.ro", or empty', _read_contact)
PUSH_SERVICES: Final = Check(
    "hosts such as fcm.googleapis.com or *.push.apple.com, separated by commas",
    _read_push_services,
)
"""Push services; http only on this machine."""
DATABASE: Final = Check(
    f"{SQLITE}FILE or postgresql+asyncpg://USER:PASSWORD@HOST/NAME", _read_database
)
