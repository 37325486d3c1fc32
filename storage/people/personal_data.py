"""The personal data in every table, in one list, and its export for the person.

`KEPT` names every table and column; a test fails if a new one is missing.
`storage.people.forgetting` erases the data.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.ids import PersonId
from storage.people import former_chats, people
from storage.queues.outbox import LANE
from storage.schema import metadata


class ForgettingRule(Enum):
    """The treatment of a table's rows when a person is forgotten."""

    DELETED = "deleted"
    CHANGED = "changed"
    """Rows stay, without the person's identity and texts."""
    STAYS = "stays"
    """Rows stay: they contain at most the person's number, or published data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalTable:
    """The personal data in a table.

    Texts name several columns, separated by spaces, so that `KEPT` reads as a list.
    """

    fate: ForgettingRule
    person: tuple[str, ...] = ()
    """Columns with a person's number; a row is the person's if one of them matches."""
    chat: str = ""
    """The column with the number of a private chat, if that identifies the person's rows."""
    own: str = ""
    """Other columns with personal data or texts."""
    rest: str = ""
    """Columns without personal data."""
    withheld: str = ""
    """Hashes and secrets: a copy of the data in other hands must open nothing."""

    @property
    def columns(self) -> frozenset[str]:
        """Return all columns that are named here."""
        own, rest, withheld = self.own.split(), self.rest.split(), self.withheld.split()
        return frozenset((*self.person, *filter(None, [self.chat]), *own, *rest, *withheld))


LANES: Final = range(-7, 8)
"""The numbers of lanes for which a chat's shifted number fits into 64 bits."""

KEPT: Final[Mapping[str, PersonalTable]] = {
    "events": PersonalTable(
        fate=ForgettingRule.STAYS, rest="stream seq name version payload at previous hash"
    ),
    "inbox": PersonalTable(
        fate=ForgettingRule.DELETED,
        chat="chat",
        own="raw error answer",
        rest="id update_id received_at state attempts retry_at done_at precedence behind source"
        " key",
    ),
    "handled": PersonalTable(fate=ForgettingRule.DELETED, chat="chat", rest="message at"),
    "outbox": PersonalTable(
        fate=ForgettingRule.CHANGED,
        chat="chat",
        own="payload message_ids error",
        rest="id dedup_key about state attempts not_before retry_at expires_at created_at sent_at"
        " precedence",
    ),
    "sent_messages": PersonalTable(fate=ForgettingRule.DELETED, chat="chat", rest="message about"),
    "chat_holds": PersonalTable(fate=ForgettingRule.DELETED, chat="chat", rest="until"),
    "due": PersonalTable(fate=ForgettingRule.CHANGED, rest="stream kind due_at payload"),
    "persons": PersonalTable(
        fate=ForgettingRule.CHANGED,
        person=("id",),
        own="account address name language time_zone reminder_hour quiet_from quiet_to reachable"
        " arbiter club digest rating_keeper account_name mute public_name minor volunteer",
    ),
    "former_names": PersonalTable(fate=ForgettingRule.DELETED, person=("person",), own="name"),
    "invites": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person", "used_by"),
        own="code used_at",
        rest="match_id expires_at competition role voided_at",
    ),
    "play_requests": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person", "wanted", "taken_by"),
        own="token",
        rest="kind days is_single rated edition edition_sha256 after at expires_at closed_at",
    ),
    "sign_ups": PersonalTable(
        fate=ForgettingRule.STAYS,
        person=("person",),
        rest="competition places per_club rating_from rating_to asks_email needs_word closes_at"
        " closed_at version",
    ),
    "signed_up": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="name club email rating",
        rest="competition number state",
    ),
    "known_names": PersonalTable(
        fate=ForgettingRule.DELETED, person=("person",), own="key club", rest="at"
    ),
    "previews": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="chat placement",
        rest="token game_id seq typed_at shown_at",
    ),
    "held_moves": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="chat placement photo",
        rest="game_id token message captioned at until",
    ),
    "waiting": PersonalTable(
        fate=ForgettingRule.DELETED, person=("person",), own="key value", rest="at"
    ),
    "notes": PersonalTable(
        fate=ForgettingRule.DELETED, person=("person",), own="text", rest="id game_id at"
    ),
    "chat_lines": PersonalTable(
        fate=ForgettingRule.DELETED, person=("author",), own="text", rest="id game_id at"
    ),
    "chat_stops": PersonalTable(
        fate=ForgettingRule.STAYS, person=("person",), rest="scope kind at"
    ),
    "conditions": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="own_move partner_move reply later",
        rest="id game_id at",
    ),
    "entries": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person", "writer"),
        own="photo placement",
        rest="token game_id seq received sent asked at",
    ),
    "web_sessions": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="account expires_at",
        rest="device",
        withheld="token_hash",
    ),
    "push_subscriptions": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="endpoint made_at",
        rest="device",
        withheld="p256dh auth",
    ),
    "devices": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="name made_at opened_at",
        rest="id expires_at",
        withheld="token_hash",
    ),
    "ended_devices": PersonalTable(
        fate=ForgettingRule.STAYS, rest="why ended_at expires_at", withheld="token_hash"
    ),
    "device_codes": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="misses",
        rest="expires_at",
        withheld="digest head",
    ),
    "former_chats": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="chat left_at",
    ),
    "mail_addresses": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="address confirmed_at refused_at accepted_at stopped_at",
        rest="dropped_to server",
    ),
    "mail_codes": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="address misses",
        rest="expires_at",
        withheld="salt",
    ),
    "mail_recoveries": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="address asked_at",
        rest="is_open",
        withheld="salt",
    ),
    "notebooks": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="lines",
        rest="game_id version revision at",
    ),
    "analyses": PersonalTable(fate=ForgettingRule.STAYS, rest="game_id head version findings at"),
    "analysis_wishes": PersonalTable(
        fate=ForgettingRule.DELETED, person=("person",), rest="game_id what attempts at"
    ),
    "analysis_consents": PersonalTable(
        fate=ForgettingRule.DELETED, person=("person",), rest="game_id at"
    ),
    "sequences_searched": PersonalTable(
        fate=ForgettingRule.STAYS,
        rest="seed game_id version wanted attempts width total edition official at",
    ),
    "fingerprints": PersonalTable(fate=ForgettingRule.STAYS, rest="day fingerprint logs at secret"),
    "fingerprint_heads": PersonalTable(fate=ForgettingRule.STAYS, rest="day stream seq hash"),
    "rating_work": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="chat draft",
        rest="token stage seq attempts at",
    ),
    "rating_files": PersonalTable(
        fate=ForgettingRule.CHANGED, own="name content", rest="token number sha256 at"
    ),
    "rating_runs": PersonalTable(
        fate=ForgettingRule.STAYS,
        person=("person",),
        own="task",
        rest="id token system input_sha256 result book saved at",
    ),
    "rating_sheets": PersonalTable(fate=ForgettingRule.STAYS, rest="run key player sheet"),
    "rating_lists": PersonalTable(
        fate=ForgettingRule.STAYS,
        person=("publisher",),
        rest="id system kind day version run published_at",
    ),
    "rating_rows": PersonalTable(
        fate=ForgettingRule.STAYS, rest="list_id number place status player key rating exact games"
    ),
    "rated_names": PersonalTable(
        fate=ForgettingRule.CHANGED, person=("person",), own="player key", rest="at"
    ),
    "heartbeat": PersonalTable(fate=ForgettingRule.STAYS, rest="id at"),
    "outages": PersonalTable(fate=ForgettingRule.STAYS, rest="since until"),
    "games": PersonalTable(
        fate=ForgettingRule.STAYS,
        person=("red", "blue"),
        rest="game_id match_id leg arbiter status turn_seat turn_person last_day red_score"
        " blue_score seq updated_at competition",
    ),
    "matches": PersonalTable(
        fate=ForgettingRule.STAYS,
        person=("red", "blue"),
        rest="match_id code title arbiter phase status seq updated_at competition",
    ),
    "competitions": PersonalTable(
        fate=ForgettingRule.STAYS, rest="code title stage phase seq updated_at"
    ),
    "competition_people": PersonalTable(
        fate=ForgettingRule.STAYS, person=("person",), rest="competition role number"
    ),
    "group_chats": PersonalTable(
        fate=ForgettingRule.CHANGED,
        person=("person",),
        own="chat",
        rest="kind competition language since requests at",
    ),
    "calendar_addresses": PersonalTable(
        fate=ForgettingRule.DELETED, person=("person",), own="at", withheld="found_by digest"
    ),
    "publicity": PersonalTable(fate=ForgettingRule.STAYS, rest="competition names"),
    "series": PersonalTable(fate=ForgettingRule.STAYS, rest="competition name"),
    "group_codes": PersonalTable(
        fate=ForgettingRule.DELETED,
        person=("person",),
        own="code",
        rest="kind competition expires_at",
    ),
    "topics": PersonalTable(fate=ForgettingRule.CHANGED, rest="chat about thread"),
    "arbiter_copies": PersonalTable(fate=ForgettingRule.DELETED, person=("person",), own="way"),
    "cases": PersonalTable(
        fate=ForgettingRule.STAYS,
        person=("claimant", "against"),
        rest="case_id game_id match_id competition arbiter kind stage words ruling due_on seq"
        " updated_at",
    ),
    "statements": PersonalTable(
        fate=ForgettingRule.CHANGED, person=("author",), own="salt text", rest="case_id digest at"
    ),
}
"""The personal data of each table, by table name.

Published ratings stay under the lists' names. An arbiter's block, and a competition's group, do not
belong to their creator.
"""

OF_ANYONE: Final = frozenset(
    {
        "calendar_addresses",
        "device_codes",
        "devices",
        "former_chats",
        "mail_addresses",
        "mail_codes",
        "mail_recoveries",
        "persons",
        "push_subscriptions",
        "waiting",
        "web_sessions",
    }
)
"""The tables in which a person may appear who has only written to the bot."""


async def stored_data(tx: AsyncConnection, person: PersonId) -> dict[str, list[dict[str, Any]]]:
    """Return all stored data of a person by table: profile, texts, received messages.

    Hashes and secrets are left out.

    Raises:
        KeyError: there is no such person.
    """
    known = await people.get(tx, person)
    chats = [*filter(None, [known.address]), *await former_chats.own_of(tx, person)]
    data = {}
    for name, kept in KEPT.items():
        where = rows_of_person(name, kept, person, chats)
        if where is None:
            continue
        table = metadata.tables[name]
        withheld = kept.withheld.split()
        # Bytes are files that the person has sent, and packed results.
        exported = [
            column
            for column in table.columns
            if column.type.python_type is not bytes and column.name not in withheld
        ]
        rows = await tx.execute(select(*exported).where(where).order_by(*table.primary_key))
        data[name] = [row._asdict() for row in rows]
    return data


async def has_part(tx: AsyncConnection, person: PersonId) -> bool:
    """Return whether the person appears anywhere but in the list of people.

    A person who has only written to the bot, and was answered, does not count.
    """
    for name, kept in KEPT.items():
        if kept.person and name not in OF_ANYONE:
            table = metadata.tables[name]
            is_theirs = or_(*(table.columns[column] == int(person) for column in kept.person))
            if (await tx.execute(select(1).select_from(table).where(is_theirs).limit(1))).first():
                return True
    return False


def rows_of_person(
    name: str, kept: PersonalTable, person: PersonId, chats: Iterable[int]
) -> ColumnElement[bool] | None:
    """Return the condition for the person's rows of a table, or None if it has none.

    `chats`: the person's present and former ones. A chat's number may be shifted by a lane of the
    outbox.
    """
    columns = metadata.tables[name].columns
    conditions = [columns[column] == int(person) for column in kept.person]
    numbers = [chat + lane * LANE for chat in chats for lane in LANES]
    if kept.chat and numbers:
        conditions.append(columns[kept.chat].in_(numbers))
    return or_(*conditions) if conditions else None
