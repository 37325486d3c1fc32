"""The word lists the bot works with: the competition's own, and those older games are pinned to."""

import io
import zipfile
from collections.abc import Container
from datetime import date
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Final

from engine.games.events import EditionRef
from engine.lexicon import DEFAULT_EDITION, SHIPPED, Edition, Lexicon, UnknownEdition, find_edition

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

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
        self._official: dict[str, bool] = {}
        self._opened: dict[str, Lexicon] = {}
        self._packed: dict[str, tuple[str, bytes]] = {}
        self._packing = Lock()
        federation = config.federation
        self.edition: Edition = self._find(federation.word_list or DEFAULT_EDITION)
        self._next = self._find(federation.next_word_list) if federation.next_word_list else None
        self._next_from = federation.next_word_list_from

    def in_force(self, day: date) -> EditionRef:
        """Return the edition to which what starts on that day is pinned (art. 3.1)."""
        if self._next is None or self._next_from is None or day < self._next_from:
            return _ref(self.edition)
        return _ref(self._next)

    def is_official(self, edition: EditionRef) -> bool:
        """Return whether the edition is the federation's own list; not if it is here no more."""
        if edition.sha256 not in self._official:
            try:
                self._official[edition.sha256] = self._find(edition.sha256).official
            except UnknownEdition:
                return False
        return self._official[edition.sha256]

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


def _ref(edition: Edition) -> EditionRef:
    return EditionRef(name=edition.name, sha256=edition.sha256)


def _packed(edition: Edition) -> tuple[str, bytes]:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(f"{edition.name}.txt", "w") as file:
            words = iter(Lexicon(edition))
            while portion := list(islice(words, _PORTION)):
                file.write("".join(f"{word}\n" for word in portion).encode("ascii"))
        archive.writestr("LICENCE.txt", _about(edition))
        if edition.folder == SHIPPED:  # whose the words are, and under what they may be passed on
            for text in (SHIPPED / "README.md", *sorted((SHIPPED / "licences").iterdir())):
                archive.write(text, text.relative_to(SHIPPED))
    return f"{edition.name}.zip", out.getvalue()


def _about(edition: Edition) -> str:
    """Return what has to go with the words: what they are, and under which licence."""
    standing = "the official list" if edition.official else "NOT the official list"
    return (
        f"{edition.name}: {edition.words} words, {standing}.\n"
        f"SHA-256 of the words: {edition.sha256}\n"
        f"Source: {edition.source}\nLicence: {edition.licence}\n"
    )
