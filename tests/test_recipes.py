"""The recipe for a command works as it is written, on a copy of the project."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parent.parent
RECIPES = ROOT / "docs" / "recipes.md"
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


def test_the_recipe_for_a_command_adds_one(tmp_path: Path) -> None:
    """A person who follows it word by word has a command that answers in both languages."""
    text = RECIPES.read_text("utf-8")
    recipe = text[text.index("## Add a command") : text.index("## Add a notice")]
    for part in ("bot", "engine", "storage"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    for kind, name, block in BLOCK.findall(recipe):
        _apply(tmp_path / name, kind, dedent(block))

    run = subprocess.run(
        [sys.executable, "-c", TRY], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.stdout.splitlines() == ["Cap! | Dă cu banul", "Heads! | Toss a coin"], run.stderr


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
