"""Word lists as editions: a name, a hash of the words, and files that open at once (art. 3.1).

An edition is three files of its name in a folder. `.toml` describes it. `.marisa` is the list as a
trie, memory-mapped from disk. `.dawg` has the same words as a graph for `engine.generator`. A free
list ships with the program, in an edition for new games and in older ones; it is not the official
list. `engine.words.wordlist` reads word lists from text.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from string import ascii_uppercase

import marisa_trie

from engine.words import dawg

SHIPPED = Path(__file__).parents[1] / "data" / "lexicon"
"""The folder of the editions that ship with the program."""
DEFAULT_EDITION = "rospell-3.3.8-2"
"""The free edition for new games; earlier ones also ship, for games pinned to them (art. 3.1)."""

_NAME = re.compile(r"\w[\w .-]{0,59}")


class UnknownEdition(LookupError):  # noqa: N818  (the name needs no suffix)
    """No edition has that name or hash in the folders that were searched."""


class BrokenEdition(Exception):  # noqa: N818  (the name needs no suffix)
    """The files of an edition differ from its description; the message names the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A fixed version of a word list, with its description."""

    name: str
    sha256: str
    """The hash of the words; see `content_hash`."""
    words: int
    licence: str
    official: bool
    """Whether this is the federation's own list; if not, every text that names the list says so."""
    source: str = ""
    folder: Path = field(default=SHIPPED, compare=False)
    """The folder of its files."""
    files: dict[str, str] = field(default_factory=dict, compare=False)
    """The SHA-256 of each file beside the description, by file extension."""

    def path(self, ending: str) -> Path:
        """Return the path of the edition's file with that extension."""
        return self.folder / f"{self.name}{ending}"


class Lexicon:
    """The words of an edition; `word in lexicon` takes a folded word in upper case."""

    def __init__(self, edition: Edition) -> None:
        """Open the edition's trie.

        Raises:
            BrokenEdition: the file is missing or differs from the description.
        """
        self.edition = edition
        self._trie = marisa_trie.Trie()
        self._trie.mmap(str(_checked(edition, ".marisa")))

    def __contains__(self, word: object) -> bool:
        """Return whether the list has the word."""
        return word in self._trie if isinstance(word, str) else False

    def __len__(self) -> int:
        """Return the number of words in the list."""
        return len(self._trie)

    def __iter__(self) -> Iterator[str]:
        """Yield the words, of two letters or more, in alphabetical order.

        The trie has another order; a sort of all words at once would take 60 MB.
        """
        for begin in product(ascii_uppercase, repeat=2):
            yield from sorted(self._trie.iterkeys("".join(begin)))

    @cached_property
    def graph(self) -> dawg.Dawg:
        """Return the words as a graph; its nodes, when first needed, take 0.1 s and 25 MB.

        Raises:
            BrokenEdition: the file is missing or differs from the description.
        """
        return dawg.load(_checked(self.edition, ".dawg").read_bytes())


def content_hash(words: Iterable[str]) -> str:
    """Return the SHA-256 of the words: folded, in upper case, sorted, one a line.

    Anyone can recompute it: ASCII, no word twice, a line feed between words and none at the end.
    """
    return hashlib.sha256("\n".join(sorted(set(words))).encode("ascii")).hexdigest()


def is_superseded(edition: Edition) -> bool:
    """Return whether a newer edition of the program's own list replaces this one in new games."""
    return edition.folder == SHIPPED and edition.name != DEFAULT_EDITION


def editions(*folders: Path) -> tuple[Edition, ...]:
    """Return the editions in these folders, followed by the ones that ship with the program.

    Raises:
        BrokenEdition: a description cannot be read.
    """
    places = dict.fromkeys((*folders, SHIPPED))
    return tuple(_described(file) for folder in places for file in sorted(folder.glob("*.toml")))


def find_edition(wanted: str, *folders: Path) -> Edition:
    """Return the first edition of that name or hash; the shipped ones come last.

    Raises:
        UnknownEdition: no edition has that name or hash.
        BrokenEdition: a description cannot be read.
    """
    for edition in editions(*folders):
        if wanted in {edition.name, edition.sha256}:
            return edition
    raise UnknownEdition(wanted)


def open_lexicon(wanted: str = DEFAULT_EDITION, *folders: Path) -> Lexicon:
    """Return the words of the edition of that name or hash; see `find_edition`."""
    return Lexicon(find_edition(wanted, *folders))


def is_edition_name(name: str) -> bool:
    """Return whether the name is allowed: letters, digits, spaces, `.`, `_` and `-`."""
    return _NAME.fullmatch(name) is not None


def write_edition(words: Iterable[str], edition: Edition) -> Edition:
    """Write the words (folded, in upper case) as an edition into its folder, and return it.

    The function fills in its hash, count and files. The same words give the same files.

    Raises:
        FileExistsError: the folder has an edition of that name with other words.
    """
    ordered = sorted(set(words))
    sha256 = content_hash(ordered)
    about = edition.path(".toml")
    if about.exists() and _described(about).sha256 != sha256:
        raise FileExistsError(about)
    edition.folder.mkdir(parents=True, exist_ok=True)
    contents = {
        ".marisa": marisa_trie.Trie(ordered).tobytes(),
        ".dawg": dawg.dump(dawg.build(ordered)),
    }
    files = {ending: hashlib.sha256(data).hexdigest() for ending, data in contents.items()}
    for ending, data in contents.items():
        _write(edition.path(ending), data)
    written = replace(edition, sha256=sha256, words=len(ordered), files=files)
    # Last, because only the description makes an edition visible.
    _write(about, _description(written).encode())
    return written


def _described(file: Path) -> Edition:
    """Return the edition that a `.toml` file describes."""
    try:
        about = tomllib.loads(file.read_text(encoding="utf-8"))
        edition = Edition(
            name=str(about["name"]),
            sha256=str(about["sha256"]),
            words=int(about["words"]),
            licence=str(about["licence"]),
            official=about["official"] is True,
            source=str(about.get("source", "")),
            folder=file.parent,
            files={ending: str(sha256) for ending, sha256 in about["files"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BrokenEdition(f"{file} does not describe a word list: {error}") from error
    if edition.path(".toml") != file:
        raise BrokenEdition(f"{file} describes an edition of another name, {edition.name!r}")
    return edition


def _description(edition: Edition) -> str:
    """Return the text of an edition's `.toml` file; JSON strings are valid TOML strings."""
    facts = ("name", "sha256", "words", "official", "licence", "source")
    values = [json.dumps(getattr(edition, fact), ensure_ascii=False) for fact in facts]
    lines = map(" = ".join, zip(facts, values, strict=True))
    files = [f'"{ending}" = "{sha256}"' for ending, sha256 in edition.files.items()]
    return "\n".join(
        ["# A word list: see engine/words/lexicon.py.", *lines, "", "[files]", *files, ""]
    )


def _checked(edition: Edition, ending: str) -> Path:
    """Return the path of the edition's file after checking its hash."""
    path = edition.path(ending)
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BrokenEdition(f"{path} cannot be read: {error.strerror}") from error
    if found != edition.files.get(ending):
        raise BrokenEdition(f"{path} is not the file that {edition.name} describes")
    return path


def _write(path: Path, data: bytes) -> None:
    """Write the whole file atomically, so that no program ever reads half of it."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_bytes(data)
    unfinished.replace(path)
