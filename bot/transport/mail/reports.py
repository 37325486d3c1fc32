"""Reads a delivery report (RFC 3464): to whom it is, and whether the mail failed for good.

Servers word their reports freely; only the part `message/delivery-status` counts. Nobody
repeats a mail that comes back, so a refused sender (5.7.x) counts, too.
"""

from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Final

_TO: Final = ("to", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
"""Where servers put the address that a report was sent to."""
_STATUS: Final = "message/delivery-status"
_FAILED, _FOR_GOOD = "failed", "5"
"""The action of a mail that failed, and the class of a status that no later try changes."""


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """What a server reports."""

    to: str
    """The addresses to which the report itself was sent."""
    is_for_good: bool
    """Whether every later try would fail, too."""


def report_of(content: bytes) -> DeliveryReport | None:
    """Return the report, or None if the message is none."""
    try:
        message = message_from_bytes(content, policy=default)
        statuses = [part for part in message.walk() if part.get_content_type() == _STATUS]
        if message.get_content_type() != "multipart/report" or not statuses:
            return None
        blocks = [each for each in _blocks(statuses[0]) if each.get("action") is not None]
        to = "\n".join(str(each) for name in _TO for each in message.get_all(name, ()))
        is_for_good = all(map(_is_for_good, blocks))
    except (ValueError, LookupError, TypeError, AttributeError):
        return None  # the library gives up on some broken messages in these ways
    if not blocks:
        return None
    return DeliveryReport(to, is_for_good)


def _blocks(status: Message) -> list[Message]:
    """Return the groups of fields: one about the mail, then one for each recipient."""
    payload = status.get_payload()
    if not isinstance(payload, list):
        return []
    return [part for part in payload if isinstance(part, Message)]


def _is_for_good(block: Message) -> bool:
    """Return whether the mail to the recipient of this block failed for good."""
    action = str(block.get("action", "")).strip().casefold()
    return action == _FAILED and str(block.get("status", "")).strip().startswith(f"{_FOR_GOOD}.")
