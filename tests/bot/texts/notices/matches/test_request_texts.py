"""The list of open requests for a friendly match."""

from datetime import UTC, datetime

from bot.texts.i18n import load_catalogue
from bot.texts.notices.matches.author_texts import ShownRating
from bot.texts.notices.matches.request_texts import ON_PAGE, ListedRequest, list_card
from engine.ids import PersonId
from engine.matches.friendly import FriendlyTerms
from engine.matches.punctuality import Punctuality

LONGEST_MESSAGE = 4096
"""The most characters of one message in Telegram."""


def _request(number: int) -> ListedRequest:
    return ListedRequest(
        token=f"t{number}",
        author=PersonId(number),
        who=f"Maria-Magdalena Constantinescu-Popovici {number}",
        terms=FriendlyTerms(days=30, rated=True),
        until=datetime(2025, 5, 1, tzinfo=UTC),
        punctual=Punctuality(days=3, lost=2),
        rating=ShownRating(rating=1500, is_provisional=True),
    )


def test_a_page_of_requests_names_those_of_its_buttons_in_one_message() -> None:
    """However many people want to play, turning the pages edits one message."""
    requests = [_request(number) for number in range(1, 10 * ON_PAGE)]
    catalogue = load_catalogue("ro")

    pages = [list_card(requests, (), page, "LOC 2025", may_block=False) for page in range(10)]

    for number, page in enumerate(pages):
        text = catalogue.html(page.text)
        first = number * ON_PAGE
        assert len(text) < LONGEST_MESSAGE
        named = [request.author for request in requests if f"{request.who}<" in text]
        assert named == [request.author for request in requests[first : first + ON_PAGE]]
