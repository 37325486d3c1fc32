"""Messages for a browser: the vector of RFC 8291, and a receiver that is written independently."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from bot.transport.push.encryption import BadKeyError, encrypted
from tests.push import Receiver, b64, unb64

PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""RFC 8291, section 5 and appendix A."""


def key_of(number: str) -> ec.EllipticCurvePrivateKey:
    """Return the private key of the vector."""
    return ec.derive_private_key(int.from_bytes(unb64(number)), ec.SECP256R1())


def test_the_vector_of_the_standard() -> None:
    """The same keys and salt give the same bytes, and the receiver reads them."""
    body = encrypted(PLAIN, P256DH, AUTH, key=key_of(SENDER), salt=unb64(SALT))

    assert b64(body) == BODY
    assert Receiver(key_of(RECEIVER), unb64(AUTH)).read(unb64(BODY)) == PLAIN


@given(st.binary(max_size=3000))
def test_the_receiver_reads_what_was_sent(message: bytes) -> None:
    """Each message has its own key and salt, and fits into one record."""
    browser = Receiver()

    one, other = (encrypted(message, browser.p256dh, browser.auth) for _ in range(2))

    assert browser.read(one) == browser.read(other) == message
    assert one[:100] != other[:100]


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        ("BCVx", AUTH),
        (b64(b"\x04" + bytes(64)), AUTH),
        ("no base64!", AUTH),
        (P256DH, "no base64!"),
    ],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    """A point beside the curve would tell of the key; a client chooses it."""
    with pytest.raises(BadKeyError):
        encrypted(PLAIN, p256dh, auth)
