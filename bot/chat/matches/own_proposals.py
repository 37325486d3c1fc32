"""Coefficients proposed by a player after an objection: requested, typed, checked (art. 8.5)."""

from typing import Final

from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.decision_kinds import ask_for_reason
from bot.service.matches import own_takeovers
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.service import Service
from bot.texts.buttons.matches import ASK_OWN, OWN, PUT_OWN, OwnFiguresAction
from bot.texts.messages import Buttons, Card, Param, Text, say
from bot.texts.notices.matches import own_proposals
from bot.texts.notices.matches.match_relay import other_answer
from engine.errors import Fault, GameStateError, NotationError
from engine.ids import Leg, MatchCode, game_id
from engine.matches.match import Match, MatchStage, check_proposed
from engine.matches.own_proposals import propose_own, read_coefficients

_MOST_MATCHES: Final = 6
"""The most matches offered for typed figures."""


def propose_buttons(match: Match) -> Buttons:
    """Return the buttons by which an objecting player proposes coefficients, one for each leg."""
    return tuple(
        (ASK_OWN.button(say("button.own", leg=say(f"leg_name.{leg.value}")), match.code, n),)
        for n, leg in enumerate(Leg, 1)
    )


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle a player's `own:ask:MATCH:LEG` and `own:put:MATCH:LEG:FIGURES`.

    An arbiter's button is `own:take:MATCH:PERSON`.
    """
    action, rest = OWN.read(user_input.args)
    if action is OwnFiguresAction.TAKE:
        await _ask_reason(service, user_input, rest)
        return
    if action is OwnFiguresAction.PUT:
        await _put_pressed(service, user_input, *PUT_OWN.read(rest))
        return
    code, number = ASK_OWN.read(rest)
    snapshot = await service.matches.of_player(user_input, code)
    check_proposed(snapshot.match)
    if user_input.person.id not in snapshot.match.answers.objected:
        raise GameStateError(Fault("object_first", "8.5"))
    leg = _leg(number)
    asked = await service.questions.ask(user_input, Topic.OWN_FIGURES, rest)
    service.toast(user_input)
    service.reply(
        user_input,
        say("own.ask", game=game_id(snapshot.match.code, leg)),
        (asked.way_out,),
    )


async def figures_given(service: Service, user_input: UserInput, about: str) -> None:
    """Read the two figures, the player's own first; arbiters see them beside the calculation."""
    code, number = ASK_OWN.read(about)
    snapshot = await service.matches.of_player(user_input, code)
    text, buttons = await _propose(service, user_input, snapshot, _leg(number), user_input.args)
    await service.questions.close(user_input)
    service.reply(user_input, text, buttons)


async def read_unrequested(service: Service, user_input: UserInput) -> bool:
    """Read two unrequested figures of an objecting player, and ask for their game.

    Return whether the text was such figures.
    """
    try:
        own_coefficient, partner_coefficient = read_coefficients(user_input.args)
    except NotationError:
        return False
    matches = await service.matches.in_stage(user_input.person.id, MatchStage.PROPOSED)
    objected = [
        snapshot.match
        for snapshot in matches
        if user_input.person.id in snapshot.match.answers.objected
    ]
    if not objected:
        return False
    buttons = tuple(
        (
            PUT_OWN.button(
                _game_label(match, leg), match.code, n, f"{own_coefficient} {partner_coefficient}"
            ),
        )
        for match in objected[:_MOST_MATCHES]
        for n, leg in enumerate(Leg, 1)
    )
    service.reply(
        user_input,
        say("own.which", own=f"{own_coefficient}", partner=f"{partner_coefficient}"),
        buttons,
    )
    return True


def _game_label(match: Match, leg: Leg) -> Text:
    facts: dict[str, Param] = {"leg": say(f"leg_name.{leg.value}"), "match": match.code}
    return Text("button.own_of", facts)


async def _put_pressed(
    service: Service, user_input: UserInput, code: MatchCode, number: int, figures: str
) -> None:
    """Store the figures for the game of the button."""
    snapshot = await service.matches.of_player(user_input, code)
    text, buttons = await _propose(service, user_input, snapshot, _leg(number), figures)
    service.edit(user_input, text, buttons)


async def _propose(
    service: Service, user_input: UserInput, snapshot: MatchSnapshot, leg: Leg, figures: str
) -> Card:
    """Store a player's proposal, show it to the arbiter, and return the answer to the player.

    `figures`: the two coefficients as typed, the player's own first.
    """
    own_coefficient, partner_coefficient = read_coefficients(figures)
    events = propose_own(
        snapshot.match,
        user_input.person.id,
        leg,
        own_coefficient,
        partner_coefficient,
        user_input.at,
    )
    snapshot = await service.match_acts.advance(snapshot, events, user_input.at)
    card, buttons = await service.proposed_results.arbiter_card(snapshot)
    arbiter = await service.competitions.chief_arbiter(snapshot.match)
    notice = say("own.told", who=user_input.person.name, card=card)
    await service.notify_person(arbiter, notice, buttons, about=snapshot.match.code)
    names = await service.persons.names(snapshot.match.people)
    rows = own_proposals.shown(snapshot.match, names, of=user_input.person.id)
    change_rows = other_answer(snapshot.match.code, agreed=False)
    return Card(say("own.sent", rows=rows), (*propose_buttons(snapshot.match), *change_rows))


async def _ask_reason(service: Service, user_input: UserInput, about: str) -> None:
    """Ask the arbiter for the reason to take a player's proposal over.

    `about`: the rest of the code of `TAKE_OWN`.
    """
    await ask_for_reason(service, user_input, own_takeovers.KIND, about, beside=True)


def _leg(number: int) -> Leg:
    """Return the leg that a button numbers 1 or 2."""
    if number not in {1, 2}:
        raise GameStateError(Fault("button_unknown"))
    return Leg.HOME if number == 1 else Leg.RETURN
