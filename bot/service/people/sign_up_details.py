"""What a person types about themselves to sign up: name, club and e-mail address."""

import re
from typing import Final

from bot.service.competitions.signing_up import SignUpDetails
from bot.service.people.typed_names import check_typed, read_typed
from bot.service.readers.people.persons import readable_name
from bot.service.readers.readers import Readers
from engine.errors import Fault, NotationError

_EMAIL: Final = re.compile(r"[^@\s]{1,64}@[^@\s]+\.[^@\s.]+")
"""Only the form; whether the address exists, a mail shows."""
_LONGEST_EMAIL: Final = 254
"""The most characters that a mail server takes."""


async def read_details(readers: Readers, text: str, email: str = "") -> SignUpDetails:
    """Return the typed name and club of one person, with an e-mail address that is known already.

    Raises:
        NotationError: `sign_up_name` or `typed_*`.
    """
    typed = await read_typed(readers, text)
    check_typed(typed.faults)
    name = readable_name(typed.players[0].name) if len(typed.players) == 1 else ""
    if typed.faults or not name:
        raise NotationError(Fault("sign_up_name"))
    return SignUpDetails(name=name, club=readable_name(typed.players[0].club), email=email)


def read_email(text: str) -> str:
    """Return the typed e-mail address.

    Raises:
        NotationError: `sign_up_email`.
    """
    email = text.strip()
    if len(email) > _LONGEST_EMAIL or not _EMAIL.fullmatch(email) or not email.isprintable():
        raise NotationError(Fault("sign_up_email"))
    return email
