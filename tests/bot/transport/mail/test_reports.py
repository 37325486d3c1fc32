"""Delivery reports as servers write them: whether a mail has failed for good, and whose it was."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.bounces import Bounce, BounceAddresses
from bot.transport.mail.reports import report_of
from tests.delivery_reports import SERVERS, VACATION, report

OURS = BounceAddresses("bounces@example.org", b"installation")
ANA = "ana.pop@example.com"


@pytest.mark.parametrize("server", SERVERS)
@pytest.mark.parametrize(
    ("action", "status", "is_for_good"),
    [
        ("failed", "5.1.1", True),
        ("Failed", "5.7.26 (DMARC)", True),
        ("failed", "4.4.7", False),
        ("delayed", "4.0.0", False),
        ("delayed", "5.0.0", False),
        ("delivered", "2.0.0", False),
        ("relayed", "2.1.9", False),
        ("failed", "", False),
    ],
)
def test_the_status_decides(server: str, action: str, status: str, is_for_good: bool) -> None:
    """Only a failure with 5.x.x is for good; the words and the error's text do not count."""
    to = OURS.of(17, ANA)
    found = report_of(report(server, to, action=action, status=status))

    assert found is not None
    assert found.is_for_good is is_for_good
    bounce = OURS.find(found.to)
    assert bounce is not None
    assert bounce.row == 17
    assert OURS.fits(bounce, ANA)


def test_a_report_that_is_none_is_refused() -> None:
    """An answer from a person, a report without a status, and half a report."""
    to = OURS.of(17, ANA)
    whole = report("postfix", to)
    assert report_of(VACATION.format(to=to).encode()) is None
    assert report_of(b"") is None
    assert report_of(whole.replace(b"message/delivery-status", b"text/plain")) is None
    assert report_of(whole.replace(b"multipart/report", b"multipart/mixed")) is None
    assert report_of(whole[: whole.index(b"Final-Recipient")]) is None


@given(st.binary(max_size=400), st.integers(0, 3000))
def test_nothing_breaks_the_reader(noise: bytes, place: int) -> None:
    """Any bytes are a report or none."""
    whole = report("exchange", OURS.of(17, ANA))
    report_of(noise)
    report_of(whole[:place] + noise + whole[place:])


def test_an_address_is_of_one_mail_to_one_recipient() -> None:
    """Neither another message, another recipient nor another installation has the same mark."""
    address = OURS.of(17, ANA)
    bounce = OURS.find(f"<{address.upper()}>, x@example.org")

    assert len(address.partition("@")[0]) <= 64
    assert bounce is not None
    assert OURS.fits(bounce, ANA)
    assert not OURS.fits(bounce, "ion@example.com")
    assert not OURS.fits(Bounce(18, bounce.mark), ANA)
    assert not BounceAddresses(OURS.mailbox, b"another").fits(bounce, ANA)
    foreign = [
        address.replace("example.org", "example.org.evil"),
        f"x{address}",
        "bounces@example.org",
    ]
    assert [each for each in foreign if OURS.find(each)] == []
