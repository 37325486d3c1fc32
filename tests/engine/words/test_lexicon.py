"""Editions of word lists: identified by a public hash, opened complete or refused."""

import hashlib
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.words.lexicon import (
    DEFAULT_EDITION,
    SHIPPED,
    BrokenEdition,
    Edition,
    Lexicon,
    UnknownEdition,
    content_hash,
    editions,
    find_edition,
    is_edition_name,
    is_superseded,
    open_lexicon,
    write_edition,
)

WORDS = ("ACASA", "CASA", "MARE")


def edition(folder: Path, name: str = "LOC 2025", *, official: bool = True) -> Edition:
    """Return the description of an edition before it is written."""
    return Edition(name=name, sha256="", words=0, licence="asked", official=official, folder=folder)


@pytest.fixture(name="shipped", scope="module")
def shipped_list() -> Lexicon:
    """Return the edition that ships with the program."""
    return open_lexicon()


@pytest.mark.article("3.1")
def test_the_hash_is_that_of_the_words_in_order_one_a_line() -> None:
    """The hash is the SHA-256 of the sorted words, one a line, without repetitions."""
    expected = hashlib.sha256(b"ACASA\nCASA\nMARE").hexdigest()

    assert content_hash(["MARE", "CASA", "ACASA", "CASA"]) == expected
    assert content_hash([]) == hashlib.sha256(b"").hexdigest()


@pytest.mark.article("3.1")
def test_an_edition_is_found_again_by_name_and_by_hash(tmp_path: Path) -> None:
    """An edition is found by its name and by its hash, among other editions."""
    written = write_edition(WORDS, edition(tmp_path))
    write_edition(["ALTA"], edition(tmp_path, "LOC 2026"))

    assert written.sha256 == content_hash(WORDS)
    assert written.words == 3
    assert find_edition("LOC 2025", tmp_path) == written
    assert find_edition(written.sha256, tmp_path) == written
    assert find_edition(written.sha256, tmp_path).official
    assert [e.name for e in editions(tmp_path)] == [
        "LOC 2025",
        "LOC 2026",
        DEFAULT_EDITION,
        "rospell-3.3.8",
    ]


def test_only_an_older_edition_of_the_shipped_list_is_superseded(tmp_path: Path) -> None:
    """The newest edition, and every imported list, may be used for new games."""
    write_edition(WORDS, edition(tmp_path))

    superseded = [one.name for one in editions(tmp_path) if is_superseded(one)]
    assert superseded == ["rospell-3.3.8"]


def test_an_edition_has_its_words_and_no_others(tmp_path: Path) -> None:
    """An edition has its upper-case words, and no parts, lower case or other values."""
    lexicon = Lexicon(write_edition(WORDS, edition(tmp_path)))

    assert list(lexicon) == list(WORDS) == list(lexicon.graph)
    assert len(lexicon) == 3
    assert all(word in lexicon for word in WORDS)
    assert all(word not in lexicon for word in ("CAS", "CASAA", "casa", "", 7, None))


def test_the_same_words_give_the_same_files(tmp_path: Path) -> None:
    """The same words in any order give the same files, byte for byte."""
    write_edition(WORDS, edition(tmp_path / "one"))
    write_edition([*WORDS[::-1], "CASA"], edition(tmp_path / "two"))

    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == ["LOC 2025.dawg", "LOC 2025.marisa", "LOC 2025.toml"]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_name_that_is_taken_never_gets_other_words(tmp_path: Path) -> None:
    """Writing an edition again changes nothing; other words need another name."""
    written = write_edition(WORDS, edition(tmp_path))

    assert write_edition(WORDS, edition(tmp_path)) == written
    with pytest.raises(FileExistsError):
        write_edition(["ALTA"], edition(tmp_path))
    assert list(open_lexicon("LOC 2025", tmp_path)) == list(WORDS)


def test_an_edition_nobody_has_is_refused(tmp_path: Path) -> None:
    """An unknown edition is refused with its name."""
    with pytest.raises(UnknownEdition, match="LOC 1999"):
        find_edition("LOC 1999", tmp_path / "nowhere")


@pytest.mark.parametrize("ending", [".marisa", ".dawg"])
@pytest.mark.parametrize("harm", ["changed", "missing"])
def test_a_file_that_is_not_the_one_described_is_refused(
    tmp_path: Path, ending: str, harm: str
) -> None:
    """An edition with a changed or missing file is refused before it checks a word."""
    written = write_edition(WORDS, edition(tmp_path))
    path = written.path(ending)
    if harm == "changed":
        path.write_bytes(path.read_bytes()[:-1] + b"!")
    else:
        path.unlink()

    with pytest.raises(BrokenEdition, match=ending):
        list(Lexicon(written).graph)


@pytest.mark.parametrize(
    "text",
    ["", "name = 7", 'name = "LOC 2025"', "not toml", 'name = "other"\nsha256 = ""\nwords = 1\n'],
)
def test_a_description_that_cannot_be_used_is_refused_by_name(tmp_path: Path, text: str) -> None:
    """An unusable description is refused with the name of its file."""
    (tmp_path / "LOC 2025.toml").write_text(text)

    with pytest.raises(BrokenEdition, match=r"LOC 2025\.toml"):
        editions(tmp_path)


def test_a_description_under_another_name_is_refused(tmp_path: Path) -> None:
    """A description that was copied to another file name is refused."""
    written = write_edition(WORDS, edition(tmp_path))
    shutil.copy(written.path(".toml"), tmp_path / "LOC 2026.toml")

    with pytest.raises(BrokenEdition, match="another name"):
        editions(tmp_path)


@pytest.mark.parametrize(
    ("name", "fits"),
    [("LOC 2025", True), ("listă-2.1_b", True), ("", False), ("../x", False), (".x", False)],
)
def test_a_name_stays_in_its_folder(name: str, fits: bool) -> None:
    """An edition's name must be a plain file name."""
    assert is_edition_name(name) is fits


def test_strange_texts_survive_in_a_description(tmp_path: Path) -> None:
    """Quotes, line ends and diacritics in a licence are read back unchanged."""
    licence = 'numai pentru "membri"\nși \\ arbitri'
    wanted = Edition(
        name="x", sha256="", words=0, licence=licence, official=False, folder=tmp_path, source="ș"
    )
    write_edition(WORDS, wanted)

    assert find_edition("x", tmp_path).licence == licence


class TestTheShippedEdition:
    """The free word list that ships with the program."""

    def test_it_says_that_it_is_not_official_and_under_which_licence(
        self, shipped: Lexicon
    ) -> None:
        """The shipped list is marked as not official, and its licences are beside it."""
        assert not shipped.edition.official
        for licence in shipped.edition.licence.split(" OR "):
            assert list((SHIPPED / "licences").glob(f"{licence.removesuffix('.0')}*.txt"))
        assert "not the official list" in (SHIPPED / "README.md").read_text(encoding="utf-8")

    def test_its_description_is_true(self, shipped: Lexicon) -> None:
        """The described hash and count are those of the words, in the trie and in the graph.

        Every word has 2 to 15 letters from A to Z.
        """
        words = list(shipped)

        assert content_hash(words) == shipped.edition.sha256
        assert len(words) == shipped.edition.words == len(shipped)
        assert words == list(shipped.graph)
        assert all(2 <= len(w) <= 15 and w.isascii() and w.isupper() for w in words)

    def test_it_has_the_words_of_the_worked_example(self, shipped: Lexicon) -> None:
        """The shipped list has every word of the federation's example."""
        example = "CASA STIRE AS ST AI COMANDA ACASA TRACASAI IR CAPRARUL"

        assert [word for word in example.split() if word not in shipped] == []

    @pytest.mark.parametrize(
        "word", ["BUCURESTI", "UNESCO", "III", "ETC", "PHP", "KM", "STEJARU", "VAZANDU", "A"]
    )
    def test_names_abbreviations_and_numerals_are_not_in_it(
        self, shipped: Lexicon, word: str
    ) -> None:
        """The shipped list has no names, abbreviations, numerals or dependent forms."""
        assert word not in shipped


@settings(deadline=None, max_examples=30)
@given(words=st.sets(st.text("ABC", min_size=2, max_size=5), min_size=1))
def test_trie_graph_and_set_agree(
    words: set[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Trie, graph and set accept the same candidates for any words."""
    folder = tmp_path_factory.mktemp("editions")
    lexicon = Lexicon(write_edition(words, edition(folder)))

    for word in candidates():
        assert (word in lexicon) == (word in lexicon.graph) == (word in words)


def candidates() -> Iterator[str]:
    """Yield every word of one to four letters from A, B and C."""
    for length in range(1, 5):
        yield from map("".join, product("ABC", repeat=length))
