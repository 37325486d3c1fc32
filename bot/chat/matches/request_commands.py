"""`/joaca` and `/cereri`: people find each other for a friendly match without an arbiter.

A person offers a match to everybody or to one person by a link; another accepts with one tap.
"""

from typing import Final

from bot.runtime.guesses import guess
from bot.runtime.shared import UserInput
from bot.service.matches import accepting_requests, blocks, rematches, shown_requests
from bot.service.matches.accepting_requests import AcceptedRequest
from bot.service.service import Service
from bot.texts.buttons.matches import (
    BLOCKS,
    PLAY,
    REMATCH,
    REQUEST,
    REQUESTS,
    BlockAction,
    OfferWay,
    RequestAnswer,
)
from bot.texts.fault_texts import faults_text
from bot.texts.messages import Card, Text, say
from bot.texts.notices.matches.block_texts import blocks_card
from bot.texts.notices.matches.proof import verify_match_button
from bot.texts.notices.matches.request_offers import list_of_hash, offer_card
from bot.texts.notices.matches.request_texts import (
    LINK_PREFIX,
    asked_card,
    list_button,
    list_card,
    share_buttons,
    terms_text,
)
from engine.errors import EngineError, Fault, GameStateError
from engine.ids import MatchCode
from engine.matches.friendly import THINKING_DAYS, FriendlyTerms
from storage.matches.match_requests import RequestKind

_USUAL_TERMS: Final = FriendlyTerms(days=10)
"""The terms that the card offers first."""


async def show_offer(service: Service, user_input: UserInput) -> None:
    """Handle `/joaca` and the button `play`: show the card with the usual terms."""
    service.answer(user_input, *_offer_card(service, _USUAL_TERMS))


async def offer_another(service: Service, user_input: UserInput) -> None:
    """Handle the button under a result that offers a match to anybody; the result stays."""
    service.toast(user_input)
    service.reply(user_input, *_offer_card(service, _USUAL_TERMS))


def _offer_card(service: Service, terms: FriendlyTerms) -> Card:
    shared = service.shared
    return offer_card(terms, shared.edition_on(service.today()), shared.offered())


async def offer_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the card's buttons: `play:DAYS:GAMES:public|link|:RATED:WORDS`."""
    if not user_input.args:
        await show_offer(service, user_input)
        return
    days, games, how, rated, words = PLAY.read(user_input.args)
    if days not in THINKING_DAYS or games not in {1, 2}:
        raise GameStateError(Fault("button_unknown"))
    edition = list_of_hash(words, service.shared.installed())
    terms = FriendlyTerms(days=days, is_single=games == 1, rated=rated, edition=edition)
    if how is OfferWay.PUBLIC:
        await _publish(service, user_input, terms)
    elif how is OfferWay.LINK:
        await _make_link(service, user_input, terms)
    else:
        service.edit(user_input, *_offer_card(service, terms))


async def _publish(service: Service, user_input: UserInput, terms: FriendlyTerms) -> None:
    """Make a public request on these terms."""
    request = await accepting_requests.make(service, user_input, RequestKind.PUBLIC, terms)
    shown_request = await shown_requests.shown(service, request)
    text = say(
        "requests.public_done",
        who=shown_request.who,
        terms=terms_text(terms),
        until=request.expires_at.isoformat(),
    )
    service.edit(user_input, text, ((list_button(),),))


async def _make_link(service: Service, user_input: UserInput, terms: FriendlyTerms) -> None:
    """Make a request on these terms, and show its links."""
    request = await accepting_requests.make(service, user_input, RequestKind.LINK, terms)
    shown_request = await shown_requests.shown(service, request)
    links = shown_requests.links_of(service, request.token, rated=terms.rated)
    text = say(
        "requests.link_done",
        terms=terms_text(terms),
        until=request.expires_at.isoformat(),
        link=links.shown,
    )
    service.edit(user_input, text, share_buttons(shown_request.who, terms, links))


async def show_requests(service: Service, user_input: UserInput) -> None:
    """Handle `/cereri` and the button for another page: `reqs:PAGE`, from 0."""
    page = REQUESTS.read(user_input.args).page if user_input.incoming.callback else 0
    service.answer(user_input, *await _list_card(service, user_input, page))


async def _list_card(service: Service, user_input: UserInput, page: int) -> Card:
    requests = await shown_requests.listed(service, user_input.person.id)
    own_requests = await shown_requests.own(service, user_input.person.id)
    may_block = bool(await blocks.known_to(service, user_input.person.id))
    return list_card(
        requests, own_requests, page, service.todays_edition().name, may_block=may_block
    )


def is_link(code: str) -> bool:
    """Return whether the code comes from a request's link."""
    return code.startswith(LINK_PREFIX)


async def open_link(service: Service, user_input: UserInput) -> None:
    """Handle a request's link: show its author, its terms and the rules before acceptance."""
    token = user_input.args.removeprefix(LINK_PREFIX)
    if any(
        request.token == token
        for request in await shown_requests.own(service, user_input.person.id)
    ):
        service.reply(user_input, say("requests.own_link"))
        return
    opened = await guess(
        service.shared.gate,
        user_input,
        lambda: accepting_requests.acceptable(service, user_input.person.id, token),
    )
    acceptable = opened.meant
    if acceptable is None:
        service.reply(user_input, say("requests.gone"))
        return
    shown_request = await shown_requests.shown(service, acceptable)
    service.reply(user_input, *asked_card(shown_request, service.todays_edition().name))


async def request_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons of a request: `req:TOKEN:yes` accepts, `req:TOKEN:off` withdraws."""
    token, answer = REQUEST.read(user_input.args)
    if answer is RequestAnswer.WITHDRAW:
        is_withdrawn = await accepting_requests.withdraw(service, user_input, token)
        service.toast(
            user_input, say("requests.withdrawn" if is_withdrawn else "requests.gone_short")
        )
        service.edit(user_input, *await _list_card(service, user_input, 0))
        return
    accepted = await accepting_requests.accept(service, user_input, token)
    if accepted is None:
        service.toast(user_input, say("requests.gone_short"), alert=True)
        service.edit(user_input, *await _list_card(service, user_input, 0))
        return
    snapshot, text = accepted
    service.edit(user_input, text, verify_match_button(snapshot.match.code))
    await accepting_requests.begin(service, snapshot, user_input.at)


async def rematch_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button under the result of a friendly match that asks for a rematch."""
    service.toast(user_input)
    answer = await _ask_rematch(service, user_input, REMATCH.read(user_input.args).match)
    if isinstance(answer, Text):
        service.reply(user_input, answer)
        return
    snapshot, text = answer
    service.reply(user_input, text, verify_match_button(snapshot.match.code))
    await accepting_requests.begin(service, snapshot, user_input.at)


async def _ask_rematch(
    service: Service, user_input: UserInput, match: MatchCode
) -> AcceptedRequest | Text:
    """Ask the opponent for another match; return what they got, or why they got nothing."""
    try:
        async with service.unit.savepoint():
            return await rematches.ask(service, user_input, match)
    except EngineError as error:  # the result stays, with the error under it
        return say("refused", faults=faults_text(error))


async def blocks_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the buttons that list, block and unblock people: `apart:`, `apart:request:TOKEN`.

    `apart:match:MATCH` blocks the opponent of a friendly match, `apart:off:PERSON` unblocks.
    """
    action, about = BLOCKS.read(user_input.args)
    if action is BlockAction.UNBLOCK:
        if await blocks.unblock(service, user_input, about):
            service.toast(user_input, say("requests.unblocked"))
    elif action is not BlockAction.LIST:
        await blocks.block(service, user_input, action, about)
        service.toast(user_input, say("requests.blocked"))
    service.edit(user_input, *blocks_card(await blocks.known_to(service, user_input.person.id)))
