"""Converts the library's errors to the bot's; Telegram names many only by their text."""

from collections.abc import Iterator
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

from bot.texts.delivery import (
    ConnectionFailed,
    GroupMigrated,
    MessageRefused,
    NoTopic,
    OverLimit,
    Retry,
    TokenRejected,
    Unreachable,
    UpdatesConflict,
)

_NO_TOPIC: Final = ("message thread not found", "topic_deleted", "topic_closed", "topic_id_invalid")
_SHUT_OUT: Final = ("chat_write_forbidden", "not enough rights to send")
_TOO_BIG: Final = "file is too big"
_NOBODY: Final = ("chat not found", "user not found", "peer_id_invalid", "user is deactivated")


def says(error: TelegramError, *phrases: str) -> bool:
    """Return whether Telegram's description contains one of the phrases."""
    description = error.message.lower()
    return any(phrase in description for phrase in phrases)


@contextmanager
def our_errors() -> Iterator[None]:
    """Convert the library's errors to those of `bot.texts.delivery`.

    BadRequest and TimedOut are subclasses of its NetworkError, so the order below matters.
    """
    try:
        yield
    except RetryAfter as error:
        after = error.retry_after
        raise Retry(after if isinstance(after, int) else after.total_seconds()) from error
    except ChatMigrated as error:
        raise GroupMigrated(error.new_chat_id) from error
    except Forbidden as error:
        raise Unreachable(error.message) from error
    except InvalidToken as error:
        raise TokenRejected("the token is not accepted by the server") from error
    except Conflict as error:
        raise UpdatesConflict(error.message, webhook=says(error, "webhook")) from error
    except BadRequest as error:
        if says(error, *_NOBODY, *_SHUT_OUT):
            raise Unreachable(error.message) from error
        if says(error, *_NO_TOPIC):
            raise NoTopic(error.message) from error
        if says(error, _TOO_BIG):
            raise OverLimit(error.message) from error
        raise MessageRefused(error.message) from error
    except TelegramError as error:  # NetworkError, TimedOut, and answers that are not JSON
        if says(error, "too large"):  # 413 is not a subclass of BadRequest in the library
            raise MessageRefused(error.message) from error
        raise ConnectionFailed(error.message) from error
