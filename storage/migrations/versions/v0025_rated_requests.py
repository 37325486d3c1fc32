"""Add whether a requested match counts for ratings; earlier requests do not."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Apply this step."""
    op.add_column(
        "play_requests",
        sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False),
    )


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("play_requests") as table:
        table.drop_column("rated")
