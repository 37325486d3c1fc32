"""Add tables of the daily fingerprints and of the logs that each covers."""

import sqlalchemy as sa
from alembic import op

from storage.types import UtcDateTime

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "fingerprints",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("logs", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_fingerprints")),
    )
    op.create_table(
        "fingerprint_heads",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("stream", sa.String(80), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("day", "stream", name=op.f("pk_fingerprint_heads")),
    )
    op.create_index(op.f("ix_fingerprint_heads_stream"), "fingerprint_heads", ["stream"])


def downgrade() -> None:
    """Revert this step."""
    for name in ("fingerprint_heads", "fingerprints"):
        op.drop_table(name)
