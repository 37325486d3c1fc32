"""`turretur mail test ADDRESS`: send a mail as the bot does, and say what to check."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bot.cli.output import Commands, config_option, configured, json_option, print_json, refuse

if TYPE_CHECKING:
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
@json_option
def test(address: str, config_file: Path | None, as_json: bool) -> None:
    """Send a mail to ADDRESS by the configured server.

    The server's answer is not the inbox: only the mail itself shows whether the domain's SPF, DKIM
    and DMARC are right.
    """
    import asyncio

    from bot.runtime.config.checks import is_mail_address

    config = configured(config_file)
    if not config.mail.host:
        refuse("mail.host is empty: it names the SMTP server")
    if not is_mail_address(address):
        refuse(f"{address!r} is no address such as name@example.org")
    problem = asyncio.run(_problem(config, address))
    if problem:
        refuse(f"not sent: {problem}")
    if as_json:
        print_json({"accepted": True, "check": list(_CHECK)})
        return
    click.echo(f"{config.mail.host} has accepted the mail.")
    for line in _CHECK:
        click.echo(line)


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
