"""Add whether a group gets public requests for friendly matches."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Apply this step."""
    op.add_column(
        "group_chats",
        sa.Column("requests", sa.Boolean(), server_default=sa.false(), nullable=False),
    )


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("group_chats") as table:
        table.drop_column("requests")
