"""The shipped word list against its dictionary, read by the script and by another program."""

import gc
import os
import re
import shutil
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from spylls.hunspell import Dictionary
from spylls.hunspell.data.aff import Suffix

from bot.cli.dictionary.rospell import expand, read_excluded
from engine.words.lexicon import Lexicon, find_edition, open_lexicon

STEP = int(os.environ.get("ENTRY_STEP", "20"))
"""One pair of first letters of this many is read, with all its entries; `make soak` reads all.

Entries that exclude a form of each other begin alike.
"""
SOURCE = Path(__file__).parents[3] / "data" / "hunspell" / "ro_RO.zip"
Endings = tuple[str, re.Pattern[str], Sequence[tuple[str, bool]]]
"""What is removed, which entries they fit, and each ending: whether it is a shortened article."""
LETTERS = re.compile("[a-zăâîșțşţ]+")  # the dictionary also writes s and t with cedillas
FOLDED = str.maketrans("ăâîșțşţ", "aaistst")
FIRST = "9a06a7028b4fb1a6b05cc9928b3a39bfe887e09c3d4983cb917228064f03a567"
"""The hash of the first edition, to which games of versions up to 0.3.0 are pinned."""


@pytest.fixture(name="files", scope="module")
def _files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the dictionary's files, without their endings."""
    folder = tmp_path_factory.mktemp("dictionary")
    with zipfile.ZipFile(SOURCE) as archive:
        archive.extractall(folder)
    entries = folder / "ro_RO.dic"
    count, *lines = entries.read_text(encoding="utf-8").splitlines(keepends=True)
    beginnings = set(sorted({line[:2] for line in lines})[::STEP])
    read = [line for line in lines if line[:2] in beginnings]
    entries.write_text("".join([count, *read]), encoding="utf-8")
    return folder / "ro_RO"


@pytest.fixture(name="spylls", scope="module")
def _spylls(files: Path) -> Dictionary:
    """Return the dictionary as another program reads it."""
    once = files.with_name("once")
    shutil.copy(files.with_suffix(".aff"), once.with_suffix(".aff"))
    entries = files.with_suffix(".dic").read_text(encoding="utf-8")
    # hunspell reads `globuleț//P` as globuleț with the flags / and P; spylls reads no flags.
    once.with_suffix(".dic").write_text(entries.replace("//P", "/P"), encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it leaves its files open
        dictionary = Dictionary.from_files(str(once))
        gc.collect()
    return dictionary


@pytest.fixture(name="forms", scope="module")
def _forms(spylls: Dictionary) -> dict[str, str]:
    """Return the word of each form that is one; the empty word for a shortened article alone."""
    found: dict[str, str] = {}
    for form, is_spoken in expanded(spylls):
        if LETTERS.fullmatch(form) is not None and not found.get(form):
            found[form] = "" if is_spoken else form.translate(FOLDED).upper()
    return found


def expanded(dictionary: Dictionary) -> Iterator[tuple[str, bool]]:
    """Yield each form without a prefix, and whether it is a shortened article (stejaru)."""
    classes = {flag: endings(suffixes) for flag, suffixes in dictionary.aff.SFX.items()}
    for entry in dictionary.dic.words:
        if LETTERS.fullmatch(entry.stem) is None:
            continue
        yield entry.stem, False
        for flag in entry.flags:
            for strip, condition, added in classes.get(flag, ()):
                if entry.stem.endswith(strip) and condition.search(entry.stem):
                    stem = entry.stem[: len(entry.stem) - len(strip)]
                    for add, is_spoken in added:
                        yield stem + add, is_spoken


def endings(suffixes: Iterable[Suffix]) -> list[Endings]:
    """Return the endings of a class, by the entries that they fit."""
    fitting: dict[tuple[str, re.Pattern[str]], list[str]] = {}
    for one in suffixes:
        fitting.setdefault((one.strip, one.cond_regexp), []).append(one.add)
    return [
        (strip, condition, [(add, f"{add}l" in added and add.endswith("u")) for add in added])
        for (strip, condition), added in fitting.items()
    ]


@pytest.fixture(name="words", scope="module")
def _words(forms: dict[str, str]) -> set[str]:
    """Return the words of the other program's forms, less the documented exclusions."""
    whole = {form: word for form, word in forms.items() if word}
    words = {
        word
        for form, word in whole.items()
        if not (form.endswith(("ându", "indu")) and form[:-1] in whole)
    }
    return {
        word
        for word in words - read_excluded()
        if 2 <= len(word) <= 15 and (set(word) & set("AEIOUY") or word in {"HM", "ST"})
    }


@pytest.fixture(name="listed", scope="module")
def _listed() -> set[str]:
    """Return the words of the shipped list."""
    return set(open_lexicon())


def are_all(found: set[str], listed: set[str]) -> bool:
    """Return whether the words are those of the list, or among them if few entries were read."""
    return found == listed if STEP == 1 else bool(found) and found < listed


def test_the_list_is_the_dictionary_less_the_documented_exclusions(
    words: set[str], listed: set[str]
) -> None:
    """Each form of another program's expansion is in the list, or excluded for a named reason."""
    assert are_all(words, listed)


def test_the_script_builds_the_list_that_is_shipped(files: Path, words: set[str]) -> None:
    """The script gives the words that the other program gives."""
    aff, dic = (files.with_suffix(f".{end}").read_text(encoding="utf-8") for end in ("aff", "dic"))

    assert set(expand(aff, dic, read_excluded())) == words


@pytest.mark.article("3.1")
def test_the_first_edition_stays_for_the_games_that_are_pinned_to_it(
    forms: dict[str, str], spylls: Dictionary, listed: set[str]
) -> None:
    """The new edition adds 386 words that the dictionary accepts, and takes none away."""
    first = set(Lexicon(find_edition(FIRST)))
    added = listed - first

    assert first <= listed
    assert len(added) == 386
    assert {"ANALOGA", "MURGA", "ANTIAMERICANA", "POLITOLOGA"} <= added
    written = {form for form, word in forms.items() if word in added}
    assert are_all({forms[form] for form in written}, added)
    assert all(spylls.lookup(form) for form in written)
