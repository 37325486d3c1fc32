"""`turretur config`: print a configuration with explanations."""

from pathlib import Path

import click

from bot.cli.options import json_option
from bot.cli.output import print_json, refuse

NAME = "config.example.toml"


@click.command("config")
@json_option
def command(as_json: bool) -> None:
    """Print a configuration that names and explains every key, with its default.

    To begin: turretur config > config.toml. Other installed files, such as the systemd unit, are
    beside that file; --json gives their folder.
    """
    file = installed(NAME)
    if file is None:
        refuse(f"{NAME} was not installed with the program; it is in its source")
    if as_json:
        print_json({"file": str(file)})
    else:
        click.echo(file.read_text(encoding="utf-8"), nl=False)


def installed(name: str) -> Path | None:
    """Return the path of that file: as installed, or in the project's folder; else None."""
    from importlib.metadata import PackageNotFoundError, files

    try:
        ours = [Path(str(package_path.locate())) for package_path in files("tur-retur") or ()]
    except PackageNotFoundError:
        ours = []
    root = Path(__file__).parents[2]
    candidates = [file for file in ours if file.name == name]
    candidates += [root / name, root / "deploy" / name]
    return next((file.resolve() for file in candidates if file.is_file()), None)
