"""Refusals of the Mini App's API: JSON in the person's language.

`{"error": code, "article": "5.1" or null, "text": sentence}`. With several errors, this is the
first one, and `faults` has an object of the same form for each.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from bot.texts.fault_texts import fault_text, refusal_texts
from bot.texts.i18n import Catalogue
from bot.texts.messages import Text, say
from engine.errors import EngineError, Fault

Json = dict[str, Any]
"""An object of the API; `bot/web/page/api_types.d.ts` gives the keys of each."""

OF_OTHERS: Final = frozenset({"not_your_game", "not_your_match"})
"""The codes of faults about a game or match of other people."""
UNKNOWN: Final = frozenset({"no_such_game", "no_such_match"})
"""The codes of faults about a game or match that does not exist.

Cases are not among them: only an arbiter's tasks name one (`bot.web.cases.task_list`).
"""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal: its HTTP status, its code for the page, and its text for the person."""

    status: HTTPStatus
    code: str
    text: Text
    article: str = ""
    """The article of the regulation; "" if none says so."""
    faults: tuple[Fault, ...] = ()
    """Every error, if a request can have several."""
    version: int | None = None
    """With 409: the game's version, if it has changed since."""
    revision: int | None = None
    """With 409: the notebook's revision, if another device has written it since."""

    def json(self, catalogue: Catalogue) -> Json:
        """Return the body of the answer."""
        body = _error_json(self.code, self.article, self.text, catalogue)
        if self.faults:
            body["faults"] = faults_json(self.faults, catalogue)
        if self.version is not None:
            body["version"] = self.version
        if self.revision is not None:
            body["revision"] = self.revision
        return body


def _error_json(code: str, article: str, text: Text, catalogue: Catalogue) -> Json:
    return {"error": code, "article": article or None, "text": catalogue.plain(text)}


class RefusedError(Exception):
    """Raised to refuse a request; the API answers with its refusal."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.code)


def refusal_error(status: HTTPStatus, code: str, text: Text | None = None) -> RefusedError:
    """Return the error that refuses a request, with the refusal of `refusal_of_code`."""
    return RefusedError(refusal_of_code(status, code, text))


def refusal_of_code(status: HTTPStatus, code: str, text: Text | None = None) -> Refusal:
    """Return a refusal; without `text`, it has the text of the catalogue's key `web.<code>`."""
    return Refusal(status, code, text or say(f"web.{code}"))


def refusal_of_engine_error(error: EngineError) -> Refusal:
    """Return the engine's error as a refusal: 403 not a player, 404 unknown, 422 invalid."""
    first = error.faults[0]
    status = _status_of(first.code)
    is_invalid = status is HTTPStatus.UNPROCESSABLE_ENTITY
    return Refusal(
        status=status,
        code=first.code,
        article=first.article,
        text=fault_text(first),
        faults=tuple(error.faults) if is_invalid else (),
    )


def _status_of(code: str) -> HTTPStatus:
    if code in OF_OTHERS:
        return HTTPStatus.FORBIDDEN
    return HTTPStatus.NOT_FOUND if code in UNKNOWN else HTTPStatus.UNPROCESSABLE_ENTITY


def faults_json(faults: Iterable[Fault], catalogue: Catalogue) -> list[Json]:
    """Return every error as an object, unknown words together."""
    return [
        _error_json(fault.code, fault.article, text, catalogue)
        for fault, text in refusal_texts(faults)
    ]
