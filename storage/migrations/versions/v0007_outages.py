"""Add tables of the last instant at which the bot ran, and of its outages."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "outages",
        sa.Column("since", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("until", storage.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("since", name=op.f("pk_outages")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("outages")
    op.drop_table("heartbeat")
