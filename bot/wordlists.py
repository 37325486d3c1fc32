"""The word lists the bot works with: the competition's own, and those older games are pinned to."""

import io
import zipfile
from collections.abc import Container
from functools import cached_property
from typing import TYPE_CHECKING

from engine.events import EditionRef
from engine.lexicon import DEFAULT_EDITION, Edition, Lexicon, find_edition

if TYPE_CHECKING:
    from bot.config import Config


class WordLists:
    """Opens editions by their hash; the one in force is named by the configuration."""

    def __init__(self, config: "Config") -> None:
        """Find the edition in force.

        Raises:
            UnknownEdition: the configuration names one that is not there.
        """
        self._folder = config.lexicon.directory
        self._opened: dict[str, Lexicon] = {}
        self.edition: Edition = self._find(config.federation.word_list or DEFAULT_EDITION)

    @cached_property
    def current(self) -> EditionRef:
        """Return the edition that matches arranged from now on are pinned to (art. 3.1)."""
        return EditionRef(name=self.edition.name, sha256=self.edition.sha256)

    @property
    def official(self) -> bool:
        """Return whether the edition in force is the federation's own list."""
        return self.edition.official

    def open(self, edition: EditionRef) -> Container[str]:
        """Return the words of that edition, opened once and mapped into memory.

        Raises:
            UnknownEdition: no edition with its hash is there any more.
        """
        if edition.sha256 not in self._opened:
            self._opened[edition.sha256] = Lexicon(self._find(edition.sha256))
        return self._opened[edition.sha256]

    def file(self, sha256: str) -> tuple[str, bytes]:
        """Return the name and content of the file that players get of that edition (art. 3.2).

        A word a line, packed, because a list of several megabytes is hard on a phone.
        """
        edition = self._find(sha256)
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            with archive.open(f"{edition.name}.txt", "w") as words:
                for word in Lexicon(edition):
                    words.write(f"{word}\n".encode("ascii"))
            archive.writestr("LICENCE.txt", _about(edition))
        return f"{edition.name}.zip", out.getvalue()

    def _find(self, wanted: str) -> Edition:
        return find_edition(wanted, self._folder)


def _about(edition: Edition) -> str:
    """Return what has to go with the words: what they are, and under which licence."""
    standing = "the official list" if edition.official else "NOT the official list"
    return (
        f"{edition.name}: {edition.words} words, {standing}.\n"
        f"SHA-256 of the words: {edition.sha256}\n"
        f"Source: {edition.source}\nLicence: {edition.licence}\n"
    )
