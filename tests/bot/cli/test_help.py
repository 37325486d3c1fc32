"""The help of every command and group: whole sentences, nothing cut, nothing unexplained."""

import re
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from bot.__main__ import main

_PARAGRAPHS = re.compile(r"\n\s*\n")


def commands(
    command: click.Command = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command and group with what is typed for it after `turretur`."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, (*path, name))


EVERY = dict(commands())
GROUPS = [path for path, command in EVERY.items() if isinstance(command, click.Group)]


def shown(path: tuple[str, ...]) -> str:
    """Return the help as it is read in a window of 80 columns."""
    done = CliRunner().invoke(main, [*path, "--help"], env={"COLUMNS": "80"})
    assert done.exit_code == 0
    return done.output


def in_one_line(text: str) -> str:
    """Return the text as one line, with hyphenated words joined."""
    return " ".join(text.split()).replace("- ", "-")


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_help_says_everything_whole(path: tuple[str, ...]) -> None:
    """Each option is explained, no sentence is cut, and no option is broken in two."""
    text, command = shown(path), EVERY[path]
    read = in_one_line(text)
    options = [each for each in command.params if isinstance(each, click.Option)]

    assert command.help
    for sentences in (command.help, *(option.help for option in options)):
        assert sentences, [option.name for option in options if not option.help]
        assert in_one_line(sentences) in read
    assert not re.search(r"--[\w-]*-$", text, re.MULTILINE), "an option broken in two"


@pytest.mark.parametrize("path", GROUPS, ids=" ".join)
def test_a_group_says_of_each_command_what_its_own_help_says_first(path: tuple[str, ...]) -> None:
    """The group's line is the command's own first sentence, complete even with an article."""
    read = in_one_line(shown(path))

    for below, command in EVERY.items():
        if below and below[:-1] == path:
            first = _PARAGRAPHS.split(command.help or "")[0]
            assert f"{below[-1]} {in_one_line(first)}" in read
            assert first.rstrip().endswith(".")
