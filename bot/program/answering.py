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
from bot.runtime.config.sections import FORMALLY
from bot.runtime.config.settings import Config
from bot.runtime.push_services import PushServices
from bot.site.options import options_of
from bot.transport.receiving.hook import hook_route
from bot.transport.receiving.receiver import Receiver
from bot.web.people.browser_api import Browsers
from bot.web.people.calendars import calendar_route
from bot.web.people.feed import Feed
from bot.web.people.push_device import PushOffer
from bot.web.people.unsubscribing import unsubscribe_route
from bot.web.public import PublicSite
from bot.web.site import site_of


@asynccontextmanager
async def answering(config: Config, app: App) -> AsyncIterator[None]:
    """Serve the configured endpoints; load nothing for the others.

    Raises:
        OSError: a port is in use, or the host is not this machine's.
    """
    at = config.server
    if not (isinstance(app.updates, Receiver) or at.status_port or at.public_url):
        yield
        return
    async with AsyncExitStack() as stack:
        if isinstance(app.updates, Receiver) or at.public_url:
            await stack.enter_async_context(front(config, app))
        if at.status_port:
            status = status_app(health_of(app.runtime), Metrics(app.runtime))
            await stack.enter_async_context(serve_app(status, at.status_port, host=at.host))
        yield


@asynccontextmanager
async def front(config: Config, app: App) -> AsyncIterator[str]:
    """Serve the public endpoints: the webhook, the Mini App, or both; yield the address."""
    at = config.server
    async with AsyncExitStack() as stack:
        routes = []
        if isinstance(app.updates, Receiver):
            routes.append(hook_route(app.updates))
        site = None
        if at.public_url:
            formal, token = config.federation.address == FORMALLY, config.bot_token().reveal()
            of = app.runtime, app.shared
            browsers = Browsers(
                feed=Feed(app.composer),
                is_move=is_of_move,
                menu=menu_by_subject,
                trusted_proxy=at.trusted_proxy,
                push=_push_offer(config, app),
            )
            site = site_of(*of, token, public_url=at.public_url, formal=formal, browsers=browsers)
            routes += [*site.routes, calendar_route(*of, formal=formal)]
            routes.append(unsubscribe_route(*of, formal=formal))
        if at.public_url and config.public.enabled:
            public = PublicSite(config.public.directory, robots=config.public.robots)
            routes += public.routes  # last, because these routes match every path
            await stack.enter_async_context(_published(config, app))
        web = serve_app(Starlette(routes=routes), at.port, host=at.host, together=True)
        address = await stack.enter_async_context(web)
        if site is not None:
            stack.callback(site.events.close)  # before the server waits for open connections
            watching = asyncio.create_task(site.events.watch())
            stack.callback(watching.cancel)
        yield address


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
    of = app.runtime.database, options, config.public.directory
    publishing = Publishing(*of, app.runtime.listeners)
    at_work = asyncio.create_task(publishing.run())
    try:
        yield
    finally:
        at_work.cancel()
        with suppress(asyncio.CancelledError):
            await at_work
