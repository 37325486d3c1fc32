"""The documentation agrees with the project."""

import re
import shlex
from importlib.metadata import distributions
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.specifiers import SpecifierSet

from bot.__main__ import main
from tools import commands, guides, inverses, modules, pictures, states
from tools.lock import LOCKS, differences, pins, wanted

ROOT = Path(__file__).parent.parent
COMMAND_LINE = ROOT / "docs" / "command-line.md"
PACKAGES = ("bot", "engine", "storage", "sandbox", "tools", "benchmarks", "tests")
PAGES = sorted(
    path.relative_to(ROOT)
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    if "demo-out" not in path.parts
)


def test_the_state_diagrams_are_those_of_the_tables() -> None:
    """docs/states.md shows the present transitions; `make states` writes it again."""
    assert states.PAGE.read_text(encoding="utf-8") == states.page()


def test_the_inverses_are_those_of_the_code() -> None:
    """docs/inverses.md lists the present acts; `python -m tools.inverses` writes it again."""
    assert inverses.PAGE.read_text(encoding="utf-8") == inverses.page()


def test_the_maps_are_those_of_the_imports() -> None:
    """docs/architecture.md shows the present imports; `make map` writes it again."""
    assert modules.PAGE.read_text(encoding="utf-8") == modules.page_with_maps()


@pytest.mark.parametrize("name", guides.FORMAL)
def test_the_formal_guides_are_made_from_the_others(name: str) -> None:
    """The site's formal guides equal docs/ro with the replacements of `tools/formal_guides.txt`."""
    assert (guides.FOLDER / name).read_text("utf-8") == guides.formal_page(guides.FORMAL[name])


@pytest.mark.parametrize("name", guides.SOURCES)
def test_the_sites_guides_are_those_of_the_documentation(name: str) -> None:
    """The site's guides equal docs/ro and docs/en; `python -m tools.guides` writes them again."""
    assert (guides.FOLDER / name).read_text("utf-8") == guides.page(guides.SOURCES[name])


def test_the_guides_show_every_picture_that_is_made_for_them() -> None:
    """The Romanian guides show exactly the pictures of `python -m tools.pictures`."""
    texts = [(ROOT / source).read_text("utf-8") for source in guides.SOURCES.values()]
    shown = re.findall(r"\(\.\./images/(\w+)\.png\)", "".join(texts))
    assert sorted(shown) == sorted(pictures.GUIDE_PICTURES)


def test_no_module_imports_another_in_a_circle() -> None:
    """No modules import each other in a circle."""
    assert modules.circles() == []


@pytest.mark.parametrize("part", modules.TOP)
def test_no_module_needs_another_in_a_circle(part: str) -> None:
    """No modules import each other in a circle for types."""
    assert modules.circles(with_types_in=part) == []


def test_no_test_module_is_a_library() -> None:
    """What several test modules use is in a module that has no tests."""
    imported = re.compile(
        r"^\s*(from tests\S*\.test_\w+ import|from tests\S* import .*\btest_)", re.MULTILINE
    )
    found = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "tests").rglob("*.py")
        if imported.search(path.read_text("utf-8"))
    ]
    assert found == []


def test_a_page_names_files_that_exist() -> None:
    """Every file or folder of ours that a page names exists."""
    ours = re.compile(r"`((?:bot|engine|storage|tests|tools|benchmarks)/[\w/]*(?:\.\w+)?)`")
    for page in PAGES:
        named = ours.findall((ROOT / page).read_text(encoding="utf-8"))
        assert [path for path in named if not (ROOT / path).exists()] == [], page


def test_links_between_pages_lead_somewhere() -> None:
    """Every link from a page to a file of ours names an existing file."""
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
        ours = [link for link in links if "://" not in link]
        assert [link for link in ours if not (ROOT / page.parent / link).exists()] == [], page


def test_every_decision_is_in_the_index() -> None:
    """docs/adr/README.md lists every record with its title, and no other."""
    folder = ROOT / "docs" / "adr"
    titles = {}
    for path in folder.glob("0*.md"):
        number, title = re.match(r"# (\d+)\. (.+)\n", path.read_text(encoding="utf-8")).groups()  # type: ignore[union-attr]  # no match fails the test
        assert int(number) == int(path.name[:4]), path.name
        titles[path.name] = title
    index = (folder / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"\[\d+\]\((0\d{3}-[^)]+)\) \| (.+?) \|", index))
    assert listed == titles


def test_the_guide_to_the_command_line_knows_every_command() -> None:
    """docs/command-line.md lists the present commands; `make commands` writes it again."""
    assert commands.PAGE.read_text(encoding="utf-8") == commands.page()


SESSIONS = re.findall(
    r"^\$ turretur (.+)\n((?:(?!\$ |```).*\n)*)",
    COMMAND_LINE.read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize(("typed", "shown"), SESSIONS, ids=[typed[:30] for typed, _ in SESSIONS])
def test_the_guide_shows_what_the_commands_print(
    typed: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The output below a command in the guide is what the command prints."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, shlex.split(typed)).output == shown


def test_the_page_on_testing_knows_every_target_of_the_makefile() -> None:
    """README.md or docs/testing.md names each target of the Makefile."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^(\w+):.*## ", makefile, flags=re.MULTILINE)
    documented = "".join(
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/testing.md")
    )
    assert [name for name in targets if name != "help" and f"make {name}" not in documented] == []


def _lock(name: str) -> dict[str, frozenset[str]]:
    return pins((ROOT / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", LOCKS)
def test_what_is_needed_is_pinned_with_hashes(name: str) -> None:
    """The lock has what the project needs, its build too, and each package only with hashes."""
    locked = _lock(name)
    names = {pin.partition("==")[0] for pin in locked}
    needed = [re.match(r"[\w.-]+", line).group().lower() for line in wanted(LOCKS[name])]  # type: ignore[union-attr]  # each begins with a name
    assert [each for each in needed if each not in names] == []
    assert [pin for pin, hashes in locked.items() if not hashes] == []


def test_a_server_runs_what_was_tested() -> None:
    """The server's lock is a part of the developers' lock, to the last hash."""
    tested = _lock("constraints.txt")
    assert {pin: tested.get(pin) for pin in _lock("requirements.txt")} == _lock("requirements.txt")


def test_a_lock_that_does_not_follow_is_found() -> None:
    """A missing package, a superfluous one, another version, and an unknown hash are named."""

    def lock(*packages: tuple[str, str]) -> str:
        return "\n".join(f"{pin} \\\n    --hash=sha256:{mark * 64}" for pin, mark in packages)

    stored = lock(("click==8.5.1", "a"), ("h11==0.16.0", "b"), ("old==1", "c"))
    made = lock(("click==8.5.2", "a"), ("h11==0.16.0", "d"), ("new==1", "e"))
    assert differences(stored, stored) == []
    assert sorted(differences(stored, made)) == [
        "not in the file: click==8.5.2",
        "not in the file: new==1",
        "not needed: click==8.5.1",
        "not needed: old==1",
        "unknown hash: h11==0.16.0",
    ]


def test_what_is_pinned_installs_on_the_oldest_python() -> None:
    """Every installed package accepts the first release of Python 3.11; Debian 12 has 3.11.2."""
    wanted = {each.name: each.metadata["Requires-Python"] for each in distributions()}
    refusing = {name: on for name, on in wanted.items() if on and "3.11.0" not in SpecifierSet(on)}
    assert refusing == {}


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_a_step_of_a_trip_names_modules_and_functions_that_exist() -> None:
    """A module named in a step of docs/architecture.md exists and has the functions named there."""
    for step in re.findall(r"^\d+\. .*$", ARCHITECTURE, re.MULTILINE):
        named = re.findall(r"`([\w./]+)`", step)
        modules_named = [name for name in named if "/" in name or name.endswith(".py")]
        found = {name: _files(name) for name in modules_named}
        assert [name for name, files in found.items() if not files] == [], step
        sources = "\n".join(file.read_text("utf-8") for files in found.values() for file in files)
        functions = [name.rpartition(".")[2] for name in named if name not in modules_named]
        defined = set(re.findall(r"\b(?:def|class) (\w+)", sources))
        assert [name for name in functions if name not in defined] == [], step


def _files(name: str) -> list[Path]:
    """Return the modules of that path, or of that name in any package."""
    path = ROOT / name
    if path.is_dir():
        return sorted(path.glob("*.py"))
    if "/" in name:
        return [path] if path.exists() else []
    return [each for part in PACKAGES for each in (ROOT / part).rglob(name)]
