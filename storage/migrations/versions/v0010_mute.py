"""Whether a person wants no message to make a sound, whatever it says."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Take this step."""
    # Not in a batch: that would write the whole table anew, on SQLite, for one column.
    op.add_column(
        "persons", sa.Column("mute", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    """Take this step back."""
    op.drop_column("persons", "mute")
