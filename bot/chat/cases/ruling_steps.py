"""Rulings by the arbiter: how one is begun, with a claim or without (art. 7.2, 10).

`rule:CASE:RULING` chooses a ruling; `bot.service.operations.cases.decisions` handles reason and
confirmation.
"""

from dataclasses import replace

from bot.chat.play.one_game import about_one
from bot.chat.play.writing import split_game
from bot.runtime.shared import UserInput
from bot.service.cases import rulings
from bot.service.notices.cases import cards as case_cards
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import RULE
from bot.texts.buttons.play import View
from bot.texts.fault_texts import faults_text
from bot.texts.messages import say
from bot.texts.notices.cases.codes import ruling_of
from engine.cases.events import Ruling, RulingKind
from engine.errors import EngineError


async def open_named_case(service: Service, user_input: UserInput) -> None:
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


async def lost_on_time_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the finding that a game is lost on time: `time:GAME:SEAT`, or `BOTH` (art. 9.4)."""
    await _begin_ruling_on_time(service, user_input, RulingKind.LOST_ON_TIME)


async def as_played_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the finding that a result is valid despite exceeded time: `asplayed:GAME:SEAT`."""
    await _begin_ruling_on_time(service, user_input, RulingKind.AS_PLAYED)


async def _begin_ruling_on_time(service: Service, user_input: UserInput, kind: RulingKind) -> None:
    """Begin a ruling on exceeded time, in the open claim about it or in a new case.

    It takes a reason and a second tap like any ruling. A new case opens with the ruling, so a
    cancelled ruling leaves none behind.
    """
    await ask_reason(
        service, user_input, *await rulings.time_ruling(service, user_input, user_input.args, kind)
    )


async def ruling_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the tap that chooses a ruling: `rule:CASE:RULING`."""
    case, code = RULE.read(user_input.args)
    snapshot = await service.cases.ruled_by(user_input, case)
    await ask_reason(service, user_input, snapshot, ruling_of(code, snapshot.case))


async def ask_reason(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, ruling: Ruling
) -> None:
    """Show the ruling's effects and ask for its reason, in a message under the card."""
    service.toast(user_input)
    try:
        question = await rulings.question(service, user_input, snapshot, ruling)
    except EngineError as error:
        # In a message of its own, so that the card stays; what it offers may be out of date.
        await case_cards.refresh(service, snapshot.case)
        service.reply(
            user_input, say("refused", faults=faults_text(error)), about=snapshot.case.game
        )
        return
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
