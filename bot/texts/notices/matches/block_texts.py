"""Texts about blocked people: who may be blocked from one's requests, and who is."""

from dataclasses import dataclass
from typing import Final

from bot.texts.buttons.matches import BLOCKS, BlockAction
from bot.texts.messages import Button, Card, Param, say
from bot.texts.notices.matches.request_texts import list_button

MOST_TO_BLOCK: Final = 20
"""The most people whom one card offers to block, and to unblock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPerson:
    """A person under the name that the reader knows, and their reference in a button's data."""

    who: Param
    action: BlockAction
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPeople:
    """The people whom a person may block, and those whom they have blocked."""

    to_block: tuple[KnownPerson, ...]
    blocked: tuple[KnownPerson, ...]

    def __bool__(self) -> bool:
        return bool(self.to_block or self.blocked)


def blocks_card(known: KnownPeople) -> Card:
    """Return the people whom a person may block, and those whom they have blocked."""
    rows = [
        *(
            _block_button("button.requests.block", known_person)
            for known_person in known.to_block[:MOST_TO_BLOCK]
        ),
        *(
            _block_button("button.requests.unblock", known_person)
            for known_person in known.blocked[:MOST_TO_BLOCK]
        ),
    ]
    text = say("requests.blocks" if rows else "requests.blocks_nobody")
    return Card(text, (*((row,) for row in rows), (list_button(),)))


def _block_button(key: str, known_person: KnownPerson) -> Button:
    return BLOCKS.button(say(key, who=known_person.who), known_person.action, known_person.about)
