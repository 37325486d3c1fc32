"""`turretur setup`: ask for what a new bot needs, check it, and write its files."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.example import installed
from bot.cli.output import answer_no, json_option, print_json, refuse
from bot.cli.paths import FilePath

if TYPE_CHECKING:
    from bot.cli.diagnosis.lines import CheckLine

_CONFIG, _TOKEN, _UNIT = "config.toml", "token.txt", "tur-retur.service"
_FOLDER = "/srv/tur-retur"
"""The folder in the unit file that is installed with the program."""
_ADDRESS = re.compile(r"https://[\w.-]+(:\d+)?")


@click.command("setup")
@click.option(
    "--into",
    "folder",
    type=FilePath(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder of the new files; this one if not given.",
)
@click.option("--token", prompt="Token from @BotFather", hide_input=True, help="The bot's token.")
@click.option(
    "--operator",
    prompt="Your Telegram number (0: not known yet; the bot tells it at /start)",
    type=click.IntRange(0),
    help="The Telegram number of the first operator; 0 if it is not known yet.",
)
@click.option(
    "--address",
    prompt="Public address, https://… (empty: none)",
    default="",
    help="The address at which telephones reach the bot, or empty.",
)
@click.option("--server", default="", help="Another Bot API server, such as the sandbox.")
@json_option
def command(  # noqa: PLR0913, PLR0917  (one argument for each answer)
    folder: Path, token: str, operator: int, address: str, server: str, as_json: bool
) -> None:
    """Ask for what a new bot needs, check it, and write its files.

    Asks for the token, the first operator and the public address. Writes config.toml, token.txt
    (for its owner alone) and the systemd unit tur-retur.service; existing files stay. Ends with
    status 1 if Telegram refuses the token or does not answer.
    """
    files = [folder / name for name in (_CONFIG, _TOKEN, _UNIT)]
    there = [str(file) for file in files if file.exists()]
    if there:
        refuse(f"already there, and kept: {', '.join(there)}")
    address = address.strip().rstrip("/")
    if address and not _ADDRESS.fullmatch(address):
        refuse(f"--address: expected https://scrabble.example.org, found {address}")
    wrong = _checked(token.strip(), server)
    if wrong is not None:
        click.echo(f"{wrong.name}: {wrong.found}\n  → {wrong.todo}", err=True)
        answer_no()
    folder.mkdir(parents=True, exist_ok=True)
    values = _values(operator, address, server)
    _write(folder / _TOKEN, f"{token.strip()}\n")
    _write(folder / _CONFIG, _filled(_shipped("config.example.toml"), values))
    _write(folder / _UNIT, _unit(folder.resolve()))
    if as_json:
        print_json({"written": [str(file) for file in files]})
        return
    for file in files:
        click.echo(f"written: {file}")
    click.echo(
        f"Next: turretur doctor --config {folder / _CONFIG}\n"
        f"      cp {folder / _UNIT} /etc/systemd/system/ && systemctl enable --now tur-retur"
    )


def _checked(token: str, server: str) -> "CheckLine | None":
    """Return what is wrong with the token, or None; its shape is checked before any connection."""
    from bot.cli.diagnosis.lines import CheckState
    from bot.cli.diagnosis.telegram import telegram, token_shape
    from bot.runtime.clock import SystemClock
    from bot.runtime.config.settings import TOKEN_VARIABLE, load_config

    environ = {TOKEN_VARIABLE: token} | ({"TURRETUR_TELEGRAM_BASE_URL": server} if server else {})
    config = load_config(None, environ)
    lines = (token_shape(config), *telegram(config, SystemClock().now))
    return next((line for line in lines if line.state is CheckState.WRONG), None)


def _values(operator: int, address: str, server: str) -> dict[tuple[str, str], str]:
    """Return the keys that differ from the example, by section and key, as TOML."""
    ids = f"[{operator}]" if operator else "[]"
    values = {("operators", "ids"): ids, ("backup", "directory"): '"backups"'}
    if address:
        values |= {("server", "public_url"): f'"{address}"', ("public", "enabled"): "true"}
    if server:
        values["telegram", "base_url"] = f'"{server}"'
    return values


def _filled(example: str, values: dict[tuple[str, str], str]) -> str:
    """Return the example with these values."""
    section, lines = "", []
    for line in example.splitlines():
        section = line.strip("[]") if line.startswith("[") else section
        key = line.partition("=")[0].strip()
        value = values.get((section, key))
        lines.append(line if value is None or line.startswith("#") else f"{key} = {value}")
    return "\n".join(lines) + "\n"


def _unit(folder: Path) -> str:
    """Return the systemd unit for that folder and this installation."""
    program = Path(sys.executable).parent / "turretur"
    unit = _shipped(_UNIT).replace(f"{_FOLDER}/.venv/bin/turretur", str(program))
    return unit.replace(_FOLDER, str(folder))


def _shipped(name: str) -> str:
    file = installed(name)
    if file is None:
        refuse(f"{name} was not installed with the program; it is in its source")
    return file.read_text(encoding="utf-8")


def _write(file: Path, text: str) -> None:
    """Write a new file that only its owner may read."""
    file.touch(mode=0o600)
    file.write_text(text, encoding="utf-8")
