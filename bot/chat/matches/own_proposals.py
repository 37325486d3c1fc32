"""Coefficients proposed by a player after an objection: requested, typed, checked (art. 8.5)."""

from bot.chat.topics import OWN_FIGURES
from bot.runtime.shared import Said
from bot.service.conversation.questions import way_out
from bot.service.matches import own_proposals, own_takeovers
from bot.service.matches.matches import SeenMatch
from bot.service.service import Service
from bot.texts.buttons.matches import ASK_OWN, OWN, PUT_OWN, TAKE_OWN
from bot.texts.messages import Buttons, Param, Text, say
from bot.texts.notices.matches.match_relay import other_answer
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import Leg, MatchCode, PersonId, game_id
from engine.matches.match import Match, MatchStage
from engine.matches.own_proposals import propose_own, read_coefficients

MOST_MATCHES = 6
"""The most matches offered for typed figures."""


def offer(match: Match) -> Buttons:
    """Return the buttons by which an objecting player proposes coefficients."""
    return tuple(
        (ASK_OWN.button(say("button.own", leg=say(f"leg_name.{leg.value}")), match.code, n),)
        for n, leg in enumerate(Leg, 1)
    )


async def pressed(service: Service, said: Said) -> None:
    """Handle a player's `own:ask:MATCH:LEG` and `own:put:MATCH:LEG:FIGURES`.

    An arbiter's button is `own:take:MATCH:PERSON`.
    """
    verb, rest = OWN.read(said.args)
    if verb == "take":
        await _ask_reason(service, said, *TAKE_OWN.read(rest))
        return
    if verb == "put":
        await _put(service, said, *PUT_OWN.read(rest))
        return
    code, number = ASK_OWN.read(rest)
    seen = await service.matches.of_player(said, code)
    if verb != "ask" or said.person.id not in seen.match.objected:
        raise GameStateError(Fault("object_first", "8.5"))
    leg = _leg(number)
    await service.questions.ask(said, OWN_FIGURES, rest)
    service.toast(said)
    service.reply(said, say("own.ask", game=game_id(seen.match.code, leg)), (way_out(OWN_FIGURES),))


async def given(service: Service, said: Said, about: str) -> None:
    """Read the two figures, the player's own first; arbiters see them beside the calculation."""
    code, number = ASK_OWN.read(about)
    seen = await service.matches.of_player(said, code)
    text, buttons = await _propose(service, said, seen, _leg(number), said.args)
    await service.questions.close(said)
    service.reply(said, text, buttons)


async def typed(service: Service, said: Said) -> bool:
    """Read two unrequested figures of an objecting player, and ask for their game.

    Return whether the text was such figures.
    """
    try:
        own, partner = read_coefficients(said.args)
    except NotationError:
        return False
    matches = await service.matches.in_stage(said.person.id, MatchStage.PROPOSED)
    objected = [seen.match for seen in matches if said.person.id in seen.match.objected]
    if not objected:
        return False
    buttons = tuple(
        (PUT_OWN.button(_named(match, leg), match.code, n, f"{own} {partner}"),)
        for match in objected[:MOST_MATCHES]
        for n, leg in enumerate(Leg, 1)
    )
    service.reply(said, say("own.which", own=f"{own}", partner=f"{partner}"), buttons)
    return True


def _named(match: Match, leg: Leg) -> Text:
    facts: dict[str, Param] = {"leg": say(f"leg_name.{leg.value}"), "match": match.code}
    return Text("button.own_of", facts)


async def _put(service: Service, said: Said, code: MatchCode, number: int, figures: str) -> None:
    """Store the figures for the game of the button."""
    seen = await service.matches.of_player(said, code)
    text, buttons = await _propose(service, said, seen, _leg(number), figures)
    service.edit(said, text, buttons)


async def _propose(
    service: Service, said: Said, seen: SeenMatch, leg: Leg, figures: str
) -> tuple[Text, Buttons]:
    """Store a player's proposal, show it to the arbiter, and return the answer to the player."""
    own, partner = read_coefficients(figures)
    events = propose_own(seen.match, said.person.id, leg, own, partner, said.at)
    seen = await service.match_acts.advance(seen, events, said.at)
    card, buttons = await service.results.arbiter_card(seen)
    arbiter = (await service.competitions.arbiters(seen.match))[0]
    told = say("own.told", who=said.person.name, card=card)
    await service.tell_person(arbiter, told, buttons, about=seen.match.code)
    names = await service.persons.names(seen.match.people)
    rows = own_proposals.shown(seen.match, names, of=said.person.id)
    other = other_answer(seen.match.code, agreed=False)
    return say("own.sent", rows=rows), (*offer(seen.match), *other)


async def _ask_reason(service: Service, said: Said, code: MatchCode, person: PersonId) -> None:
    """Ask the arbiter for the reason."""
    seen = await service.matches.ruled_by(said, code)
    if person not in seen.match.objected:
        raise GameStateError(Fault("no_own_proposal", "8.5"))
    names = await service.persons.names(seen.match.people)
    rows = own_proposals.shown(seen.match, names, of=person)
    question = say("own.show", who=names[person], rows=rows)
    about = TAKE_OWN.about(code, person)
    await service.decisions.ask(said, own_takeovers.KIND, about, question, beside=True)


def _leg(number: int) -> Leg:
    if number not in {1, 2}:
        raise GameStateError(Fault("button_unknown"))
    return Leg.HOME if number == 1 else Leg.RETURN
