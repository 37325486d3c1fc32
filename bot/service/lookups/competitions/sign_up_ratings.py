"""The rating by which a sign-up's limits admit a person: that of the first list that has them."""

from typing import Final

from bot.documents.tables.names import fold
from bot.service.context import Context
from engine.ids import PersonId
from storage.ratings import claimed_names, published_lists
from storage.ratings.person_keys import NIGHTLY, NightlyKind, key_of

_FIRST_SYSTEM: Final = "frs"
"""The rating system whose list counts if there are several."""


async def rating_of(context: Context, person: PersonId, name: str) -> int | None:
    """Return the person's rating on the list in force, by the name claimed there or given here.

    None: no list has them. The list of the bot's own competitions counts if no officer's list has
    the person; its list of friendly games never counts.
    """
    tx = context.unit.tx
    claimed = await claimed_names.of(tx, person)
    name_key = fold(name) if claimed is None else claimed.key
    in_force = await published_lists.all_in_force(tx)
    lists = [rating_list for rating_list in in_force if rating_list.kind != NightlyKind.FRIENDLIES]
    # Officers' lists come first, and among them those of the federation's system.
    lists.sort(
        key=lambda rating_list: (
            rating_list.kind in NIGHTLY,
            rating_list.system != _FIRST_SYSTEM,
            rating_list.system,
            rating_list.kind,
        )
    )
    for rating_list in lists:
        # The bot's own lists are by person, officers' lists by name.
        key = key_of(person) if rating_list.kind in NIGHTLY else name_key
        row = await published_lists.row_of(tx, rating_list.id, key)
        if row is not None:
            return row.rating
    return None
