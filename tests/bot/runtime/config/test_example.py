"""config.example.toml lists and explains every key."""

import itertools
import re
import tomllib
from dataclasses import replace
from pathlib import Path

from bot.runtime.config.settings import known_keys
from tests.bot.runtime.config.written import loaded

EXAMPLE = Path(__file__).parents[4] / "config.example.toml"


def test_the_example_documents_exactly_the_existing_keys() -> None:
    """No key is missing from config.example.toml, and none in it is unknown."""
    documented = {
        (section, key)
        for section, content in tomllib.loads(EXAMPLE.read_text(encoding="utf-8")).items()
        for key in content
    }

    assert documented == {(section, key) for section, keys in known_keys().items() for key in keys}


def test_the_example_shows_the_defaults(file: Path) -> None:
    """Copying the example changes nothing but the token's file."""
    example = loaded(file, EXAMPLE.read_text(encoding="utf-8"))
    default = loaded(file, "")

    assert example.telegram.token_file == file.parent / "token.txt"
    assert repr(replace(example, telegram=default.telegram)) == repr(default)
    assert example.storage == default.storage


def test_every_key_of_the_example_is_explained() -> None:
    """A comment is above each key, or above its group of keys."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for above, line in itertools.pairwise(lines):
        if re.match(r"\w+ = ", line):
            assert above.startswith("# ") or re.match(r"\w+ = ", above), line


def test_the_example_names_the_words_a_key_may_be() -> None:
    """For a key with few allowed words the example has them all."""
    text = EXAMPLE.read_text(encoding="utf-8")
    for section, keys in known_keys().items():
        for key, check in keys.items():
            if re.fullmatch(r"[\w-]+(, [\w-]+)*", check.allowed):
                for word in check.allowed.split(", "):
                    assert word in text, f"{section}.{key}: {word}"
