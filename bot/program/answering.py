"""The web endpoints of a running bot, as configured: Telegram's updates, health and metrics."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from starlette.applications import Starlette

from bot.chat.input_kinds import is_of_move
from bot.program.health import health_of
from bot.program.menu_contents import menu_by_subject
from bot.program.metrics import Metrics
from bot.program.publishing import Publishing
from bot.program.running import App
from bot.program.serving import serve_app
from bot.program.status import status_app
from bot.runtime.config.settings import Config
from bot.runtime.push_services import PushServices
from bot.site.options import options_of
from bot.transport.receiving.hook import PATH, hook_route
from bot.transport.receiving.receiver import Receiver
from bot.web.people.browser_api import Browsers
from bot.web.people.calendars import calendar_route
from bot.web.people.feed import Feed
from bot.web.people.push_device import PushOffer
from bot.web.people.unsubscribing import unsubscribe_route
from bot.web.public import PublicSite
from bot.web.site import Site, site_of


@asynccontextmanager
async def answering(config: Config, app: App) -> AsyncIterator[None]:
    """Serve the configured endpoints; load nothing for the others.

    Raises:
        OSError: a port is in use, or the host is not this machine's.
    """
    server = config.server
    if not (isinstance(app.updates, Receiver) or server.status_port or server.public_url):
        yield
        return
    async with AsyncExitStack() as stack:
        if isinstance(app.updates, Receiver) or server.public_url:
            await stack.enter_async_context(front(config, app))
        if server.status_port:
            status = status_app(health_of(app.runtime), Metrics(app.runtime))
            await stack.enter_async_context(serve_app(status, server.status_port, host=server.host))
        yield


@asynccontextmanager
async def front(config: Config, app: App) -> AsyncIterator[str]:
    """Serve the public endpoints: the webhook, the Mini App, or both; yield the address."""
    server = config.server
    async with AsyncExitStack() as stack:
        routes = []
        if isinstance(app.updates, Receiver):
            # Our proxies forward the configured path as it is; others may map it to `PATH`.
            paths = {PATH, config.telegram.webhook_path}
            routes += [hook_route(app.updates, path) for path in paths]
        site = _mini_app(config, app) if server.public_url else None
        if site is not None:
            routes += site.routes
            routes.append(calendar_route(app.runtime, app.shared))
            routes.append(unsubscribe_route(app.runtime, app.shared))
            if config.public.enabled:
                public = PublicSite(config.public.directory, robots=config.public.robots)
                routes += public.routes  # last, because these routes match every path
                await stack.enter_async_context(_published(config, app))
        web = Starlette(routes=routes)
        serving = serve_app(web, server.port, host=server.host, shares_port=True)
        address = await stack.enter_async_context(serving)
        if site is not None:
            stack.callback(site.events.close)  # before the server waits for open connections
            watching = asyncio.create_task(site.events.watch())
            stack.callback(watching.cancel)
        yield address


def _mini_app(config: Config, app: App) -> Site:
    """Return the Mini App, also for people who play in a browser."""
    browsers = Browsers(
        feed=Feed(app.composer),
        is_move=is_of_move,
        menu=menu_by_subject,
        trusted_proxy=config.server.trusted_proxy,
        push=_push_offer(config, app),
    )
    token = config.bot_token().reveal()
    public_url = config.server.public_url
    return site_of(app.runtime, app.shared, token, public_url=public_url, browsers=browsers)


def _push_offer(config: Config, app: App) -> PushOffer | None:
    """Return what browsers need for announcements; None if the operator wants none."""
    if app.announcing is None:
        return None
    services = PushServices(config.push.services)
    return PushOffer(public_key=app.announcing.public_key, services=services)


@asynccontextmanager
async def _published(config: Config, app: App) -> AsyncIterator[None]:
    """Keep the public site up to date while the context lasts."""
    options = options_of(config, bot=app.shared.bot_name)
    publishing = Publishing(
        app.runtime.database, options, config.public.directory, app.runtime.listeners
    )
    task = asyncio.create_task(publishing.run())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
