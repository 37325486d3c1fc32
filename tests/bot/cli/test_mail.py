"""`turretur mail test`: the mail is real, and a refusal says why without the address."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.diagnosis.check_lines import CheckState
from bot.cli.diagnosis.mail import mail
from bot.cli.diagnosis.mail_domain import MailDomain, mail_domain
from bot.cli.mail import command
from bot.runtime.config.settings import Config, load_config
from tests.name_server import Records, name_server
from tests.smtp import DATA_REFUSED, RCPT_REFUSED, PostBox, post_box

ADDRESS = "ana@example.org"


def settings(box: PostBox) -> dict[str, str]:
    """Return the environment of a bot with that server."""
    return {
        "TURRETUR_TELEGRAM_TOKEN": "700100200:abc-DEF_ghi_jkl_mno_pqr_stu_vwx_yz0",
        "TURRETUR_SERVER_PUBLIC_URL": "https://scrabble.example.org",
        "TURRETUR_MAIL_HOST": "127.0.0.1",
        "TURRETUR_MAIL_PORT": str(box.port),
        "TURRETUR_MAIL_TLS": "none",
        "TURRETUR_MAIL_SENDER": "Scrabble <scrabble@example.org>",
    }


GOOD: Records = {
    ("example.org", "TXT"): ('"other=1"', '"v=spf1 a:mail.example.org " "-all"'),
    ("example.org", "MX"): ("10 mail.example.org.",),
    ("_dmarc.example.org", "TXT"): ('"v=DMARC1; p=none"',),
    ("m1._domainkey.example.org", "TXT"): ('"v=DKIM1; k=rsa; p=MIGf" "MA0G"',),
}
"""What a domain should say in DNS."""


async def run(
    box: PostBox, *args: str, records: Records | None = None, **more: str
) -> tuple[int, str]:
    """Run the command; return its exit code and output."""
    runner = CliRunner(env=settings(box) | more)
    async with name_server(GOOD if records is None else records) as dns:
        words = ["test", *args, "--nameserver", dns.address]
        result = await asyncio.to_thread(runner.invoke, command, words)
    return result.exit_code, result.output


async def test_a_test_mail_arrives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has it, and the output says that the inbox is still to be checked."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        code, output = await run(box, ADDRESS)
        assert code == 0, output
        assert len(box.to(ADDRESS)) == 1
        assert "dkim=pass" in output


@pytest.mark.parametrize("fault", [RCPT_REFUSED, DATA_REFUSED])
async def test_a_refusal_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """The server's code is shown; the address that its answer repeats is not."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        box.fault = fault
        code, output = await run(box, ADDRESS)
        assert code != 0
        assert fault[:3] in output
        assert ADDRESS not in output
        assert (await run(box, "ana"))[0] != 0


def config_of(box: PostBox) -> Config:
    """Return the configuration with that server."""
    return load_config(None, settings(box))


async def test_the_doctor_tries_the_server() -> None:
    """A server that answers is fine, one that does not is wrong; neither gets a mail."""
    async with post_box() as box:
        config = config_of(box)
        assert (await mail(config)).state == "ok"
        assert box.mails == []
    assert (await mail(config)).state == "wrong"


async def test_a_domain_that_vouches_for_its_mails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SPF in two strings among other texts, the key of the selector, DMARC and MX are all found."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        code, output = await run(box, ADDRESS, TURRETUR_MAIL_DKIM_SELECTOR="m1")
    assert code == 0, output
    assert "ok     SPF: v=spf1 a:mail.example.org -all" in output
    for each in ("DKIM: m1._domainkey.example.org has a key", "DMARC: _dmarc", "MX: mail.example"):
        assert f"ok     {each}" in output


async def test_what_a_domain_lacks_is_named_with_its_correction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each missing record is shown with its exact name; the mail is sent all the same."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        code, output = await run(box, ADDRESS, records={}, TURRETUR_MAIL_DKIM_SELECTOR="m1")
        assert len(box.mails) == 1
    assert code == 0, output
    for each in ("SPF", "DKIM", "DMARC", "MX"):
        assert f"WRONG  {each}: " in output
    assert '"v=spf1 a:127.0.0.1 -all"' in output
    assert "TXT or CNAME record that it gives for m1._domainkey.example.org" in output
    assert '"v=DMARC1; p=none" for _dmarc.example.org' in output
    assert "MX record of example.org" in output


SPF, KEY, POLICY = (("example.org", "TXT"), ("m1._domainkey.example.org", "TXT"),
                    ("_dmarc.example.org", "TXT"))  # fmt: skip


@pytest.mark.parametrize(
    ("name", "texts", "said"),
    [
        (SPF, ('"v=spf1 +all"',), "lets everybody send"),
        (SPF, ('"v=spf1 -all"', '"v=spf1 mx -all"'), "has 2 records v=spf1"),
        (SPF, ('"v=spf10 -all"',), "has no TXT record v=spf1"),
        (KEY, ('"v=DKIM1; p="',), "a revoked key"),
        (POLICY, ('"v=DMARC1; rua=mailto:a@example.org"',), "says no p="),
        (POLICY, ('"v=DMARC1; p=none"', '"v=DMARC1; p=reject"'), "has 2 records v=DMARC1"),
        (("example.org", "MX"), ("0 .",), "receives no mails"),
    ],
)
async def test_a_record_that_helps_nobody_is_wrong(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: tuple[str, str],
    texts: tuple[str, ...],
    said: str,
) -> None:
    """Two records of a kind, an open SPF, a revoked key and a null MX are as bad as none."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        records = {**GOOD, name: texts}
        code, output = await run(box, ADDRESS, records=records, TURRETUR_MAIL_DKIM_SELECTOR="m1")
    assert code == 0, output
    assert output.count("WRONG") == 1
    assert said in output


async def test_spaces_in_dmarc_and_a_domain_without_mx_are_no_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The standards allow both; that mails go to the domain's own address is said."""
    monkeypatch.chdir(tmp_path)
    records = {**GOOD, POLICY: ('"v = DMARC1 ; p=none"',), ("example.org", "A"): ("192.0.2.1",)}
    del records["example.org", "MX"]
    async with post_box() as box:
        _, output = await run(box, ADDRESS, records=records, TURRETUR_MAIL_DKIM_SELECTOR="m1")
    assert "ok     DMARC: _dmarc.example.org: v = DMARC1 ; p=none" in output
    assert "no MX record, so its own address must receive mails" in output
    assert "WRONG" not in output


@pytest.mark.parametrize(
    ("nameserver", "address", "port"),
    [("[::1]:5353", "::1", 5353), ("[::1]", "::1", 53), ("::1", "::1", 53)],
)
def test_a_name_server_may_have_an_address_of_ipv6(
    nameserver: str, address: str, port: int
) -> None:
    """Its port follows brackets, as in every address."""
    about = MailDomain(domain="example.org", host="mail.example.org", nameserver=nameserver)
    resolver = about.resolver()
    assert ([*resolver.nameservers], resolver.port) == ([address], port)


async def test_dmarc_of_the_domain_above_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A subdomain without a record of its own follows its domain (RFC 7489, 6.6.3)."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        _, output = await run(box, ADDRESS, TURRETUR_MAIL_SENDER="bot@joc.example.org")
    assert "ok     DMARC: _dmarc.example.org: v=DMARC1; p=none" in output


async def test_without_a_selector_the_key_is_not_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A note says where to find it."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        _, output = await run(box, ADDRESS)
    assert "note   DKIM: not checked" in output
    assert "mail.dkim_selector" in output
    assert "WRONG" not in output


@pytest.mark.parametrize("fault", ["silent", "broken"])
async def test_dns_that_does_not_answer_stops_nothing(fault: str) -> None:
    """Each line says so; nothing is called missing."""
    async with name_server(GOOD) as dns:
        dns.is_silent, dns.is_broken = fault == "silent", fault == "broken"
        lines = await mail_domain(
            MailDomain(
                domain="example.org",
                host="mail.example.org",
                selector="m1",
                nameserver=dns.address,
                patience=0.2,
            )
        )
    assert [line.name for line in lines] == ["SPF", "DKIM", "DMARC", "MX"]
    assert {line.state for line in lines} == {CheckState.NOTE}
    assert all("DNS did not answer" in line.found for line in lines)


async def test_a_wrong_name_server_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mail is sent, and the lines say what was wrong."""
    monkeypatch.chdir(tmp_path)
    async with post_box() as box:
        runner = CliRunner(env=settings(box))
        words = ["test", ADDRESS, "--nameserver", "dns.example.org", "--json"]
        result = await asyncio.to_thread(runner.invoke, command, words)
        assert len(box.mails) == 1
    assert result.exit_code == 0, result.output
    assert {each["state"] for each in json.loads(result.output)["domain"]} == {"note"}


@pytest.mark.parametrize("nameserver", ["dns.example.org", "127.0.0.1:x", "127.0.0.1:65536"])
async def test_a_wrong_name_server_is_named(nameserver: str) -> None:
    """The line blames the option, not DNS, and shows what it should be."""
    about = MailDomain(
        domain="example.org", host="mail.example.org", selector="m1", nameserver=nameserver
    )
    lines = await mail_domain(about)

    assert {line.state for line in lines} == {CheckState.NOTE}
    assert all(f"{nameserver!r} is no DNS server" in line.found for line in lines)
    assert all("--nameserver" in line.todo for line in lines)
