"""Converts the library's errors to the bot's; Telegram names many only by their text."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

from bot.texts.delivery_errors import (
    ConnectionFailed,
    DeliveryError,
    GroupMigrated,
    MessageRefused,
    NoMedia,
    NoRightToWrite,
    NoTopic,
    OverLimit,
    Retry,
    TokenRejected,
    TopicClosed,
    Unreachable,
    UpdatesConflict,
)

_REFUSALS: Final[Sequence[tuple[type[DeliveryError], tuple[str, ...]]]] = (
    (
        Unreachable,
        ("chat not found", "user not found", "peer_id_invalid", "user is deactivated"),
    ),
    (
        NoMedia,
        (
            "rights to send photos",
            "rights to send documents",
            "rights to send media",
            "rights to send audio",
            "rights to send video",
            "send_photos_forbidden",
            "send_docs_forbidden",
            "send_media_forbidden",
        ),
    ),
    (
        NoRightToWrite,
        (
            "chat_write_forbidden",
            "rights to send",  # any other than those above
            "send_plain_forbidden",
            "chat_restricted",
            "need administrator rights",
        ),
    ),
    (TopicClosed, ("topic_closed",)),
    (NoTopic, ("message thread not found", "topic_deleted", "topic_id_invalid")),
    (OverLimit, ("file is too big",)),
)
"""Telegram's words for a refusal, and what they mean; the first line that fits counts."""


def says(error: TelegramError, *phrases: str) -> bool:
    """Return whether Telegram's description contains one of the phrases."""
    description = error.message.lower()
    return any(phrase in description for phrase in phrases)


@contextmanager
def our_errors() -> Iterator[None]:
    """Convert the library's errors to those of `bot.texts.delivery_errors`.

    All are subclasses of its TelegramError, so that one comes last.
    """
    try:
        yield
    except RetryAfter as error:
        after = error.retry_after
        raise Retry(after if isinstance(after, int) else after.total_seconds()) from error
    except ChatMigrated as error:
        raise GroupMigrated(error.new_chat_id) from error
    except Forbidden as error:  # also if the bot was removed from a group
        raise Unreachable(error.message) from error
    except InvalidToken as error:
        raise TokenRejected("the token is not accepted by the server") from error
    except Conflict as error:
        raise UpdatesConflict(error.message, webhook=says(error, "webhook")) from error
    except BadRequest as error:
        meant = (kind for kind, phrases in _REFUSALS if says(error, *phrases))
        raise next(meant, MessageRefused)(error.message) from error
    except TelegramError as error:  # NetworkError, TimedOut, and answers that are not JSON
        if says(error, "too large"):  # 413, which is no BadRequest in the library
            raise OverLimit(error.message) from error
        raise ConnectionFailed(error.message) from error
