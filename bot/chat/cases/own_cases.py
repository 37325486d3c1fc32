"""A player's cases: their view, their statements, and the withdrawal of a claim (art. 7.2)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.chat import attaching
from bot.chat.cases.card_buttons import Action
from bot.chat.play.photographs import is_picture
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.statements import checked_statement, statement_lines
from bot.service.notices.cases import case_notices
from bot.service.readers.cases.case_snapshots import CaseSnapshot, case_id
from bot.service.recording.cases.case_acts import CaseActs
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, CaseAction, OfCase
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.verb import YES
from bot.texts.messages import Buttons, Relayed, Text, say
from bot.texts.notices.cases.ruling_texts import (
    brought_key,
    claim_buttons,
    claim_text,
    query_buttons,
)
from bot.texts.notices.cases.statements import requirements, ruled_text
from engine.cases.case import Case
from engine.cases.decide import CaseEvents, give_comment, give_defence, withdraw
from engine.cases.events import Digest
from engine.correspondence import statements_of
from engine.errors import Fault, GameStateError
from engine.ids import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """What differs between the claimant's statements and those of the other player.

    The strings are keys of the catalogue.
    """

    question: str
    decide: Callable[[Case, PersonId, Digest, datetime], CaseEvents]
    record: Callable[[CaseActs, CaseSnapshot, CaseEvents, datetime], Awaitable[CaseSnapshot]]
    notice: str
    confirmation: str


_CLAIMANT: Final = _Side(
    question="case.comment_how",
    decide=give_comment,
    record=CaseActs.record,
    notice="claim.more",
    confirmation="case.comment_kept",
)
_DEFENDER: Final = _Side(
    question="case.defence_how",
    decide=give_defence,
    record=CaseActs.answer,  # an answer completes the claim, too
    notice="claim.answered",
    confirmation="case.defence_kept",
)


def _side_of(case: Case, player: PersonId) -> _Side:
    """Return the player's side; in a case that an arbiter opened, both players defend."""
    return _CLAIMANT if case.by == player else _DEFENDER


async def show_to_player(service: Service, user_input: UserInput, snapshot: CaseSnapshot) -> None:
    """Show a case to a player of the game: the claim, the statements, the ruling."""
    snapshot = await service.case_acts.with_delivery(snapshot)
    case = snapshot.case
    game = (await service.games.load(case.game)).game
    names = await service.persons.names({*case.people, game.red.person, game.blue.person})
    text = say(
        "case.own",
        case=case.id,
        claim=claim_text(case),
        brought=say(brought_key(case), who=names[case.by], at=case.opened.isoformat()),
        requirements=requirements(case, names) if case.is_claim else None,
        statements=await statement_lines(service, case, names, opinions=False) or None,
        rulings=[ruled_text(ruled, case, names, game) for ruled in case.rulings] or None,
    )
    # A reply to the view of a case that hears the players is a statement.
    about = statements_of(case.id) if case.hears_players else case.game
    service.reply(user_input, text, _player_buttons(case, user_input.person.id), about=about)


def _player_buttons(case: Case, player: PersonId) -> Buttons:
    """Return the buttons of a player for an open case: their own claim, or their defence."""
    if case.is_open and case.is_query:
        return query_buttons(case) if case.by == player else ()
    if not case.hears_players:
        return ()
    if case.by == player:
        return claim_buttons(case)
    return ((CASE.button(say("button.case.defend"), case.id, CaseAction.SAY),),)


async def ask_statement(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Ask a player for their statement in the case.

    Raises:
        GameStateError: `case_over`, the case is over or a question about a word, which takes no
            statements; or the person does not play its game.
    """
    service.toast(user_input)
    case = snapshot.case
    if not case.hears_players:
        raise GameStateError(Fault("case_over", facts={"case": case.id}))
    await service.games.of_player(user_input, case.game)
    asked = await service.questions.ask(user_input, Topic.STATEMENT, case.id)
    text = say(_side_of(case, user_input.person.id).question, case=case.id)
    service.reply(user_input, text, (asked.way_out,), about=statements_of(case.id))


async def statement_given(service: Service, user_input: UserInput, about: str) -> None:
    """Store a player's statement: the claimant's comment, or the opponent's defence."""
    snapshot = await service.cases.visible(user_input, case_id(about))
    photo = user_input.incoming.file
    if photo is not None and not is_picture(photo):  # the question stays open
        service.reply(user_input, say("relayed.no_picture"))
        return
    stored = await _store_statement(service, user_input, snapshot, user_input.args, photo)
    service.reply(user_input, stored, about=statements_of(snapshot.case.id))


async def attach(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Add to the case what its player wrote before: `k:CASE:attach:MESSAGE`."""
    written = await attaching.take_text(service, user_input, press.which)
    if written is None:  # added already, or a day has passed
        service.toast(user_input, say("play.stale"))
        return
    stored = await _store_statement(service, user_input, snapshot, written.text, written.photo)
    service.edit(user_input, stored)


async def _store_statement(
    service: Service,
    user_input: UserInput,
    snapshot: CaseSnapshot,
    text: str,
    photo: Relayed | None,
) -> Text:
    """Store a player's statement, with its photograph; return the confirmation.

    Raises:
        GameStateError: the case is over, the person does not play its game, the text is too long,
            or it is empty without a photograph; the unit of work then keeps no statement.
    """
    player = user_input.person.id
    await service.games.of_player(user_input, snapshot.case.game)
    statement = checked_statement(text, has_photograph=photo is not None)
    digest = await service.case_acts.keep_statement(user_input, snapshot.case.id, statement)
    side = _side_of(snapshot.case, player)
    events = side.decide(snapshot.case, player, digest, user_input.at)
    await service.questions.drop(user_input, Topic.STATEMENT, snapshot.case.id)
    snapshot = await side.record(service.case_acts, snapshot, events, user_input.at)
    await case_notices.send_statement(service, snapshot.case, player, statement, side.notice)
    if photo is not None:
        await case_notices.send_photograph(service, snapshot.case, player, photo)
    return say(side.confirmation, case=snapshot.case.id)


async def take_back(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Withdraw a claim, after a second question: `k:CASE:back` and `k:CASE:back:yes`."""
    if not snapshot.case.is_claim:
        raise GameStateError(Fault("not_your_claim", facts={"case": snapshot.case.id}))
    # Decided before the question, so that nobody is asked whose *yes* would be refused.
    events = withdraw(snapshot.case, user_input.person.id, user_input.at)
    if press.which != YES:
        sure = CASE.button(
            say("button.case.take_back_sure"), snapshot.case.id, CaseAction.WITHDRAW, YES
        )
        keep = KEEP.button(say("button.keep_claim"))
        service.edit(user_input, say("claim.take_back_ask", case=snapshot.case.id), ((sure, keep),))
        return
    snapshot = await service.case_acts.record(snapshot, events, user_input.at)
    service.edit(user_input, say("claim.you_took_back", case=snapshot.case.id))
    await case_notices.notify_of_withdrawal(service, snapshot.case)


BY_PLAYERS: Final[Mapping[CaseAction, Action]] = {
    CaseAction.SAY: ask_statement,
    CaseAction.WITHDRAW: take_back,
    CaseAction.ATTACH: attach,
}
"""The actions of a case's buttons for a player of the game."""
