"""Add the names of Telegram accounts to persons, and replaced links to invitations."""

import sqlalchemy as sa
from alembic import op

import storage.types

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Apply this step."""
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("account", sa.String(length=120), server_default="", nullable=False)
        )

    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("voided_at", storage.types.UtcDateTime(timezone=True), nullable=True)
        )


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("invites", schema=None) as batch_op:
        batch_op.drop_column("voided_at")

    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.drop_column("account")
