"""What `turretur setup` asks about mails and announcements to players in browsers.

One Enter means none.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import click

from bot.cli.output import complain

PASSWORD_FILE = "mail-password.txt"  # noqa: S105  (the name of a file)
_HOST = re.compile(r"[\w.-]+")
_PORT, _TLS_PORT = 587, 465
"""The usual ports of a mail server: for STARTTLS, and for TLS from the start (RFC 8314)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailAnswers:
    """The answers about a mail server."""

    host: str
    port: int
    tls: str
    """The encryption: one of the words of `bot.runtime.config.sections`."""
    user: str
    """The account at the server; empty for no login."""
    password: str = field(repr=False)
    """Empty without an account."""
    sender: str

    def values(self) -> dict[tuple[str, str], str]:
        """Return the values as TOML, by the section and the name of their key."""
        settings = {
            "host": _quoted(self.host),
            "port": f"{self.port}",
            "tls": _quoted(self.tls),
            "user": _quoted(self.user),
            "password_file": _quoted(PASSWORD_FILE if self.password else ""),
            "sender": _quoted(self.sender),
        }
        return {("mail", key): value for key, value in settings.items()}


def ask_mail(address: str) -> MailAnswers | None:
    """Ask for the mail server of a bot at that public address; return None if there is none."""
    from bot.runtime.config.sections import PLAIN, STARTTLS, TLS

    host = click.prompt(
        "Mail server for players in browsers, such as smtp.example.org (empty: no mails)",
        default="",
        show_default=False,
        value_proc=_host,
    )
    if not host:
        return None
    port = click.prompt("Its port", default=_PORT, type=click.IntRange(1, 65535))
    tls = click.prompt(
        "Encryption: starttls by a command, tls from the start, none on this machine",
        default=TLS if port == _TLS_PORT else STARTTLS,
        type=click.Choice((STARTTLS, TLS, PLAIN)),
        show_choices=False,
    )
    user = click.prompt("Account at the server (empty: no login)", default="", show_default=False)
    password = click.prompt("Its password", hide_input=True) if user.strip() else ""
    sender = click.prompt(
        "Sender of the mails",
        default=f"Scrabble <scrabble@{urlsplit(address).hostname}>",
        value_proc=_sender,
    )
    return MailAnswers(
        host=host, port=port, tls=tls, user=user.strip(), password=password, sender=sender
    )


def ask_contact() -> dict[tuple[str, str], str]:
    """Ask for the contact of announcements; return the keys of the configuration, if there is one.

    Only a person knows whether somebody reads an address, so none is proposed.
    """
    contact = click.prompt(
        "Your e-mail address for push services, which then announce turns on devices of players in"
        " browsers (empty: no announcements)",
        default="",
        show_default=False,
        value_proc=_contact,
    )
    return {("push", "contact"): _quoted(contact)} if contact else {}


def offer_test(config_file: Path, nameserver: str) -> None:
    """Ask for an address, and send a test mail there; a failure changes nothing."""
    import asyncio

    from bot.cli.mail import send_test, show_domain
    from bot.runtime.config.checks import is_mail_address
    from bot.runtime.config.settings import load_config

    to = click.prompt("Send a test mail to (empty: none)", default="", show_default=False).strip()
    if not to:
        return
    if not is_mail_address(to):
        complain(f"{to!r} is no address such as name@example.org: run turretur mail test ADDRESS")
        return
    outcome = asyncio.run(send_test(load_config(config_file), to, nameserver))
    show_domain(outcome.domain)
    if outcome.problem is not None:
        complain(
            f"not sent: {outcome.problem}: correct [mail] in {config_file}, then turretur mail test"
        )
    else:
        click.echo("accepted: see that it arrives among the wanted mails")


def _host(text: str) -> str:
    """Return the typed name of a server, or "" for none; ask again if it is no name."""
    if text.strip() and not _HOST.fullmatch(text.strip()):
        raise click.UsageError(f"expected a name such as smtp.example.org, found {text}")
    return text.strip()


def _sender(text: str) -> str:
    """Return the typed sender; ask again if it has no address."""
    from email.utils import parseaddr

    from bot.runtime.config.checks import is_mail_address

    if not is_mail_address(parseaddr(text)[1]):
        raise click.UsageError(f"expected Scrabble <scrabble@example.org>, found {text}")
    return text.strip()


def _contact(text: str) -> str:
    """Return the typed address for push services, or "" for none; ask again if it is no address."""
    from bot.runtime.config.checks import push_contact

    if not text.strip():
        return ""
    try:
        return push_contact(text)
    except ValueError as error:
        raise click.UsageError(
            f"expected an address such as ana@scrabble.ro, found {text}{error}"
        ) from None


def _quoted(text: str) -> str:
    """Return a text as a TOML string, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False)
