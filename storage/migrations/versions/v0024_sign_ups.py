"""Add public sign-ups of competitions, and the people who signed up."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "sign_ups",
        sa.Column("competition", sa.String(40), nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("places", sa.Integer(), nullable=True),
        sa.Column("per_club", sa.Integer(), nullable=True),
        sa.Column("rating_from", sa.Integer(), nullable=True),
        sa.Column("rating_to", sa.Integer(), nullable=True),
        sa.Column("asks_email", sa.Boolean(), nullable=False),
        sa.Column("needs_word", sa.Boolean(), nullable=False),
        sa.Column("closes_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("closed_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_sign_ups_person_persons")
        ),
        sa.PrimaryKeyConstraint("competition", name=op.f("pk_sign_ups")),
    )
    op.create_table(
        "signed_up",
        sa.Column("competition", sa.String(40), nullable=False),
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("club", sa.String(120), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_signed_up_person_persons")
        ),
        sa.PrimaryKeyConstraint("competition", "person", name=op.f("pk_signed_up")),
    )
    op.create_index(op.f("ix_signed_up_person"), "signed_up", ["person"])


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("signed_up")
    op.drop_table("sign_ups")
