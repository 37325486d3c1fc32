"""Add `fingerprints.secret`: the secret for the salts of a day's leaves."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Apply this step."""
    op.add_column(
        "fingerprints",
        sa.Column("secret", sa.String(64), nullable=False, server_default=""),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_column("fingerprints", "secret")
