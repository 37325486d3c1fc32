"""`turretur run`: run the bot until it is stopped."""

import contextlib
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.cli.opening import configured, refuse_configuration, refusing_word_list
from bot.cli.options import config_option, json_option
from bot.cli.output import refuse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.program.running import App
    from bot.runtime.config.settings import Config


@click.command()
@config_option
@click.option(
    "--accept-loss", is_flag=True, help="Run with a database that is older than its marker."
)
@click.option(
    "--here", is_flag=True, help="Run with a database that last ran elsewhere; needed once."
)
@json_option
def command(config_file: Path | None, accept_loss: bool, here: bool, as_json: bool) -> None:
    """Run the bot until it is stopped; everything received before is stored.

    Needs a token: see config.example.toml. With --json the log is JSON, whatever the configuration
    says.
    """
    from bot.cli.memory import loading

    with loading():
        config = configured(config_file)
        from bot.program.installation import replaced_file
        from bot.runtime.event_loop import run
        from bot.runtime.log import get_logger, set_up

        secrets = secrets_of(config)
    if (file := replaced_file()) is not None:
        refuse(
            f"{file} is not what was installed: another package has put a file in its place;"
            " install tur-retur by itself, in an environment of its own"
        )

    level, is_json = config.logging.level.upper(), as_json or config.logging.format == "json"
    set_up(level=level, as_json=is_json, secrets=secrets)
    for what, exposed in config.exposed_files().items():
        get_logger().warning(f"others may read the {what}; chmod 600", file=str(exposed))
    with contextlib.suppress(KeyboardInterrupt):
        run(_serve(config, accept_loss=accept_loss, here=here))


def secrets_of(config: "Config") -> tuple[str, ...]:
    """Return the texts that must never appear in a log; empty ones are ignored there."""
    from bot.runtime.config.settings import ConfigError
    from storage.address import written_passwords
    from storage.errors import BadDatabase

    secrets: list[str] = []
    with contextlib.suppress(ConfigError):
        secrets += [config.bot_token().reveal(), config.webhook_secret()]
    with contextlib.suppress(ConfigError):
        password = config.mail_password()
        secrets.append("" if password is None else password.reveal())
    with contextlib.suppress(BadDatabase):
        secrets += sorted(written_passwords(config.storage.url), key=len, reverse=True)
    return tuple(secrets)


async def _serve(config: "Config", *, accept_loss: bool, here: bool) -> None:
    """Run the bot until a signal stops it."""
    import asyncio

    from bot.cli.memory import loading, share_one_heap

    share_one_heap()
    with loading():
        from bot.program.answering import answering
        from bot.program.app import opened
        from bot.runtime.log import get_logger

    with _refusing(config):
        async with (
            opened(config, accept_loss=accept_loss, here=here) as app,
            answering(config, app),
        ):
            running = asyncio.create_task(app.run())
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
            _announce(config, app)
            with contextlib.suppress(asyncio.CancelledError):
                await running
        get_logger().info("stopped")


@contextlib.contextmanager
def _refusing(config: "Config") -> "Iterator[None]":
    """On an error at start or while running, print one line with the reason and end the command."""
    from bot.runtime.config.settings import ConfigError
    from bot.texts.delivery_errors import DeliveryError, TokenRejected
    from storage.errors import StorageError

    try:
        with refusing_word_list(config.lexicon.directory):
            yield
    except ConfigError as error:
        refuse_configuration(error)
    except TokenRejected:
        server = config.telegram.base_url
        refuse(
            f"telegram: {server} does not accept the token in {config.token_place()};"
            " @BotFather shows it: /mybots, API Token"
        )
    except DeliveryError as error:
        refuse(f"telegram: {config.telegram.base_url} does not answer: {error}")
    except StorageError as error:
        refuse(f"storage: {error}")
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror}" if error.filename else f"{error}")


def _announce(config: "Config", app: "App") -> None:
    """Log which parts run, and at which addresses; this helps to find the cause of a problem."""
    from importlib.metadata import version

    from bot.runtime.log import get_logger

    server, log = config.server, get_logger()
    log.info(
        "at work",
        version=version("tur-retur"),
        bot=app.shared.bot_name,
        database=f"{app.runtime.database}",
        mode=config.telegram.mode,
        board=server.public_url or "none",
        status=f"{server.host}:{server.status_port}" if server.status_port else "none",
    )
    if not config.operators.ids:
        log.warning(
            "operators.ids is empty: nobody is notified of errors, and nobody appoints arbiters"
        )
    if config.backup.directory is None:
        log.warning("backup.directory is empty: no copies are made")
