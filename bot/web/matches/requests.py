"""Requests for a friendly match in the Mini App: the list, and what a person does with it.

The rules are those of the chat (`bot.service.matches.requests`). A match that begins is announced
in the chat, too.
"""

from http import HTTPStatus
from typing import TYPE_CHECKING

from bot.service.matches import requests
from bot.texts.messages import say
from bot.texts.notices.matches.proof import verify_match_button
from bot.texts.notices.matches.requests import (
    ListedRequest,
    hash_of,
    offered_lists,
    own_rating_text,
    punctual_text,
    rating_text,
    rules_text,
    terms_text,
)
from bot.web.refusals import Json, RefusedError, WebRefusal
from engine.ids import Leg, game_id
from engine.matches.friendly import FriendlyTerms
from storage.matches.requests import RequestKind

if TYPE_CHECKING:
    from bot.runtime.shared import Said
    from bot.service.service import Service
    from bot.texts.i18n import Catalogue


async def listed(service: "Service", said: "Said", words: "Catalogue") -> Json:
    """Return the open requests that the person may accept, their own, and the rules."""
    found = await requests.listed(service, said.person.id)
    own = await requests.own(service, said.person.id)
    in_force = service.shared.edition_on(service.today())
    lists = offered_lists(in_force, service.shared.installed())
    rating = await requests.rating_of(service, said.person.id)
    return {
        "requests": [
            {
                **_shown(one, words),
                "who": words.plain(
                    say("requests.who", who=one.who, rating=rating_text(one.rating))
                ),
                "punctual": words.plain(punctual_text(one.punctual)),
            }
            for one in found
        ],
        "own": [{**_shown(one, words), **_link(service, one, words)} for one in own],
        "lists": [
            {"name": one.name, "words": hash_of(chosen) if chosen else ""} for one, chosen in lists
        ],
        "rating": "" if rating is None else words.plain(own_rating_text(rating)),
        "rules": words.plain(rules_text(in_force.name)).splitlines(),
    }


def _shown(one: ListedRequest, words: "Catalogue") -> Json:
    terms = words.plain(terms_text(one.terms))
    return {"token": one.token, "terms": terms, "until": one.until.isoformat()}


def _link(service: "Service", one: ListedRequest, words: "Catalogue") -> Json:
    """Return the link of an own request, with the words to share it; nothing without a link."""
    if not one.is_by_link:
        return {}
    text = say("requests.words", who=one.who, terms=terms_text(one.terms))
    return {"link": requests.link_of(service, one.token), "share": words.plain(text)}


async def make(service: "Service", said: "Said", words: "Catalogue", asked: Json) -> Json:
    """Store a request of the person, for everybody or by a link; return the updated list.

    A request that was stored before an update of the program has neither link nor list.

    Raises:
        EngineError: the person has too many open requests, or the word list is gone.
    """
    terms = FriendlyTerms(
        days=asked["days"],
        is_single=asked["single"],
        rated=asked["rated"],
        edition=requests.chosen_list(service, asked.get("words", "")),
    )
    kind = RequestKind.LINK if asked.get("by_link") else RequestKind.PUBLIC
    await requests.make(service, said, kind, terms)
    return await listed(service, said, words)


async def withdraw(service: "Service", said: "Said", words: "Catalogue", asked: Json) -> Json:
    """Withdraw the person's own request; return the updated list."""
    await requests.withdraw(service, said, asked["token"])
    return await listed(service, said, words)


async def accept(service: "Service", said: "Said", words: "Catalogue", asked: Json) -> Json:
    """Begin the match of a request; return the code of its first game.

    Raises:
        RefusedError: 409, the request is no longer open to the person.
        EngineError: both players would have the same name on the sheets.
    """
    del words
    accepted = await requests.accept(service, said, asked["token"])
    if accepted is None:
        gone = say("requests.gone_short")
        raise RefusedError(WebRefusal(status=HTTPStatus.CONFLICT, code="request_gone", text=gone))
    seen, text = accepted
    code = seen.match.code
    await service.tell_person(said.person.id, text, verify_match_button(code), about=code)
    await service.starts.start(seen, said.at)
    return {"game": game_id(code, Leg.HOME)}
