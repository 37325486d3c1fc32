"""The recipes for a command and for the public site work as written, on a copy of the project."""

import re
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
TRY = """
import asyncio
from types import SimpleNamespace as Some
from bot.chat.commands import BY_NAME, SUBJECTS, describe
from bot.chat.handling import load
from bot.texts.i18n import catalogue

command = BY_NAME["coin"]
assert BY_NAME["moneda"] is command and any("moneda" in names for names in SUBJECTS.values())
said = []
service = Some(reply=lambda _, text: said.append(text))
asyncio.run(load(command.handler)(service, Some(incoming=Some(message=7))))
for language in ("ro", "en"):
    words = catalogue(language)
    print(words.plain(said[0]), words.plain(describe("moneda")), sep=" | ")
"""
READ = """
import asyncio
import re
from types import SimpleNamespace as Some
from bot.site.competition_pages import _competition_leaf
from bot.site.options import SiteOptions
from bot.site.templating import Templates

phases = (Some(players=frozenset({1, 2})), Some(players=frozenset({2, 3})))
edition = Some(name="Lista", sha256="0" * 64)
cup = Some(title="Cupa", phases=phases, edition=edition)
contest = Some(code="CUPA", competition=cup, signing=None)
leaf = _competition_leaf(contest, [], "", Templates(SiteOptions()), ("", ""))
for page in asyncio.run(leaf.make()).values():
    print(re.search("<h1>Cupa</h1>.<p>(.*?)</p>", page.decode(), re.DOTALL)[1])
"""


def test_the_recipe_for_a_command_adds_one(tmp_path: Path) -> None:
    """A person who follows it word by word has a command that answers in both languages."""
    found = _followed(tmp_path, "## Add a command", "## Add a notice", TRY)

    assert found == ["Cap! | Dă cu banul", "Heads! | Toss a coin"]


def test_the_recipe_for_the_site_adds_a_line(tmp_path: Path) -> None:
    """A person who follows it has a line on a competition's page, in both languages."""
    end = "## Add a table or a column"
    found = _followed(tmp_path, "## Add a line to the public site", end, READ)

    assert found == ["Jucători în toate fazele: 3", "Players in all phases: 3"]


def test_each_name_in_a_recipe_is_in_the_file_beside_it() -> None:
    """A name that changes in the program changes in the recipes."""
    for line in CODE.sub("", RECIPES.read_text("utf-8")).splitlines():
        quoted = QUOTED.findall(line)
        paths = [path for name in quoted if name.endswith(".py") for path in ROOT.glob(name)]
        sources = [path.read_text("utf-8") for path in paths]
        for name in filter(str.isidentifier, quoted if sources else []):
            assert any(re.search(rf"\b{name}\b", each) for each in sources), f"{name}: {line}"


def _followed(folder: Path, start: str, end: str, script: str) -> list[str]:
    """Follow a recipe on a copy of the program, and return the lines that a script then prints."""
    text = RECIPES.read_text("utf-8")
    for part in ("bot", "engine", "storage"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for kind, name, block in BLOCK.findall(text[text.index(start) : text.index(end)]):
        _apply(folder / name, kind, dedent(block))
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.splitlines()


def _apply(path: Path, kind: str, block: str) -> None:
    """Make a new file, append to a catalogue, or apply a difference."""
    if kind == "python":
        path.write_text(block, "utf-8")
        return
    old = path.read_text("utf-8")
    if kind == "po":
        path.write_text(f"{old}\n{block}", "utf-8")
        return
    lines = block.splitlines()
    before = "\n".join(line[1:] for line in lines if line[0] in " -")
    after = "\n".join(line[1:] for line in lines if line[0] in " +")
    assert old.count(before) == 1
    path.write_text(old.replace(before, after), "utf-8")
