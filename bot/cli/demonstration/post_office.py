"""The demonstration's mail server: it accepts every mail and writes it to a file."""

import asyncio
import email
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

HERE = "127.0.0.1"
_DOT = b"."
_ANSWERS = {b"EHLO": b"250-demo\r\n250 8BITMIME", b"DATA": b"354 go on", b"QUIT": b"221 bye"}
"""The answers to SMTP commands; every other command is simply accepted."""


@dataclass(slots=True)
class PostOffice:
    """An SMTP server without a way out."""

    folder: Path
    """The folder of the files, which is made for the first mail."""
    mails: list[EmailMessage] = field(default_factory=list)
    port: int = 0
    """The port of the server; 0 before it runs."""

    def to(self, address: str) -> list[EmailMessage]:
        """Return the mails to an address, in their order."""
        return [mail for mail in self.mails if mail["To"] == address]

    def file_of(self, number: int) -> Path:
        """Return the file of a mail."""
        return self.folder / f"{number + 1:03d}.eml"

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Accept the mails of one connection."""
        writer.write(b"220 demo\r\n")
        while line := await reader.readline():
            verb = line[:4].strip().upper()
            writer.write(_ANSWERS.get(verb, b"250 OK") + b"\r\n")
            if verb == b"DATA":
                mail = await _mail(reader)
                if mail is None:
                    break
                self._keep(mail)
                writer.write(b"250 OK\r\n")
            await writer.drain()
            if verb == b"QUIT":
                break
        writer.close()

    def _keep(self, content: bytes) -> None:
        """Write a mail to its file."""
        message = email.message_from_bytes(content, policy=default)
        self.folder.mkdir(exist_ok=True)
        self.file_of(len(self.mails)).write_bytes(content)
        self.mails.append(message)


async def _mail(reader: asyncio.StreamReader) -> bytes | None:
    """Return the lines up to the one with a dot alone; a doubled first dot is one (RFC 5321).

    None if the connection ends before it.
    """
    lines: list[bytes] = []
    async for line in reader:
        if line.rstrip(b"\r\n") == _DOT:
            return b"".join(lines)
        lines.append(line.removeprefix(_DOT))
    return None


@asynccontextmanager
async def post_office(folder: Path) -> AsyncIterator[PostOffice]:
    """Run the server at a free port."""
    office = PostOffice(folder)
    async with await asyncio.start_server(office.talk, HERE, 0) as server:
        office.port = server.sockets[0].getsockname()[1]
        yield office
