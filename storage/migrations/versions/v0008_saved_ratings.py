"""What a rating list was made of, kept with its run to be gone on from."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Take this step."""
    with op.batch_alter_table("rating_runs", schema=None) as batch_op:
        batch_op.add_column(sa.Column("saved", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    """Take this step back."""
    with op.batch_alter_table("rating_runs", schema=None) as batch_op:
        batch_op.drop_column("saved")
