"""The status endpoints: `/health` for a supervisor, `/metrics` for graphs.

The figures come from counters, and from the database at each request. No figure names a person, a
game or a word.
"""

from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.program.health import Health
from bot.program.metrics import Metrics

HEALTH: Final = "/health"
METRICS: Final = "/metrics"


def status_app(health: Health, metrics: Metrics) -> Starlette:
    """Return the application with the status endpoints."""

    async def answer_health(request: Request) -> Response:
        del request
        state = await health()
        return JSONResponse(state.facts, status_code=200 if state.is_well else 503)

    async def answer_metrics(request: Request) -> Response:
        del request
        await metrics.refresh()
        text = generate_latest(metrics.registry).decode()
        return PlainTextResponse(text, headers={"content-type": CONTENT_TYPE_LATEST})

    return Starlette(routes=[Route(HEALTH, answer_health), Route(METRICS, answer_metrics)])
