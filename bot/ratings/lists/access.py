"""The lists that a person may see, and what they may do with them."""

from collections.abc import Container
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.tables.names import fold
from bot.ratings.lists import stored_lists
from bot.ratings.lists.stored_lists import StoredList
from engine.errors import Fault, GameStateError
from storage.people.people import Person
from storage.ratings import claimed_names, rating_runs
from storage.ratings.person_keys import key_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """The person who sees a list."""

    name_key: str = ""
    """Their key on officers' lists, made of their name."""
    person_key: str = ""
    """Their key on nightly lists, made of their number."""
    may_publish: bool = False
    """Whether they are a ratings officer, who may publish and continue lists."""

    def key_on(self, stored_list: StoredList) -> str:
        """Return their key on that list."""
        return self.person_key if stored_list.is_nightly else self.name_key

    def may_have_files(self, stored_list: StoredList) -> bool:
        """Return whether they may have the list as files; nightly ones are for ratings officers."""
        return self.may_publish or not stored_list.is_nightly


async def viewer_of(tx: AsyncConnection, person: Person, operators: Container[int]) -> Viewer:
    """Return the viewer for that person: their name on lists, and whether they may publish."""
    linked = await claimed_names.of(tx, person.id)
    return Viewer(
        name_key=linked.key if linked is not None else fold(person.name),
        person_key=key_of(person.id),
        may_publish=person.rating_keeper or person.account in operators,
    )


async def find_visible(tx: AsyncConnection, person: Person, ref: str) -> StoredList:
    """Return the list of that name, as in a button: `r12.classic` or `p7`.

    Everybody sees a published list; of another one, only the person who made it.

    Raises:
        GameStateError: `rating_gone`: there is none, or another person made it.
    """
    stored_list = await stored_lists.find_list(tx, ref)
    if not stored_list.is_published:
        run = await rating_runs.find(tx, stored_list.run)
        if run is None or run.person != person.id:
            raise GameStateError(Fault("rating_gone"))
    return stored_list
