"""`turretur mail`: test mails and their sender's domain, and read a mail that came back."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from bot.cli.opening import configured, database_at, refuse_configuration
from bot.cli.options import Commands, config_option, json_option
from bot.cli.output import print_json, printable, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.cli.diagnosis.check_lines import CheckLine
    from bot.runtime.config.settings import Config
    from bot.texts.bounces import Bounce, BounceAddresses

_CHECK: Final = (
    "Open it at the provider, show the original, and look for spf=pass, dkim=pass and dmarc=pass.",
    "If it is among the unwanted mails, your players' mails will be, too.",
)
"""What to do once the mail has arrived."""
_LARGEST: Final = 20 << 20
"""The most bytes of a report, which may contain the whole mail."""


@click.group("mail", cls=Commands)
def command() -> None:
    """Send a test mail to ADDRESS, or read a report about a mail that came back."""


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
    outcome = asyncio.run(send_test(config, address, nameserver))
    if not as_json:
        show_domain(outcome.domain)
    if outcome.problem is not None:
        refuse(f"not sent: {outcome.problem}")
    if as_json:
        domain = [asdict(line) for line in outcome.domain]
        print_json({"accepted": True, "domain": domain, "check": list(_CHECK)})
        return
    click.echo(f"{config.mail.host} has accepted the mail.")
    for check in _CHECK:
        click.echo(check)


class SentTest(NamedTuple):
    """The result of a test mail."""

    problem: str | None
    """Why it was not sent; None if the server accepted it."""
    domain: "Sequence[CheckLine]"
    """What the sender's domain says in DNS."""


def show_domain(lines: "Sequence[CheckLine]") -> None:
    """Print what the sender's domain says in DNS."""
    for line in lines:
        for text in line.shown():
            click.echo(printable(text))


async def send_test(config: "Config", address: str, nameserver: str) -> SentTest:
    """Send a test mail to that address, and look the sender's domain up meanwhile."""
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
    return SentTest(problem, lines)


@command.command("bounced")
@config_option
@json_option
def bounced(config_file: Path | None, as_json: bool) -> None:
    """Read one delivery report on standard input, as a mail server passes it on.

    After a failure for good (5.x.x) the address gets no further mails, and the arbiters of its
    person are notified. A temporary failure changes nothing. A message that is no report about a
    mail of this bot changes nothing either; the status is then 2.
    """
    import asyncio

    from bot.runtime.config.settings import ConfigError
    from bot.texts.bounces import BounceAddresses
    from bot.transport.mail.reports import report_of
    from storage.errors import StorageError

    config = configured(config_file)
    if not config.mail.bounces:
        refuse("mail.bounces is empty: it names the mailbox for delivery reports")
    content = sys.stdin.buffer.read(_LARGEST + 1)
    report = report_of(content) if len(content) <= _LARGEST else None
    if report is None:
        refuse("no delivery report (RFC 3464) on standard input: nothing is changed")
    try:
        addresses = BounceAddresses(config.mail.bounces, config.secret_for("mail"))
        bounce = addresses.find(report.to)
        if bounce is None:
            refuse("the report is not sent to an address of a mail of this bot: nothing is changed")
        number = asyncio.run(
            _store_if_final(config, addresses, bounce, for_good=report.is_for_good)
        )
    except ConfigError as error:
        refuse_configuration(error)
    except StorageError as error:
        refuse(f"{error}")
    if number is None:
        refuse("no mail to a present address has this mark: nothing is changed")
    if as_json:
        print_json({"person": number, "for_good": report.is_for_good})
    elif report.is_for_good:
        click.echo(f"The mail to person {number} came back for good; the bot takes note of it.")
    else:
        click.echo(f"The mail to person {number} is only late: nothing is changed.")


async def _store_if_final(
    config: "Config", addresses: "BounceAddresses", bounce: "Bounce", *, for_good: bool
) -> int | None:
    """Leave the report to the running bot if it is for good; return whose mail it is about.

    None if it is about no mail of the bot.
    """
    from bot.runtime.clock import SystemClock
    from bot.web.people import bounced_mails

    async with database_at(config.storage.url) as database, database.transaction() as tx:
        person = await bounced_mails.person_of(tx, addresses, bounce)
        if person is not None and for_good:
            await bounced_mails.store(tx, person, bounce, SystemClock().now())
        return None if person is None else int(person.id)


async def _problem(config: "Config", address: str) -> str | None:
    """Send the mail; return why it was not sent, or None."""
    from email.message import EmailMessage
    from email.utils import localtime, make_msgid

    from bot.runtime.config.settings import ConfigError
    from bot.texts.delivery_errors import DeliveryError
    from bot.transport.mail.server import mail_server

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
    return None
