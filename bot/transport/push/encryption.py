"""Encrypts a push message for one browser (RFC 8291), so that its push service cannot read it."""

import base64
import binascii
import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD: Final = 4096
"""The size of the only record; every service accepts messages of this length."""
_AUTH: Final = 16
"""The bytes of a browser's secret."""
_LAST: Final = b"\x02"
"""The mark after the content of the last record."""
_SALT: Final = 16
"""The bytes of a salt."""


class BadKeyError(ValueError):
    """A browser's key is no point of P-256, or its secret has another length."""


def in_base64(content: bytes) -> str:
    """Return the content in base64url without padding, as in all of Web Push."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """Return the content of base64url, with or without padding.

    Raises:
        BadKeyError: it is none.
    """
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadKeyError("no base64url") from error


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as an uncompressed point."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    *,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Return the message for the browser with these keys, in the encoding `aes128gcm`.

    `key` and `salt` are fresh for every message; only a test may choose them.

    Raises:
        BadKeyError: the keys are not of a browser.
    """
    receiver, secret = _receiver(p256dh), _secret(auth)
    key, salt = key or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(_SALT)
    own, theirs = point_of(key.public_key()), point_of(receiver)
    shared = key.exchange(ec.ECDH(), receiver)
    # The names, and the lengths in bytes, are those of RFC 8291, 3.4.
    first = _derived(shared, secret, b"WebPush: info\0" + theirs + own, 32)
    content_key = _derived(first, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(first, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + len(own).to_bytes(1) + own
    return header + AESGCM(content_key).encrypt(nonce, message + _LAST, None)


def _receiver(p256dh: str) -> ec.EllipticCurvePublicKey:
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(p256dh))
    except ValueError as error:
        raise BadKeyError("no point of P-256") from error


def _secret(auth: str) -> bytes:
    secret = from_base64(auth)
    if len(secret) != _AUTH:
        raise BadKeyError(f"auth is not of {_AUTH} bytes")
    return secret


def _derived(secret: bytes, salt: bytes, purpose: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, purpose).derive(secret)
