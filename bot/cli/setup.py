"""`turretur setup`: ask for what a new bot needs, check it, and write its files."""

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from bot.cli.example import installed
from bot.cli.opening import refuse_configuration
from bot.cli.options import json_option
from bot.cli.output import answer_no, print_json, printable, refuse
from bot.cli.paths import FilePath, nearest_existing
from bot.cli.setup_mail import PASSWORD_FILE, ask_contact, ask_mail, offer_test
from bot.cli.written_files import write_private
from bot.runtime.config.checks import BIGGEST_ID

if TYPE_CHECKING:
    from bot.cli.diagnosis.check_lines import CheckLine

_CONFIG, _TOKEN, _UNIT = "config.toml", "token.txt", "tur-retur.service"
_PROGRAM = "turretur"
_PROXY_FILES = {"caddy": "Caddyfile", "nginx": "tur-retur.nginx.conf"}
_INSTALLED_AS = {
    "caddy": "/etc/caddy/Caddyfile && systemctl reload caddy",
    "nginx": "/etc/nginx/conf.d/tur-retur.conf && systemctl reload nginx",
}
_STATUS_PORT = 9464
"""The port of `/health`, as in the documents."""
_FOLDER = "/srv/tur-retur"
"""The folder in the files that are installed with the program."""
_HOMES = ("/home", "/root", "/run/user")
"""The folders that systemd hides from the bot with `ProtectHome=yes`."""
_ADDRESS = re.compile(r"https://[\w.-]+(:\d+)?")


class _Address(click.ParamType[str]):
    """A public address, or nothing; a wrong answer is asked again."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address without the slash at its end."""
        address = value.strip().rstrip("/")
        if address and not _ADDRESS.fullmatch(address):
            self.fail(f"expected https://scrabble.example.org, found {address}", param, ctx)
        return address


def _refuse_existing(files: list[Path]) -> None:
    """End the command if one of these files exists, because it would be overwritten."""
    existing = [str(file) for file in files if file.exists()]
    if existing:
        refuse(f"already there, and kept: {', '.join(existing)}")


def _new_folder(context: click.Context, parameter: click.Parameter, folder: Path) -> Path:
    """Return the folder; end the command before any question if the bot's files cannot go there."""
    del context, parameter
    _refuse_existing([folder / name for name in _file_names(None)])
    existing = nearest_existing(folder)
    if not (existing.is_dir() and os.access(existing, os.W_OK)):
        refuse(f"--into: {folder} cannot be written; run the command as its owner")
    return folder


@click.command("setup")
@click.option(
    "--into",
    "folder",
    type=FilePath(file_okay=False, path_type=Path),
    default=Path(),
    is_eager=True,  # so that nobody types all answers in vain
    callback=_new_folder,
    help="The folder of the new files. Default: this one.",
)
@click.option("--token", prompt="Token from @BotFather", hide_input=True, help="The bot's token.")
@click.option(
    "--operator",
    prompt="Your Telegram number (0: not known yet; the bot shows it at /start)",
    type=click.IntRange(0, BIGGEST_ID),
    help="The Telegram number of the first operator; 0 if it is not known yet.",
)
@click.option(
    "--address",
    prompt="Public address, https://… (empty: none)",
    type=_Address(),
    default="",
    help="The address at which telephones reach the bot, or nothing.",
)
@click.option(
    "--proxy",
    type=click.Choice(tuple(_PROXY_FILES)),
    default="caddy",
    show_default=True,
    help="The web server in front of the bot; its file is written if there is a public address.",
)
@click.option(
    "--webhook",
    is_flag=True,
    help="Let Telegram send updates to the public address. Default: the bot asks for them.",
)
@click.option(
    "--mail",
    "asks_mail",
    is_flag=True,
    help="Ask about mails and announcements to players in browsers. Default: if the address is"
    " asked for, too.",
)
@click.option(
    "--nameserver",
    metavar="ADDRESS[:PORT]",
    default="",
    help="The DNS server for the check of the sender's domain. Default: the system's.",
)
@click.option("--server", default="", help="Use another Bot API server, such as the sandbox.")
@json_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917  (one argument for each answer)
    context: click.Context,
    folder: Path,
    token: str,
    operator: int,
    address: str,
    proxy: str,
    webhook: bool,
    asks_mail: bool,
    nameserver: str,
    server: str,
    as_json: bool,
) -> None:
    """Ask for the settings of a new bot, check them, and write its files.

    Asks for the token, the first operator, the public address and, with that, a mail server and a
    contact for push services.
    Writes config.toml, token.txt and mail-password.txt (for their owner alone), the systemd unit
    tur-retur.service, the script turretur for the PATH, and with a public address the configuration
    of Caddy or nginx; existing files stay. Ends with status 1 if Telegram refuses the token or does
    not answer.
    """
    is_typed = context.get_parameter_source("address") is ParameterSource.PROMPT
    asks_mail = asks_mail or (is_typed and bool(address))
    used_proxy = proxy if address else None
    files = [folder / name for name in _file_names(used_proxy)]
    _refuse_existing([*files, *([folder / PASSWORD_FILE] if asks_mail else [])])
    if webhook and not address:
        refuse("--webhook needs --address, to which Telegram sends the updates")
    if asks_mail and not address:
        refuse("--mail needs --address, at which players in browsers open the page")
    _stop_if_wrong(token.strip(), server)
    answers = ask_mail(address) if asks_mail else None
    contact = ask_contact() if asks_mail else {}
    values = _values(operator, address, server, webhook=webhook) | contact
    if answers is not None:
        values |= answers.values()
        if answers.password:
            files.append(folder / PASSWORD_FILE)
            _write(folder / PASSWORD_FILE, f"{answers.password}\n")
    _write(folder / _TOKEN, f"{token.strip()}\n")
    _write_program_files(folder, values, used_proxy)
    if as_json:
        print_json({"written": [str(file) for file in files]})
        return
    for file in files:
        click.echo(f"written: {printable(file)}")
    _print_next_steps(folder, used_proxy)
    if answers is not None:
        offer_test(folder / _CONFIG, nameserver)


def _file_names(proxy: str | None) -> list[str]:
    """Return the names of the files that are written in any case; `proxy` is None without one."""
    return [_CONFIG, _TOKEN, _UNIT, _PROGRAM, *([] if proxy is None else [_PROXY_FILES[proxy]])]


def _stop_if_wrong(token: str, server: str) -> None:
    """End the command with status 1 and a line if Telegram does not accept the token."""
    wrong = _token_problem(token, server)
    if wrong is not None:
        click.echo(f"{wrong.name}: {wrong.found}\n  → {wrong.todo}", err=True)
        answer_no()


def _write_program_files(
    folder: Path, values: dict[tuple[str, str], str], proxy: str | None
) -> None:
    """Write configuration, systemd unit and script; with a proxy, its configuration."""
    _write(folder / _CONFIG, _with_values(_shipped("config.example.toml"), values))
    _write(folder / _UNIT, _for_this_place(_UNIT, folder.resolve()))
    _write(folder / _PROGRAM, _for_this_place(f"{_PROGRAM}.sh", folder.resolve()), mode=0o755)
    if proxy is not None:
        _write(folder / _PROXY_FILES[proxy], _proxy_file(folder / _CONFIG, proxy), mode=0o644)


def _print_next_steps(folder: Path, proxy: str | None) -> None:
    """Print the commands that install the files."""
    if proxy is not None:
        click.echo(f"Next: cp {printable(folder / _PROXY_FILES[proxy])} {_INSTALLED_AS[proxy]}")
    click.echo(
        f"Next: install {printable(folder / _PROGRAM)} /usr/local/bin/\n"
        f"      cp {printable(folder / _UNIT)} /etc/systemd/system/"
        " && systemctl enable --now tur-retur\n"
        "      turretur doctor"
    )


def _token_problem(token: str, server: str) -> "CheckLine | None":
    """Return what is wrong with the token, or None; its shape is checked before any connection."""
    from bot.cli.diagnosis.check_lines import CheckState
    from bot.cli.diagnosis.telegram import telegram, token_shape
    from bot.runtime.clock import SystemClock
    from bot.runtime.config.settings import TOKEN_VARIABLE, ConfigError, load_config

    environ = {TOKEN_VARIABLE: token} | ({"TURRETUR_TELEGRAM_BASE_URL": server} if server else {})
    try:
        config = load_config(None, environ)
    except ConfigError as error:
        refuse_configuration(error)
    lines = (token_shape(config), *telegram(config, SystemClock().now))
    return next((line for line in lines if line.state is CheckState.WRONG), None)


def _values(
    operator: int, address: str, server: str, *, webhook: bool
) -> dict[tuple[str, str], str]:
    """Return the keys that differ from the example, by section and key, as TOML."""
    values = {
        ("operators", "ids"): f"[{operator}]" if operator else "[]",
        ("backup", "directory"): '"backups"',
        ("server", "status_port"): f"{_STATUS_PORT}",
    }
    if webhook:
        hook = f'"{address}/telegram"'
        values |= {("telegram", "mode"): '"webhook"', ("telegram", "webhook_url"): hook}
    if address:
        values |= {("server", "public_url"): f'"{address}"', ("public", "enabled"): "true"}
    if server:
        values["telegram", "base_url"] = f'"{server}"'
    return values


def _with_values(example: str, values: dict[tuple[str, str], str]) -> str:
    """Return the example with these values, by section and key; the comments stay.

    Raises:
        KeyError: the example lacks a key, which would be lost.
    """
    section, lines, left = "", [], dict(values)
    for line in example.splitlines():
        section = line.strip("[]") if line.startswith("[") else section
        key = line.partition("=")[0].strip()
        value = None if line.startswith("#") else left.pop((section, key), None)
        lines.append(line if value is None else f"{key} = {value}")
    if left:
        raise KeyError(*left)
    return "\n".join(lines) + "\n"


def _for_this_place(name: str, folder: Path) -> str:
    """Return that shipped file for this folder and this installation."""
    python = Path(sys.executable)
    program = python.parent / "turretur"
    here = {f"{_FOLDER}/.venv/bin/turretur": str(program), _FOLDER: str(folder)}
    places = (folder, program, python.resolve())  # an environment may only link to its Python
    if any(place.is_relative_to(home) for place in places for home in _HOMES):
        here["ProtectHome=yes"] = "ProtectHome=read-only"  # otherwise the bot sees no such place
    # In one pass, because the installation itself may be in that folder.
    return re.sub("|".join(here), lambda found: here[found[0]], _shipped(name))


def _proxy_file(config_file: Path, proxy: str) -> str:
    """Return the proxy's configuration for the new configuration file."""
    from bot.cli.proxy import proxy_file
    from bot.runtime.config.settings import load_config

    return proxy_file(proxy, load_config(config_file, {}))


def _shipped(name: str) -> str:
    """Return the text of a file that is installed with the program, or end the command."""
    file = installed(name)
    if file is None:
        refuse(f"{name} was not installed with the program; it is in its source")
    return file.read_text(encoding="utf-8")


def _write(file: Path, text: str, *, mode: int = 0o600) -> None:
    """Write a new file, which only its owner may read unless `mode` says otherwise."""
    write_private(file, text.encode())
    file.chmod(mode)
