"""Add the chats that people had before they moved between Telegram and a browser."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "former_chats",
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("chat", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_former_chats_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", "chat", name=op.f("pk_former_chats")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("former_chats")
