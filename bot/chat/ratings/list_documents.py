"""The files of a rating list: its spreadsheet, its pages to sign, the data to continue from."""

from bot.ratings.lists.access import viewer_of
from bot.ratings.lists.stored_lists import StoredList
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.messages import say
from bot.texts.pictures import Document, DocumentKind
from engine.errors import Fault, GameStateError


async def send_spreadsheet(
    service: Service, user_input: UserInput, stored_list: StoredList, _more: str
) -> None:
    """Send the spreadsheet; of a nightly list, which stores none, the list alone."""
    if stored_list.is_nightly:
        document = Document(DocumentKind.RATING_LIST, stored_list.ref)
    else:
        document = Document(DocumentKind.RATING_BOOK, str(stored_list.run))
    await _send_file(service, user_input, stored_list, document)


async def send_pages(
    service: Service, user_input: UserInput, stored_list: StoredList, _more: str
) -> None:
    """Send the list as pages to print and sign."""
    document = Document(DocumentKind.RATING_PRINTED, stored_list.ref)
    await _send_file(service, user_input, stored_list, document)


async def _send_file(
    service: Service, user_input: UserInput, stored_list: StoredList, document: Document
) -> None:
    """Send a file of a list to a person who may have it."""
    viewer = await viewer_of(service.unit.tx, user_input.person, service.shared.operators)
    if not viewer.may_have_files(stored_list):
        raise GameStateError(Fault("rating_gone"))
    service.toast(user_input)
    texts = {
        DocumentKind.RATING_BOOK: "rating.book",
        DocumentKind.RATING_LIST: "rating.list_book",
        DocumentKind.RATING_PRINTED: "rating.list_printed",
    }
    service.reply(user_input, say(texts[document.kind]), document=document)


async def send_saved(
    service: Service, user_input: UserInput, stored_list: StoredList, _more: str
) -> None:
    """Send the data to continue from the list: to the person who made it, and to officers."""
    if stored_list.is_published:
        service.persons.check_rating_keeper(user_input)
    if not stored_list.can_go_on:
        raise GameStateError(Fault("rating_gone"))
    service.toast(user_input)
    document = Document(DocumentKind.RATING_SAVED, str(stored_list.run))
    service.reply(user_input, say("rating.saved"), document=document)
