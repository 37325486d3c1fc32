"""The check of the mail server: connection, encryption and login, without a mail."""

from typing import TYPE_CHECKING

from bot.cli.diagnosis.check_lines import CheckLine, fine, note, wrong

if TYPE_CHECKING:
    from bot.runtime.config.settings import Config


async def mail(config: "Config") -> CheckLine:
    """Return the line about the mail server."""
    from bot.runtime.config.settings import ConfigError
    from bot.texts.delivery_errors import DeliveryError
    from bot.transport.mail.server import mail_server

    if not config.mail.host:
        todo = "players in browsers get no mails; name a server if you want them"
        return note("mail", "no mail.host", todo)
    where = f"{config.mail.host}:{config.mail.port}"
    try:
        await mail_server(config).check()
    except (ConfigError, DeliveryError) as error:
        return wrong("mail", f"{where}: {error}", "check the section [mail]")
    return fine("mail", f"{where} lets the bot in")
