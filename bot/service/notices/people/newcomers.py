"""Players who have taken a seat, as the notices to arbiters name them."""

from bot.texts.notices.people.links import Newcomer
from storage.people.addresses import is_browser
from storage.people.people import Person


def newcomer_of(person: Person, written: str) -> Newcomer:
    """Return the player who took a seat; `written`: the name that an arbiter entered for it."""
    return Newcomer(
        name=person.name,
        account=person.account_name,
        written=written,
        in_browser=is_browser(person.address),
    )
