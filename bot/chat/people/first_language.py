"""The question which language to use, asked once where the phone's language has no texts."""

from typing import Final

from bot.chat.people.greeting import greet
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.people import LANGUAGE
from bot.texts.languages import LANGUAGE_NAMES, LANGUAGES, language_of
from bot.texts.messages import say
from engine.errors import Fault, GameStateError

_ASKED_LANGUAGES: Final = frozenset({"hu", "ru", "uk", "de"})
"""Languages of phones whose owners often read Romanian, and may not read English."""
_STORED_AS: Final = "first language"
"""The key under which it is stored that the person was asked."""


async def ask_once(service: Service, user_input: UserInput) -> bool:
    """Ask a newcomer with such a phone in Romanian and English; return whether it was asked."""
    phone_language = language_of(user_input.incoming.sender.language)
    if phone_language not in _ASKED_LANGUAGES:
        return False
    if await service.dialogues.kept(user_input, _STORED_AS) is not None:
        return False
    if await service.meeting.has_place(user_input.person.id):  # no newcomer
        return False
    await service.dialogues.remember(user_input, _STORED_AS, phone_language)
    row = tuple(
        LANGUAGE.button(say("button.plain", label=name), code, first=True)
        for code, name in LANGUAGE_NAMES.items()
    )
    service.reply(user_input, say("language.first"), (row,))
    return True


async def language_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button of a language: `lang:CODE`, or `lang:CODE:yes` in place of a greeting.

    Raises:
        GameStateError: `button_unknown`, the bot has no such language.
    """
    code, is_first = LANGUAGE.read(user_input.args)
    if code not in LANGUAGES:
        raise GameStateError(Fault("button_unknown"))
    await service.person_acts.set_language(user_input, code)
    service.edit(user_input, say("language.set"))
    if is_first:
        await greet(service, user_input)
