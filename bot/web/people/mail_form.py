"""What the page shows of a person's e-mail address; each act is a text or press of the chat."""

from bot.service.people.mail_card import asked_card, mail_card
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.web.refusals import Json
from storage.people.addresses import is_browser
from storage.people.people import Person


async def mail_shown(service: Service, person: Person, words: Catalogue) -> Json | None:
    """Return the address in use, the one to be confirmed, and their buttons.

    None: no mails are sent, or the person is notified in Telegram.
    """
    if not (service.shared.mail_key and is_browser(person.address)):
        return None
    asked = await asked_card(service, person.id)
    text, buttons = asked or await mail_card(service, person.id)
    return {
        "html": words.html(text),
        "awaits_code": asked is not None,
        "buttons": [
            {"label": words.plain(button.label), "data": button.data}
            for row in buttons
            for button in row
        ],
    }
