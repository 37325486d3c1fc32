"""Replies: an answer to a message goes to that message's author (art. 7.2, 9.7).

A reply to a letter is a letter, a reply to an opponent is a message, a reply to a claim is the
defence. An arbiter who replies to a case's card is asked for the recipient. Any other reply
concerns a game and is read as if typed.
"""

from typing import Final

from bot.chat.cases import opinions, own_cases
from bot.chat.conversation import letters, opponent_messages
from bot.runtime.shared import UserInput
from bot.service.operations.conversation import letters as service_letters
from bot.service.readers.cases.case_snapshots import CaseSnapshot
from bot.service.service import Service
from bot.texts.buttons.conversation import REPLY_TO_CARD
from bot.texts.buttons.matches import KEEP
from bot.texts.buttons.verb import person_in
from bot.texts.messages import Buttons, say
from engine.cases.events import CaseId
from engine.correspondence import card_of, case_of, game_of_chat, player_of, thread_of
from engine.ids import match_of

_STORED_AS: Final = "card reply"
"""The key under which an arbiter's text waits for its recipient."""
_OTHER_ARBITERS: Final = "o"
"""Stands in a button for the other arbiters, in place of a player."""


async def handle_reply(service: Service, user_input: UserInput) -> bool:
    """Handle a reply to a person's message; return False for any other text."""
    thread = await service.named_games.thread_replied_to(user_input)
    game, case, card = game_of_chat(thread), case_of(thread), card_of(thread)
    if player_of(thread) is not None:
        await letters.send_reply(service, user_input, thread)
    elif game is not None:
        await opponent_messages.send_reply(service, user_input, game)
    elif case is not None:
        await own_cases.statement_given(service, user_input, case)
    elif card is not None:
        await _ask_for_whom(
            service, user_input, await service.cases.ruled_by(user_input, CaseId(card))
        )
    else:
        return False
    return True


async def _ask_for_whom(service: Service, user_input: UserInput, snapshot: CaseSnapshot) -> None:
    """Ask an arbiter for the recipient of their reply: a player, or the other arbiters."""
    service_letters.check(user_input.args)
    case, message = snapshot.case, user_input.incoming.message
    match = (await service.matches.load(match_of(case.game))).match
    await service.dialogues.keep_typed(user_input, _STORED_AS, user_input.args)
    names = await service.persons.names(match.people)
    buttons = [
        (
            REPLY_TO_CARD.button(
                say("button.card.letter", who=names[person]), case.id, f"{person}", f"{message}"
            ),
        )
        for person in match.people
    ]
    if case.is_open and len(await service.cases.arbiters(case)) > 1:
        opinion = REPLY_TO_CARD.button(
            say("button.case.my_opinion"), case.id, _OTHER_ARBITERS, f"{message}"
        )
        buttons.append((opinion,))
    cancel_row: Buttons = ((KEEP.button(say("button.undecide")),),)
    service.reply(user_input, say("case.reply_to_whom", case=case.id), (*buttons, *cancel_row))


async def recipient_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the choice of recipient: `card:CASE:PERSON:MESSAGE`, with `o` for the arbiters."""
    name, whom, message = REPLY_TO_CARD.read(user_input.args)
    snapshot = await service.cases.ruled_by(user_input, name)
    text = await service.dialogues.take_tagged(user_input, _STORED_AS, message)
    if text is None:  # the person has written another text since, or pressed twice
        service.answer_late(user_input, say("button.unknown"))
        return
    if whom == _OTHER_ARBITERS:
        snapshot = await opinions.record(service, user_input, snapshot, text)
        service.edit(user_input, say("case.opinion_kept", case=snapshot.case.id))
        return
    player = person_in(whom)
    thread = thread_of(snapshot.case.game, player)
    await service_letters.answer(service, user_input, thread, text)
    who = (await service.persons.get(player)).name
    service.edit(user_input, say("letter.answered", who=who))
