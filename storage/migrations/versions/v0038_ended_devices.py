"""Add the tokens of ended devices with the reason, and the server that had a person's last mail."""

import sqlalchemy as sa
from alembic import op

from storage.types import UtcDateTime

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "ended_devices",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("why", sa.String(20), nullable=False),
        sa.Column("ended_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_ended_devices")),
    )
    op.add_column("mail_addresses", sa.Column("server", sa.String(253)))


def downgrade() -> None:
    """Revert this step."""
    with op.batch_alter_table("mail_addresses") as table:
        table.drop_column("server")
    op.drop_table("ended_devices")
