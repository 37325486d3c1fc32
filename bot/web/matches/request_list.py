"""Requests for a friendly match in the Mini App: the list, and what a person does with it.

The rules are those of the chat (`bot.service.matches.accepting_requests`). A match that begins is
announced in the chat, too.
"""

from http import HTTPStatus

from bot.runtime.shared import UserInput
from bot.service.matches import accepting_requests, rematches, shown_requests
from bot.service.matches.accepting_requests import AcceptedRequest
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.texts.messages import Text, say
from bot.texts.notices.matches.author_texts import own_rating_text, punctual_text, rating_text
from bot.texts.notices.matches.proof import verify_match_button
from bot.texts.notices.matches.request_offers import hash_of, list_of_hash, offered_lists
from bot.texts.notices.matches.request_texts import (
    ListedRequest,
    ready_request,
    rules_text,
    shared_words,
    terms_text,
)
from bot.web.refusals import Json, refusal_error
from engine.ids import GameId, Leg, MatchCode, game_id
from engine.matches.friendly import FriendlyTerms
from storage.matches.match_requests import RequestKind


async def requests_json(service: Service, user_input: UserInput, catalogue: Catalogue) -> Json:
    """Return the open requests that the person may accept, their own, and the rules."""
    requests = await shown_requests.listed(service, user_input.person.id)
    own = await shown_requests.own(service, user_input.person.id)
    in_force = service.todays_edition()
    lists = offered_lists(in_force, service.shared.offered())
    rating = await shown_requests.rating_of(service, user_input.person.id)
    return {
        "requests": [
            {
                **_request_json(request, catalogue),
                "who": catalogue.plain(
                    say("requests.who", who=request.who, rating=rating_text(request.rating))
                ),
                "punctual": catalogue.plain(punctual_text(request.punctual)),
            }
            for request in requests
        ],
        "own": [
            {**_request_json(request, catalogue), **_link(service, request, catalogue)}
            for request in own
        ],
        "lists": [{"name": edition.name, "words": hash_of(chosen)} for edition, chosen in lists],
        "rating": "" if rating is None else catalogue.plain(own_rating_text(rating)),
        "rules": catalogue.plain(rules_text(in_force.name)).splitlines(),
    }


def _request_json(request: ListedRequest, catalogue: Catalogue) -> Json:
    """Return what everybody sees of a request."""
    terms = catalogue.plain(terms_text(request.terms))
    return {"token": request.token, "terms": terms, "until": request.until.isoformat()}


def _link(service: Service, request: ListedRequest, catalogue: Catalogue) -> Json:
    """Return the link of an own request, with the words to share it; nothing without a link."""
    if not request.is_by_link:
        return {}
    links = shown_requests.links_of(service, request.token, rated=request.terms.rated)
    words = {
        "link": links.telegram,
        "share": catalogue.plain(shared_words(request.who, request.terms)),
    }
    ready = ready_request(request.who, request.terms, links)
    return words if ready is None else {**words, "web": links.web, "ready": catalogue.plain(ready)}


async def make(service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json) -> Json:
    """Store a request of the person, for everybody or by a link; return the updated list.

    `asked` has `days`, `single`, `rated`, `words` (a list's hash, or empty) and `by_link`; the last
    two are absent if it was stored before an update of the program.

    Raises:
        EngineError: the person has too many open requests, or the word list is gone.
    """
    terms = FriendlyTerms(
        days=asked["days"],
        is_single=asked["single"],
        rated=asked["rated"],
        edition=list_of_hash(asked.get("words", ""), service.shared.installed()),
    )
    kind = RequestKind.LINK if asked.get("by_link") else RequestKind.PUBLIC
    await accepting_requests.make(service, user_input, kind, terms)
    return await requests_json(service, user_input, catalogue)


async def withdraw(
    service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json
) -> Json:
    """Withdraw the person's own request; return the updated list."""
    await accepting_requests.withdraw(service, user_input, asked["token"])
    return await requests_json(service, user_input, catalogue)


async def accept(
    service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json
) -> Json:
    """Begin the match of a request; return the code of its first game.

    Raises:
        RefusedError: 409, the request is no longer open to the person.
        EngineError: both players would have the same name on the sheets.
    """
    del catalogue
    accepted = await accepting_requests.accept(service, user_input, asked["token"])
    if accepted is None:
        raise refusal_error(HTTPStatus.CONFLICT, "request_gone", say("requests.gone_short"))
    return {"game": await begin_match(service, user_input, accepted)}


async def rematch(
    service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json
) -> Json:
    """Ask the opponent of a finished friendly match for another one.

    If the opponent has asked already, the match begins, and `game` is its first game.

    Raises:
        EngineError: the match is another person's, or not over.
    """
    answer = await rematches.ask(service, user_input, MatchCode(asked["match"]))
    if isinstance(answer, Text):
        return {"text": catalogue.plain(answer), "game": None}
    game = await begin_match(service, user_input, answer)
    return {"text": catalogue.plain(answer.text), "game": game}


async def begin_match(service: Service, user_input: UserInput, accepted: AcceptedRequest) -> GameId:
    """Notify the person who has accepted, and begin the match; return its first game."""
    code = accepted.snapshot.match.code
    button = verify_match_button(code)
    await service.notify_person(user_input.person.id, accepted.text, button, about=code)
    await accepting_requests.begin(service, accepted.snapshot, user_input.at)
    return game_id(code, Leg.HOME)
