"""The check of announcements: whether they are wanted, and can be encrypted."""

from typing import TYPE_CHECKING

from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config

_SHOWN = 12


def push(config: "Config") -> CheckLine:
    """Return the line about announcements on devices; it asks no push service."""
    from bot.program.announcing import public_key_of
    from bot.runtime.config.settings import ConfigError

    if not config.push.contact:
        todo = "devices of players in browsers announce nothing; give a contact if you want that"
        return note("push", "no push.contact", todo)
    try:
        key = public_key_of(config)
    except ConfigError as error:
        return wrong("push", error.problems[0], "see the section [push] of config.example.toml")
    if config.server.public_url.startswith("http://"):
        return note("push", "browsers subscribe only over https", "check server.public_url")
    return fine("push", f"{config.push.contact} announces with the key {key[:_SHOWN]}…")
