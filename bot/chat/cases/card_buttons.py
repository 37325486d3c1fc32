"""The buttons of a case's card: every ruling, sheets, statements, opinions, acts at once."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from bot.chat.cases import opinions
from bot.runtime.shared import UserInput
from bot.service.cases.card_acts import ACTS
from bot.service.lookups.cases.statements import all_statements
from bot.service.notices.cases import cards as case_cards
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.service import Service
from bot.texts.buttons.cases import CaseAction, OfCase
from bot.texts.messages import say
from bot.texts.notices.play.sheets import sheets

Action = Callable[[Service, UserInput, CaseSnapshot, OfCase], Awaitable[None]]
"""Handles a button of a case's card."""


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


async def _act_at_once(
    service: Service, user_input: UserInput, snapshot: CaseSnapshot, press: OfCase
) -> None:
    """Act at once, and say what was done: ask, record a notice, hear the players, close."""
    service.toast(user_input, await ACTS[press.what](service, user_input, snapshot))


BY_ARBITERS: Final[Mapping[CaseAction, Action]] = {
    CaseAction.ALL: _show_every_ruling,
    CaseAction.THINK: opinions.ask,
    **dict.fromkeys(ACTS, _act_at_once),
}
"""The actions of a card's buttons for an arbiter of the game."""
BY_ANYBODY: Final[Mapping[CaseAction, Action]] = {
    CaseAction.SHEETS: _send_sheets,
    CaseAction.SAID: _show_statements,
}
"""The actions of a card's buttons that players may use, too."""
