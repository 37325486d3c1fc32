"""Create the tables of release 0.3.0."""

import sqlalchemy as sa
from alembic import op

from storage.types import UtcDateTime

revision = "0029"
down_revision = None

TABLES = (
    "rating_rows",
    "web_sessions",
    "waiting",
    "statements",
    "signed_up",
    "sign_ups",
    "rating_work",
    "rating_sheets",
    "rating_lists",
    "rated_names",
    "previews",
    "play_requests",
    "notes",
    "notebooks",
    "invites",
    "held_moves",
    "group_codes",
    "group_chats",
    "entries",
    "conditions",
    "chat_stops",
    "chat_lines",
    "calendar_addresses",
    "arbiter_copies",
    "analysis_wishes",
    "analysis_consents",
    "topics",
    "series",
    "sequences_searched",
    "sent_messages",
    "rating_runs",
    "rating_files",
    "publicity",
    "persons",
    "outbox",
    "outages",
    "matches",
    "inbox",
    "hook_queue",
    "heartbeat",
    "handled",
    "games",
    "fingerprints",
    "fingerprint_heads",
    "events",
    "due",
    "competitions",
    "competition_people",
    "chat_holds",
    "cases",
    "analyses",
)
"""The tables, each before those that it refers to."""


def upgrade() -> None:  # noqa: PLR0915  (a list of tables)
    """Apply this step."""
    op.create_table(
        "analyses",
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("findings", sa.LargeBinary(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_analyses")),
    )
    op.create_table(
        "cases",
        sa.Column("case_id", sa.String(length=80), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("match_id", sa.String(length=80), nullable=False),
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("arbiter", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("stage", sa.String(length=24), nullable=False),
        sa.Column("claimant", sa.BigInteger(), nullable=True),
        sa.Column("against", sa.BigInteger(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("ruling", sa.String(length=24), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("case_id", name=op.f("pk_cases")),
    )
    op.create_index(op.f("ix_cases_against"), "cases", ["against"])
    op.create_index(op.f("ix_cases_arbiter"), "cases", ["arbiter"])
    op.create_index(op.f("ix_cases_claimant"), "cases", ["claimant"])
    op.create_index(op.f("ix_cases_competition_stage"), "cases", ["competition", "stage"])
    op.create_index(op.f("ix_cases_game_id"), "cases", ["game_id"])
    op.create_table(
        "chat_holds",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("chat", name=op.f("pk_chat_holds")),
    )
    op.create_table(
        "competition_people",
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "competition", "role", "person", name=op.f("pk_competition_people")
        ),
    )
    op.create_index(
        op.f("ix_competition_people_person_role"), "competition_people", ["person", "role"]
    )
    op.create_table(
        "competitions",
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("stage", sa.String(length=24), nullable=False),
        sa.Column("phase", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_competitions")),
    )
    op.create_table(
        "due",
        sa.Column("stream", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("due_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "kind", name=op.f("pk_due")),
    )
    op.create_index(op.f("ix_due_due_at"), "due", ["due_at"])
    op.create_table(
        "events",
        sa.Column("stream", sa.String(length=80), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_events_seq")),
        sa.PrimaryKeyConstraint("stream", "seq", name=op.f("pk_events")),
    )
    op.create_table(
        "fingerprint_heads",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("stream", sa.String(length=80), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("day", "stream", name=op.f("pk_fingerprint_heads")),
    )
    op.create_index(op.f("ix_fingerprint_heads_stream_day"), "fingerprint_heads", ["stream", "day"])
    op.create_table(
        "fingerprints",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("logs", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("secret", sa.String(length=64), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_fingerprints")),
    )
    op.create_table(
        "games",
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("match_id", sa.String(length=80), nullable=False),
        sa.Column("leg", sa.String(length=16), nullable=False),
        sa.Column("red", sa.BigInteger(), nullable=True),
        sa.Column("blue", sa.BigInteger(), nullable=True),
        sa.Column("arbiter", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("turn_seat", sa.String(length=16), nullable=True),
        sa.Column("turn_person", sa.BigInteger(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.Column("red_score", sa.Integer(), nullable=False),
        sa.Column("blue_score", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("competition", sa.String(length=40), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_arbiter"), "games", ["arbiter"])
    op.create_index(op.f("ix_games_blue"), "games", ["blue"])
    op.create_index(op.f("ix_games_match_id"), "games", ["match_id"])
    op.create_index(op.f("ix_games_red"), "games", ["red"])
    op.create_table(
        "handled",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("chat", "message", name=op.f("pk_handled")),
    )
    op.create_index(op.f("ix_handled_at"), "handled", ["at"])
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "hook_queue",
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("competition", "seq", name=op.f("pk_hook_queue")),
    )
    op.create_index(op.f("ix_hook_queue_next_at"), "hook_queue", ["next_at"])
    op.create_table(
        "inbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("update_id", sa.BigInteger(), nullable=True),
        sa.Column("chat", sa.BigInteger(), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.Column("received_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("retry_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("done_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("precedence", sa.Integer(), server_default="1", nullable=False),
        sa.Column("behind", sa.Integer(), server_default="0", nullable=False),
        sa.Column("source", sa.String(length=8), server_default="telegram", nullable=False),
        sa.Column("key", sa.String(length=80), nullable=True),
        sa.Column("answer", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("update_id", name=op.f("uq_inbox_update_id")),
    )
    op.create_index(op.f("ix_inbox_chat_state"), "inbox", ["chat", "state"])
    op.create_index(op.f("ix_inbox_key"), "inbox", ["key"], unique=True)
    op.create_index(
        op.f("ix_inbox_state_precedence_behind_id"),
        "inbox",
        ["state", "precedence", "behind", "id"],
    )
    op.create_table(
        "matches",
        sa.Column("match_id", sa.String(length=80), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("arbiter", sa.BigInteger(), nullable=True),
        sa.Column("phase", sa.String(length=24), nullable=False),
        sa.Column("red", sa.BigInteger(), nullable=True),
        sa.Column("blue", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("competition", sa.String(length=40), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_matches")),
        sa.UniqueConstraint("code", name=op.f("uq_matches_code")),
    )
    op.create_index(op.f("ix_matches_arbiter"), "matches", ["arbiter"])
    op.create_index(op.f("ix_matches_blue"), "matches", ["blue"])
    op.create_index(op.f("ix_matches_competition"), "matches", ["competition"])
    op.create_index(op.f("ix_matches_red"), "matches", ["red"])
    op.create_table(
        "outages",
        sa.Column("since", UtcDateTime(timezone=True), nullable=False),
        sa.Column("until", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("since", name=op.f("pk_outages")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("dedup_key", sa.String(length=200), nullable=True),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", UtcDateTime(timezone=True), nullable=True),
        sa.Column("retry_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("sent_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("message_ids", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("precedence", sa.Integer(), server_default="2", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("dedup_key", name=op.f("uq_outbox_dedup_key")),
    )
    op.create_index(op.f("ix_outbox_about_id"), "outbox", ["about", "id"])
    op.create_index(
        "ix_outbox_later",
        "outbox",
        ["precedence", "not_before"],
        sqlite_where=sa.text("state = 'queued' AND not_before IS NOT NULL"),
        postgresql_where=sa.text("state = 'queued' AND not_before IS NOT NULL"),
    )
    op.create_index(
        "ix_outbox_ready",
        "outbox",
        ["precedence", "chat"],
        sqlite_where=sa.text("state = 'queued' AND not_before IS NULL"),
        postgresql_where=sa.text("state = 'queued' AND not_before IS NULL"),
    )
    op.create_index(op.f("ix_outbox_state_chat_id"), "outbox", ["state", "chat", "id"])
    op.create_table(
        "persons",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("telegram_id", sa.BigInteger(), nullable=True),
        sa.Column("chat", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("reminder_hour", sa.Integer(), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_to", sa.Integer(), nullable=True),
        sa.Column("reachable", sa.Boolean(), nullable=False),
        sa.Column("arbiter", sa.Boolean(), nullable=False),
        sa.Column("club", sa.String(length=120), nullable=False),
        sa.Column("digest", sa.String(length=8), server_default="waiting", nullable=False),
        sa.Column("rating_keeper", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("account", sa.String(length=120), server_default="", nullable=False),
        sa.Column("mute", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("public_name", sa.String(length=8), server_default="", nullable=False),
        sa.Column("minor", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("volunteer", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persons")),
        sa.UniqueConstraint("telegram_id", name=op.f("uq_persons_telegram_id")),
    )
    op.create_index(op.f("ix_persons_chat"), "persons", ["chat"])
    op.create_table(
        "publicity",
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("names", sa.String(length=8), nullable=False),
        sa.PrimaryKeyConstraint("competition", name=op.f("pk_publicity")),
    )
    op.create_table(
        "rating_files",
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token", "number", name=op.f("pk_rating_files")),
    )
    op.create_table(
        "rating_runs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("input_sha256", sa.String(length=64), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=False),
        sa.Column("book", sa.LargeBinary(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("saved", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_runs")),
    )
    op.create_index(op.f("ix_rating_runs_at"), "rating_runs", ["at"])
    op.create_table(
        "sent_messages",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("chat", "message", name=op.f("pk_sent_messages")),
    )
    op.create_table(
        "sequences_searched",
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(length=80), nullable=False),
        sa.Column("official", sa.Boolean(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("seed", name=op.f("pk_sequences_searched")),
    )
    op.create_table(
        "series",
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("competition", name=op.f("pk_series")),
    )
    op.create_table(
        "topics",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("chat", "about", name=op.f("pk_topics")),
    )
    op.create_table(
        "analysis_consents",
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_analysis_consents_person_persons")
        ),
        sa.PrimaryKeyConstraint("game_id", "person", name=op.f("pk_analysis_consents")),
    )
    op.create_index(op.f("ix_analysis_consents_person"), "analysis_consents", ["person"])
    op.create_table(
        "analysis_wishes",
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("what", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_analysis_wishes_person_persons")
        ),
        sa.PrimaryKeyConstraint("game_id", "person", "what", name=op.f("pk_analysis_wishes")),
    )
    op.create_index(op.f("ix_analysis_wishes_person"), "analysis_wishes", ["person"])
    op.create_table(
        "arbiter_copies",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_arbiter_copies_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_arbiter_copies")),
    )
    op.create_table(
        "calendar_addresses",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("found_by", sa.String(length=16), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_calendar_addresses_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_calendar_addresses")),
    )
    op.create_index(op.f("ix_calendar_addresses_found_by"), "calendar_addresses", ["found_by"])
    op.create_table(
        "chat_lines",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("author", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"], ["persons.id"], name=op.f("fk_chat_lines_author_persons")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_lines")),
    )
    op.create_index(op.f("ix_chat_lines_author_at"), "chat_lines", ["author", "at"])
    op.create_index(op.f("ix_chat_lines_game_id_id"), "chat_lines", ["game_id", "id"])
    op.create_table(
        "chat_stops",
        sa.Column("scope", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_chat_stops_person_persons")
        ),
        sa.PrimaryKeyConstraint("scope", "kind", "person", name=op.f("pk_chat_stops")),
    )
    op.create_table(
        "conditions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("own_move", sa.Text(), nullable=False),
        sa.Column("partner_move", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("later", sa.Text(), server_default="", nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_conditions_person_persons")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conditions")),
    )
    op.create_index(op.f("ix_conditions_game_id"), "conditions", ["game_id"])
    op.create_index(op.f("ix_conditions_person_game_id"), "conditions", ["person", "game_id"])
    op.create_table(
        "entries",
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("writer", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("photo", sa.Text(), nullable=False),
        sa.Column("placement", sa.Text(), nullable=False),
        sa.Column("received", sa.Date(), nullable=False),
        sa.Column("sent", sa.Date(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_entries_person_persons")),
        sa.ForeignKeyConstraint(["writer"], ["persons.id"], name=op.f("fk_entries_writer_persons")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_entries")),
        sa.UniqueConstraint("game_id", "writer", name=op.f("uq_entries_game_id_writer")),
    )
    op.create_table(
        "group_chats",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("requests", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_group_chats_person_persons")
        ),
        sa.PrimaryKeyConstraint("chat", name=op.f("pk_group_chats")),
    )
    op.create_index(op.f("ix_group_chats_competition"), "group_chats", ["competition"])
    op.create_index(op.f("ix_group_chats_person"), "group_chats", ["person"])
    op.create_table(
        "group_codes",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_group_codes_person_persons")
        ),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_group_codes")),
    )
    op.create_table(
        "held_moves",
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("placement", sa.Text(), nullable=False),
        sa.Column("photo", sa.Text(), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("captioned", sa.Boolean(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("until", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_held_moves_person_persons")
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_held_moves")),
    )
    op.create_index(op.f("ix_held_moves_person"), "held_moves", ["person"])
    op.create_table(
        "invites",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.String(length=80), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("used_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("used_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("competition", sa.String(length=40), server_default="", nullable=False),
        sa.Column("role", sa.String(length=16), server_default="", nullable=False),
        sa.Column("voided_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_invites_person_persons")),
        sa.ForeignKeyConstraint(
            ["used_by"], ["persons.id"], name=op.f("fk_invites_used_by_persons")
        ),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_invites")),
    )
    op.create_index(op.f("ix_invites_match_id"), "invites", ["match_id"])
    op.create_table(
        "notebooks",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_notebooks_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", "game_id", name=op.f("pk_notebooks")),
    )
    op.create_table(
        "notes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_notes_person_persons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_person_game_id"), "notes", ["person", "game_id"])
    op.create_table(
        "play_requests",
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("wanted", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("is_single", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("edition", sa.String(length=60), server_default="", nullable=False),
        sa.Column("edition_sha256", sa.String(length=64), server_default="", nullable=False),
        sa.Column("after", sa.String(length=80), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("closed_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("taken_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_play_requests_person_persons")
        ),
        sa.ForeignKeyConstraint(
            ["taken_by"], ["persons.id"], name=op.f("fk_play_requests_taken_by_persons")
        ),
        sa.ForeignKeyConstraint(
            ["wanted"], ["persons.id"], name=op.f("fk_play_requests_wanted_persons")
        ),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_play_requests")),
    )
    op.create_index(
        op.f("ix_play_requests_kind_expires_at"), "play_requests", ["kind", "expires_at"]
    )
    op.create_index(op.f("ix_play_requests_person"), "play_requests", ["person"])
    op.create_table(
        "previews",
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("placement", sa.Text(), nullable=False),
        sa.Column("typed_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("shown_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_previews_person_persons")
        ),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_previews")),
        sa.UniqueConstraint("person", "game_id", name=op.f("uq_previews_person_game_id")),
    )
    op.create_table(
        "rated_names",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("player", sa.String(length=120), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["persons.id"],
            name=op.f("fk_rated_names_person_persons"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_rated_names")),
    )
    op.create_table(
        "rating_lists",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("run", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("publisher", sa.BigInteger(), nullable=False),
        sa.Column("published_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"], ["rating_runs.id"], name=op.f("fk_rating_lists_run_rating_runs")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_lists")),
        sa.UniqueConstraint(
            "system", "kind", "day", "version", name=op.f("uq_rating_lists_system_kind_day_version")
        ),
    )
    op.create_index(op.f("ix_rating_lists_run"), "rating_lists", ["run"])
    op.create_table(
        "rating_sheets",
        sa.Column(
            "run",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("player", sa.String(length=120), nullable=False),
        sa.Column("sheet", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run"],
            ["rating_runs.id"],
            name=op.f("fk_rating_sheets_run_rating_runs"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("run", "key", name=op.f("pk_rating_sheets")),
    )
    op.create_table(
        "rating_work",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("token", sa.String(length=16), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("stage", sa.String(length=12), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("draft", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["persons.id"],
            name=op.f("fk_rating_work_person_persons"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_rating_work")),
        sa.UniqueConstraint("token", name=op.f("uq_rating_work_token")),
    )
    op.create_index(op.f("ix_rating_work_stage"), "rating_work", ["stage"])
    op.create_table(
        "sign_ups",
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("places", sa.Integer(), nullable=True),
        sa.Column("per_club", sa.Integer(), nullable=True),
        sa.Column("rating_from", sa.Integer(), nullable=True),
        sa.Column("rating_to", sa.Integer(), nullable=True),
        sa.Column("asks_email", sa.Boolean(), nullable=False),
        sa.Column("needs_word", sa.Boolean(), nullable=False),
        sa.Column("closes_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("closed_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_sign_ups_person_persons")
        ),
        sa.PrimaryKeyConstraint("competition", name=op.f("pk_sign_ups")),
    )
    op.create_table(
        "signed_up",
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("club", sa.String(length=120), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_signed_up_person_persons")
        ),
        sa.PrimaryKeyConstraint("competition", "person", name=op.f("pk_signed_up")),
    )
    op.create_index(op.f("ix_signed_up_person"), "signed_up", ["person"])
    op.create_table(
        "statements",
        sa.Column("case_id", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("author", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("salt", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"], ["persons.id"], name=op.f("fk_statements_author_persons")
        ),
        sa.PrimaryKeyConstraint("case_id", "digest", name=op.f("pk_statements")),
    )
    op.create_index(op.f("ix_statements_author"), "statements", ["author"])
    op.create_table(
        "waiting",
        sa.Column(
            "person",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_waiting_person_persons")),
        sa.PrimaryKeyConstraint("person", "key", name=op.f("pk_waiting")),
    )
    op.create_table(
        "web_sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("account", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_web_sessions_person_persons")
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_web_sessions")),
    )
    op.create_index(op.f("ix_web_sessions_expires_at"), "web_sessions", ["expires_at"])
    op.create_index(op.f("ix_web_sessions_person"), "web_sessions", ["person"])
    op.create_table(
        "rating_rows",
        sa.Column(
            "list_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("player", sa.String(length=120), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("exact", sa.String(length=40), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["list_id"], ["rating_lists.id"], name=op.f("fk_rating_rows_list_id_rating_lists")
        ),
        sa.PrimaryKeyConstraint("list_id", "number", name=op.f("pk_rating_rows")),
    )
    op.create_index(op.f("ix_rating_rows_key_list_id"), "rating_rows", ["key", "list_id"])


def downgrade() -> None:
    """Revert this step."""
    for table in TABLES:
        op.drop_table(table)
