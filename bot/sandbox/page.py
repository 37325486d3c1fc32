"""The page's routes: filled in by the next change."""

from starlette.routing import BaseRoute

from bot.sandbox.sandbox import Sandbox


def routes(sandbox: Sandbox) -> list[BaseRoute]:
    """Return the routes under /sandbox."""
    del sandbox
    return []
