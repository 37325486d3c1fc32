"""The package: licences, example configuration and service unit, and no foreign files."""

import re
import tomllib
import zipfile
from collections.abc import Sequence
from importlib.metadata import PathDistribution
from io import BytesIO
from pathlib import Path

from click.testing import CliRunner
from packaging.version import Version

from bot.__main__ import main
from bot.program.installation import replaced_file
from bot.runtime.config.settings import load_config
from bot.runtime.wordlists import WordLists
from engine.words.lexicon import DEFAULT_EDITION, find_edition

ROOT = Path(__file__).parents[1]


def test_the_list_that_players_get_says_whose_it_is() -> None:
    """The downloaded word list has the words, their copyright and each licence."""
    lists = WordLists(load_config(None, {}))
    name, content = lists.file(find_edition(DEFAULT_EDITION).sha256)
    with zipfile.ZipFile(BytesIO(content)) as archive:
        held = set(archive.namelist())
        assert {"LICENCE.txt", "README.md", "licences/GPL-2.txt", "licences/MPL-1.1.txt"} <= held
        assert name.removesuffix(".zip") + ".txt" in held
        assert "Copyright 2005–2009 Rospell Team" in archive.read("README.md").decode()


def test_the_package_names_every_licence() -> None:
    """The package names each licence of program, word list and fonts, with its text."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for licence in ("MIT", "GPL-2.0-only", "LGPL-2.1-only", "MPL-1.1", "OFL-1.1"):
        assert licence in project["license"]
    found = [path for pattern in project["license-files"] for path in ROOT.glob(pattern)]
    assert {"LICENSE", "GPL-2.txt", "LGPL-2.1.txt", "MPL-1.1.txt", "OFL.txt"} <= {
        path.name for path in found
    }


def test_the_version_says_whether_it_is_released() -> None:
    """The version is a development version exactly if the changelog has unreleased changes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = changes.partition("## [Unreleased]")[2].partition("\n## [")[0]
    released = Version(re.findall(r"^## \[(\d[^]]*)\]", changes, re.MULTILINE)[0])
    version = Version(project["version"])

    assert version.is_devrelease == ("\n- " in unreleased)
    assert version > released if version.is_devrelease else version == released


def test_the_example_is_printed() -> None:
    """`turretur config` prints the example configuration."""
    printed = CliRunner().invoke(main, ["config"])
    assert printed.exit_code == 0
    assert printed.output == (ROOT / "config.example.toml").read_text(encoding="utf-8")


def test_the_example_the_pins_and_the_unit_come_with_the_package() -> None:
    """The package and its source have all files that are needed to set the bot up."""
    wanted = {"config.example.toml", "constraints.txt", "requirements.txt", "deploy/Containerfile"}
    wanted |= {"deploy/compose.yaml", "deploy/tur-retur.service", "deploy/turretur.sh"}
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    installed = [each for them in tool["setuptools"]["data-files"].values() for each in them]
    source: list[str] = []
    for line in (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines():
        how, *what = line.split()
        source += what if how == "include" else [f"{what[0]}/**/{each}" for each in what[1:]]

    assert wanted <= _found(installed)
    assert wanted | {"docs/operations.md", "CHANGELOG.md", "SECURITY.md"} <= _found(source)


def test_the_container_is_built_from_all_that_the_package_installs() -> None:
    """The image copies every installed file, and no secret is in its build context."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    installed = [each for them in tool["setuptools"]["data-files"].values() for each in them]
    stage = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").split("\nFROM ")[1]
    copied = [words for line in stage.splitlines() if (words := line.split())[:1] == ["COPY"]]
    sources = {each for _, *them, _ in copied for each in them}
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert set(installed) | {"pyproject.toml", "README.md", "LICENSE"} <= sources
    assert {each.split("/")[0] for each in sources} == {
        line.removeprefix("!") for line in ignored if line.startswith("!")
    }
    assert {"*", "deploy/token.txt", "deploy/.env"} <= set(ignored)
    assert not [each for each in installed if "*" in each]


def test_every_image_is_named_by_its_digest() -> None:
    """Nobody can change an image under the tag that the container and the compose file name."""
    container, compose = (
        (ROOT / "deploy" / name).read_text(encoding="utf-8")
        for name in ("Containerfile", "compose.yaml")
    )
    images = re.findall(r"^ARG BASE=(\S+)$", container, re.MULTILINE)
    images += re.findall(r"^ +image: (docker\.io\S+)$", compose, re.MULTILINE)

    assert len(images) == 3
    for image in images:
        assert re.fullmatch(r"docker\.io/library/\w+:[\w.-]+@sha256:[0-9a-f]{64}", image)


def _found(patterns: Sequence[str]) -> set[str]:
    """Return the files that match these patterns."""
    return {f"{path.relative_to(ROOT)}" for each in patterns for path in ROOT.glob(each)}


def test_the_unit_bounds_what_the_bot_may_take() -> None:
    """The service unit limits the bot's memory to 1 GB without swap."""
    unit = (ROOT / "deploy" / "tur-retur.service").read_text(encoding="utf-8").splitlines()
    assert {"MemoryMax=1G", "MemorySwapMax=0"} <= set(unit)


def test_a_file_that_another_package_has_replaced_is_found(tmp_path: Path) -> None:
    """A file of ours that another package has overwritten is found by its recorded hash."""
    metadata = tmp_path / "tur_retur-1.dist-info"
    for folder in (metadata, tmp_path / "storage", tmp_path / "other"):
        folder.mkdir()
    for place in ("storage", "other"):
        (tmp_path / place / "__init__.py").write_bytes(b"")
    empty = "sha256=47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
    record = f"storage/__init__.py,{empty},0\nother/__init__.py,{empty},0\n"
    (metadata / "RECORD").write_text(record, encoding="utf-8")
    (tmp_path / "other" / "__init__.py").write_bytes(b"changed")
    installed = PathDistribution(metadata)

    assert replaced_file(installed) is None
    (tmp_path / "storage" / "__init__.py").write_bytes(b"import sys")
    assert replaced_file(installed) == str(tmp_path / "storage" / "__init__.py")
