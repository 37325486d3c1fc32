"""The transcript: all messages and sheets that people saw, in the order of sending."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from bot.texts.pictures import NamedFile
from bot.texts.reader import HOME_ZONE
from sandbox import Message, Sandbox

_WIDTH = 100
"""The width of a heading in characters."""
RECENT = 12
"""The number of latest messages checked for edits."""


@dataclass(slots=True)
class Shown:
    """A message as a person saw it."""

    at: datetime
    order: int
    """Its order among the messages of the same person at the same instant."""
    text: str
    from_bot: bool = field(kw_only=True)
    labels: tuple[str, ...] = ()
    """The labels of its buttons."""
    pictures: tuple[bytes, ...] = ()
    file: NamedFile | None = None


class OnPage(Protocol):
    """A person in a browser."""

    name: str
    shown: dict[int, Shown]
    """The messages of the page, by their numbers."""
    edited: list[Shown]
    """The messages that changed since `catch_up`, which empties the list."""


@dataclass(slots=True)
class Transcript:
    """Collects the messages of all chats and pages into a folder."""

    sandbox: Sandbox
    folder: Path
    browsers: list[OnPage] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    pictures: int = 0
    messages: int = 0
    """The messages of the bot."""
    _seen: dict[str, int] = field(default_factory=dict)
    """How many messages of each person are written."""
    _edits: dict[tuple[str, int], int] = field(default_factory=dict)
    """How many edits of a message are written, by person and message."""
    _day: str = ""
    """The day of the last line; empty before the first."""
    _last: str = ""
    """The person of the last line."""

    def note(self, heading: str) -> None:
        """Write a heading."""
        self.lines += ["", f"== {heading} ".ljust(_WIDTH, "="), ""]

    def mail(self, address: str, subject: str, file: Path) -> None:
        """Write that a mail was accepted."""
        self.lines.append(f"      ✉ {address}: {subject} (mail: {file.relative_to(self.folder)})")

    def catch_up(self) -> None:
        """Write all messages since the last call."""
        fresh: list[tuple[str, Shown]] = []
        for user in self.sandbox.users.values():
            seen = self._seen.get(user.name, 0)
            fresh += [(user.name, _shown(message)) for message in user.messages[seen:]]
            self._note_edits(user.name, user.messages[max(0, seen - RECENT) : seen])
            self._seen[user.name] = len(user.messages)
        for page in self.browsers:
            seen = self._seen.get(page.name, 0)
            fresh += [(page.name, each) for each in list(page.shown.values())[seen:]]
            for each in page.edited:
                self._note_edit(page.name, each.text)
            page.edited.clear()
            self._seen[page.name] = len(page.shown)
        for owner, shown in sorted(fresh, key=lambda entry: (entry[1].at, entry[1].order)):
            self._write(owner, shown)

    def _note_edits(self, owner: str, messages: list[Message]) -> None:
        """Write the bot's edits of its recent messages."""
        for message in messages:
            if message.edits > self._edits.get((owner, message.id), 0):
                self._edits[owner, message.id] = message.edits
                self._note_edit(owner, message.text)

    def _note_edit(self, owner: str, text: str) -> None:
        indented = text.replace("\n", "\n" + " " * 8)
        self.lines.append(f"      ✎ {owner}: {indented}")

    def _write(self, owner: str, message: Shown) -> None:
        """Add the lines of one message, under the heading of its day."""
        self.messages += message.from_bot
        sent = message.at.astimezone(HOME_ZONE)
        day = sent.strftime("%d.%m.%Y")
        if day != self._day:
            self._day = day
            self.lines += ["", f"-- {day} ".ljust(_WIDTH, "-")]
        who = f"bot → {owner}" if message.from_bot else f"{owner} → bot"
        text = message.text.replace("\n", "\n" + " " * 8)
        buttons = "  " + " ".join(f"[{label}]" for label in message.labels)
        if text or owner != self._last:  # only one picture of an album has a caption
            self.lines.append(f"{sent:%H:%M} {who}: {text}{buttons if message.labels else ''}")
        self._last = owner
        for picture in message.pictures:
            self.pictures += 1
            name = f"{self.pictures:03d}-{_file_part(owner)}.png"
            (self.folder / "sheets" / name).write_bytes(picture)
            self.lines.append(f"        (picture: sheets/{name})")
        if message.file is not None:
            name, content = message.file
            (self.folder / name).write_bytes(content)
            self.lines.append(f"        (file: {name})")

    def save(self) -> Path:
        """Write the transcript and return its path."""
        path = self.folder / "transcript.txt"
        path.write_text("\n".join(self.lines).strip() + "\n", encoding="utf-8")
        return path


def _shown(message: Message) -> Shown:
    """Return a message of a chat."""
    photo, document = message.photo, message.document
    return Shown(
        message.date,
        message.id,
        message.text,
        from_bot=message.from_bot,
        labels=tuple(message.labels),
        pictures=() if photo is None else (photo.content,),
        file=None if document is None else NamedFile(document.name, document.content),
    )


def _file_part(name: str) -> str:
    """Return a name in a form for file names."""
    return re.sub(r"[^a-z]+", "-", name.lower()).strip("-")
