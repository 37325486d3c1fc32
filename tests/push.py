"""A push service on this machine, and a browser that decrypts what it gets (RFC 8188, 8291, 8292).

The receiver's arithmetic is written here a second time, from the receiver's side.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()


def b64(content: bytes) -> str:
    """Return base64url without padding."""
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def unb64(text: str) -> bytes:
    """Return the content of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _expanded(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Return HKDF-SHA-256 of one block (RFC 5869)."""
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, info + b"\x01", "sha256")[:length]


@dataclass(slots=True)
class Receiver:
    """The keys of a browser."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def point(self) -> bytes:
        """Return the public key."""
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def p256dh(self) -> str:
        """Return the public key as the browser gives it to a page."""
        return b64(self.point)

    @property
    def auth(self) -> str:
        """Return the secret as the browser gives it to a page."""
        return b64(self.secret)

    def read(self, body: bytes) -> bytes:
        """Decrypt a message."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        point, record = body[21 : 21 + length], body[21 + length :]
        assert 17 <= len(record) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        shared = self.key.exchange(ec.ECDH(), sender)
        about = b"WebPush: info\x00" + self.point + point
        first = _expanded(self.secret, shared, about, 32)
        key = _expanded(salt, first, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _expanded(salt, first, b"Content-Encoding: nonce\x00", 12)
        plain = AESGCM(key).decrypt(nonce, record, b"").rstrip(b"\x00")
        assert plain[-1:] == b"\x02"
        return plain[:-1]


def claims_of(authorization: str) -> tuple[dict[str, Any], str]:
    """Check the signature of a sender's proof; return its claims and its key."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(each.strip().split("=", 1) for each in rest.split(","))
    head, body, signature = parts["t"].split(".")
    assert json.loads(unb64(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = unb64(signature)
    numbers = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(parts["k"]))
    with suppress(InvalidSignature):
        key.verify(encode_dss_signature(*numbers), f"{head}.{body}".encode(), ec.ECDSA(SHA256()))
        claims: dict[str, Any] = json.loads(unb64(body))
        return claims, parts["k"]
    raise AssertionError("the proof is not of this key")


@dataclass(frozen=True, slots=True)
class Pushed:
    """One request to the service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def said(self, receiver: Receiver) -> dict[str, Any]:
        """Return what the browser is told."""
        found: dict[str, Any] = json.loads(receiver.read(self.body))
        return found


@dataclass(slots=True)
class PushService:
    """The service: it answers 201, or the statuses that a test names."""

    origin: str = ""
    statuses: list[int] = field(default_factory=list)
    """The answers to the next requests; 0 ends the connection without one."""
    held: asyncio.Event | None = None
    """Until it is set, no request is answered."""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    more: str = ""
    """Further header lines of each answer."""
    pushed: list[Pushed] = field(default_factory=list)

    def endpoint(self, name: str = "ana") -> str:
        """Return the address of a subscription."""
        return f"{self.origin}/push/{hashlib.sha256(name.encode()).hexdigest()}"

    def to(self, name: str = "ana") -> list[Pushed]:
        """Return what came to that address."""
        return [each for each in self.pushed if self.endpoint(name).endswith(each.path)]

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            headers = {
                name.lower(): value.strip()
                for name, _, value in (line.partition(":") for line in lines)
            }
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.pushed.append(Pushed(first.split()[1], headers, body))
            self.reached.set()
            if self.held is not None:
                await self.held.wait()
            status = self.statuses.pop(0) if self.statuses else 201
            if status:
                writer.write(
                    f"HTTP/1.1 {status} X\r\nContent-Length: 0\r\n{self.more}\r\n".encode()
                )
                await writer.drain()
        writer.close()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """Run a service."""
    service = PushService()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server:
        yield service
