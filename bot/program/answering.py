"""What a running bot answers on the web, as configured: Telegram's updates, health and figures."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from bot.receiving.receiver import Receiver

if TYPE_CHECKING:
    from bot.app import App
    from bot.config.settings import Config


@asynccontextmanager
async def answering(config: "Config", app: "App") -> AsyncIterator[None]:
    """Serve what the configuration asks for; nothing is loaded for what it does not.

    Raises:
        OSError: a port is taken, or the host is not ours.
    """
    if not (isinstance(app.updates, Receiver) or config.server.status_port):
        yield
        return
    from bot.web.serving import serve_app  # noqa: PLC0415  (a megabyte and a tenth of a second)

    at = config.server
    async with AsyncExitStack() as stack:
        if isinstance(app.updates, Receiver):
            from bot.web.hook import hook_app  # noqa: PLC0415

            hook = hook_app(app.updates)
            await stack.enter_async_context(serve_app(hook, at.port, host=at.host, together=True))
        if at.status_port:
            from bot.program.health import health_of  # noqa: PLC0415
            from bot.program.metrics import Metrics  # noqa: PLC0415
            from bot.web.status import status_app  # noqa: PLC0415

            status = status_app(health_of(app.office), Metrics(app.office))
            await stack.enter_async_context(serve_app(status, at.status_port, host=at.host))
        yield
