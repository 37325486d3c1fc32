"""`/app/mail/stop/TOKEN`: ends the mails to a person, who keeps their seats.

Mail programs and scanners open every link, so GET changes nothing: it shows a button. A mail
program's own button sends the POST of RFC 8058, without any page.
"""

from datetime import timedelta
from html import escape
from http import HTTPStatus
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from bot.runtime.limits import Allowance, RateLimits
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.operations.people import mails
from bot.service.service import Service
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.page_links import STOP
from bot.web.headers import SECRET_ADDRESS
from bot.web.preferences import preferred_language
from bot.web.request_counter import RequestCounter

ALL: Final = Allowance(60, timedelta(seconds=0.5))
"""Requests of all clients together; a person needs one."""
_EVERYBODY: Final = 0
"""Stands for all clients in the limit."""
_HEADERS: Final = {
    **SECRET_ADDRESS,
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
    ),
}
_STYLE: Final = (
    "body{font:18px/1.5 sans-serif;max-width:32em;margin:3em auto;padding:0 1em}"
    "button{font:inherit;padding:.7em 1.2em}:root{color-scheme:light dark}"
)


def unsubscribe_route(runtime: Runtime, shared: BotSettings) -> Route:
    """Return the route that ends a person's mails."""
    limits, requests = RateLimits(ALL), RequestCounter()

    async def endpoint(request: Request) -> Response:
        """`GET`: return the page with the button; `POST`: end the mails of the token's person."""
        words = load_catalogue(preferred_language(request), formal=shared.is_formal)
        if request.method != "POST":
            ask, press = words.html(say("mail.stop_ask")), words.plain(say("mail.stop"))
            form = f'<form method="post"><button>{escape(press)}</button></form>'
            return _page(words.language, f"<p>{ask}</p>{form}")
        now = runtime.clock.now()
        if not requests.admits(limits, _EVERYBODY, now):
            headers = {**_HEADERS, "Retry-After": "10"}
            return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS, headers=headers)
        # The answer is the same for any token, and for one that was used.
        token = request.path_params["token"]
        await runtime.repeated(lambda unit: mails.stop_by_token(Service(unit, shared), token))
        return _page(words.language, f"<p>{words.html(say('mail.stopped'))}</p>")

    return Route(f"{STOP}{{token}}", endpoint, methods=["GET", "POST"])


def _page(language: str, body: str) -> Response:
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    style = f"<title>Tur-Retur</title><style>{_STYLE}</style>"
    page = f'<!doctype html><html lang="{language}">{head}{style}<body>{body}</body></html>'
    return HTMLResponse(page, headers=_HEADERS)
