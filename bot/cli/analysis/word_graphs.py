"""The word list of a command that searches plays: its option, and its words as a graph."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bot.cli.lexicon import edition_named
from bot.cli.opening import configured
from bot.cli.output import refuse
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from engine.words.dawg import Dawg


def lexicon_option(without_it: str = "") -> Callable[[Any], Any]:
    """Return the option `--lexicon`; `without_it` ends its help with the default."""
    return click.option(
        "--lexicon",
        "words_file",
        type=FilePath(path_type=Path),
        metavar="WORDS.txt",
        help=f"The word list as text, with one word on each line. {without_it}".rstrip(),
    )


def graph_of_text(file: Path) -> "Dawg":
    """Return the words of a text as a graph, without words too long or short to play."""
    from engine.words import dawg
    from engine.words.wordlist import Flaw, read_word_list

    try:
        listed = read_word_list(file.read_bytes())
    except OSError as error:
        refuse(f"{file}: {error.strerror}")
    for line in listed.bad:
        if line.flaw is Flaw.NOT_LETTERS:
            refuse(f"{file}: line {line.number}: {line.text[:40]!r} is not a word of letters only")
    return dawg.build(listed.words)


def graph_of_edition(name: str | None, config_file: Path | None) -> "Dawg":
    """Return the words of an imported edition, or of the program's own, or end the command."""
    from engine.words.lexicon import BrokenEdition, Lexicon

    folder = configured(config_file).lexicon.directory
    try:
        return Lexicon(edition_named(name or "", folder)).graph
    except BrokenEdition as error:
        refuse(str(error))


def list_name(name: str) -> str:
    """Return the name of a word list, with a note that the program's own list is not official."""
    from engine.words.lexicon import DEFAULT_EDITION

    return f"{name}, not the official list" if name == DEFAULT_EDITION else name
