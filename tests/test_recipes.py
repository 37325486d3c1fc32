"""The recipes work as written: a test follows all of them on a copy of the program."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parent.parent
RECIPES = ROOT / "docs" / "recipes.md"
CODE = re.compile(r"^ *```\w.*?^ *```$", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r"`([^`]+)`")
BLOCK = re.compile(r'^    ```(\w+) title="([^"]+)"\n(.*?)^    ```$', re.MULTILINE | re.DOTALL)
COPIED = ("bot", "engine", "storage", "sandbox", "tools", "tests", "docs")
FILES = ("pyproject.toml", "config.example.toml")
GATES = (
    "tests/bot/chat/test_new_command.py",
    "tests/bot/ratings/lists/test_makers.py",
    "tests/bot/runtime/config/test_example.py",
    "tests/bot/texts/test_po_reader.py",
    "tests/bot/texts/test_facts.py",
    "tests/bot/texts/test_formal.py",
    "tests/engine/test_rulesets.py",
    "tests/storage/people/test_personal_data.py",
    "tests/storage/test_migrations.py::test_head_is_the_last_step",
    "tests/storage/test_migrations.py::test_the_steps_make_what_the_schema_says",
)
"""Tests that fail if a recipe leaves a step out."""
OPTIONS = (
    *("-p", "no:randomly", "--hypothesis-profile=quick", "--assert=plain"),
    *("-k", "not (test_personal_data and postgres)"),
)
"""Personal data are erased by the same statements on both databases; the steps run on both.

Assertions stay plain, because rewriting them takes longer than most of these tests.
"""


def test_a_person_who_follows_the_recipes_has_what_they_promise(tmp_path: Path) -> None:
    """After all recipes, their own tests and the tests for missing steps pass."""
    for part in COPIED:
        shutil.copytree(ROOT / part, tmp_path / part)  # with compiled modules, which save seconds
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    cached = ROOT / ".hypothesis"  # the constants of each module, which take seconds to find
    cached.mkdir(exist_ok=True)
    (tmp_path / ".hypothesis").symlink_to(cached)
    written = []
    for kind, name, block in BLOCK.findall(RECIPES.read_text("utf-8")):
        if kind == "sh":
            _run(tmp_path, *shlex.split(block))
        else:
            _apply(tmp_path / name, kind, dedent(block))
            written += [name] if kind == "python" and name.startswith("tests/") else []

    assert len(written) == 5
    _run(tmp_path, sys.executable, "-m", "pytest", "-q", *OPTIONS, *written, *GATES)


def test_each_name_in_a_recipe_is_in_the_file_beside_it() -> None:
    """Each name in a recipe is in the file that the same line names."""
    for line in CODE.sub("", RECIPES.read_text("utf-8")).splitlines():
        quoted = QUOTED.findall(line)
        paths = [path for name in quoted if name.endswith(".py") for path in ROOT.glob(name)]
        sources = [path.read_text("utf-8") for path in paths]
        for name in filter(str.isidentifier, quoted if sources else []):
            assert any(re.search(rf"\b{name}\b", each) for each in sources), f"{name}: {line}"


def _run(folder: Path, *command: str) -> None:
    # A worker of pytest-xdist would share stored beginnings, which an inner run must not take.
    own = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    run = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def _apply(path: Path, kind: str, block: str) -> None:
    """Write a new file, append to a catalogue, or apply a difference."""
    if kind == "python":
        path.write_text(block, "utf-8")
        return
    old = path.read_text("utf-8")
    if kind == "po":
        path.write_text(f"{old}\n{block}", "utf-8")
        return
    lines = block.splitlines()
    before = "".join(f"\n{line[1:]}" for line in lines if line[:1] != "+")
    after = "".join(f"\n{line[1:]}" for line in lines if line[:1] != "-")
    assert old.count(before + "\n") == 1, f"{path.name} does not have once:{before}"
    path.write_text(old.replace(before + "\n", after + "\n"), "utf-8")
