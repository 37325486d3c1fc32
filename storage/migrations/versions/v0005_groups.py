"""Add tables of linked groups, their codes and topics, and of arbiters' sheet copies."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Apply this step."""
    _groups()
    _codes()
    op.create_table(
        "topics",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("about", sa.String(length=80), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("chat", "about", name=op.f("pk_topics")),
    )
    op.create_table(
        "arbiter_copies",
        sa.Column("person", storage.types.Key, autoincrement=False, nullable=False),
        sa.Column("way", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_arbiter_copies_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_arbiter_copies")),
    )


def _groups() -> None:
    op.create_table(
        "group_chats",
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("person", storage.types.Key, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_group_chats_person_persons")
        ),
        sa.PrimaryKeyConstraint("chat", name=op.f("pk_group_chats")),
    )
    with op.batch_alter_table("group_chats", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_group_chats_competition"), ["competition"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_group_chats_person"), ["person"], unique=False)


def _codes() -> None:
    op.create_table(
        "group_codes",
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("competition", sa.String(length=40), nullable=False),
        sa.Column("person", storage.types.Key, nullable=False),
        sa.Column("expires_at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_group_codes_person_persons")
        ),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_group_codes")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("arbiter_copies")
    op.drop_table("topics")
    op.drop_table("group_codes")
    with op.batch_alter_table("group_chats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_group_chats_person"))
        batch_op.drop_index(batch_op.f("ix_group_chats_competition"))

    op.drop_table("group_chats")
