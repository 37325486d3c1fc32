"""The transcript: all messages and sheets that people saw, in the order of sending."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from bot.texts.i18n import HOME_ZONE
from sandbox import Message, Sandbox

_WIDTH = 100
RECENT = 12
"""The number of latest messages checked for edits."""


@dataclass(slots=True)
class Transcript:
    """Collects the messages of all chats into a folder."""

    sandbox: Sandbox
    folder: Path
    lines: list[str] = field(default_factory=list)
    pictures: int = 0
    _seen: dict[int, int] = field(default_factory=dict)
    _edits: dict[tuple[str, int], int] = field(default_factory=dict)
    _day: str = ""
    _last: str = ""

    def note(self, heading: str) -> None:
        """Write a heading."""
        self.lines += ["", f"== {heading} ".ljust(_WIDTH, "="), ""]

    def catch_up(self) -> None:
        """Write all messages since the last call."""
        fresh: list[tuple[str, Message]] = []
        for user in self.sandbox.users.values():
            known = self._seen.get(user.id, 0)
            fresh += [(user.name, message) for message in user.messages[known:]]
            self._note_edits(user.name, user.messages[max(0, known - RECENT) : known])
            self._seen[user.id] = len(user.messages)
        for owner, message in sorted(fresh, key=lambda entry: (entry[1].date, entry[1].id)):
            self._write(owner, message)

    def _note_edits(self, owner: str, messages: list[Message]) -> None:
        """Write the bot's edits of its recent messages."""
        for message in messages:
            if message.edits > self._edits.get((owner, message.id), 0):
                self._edits[owner, message.id] = message.edits
                text = message.text.replace("\n", "\n" + " " * 8)
                self.lines.append(f"      ✎ {owner}: {text}")

    def _write(self, owner: str, message: Message) -> None:
        sent = message.date.astimezone(HOME_ZONE)
        day = sent.strftime("%d.%m.%Y")
        if day != self._day:
            self._day = day
            self.lines += ["", f"-- {day} ".ljust(_WIDTH, "-")]
        who = f"bot → {owner}" if message.from_bot else f"{owner} → bot"
        text = message.text.replace("\n", "\n" + " " * 8)
        buttons = "  " + " ".join(f"[{label}]" for label in message.labels)
        if text or owner != self._last:  # Only one picture of an album has a caption.
            self.lines.append(f"{sent:%H:%M} {who}: {text}{buttons if message.labels else ''}")
        self._last = owner
        if message.photo is not None:
            self.pictures += 1
            name = f"{self.pictures:03d}-{_plain(owner)}.png"
            (self.folder / "sheets" / name).write_bytes(message.photo.content)
            self.lines.append(f"        (picture: sheets/{name})")
        if message.document is not None:
            (self.folder / message.document.name).write_bytes(message.document.content)
            self.lines.append(f"        (file: {message.document.name})")

    def save(self) -> Path:
        """Write the transcript and return its path."""
        path = self.folder / "transcript.txt"
        path.write_text("\n".join(self.lines).strip() + "\n", encoding="utf-8")
        return path


def _plain(name: str) -> str:
    return re.sub(r"[^a-z]+", "-", name.lower()).strip("-")
