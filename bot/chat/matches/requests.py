"""`/joaca` and `/cereri`: people find each other for a friendly match without an arbiter.

A person offers a match to everybody or to one person by a link; another accepts with one tap.
"""

from typing import Final

from bot.runtime.shared import Said
from bot.service.matches import blocks, rematches, requests
from bot.service.matches.matches import SeenMatch
from bot.service.play.games import SeenGame
from bot.service.service import Service
from bot.texts.buttons.matches import BLOCKS, CLAIM_ON_TIME, PLAY, REMATCH, REQUEST, REQUESTS
from bot.texts.i18n import faults_text
from bot.texts.messages import Button, Buttons, Text, say
from bot.texts.notices.matches.proof import verify_match_button
from bot.texts.notices.matches.requests import (
    LINK,
    LINK_PREFIX,
    OFF,
    PUBLIC,
    arbiter_button,
    asked_card,
    blocks_card,
    claim_button,
    list_button,
    list_card,
    offer_card,
    terms_text,
)
from engine.errors import EngineError, Fault, GameStateError
from engine.ids import MatchCode
from engine.matches.friendly import THINKING_DAYS, FriendlyTerms, claim_on_time, is_claimable
from storage.matches.requests import RequestKind

USUAL: Final = FriendlyTerms(days=10)
"""The terms that the card offers first."""


async def offer(service: Service, said: Said) -> None:
    """Handle `/joaca` and the button `play`: show the card with the usual terms."""
    service.answer(said, *_card(service, USUAL))


def _card(service: Service, terms: FriendlyTerms) -> tuple[Text, Buttons]:
    shared = service.shared
    return offer_card(terms, shared.edition_on(service.today()), shared.installed())


async def chosen(service: Service, said: Said) -> None:
    """Handle the card's buttons: `play:DAYS:GAMES:public|link|:RATED:WORDS`."""
    if not said.args:
        await offer(service, said)
        return
    days, games, how, rated, words = PLAY.read(said.args)
    if days not in THINKING_DAYS or games not in {1, 2}:
        raise GameStateError(Fault("button_unknown"))
    edition = requests.chosen_list(service, words)
    terms = FriendlyTerms(days=days, is_single=games == 1, rated=rated, edition=edition)
    if how == PUBLIC:
        await _publish(service, said, terms)
    elif how == LINK:
        await _link(service, said, terms)
    else:
        service.edit(said, *_card(service, terms))


async def _publish(service: Service, said: Said, terms: FriendlyTerms) -> None:
    made = await requests.make(service, said, RequestKind.PUBLIC, terms)
    shown = await requests.shown(service, made)
    text = say(
        "requests.public_done",
        who=shown.who,
        terms=terms_text(terms),
        until=made.expires_at.isoformat(),
    )
    service.edit(said, text, ((list_button(),),))


async def _link(service: Service, said: Said, terms: FriendlyTerms) -> None:
    made = await requests.make(service, said, RequestKind.LINK, terms)
    shown, link = await requests.shown(service, made), requests.link_of(service, made.token)
    wording = terms_text(terms)
    text = say("requests.link_done", terms=wording, until=made.expires_at.isoformat(), link=link)
    words = say("requests.words", who=shown.who, terms=wording)
    service.edit(said, text, ((Button(say("button.requests.share"), url=link, words=words),),))


async def listed(service: Service, said: Said) -> None:
    """Handle `/cereri` and the button for another page: `reqs:PAGE`, from 0."""
    page = REQUESTS.read(said.args).page if said.incoming.callback else 0
    service.answer(said, *await _list(service, said, page))


async def _list(service: Service, said: Said, page: int) -> tuple[Text, Buttons]:
    found = await requests.listed(service, said.person.id)
    own = await requests.own(service, said.person.id)
    may_block = any(await blocks.known_to(service, said.person.id))
    return list_card(found, own, page, _edition(service), may_block=may_block)


def is_request(code: str) -> bool:
    """Return whether the code comes from a request's link."""
    return code.startswith(LINK_PREFIX)


async def opened(service: Service, said: Said) -> None:
    """Handle a request's link: show its author, its terms and the rules before acceptance."""
    gate, who = service.shared.gate, said.incoming.sender.id
    token = said.args.removeprefix(LINK_PREFIX)
    if any(one.token == token for one in await requests.own(service, said.person.id)):
        service.reply(said, say("requests.own_link"))
        return
    found = None
    if gate.may_guess(who, said.at):
        found = await requests.acceptable(service, said.person.id, token)
    if found is None:
        gate.guessed_wrong(who, said.incoming.update, said.at)
        service.reply(said, say("requests.gone"))
        return
    service.reply(said, *asked_card(await requests.shown(service, found), _edition(service)))


async def pressed(service: Service, said: Said) -> None:
    """Handle the buttons of a request: `req:TOKEN:yes` accepts, `req:TOKEN:off` withdraws."""
    token, answer = REQUEST.read(said.args)
    if answer == OFF:
        done = await requests.withdraw(service, said, token)
        service.toast(said, say("requests.withdrawn" if done else "requests.gone_short"))
        service.edit(said, *await _list(service, said, 0))
        return
    accepted = await requests.accept(service, said, token)
    if accepted is None:
        service.toast(said, say("requests.gone_short"), alert=True)
        service.edit(said, *await _list(service, said, 0))
        return
    seen, text = accepted
    service.edit(said, text, verify_match_button(seen.match.code))
    await service.starts.start(seen, said.at)


async def again(service: Service, said: Said) -> None:
    """Handle the button under the result of a friendly match that asks for a rematch."""
    service.toast(said)
    answer = await _asked_again(service, said, REMATCH.read(said.args).match)
    if isinstance(answer, Text):
        service.reply(said, answer)
        return
    seen, text = answer
    service.reply(said, text, verify_match_button(seen.match.code))
    await service.starts.start(seen, said.at)


async def _asked_again(
    service: Service, said: Said, match: MatchCode
) -> tuple[SeenMatch, Text] | Text:
    try:
        async with service.unit.savepoint():
            return await rematches.ask(service, said, match)
    except EngineError as error:  # the result stays, with the error under it
        return say("refused", faults=faults_text(error))


async def apart(service: Service, said: Said) -> None:
    """Handle the buttons that list, block and unblock people: `apart:`, `apart:request:TOKEN`.

    `apart:match:MATCH` blocks the opponent of a friendly match, `apart:off:PERSON` unblocks.
    """
    kind, about = BLOCKS.read(said.args)
    if kind == OFF:
        if await blocks.unblock(service, said, about):
            service.toast(said, say("requests.unblocked"))
    elif kind:
        await blocks.block(service, said, kind, about)
        service.toast(said, say("requests.blocked"))
    service.edit(said, *blocks_card(*await blocks.known_to(service, said.person.id)))


async def ask_on_time(service: Service, said: Said, seen: SeenGame) -> None:
    """Answer `/contestatie` in a match without an arbiter: only a loss on time can be claimed."""
    game, seat = seen.game, service.games.seat(said, seen.game)
    partner = (await service.games.participants(game)).at(seat.partner).name
    match = (await service.matches.load(game.match)).match
    may_ask = match.is_by_request and not match.is_over
    help_ = ((arbiter_button(match.code),),) if may_ask else ()
    if is_claimable(game, seat):
        text = say("requests.claimable", game=game.id, partner=partner)
        service.reply(said, text, ((claim_button(game.id),), *help_), about=game.id)
        return
    text = say("requests.nothing_to_claim", game=game.id, partner=partner)
    service.reply(said, text, help_, about=game.id)


async def claimed(service: Service, said: Said) -> None:
    """Handle the tap that claims a game on time; the program rules at once: `onclock:GAME`."""
    seen = await service.games.of_player(said, CLAIM_ON_TIME.read(said.args).game)
    match = (await service.matches.load(seen.game.match)).match
    seat = service.games.seat(said, seen.game)
    command = claim_on_time(match, seen.game, seat)
    partner = (await service.games.participants(seen.game)).at(seat.partner).name
    service.edit(said, say("requests.claimed", game=seen.game.id, partner=partner))
    await service.game_acts.act(seen, command, said.at)


def _edition(service: Service) -> str:
    return service.shared.edition_on(service.today()).name
