"""`/campionat`: the arbiters of a competition: added, removed, and the one who is chief.

The first of `Competition.arbiters` is the chief arbiter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.chat.competitions.card import show_card
from bot.chat.competitions.card_steps import Step, ask_yes_or_no, step_button
from bot.runtime.shared import UserInput
from bot.service.competitions import signing_up
from bot.service.pure.acts import act
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.service import Service
from bot.texts.buttons.competitions import CARD, CardStep, OfCard
from bot.texts.buttons.verb import YES, page_in
from bot.texts.messages import Button, Text, page_of_buttons, rows_of, say
from engine.competitions.competition import Competition
from engine.competitions.planning import set_arbiters
from engine.errors import Fault, GameStateError
from engine.ids import PersonId
from storage.people import people
from storage.people.people import Person

_ON_PAGE: Final = 20
"""The most known arbiters offered at once."""


async def _show_arbiters(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Show the arbiters, with buttons to remove and promote, and a page of those to add."""
    competition = snapshot.competition
    chief, *co_arbiters = competition.arbiters
    names = await service.competitions.names(competition)
    candidates = await _candidates(service, competition)
    of_co_arbiters: list[Button] = []
    for arbiter in co_arbiters:
        number, who = f"{arbiter}", names[arbiter]
        of_co_arbiters += [
            step_button(competition, "arbiter_main", CardStep.HAND_OVER, number, who=who),
            step_button(competition, "arbiter_off", CardStep.REMOVE_ARBITER, number, who=who),
        ]
    to_add = [
        step_button(
            competition, "arbiter_on", CardStep.ADD_ARBITER, f"{person.id}", who=person.name
        )
        for person in candidates
    ]
    turns = CARD.turns(competition.code, CardStep.ARBITERS)
    rows = page_of_buttons(to_add, page_in(step.what), _ON_PAGE, turns)
    others = [names[arbiter] for arbiter in co_arbiters]
    text = say(
        "comp.arbiters",
        title=competition.title,
        main=names[chief],
        others=say("comp.co_arbiters", others=others) if others else None,
        none=None if candidates or co_arbiters else say("comp.no_other_arbiters"),
    )
    back = step_button(competition, "back", CardStep.CARD)
    service.edit(user_input, text, (*rows_of(of_co_arbiters, 1), *rows, (back,)))


async def _candidates(service: Service, competition: Competition) -> list[Person]:
    """Return the arbiters known to the bot who may be added: they neither rule nor play in it."""
    playing = {entry.player for phase in competition.phases for entry in phase.entries}
    unavailable = playing | set(competition.arbiters)
    return [
        person for person in await people.arbiters(service.unit.tx) if person.id not in unavailable
    ]


async def _add(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Add a co-arbiter."""
    added = [
        person.id
        for person in await people.arbiters(service.unit.tx)
        if str(person.id) == step.what
    ]
    if not added:
        raise GameStateError(Fault("no_such_arbiter"))
    arbiters = [*snapshot.competition.arbiters, *added]
    await _store_arbiters(
        service, user_input, snapshot, _Change(arbiters, "comp.arbiter_added", added[0])
    )


async def _remove(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Remove a co-arbiter, at the second tap."""
    person = _co_arbiter(snapshot.competition, step.what)
    remaining = [arbiter for arbiter in snapshot.competition.arbiters if arbiter != person]
    change = _Change(remaining, "comp.arbiter_removed", person)
    await _store_at_second_tap(service, user_input, snapshot, step, change)


async def _hand_over(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, step: OfCard
) -> None:
    """Hand the competition over to a co-arbiter, at the second tap; the others stay."""
    person = _co_arbiter(snapshot.competition, step.what)
    others = [arbiter for arbiter in snapshot.competition.arbiters if arbiter != person]
    change = _Change([person, *others], "comp.handed_over", person)
    await _store_at_second_tap(service, user_input, snapshot, step, change)


def _co_arbiter(competition: Competition, number: str) -> PersonId:
    """Return the co-arbiter with that number.

    Raises:
        GameStateError: no co-arbiter has that number.
    """
    for arbiter in competition.arbiters[1:]:
        if str(arbiter) == number:
            return arbiter
    raise GameStateError(Fault("no_such_arbiter"))


@dataclass(frozen=True, slots=True)
class _Change:
    """The new arbiters, the catalogue's key of the message, and the person concerned."""

    arbiters: list[PersonId]
    """The chief arbiter first."""
    key: str
    about: PersonId


async def _store_at_second_tap(
    service: Service,
    user_input: UserInput,
    snapshot: CompetitionSnapshot,
    step: OfCard,
    change: _Change,
) -> None:
    """Store the new arbiters at the second tap; at the first, ask about the person concerned.

    Raises:
        EngineError: the arbiters cannot change so, also at the first tap.
    """
    if step.choice == YES:
        await _store_arbiters(service, user_input, snapshot, change)
        return
    competition = snapshot.competition
    set_arbiters(competition, act(user_input), change.arbiters)  # refuse now, not after the yes
    names = await service.competitions.names(competition)
    key = f"arbiter_{step.step}"
    yes = step_button(competition, f"yes_{key}", step.step, step.what, YES)
    no = step_button(competition, "give_up", CardStep.ARBITERS)
    question = say(f"comp.ask.{key}", who=names[change.about], title=competition.title)
    ask_yes_or_no(service, user_input, question, yes, no)


async def _store_arbiters(
    service: Service, user_input: UserInput, snapshot: CompetitionSnapshot, change: _Change
) -> None:
    """Store the new arbiters; notify all of them, and the arbiter who was removed.

    A person who removed themselves no longer sees the card.
    """
    events = set_arbiters(snapshot.competition, act(user_input), change.arbiters)
    if not events:  # a second press of the same button
        await show_card(service, user_input, snapshot)
        return
    snapshot = await service.competition_acts.record(snapshot, events, user_input.at)
    competition = snapshot.competition
    names = await service.competitions.names(competition)
    text = Text(
        change.key,
        {
            "title": competition.title,
            "by": user_input.person.name,
            "who": (await service.persons.get(change.about)).name,
            "all": [names[arbiter] for arbiter in competition.arbiters],
        },
    )
    await service.notify_arbiters(competition, text, but=user_input.person.id)
    if user_input.person.id not in competition.arbiters:
        service.edit(user_input, text)
        return
    if change.about not in competition.arbiters:
        await service.notify_person(change.about, text)
    else:
        await signing_up.take_out_new_arbiter(service, snapshot, change.about)
    await show_card(service, user_input, snapshot, say("comp.done.arbiters"))


STEPS: Final[Mapping[CardStep, Step]] = {
    CardStep.ARBITERS: _show_arbiters,
    CardStep.ADD_ARBITER: _add,
    CardStep.REMOVE_ARBITER: _remove,
    CardStep.HAND_OVER: _hand_over,
}
