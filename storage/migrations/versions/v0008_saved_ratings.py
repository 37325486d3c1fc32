"""Add `rating_runs.saved`: the saved state from which a later list continues."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Apply this step."""
    with op.batch_alter_table("rating_runs", schema=None) as batch_op:
        batch_op.add_column(sa.Column("saved", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("rating_runs", schema=None) as batch_op:
        batch_op.drop_column("saved")
