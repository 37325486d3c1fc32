"""Create the first tables."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "chat_holds",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("chat", name=op.f("pk_chat_holds")),
    )
    op.create_table(
        "due",
        sa.Column("stream", sa.String(length=80), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("due_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stream", "kind", name=op.f("pk_due")),
    )
    with op.batch_alter_table("due", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_due_due_at"), ["due_at"], unique=False)

    op.create_table(
        "events",
        sa.Column("stream", sa.String(length=80), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_events_seq")),
        sa.PrimaryKeyConstraint("stream", "seq", name=op.f("pk_events")),
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
        sa.Column("updated_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_games")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_arbiter"), ["arbiter"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_blue"), ["blue"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_match_id"), ["match_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_red"), ["red"], unique=False)

    op.create_table(
        "handled",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("chat", "message", name=op.f("pk_handled")),
    )
    with op.batch_alter_table("handled", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_handled_at"), ["at"], unique=False)

    op.create_table(
        "inbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("update_id", sa.BigInteger(), nullable=True),
        sa.Column("chat", sa.BigInteger(), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.Column("received_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("retry_at", storage.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("done_at", storage.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("update_id", name=op.f("uq_inbox_update_id")),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbox_chat_state"), ["chat", "state"], unique=False)
        batch_op.create_index(batch_op.f("ix_inbox_state_id"), ["state", "id"], unique=False)

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
        sa.Column("updated_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_matches")),
        sa.UniqueConstraint("code", name=op.f("uq_matches_code")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_arbiter"), ["arbiter"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_blue"), ["blue"], unique=False)
        batch_op.create_index(batch_op.f("ix_matches_red"), ["red"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("dedup_key", sa.String(length=200), nullable=True),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", storage.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("retry_at", storage.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("expires_at", storage.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("created_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("sent_at", storage.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("message_ids", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("dedup_key", name=op.f("uq_outbox_dedup_key")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_about_id"), ["about", "id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_outbox_state_chat_id"), ["state", "chat", "id"], unique=False
        )

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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persons")),
        sa.UniqueConstraint("telegram_id", name=op.f("uq_persons_telegram_id")),
    )
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_persons_chat"), ["chat"], unique=False)

    op.create_table(
        "sent_messages",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("message", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("chat", "message", name=op.f("pk_sent_messages")),
    )
    op.create_table(
        "invites",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.String(length=80), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("expires_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("used_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("used_at", storage.types.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_invites_person_persons")),
        sa.ForeignKeyConstraint(
            ["used_by"], ["persons.id"], name=op.f("fk_invites_used_by_persons")
        ),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_invites")),
    )
    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invites_match_id"), ["match_id"], unique=False)

    op.create_table(
        "previews",
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("placement", sa.Text(), nullable=False),
        sa.Column("typed_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("shown_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_previews_person_persons")
        ),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_previews")),
        sa.UniqueConstraint("person", "game_id", name=op.f("uq_previews_person_game_id")),
    )
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
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_waiting_person_persons")),
        sa.PrimaryKeyConstraint("person", "key", name=op.f("pk_waiting")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("waiting")
    op.drop_table("previews")
    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invites_match_id"))

    op.drop_table("invites")
    op.drop_table("sent_messages")
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_persons_chat"))

    op.drop_table("persons")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_state_chat_id"))
        batch_op.drop_index(batch_op.f("ix_outbox_about_id"))

    op.drop_table("outbox")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_red"))
        batch_op.drop_index(batch_op.f("ix_matches_blue"))
        batch_op.drop_index(batch_op.f("ix_matches_arbiter"))

    op.drop_table("matches")
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbox_state_id"))
        batch_op.drop_index(batch_op.f("ix_inbox_chat_state"))

    op.drop_table("inbox")
    with op.batch_alter_table("handled", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_handled_at"))

    op.drop_table("handled")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_red"))
        batch_op.drop_index(batch_op.f("ix_games_match_id"))
        batch_op.drop_index(batch_op.f("ix_games_blue"))
        batch_op.drop_index(batch_op.f("ix_games_arbiter"))

    op.drop_table("games")
    op.drop_table("events")
    with op.batch_alter_table("due", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_due_due_at"))

    op.drop_table("due")
    op.drop_table("chat_holds")
