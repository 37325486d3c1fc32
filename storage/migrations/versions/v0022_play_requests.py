"""Add requests for friendly matches."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "play_requests",
        sa.Column("token", sa.String(16), nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("wanted", Key, nullable=True),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("is_single", sa.Boolean(), nullable=False),
        sa.Column("after", sa.String(80), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("closed_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("taken_by", Key, nullable=True),
        *(
            sa.ForeignKeyConstraint(
                [column], ["persons.id"], name=op.f(f"fk_play_requests_{column}_persons")
            )
            for column in ("person", "wanted", "taken_by")
        ),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_play_requests")),
    )
    op.create_index(op.f("ix_play_requests_person"), "play_requests", ["person"])
    op.create_index(
        op.f("ix_play_requests_kind_expires_at"), "play_requests", ["kind", "expires_at"]
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("play_requests")
