"""What the leaves of a day's fingerprint are salted from."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Take this step."""
    op.add_column(
        "fingerprints",
        sa.Column("secret", sa.String(64), nullable=False, server_default=""),
    )


def downgrade() -> None:
    """Take this step back."""
    op.drop_column("fingerprints", "secret")
