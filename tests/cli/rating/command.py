"""`turretur rating`, run on files of a folder; and what its sheets say, worked out again."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.__main__ import main

HEAD_TO_HEAD = ("--players", "@p.csv", "--results", "@r.csv")


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the command; arguments that begin with @ are files of the folder."""
    paths = [f"{folder / each[1:]}" if each.startswith("@") else each for each in arguments]
    result = CliRunner().invoke(main, ["rating", *paths])
    return result.exit_code, result.stdout, result.stderr


def answer(folder: Path, *arguments: str) -> Any:
    """Return the JSON of a command that must succeed."""
    status, out, err = run(folder, *arguments, "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    return json.loads(out)


def refusal(folder: Path, *arguments: str) -> str:
    """Return the one line of a command that must be refused."""
    status, out, err = run(folder, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("turretur: ")
    assert err.count("\n") == 1
    return err


def evaluated(expression: str) -> float:
    """Return what an expression of a sheet comes to."""
    code = expression.replace("·", "*").replace("−", "-")
    assert re.fullmatch(r"[-+*/(). 0-9]+", code)
    value = eval(code)  # noqa: S307  (digits and signs, see above)
    return float(value)


def held_to_its_lines(sections: list[dict[str, Any]]) -> int:
    """Check each line of a sheet by its own arithmetic; return how many there were."""
    checked = 0
    for section in sections:
        for line in section["lines"]:
            if line["expression"]:
                # Figures are shown with four decimals, and some are rounded or limited by a rule.
                rounded = "rounded" in line["name"] or "at least" in line["name"]
                wanted = pytest.approx(float(line["value"]), abs=0.6 if rounded else 0.2)
                assert evaluated(line["expression"]) == wanted, line
                checked += 1
    return checked
