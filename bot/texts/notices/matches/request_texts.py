"""Texts about requests for a friendly match, from the offer to the match that begins. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.texts.buttons.conversation import ARTICLE
from bot.texts.buttons.matches import (
    ANOTHER,
    ASK_ARBITER,
    BLOCKS,
    CLAIM_ON_TIME,
    PLAY,
    REMATCH,
    REQUEST,
    REQUESTS,
    BlockAction,
    RequestAnswer,
)
from bot.texts.messages import (
    Button,
    Buttons,
    Card,
    Param,
    Text,
    rows_of,
    say,
    turning,
)
from bot.texts.notices.matches.author_texts import ShownRating, punctual_text, rating_text
from bot.texts.notices.people.links import SeatLinks
from bot.texts.paging import page_at
from bot.texts.public_names import NameVisibility, initials
from bot.texts.sharing import WHATSAPP
from engine.ids import GameId, MatchCode, PersonId
from engine.matches.friendly import MOST_LEAVE, FriendlyTerms
from engine.matches.match import Match
from engine.matches.punctuality import Punctuality

ON_PAGE: Final = 8
"""The requests on one page, with a button each; the text must fit one message."""
LINK_PREFIX: Final = "joc-"
"""The prefix of a request's token in a link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedRequest:
    """A request as other people see it."""

    token: str
    author: PersonId
    who: Param
    """The author's public name."""
    terms: FriendlyTerms
    until: datetime
    punctual: Punctuality
    rating: ShownRating | None = None
    """None if the author has no rating yet."""
    is_by_link: bool = False
    """Whether only one person, who has its link, may accept it."""


def public_name(name: str, shown: NameVisibility) -> Param:
    """Return a name as a request shows it."""
    if shown is NameVisibility.HIDDEN:
        return say("requests.somebody")
    if shown is NameVisibility.FULL:
        return name
    return initials(name) or say("requests.somebody")


def games_text(*, is_single: bool) -> Text:
    """Return whether one game is played, or home and return."""
    return say("requests.single" if is_single else "requests.both")


def rated_text(*, rated: bool) -> Text:
    """Return whether the match counts for ratings."""
    return say("requests.rated" if rated else "requests.unrated")


def terms_text(terms: FriendlyTerms) -> Text:
    """Return the thinking time, the games, and whether they count for ratings."""
    return say(
        "requests.terms",
        days=terms.days,
        games=games_text(is_single=terms.is_single),
        rated=rated_text(rated=terms.rated),
        edition=say("requests.edition", name=terms.edition.name) if terms.edition else None,
    )


def shared_words(who: Param, terms: FriendlyTerms) -> Text:
    """Return the words beside a request's link for Telegram."""
    return say("requests.words", who=who, terms=terms_text(terms))


def ready_request(who: Param, terms: FriendlyTerms, links: SeatLinks) -> Text | None:
    """Return the request with both links, ready for WhatsApp or a mail; None without a page."""
    if not links.web:
        return None
    wording = terms_text(terms)
    return say("requests.ready", who=who, terms=wording, telegram=links.telegram, web=links.web)


def share_buttons(who: Param, terms: FriendlyTerms, links: SeatLinks) -> Buttons:
    """Return the buttons that send a request's link: through Telegram, and through WhatsApp."""
    share = Button(say("button.requests.share"), url=links.telegram, words=shared_words(who, terms))
    ready = ready_request(who, terms, links)
    if ready is None:
        return ((share,),)
    return ((share,), (Button(say("button.requests.whatsapp"), url=WHATSAPP, words=ready),))


def rules_text(edition: str) -> Text:
    """Return the rules that both players accept with a request."""
    return say("requests.rules", edition=edition, leave=MOST_LEAVE)


def list_card(
    requests: Sequence[ListedRequest],
    own: Sequence[ListedRequest],
    page: int,
    edition: str,
    *,
    may_block: bool,
) -> Card:
    """Return that page of the open requests with a button to accept each, and the person's own.

    `page`: from 0. `may_block`: there is somebody whom the person may block or unblock.
    """
    shown = page_at(requests, page, ON_PAGE)
    rows = [
        say("requests.own_row", terms=terms_text(request.terms), until=_until(request))
        for request in own
    ]
    text = say(
        "requests.list" if requests else "requests.none",
        rows=[_row(request) for request in shown.items],
        own=say("requests.own", rows=rows) if rows else None,
        rules=rules_text(edition) if requests else None,
    )
    accept = rows_of([_accept_button(request) for request in shown.items], 1)
    turns = turning(shown.number, shown.count, REQUESTS.turns())
    withdraw = [_withdraw_button(request) for request in own]
    new = Button(say("button.requests.new"), PLAY.name)  # without terms, the bot asks for them
    apart = ((blocks_button(),),) if may_block else ()
    return Card(text, (*accept, *turns, *rows_of(withdraw, 1), (new,), *apart))


def _accept_button(request: ListedRequest) -> Button:
    label = say("button.requests.accept", who=request.who, days=request.terms.days)
    return REQUEST.button(label, request.token, RequestAnswer.ACCEPT)


def _withdraw_button(request: ListedRequest) -> Button:
    label = say("button.requests.withdraw", terms=terms_text(request.terms))
    return REQUEST.button(label, request.token, RequestAnswer.WITHDRAW)


def _row(request: ListedRequest) -> Text:
    """Return a request as a row: who offers it, its terms and end, and how they play."""
    return say(
        "requests.row",
        who=request.who,
        terms=terms_text(request.terms),
        until=_until(request),
        punctual=punctual_text(request.punctual),
        rating=rating_text(request.rating),
    )


def _until(request: ListedRequest) -> str:
    return request.until.isoformat()


def asked_card(request: ListedRequest, edition: str, key: str = "requests.asked") -> Card:
    """Return a request to one person, with the rules and the button that accepts it."""
    text = say(
        key,
        who=request.who,
        terms=terms_text(request.terms),
        until=_until(request),
        punctual=punctual_text(request.punctual),
        rating=rating_text(request.rating),
        rules=rules_text(request.terms.edition.name if request.terms.edition else edition),
    )
    return Card(
        text, ((REQUEST.button(say("button.requests.yes"), request.token, RequestAnswer.ACCEPT),),)
    )


def post_of(request: ListedRequest, link: str) -> Card:
    """Return the post about a public request to a group, with the button that opens the bot."""
    text = say(
        "requests.post",
        terms=terms_text(request.terms),
        until=_until(request),
        punctual=punctual_text(request.punctual),
    )
    return Card(text, ((Button(say("button.requests.open"), url=link),),))


def begun_text(match: Match, request: ListedRequest, partner: str, *, is_author: bool) -> Text:
    """Return the message to one of the players of a match that begins."""
    key = "requests.accepted" if is_author else "requests.begun"
    return say(key, match=match.code, partner=partner, terms=terms_text(request.terms))


def list_button() -> Button:
    """Return the button that lists the open requests."""
    return REQUESTS.button(say("button.requests.list"), 0)


def claim_button(game: GameId) -> Button:
    """Return the button that claims a game whose opponent exceeded their time (art. 7.2)."""
    return CLAIM_ON_TIME.button(say("button.claim_on_time"), game)


def arbiter_button(match: MatchCode) -> Button:
    """Return the button that asks for a volunteer arbiter."""
    return ASK_ARBITER.button(say("button.volunteer.ask"), match)


def rematch_button(match: MatchCode) -> Button:
    """Return the button that asks the opponent of a finished match for another one."""
    return REMATCH.button(say("button.requests.rematch"), match)


def another_button() -> Button:
    """Return the button that offers a match to anybody."""
    return ANOTHER.button(say("button.requests.another"))


def coefficient_button() -> Button:
    """Return the button that explains the coefficients (art. 8.1)."""
    return ARTICLE.button(say("button.coefficient"), "8.1")


def blocks_button() -> Button:
    """Return the button that lists the people to block or unblock."""
    return BLOCKS.button(say("button.requests.blocks"), BlockAction.LIST)
