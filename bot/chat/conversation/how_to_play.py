"""*How to play*: one screen with a picture, the glossary, and the page to print."""

from typing import Final

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.conversation import HOW, HowPart
from bot.texts.messages import say
from bot.texts.notices.conversation.how import (
    glossary_text,
    screen_buttons,
    screen_text,
)
from bot.texts.pictures import Document, DocumentKind, HowToPlay
from engine.notation import fold

_QUESTIONS: Final = frozenset(
    {
        *("cum joc", "cum se joaca", "cum jucam", "cum joc aici", "cum functioneaza"),
        *("ajutor", "help", "reguli", "regulile", "regulile jocului", "cum depun"),
        *("how", "how to play", "how do i play", "how does it work", "rules", "tutorial"),
    }
)
"""The typed texts that ask how to play."""


def is_asked(text: str) -> bool:
    """Return whether the text asks how to play, and nothing else."""
    return fold(text).lower().strip(" ?!.,…") in _QUESTIONS


async def show(service: Service, user_input: UserInput) -> None:
    """Answer with the screen: the picture, the eight points, and the lessons."""
    service.toast(user_input)
    picture = HowToPlay()
    service.reply(user_input, screen_text(), screen_buttons(), pictures=(picture,))


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle `how:` (the screen), `how:terms` (the glossary) and `how:print` (the page)."""
    match HOW.read(user_input.args).part:
        case HowPart.GLOSSARY:
            service.toast(user_input)
            service.reply(user_input, glossary_text())
        case HowPart.PRINT:
            service.toast(user_input)
            document = Document(DocumentKind.HOW, "")
            service.reply(user_input, say("how.printed"), document=document)
        case HowPart.SCREEN:
            await show(service, user_input)
