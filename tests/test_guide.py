"""The guide's commands are where the script that runs them looks for them: `make guide`."""

import re

from tools.guide import GUIDE, PARTS, blocks, filled


def test_every_block_of_commands_is_run() -> None:
    """Setting up, putting back, upgrading, going back; nothing is left that stands for a name."""
    guide = GUIDE.read_text(encoding="utf-8")
    words = {"FOLDER_OF_THE_NEW_VERSION": "new", "before-REVISION": "before-1"}
    found = [filled(block, words) for part in PARTS for block in blocks(guide, part)]

    assert len(found) == 4
    lines = [line.partition("#")[0] for block in found for line in block.splitlines()]
    assert not [line for line in lines if re.search(r"[A-Z]{4}", line)]
    assert [line.split()[:2] for line in lines].count(["systemctl", "stop"]) == 3
    assert lines[0].startswith("useradd --system")
