"""Add the secret addresses of people's calendars."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "calendar_addresses",
        sa.Column("person", Key, autoincrement=False, nullable=False),
        sa.Column("found_by", sa.String(16), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_calendar_addresses_person_persons")
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_calendar_addresses")),
    )
    op.create_index(op.f("ix_calendar_addresses_found_by"), "calendar_addresses", ["found_by"])


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("calendar_addresses")
