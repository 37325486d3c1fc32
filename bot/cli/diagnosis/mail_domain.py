"""What the sender's domain says in DNS: mail providers drop mails for which it does not vouch.

SPF names the servers that may send (RFC 7208), DKIM gives the key of the signature (RFC 6376), and
DMARC says what to do with a mail that neither confirms (RFC 7489). MX receives answers and bounces.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from dns.asyncresolver import Resolver
from dns.exception import DNSException
from dns.rdata import Rdata
from dns.rdtypes.ANY.MX import MX
from dns.rdtypes.ANY.TXT import TXT
from dns.resolver import NXDOMAIN, NoAnswer

from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong

PATIENCE: Final = 5.0
"""Seconds for one lookup; they run side by side."""
DNS_PORT: Final = 53
LAST_PORT: Final = 65535
_SPF, _DMARC = "v=spf1", "DMARC1"
_NAME_SERVER: Final = re.compile(
    r"(?:\[(?P<bracketed>[^\[\]]+)\]|(?P<plain>[^:\[\]]+))(?::(?P<port>\d{1,5}))?", re.ASCII
)
"""`ADDRESS` or `ADDRESS:PORT`; an address of IPv6 without brackets has no port."""
_LONGEST: Final = 160
"""The most characters of a record or reason that are shown."""


class BadNameServerError(Exception):
    """The DNS server to ask is neither `ADDRESS` nor `ADDRESS:PORT`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MailDomain:
    """The sender's domain, and what the configuration knows about its mails."""

    domain: str
    host: str
    """The SMTP server."""
    selector: str = ""
    """The name of the DKIM key; empty if it is not known."""
    nameserver: str = ""
    """The DNS server to ask, `ADDRESS` or `ADDRESS:PORT`; empty for the system's."""
    patience: float = PATIENCE

    def resolver(self) -> Resolver:
        """Return what asks DNS.

        Raises:
            DNSException: the system has no configuration of DNS.
            BadNameServerError: the server's address or port is not valid.
        """
        resolver = Resolver(configure=not self.nameserver)
        if self.nameserver:
            named = _NAME_SERVER.fullmatch(self.nameserver)
            address = named["bracketed"] or named["plain"] if named else self.nameserver
            try:
                resolver.nameservers = [address]
            except ValueError as error:
                raise BadNameServerError from error
            resolver.port = int(named["port"] or DNS_PORT) if named else DNS_PORT
            if not 0 < resolver.port <= LAST_PORT:
                raise BadNameServerError
        resolver.lifetime = self.patience
        return resolver


async def mail_domain(about: MailDomain) -> Sequence[CheckLine]:
    """Return a line for each kind of record; nothing is raised if DNS does not answer."""
    checks = {"SPF": _spf, "DKIM": _dkim, "DMARC": _dmarc, "MX": _mx}
    return await asyncio.gather(*(_checked(about, name, checks[name]) for name in checks))


async def _checked(
    about: MailDomain, name: str, check: Callable[[MailDomain], Awaitable[CheckLine]]
) -> CheckLine:
    """Return the line of a check; if DNS cannot be asked or does not answer, a line with why."""
    try:
        return await check(about)
    except BadNameServerError:
        todo = "--nameserver: expected ADDRESS or ADDRESS:PORT, such as 1.1.1.1 or 1.1.1.1:53"
        return note(name, f"not checked, because {about.nameserver!r} is no DNS server", todo)
    except (DNSException, OSError, ValueError) as error:
        reason = " ".join(f"{error}".split())[:_LONGEST] or type(error).__name__
        todo = "try again, or ask another DNS server: --nameserver 1.1.1.1"
        return note(name, f"not checked, because DNS did not answer ({reason})", todo)


async def _answers(about: MailDomain, name: str, kind: str) -> Sequence[Rdata]:
    """Return the records of that kind; none if the name has none or does not exist."""
    try:
        return [*await about.resolver().resolve(name, kind, search=False)]
    except (NXDOMAIN, NoAnswer):
        return []


async def _texts(about: MailDomain, name: str) -> list[str]:
    """Return the TXT records of a name."""
    records = await _answers(about, name, "TXT")
    # A long record comes as several strings.
    joined = [b"".join(each.strings) for each in records if isinstance(each, TXT)]
    return [each.decode("utf-8", "replace") for each in joined]


async def _spf(about: MailDomain) -> CheckLine:
    """Check that one SPF record names the servers that may send mails of the domain."""
    texts = await _texts(about, about.domain)
    records = [text for text in texts if text.lower().split()[:1] == [_SPF]]
    if not records:
        own_record = f'"v=spf1 a:{about.host} -all"'
        todo = (
            f"ask the provider of {about.host} for its SPF record, such as"
            f' "v=spf1 include:… -all", or use {own_record} for a server of your own;'
            f" add it as a TXT record of {about.domain}"
        )
        return wrong("SPF", f"{about.domain} has no TXT record v=spf1", todo)
    if len(records) > 1:
        todo = f"join the TXT records of {about.domain} into one; two make SPF fail"
        return wrong("SPF", f"{about.domain} has {len(records)} records v=spf1", todo)
    if {"all", "+all"} & {*records[0].lower().split()}:
        todo = f"end the record of {about.domain} with -all or ~all"
        return wrong("SPF", f"{_short(records[0])} lets everybody send", todo)
    return fine("SPF", _short(records[0]))


async def _dkim(about: MailDomain) -> CheckLine:
    """Check that the domain has the key by which its mails are signed."""
    if not about.selector:
        todo = (
            "the arrived mail's header DKIM-Signature shows it as s=…: set mail.dkim_selector;"
            f" without that header, ask the provider of {about.host} to sign mails of"
            f" {about.domain}"
        )
        return note("DKIM", "not checked, because no selector is configured", todo)
    name = f"{about.selector}._domainkey.{about.domain}"
    keys = [_tags(record).get("p") for record in await _texts(about, name)]
    if any(keys):
        return fine("DKIM", f"{name} has a key")
    todo = (
        f"ask the provider of {about.host} to sign mails of {about.domain} with the selector"
        f" {about.selector}, and add the TXT or CNAME record that it gives for {name}"
    )
    is_revoked = "" in keys
    return wrong("DKIM", f"{name} has {'a revoked' if is_revoked else 'no'} key", todo)


async def _dmarc(about: MailDomain) -> CheckLine:
    """Check the DMARC record of the domain, or of a domain above it."""
    labels = about.domain.split(".")
    for at in range(max(1, len(labels) - 1)):
        name = f"_dmarc.{'.'.join(labels[at:])}"
        records = [text for text in await _texts(about, name) if _is_dmarc(text)]
        if len(records) > 1:
            todo = f"keep one TXT record of {name}; two count as none"
            return wrong("DMARC", f"{name} has {len(records)} records v=DMARC1", todo)
        if records and _tags(records[0]).get("p", "").lower() in {"none", "quarantine", "reject"}:
            return fine("DMARC", f"{name}: {_short(records[0])}")
        if records:
            todo = f'write "v=DMARC1; p=none" as the TXT record of {name}'
            return wrong("DMARC", f"{name} says no p=: {_short(records[0])}", todo)
    name = f"_dmarc.{about.domain}"
    todo = f'add the TXT record "v=DMARC1; p=none" for {name}; later p=quarantine'
    return wrong("DMARC", f"{name} has no TXT record v=DMARC1", todo)


def _is_dmarc(text: str) -> bool:
    """Return whether a text is a DMARC record: its first tag is `v` (RFC 7489, 6.3)."""
    name, value = next(iter(_tags(text).items()))
    return name == "v" and value.upper() == _DMARC


async def _mx(about: MailDomain) -> CheckLine:
    """Check that the domain has a server that receives answers.

    Without an MX record a mail goes to the address of the domain itself (RFC 5321, 5.1); the record
    `.` says that it receives none (RFC 7505).
    """
    records = await _answers(about, about.domain, "MX")
    hosts = [each.exchange.to_text(omit_final_dot=True) for each in records if isinstance(each, MX)]
    if [host for host in hosts if host not in {"", "."}]:
        return fine("MX", ", ".join(sorted(hosts)))
    todo = f"ask the domain's provider for an MX record of {about.domain}, where answers arrive"
    for kind in ("A", "AAAA"):
        if not hosts and await _answers(about, about.domain, kind):
            found = f"{about.domain} has no MX record, so its own address must receive mails"
            return note("MX", found, f"if no mail server is there: {todo}")
    return wrong("MX", f"{about.domain} receives no mails", todo)


def _tags(record: str) -> dict[str, str]:
    """Return the tags of a DKIM or DMARC record by name, as in `v=DKIM1; p=…`."""
    parts = (tag.partition("=") for tag in record.split(";"))
    return {name.strip().lower(): "".join(value.split()) for name, _, value in parts}


def _short(record: str) -> str:
    return record if len(record) <= _LONGEST else f"{record[:_LONGEST]}…"
