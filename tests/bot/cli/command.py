"""A command of `turretur`, run on files of a folder."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from bot.__main__ import main


@dataclass(frozen=True, slots=True)
class Command:
    """One command, by its name."""

    name: str

    def run(self, folder: Path, *arguments: str) -> tuple[int, str, str]:
        """Run it; arguments that begin with @ are files of the folder."""
        paths = [f"{folder / each[1:]}" if each.startswith("@") else each for each in arguments]
        result = CliRunner().invoke(main, [self.name, *paths])
        return result.exit_code, result.stdout, result.stderr

    def answer(self, folder: Path, *arguments: str) -> Any:
        """Return the JSON of a run that must succeed."""
        status, out, err = self.run(folder, *arguments, "--json")
        assert (status, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    def refusal(self, folder: Path, *arguments: str) -> str:
        """Return the one line of a run that must be refused."""
        status, out, err = self.run(folder, *arguments)
        assert (status, out) == (2, "")
        assert err.startswith("turretur: ")
        assert err.count("\n") == 1
        return err
