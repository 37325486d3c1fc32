"""`turretur mail test ADDRESS`: send a mail as the bot does, and check the sender's domain."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bot.cli.output import (
    Commands,
    config_option,
    configured,
    json_option,
    print_json,
    printable,
    refuse,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.cli.diagnosis.lines import CheckLine
    from bot.runtime.config.settings import Config

_CHECK: Final = (
    "Open it at the provider, show the original, and look for spf=pass, dkim=pass and dmarc=pass.",
    "If it is among the unwanted mails, your players' mails will be, too.",
)


@click.group("mail", cls=Commands)
def command() -> None:
    """Send a test mail to ADDRESS, and say what to check at the provider."""


@command.command("test")
@click.argument("address")
@config_option
@click.option(
    "--nameserver",
    metavar="ADDRESS[:PORT]",
    default="",
    help="The DNS server to ask. Default: the system's.",
)
@json_option
def test(address: str, config_file: Path | None, nameserver: str, as_json: bool) -> None:
    """Send a mail to ADDRESS by the configured server.

    Also looks up the sender's domain (SPF, DKIM, DMARC, MX) and says what is missing. The server's
    answer is not the inbox: only the arrived mail shows whether its provider accepts them.
    """
    import asyncio
    from dataclasses import asdict

    from bot.runtime.config.checks import is_mail_address

    config = configured(config_file)
    if not config.mail.host:
        refuse("mail.host is empty: it names the SMTP server")
    if not is_mail_address(address):
        refuse(f"{address!r} is no address such as name@example.org")
    problem, lines = asyncio.run(tried(config, address, nameserver))
    texts = [] if as_json else [text for line in lines for text in line.shown()]
    for text in texts:
        click.echo(printable(text))
    if problem:
        refuse(f"not sent: {problem}")
    if as_json:
        domain = [asdict(line) for line in lines]
        print_json({"accepted": True, "domain": domain, "check": list(_CHECK)})
        return
    click.echo(f"{config.mail.host} has accepted the mail.")
    for check in _CHECK:
        click.echo(check)


async def tried(
    config: "Config", address: str, nameserver: str
) -> "tuple[str, Sequence[CheckLine]]":
    """Send a mail; return what was wrong, or "", and what the sender's domain says."""
    import asyncio
    from email.utils import parseaddr

    from bot.cli.diagnosis.mail_domain import MailDomain, mail_domain

    about = MailDomain(
        domain=parseaddr(config.mail.sender)[1].rpartition("@")[2],
        host=config.mail.host,
        selector=config.mail.dkim_selector,
        nameserver=nameserver,
    )
    problem, lines = await asyncio.gather(_problem(config, address), mail_domain(about))
    return problem, lines


async def _problem(config: "Config", address: str) -> str:
    """Send the mail; return what was wrong, or ""."""
    from email.message import EmailMessage
    from email.utils import localtime, make_msgid

    from bot.program.assembly import mail_server
    from bot.runtime.config.settings import ConfigError
    from bot.texts.delivery import DeliveryError

    async def begin() -> None:
        """Store nothing: a test mail is not repeated."""

    try:
        server = mail_server(config)
        message = EmailMessage()
        message["From"], message["To"] = server.sender, address
        message["Subject"] = "Tur-Retur: test"
        message["Date"] = localtime()
        message["Message-ID"] = make_msgid(domain=server.domain)
        message.set_content("Tur-Retur: e-mailurile merg. / Mails work.\n")
        await server.send(message, address, begin)
    except (ConfigError, DeliveryError) as error:
        return f"{error}"
    return ""
