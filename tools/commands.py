"""Write the list of commands in `docs/command-line.md` from the program: `make commands`."""

import re
from pathlib import Path
from typing import Final

from bot.__main__ import COMMANDS

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "command-line.md"
_LIST: Final = re.compile(r"(<!-- commands -->\n).*?(<!-- end of the commands -->)", re.DOTALL)


def page() -> str:
    """Return the page with the present list of commands."""
    rows = [f"| `turretur {name}` | {COMMANDS[name].summary} |" for name in sorted(COMMANDS)]
    table = "\n".join(["| Command | What it does |", "| --- | --- |", *rows])
    text = PAGE.read_text(encoding="utf-8")
    return _LIST.sub(lambda marks: f"{marks[1]}{table}\n{marks[2]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
