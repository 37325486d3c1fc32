"""The word lists of the bot: the competition's own, and those of older games."""

import io
import zipfile
from collections.abc import Container
from datetime import date
from itertools import islice
from threading import Lock
from typing import Final

from bot.runtime.config.settings import Config
from bot.texts.pictures import NamedFile
from engine.games.events import EditionRef
from engine.words.dawg import Dawg
from engine.words.lexicon import (
    DEFAULT_EDITION,
    SHIPPED,
    Edition,
    Lexicon,
    UnknownEdition,
    editions,
    find_edition,
    is_superseded,
)

_PORTION: Final = 10_000
"""The number of words compressed at a time: one by one is slow, all at once needs memory."""


class WordLists:
    """Opens editions by their hash; the configuration names the one in force."""

    def __init__(self, config: Config) -> None:
        """Find the edition in force.

        Raises:
            UnknownEdition: the configuration names an edition that does not exist.
        """
        self._folder = config.lexicon.directory
        self._official: dict[str, bool] = {}
        """By hash, whether the edition is the federation's own list."""
        self._opened: dict[str, Lexicon] = {}
        """By hash."""
        self._packed: dict[str, NamedFile] = {}
        """By hash, the archive that was requested last; at most one."""
        self._packing = Lock()
        self._installed: tuple[EditionRef, ...] | None = None
        """The installed editions; None until somebody asks."""
        self._superseded: frozenset[EditionRef] | None = None
        federation = config.federation
        self.edition: Edition = self._find(federation.word_list or DEFAULT_EDITION)
        self._next = self._find(federation.next_word_list) if federation.next_word_list else None
        self._next_from = federation.next_word_list_from

    def in_force(self, day: date) -> EditionRef:
        """Return the edition for a match or phase that starts on that day (art. 3.1)."""
        if self._next is None or self._next_from is None or day < self._next_from:
            return _ref(self.edition)
        return _ref(self._next)

    def installed(self) -> tuple[EditionRef, ...]:
        """Return all installed editions: the one in force at the start, then the others by name."""
        if self._installed is None:
            # Reversed, so that of equal editions the first stays.
            by_hash = {edition.sha256: edition for edition in reversed(editions(self._folder))}
            others = sorted(by_hash.values(), key=lambda edition: edition.name)
            self._installed = tuple(
                dict.fromkeys(_ref(edition) for edition in (self.edition, *others))
            )
        return self._installed

    def offered(self) -> tuple[EditionRef, ...]:
        """Return the installed editions from which players of a new friendly match choose.

        A superseded edition of the program's own list stays for the matches that have it, and is
        offered only if it is the one in force.
        """
        if self._superseded is None:
            older = (edition for edition in editions(self._folder) if is_superseded(edition))
            self._superseded = frozenset(map(_ref, older)) - {_ref(self.edition)}
        return tuple(edition for edition in self.installed() if edition not in self._superseded)

    def is_official(self, edition: EditionRef) -> bool:
        """Return whether the edition is the federation's own list; False if it no longer exists."""
        if edition.sha256 not in self._official:
            try:
                self._official[edition.sha256] = self._find(edition.sha256).official
            except UnknownEdition:
                return False
        return self._official[edition.sha256]

    def open(self, edition: EditionRef) -> Container[str]:
        """Return the words of that edition, opened once and mapped into memory.

        Raises:
            UnknownEdition: no edition with this hash exists any longer.
        """
        return self._lexicon(edition)

    def graph(self, edition: EditionRef) -> Dawg:
        """Return the words of that edition as a graph, which is read once.

        Raises:
            UnknownEdition: no edition with this hash exists any longer.
            BrokenEdition: its file is missing or differs from its description.
        """
        return self._lexicon(edition).graph

    def _lexicon(self, edition: EditionRef) -> Lexicon:
        """Return the word list of that edition, opened once."""
        if edition.sha256 not in self._opened:
            self._opened[edition.sha256] = Lexicon(self._find(edition.sha256))
        return self._opened[edition.sha256]

    def file(self, sha256: str) -> NamedFile:
        """Return the file that players receive (art. 3.2).

        It is a compressed list, one word a line, because several megabytes are a burden on a phone.
        Compression takes seconds and all players of a match need the file at once, so the last file
        is kept.

        Raises:
            UnknownEdition: no edition with this hash exists any longer.
            BrokenEdition: its file is missing or differs from its description.
        """
        with self._packing:
            if sha256 not in self._packed:
                self._packed = {sha256: _packed(self._find(sha256))}
            return self._packed[sha256]

    def _find(self, wanted: str) -> Edition:
        """Return the edition of that name or hash."""
        return find_edition(wanted, self._folder)


def _ref(edition: Edition) -> EditionRef:
    """Return the edition as logs name it."""
    return EditionRef(name=edition.name, sha256=edition.sha256)


def _packed(edition: Edition) -> NamedFile:
    """Return the word list as an archive, with its licence."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(f"{edition.name}.txt", "w") as file:
            words = iter(Lexicon(edition))
            while portion := list(islice(words, _PORTION)):
                file.write("".join(f"{word}\n" for word in portion).encode("ascii"))
        archive.writestr("LICENCE.txt", _about(edition))
        if edition.folder == SHIPPED:  # the owner of the words, and their licence
            for text in (SHIPPED / "README.md", *sorted((SHIPPED / "licences").iterdir())):
                archive.write(text, text.relative_to(SHIPPED))
    return NamedFile(f"{edition.name}.zip", out.getvalue())


def _about(edition: Edition) -> str:
    """Return the description and licence that must accompany the words."""
    standing = "the official list" if edition.official else "NOT the official list"
    return (
        f"{edition.name}: {edition.words} words, {standing}.\n"
        f"SHA-256 of the words: {edition.sha256}\n"
        f"Source: {edition.source}\nLicence: {edition.licence}\n"
    )
