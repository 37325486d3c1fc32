"""Add the series of competitions."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "series",
        sa.Column("competition", sa.String(40), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("competition", name=op.f("pk_series")),
    )


def downgrade() -> None:
    """Revert this step."""
    op.drop_table("series")
