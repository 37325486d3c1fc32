"""Requests of the page that are repeated while the first one waits."""

from http import HTTPStatus
from typing import NoReturn

import pytest

from bot.runtime.limits import open_gate
from bot.web import asking
from bot.web.asking import UNANSWERED, Asking, admit_all
from bot.web.refusals import refusal_error
from bot.web.stored_acts import ActKind
from tests.bot.conftest import PostOffice
from tests.bot.somebody import ANA


async def refuse() -> NoReturn:
    """Refuse what was allowed a moment ago."""
    raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")


async def test_a_repeated_request_is_never_refused_while_it_waits(
    post: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored and will be carried out, so a refusal would be untrue."""
    monkeypatch.setattr(asking, "PATIENCE", 0)
    asker, act = Asking(post.runtime, open_gate()), {"act": ActKind.CLEAR_NOTEBOOK}

    first = await asker.ask(ANA, "once", act, admit_all)
    again = await asker.ask(ANA, "once", act, refuse)

    assert first.status == again.status == UNANSWERED
