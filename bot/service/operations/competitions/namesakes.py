"""Players of one competition whose names may mean one person: found, asked about, and settled.

The same two persons are asked about when a sign-up gets or closes a name, when a name is corrected,
when a first day moves, and before the draw, until an arbiter has answered. After a list or
a replacement only equal names are asked about, because its own questions cover similar ones.
"""

from collections.abc import Container
from dataclasses import dataclass

from bot.service.context import Context
from bot.service.notices.notifier import Notifier
from bot.service.operations.people import resolving
from bot.service.operations.people.resolving import Named
from bot.service.readers.readers import Readers
from bot.texts.buttons.competitions import CARD, CardStep
from bot.texts.messages import Card, rows_of, say
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.sign_up import ACTIVE
from engine.ids import PersonId
from engine.person_names import Likeness, NameIndex, name_key, told_apart
from storage.competitions import sign_ups
from storage.people import known_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Namesakes:
    """Two players who may be one person."""

    first: PersonId
    second: PersonId
    first_name: str
    """The whole name of the first."""
    second_name: str
    """That of the second."""
    how: Likeness
    """How their names are alike."""


async def of(readers: Readers, competition: Competition) -> list[Namesakes]:
    """Return the players of the phase, or of its open sign-up, who may be one person."""
    if competition.stage is not CompetitionStage.OPEN:
        return []
    names = await readers.persons.names(competition.phase.players)
    sign_up = await sign_ups.of(readers.unit.tx, competition.code)
    if sign_up is not None and sign_up.closed_at is None:
        for applicant in await sign_ups.people_of(readers.unit.tx, competition.code):
            if applicant.state in ACTIVE:
                names[applicant.person] = applicant.name
    learnt = await known_names.of(readers.unit.tx, {name_key(name) for name in names.values()})
    # The pairs of a name and a person that an arbiter has confirmed, whatever the club.
    confirmed = {(key, who) for (key, _club), who in learnt.items()}
    doubts: list[Namesakes] = []
    earlier_names: NameIndex[PersonId] = NameIndex()
    for who, name in names.items():
        for other, how in earlier_names.alike(name):
            pair = Namesakes(
                first=other, second=who, first_name=names[other], second_name=name, how=how
            )
            if how is Likeness.SAME or not _is_settled(pair, confirmed):
                doubts.append(pair)
        earlier_names.add(name, who)
    return doubts


def _is_settled(pair: Namesakes, confirmed: Container[tuple[str, PersonId]]) -> bool:
    """Return whether an arbiter has said that the two are different people, or that they are one.

    They are different if each has their own name, and one if somebody has the other's.
    """
    first_key, second_key = name_key(pair.first_name), name_key(pair.second_name)
    are_apart = (first_key, pair.first) in confirmed and (second_key, pair.second) in confirmed
    are_one = (first_key, pair.second) in confirmed or (second_key, pair.first) in confirmed
    return are_apart or are_one


async def equal_among(
    readers: Readers, competition: Competition, players: Container[PersonId]
) -> list[Namesakes]:
    """Return the pairs of equal names in which one of these players is."""
    return [
        pair
        for pair in await of(readers, competition)
        if pair.how is Likeness.SAME and (pair.first in players or pair.second in players)
    ]


async def settle(context: Context, pair: Namesakes) -> None:
    """Store that these are two people."""
    for who, name in ((pair.first, pair.first_name), (pair.second, pair.second_name)):
        await resolving.learn(context, Named(name=name), who)


def question(competition: Competition, pair: Namesakes) -> Card:
    """Return the question about the two players, with the buttons that answer it.

    Two equal names must be told apart by a correction, because nobody could read the tables.
    """
    code, is_same = competition.code, pair.how is Likeness.SAME
    names = told_apart(
        {pair.first: pair.first_name, pair.second: pair.second_name},
        {entry.player: entry.club for entry in competition.phase.entries},
    )
    text = say(
        "namesakes.ask_same" if is_same else "namesakes.ask",
        title=competition.title,
        first=names[pair.first],
        second=names[pair.second],
        why=say(f"resolve.why_{pair.how.value}"),
    )
    both = (f"{pair.first}", f"{pair.second}")
    buttons = []
    if not is_same:
        apart = say("button.namesakes.apart")
        buttons.append(CARD.button(apart, code, CardStep.NAMESAKES_APART, *both))
    same = say("button.namesakes.same")
    buttons.append(CARD.button(same, code, CardStep.MERGE_PREVIEW, *both))
    for number, (who, name) in enumerate(names.items(), 1):
        if who in competition.phase.players:
            label = say("button.namesakes.card", who=name, n=number)
            buttons.append(CARD.button(label, code, CardStep.PLAYER, f"{who}"))
    return Card(text, rows_of(buttons, 1))


async def ask(notifier: Notifier, competition: Competition, about: PersonId | None = None) -> None:
    """Ask the arbiters about each two players who may be one person; with `about`, about theirs."""
    for pair in await of(notifier, competition):
        if about in {None, pair.first, pair.second}:
            await notifier.notify_arbiters(competition, *question(competition, pair))


async def ask_everywhere(notifier: Notifier, person: PersonId) -> None:
    """Ask the arbiters of each competition in which the person has a namesake by now."""
    for snapshot in await notifier.competitions.all_played(person):
        await ask(notifier, snapshot.competition, person)
