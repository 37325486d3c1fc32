"""The word lists the bot works with: the competition's own, and those older games are pinned to."""

import io
import zipfile
from collections.abc import Container
from functools import cached_property
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Final

from engine.games.events import EditionRef
from engine.lexicon import DEFAULT_EDITION, Edition, Lexicon, find_edition

if TYPE_CHECKING:
    from bot.config.settings import Config

_PORTION: Final = 10_000
"""Words packed at a time: neither one by one, which is slow, nor all at once."""


class WordLists:
    """Opens editions by their hash; the one in force is named by the configuration."""

    def __init__(self, config: "Config") -> None:
        """Find the edition in force.

        Raises:
            UnknownEdition: the configuration names one that is not there.
        """
        self._folder = config.lexicon.directory
        self._opened: dict[str, Lexicon] = {}
        self._packed: dict[str, tuple[str, bytes]] = {}
        self._packing = Lock()
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

        A word a line, packed, because a list of several megabytes is hard on a phone. Packing takes
        seconds, and everybody in a match asks for it at the same time: the last file is kept.
        """
        with self._packing:
            if sha256 not in self._packed:
                self._packed = {sha256: _packed(self._find(sha256))}
            return self._packed[sha256]

    def _find(self, wanted: str) -> Edition:
        return find_edition(wanted, self._folder)


def _packed(edition: Edition) -> tuple[str, bytes]:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(f"{edition.name}.txt", "w") as file:
            words = iter(Lexicon(edition))
            while portion := list(islice(words, _PORTION)):
                file.write("".join(f"{word}\n" for word in portion).encode("ascii"))
        archive.writestr("LICENCE.txt", _about(edition))
    return f"{edition.name}.zip", out.getvalue()


def _about(edition: Edition) -> str:
    """Return what has to go with the words: what they are, and under which licence."""
    standing = "the official list" if edition.official else "NOT the official list"
    return (
        f"{edition.name}: {edition.words} words, {standing}.\n"
        f"SHA-256 of the words: {edition.sha256}\n"
        f"Source: {edition.source}\nLicence: {edition.licence}\n"
    )
