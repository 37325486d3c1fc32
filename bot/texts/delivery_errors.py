"""The outcomes of a failed delivery; the courier decides by their class what to do next."""


class DeliveryError(Exception):
    """Base of every delivery error; never raised itself."""


class Retry(DeliveryError):  # noqa: N818  (the courier names delivery errors by their outcome)
    """Too many messages to this chat: it accepts the next one in `after` seconds."""

    def __init__(self, after: float) -> None:
        self.after = after
        super().__init__(f"too many messages, again in {after:g} s")


class ConnectionFailed(DeliveryError):  # noqa: N818
    """The network or the server failed; whether the call took effect is unknown."""


class OutcomeUnknown(ConnectionFailed):
    """The mail server did not answer after the whole mail, so it may or may not have it."""


class Unreachable(DeliveryError):  # noqa: N818
    """The person has blocked the bot, never pressed Start, or is gone; or their mail is refused."""


class GroupMigrated(DeliveryError):  # noqa: N818
    """The group has become a supergroup, with `chat` as its new number."""

    def __init__(self, chat: int) -> None:
        self.chat = chat
        super().__init__(f"the group is now {chat}")


class MessageRefused(DeliveryError):  # noqa: N818
    """Telegram does not accept the message; sending it again would not help."""


class OverLimit(MessageRefused):
    """The message or file exceeds a limit of the bot or of Telegram."""


class NoTopic(MessageRefused):
    """The group has no such topic: it was deleted, or topics were turned off."""


class TopicClosed(NoTopic):
    """The topic, or the group's general one, is closed; an administrator may open it again."""


class NoMedia(MessageRefused):
    """The group allows the bot no pictures or files; words alone may arrive."""


class NoRightToWrite(MessageRefused):
    """The group allows the bot to read, but not to write."""


class TokenRejected(DeliveryError):  # noqa: N818
    """The token is not accepted: nothing can be sent or received."""


class UpdatesConflict(DeliveryError):  # noqa: N818
    """Another process (or, with `webhook`, a web address) takes this bot's updates."""

    def __init__(self, reason: str, *, webhook: bool) -> None:
        self.webhook = webhook
        super().__init__(reason)
