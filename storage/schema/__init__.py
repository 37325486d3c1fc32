"""The tables, by subject. The module that reads and writes a table explains it.

`events` is the source of truth. The queues (`inbox`, `outbox`, `due`) are durable work. The
projections may be dropped and rebuilt from the log. To change a table, edit it here and write a
migration in `storage.migrations`; a test compares the two.
"""

from storage.schema.analyses import (
    analyses,
    analysis_consents,
    analysis_wishes,
    sequences_searched,
)
from storage.schema.base import metadata
from storage.schema.days import due, heartbeat, outages
from storage.schema.fingerprints import fingerprint_heads, fingerprints
from storage.schema.groups import arbiter_copies, group_chats, group_codes, topics
from storage.schema.people import (
    former_names,
    invites,
    known_names,
    persons,
    play_requests,
    sign_ups,
    signed_up,
    waiting,
)
from storage.schema.play import conditions, entries, held_moves, notebooks, previews
from storage.schema.projections import cases, competition_people, competitions, games, matches
from storage.schema.public import calendar_addresses, publicity, series
from storage.schema.queues import (
    LATER,
    READY,
    chat_holds,
    handled,
    inbox,
    outbox,
    sent_messages,
)
from storage.schema.ratings import (
    rated_names,
    rating_files,
    rating_lists,
    rating_rows,
    rating_runs,
    rating_sheets,
    rating_work,
)
from storage.schema.streams import events
from storage.schema.web import (
    device_codes,
    devices,
    ended_devices,
    former_chats,
    mail_addresses,
    mail_codes,
    mail_recoveries,
    push_subscriptions,
    web_sessions,
)
from storage.schema.words import chat_lines, chat_stops, notes, statements

__all__ = [
    "LATER",
    "READY",
    "analyses",
    "analysis_consents",
    "analysis_wishes",
    "arbiter_copies",
    "calendar_addresses",
    "cases",
    "chat_holds",
    "chat_lines",
    "chat_stops",
    "competition_people",
    "competitions",
    "conditions",
    "device_codes",
    "devices",
    "due",
    "ended_devices",
    "entries",
    "events",
    "fingerprint_heads",
    "fingerprints",
    "former_chats",
    "former_names",
    "games",
    "group_chats",
    "group_codes",
    "handled",
    "heartbeat",
    "held_moves",
    "inbox",
    "invites",
    "known_names",
    "mail_addresses",
    "mail_codes",
    "mail_recoveries",
    "matches",
    "metadata",
    "notebooks",
    "notes",
    "outages",
    "outbox",
    "persons",
    "play_requests",
    "previews",
    "publicity",
    "push_subscriptions",
    "rated_names",
    "rating_files",
    "rating_lists",
    "rating_rows",
    "rating_runs",
    "rating_sheets",
    "rating_work",
    "sent_messages",
    "sequences_searched",
    "series",
    "sign_ups",
    "signed_up",
    "statements",
    "topics",
    "waiting",
    "web_sessions",
]
