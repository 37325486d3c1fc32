"""Add the subscriptions of devices to announcements."""

import sqlalchemy as sa
from alembic import op

from storage.types import Key, UtcDateTime

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Apply this step."""
    op.create_table(
        "push_subscriptions",
        sa.Column("device", Key, autoincrement=False, nullable=False),
        sa.Column("person", Key, nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(88), nullable=False),
        sa.Column("auth", sa.String(24), nullable=False),
        sa.Column("made_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["device"],
            ["devices.id"],
            name=op.f("fk_push_subscriptions_device_devices"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["persons.id"], name=op.f("fk_push_subscriptions_person_persons")
        ),
        sa.PrimaryKeyConstraint("device", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    op.create_index(op.f("ix_push_subscriptions_person"), "push_subscriptions", ["person"])


def downgrade() -> None:
    """Revert this step."""
    op.drop_index(op.f("ix_push_subscriptions_person"), table_name="push_subscriptions")
    op.drop_table("push_subscriptions")
