"""The announcements on devices, if an operator wants them and the library for them is installed."""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from bot.runtime.config.settings import Config, ConfigError
from bot.runtime.push_services import PushServices
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.people.announcements import Announcements
from bot.transport.push.carrier import Sender

if TYPE_CHECKING:
    from bot.transport.push.sender_key import SenderKey

LIBRARY: Final = "cryptography"
_PURPOSE: Final = "push"
"""What the derived secret is for; other purposes have other secrets."""


def expect_library(config: Config) -> None:
    """Check that announcements can be encrypted if they are wanted.

    Raises:
        ConfigError: the library is missing.
    """
    if config.push.contact and find_spec(LIBRARY) is None:
        raise ConfigError(
            f"push.contact: announcements need the package {LIBRARY}, which is missing; install"
            ' "tur-retur[push]" or everything in requirements.txt, or empty this key'
        )


def public_key_of(config: Config) -> str:
    """Return the key with which browsers subscribe.

    Raises:
        ConfigError: there is no token, from which it is derived; or the library is missing.
    """
    return _key_of(config).public


def _key_of(config: Config) -> "SenderKey":
    """Return the key that signs announcements.

    Raises:
        ConfigError: as `public_key_of`.
    """
    expect_library(config)
    from bot.transport.push.sender_key import SenderKey  # noqa: PLC0415  (needs the library)

    return SenderKey.derived(config.secret_for(_PURPOSE), config.push.contact)


def sender_of(config: Config, runtime: Runtime, shared: BotSettings) -> Sender | None:
    """Return what announces messages; None if nothing is to be announced.

    Raises:
        ConfigError: as `public_key_of`.
    """
    if not config.push.contact:
        return None
    key = _key_of(config)
    from bot.transport.push.sender import PushSender  # noqa: PLC0415  (needs the library)

    return PushSender(
        Announcements(runtime, shared),
        key,
        PushServices(config.push.services),
        clock=runtime.clock,
        counts=runtime.counts,
        formal=shared.is_formal,
    )
