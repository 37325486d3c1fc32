"""Collects configuration values from TOML and the environment, and reports every problem.

`bot.runtime.config.settings` defines the keys.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.runtime.config.checks import Check, suggestion
from bot.runtime.config.named_files import text_of

_PASSWORD = re.compile(r":(//)?.*@", re.DOTALL)
"""Up to the last @, because a password may contain any character."""
Keys = Mapping[str, Mapping[str, Check]]
"""Section → key → check."""


def parse_file(path: Path) -> dict[str, Any]:
    """Return the content of the TOML file.

    Raises:
        ValueError: the file cannot be read; the message is one line that names it.
    """
    try:
        return tomllib.loads(text_of(path, "utf-8-sig"))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not text in UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        hint = '; texts need quotes, as key = "text"' if "Invalid value" in str(error) else ""
        raise ValueError(f"{path}: {error}{hint}") from error
    except RecursionError as error:
        raise ValueError(f"{path}: nested too deep") from error


@dataclass
class ConfigReading:
    """One reading of the configuration. It continues after a problem, to find all of them."""

    keys: Keys
    refused: Mapping[str, str]
    """Forbidden keys and sections, with the reason."""
    collected: dict[tuple[str, str], object] = field(default_factory=dict)
    """Section and key → the value as it was given; later sources replace earlier ones."""
    problems: list[str] = field(default_factory=list)
    """One line for each problem."""

    def add_file(self, sections: Mapping[str, object]) -> None:
        """Add the file's values; unknown sections and keys are problems."""
        for section, content in sections.items():
            if section in self.refused:
                self.problems.append(f"[{section}]: {self.refused[section]}")
            elif section not in self.keys:
                self.problems.append(f"{section}: {self._unknown(section, content)}")
            elif not isinstance(content, dict):
                self.problems.append(f"{section}: must be a section, written [{section}]")
            else:
                for key, value in content.items():
                    self._add(f"{section}.{key}", section, key, value)

    def _unknown(self, name: str, content: object) -> str:
        """Return a hint at the section that an unknown name may mean."""
        homes = [f"[{section}]" for section, keys in self.keys.items() if name in keys]
        if homes and not isinstance(content, dict):
            return f"is in no section; write it under {' or '.join(homes)}"
        return f"unknown section{suggestion(name, self.keys)} (sections: {', '.join(self.keys)})"

    def add_environment(self, variables: Mapping[str, str], prefix: str) -> None:
        """Add the values of variables named PREFIX_SECTION_KEY; they override the file.

        A variable with the prefix but without a known section belongs to another program.
        """
        for name, text in sorted(variables.items()):
            section, _, key = name.removeprefix(prefix).lower().partition("_")
            if name.startswith(prefix) and section in self.keys:
                check = self.keys[section].get(key)
                self._add(name, section, key, check.from_text(text.strip()) if check else text)

    def _add(self, shown: str, section: str, key: str, value: object) -> None:
        """Add a value; `shown` names it in a problem, as its writer does."""
        if f"{section}.{key}" in self.refused:
            self.problems.append(f"{shown}: {self.refused[f'{section}.{key}']}")
        elif key not in self.keys[section]:
            near = suggestion(key, self.keys[section])
            known = ", ".join(self.keys[section])
            self.problems.append(f"{shown}: unknown key{near} (keys: {known})")
        else:
            self.collected[section, key] = value

    def read(self, section: str, folder: Path) -> dict[str, Any]:
        """Return the section's values, checked and converted."""
        values = {}
        for key, check in self.keys[section].items():
            if (section, key) not in self.collected:
                continue
            value = self.collected[section, key]
            try:
                values[key] = check.read(value, folder)
            except ValueError as error:
                self.problems.append(
                    f"{section}.{key}: {_short(value)} is not allowed{error}"
                    f" (allowed: {check.allowed})"
                )
        return values


def _short(value: object) -> str:
    """Return the value for a message: shortened, and without a password in an address."""
    shown = _PASSWORD.sub(r":\1...@", repr(value))
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
