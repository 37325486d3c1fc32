"""A seat that became free before the start: who is next, with a button that calls them.

The next one is a reserve of the phase before, or the first who waits in a closed sign-up. A person
who cannot be reached is named as such, and the next one is offered beside them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from bot.service.context import Context
from bot.service.lookups.competitions.signed_up import applicant_of
from bot.service.notices.notifier import Notifier
from bot.service.readers.readers import Readers
from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.messages import Buttons, Text, say
from bot.texts.notices.competitions.competitions import card_button
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.guards import PREPARING
from engine.competitions.participation import free_places, reserves
from engine.competitions.parts import Entry
from engine.competitions.sign_up import next_in_line
from engine.ids import PersonId
from storage.competitions import sign_ups


class SeatOffer(NamedTuple):
    """Who is next for a free seat, and the buttons that call them."""

    text: Text | None
    """None if nobody is next, so that nothing needs to be said."""
    buttons: Buttons

    def below(self, note: Text) -> Text:
        """Return the note with the offer under it; the note alone if nobody is next."""
        return note if self.text is None else say("comp.with_note", note=note, text=self.text)


async def offer(readers: Readers, competition: Competition) -> SeatOffer:
    """Return who is next for a free seat; the competition's card is the last button.

    In a later phase it is for a reserve of the phase before. In the first one it is for those who
    wait, if a closed sign-up has room.
    """
    card = card_button(competition)
    if free_places(competition):
        offered = await _reserves(readers, competition)
        if not offered:
            return SeatOffer(say("comp.free_place_no_reserve"), card)
        key, step, label = "comp.free_place", CardStep.FILL, "button.comp.fill"
    else:
        offered = await _waiting(readers, competition)
        key, step, label = "sign_up.free_place", CardStep.SIGN_UP_ACCEPT, "button.sign_up.call"
    if not offered:
        return SeatOffer(None, card)
    text, people = await _up_to_reachable(readers, key, offered)
    calls = tuple(
        (CARD.button(say(label, who=offered[who]), competition.code, step, f"{who}"),)
        for who in people
    )
    return SeatOffer(text, (*calls, *card))


async def offer_instead(readers: Readers, competition: Competition, place: PersonId) -> SeatOffer:
    """Return who may have the seat that is reserved for `place`, a person who has not come."""
    offered = await _reserves(readers, competition)
    offered = offered or await _waiting(readers, competition, instead_of=place)
    if not offered or competition.stage not in PREPARING:
        return SeatOffer(None, ())
    text, people = await _up_to_reachable(readers, "comp.free_seat", offered)
    calls = tuple(
        (
            CARD.button(
                say("button.comp.call_instead", who=offered[who]),
                competition.code,
                CardStep.REPLACE_BY_RESERVE,
                f"{place}",
                f"{who}",
            ),
        )
        for who in people
    )
    return SeatOffer(text, calls)


async def notify_of_next(notifier: Notifier, before: Competition, competition: Competition) -> None:
    """Notify the arbiters of who is next, if a player has lost their seat in the same phase."""
    without_seat = set(before.phase.players) - set(competition.phase.players)
    is_preparing = before.number == competition.number and competition.stage in PREPARING
    if not without_seat or not is_preparing:
        return
    text, buttons = await offer(notifier, competition)
    if text is not None:
        await notifier.notify_arbiters(competition, text, buttons)


async def who_waits(
    context: Context, competition: Competition, place: PersonId, person: str
) -> Entry | None:
    """Return the entry of that waiting person for the seat of `place`; None if they do not wait.

    `person`: their number as a button has it.
    """
    waiting = await _waiting(context, competition, instead_of=place)
    chosen = next((who for who in waiting if f"{who}" == person), None)
    if chosen is None:
        return None
    people = await sign_ups.people_of(context.unit.tx, competition.code)
    clubs = {applicant.person: applicant.club for applicant in people}
    return Entry(player=chosen, club=clubs[chosen])


class _NextPeople(NamedTuple):
    """The people to be called for a seat: the first in line, and more if they are out of reach."""

    text: Text
    people: list[PersonId]


async def _up_to_reachable(readers: Readers, key: str, line: Mapping[PersonId, str]) -> _NextPeople:
    """Return the people of the line up to the first whom the bot can reach.

    `key`: the text that names the first of the line; those who cannot be reached are named after
    it.
    """
    text = say(key, who=next(iter(line.values())))
    people: list[PersonId] = []
    out_of_reach: list[str] = []
    for who, name in line.items():
        people.append(who)
        if (await readers.persons.get(who)).can_be_reached:
            break
        out_of_reach.append(name)
    if not out_of_reach:
        return _NextPeople(text, people)
    unreached = say("comp.free_place_away", who=out_of_reach)
    return _NextPeople(say("comp.free_place_and", first=text, then=unreached), people)


async def _reserves(readers: Readers, competition: Competition) -> dict[PersonId, str]:
    """Return the names of the reserves, in order."""
    names = await readers.competitions.names(competition)
    return {entry.player: names[entry.player] for entry in reserves(competition)}


async def _waiting(
    context: Context, competition: Competition, instead_of: PersonId | None = None
) -> dict[PersonId, str]:
    """Return the names of those who wait, in order, for a free seat of a sign-up that is closed.

    The seat is free, or reserved for `instead_of`.
    """
    sign_up = await sign_ups.of(context.unit.tx, competition.code)
    is_open = not competition.number and competition.stage is CompetitionStage.OPEN
    if sign_up is None or sign_up.closed_at is None or not is_open:
        return {}
    places, entries = sign_up.limits.places, competition.phase.entries
    others = [entry for entry in entries if entry.player != instead_of]
    if places is not None and len(others) >= places:
        return {}
    people = await sign_ups.people_of(context.unit.tx, competition.code)
    players = competition.phase.players
    applicants = [applicant_of(person) for person in people if person.person not in players]
    names = {person.person: person.name for person in people}
    line = next_in_line(applicants, sign_up.limits, [entry.club for entry in others])
    return {who: names[who] for who in line}
