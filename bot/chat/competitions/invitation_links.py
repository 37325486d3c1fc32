"""The links of all open seats of a competition, for its arbiter to forward."""

from bot.runtime.shared import UserInput
from bot.service.competitions import open_seats
from bot.service.service import Service
from bot.texts.messages import rows_of, say
from bot.texts.notices.people.links import forward_buttons
from bot.texts.pictures import Document, DocumentKind
from engine.competitions.competition import Competition
from engine.ids import PersonId

LINKS = 20
"""The most links in one message."""


async def send_invitations(
    service: Service,
    user_input: UserInput,
    competition: Competition,
    only: frozenset[PersonId] | None = None,
) -> None:
    """Send the arbiter the links of all open seats, each with its own forward button.

    The messages are short enough for a phone; a spreadsheet follows. With `only`, they cover just
    these players, without a spreadsheet if there are others.
    """
    every = await open_seats.open_seats_of(service, competition)
    seats = [place for place in every if only is None or place.entry.player in only]
    if not seats:
        service.reply(user_input, say("comp.all_came", title=competition.title))
        return
    where = say("link.in_competition", title=competition.title)
    for first in range(0, len(seats), LINKS):
        on_page = seats[first : first + LINKS]
        rows = [
            say("comp.invitation", who=free_seat.name, link=free_seat.links.shown)
            for free_seat in on_page
        ]
        buttons = [
            button
            for free_seat in on_page
            for button in forward_buttons(
                free_seat.links, free_seat.name, where, is_among_others=True
            )
        ]
        if first:
            text = say("comp.invitations_more", title=competition.title, rows=rows)
        else:
            text = say("comp.invitations", title=competition.title, n=len(seats), rows=rows)
        service.reply(user_input, text, rows_of(buttons, 2))
    if seats != every:
        return
    document = Document(DocumentKind.INVITATIONS, competition.code)
    service.reply(user_input, say("comp.invitations_file"), document=document)
