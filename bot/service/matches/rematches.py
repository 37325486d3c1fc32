"""Rematches: the players of a friendly match play another one on the same terms."""

from dataclasses import replace

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.matches import accepting_requests, shown_requests
from bot.service.matches.accepting_requests import AcceptedRequest
from bot.service.notices.notifier import Notifier
from bot.service.service import Service
from bot.texts.messages import Text, say
from bot.texts.notices.matches.request_texts import asked_card
from engine.errors import Fault, GameStateError
from engine.ids import MatchCode, PersonId
from engine.matches.friendly import FriendlyTerms
from engine.matches.match import Match, MatchStage
from storage.conversation import chat_stops
from storage.matches.match_requests import PlayRequest, RequestKind, open_of


async def ask(service: Service, user_input: UserInput, code: MatchCode) -> AcceptedRequest | Text:
    """Ask the opponent of a finished friendly match for a rematch, and return the answer.

    If the opponent has asked already, the match begins: return it. Otherwise return the text of the
    answer; a second request for the same rematch sends nothing.

    Raises:
        GameStateError: the match is another person's, not over, or has an arbiter; or as
            `accepting_requests.make` and `accepting_requests.accept`.
    """
    match = (await service.matches.of_player(user_input, code)).match
    if match.kind.has_arbiter or match.stage is not MatchStage.HOMOLOGATED:
        raise GameStateError(Fault("button_unknown"))
    partner = match.partner(user_input.person.id)
    is_apart = partner in await chat_stops.apart_from(service.unit.tx, user_input.person.id)
    name = await service.persons.name(partner)
    is_list_gone = match.edition_chosen and match.edition not in service.shared.installed()
    # One answer for all, so that nobody learns of being blocked.
    if is_apart or is_list_gone or not (await service.persons.get(partner)).can_be_reached:
        return say("requests.rematch_impossible", partner=name)
    partners_request = await _asked_by(service, partner, code)
    if partners_request is not None:
        accepted = await accepting_requests.accept(service, user_input, partners_request.token)
        return accepted or say("requests.gone_short")
    if await _asked_by(service, user_input.person.id, code) is None:
        await _send(service, user_input, match)
    return say("requests.rematch_sent", partner=name)


async def _asked_by(context: Context, person: PersonId, code: MatchCode) -> PlayRequest | None:
    """Return the person's open request for a rematch of that match, or None."""
    requests = await open_of(context.unit.tx, person, context.unit.now)
    return next((request for request in requests if request.after == code), None)


async def _send(notifier: Notifier, user_input: UserInput, match: Match) -> None:
    """Offer the opponent a rematch on the terms of the match."""
    partner = match.partner(user_input.person.id)
    terms = FriendlyTerms(
        days=match.rules.budget(match.phase),
        is_single=match.is_single,
        rated=match.rated,
        edition=match.edition if match.edition_chosen else None,
    )
    request = await accepting_requests.make(
        notifier, user_input, RequestKind.REMATCH, terms, wanted=partner, after=match.code
    )
    # Former opponents know each other, so the request has the full name.
    as_shown = replace(await shown_requests.shown(notifier, request), who=user_input.person.name)
    edition = notifier.todays_edition().name
    text, buttons = asked_card(as_shown, edition, "requests.rematch_asked")
    await notifier.notify_person(partner, text, buttons, about=match.code)
