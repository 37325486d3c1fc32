"""The key by which push services recognise this installation (RFC 8292, VAPID).

It follows from the installation's key, so no file must be kept, and a new token of the bot gives a
new one; browsers then subscribe again when the page is opened.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Self
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from bot.transport.push.encryption import in_base64, point_of

LIFE: Final = timedelta(hours=12)
"""The validity of a proof; services accept at most a day."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of P-256."""
_DERIVED_BYTES: Final = 48
"""The bytes reduced to the key: so many more than its 32 that each key is equally likely."""


@dataclass(frozen=True, slots=True)
class SenderKey:
    """The key pair of this installation."""

    private: ec.EllipticCurvePrivateKey
    contact: str
    """The address at which a push service reaches the operators: `mailto:` or `https:`."""

    @classmethod
    def derived(cls, secret: bytes, contact: str) -> Self:
        """Return the key that follows from the installation's key."""
        derived = HKDF(SHA256(), _DERIVED_BYTES, b"", b"vapid").derive(secret)
        number = int.from_bytes(derived) % (_ORDER - 1) + 1
        return cls(ec.derive_private_key(number, ec.SECP256R1()), contact)

    def __repr__(self) -> str:
        """Return the public key; the private one is never shown."""
        return f"SenderKey({self.public})"

    @property
    def public(self) -> str:
        """Return the public key as browsers and services expect it."""
        return in_base64(point_of(self.private.public_key()))

    def proof(self, endpoint: str, now: datetime) -> str:
        """Return the header `Authorization` of a request to that endpoint."""
        url = urlsplit(endpoint)
        claims = {
            "aud": f"{url.scheme}://{url.netloc}",
            "exp": int((now + LIFE).timestamp()),
            "sub": self.contact,
        }
        head = in_base64(json.dumps({"typ": "JWT", "alg": "ES256"}).encode())
        signed = f"{head}.{in_base64(json.dumps(claims).encode())}"
        r, s = decode_dss_signature(self.private.sign(signed.encode(), ec.ECDSA(SHA256())))
        return f"vapid t={signed}.{in_base64(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"
