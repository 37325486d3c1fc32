"""Editions of word lists: identified by a public hash, opened complete or refused."""

import hashlib
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.data.lexicon.from_hunspell import expand, main
from engine.words.hunspell import read_dictionary
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
        """The described hash and count are those of the words, in the trie and in the graph."""
        words = list(shipped)

        assert content_hash(words) == shipped.edition.sha256
        assert len(words) == shipped.edition.words == len(shipped)
        assert words == list(shipped.graph)

    def test_it_has_the_words_of_the_worked_example(self, shipped: Lexicon) -> None:
        """The shipped list has every word of the federation's example."""
        example = "CASA STIRE AS ST AI COMANDA ACASA TRACASAI IR CAPRARUL"

        assert [word for word in example.split() if word not in shipped] == []

    def test_every_word_can_be_laid(self, shipped: Lexicon) -> None:
        """Every word of the shipped list has 2 to 15 letters from A to Z."""
        assert all(2 <= len(w) <= 15 and w.isascii() and w.isupper() for w in shipped)

    @pytest.mark.parametrize(
        "word", ["BUCURESTI", "UNESCO", "III", "ETC", "PHP", "KM", "STEJARU", "VAZANDU", "A"]
    )
    def test_names_abbreviations_and_numerals_are_not_in_it(
        self, shipped: Lexicon, word: str
    ) -> None:
        """The shipped list has no names, abbreviations, numerals or dependent forms."""
        assert word not in shipped


AFF = """
SET UTF-8
PFX K Y 1
PFX K 0 re .
SFX A Y 3   # feminine
SFX A ă a ă   s.f.
SFX A ă e [^c]ă
SFX A 0 -i .
SFX L Y 2
SFX L 0 u .
SFX L 0 ul .
"""


class TestTheScript:
    """The script that builds a word list from a hunspell dictionary."""

    @pytest.mark.parametrize(
        ("entry", "words"),
        [
            ("casă/A", ["CASA", "CASE"]),
            ("pisică/A", ["PISICA"]),
            ("stejar/L", ["STEJAR", "STEJARUL"]),
            ("lucra/K", ["LUCRA"]),
            ("Ana/A", []),
            ("e-mail", []),
            ("UNESCO", []),
            ("co2", []),
            ("km", []),
            ("st", ["ST"]),
            ("etc", []),
            ("y", []),
            ("otorinolaringologul", []),
            ("café", []),
        ],
    )
    def test_what_an_entry_becomes(self, entry: str, words: list[str]) -> None:
        """An entry gives its inflected words, without prefixes, names, hyphens, abbreviations."""
        assert expand(AFF, f"1\n{entry}\n", ["ETC"]) == words

    def test_a_gerund_before_a_pronoun_is_left_out(self) -> None:
        """`văzându`, which needs a pronoun, is left out; `văzând` and `hindu` are not."""
        assert expand(AFF, "3\nvăzându\nvăzând\nhindu\n", []) == ["HINDU", "VAZAND"]

    def test_the_endings_agree_with_an_independent_reading(self) -> None:
        """The endings of every class equal those of a second, letter-by-letter program."""
        roots = ["a" + "".join(letters) for letters in product("acă", repeat=3)]
        endings = read_dictionary(AFF, "0\n").endings

        for root in roots:
            expected = {root.replace("ă", "a").upper()}
            if root.endswith("ă"):
                expected.add(f"{root[:-1]}a".replace("ă", "a").upper())
                if not root.endswith("că"):
                    expected.add(f"{root[:-1]}e".replace("ă", "a").upper())
            assert set(expand(AFF, f"1\n{root}/A", [])) == expected
        assert set(endings) == {"A", "L"}

    def test_it_writes_the_edition_it_is_asked_for(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The script builds an edition from two files and prints its description."""
        (tmp_path / "x.aff").write_text(AFF, encoding="utf-8")
        (tmp_path / "x.dic").write_text("1\ncasă/A\n", encoding="utf-8")
        main([str(tmp_path / "x.aff"), str(tmp_path / "x.dic"), str(tmp_path / "out"), "mica"])

        assert list(open_lexicon("mica", tmp_path / "out")) == ["CASA", "CASE"]
        assert 'name = "mica"' in capsys.readouterr().out

    def test_an_ending_without_a_condition_fits_every_entry(self) -> None:
        """An ending may leave its condition out, with or without a comment."""
        aff = "SFX q Y 2\nSFX q 0 ă\nSFX q 0 e # plural\n"

        assert expand(aff, "1\nmurg/q\n", []) == ["MURG", "MURGA", "MURGE"]

    def test_no_ending_replaces_a_whole_entry(self) -> None:
        """Hunspell keeps at least one letter of the entry, and so does the script."""
        assert expand("SFX A Y 1\nSFX A as es as\n", "1\nas/A\n", []) == ["AS"]

    def test_a_dictionary_that_needs_more_ends_it_with_the_lines(self, tmp_path: Path) -> None:
        """Lines that are not implemented are named, and no edition is written."""
        (tmp_path / "x.aff").write_text(f"{AFF}NEEDAFFIX X\n", encoding="utf-8")
        (tmp_path / "x.dic").write_text("casă/A\n", encoding="utf-8")
        with pytest.raises(SystemExit) as end:
            main([str(tmp_path / "x.aff"), str(tmp_path / "x.dic"), str(tmp_path / "out")])

        assert end.value.code == "aff line 12: NEEDAFFIX X\ndic line 1: casă/A"
        assert not (tmp_path / "out").exists()

    def test_without_files_it_says_how_it_is_used(self) -> None:
        """Without arguments the script prints its usage."""
        with pytest.raises(SystemExit, match="ro_RO"):
            main([])


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
