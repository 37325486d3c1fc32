"""The resolver of persons: whom a written name means. Every entrance of names asks it.

`engine.person_names` compares names. The same name means the same person; a likely one is a
question to the arbiter, whose answer is stored (`storage.people.known_names`); any other name is a
new person. The name of an account alone proves nothing, so it is a question, too.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.service.context import Context
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Text, say
from engine.ids import PersonId
from engine.person_names import Likeness, NameIndex, clubs_agree, name_key
from storage.people import invitations, known_names, people
from storage.people.known_names import Spelling

ANOTHER: Final = "new"
"""The answer that a name means a person whom the bot does not know."""
_ROW: Final = "r"
"""The prefix of an answer that names an earlier row of the same list."""
MOST_CANDIDATES: Final = 4
"""The most people whom a question offers."""
_MOST_TITLES: Final = 2
"""The most competitions that tell a candidate apart."""

Answers = Mapping[str, str]
"""The answers so far, by `Named.about`: `new`, a person's number, or `r` and a row from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name as somebody wrote it."""

    name: str
    club: str = ""
    """The club beside it; "" for none."""

    @property
    def spelling(self) -> Spelling:
        """Return the normal forms of name and club."""
        return name_key(self.name), name_key(self.club)

    @property
    def about(self) -> str:
        """Return the key of the answer about this name."""
        return "|".join(self.spelling)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A person whom a name may mean: a known one, or that of an earlier row of the list."""

    answer: str
    """The answer that means this candidate."""
    name: str
    club: str
    how: Likeness
    known: str = ""
    """What else is known: competitions and account."""

    @property
    def row(self) -> Text:
        """Return the candidate as a line of the question."""
        return say(
            "resolve.row",
            who=self.name,
            club=say("comp.club", club=self.club) if self.club else None,
            known=say("resolve.known", known=self.known) if self.known else None,
            why=say(f"resolve.why_{self.how.value}"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A name with its meaning: a person, an earlier row, or nobody known; or an open question."""

    named: Named
    person: PersonId | None = None
    row: int | None = None
    """The earlier row of the list that is the same person."""
    doubts: tuple[Candidate, ...] = ()
    """Whom the name may mean; empty if it is resolved."""

    @property
    def possible_answers(self) -> frozenset[str]:
        """Return the answers to the question: one for each candidate, and `ANOTHER`."""
        return frozenset({ANOTHER, *(candidate.answer for candidate in self.doubts)})

    @property
    def question(self) -> Text:
        """Return the question to the arbiter."""
        club = say("comp.club", club=self.named.club) if self.named.club else None
        rows = [candidate.row for candidate in self.doubts]
        return say("resolve.ask", who=self.named.name, club=club, rows=rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownHere:
    """The people of the competition into which the names come."""

    names: Mapping[PersonId, str] = field(default_factory=dict)
    """Its players, with the names that they have there."""
    clubs: Mapping[PersonId, str] = field(default_factory=dict)
    """The clubs that its players have there; anybody else has their own."""
    arbiters: Container[PersonId] = ()
    """Its arbiters, who cannot play there and are never taken unasked."""


NOWHERE: Final = KnownHere()
"""For names outside competitions."""


async def has_fixed_name(readers: Readers, person: PersonId) -> bool:
    """Return whether an arbiter has written the person's name, and alone may change it.

    In friendly matches people have the names of their accounts.
    """
    if await readers.competitions.any_of(person):
        return True
    return await readers.matches.has_arbiter(person)


async def resolve(
    readers: Readers, named: Sequence[Named], answers: Answers, here: KnownHere = NOWHERE
) -> list[Resolved]:
    """Return the meaning of each name, in order.

    A row with doubts is an open question. The same names and answers give the same persons.
    """
    return await _Resolver(readers, answers, here).of(named)


def row_of(answer: str) -> int | None:
    """Return the earlier row that the answer means, or None."""
    return int(answer.removeprefix(_ROW)) if answer.startswith(_ROW) else None


def first_doubt(rows: Iterable[Resolved]) -> Resolved | None:
    """Return the first open question, or None."""
    return next((row for row in rows if row.doubts), None)


def known_line(rows: Iterable[Resolved]) -> Text | None:
    """Return the names of the people whom the bot knows, as a line of a preview; None for none."""
    names = [row.named.name for row in rows if row.person is not None]
    return say("resolve.joined", who=names) if names else None


async def learn(context: Context, named: Named, person: PersonId) -> None:
    """Store that the name means the person, so that it is not asked again."""
    await known_names.learn(context.unit.tx, named.spelling, person, context.unit.now)


async def persons_of(
    recorder: Recorder, rows: Sequence[Resolved], answers: Answers
) -> list[PersonId]:
    """Return the person of each row; create those whom nobody knows, and store the answers.

    No row has an open question any more (`first_doubt`).
    """
    persons: list[PersonId] = []
    for resolved in rows:
        if resolved.person is not None:
            person = resolved.person
        elif resolved.row is not None:
            person = persons[resolved.row]
        else:
            person = await recorder.person_acts.expect(
                resolved.named.name, club=resolved.named.club
            )
        persons.append(person)
        if resolved.named.about in answers:
            await learn(recorder, resolved.named, person)
    return persons


class _Resolver:
    """The known people and the rows so far, by name; used once, for the names of one list."""

    def __init__(self, readers: Readers, answers: Answers, here: KnownHere) -> None:
        self._readers, self._answers, self._here = readers, answers, here
        self._known: dict[PersonId, people.Person] = {}
        self._index: NameIndex[PersonId] = NameIndex()
        self._rows: NameIndex[int] = NameIndex()
        self._person_of_row: dict[int, PersonId | None] = {}
        self._seated: Mapping[PersonId, PersonId] = {}
        self._learnt: Mapping[Spelling, PersonId] = {}

    async def of(self, named: Sequence[Named]) -> list[Resolved]:
        """Return whom each of these names means."""
        tx = self._readers.unit.tx
        # An invitation creates a placeholder; a player who takes its seat keeps their own person.
        self._seated = await invitations.placeholders(tx)
        left_over = await invitations.left_over(tx)
        for person in await people.everybody(tx):
            if person.id in left_over:
                continue
            if person.id not in self._seated or person.id in self._here.names:
                self._known[person.id] = person
            # A seat's written name also means the person who took the seat.
            who = person.id if person.id in self._known else self._seated[person.id]
            self._index.add(self._here.names.get(person.id, person.name), who)
        learnt = await known_names.of(tx, {name_key(name.name) for name in named})
        self._learnt = {spelling: self._seated.get(who, who) for spelling, who in learnt.items()}
        resolved: list[Resolved] = []
        for number, name in enumerate(named):
            resolved.append(await self._resolve(name, named))
            if resolved[-1].row is None:
                self._rows.add(name.name, number)
                self._person_of_row[number] = resolved[-1].person
        return resolved

    async def _resolve(self, named: Named, rows: Sequence[Named]) -> Resolved:
        """Return who a name is: another row, the answer given, a known person or a doubt."""
        answer = self._answers.get(named.about)
        same_row = self._same_row(named, rows)
        if same_row is not None:
            return Resolved(named=named, row=same_row)
        if answer is not None:
            return self._answered(named, answer)
        learnt = self._learnt.get(named.spelling)
        if learnt in self._known:
            return Resolved(named=named, person=learnt)
        near = dict(self._index.alike(named.name))
        same = [who for who, how in near.items() if how is Likeness.SAME]
        # A person of this name in the competition is meant, even if people elsewhere have it, too;
        # a list may have two of one name, whom their clubs tell apart.
        present = [
            who
            for who in same
            if who in self._here.names and clubs_agree(named.club, self._club_of(who))
        ]
        if len(present) == 1:
            certain = present[0]
        elif len(same) == 1 and await self._is_certain(same[0], named):
            certain = same[0]
        else:
            certain = None
        if certain is not None and not self._is_another_row(certain, named):
            return Resolved(named=named, person=certain)
        return Resolved(named=named, doubts=await self._doubts(named, near, rows))

    def _same_row(self, named: Named, rows: Sequence[Named]) -> int | None:
        """Return an earlier row with the same name and no other club, or None."""
        for number, how in self._rows.alike(named.name):
            if how is Likeness.SAME and clubs_agree(named.club, rows[number].club):
                return number
        return None

    def _is_another_row(self, who: PersonId, named: Named) -> bool:
        """Return whether an earlier row of this name, which has another club, means the person."""
        return any(
            how is Likeness.SAME and self._person_of_row[number] == who
            for number, how in self._rows.alike(named.name)
        )

    async def _doubts(
        self, named: Named, near: Mapping[PersonId, Likeness], rows: Sequence[Named]
    ) -> tuple[Candidate, ...]:
        """Return whom the name may mean: known people and earlier rows, the same names first."""
        offered = [(who, how) for who, how in near.items() if await self._may_be(who, how)]
        offered.sort(key=lambda known: known[1] is not Likeness.SAME)
        doubts = [await self._candidate(who, how) for who, how in offered[:MOST_CANDIDATES]]
        people_offered = {who for who, _ in offered}
        doubts += [
            Candidate(
                answer=f"{_ROW}{number}", name=rows[number].name, club=rows[number].club, how=how
            )
            for number, how in self._rows.alike(named.name)
            if self._person_of_row[number] not in people_offered
        ]
        doubts.sort(key=lambda candidate: candidate.how is not Likeness.SAME)
        return tuple(doubts[:MOST_CANDIDATES])

    def _answered(self, named: Named, answer: str) -> Resolved:
        """Return the meaning that the arbiter's answer gives to the name."""
        if answer == ANOTHER:
            return Resolved(named=named)
        if (row := row_of(answer)) is not None:
            return Resolved(named=named, row=row)
        who = PersonId(int(answer))
        # Since the answer, the person may have taken a seat by a link, or been merged.
        return Resolved(
            named=named, person=who if who in self._known else self._seated.get(who, who)
        )

    async def _is_certain(self, who: PersonId, named: Named) -> bool:
        """Return whether a person of that very name is certainly meant."""
        if who in self._here.arbiters or not clubs_agree(named.club, self._club_of(who)):
            return False
        return await self._is_named(who)

    def _club_of(self, who: PersonId) -> str:
        """Return a person's club, in the competition if they are there; "" for none."""
        return self._here.clubs.get(who, self._known[who].club)

    async def _is_named(self, who: PersonId) -> bool:
        """Return whether an arbiter wrote the person's name, not their Telegram account."""
        if who in self._here.names or self._known[who].account is None:
            return True
        return await has_fixed_name(self._readers, who)

    async def _may_be(self, who: PersonId, likeness: Likeness) -> bool:
        """Return whether a question about the name offers that person."""
        if likeness is Likeness.SAME:
            return await self._readers.persons.has_part(who)
        return await self._is_named(who)

    async def _candidate(self, who: PersonId, likeness: Likeness) -> Candidate:
        """Return a known person as a candidate for the name, with what tells them apart."""
        known = self._known[who]
        played = await self._readers.competitions.all_played(who)
        facts = [snapshot.competition.title for snapshot in played[:_MOST_TITLES]]
        if known.account_name and known.account_name != known.name:
            facts.append(known.account_name)
        return Candidate(
            answer=f"{who}",
            name=self._here.names.get(who, known.name),
            club=self._club_of(who),
            how=likeness,
            known=", ".join(facts),
        )
