"""Add tables of notes, messages, conditional moves and moves entered for others; add digests."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "chat_lines",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("author", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"], ["persons.id"], name=op.f("fk_chat_lines_author_persons")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_lines")),
    )
    with op.batch_alter_table("chat_lines", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_lines_author_at"), ["author", "at"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_chat_lines_game_id_id"), ["game_id", "id"], unique=False
        )

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
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
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
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_conditions_person_persons")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conditions")),
        sa.UniqueConstraint(
            "person",
            "game_id",
            "partner_move",
            name=op.f("uq_conditions_person_game_id_partner_move"),
        ),
    )
    with op.batch_alter_table("conditions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_conditions_game_id"), ["game_id"], unique=False)

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
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_entries_person_persons")),
        sa.ForeignKeyConstraint(["writer"], ["persons.id"], name=op.f("fk_entries_writer_persons")),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_entries")),
        sa.UniqueConstraint("game_id", "writer", name=op.f("uq_entries_game_id_writer")),
    )
    op.create_table(
        "notes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("person", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name=op.f("fk_notes_person_persons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notes")),
    )
    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_notes_person_game_id"), ["person", "game_id"], unique=False
        )

    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("digest", sa.String(length=8), server_default="waiting", nullable=False)
        )


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.drop_column("digest")

    with op.batch_alter_table("notes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_notes_person_game_id"))

    op.drop_table("notes")
    op.drop_table("entries")
    with op.batch_alter_table("conditions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conditions_game_id"))

    op.drop_table("conditions")
    op.drop_table("chat_stops")
    with op.batch_alter_table("chat_lines", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chat_lines_game_id_id"))
        batch_op.drop_index(batch_op.f("ix_chat_lines_author_at"))

    op.drop_table("chat_lines")
