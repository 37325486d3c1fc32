"""A person's names, number and texts, and their removal from JSON that others keep.

A given name alone belongs to many people, and stays.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

NOBODYS_CHAT: Final = -1
"""Replaces the chat of messages sent to forgotten people; no chat has this number."""

_FORWARDED_SHEET: Final = "relayed.sheet"
"""The text of the message that forwards a person's photograph; its fact `note` is the caption."""

_NUMBER_KEYS: Final = frozenset({"id", "to", "chat", "number", "user_id"})
"""The keys under which a number identifies a person; under other keys it is a count."""

_TEXT_KEYS: Final = frozenset({"text", "caption"})
"""The keys of a message's text at Telegram."""

_FORMAT_KEYS: Final = frozenset({"entities", "caption_entities"})
"""The keys of a text's format, which quotes addresses and people."""

_ACCOUNT_FACT: Final = "account"
"""The fact of a message with an account's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalWords:
    """A person's names, number and texts, to be found in other people's data."""

    name: str
    """The person's name; empty if the name belongs to another person by now."""
    withdrawn: str
    """The name that replaces the person's."""
    account: int | None = None
    """The person's number at Telegram, which is also their private chat's."""
    telegram_names: frozenset[str] = frozenset()
    """The person's other names at Telegram: full names and user names."""
    former_names: frozenset[str] = frozenset()
    """The names that the person had before, unless somebody else has one of them now."""
    account_name: str = ""
    """The name of the account, which may be only a given name."""
    texts: frozenset[str] = frozenset()
    """The texts that the person wrote to opponents, to arbiters and in cases."""
    about: frozenset[str] = frozenset()
    """The games and cases in which the person wrote."""

    @property
    def searched_texts(self) -> list[str]:
        """Return the texts to search for, the longest first: one name may begin another."""
        number = "" if self.account is None else str(self.account)
        names = self._names | self.telegram_names | {self.account_name}
        return sorted((names | {number}) - {""}, key=lambda text: (-len(text), text))

    @property
    def _names(self) -> frozenset[str]:
        """Return the person's present and former names, of which none is empty."""
        return (self.former_names | {self.name}) - {""}

    def without(self, value: Any) -> Any:
        """Return JSON with the new name instead of the person's, and … instead of their texts."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.without(item) for item in value]
        if isinstance(value, dict):
            fields = self._without_facts(value)
            return {key: self._field(key, field) for key, field in fields.items()}
        return value

    def text(self, value: str) -> str:
        """Return a text with the new name in place of the person's; … if the person wrote it."""
        if value in self._names:
            return self.withdrawn
        if value in self.texts:
            return "…"
        for searched in self.searched_texts:
            if not self._is_given_name(searched):
                pattern = rf"(?<!\w){re.escape(searched)}(?!\w)"
                value = re.sub(pattern, lambda _: self.withdrawn, value)
        return value

    def _is_given_name(self, text: str) -> bool:
        """Return whether a text is one of the person's names, of one word.

        It belongs to many people; a user name and a number are unique.
        """
        return " " not in text and text in self._names | {self.account_name}

    def _without_facts(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return an object without facts about the person other than the name.

        These are their message as Telegram has it, a quotation of it, the caption of their
        photograph, and their account or chat.
        """
        if self._is_by_person(value):
            return {
                key: "…" if key in _TEXT_KEYS else field
                for key, field in value.items()
                if key not in _FORMAT_KEYS
            }
        if self._is_by_person(value.get("reply_to_message")):
            value = {key: field for key, field in value.items() if key != "quote"}
        is_sheet = value.get("key") == _FORWARDED_SHEET
        if is_sheet and value["params"].get("who") in self._names:
            return {**value, "params": {**value["params"], "note": None}}
        if "first_name" in value and self._is_account(value.get("id")):
            kept: dict[str, Any] = {key: value[key] for key in ("is_bot", "type") if key in value}
            return {"id": NOBODYS_CHAT, **kept, "first_name": self.withdrawn}
        return value

    def _is_by_person(self, value: Any) -> bool:
        """Return whether the object is a message of the person, as others quote it."""
        sender = value.get("from") if isinstance(value, dict) else None
        return isinstance(sender, dict) and self._is_account(sender.get("id"))

    def _is_account(self, number: Any) -> bool:
        """Return whether the number is that of the person's account."""
        return self.account is not None and bool(number == self.account)

    def _field(self, key: str, value: Any) -> Any:
        """Return the value of a key without the person."""
        if key in _NUMBER_KEYS and self._is_account(value):
            return NOBODYS_CHAT
        if key == _ACCOUNT_FACT and self.account_name and value == self.account_name:
            return self.withdrawn
        return self.without(value)
