"""Add `persons.mute`: whether the person receives every message without a sound."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Apply this step."""
    # Without a batch, because on SQLite a batch copies the whole table to add one column.
    op.add_column(
        "persons", sa.Column("mute", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_column("persons", "mute")
