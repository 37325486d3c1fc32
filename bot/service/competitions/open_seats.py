"""The seats of a competition that nobody has taken yet, with their personal links.

A new account that opens a link becomes the expected person; a known account keeps its own person.
"""

from dataclasses import dataclass

from bot.service.recording.recorder import Recorder
from bot.texts.notices.people.links import SeatLinks
from engine.competitions.competition import Competition
from engine.competitions.parts import Entry


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """A seat that nobody has taken yet, and its links."""

    entry: Entry
    name: str
    """The name of the person who is expected."""
    links: SeatLinks


async def open_seats_of(recorder: Recorder, competition: Competition) -> list[OpenSeat]:
    """Return the seats not taken yet with their links, in order of entry; create missing links."""
    code = competition.code
    names = await recorder.competitions.names(competition)
    return [
        OpenSeat(
            entry,
            names[entry.player],
            recorder.shared.seat_links(
                await recorder.person_acts.place_invitation(code, entry.player),
                in_browser=competition.browser_seats,
            ),
        )
        for entry in competition.open_seats
    ]
