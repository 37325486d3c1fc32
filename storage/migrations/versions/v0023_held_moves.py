"""Add sent moves that may still be taken back."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "held_moves",
        sa.Column("game_id", sa.String(80), nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("token", sa.String(32), nullable=False),
        sa.Column("placement", sa.Text(), nullable=False),
        sa.Column("photo", sa.Text(), nullable=False),
        sa.Column("chat", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("captioned", sa.Boolean(), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("until", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_held_moves_person_persons")
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_held_moves")),
    )
    op.create_index(op.f("ix_held_moves_person"), "held_moves", ["person"])


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("held_moves")
