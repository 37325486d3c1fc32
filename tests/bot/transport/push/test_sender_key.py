"""The key of an installation: always the same, checked as a push service checks it."""

from datetime import UTC, datetime

from bot.transport.push.sender_key import SenderKey
from tests.push import claims_of, unb64

NOW = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)
CONTACT = "mailto:bot@scrabble.ro"


def test_the_key_follows_from_the_installation() -> None:
    """A restart has the same key, and another installation another one; no output shows it."""
    one, again = (SenderKey.derived(b"installation", CONTACT) for _ in range(2))

    assert one.public == again.public != SenderKey.derived(b"another", CONTACT).public
    assert len(unb64(one.public)) == 65
    assert str(one.private.private_numbers().private_value) not in repr(one)


def test_a_proof_is_for_one_service_and_half_a_day() -> None:
    """The service finds its own origin, the operator's address and an end within a day."""
    key = SenderKey.derived(b"installation", CONTACT)

    claims, public = claims_of(key.proof("https://fcm.googleapis.com/fcm/send/abc?d=e", NOW))

    assert public == key.public
    assert claims["aud"] == "https://fcm.googleapis.com"
    assert claims["sub"] == CONTACT
    assert 0 < claims["exp"] - NOW.timestamp() <= 24 * 3600
