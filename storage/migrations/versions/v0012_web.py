"""Add tables of Mini App sessions and notebooks, and its requests to the inbox."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Apply this step: all that came so far came from Telegram."""
    source = sa.Column("source", sa.String(8), server_default="telegram", nullable=False)
    op.add_column("inbox", source)
    op.add_column("inbox", sa.Column("key", sa.String(80), nullable=True))
    op.add_column("inbox", sa.Column("answer", sa.Text(), server_default="", nullable=False))
    op.create_index(op.f("ix_inbox_key"), "inbox", ["key"], unique=True)
    op.create_table(
        "web_sessions",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("person", Key, nullable=False),
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
        "notebooks",
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("game_id", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_notebooks_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", "game_id", name=op.f("pk_notebooks")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("notebooks")
    op.drop_table("web_sessions")
    op.drop_index(op.f("ix_inbox_key"), "inbox")
    for name in ("answer", "key", "source"):
        op.drop_column("inbox", name)
