"""Write the list of commands in `docs/command-line.md` from the program: `make commands`."""

from pathlib import Path
from typing import Final

from bot.__main__ import COMMANDS
from tools.marked_parts import with_part

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "command-line.md"


def page() -> str:
    """Return the page with the present list of commands."""
    rows = [f"| `turretur {name}` | {COMMANDS[name].summary} |" for name in sorted(COMMANDS)]
    table = "\n".join(["| Command | What it does |", "| --- | --- |", *rows])
    return with_part(PAGE.read_text(encoding="utf-8"), "commands", table)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
