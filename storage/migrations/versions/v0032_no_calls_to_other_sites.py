"""Drop the queue of results for another site, which reads the open data instead."""

import sqlalchemy as sa
from alembic import op

from storage.types import UtcDateTime

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Apply this step."""
    op.drop_table("hook_queue")


def downgrade() -> None:
    """Revert this step."""
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
