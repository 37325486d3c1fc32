"""Add `persons.volunteer`: whether an arbiter is asked to rule friendly matches without one."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Apply this step."""
    op.add_column(
        "persons", sa.Column("volunteer", sa.Boolean(), server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_column("persons", "volunteer")
