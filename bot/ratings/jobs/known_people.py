"""The people known to the bot, whom the names of a rating table may mean.

The answers about such names are those of every other entrance (`storage.people.known_names`).
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.jobs.draft import Draft
from engine.ids import PersonId
from engine.person_names import Likeness, likeness, name_key
from storage.people import invitations, known_names, people
from storage.ratings import rating_runs


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswers:
    """The answers about doubtful names: of any entrance, and of the person's last list."""

    learnt: Mapping[str, PersonId]
    """By the normal form of a name, the person."""
    same: Mapping[str, str]
    """By a misspelt name of the last list, the correct one."""
    new: Collection[str]
    """Names of the last list that were no misspelling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPeople:
    """People by the normal form of the name that an arbiter wrote for them."""

    by_key: Mapping[str, people.Person]

    @property
    def names(self) -> tuple[str, ...]:
        """Return their names."""
        return tuple(person.name for person in self.by_key.values())

    def answered_about(self, draft: Draft, before: EarlierAnswers) -> Draft:
        """Return the draft without questions that are answered: by the spelling, or before."""
        number = 0
        while number < len(draft.doubts):
            found, near = draft.doubts[number].found, draft.doubts[number].near
            if self._is_same(found, near, before):
                draft = draft.answered(number, is_same=True)
            elif found in before.new:
                draft = draft.answered(number, is_same=False)
            else:
                number += 1
        return draft

    def _is_same(self, name: str, near: str, before: EarlierAnswers) -> bool:
        """Return whether a name means the similar one: it was said, or they are one person's."""
        if likeness(name, near) is Likeness.SAME or before.same.get(name) == near:
            return True
        known, meant = self.by_key.get(name_key(near)), before.learnt.get(name_key(name))
        return known is not None and known.id == meant


async def known_people(tx: AsyncConnection) -> KnownPeople:
    """Return the people whose names arbiters have written; two of one name are left out."""
    nobody = (await invitations.placeholders(tx)).keys() | await invitations.left_over(tx)
    by_name: dict[str, list[people.Person]] = {}
    for person in await people.everybody(tx):
        # A name equal to the Telegram account's is the person's own choice.
        is_written = person.account is None or person.name != person.account_name
        if is_written and person.id not in nobody:
            by_name.setdefault(name_key(person.name), []).append(person)
    return KnownPeople(
        by_key={key: namesakes[0] for key, namesakes in by_name.items() if len(namesakes) == 1}
    )


async def earlier_answers(tx: AsyncConnection, draft: Draft, person: PersonId) -> EarlierAnswers:
    """Return what was answered about the doubtful names of the draft."""
    keys = {name_key(doubt.found) for doubt in draft.doubts}
    known = await known_names.of(tx, keys)
    # A rating table has no clubs, so only what was learnt without a club applies.
    learnt = {key: meant for (key, club), meant in known.items() if not club}
    last = await rating_runs.last_task(tx, person, draft.system) if keys else None
    task = json.loads(last) if last is not None else {}
    return EarlierAnswers(learnt=learnt, same=task.get("same", {}), new=task.get("new", ()))


async def learn(tx: AsyncConnection, draft: Draft, at: datetime) -> None:
    """Store which people the corrected names of a list mean."""
    if not draft.same:
        return
    known = await known_people(tx)
    for found, near in draft.same.items():
        person = known.by_key.get(name_key(near))
        if person is not None:
            await known_names.learn(tx, (name_key(found), ""), person.id, at)
