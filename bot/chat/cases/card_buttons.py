"""Cases for the arbiter: the buttons of a card, and rulings without a claim (art. 7.2, 10).

`rule:CASE:RULING` chooses a ruling; `bot.service.operations.cases.decisions` handles reason and
confirmation.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.chat.play.one_game import about_one
from bot.chat.play.writing import split_game
from bot.chat.topics import Topic
from bot.runtime.shared import UserInput
from bot.service.cases import rulings
from bot.service.cases.card_acts import ACTS
from bot.service.lookups.cases.statements import all_statements
from bot.service.notices.cases import cards as case_cards
from bot.service.notices.cases import case_notices
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.conversation.questions import way_out
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import RULE, CaseAction, OfCase
from bot.texts.buttons.play import View
from bot.texts.fault_texts import faults_text
from bot.texts.messages import say
from bot.texts.notices.cases.codes import ruling_of
from bot.texts.notices.play.sheets import sheets
from engine.cases.decide import give_opinion
from engine.cases.events import CaseId, Ruling, RulingKind
from engine.errors import EngineError, GameStateError

Action = Callable[[Service, UserInput, CaseSnapshot, OfCase], Awaitable[None]]
"""Handles a button of a case's card."""


async def decision(service: Service, user_input: UserInput) -> None:
    """Handle `/decizie GAME`: open a case on the arbiter's initiative, or show the open one.

    The code of a match alone means its latest game.
    """
    code = split_game(user_input.args).code or user_input.args.partition(" ")[0]
    if not code and user_input.incoming.reply_to is None:
        service.reply(user_input, say("decision.how"))
        return
    await about_one(service, replace(user_input, args=code), View.CASE, open_case)


async def open_case(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Open a case about a game that the person rules, and send them its card."""
    snapshot = await service.games.ruled_by(user_input, snapshot.game.id)
    case = (await service.case_acts.open(user_input, snapshot)).case
    await case_cards.send_to(service, case, user_input.person.id)


async def time_ruling(service: Service, user_input: UserInput) -> None:
    """Handle the finding that a game is lost on time: `time:GAME:SEAT`, or `BOTH` (art. 9.4)."""
    await _on_time(service, user_input, RulingKind.LOST_ON_TIME)


async def as_played(service: Service, user_input: UserInput) -> None:
    """Handle the finding that a result is valid despite exceeded time: `asplayed:GAME:SEAT`."""
    await _on_time(service, user_input, RulingKind.AS_PLAYED)


async def _on_time(service: Service, user_input: UserInput, kind: RulingKind) -> None:
    """Begin a ruling on exceeded time, in the open claim about it or in a new case.

    It takes a reason and a second tap like any ruling. A new case opens with the ruling, so a
    cancelled ruling leaves none behind.
    """
    await ask_reason(
        service, user_input, *await rulings.on_time(service, user_input, user_input.args, kind)
    )


async def ruling_named(service: Service, user_input: UserInput) -> None:
    """Handle the tap that chooses a ruling: `rule:CASE:RULING`."""
    case, code = RULE.read(user_input.args)
    snapshot = await service.cases.ruled_by(user_input, case)
    await ask_reason(service, user_input, snapshot, ruling_of(code, snapshot.case))


async def ask_reason(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, ruling: Ruling
) -> None:
    """Show the ruling's effects and ask for its reason, in a message under the card."""
    try:
        await rulings.check_allowed(service, user_input, snapshot.case, ruling)
    except GameStateError as error:
        # A separate message, so that the card stays unchanged.
        service.toast(user_input)
        service.reply(
            user_input, say("refused", faults=faults_text(error)), about=snapshot.case.game
        )
        return
    try:
        question = await rulings.question(service, user_input, snapshot, ruling)
    except EngineError:
        # The card's offer is out of date, so it is shown again.
        await case_cards.refresh(service, snapshot.case)
        raise
    service.toast(user_input)
    card = user_input.incoming.message if user_input.incoming.callback else None
    usual = await rulings.usual_reasons(service, snapshot.case, ruling)
    await service.decisions.ask(
        user_input.as_message(),
        rulings.KIND,
        rulings.about_of(snapshot, ruling),
        question,
        usual=usual,
        under=card,
    )


async def _show_every_ruling(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Show every ruling that the game allows, not only those that answer the claim."""
    service.edit(user_input, *await case_cards.card(service, snapshot.case, every=True))


async def _send_sheets(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Send both sheets in their current state."""
    service.toast(user_input)
    game = await service.games.load(snapshot.case.game)
    caption = say("case.sheets", case=snapshot.case.id, game=game.game.id, version=game.seq)
    service.reply(user_input, caption, pictures=sheets(game.game.id, game.seq), about=game.game.id)


async def _show_statements(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Show all statements of the case in full; opinions only to arbiters."""
    service.toast(user_input)
    text = await all_statements(service, snapshot.case, user_input.person.id)
    service.reply(user_input, text, about=snapshot.case.game)


async def _ask_opinion(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, _press: OfCase
) -> None:
    """Ask for an arbiter's opinion in their next message."""
    service.toast(user_input)
    await service.questions.ask(user_input, Topic.OPINION, snapshot.case.id)
    service.reply(
        user_input, say("case.opinion_how", case=snapshot.case.id), (way_out(Topic.OPINION),)
    )


async def opinion_given(service: Service, user_input: UserInput, about: str) -> None:
    """Add an arbiter's opinion to the card."""
    snapshot = await service.cases.ruled_by(user_input, CaseId(about))
    digest = await service.case_acts.keep_statement(user_input, snapshot.case.id, user_input.args)
    events = give_opinion(snapshot.case, user_input.person.id, digest, user_input.at)
    await service.questions.close(user_input)
    snapshot = await service.case_acts.record(snapshot, events, user_input.at)
    service.reply(
        user_input, say("case.opinion_kept", case=snapshot.case.id), about=snapshot.case.game
    )
    await case_notices.notify_of_opinion(service, snapshot.case, user_input.person.id)


async def _act(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Act at once, and say what was done: ask, record a notice, hear the players, close."""
    service.toast(user_input, await ACTS[press.what](service, user_input, snapshot))


BY_ARBITERS: dict[CaseAction, Action] = {
    CaseAction.ALL: _show_every_ruling,
    CaseAction.THINK: _ask_opinion,
    **dict.fromkeys(ACTS, _act),
}
"""The actions of a card's buttons for an arbiter of the game."""
BY_ANYBODY: dict[CaseAction, Action] = {
    CaseAction.SHEETS: _send_sheets,
    CaseAction.SAID: _show_statements,
}
"""The actions of a card's buttons that players may use, too."""
