"""Add the highest score found on each searched sequence, and the sequences to search."""

import sqlalchemy as sa
from alembic import op

from storage.types import UtcDateTime

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "sequences_searched",
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("game_id", sa.String(80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("edition", sa.String(80), nullable=False),
        sa.Column("official", sa.Boolean(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("seed", name=op.f("pk_sequences_searched")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("sequences_searched")
