"""Check the pinned packages for known vulnerabilities. Run: `make audit`.

Exit status 0: none has one, or no server answered, which is then reported; 1: one has; 2: the
request itself is wrong. With `--must-answer`, as in CI, no answer is status 2, too. What was not
checked is the last line, also of `make test`, which prints `LEFT` at its end. `pip-audit` alone
would report "no known vulnerabilities" for packages unknown to its source, and would print a
traceback without a network.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

PINNED: Final = Path(__file__).parent.parent / "constraints.txt"
LEFT: Final = PINNED.with_name("build") / "not-checked.txt"
"""What the last audit could not check; no file if it checked everything."""
PATIENCE: Final = 90
"""Seconds in all, so that a test run does not wait for another server for ever."""
_ANSWER: Final = 5
"""Seconds for one answer."""
_COMMAND: Final = (
    *("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json"),
    *("--timeout", str(_ANSWER)),
)
_OUT_OF_REACH: Final = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "Timeout", "SSLError",
                        "ServiceError", "ProxyError", "HTTPError")  # fmt: skip
"""The errors of an unreachable server, as the last line of a traceback names them."""
FINE, FAULTY, BROKEN = 0, 1, 2
"""The exit statuses, as at the top of this module."""
NOT_CHECKED: Final = "NOT CHECKED"
"""The beginning of a line on what was not checked."""


@dataclass(frozen=True, slots=True)
class AuditResult:
    """The result of the check: its exit status and its message."""

    status: int
    lines: tuple[str, ...]


def outcome_of(status: int, answer: str, complaint: str) -> AuditResult:
    """Return the result for pip-audit's exit status, its JSON answer and its error output."""
    try:
        packages: list[dict[str, Any]] = json.loads(answer)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return _without_answer(status, complaint)
    faulty = [package for package in packages if package.get("vulns")]
    unknown = [package["name"] for package in packages if "skip_reason" in package]
    count = len(packages)
    lines = [_vulnerable_line(package) for package in faulty]
    if len(unknown) == count:
        lines.append(_unchecked_line(f"none of {count} packages is known to the source asked"))
    elif unknown:
        lines.append(_unchecked_line(f"{len(unknown)} of {count} packages: {', '.join(unknown)}"))
    if not lines:
        lines.append(f"{count} packages asked about: no known faults.")
    return AuditResult(FAULTY if faulty else FINE, tuple(lines))


def _without_answer(status: int, complaint: str) -> AuditResult:
    """Return that no server answered, or else that the request was wrong."""
    last = (complaint.strip().splitlines() or [f"status {status}"])[-1]
    error = last.partition(":")[0].rpartition(".")[2]
    if error in _OUT_OF_REACH:
        return AuditResult(FINE, (_unchecked_line(f"nobody answers ({error})"),))
    return AuditResult(BROKEN, (f"pip-audit could not be run: {last}",))


def _vulnerable_line(package: dict[str, Any]) -> str:
    """Return a line with one package's vulnerabilities, and the versions that fix them."""
    faults = "; ".join(
        f"{fault['id']} (mended in {', '.join(fault['fix_versions']) or 'no version yet'})"
        for fault in package["vulns"]
    )
    return f"KNOWN FAULT: {package['name']} {package['version']}: {faults}"


def _unchecked_line(packages: str) -> str:
    """Return the line for packages about which no answer came."""
    return f"{NOT_CHECKED}: known faults could not be asked for: {packages}. Ask again elsewhere."


def ask(pinned: Path, more: Sequence[str] = (), *, patience: float = PATIENCE) -> AuditResult:
    """Check all packages pinned in the file."""
    command = (sys.executable, "-m", "pip_audit", "-r", str(pinned), *_COMMAND, *more)
    try:
        finished = subprocess.run(
            command, capture_output=True, text=True, timeout=patience, check=False
        )
    except subprocess.TimeoutExpired:
        return AuditResult(FINE, (_unchecked_line(f"no answer within {patience:g} s"),))
    return outcome_of(finished.returncode, finished.stdout, finished.stderr)


def report(audit: AuditResult, left: Path, *, must_answer: bool) -> int:
    """Print the result, store what was not checked, and return the exit status."""
    unchecked = [line for line in audit.lines if line.startswith(NOT_CHECKED)]
    for line in sorted(audit.lines, key=lambda line: line in unchecked):  # these come last
        print(line, file=sys.stderr)
    left.unlink(missing_ok=True)
    if unchecked:
        left.parent.mkdir(exist_ok=True)
        left.write_text("\n".join(unchecked) + "\n", encoding="utf-8")
    return BROKEN if unchecked and must_answer else audit.status


def main(arguments: Sequence[str]) -> int:
    """Check, print the result, and return its status."""
    return report(ask(PINNED), LEFT, must_answer="--must-answer" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
