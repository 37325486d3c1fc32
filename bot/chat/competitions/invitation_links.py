"""The links of all open seats of a competition, for its arbiter to forward."""

from typing import Final

from bot.runtime.shared import UserInput
from bot.service.competitions import open_seats
from bot.service.service import Service
from bot.texts.messages import Button, rows_of, say
from bot.texts.notices.people.links import forward_buttons
from bot.texts.pictures import Document, DocumentKind
from engine.competitions.competition import Competition
from engine.ids import PersonId
from engine.person_names import told_apart

_LINKS_IN_MESSAGE: Final = 20
"""The most links in one message."""


async def send_invitations(
    service: Service,
    user_input: UserInput,
    competition: Competition,
    only: frozenset[PersonId] | None = None,
) -> None:
    """Send the arbiter the links of all open seats, each with its own forward button.

    The messages are short enough for a phone; a spreadsheet follows. With `only` they cover just
    these players, without a spreadsheet if there are others.
    """
    all_seats = await open_seats.open_seats_of(service, competition)
    seats = [seat for seat in all_seats if only is None or seat.entry.player in only]
    if not seats:
        service.reply(user_input, say("comp.all_came", title=competition.title))
        return
    labels = told_apart(
        {seat.entry.player: seat.name for seat in seats},
        {seat.entry.player: seat.entry.club for seat in seats},
    )
    where = say("link.in_competition", title=competition.title)
    for first in range(0, len(seats), _LINKS_IN_MESSAGE):
        on_page = seats[first : first + _LINKS_IN_MESSAGE]
        rows = []
        buttons: list[Button] = []
        for seat in on_page:
            label = labels[seat.entry.player]
            rows.append(say("comp.invitation", who=label, link=seat.links.shown))
            buttons += forward_buttons(seat.links, seat.name, where, label=label)
        if first:
            text = say("comp.invitations_more", title=competition.title, rows=rows)
        else:
            text = say("comp.invitations", title=competition.title, n=len(seats), rows=rows)
        service.reply(user_input, text, rows_of(buttons, 2))
    if seats != all_seats:
        return
    document = Document(DocumentKind.INVITATIONS, competition.code)
    service.reply(user_input, say("comp.invitations_file"), document=document)
