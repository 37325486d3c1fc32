"""The guides' commands are where `make guide`, which runs them, expects them."""

import re

from tools.guide import EVENING, GUIDE, PARTS, ROOT, STEPS, blocks, filled

README = ROOT / "README.md"


def test_every_block_of_commands_is_run() -> None:
    """`make guide` finds all four blocks of commands and fills in every placeholder."""
    guide = GUIDE.read_text(encoding="utf-8")
    words = {"FOLDER_OF_THE_NEW_VERSION": "new", "before-REVISION": "before-1"}
    found = [filled(block, words) for part in PARTS for block in blocks(guide, part)]

    assert len(found) == 4
    lines = [line.partition("#")[0] for block in found for line in block.splitlines()]
    assert not [line for line in lines if re.search(r"[A-Z]{4}", line)]
    assert [line.split()[:2] for line in lines].count(["systemctl", "stop"]) == 3
    assert lines[0].startswith("apt-get update")


def test_there_is_one_recipe_to_install() -> None:
    """README, operations and the organiser's guide have the same lines, also for Caddy."""
    evening = EVENING.read_text(encoding="utf-8")
    (installed,), (started,) = (blocks(evening, step) for step in STEPS)
    recipe = installed + started.splitlines(keepends=True)[0]
    readme = blocks(README.read_text(encoding="utf-8"), "## Install and run")
    guide = GUIDE.read_text(encoding="utf-8")
    caddy = blocks(evening, "## Tabla, calendarul și paginile publice")

    assert readme == [recipe, *caddy]
    assert blocks(guide, "## One machine") == [recipe]
    assert blocks(guide, "## The board to tap") == caddy


def test_the_first_evening_is_run_as_the_organisers_guide_says() -> None:
    """The organiser's guide has one block to install and one to start, in the right order."""
    guide = EVENING.read_text(encoding="utf-8")
    (install,), (start,) = (blocks(guide, step) for step in STEPS)

    lines = install.splitlines()
    assert lines[0].startswith("apt-get update")
    asked = next(number for number, line in enumerate(lines) if line.endswith("turretur setup"))
    assert lines[asked + 1].startswith("chown -R turretur:")
    assert start.splitlines()[0] == "systemctl enable --now tur-retur"
