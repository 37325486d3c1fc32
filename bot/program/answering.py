"""What a running bot answers on the web, as configured: Telegram's updates, health and figures."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from bot.transport.receiving.receiver import Receiver

if TYPE_CHECKING:
    from bot.program.app import App
    from bot.runtime.config.settings import Config


@asynccontextmanager
async def answering(config: "Config", app: "App") -> AsyncIterator[None]:
    """Serve what the configuration asks for; nothing is loaded for what it does not.

    Raises:
        OSError: a port is taken, or the host is not ours.
    """
    if not (isinstance(app.updates, Receiver) or config.server.status_port):
        yield
        return
    from bot.program.serving import serve_app  # noqa: PLC0415  (a megabyte and a tenth of a second)

    at = config.server
    async with AsyncExitStack() as stack:
        if isinstance(app.updates, Receiver):
            from bot.transport.receiving.hook import hook_app  # noqa: PLC0415

            hook = hook_app(app.updates)
            await stack.enter_async_context(serve_app(hook, at.port, host=at.host, together=True))
        if at.status_port:
            from bot.program.health import health_of  # noqa: PLC0415
            from bot.program.metrics import Metrics  # noqa: PLC0415
            from bot.program.status import status_app  # noqa: PLC0415

            status = status_app(health_of(app.runtime), Metrics(app.runtime))
            await stack.enter_async_context(serve_app(status, at.status_port, host=at.host))
        yield
