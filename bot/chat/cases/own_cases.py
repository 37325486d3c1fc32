"""A player's cases: their view, their statements, and the withdrawal of a claim (art. 7.2)."""

from collections.abc import Mapping
from typing import Final

from bot.chat import attaching
from bot.chat.cases.card_buttons import Action
from bot.chat.play.photographs import is_picture
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.lookups.cases.statements import checked_statement, statement_lines
from bot.service.notices.cases import case_notices
from bot.service.readers.cases.case_snapshots import CaseSnapshot, case_id
from bot.service.readers.conversation.questions import way_out
from bot.service.service import Service
from bot.texts.buttons.cases import CASE, CaseAction, OfCase
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.verb import YES
from bot.texts.messages import Buttons, Relayed, Text, say
from bot.texts.notices.cases.ruling_texts import brought_key, claim_text, query_buttons
from bot.texts.notices.cases.statements import requirements, ruled_text
from engine.cases.case import Case
from engine.cases.decide import give_comment, give_defence, withdraw
from engine.correspondence import statements_of
from engine.errors import Fault, GameStateError
from engine.games.game import Game
from engine.ids import PersonId, Seat

_PHOTOGRAPH: Final = "\N{CAMERA}"
"""Begins the statement that comes with a photograph; it needs no language."""


async def typed_statement(service: Service, user_input: UserInput) -> str | None:
    """Return the requested text; None after a reply with its error, and the question stays open."""
    if user_input.incoming.file is not None and not user_input.args.strip():
        service.reply(user_input, say("claim.words_please"))
        return None
    return checked_statement(user_input.args)


def own_buttons(case: Case) -> Buttons:
    """Return the buttons of a player for their own open claim."""
    add_button = CASE.button(say("button.case.add"), case.id, CaseAction.SAY)
    withdraw_button = CASE.button(say("button.case.take_back"), case.id, CaseAction.WITHDRAW)
    return ((add_button,), (withdraw_button,))


async def show_own(service: Service, user_input: UserInput, snapshot: CaseSnapshot) -> None:
    """Show a case to a player of the game: the claim, the statements, the ruling."""
    snapshot = await service.case_acts.with_delivery(snapshot)
    case = snapshot.case
    game = (await service.games.load(case.game)).game
    names = await service.persons.names(_people_of(case, game))
    text = say(
        "case.own",
        case=case.id,
        claim=claim_text(case),
        brought=say(brought_key(case), who=names[case.by], at=case.opened.isoformat()),
        requirements=requirements(case, names) if case.is_claim else None,
        statements=await statement_lines(service, case, names, opinions=False) or None,
        rulings=[ruled_text(ruled, case, names, game) for ruled in case.rulings] or None,
    )
    # A reply to the view of a case in which the players are heard is a statement.
    is_heard = case.is_open and not case.is_query
    about = statements_of(case.id) if is_heard else case.game
    service.reply(user_input, text, _player_buttons(case, user_input.person.id), about=about)


def _people_of(case: Case, game: Game) -> set[PersonId]:
    """Return everybody whom the view of a case names, so that one query reads their names."""
    people = {case.by, *(game.side(seat).person for seat in Seat)}
    people |= {statement.by for statement in case.statements}
    people |= {ruled.arbiter for ruled in case.rulings}
    if case.against is not None:
        people.add(case.against)
    if case.told is not None and case.told.arbiter is not None:
        people.add(case.told.arbiter)
    return people


def _player_buttons(case: Case, player: PersonId) -> Buttons:
    """Return the buttons of a player for an open case: their own claim, or their defence."""
    if not case.is_open:
        return ()
    if case.is_query:
        return query_buttons(case) if case.by == player else ()
    if case.by == player:
        return own_buttons(case)
    return ((CASE.button(say("button.case.defend"), case.id, CaseAction.SAY),),)


async def ask_statement(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Ask a player for their statement in the case."""
    service.toast(user_input)
    if not snapshot.case.is_open:
        raise GameStateError(Fault("case_over", facts={"case": snapshot.case.id}))
    await service.games.of_player(user_input, snapshot.case.game)
    await service.questions.ask(user_input, Topic.STATEMENT, snapshot.case.id)
    is_claimant = snapshot.case.by == user_input.person.id
    key = "case.comment_how" if is_claimant else "case.defence_how"
    text, about = say(key, case=snapshot.case.id), statements_of(snapshot.case.id)
    service.reply(user_input, text, (way_out(Topic.STATEMENT),), about=about)


async def statement_given(service: Service, user_input: UserInput, about: str) -> None:
    """Store a player's statement: the claimant's comment, or the opponent's defence."""
    snapshot = await service.cases.visible(user_input, case_id(about))
    sent = user_input.incoming.file
    photo = sent if sent is not None and is_picture(sent) else None
    text = user_input.args if photo is not None else await typed_statement(service, user_input)
    if text is None:
        return
    statement = await _store_statement(service, user_input, snapshot, text, photo)
    service.reply(user_input, statement, about=statements_of(snapshot.case.id))


async def attach(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Add to the case what its player wrote before: `k:CASE:attach:MESSAGE`."""
    written = await attaching.take_text(service, user_input, press.which)
    if written is None:  # added already, or a day has passed
        service.toast(user_input, say("play.stale"))
        return
    statement = await _store_statement(service, user_input, snapshot, written.text, written.photo)
    service.edit(user_input, statement)


async def _store_statement(
    service: Service,
    user_input: UserInput,
    snapshot: CaseSnapshot,
    text: str,
    photo: Relayed | None,
) -> Text:
    """Store a player's statement, with its photograph; return the confirmation.

    Raises:
        GameStateError: the case is over, the person does not play its game, or the text is empty
            or too long.
    """
    await service.games.of_player(user_input, snapshot.case.game)
    text = checked_statement(f"{_PHOTOGRAPH} {text}".strip() if photo else text)
    digest = await service.case_acts.keep_statement(user_input, snapshot.case.id, text)
    is_claimant = snapshot.case.by == user_input.person.id
    decide = give_comment if is_claimant else give_defence
    events = decide(snapshot.case, user_input.person.id, digest, user_input.at)
    await service.questions.drop(user_input, Topic.STATEMENT)
    store = service.case_acts.record if is_claimant else service.case_acts.answer
    snapshot = await store(snapshot, events, user_input.at)
    key = "claim.more" if is_claimant else "claim.answered"
    await case_notices.send_statement(service, snapshot.case, user_input.person.id, text, key)
    if photo is not None:
        await case_notices.send_photograph(service, snapshot.case, user_input.person.id, photo)
    return say("case.comment_kept" if is_claimant else "case.defence_kept", case=snapshot.case.id)


async def take_back(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Withdraw a claim, after a second question: `k:CASE:back` and `k:CASE:back:yes`."""
    if not snapshot.case.is_claim:
        raise GameStateError(Fault("not_your_claim", facts={"case": snapshot.case.id}))
    if press.which != YES:
        sure = CASE.button(
            say("button.case.take_back_sure"), snapshot.case.id, CaseAction.WITHDRAW, YES
        )
        keep = KEEP.button(say("button.keep_claim"))
        service.edit(user_input, say("claim.take_back_ask", case=snapshot.case.id), ((sure, keep),))
        return
    events = withdraw(snapshot.case, user_input.person.id, user_input.at)
    snapshot = await service.case_acts.record(snapshot, events, user_input.at)
    service.edit(user_input, say("claim.you_took_back", case=snapshot.case.id))
    await case_notices.notify_of_withdrawal(service, snapshot.case)


BY_PLAYERS: Final[Mapping[CaseAction, Action]] = {
    CaseAction.SAY: ask_statement,
    CaseAction.WITHDRAW: take_back,
    CaseAction.ATTACH: attach,
}
"""The actions of a case's buttons for a player of the game."""
